"""Files made to harm: entities, archives that are traps, broken bytes. Nothing is opened, nothing hangs."""

import io
import stat
import zipfile
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import FormatError
from core.formats.abc.reader import read_first
from core.formats.musicxml.format import MUSICXML, MXL
from tests.formats.musicxml_files import attributes, document, note
from tests.formats.outside import watched
from tests.timing import cpu_seconds, least

SCORE = document([attributes(1) + note("C", 4)])
CONTAINER = '<container><rootfiles><rootfile full-path="{}"/></rootfiles></container>'


def archive(*members, container="score.xml"):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        if container:
            file.writestr("META-INF/container.xml", CONTAINER.format(container))
        for name, content in members:
            file.writestr(name, content)
    return buffer.getvalue()


def with_doctype(declarations, body):
    text = f'<?xml version="1.0"?><!DOCTYPE score-partwise [{declarations}]>{body}'
    return text.encode()


LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
SOUND = f"<measure>{attributes(1)}{note('C', 4)}</measure>"
BODY = "<score-partwise><work><work-title>{}</work-title></work></score-partwise>"


@pytest.mark.parametrize(
    "content",
    [
        with_doctype('<!ENTITY l0 "lol">' + LAUGHS, BODY.format("&l11;")),
        with_doctype('<!ENTITY x SYSTEM "file:///etc/passwd">', BODY.format("&x;")),
        with_doctype('<!ENTITY x SYSTEM "http://localhost:9/x">', BODY.format("&x;")),
        with_doctype('<!ENTITY % p SYSTEM "http://localhost:9/x.dtd"> %p;', BODY.format("x")),
        with_doctype(f'<!ENTITY a "{"a" * 100_000}">', BODY.format("&a;" * 50_000)),
        with_doctype('<!ENTITY x "harmless">', BODY.format("&x;")),
    ],
)
def test_entities_are_refused_and_nothing_outside_is_touched(content):
    MUSICXML.read(SCORE)

    def refused():
        with watched() as seen, pytest.raises(FormatError, match="entities"):
            MUSICXML.read(content)
        assert seen == []

    assert least(lambda: cpu_seconds(refused), below=5) < 5


def test_the_usual_doctype_is_accepted_and_not_loaded():
    MUSICXML.read(SCORE)
    own = SCORE.replace(b"http://www.musicxml.org/dtds/partwise.dtd", b"file:///etc/passwd")
    with watched() as seen:
        assert MUSICXML.read(SCORE).scores == MUSICXML.read(own).scores
    assert seen == []


def test_titles_that_look_like_paths_and_addresses_stay_texts():
    title = "https://localhost:9/x.xml"
    content = SCORE.replace(b"<part-list>", f"<work><work-title>{title}</work-title></work><part-list>".encode(), 1)
    with watched() as seen:
        assert MUSICXML.read(content).scores[0].title == title
    assert seen == []


def test_a_sound_archive_is_read_with_and_without_a_container():
    for content in (
        archive(("score.xml", SCORE)),
        archive(("any.musicxml", SCORE), container=""),
        MXL.write(read_first("X:1\nK:C\nC").score),
    ):
        assert len(MXL.read(content).scores) == 1


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (archive(("../score.xml", SCORE)), "climbs out"), (archive(("/score.xml", SCORE)), "path from the root"),
        (archive(("C:/score.xml", SCORE)), "path from the root"), (archive(("a\\score.xml", SCORE)), "cannot be|climbs|not in it"),
        (archive(("score.xml", b"\0" * 15_000_000)), "packed tighter"),
        (archive(*[(f"{n}.xml", b"x") for n in range(300)]), "301 files"),
        (archive(("other.xml", SCORE)), "not in it"), (archive(("a.xml", SCORE), ("b.xml", SCORE), container=""), "no META-INF"),
        (archive(("score.xml", SCORE), container="http://localhost/x"), "not in it"),
        (b"PK\x03\x04" + b"\0" * 50, "no sound"), (b"", "no sound"), (SCORE, "no sound"),
    ],
)  # fmt: skip
def test_archives_that_are_traps_are_refused_with_the_reason(content, says):
    with watched() as seen, pytest.raises(FormatError, match=says):
        MXL.read(content)
    assert seen == []


def test_links_encrypted_files_and_doubles_are_refused():
    link = zipfile.ZipInfo("score.xml")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with pytest.raises(FormatError, match="is a link"):
        MXL.read(archive((link, "/etc/passwd")))
    plain = archive(("score.xml", SCORE))
    locked = bytearray(plain)
    for sign, place in ((b"PK\x01\x02", 8), (b"PK\x03\x04", 6)):
        at = plain.rfind(sign)
        locked[at + place] |= 1
    with pytest.raises(FormatError, match="encrypted"):
        MXL.read(bytes(locked))
    with pytest.warns(UserWarning, match="Duplicate"):
        twice = archive(("score.xml", SCORE), ("score.xml", b"<x/>"))
    with pytest.raises(FormatError, match="there twice"):
        MXL.read(twice)


def test_a_directory_that_lies_about_sizes_is_found_out():
    content = bytearray(archive(("score.xml", SCORE + b" " * 5000)))
    at = content.rfind(b"PK\x01\x02")
    content[at + 24 : at + 28] = (10).to_bytes(4, "little")
    with pytest.raises(FormatError, match=r"larger than it says|no sound|well-formed"):
        MXL.read(bytes(content))


def test_deep_and_wide_trees_are_refused_soon():
    deep, wide = b"<a>" * 100_000 + b"</a>" * 100_000, b"<a>" + b"<b/>" * 2_000_001 + b"</a>"
    for content, says in ((deep, "nested"), (wide, "elements")):

        def refused(content=content, says=says):
            with pytest.raises(FormatError, match=says):
                MUSICXML.read(content)

        def parsed(content=content):
            ElementTree.fromstring(content)  # noqa: S314  made here

        # what a parser that refuses nothing takes is the measure
        assert least(lambda: cpu_seconds(refused) / cpu_seconds(parsed), below=10) < 10


PIECES = [b"<note>", b"</note>", b"<duration>-5</duration>", b"<duration>1e999</duration>", b"<chord/>", b"<backup>", b"<voice>9</voice>",
          b"<staff>4</staff>", b"99999999999999999999", b"<grace/>", b"&#0;", b"\xff", b"<divisions>0</divisions>", b"<alter>nan</alter>",
          b"<time><beats>0</beats><beat-type>3</beat-type></time>", b"<ending number='x' type='start'/>", b"</measure>"]  # fmt: skip
RICH = MUSICXML.write(
    read_first('X:1\nM:3/4\nL:1/8\nQ:1/4=90\nK:Dm\n|:"Dm"(3DEF {g}A2 [DF]2|1 z2 C4:|2 D6|]\nw:a-b c _ d\n').score
)


def outcome(kind, content):
    """Empty where a score came out, else the reason."""
    try:
        return "" if kind.read(content).scores else "nothing came out"
    except FormatError as error:
        return str(error)


@st.composite
def mutated(draw):
    content = bytearray(draw(st.sampled_from([SCORE, RICH])))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(content)))
        cut = draw(st.integers(0, 30))
        content[at : at + cut] = draw(st.sampled_from(PIECES) | st.binary(max_size=4))
    return bytes(content)


@settings(max_examples=800, deadline=None)
@given(mutated())
def test_mutated_documents_are_read_or_refused(content):
    with watched() as seen:
        assert outcome(MUSICXML, content)[-1:] in ("", ".")
    assert seen == []


@settings(max_examples=400, deadline=None)
@given(st.data())
def test_mutated_archives_are_read_or_refused(data):
    content = bytearray(archive(("score.xml", SCORE)))
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    with watched() as seen:
        assert outcome(MXL, bytes(content))[-1:] in ("", ".")
    assert seen == []


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_refused_in_words(content):
    for one in (MUSICXML, MXL):
        with pytest.raises(FormatError):
            one.read(content)


def test_measures_without_end_are_refused_before_they_take_memory():
    head = "<part-list><score-part id='P1'><part-name/></score-part></part-list>"
    partwise = f"<score-partwise>{head}<part id='P1'>{SOUND}{'<measure/>' * 300_000}</part></score-partwise>"
    once = "".join(f"<part id='{name}'/>" for name in range(60))
    timewise = f"<score-timewise>{head}<measure>{once}</measure>{'<measure/>' * 300_000}"
    timewise += f"<measure>{once}</measure></score-timewise>"
    for content in (partwise, timewise):
        with pytest.raises(FormatError, match="measures in"):
            MUSICXML.read(content.encode())
