"""A GGUF file is judged without loading it: what it holds, and in words why it cannot be used."""

import contextlib
import ctypes
import random
import struct
from pathlib import Path

import pytest

from core.errors import ModelError
from core.llm import gguf_file, machine
from core.llm.gguf_file import FILE_TYPES, check
from core.llm.gguf_header import TYPES
from tests.llm.gguf_maker import ARRAY, F32, TEXT, U16, U32, U64, gguf, tensor
from tests.timing import cpu_seconds, least


def written(tmp_path, content, name="model.gguf"):
    path = tmp_path / name
    path.write_bytes(content)
    return path


def refusal(path, **options):
    with pytest.raises(ModelError) as caught:
        check(path, **options)
    assert path.name in str(caught.value)
    return str(caught.value)


def test_the_small_model_tells_what_it_is(small_gguf):
    info = check(small_gguf)
    assert (info.architecture, info.quantisation, info.size_label) == ("llama", "Q4_1", "135M")
    assert info.parameters == pytest.approx(134_515_008)
    assert (info.context_length, info.embedding, info.layers, info.vocabulary) == (8192, 576, 30, 49_152)
    assert info.chat_template
    assert info.parts == 1
    assert info.file_bytes == small_gguf.stat().st_size
    # 30 layers, 3 key-value heads of 64 numbers, keys and values, half floats.
    assert info.cache_bytes_a_token == 30 * 3 * 64 * 2 * 2
    assert info.memory_needed > info.file_bytes + 8192 * info.cache_bytes_a_token
    assert info.context() == 8192
    assert info.context(1024) == 1024


def test_the_check_is_quicker_than_reading_the_file_would_be(small_gguf):
    check(small_gguf)
    whole = small_gguf.read_bytes
    assert least(lambda: cpu_seconds(lambda: check(small_gguf)) / cpu_seconds(whole), below=1) < 1


def test_the_table_of_types_is_the_library_s(small_gguf):
    import llama_cpp.llama_cpp as library

    found = [*(Path(library.__file__).parent / "lib").glob("*ggml-base*")]
    if not found:
        pytest.skip("ggml-base is not where it was")
    base = ctypes.CDLL(str(found[0]))
    base.ggml_type_size.restype = ctypes.c_size_t
    base.ggml_blck_size.restype = ctypes.c_int64
    base.ggml_type_name.restype = ctypes.c_char_p
    for kind, (name, block, block_bytes) in TYPES.items():
        assert base.ggml_type_name(kind).decode().upper() == name.upper()
        assert (base.ggml_blck_size(kind), base.ggml_type_size(kind)) == (block, block_bytes)
    for number, name in FILE_TYPES.items():
        names = [key for key, found in vars(library).items() if key.startswith("LLAMA_FTYPE") and found == number]
        assert all(key.endswith(name) for key in names)


def test_an_honest_little_file_of_version_2_is_read(tmp_path):
    keys = [("llama.context_length", U32, 512), ("general.file_type", U32, 15), ("general.name", TEXT, "Sur")]
    info = check(written(tmp_path, gguf(keys, version=2)))
    assert (info.version, info.context_length, info.quantisation, info.name) == (2, 512, "Q4_K_M", "Sur")
    assert not info.chat_template


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty (0 bytes)"),
        (b"GG", "cut off after 2 bytes"),
        (b"<!DOCTYPE html>\n<html><head><title>Sign in</title>", "a web page"),
        (b"\xef\xbb\xbf\n <html>", "a web page"),
        (b'{"error": "Repository not found"}', "begins with"),
        (b"Entry not found", "Entry not found"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:1\n", "Git LFS pointer"),
        (b"PK\x03\x04" + bytes(60), "ZIP archive"),
        (b"\x80\x02}q" + bytes(60), "pickle"),
        (b"\x1f\x8b" + bytes(60), "gzip"),
        (struct.pack("<Q", 2000) + b'{"__metadata__":{}}', "safetensors"),
        (b"lmgg" + bytes(60), "old GGML"),
        (b"tjgg" + bytes(60), "old GGJT"),
        (bytes(range(256)), "does not begin with the letters GGUF"),
    ],
)
def test_what_is_no_gguf_is_called_by_its_name(tmp_path, content, words):
    assert words in refusal(written(tmp_path, content))


def test_no_file_and_no_ordinary_file(tmp_path):
    with pytest.raises(ModelError, match="no file"):
        check(tmp_path / "absent.gguf")
    assert "folder" in refusal(tmp_path)


def test_an_unreadable_file_says_why(tmp_path, monkeypatch):
    path = written(tmp_path, gguf())

    def refuse(*_args, **_options):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert "Permission denied" in refusal(path)


def test_big_endian_and_other_versions_are_refused(tmp_path):
    assert "big-endian" in refusal(written(tmp_path, b"GGUF" + struct.pack(">IQQ", 3, 1, 1) + bytes(99)))
    assert "version 1" in refusal(written(tmp_path, b"GGUF" + struct.pack("<III", 1, 1, 1) + bytes(99)))
    assert "version 77" in refusal(written(tmp_path, gguf(version=77)))


def test_a_cut_head_and_cut_tensors_are_told_apart(tmp_path, small_gguf):
    whole = small_gguf.read_bytes()
    assert "middle of its head" in refusal(written(tmp_path, whole[:1000]))
    assert "middle of its head" in refusal(written(tmp_path, whole[:500_000]))
    cut = refusal(written(tmp_path, whole[: len(whole) // 2]))
    assert "cut off" in cut
    assert "46.9 MB of 93.8 MB" in cut
    assert "cut off" in refusal(written(tmp_path, whole[:-1]))


def test_part_one_of_two_names_the_missing_part(tmp_path):
    keys = [("split.no", U16, 0), ("split.count", U16, 2)]
    first = written(tmp_path, gguf(keys), "big-00001-of-00002.gguf")
    words = refusal(first)
    assert "part 1 of 2" in words
    assert "big-00002-of-00002.gguf" in words
    assert "choose the first" in words


def test_a_split_model_is_whole_when_all_parts_are_there(tmp_path):
    first = written(tmp_path, gguf([("split.no", U16, 0), ("split.count", U16, 2)]), "big-00001-of-00002.gguf")
    second = written(tmp_path, gguf([("split.no", U16, 1), ("split.count", U16, 2)]), "big-00002-of-00002.gguf")
    info = check(first)
    assert info.parts == 2
    assert info.file_bytes == first.stat().st_size + second.stat().st_size
    assert "Choose the first part, big-00001-of-00002.gguf" in refusal(second)
    second.write_bytes(b"")
    with pytest.raises(ModelError, match=r"big-00002-of-00002.gguf is empty"):
        check(first)


def test_a_renamed_part_is_told_its_name(tmp_path):
    path = written(tmp_path, gguf([("split.no", U16, 0), ("split.count", U16, 3)]), "renamed.gguf")
    assert "NAME-00001-of-00003.gguf" in refusal(path)


@pytest.mark.parametrize(
    "content",
    [
        gguf(key_count=2**63),
        gguf(tensor_count=2**63),
        gguf(key_count=70_000),
        b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + struct.pack("<Q", 2**62) + bytes(100),
        b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + struct.pack("<Q", 1) + b"x" + struct.pack("<I", 77) + bytes(100),
        gguf(tensors=[tensor("x", [2**40, 2**40])]),
        gguf(tensors=[tensor("x", [1, 1, 1, 1, 1, 1, 1])]),
    ],
)
def test_hostile_counts_are_refused_at_once(tmp_path, content):
    path, words = written(tmp_path, content), []
    assert least(lambda: cpu_seconds(lambda: words.append(refusal(path))), below=1) < 1
    assert "claims" in words[0] or "head" in words[0] or "cut off" in words[0]


def test_a_claimed_list_is_never_allocated(tmp_path):
    head = b"GGUF" + struct.pack("<IQQ", 3, 1, 1) + struct.pack("<Q", 1) + b"x"
    for kind, count in ((TEXT, 2**60), (F32, 2**60), (U64, 2**23), (TEXT, 2**23)):
        content = head + struct.pack("<IIQ", ARRAY, kind, count) + bytes(1000)
        words = refusal(written(tmp_path, content))
        assert "claims" in words or "middle of its head" in words
    nested = head + struct.pack("<IIQ", ARRAY, ARRAY, 1) + bytes(100)
    assert "a list of the kind 9" in refusal(written(tmp_path, nested))


def test_damaged_bytes_are_a_reason_in_words_or_do_no_harm(tmp_path):
    chance = random.Random(3)
    keys = [("general.name", TEXT, "Sur"), ("tokenizer.ggml.tokens", ARRAY, (TEXT, ["স", "র", "গ"] * 9))]
    keys += [
        ("llama.block_count", U32, 2),
        ("llama.attention.head_count_kv", ARRAY, (U32, [3, 3])),
        ("split.no", U16, 0),
    ]
    keys += [("general.alignment", U32, 32), ("llama.context_length", U32, 512), ("llama.rope.scale", F32, 1.0)]
    whole = gguf(keys)
    for _ in range(2000):
        damaged = bytearray(whole)
        for _ in range(chance.choice((1, 1, 2, 5))):
            damaged[chance.randrange(4, len(damaged))] = chance.choice((0, 255, chance.randrange(256)))
        del damaged[chance.choice((len(whole), len(whole), chance.randrange(len(whole)))) :]
        with contextlib.suppress(ModelError):
            check(written(tmp_path, bytes(damaged)))


def test_what_writes_no_text_is_refused(tmp_path):
    bert = gguf().replace(struct.pack("<Q", 5) + b"llama", struct.pack("<Q", 4) + b"bert") + b"\0"
    assert "architecture 'bert'" in refusal(written(tmp_path, bert))
    assert "the kind 'adapter'" in refusal(written(tmp_path, gguf([("general.type", TEXT, "adapter")])))
    assert "no weights" in refusal(written(tmp_path, gguf(tensors=[])))
    nameless = gguf().replace(b"general.architecture", b"general.architectura")
    assert "no architecture" in refusal(written(tmp_path, nameless))


def test_too_large_for_the_memory_is_an_error_and_tight_a_warning(tmp_path, small_gguf, monkeypatch):
    def has(total, free):
        monkeypatch.setattr(machine, "memory", lambda: machine.Memory(total << 20, free << 20))

    has(total=200, free=150)
    words = refusal(small_gguf)
    assert "needs about" in words
    assert "8,192 tokens" in words
    assert "150.0 MB of 200.0 MB are free" in words
    has(total=8000, free=200)
    refusal(small_gguf)
    has(total=200, free=150)
    assert "1,024 tokens" in refusal(small_gguf, context=1024)
    has(total=8000, free=350)
    assert "slow" in check(small_gguf).warning
    has(total=8000, free=4000)
    assert check(small_gguf).warning == ""
    monkeypatch.setattr(machine, "memory", lambda: None)
    assert check(small_gguf).memory_free is None


def test_sizes_are_written_for_people():
    assert gguf_file._size(500) == "500 bytes"
    assert gguf_file._size(3 << 30) == "3.0 GB"
    assert gguf_file._label(7_240_000_000) == "7.24B"
