"""MusicXML bytes to a tree that is safe to read: no entities, nothing from outside, of bounded size and depth."""

import io
import re
import stat
import zipfile
import zlib
from xml.etree.ElementTree import Element, ParseError

from core.errors import FormatError

MOST_BYTES = 20_000_000
MOST_PACKED = 10_000_000
MOST_MEMBERS = 200
MOST_RATIO = 400
"""XML packs to a fiftieth at most; past this an archive is a trap."""
MOST_ELEMENTS = 2_000_000
DEEPEST = 40
CONTAINER = "META-INF/container.xml"
_DRIVE = re.compile(r"^[A-Za-z]:")


def parse(content: bytes) -> Element:
    """Return the root of a document, its tags without name spaces. Raises FormatError with line and column.

    The usual DOCTYPE is accepted and what it names is not loaded; a document that declares entities is refused.
    """
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        root: Element = fromstring(content, forbid_dtd=False, forbid_entities=True, forbid_external=True)
    except ParseError as error:
        line, column = error.position
        reason = str(error).split(":")[0]
        raise FormatError(f"This is no well-formed XML: {reason} (line {line}, column {column + 1}).") from error
    except DefusedXmlException as error:
        raise FormatError("The XML declares entities, which MusicXML never needs; it is not read.") from error
    except (ValueError, LookupError) as error:
        raise FormatError(f"The XML cannot be read: {str(error)[:100]}. Save it as UTF-8.") from error
    _check(root)
    return root


def _check(root: Element) -> None:
    """Walk the tree once, without recursion: count, measure its depth, take name spaces off."""
    count = 0
    level = [root]
    depth = 0
    while level:
        depth += 1
        count += len(level)
        if depth > DEEPEST:
            raise FormatError(f"The XML is nested more than {DEEPEST} deep; MusicXML is not.")
        if count > MOST_ELEMENTS:
            raise FormatError(f"The XML has more than {MOST_ELEMENTS:,} elements. Split the file.")
        for element in level:
            if "}" in element.tag:
                element.tag = element.tag.rsplit("}", 1)[1]
        level = [child for element in level for child in element]


def unpack(content: bytes) -> bytes:
    """Return the score's document out of an `.mxl` archive. Raises FormatError for whatever looks like a trick."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = archive.infolist()
            _check_members(members)
            name = _root_file(archive)
            found = next((member for member in members if member.filename == name), None)
            if found is None:
                raise FormatError(f"The archive's container names {name[:80]!r}, which is not in it.")
            return _member(archive, found)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, OSError, ValueError) as error:
        raise FormatError(f"This is no sound .mxl archive: {str(error)[:100]}.") from error


def _check_members(members: list[zipfile.ZipInfo]) -> None:
    if len(members) > MOST_MEMBERS:
        raise FormatError(f"The archive has {len(members)} files; a score has a few. It is not unpacked.")
    seen: set[str] = set()
    for member in members:
        name = member.filename
        fault = _fault(member, seen)
        if fault:
            raise FormatError(f"The archive's file {name[:80]!r} {fault}; it is not unpacked.")
        seen.add(name)
    total = sum(member.file_size for member in members)
    if total > 2 * MOST_BYTES:
        raise FormatError(f"The archive unpacks to {total:,} bytes; {2 * MOST_BYTES:,} are the most.")


def _fault(member: zipfile.ZipInfo, seen: set[str]) -> str:
    """Say what is wrong with a member of the archive; empty where nothing is."""
    name = member.filename
    unpacked = member.file_size
    tests = (
        (not name, "has no name"),
        (name.startswith("/") or _DRIVE.match(name), "has a path from the root"),
        ("\\" in name or "\0" in name, "has a path that cannot be"),
        (".." in name.split("/"), "climbs out of its folder"),
        (stat.S_ISLNK(member.external_attr >> 16), "is a link"),
        (member.flag_bits & 1, "is encrypted"),
        (member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED), "is packed in a way of its own"),
        (name in seen, "is there twice"),
        (unpacked > MOST_BYTES, f"unpacks to {unpacked:,} bytes, and {MOST_BYTES:,} are the most"),
        (unpacked > MOST_RATIO * max(1, member.compress_size) + 10_000, "is packed tighter than any music"),
    )
    return next((words for wrong, words in tests if wrong), "")


def _member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    """Unpack no more than the directory promised."""
    with archive.open(member) as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > min(MOST_BYTES, member.file_size):
        raise FormatError(f"The archive's file {member.filename[:80]!r} is larger than it says; it is not read.")
    return content


def _root_file(archive: zipfile.ZipFile) -> str:
    """Return the name of the score by the container, or that of the only score where there is no container."""
    names = [member.filename for member in archive.infolist() if not member.is_dir()]
    if CONTAINER not in names:
        scores = [n for n in names if n.lower().endswith((".xml", ".musicxml")) and not n.startswith("META-INF/")]
        if len(scores) != 1:
            raise FormatError(f"The archive has no {CONTAINER} that says which file is the score.")
        return scores[0]
    root = parse(_member(archive, archive.getinfo(CONTAINER)))
    for element in root.iter("rootfile"):
        kind = element.get("media-type") or "application/vnd.recordare.musicxml+xml"
        if "musicxml" in kind or kind.endswith("xml"):
            return element.get("full-path") or ""
    raise FormatError(f"The archive's {CONTAINER} names no score.")


def pack(document: bytes) -> bytes:
    """Return an `.mxl` archive of a document; the same document always gives the same bytes."""
    container = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<container><rootfiles><rootfile full-path="score.musicxml" '
        'media-type="application/vnd.recordare.musicxml+xml"/></rootfiles></container>\n'
    )
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in ((CONTAINER, container.encode()), ("score.musicxml", document)):
            member = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            member.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(member, content)
    return buffer.getvalue()
