"""Read the head of a GGUF file and trust no count in it. Layout: ggml's docs/gguf.md, versions 2 and 3."""

import struct
from dataclasses import dataclass
from typing import BinaryIO

from core.errors import ModelError

MAGIC = b"GGUF"
BLOCK = 1 << 20
LARGEST_HEAD = 256 << 20
"""Bytes. The largest vocabularies in use make heads of some 20 MB."""
LARGEST_TEXT = 16 << 20
MOST_KEYS = 1 << 16
MOST_TENSORS = 1 << 17
MOST_ITEMS = 1 << 24
KEPT_ITEMS = 4096
"""Longer arrays are counted and skipped."""
MOST_DIMENSIONS = 4

SCALARS = {
    0: struct.Struct("<B"),
    1: struct.Struct("<b"),
    2: struct.Struct("<H"),
    3: struct.Struct("<h"),
    4: struct.Struct("<I"),
    5: struct.Struct("<i"),
    6: struct.Struct("<f"),
    7: struct.Struct("<?"),
    10: struct.Struct("<Q"),
    11: struct.Struct("<q"),
    12: struct.Struct("<d"),
}
TEXT, ARRAY = 8, 9
U32 = struct.Struct("<I")
U64 = struct.Struct("<Q")

TYPES = {
    0: ("F32", 1, 4),
    1: ("F16", 1, 2),
    2: ("Q4_0", 32, 18),
    3: ("Q4_1", 32, 20),
    6: ("Q5_0", 32, 22),
    7: ("Q5_1", 32, 24),
    8: ("Q8_0", 32, 34),
    9: ("Q8_1", 32, 36),
    10: ("Q2_K", 256, 84),
    11: ("Q3_K", 256, 110),
    12: ("Q4_K", 256, 144),
    13: ("Q5_K", 256, 176),
    14: ("Q6_K", 256, 210),
    15: ("Q8_K", 256, 292),
    16: ("IQ2_XXS", 256, 66),
    17: ("IQ2_XS", 256, 74),
    18: ("IQ3_XXS", 256, 98),
    19: ("IQ1_S", 256, 50),
    20: ("IQ4_NL", 32, 18),
    21: ("IQ3_S", 256, 110),
    22: ("IQ2_S", 256, 82),
    23: ("IQ4_XS", 256, 136),
    24: ("I8", 1, 1),
    25: ("I16", 1, 2),
    26: ("I32", 1, 4),
    27: ("I64", 1, 8),
    28: ("F64", 1, 8),
    29: ("IQ1_M", 256, 56),
    30: ("BF16", 1, 2),
    34: ("TQ1_0", 256, 54),
    35: ("TQ2_0", 256, 66),
    39: ("MXFP4", 32, 17),
    40: ("NVFP4", 64, 36),
    41: ("Q1_0", 128, 18),
    42: ("Q2_0", 64, 18),
}
"""ggml_type: name, numbers in a block, bytes a block."""


@dataclass(frozen=True, slots=True)
class Items:
    """An array of the head: how long it is, and its numbers where it is short."""

    length: int
    values: tuple[int | float, ...] | None = None


Value = int | float | bool | str | Items


@dataclass(frozen=True, slots=True)
class Header:
    """What the head of a GGUF file says."""

    version: int
    keys: dict[str, Value]
    tensors: int
    parameters: int
    data_start: int
    """Offset of the first weight in the file, in bytes."""
    data_end: int
    """Bytes the file must have so that every tensor is in it, as far as the tensors' types are known."""
    last_tensor: str

    def number(self, key: str) -> int | None:
        """Return a whole number, or None where the key is absent or of another kind."""
        found = self.keys.get(key)
        return found if isinstance(found, int) and not isinstance(found, bool) else None

    def text(self, key: str) -> str:
        """Return a text, or an empty one."""
        found = self.keys.get(key)
        return found if isinstance(found, str) else ""


def read(file: BinaryIO, size: int, name: str) -> Header:
    """Read the head of an open file of `size` bytes that begins with the magic.

    Raises ModelError, in words that name the file, where it is truncated, hostile or of another version.
    """
    return _Reader(file, size, name).header()


class _Reader:
    def __init__(self, file: BinaryIO, size: int, name: str) -> None:
        self._file = file
        self._size = size
        self._name = name
        self._buffer = bytearray()
        self._at = 0

    def header(self) -> Header:
        self._take(len(MAGIC))
        version = self._version()
        tensors = self._count(MOST_TENSORS, "tensors")
        count = self._count(MOST_KEYS, "keys")
        keys: dict[str, Value] = {}
        for _ in range(count):
            key = self._text()
            keys[key] = self._value(self._unpack(U32))
        return self._tensors(version, keys, tensors)

    def _version(self) -> int:
        raw = self._take(4)
        version = int(U32.unpack(raw)[0])
        if version in (2, 3):
            return version
        if int.from_bytes(raw, "big") in (1, 2, 3):
            raise self._error(
                "was written for a big-endian machine. Take the usual (little-endian) GGUF of this model."
            )
        if version == 1:
            raise self._error(
                "is of GGUF version 1, which llama.cpp reads no more. Take a newer conversion of the model."
            )
        raise self._error(f"is of GGUF version {version}; 2 and 3 are known. Update the program, or take another file.")

    def _tensors(self, version: int, keys: dict[str, Value], count: int) -> Header:
        parameters, end, last = 0, 0, ""
        for _ in range(count):
            name = self._text()
            dimensions = self._unpack(U32)
            if dimensions > MOST_DIMENSIONS:
                raise self._absurd(f"a tensor of {dimensions} dimensions")
            numbers = 1
            for _ in range(dimensions):
                numbers *= self._unpack(U64)
            if numbers >= 1 << 50:
                raise self._absurd(f"a tensor of {numbers:,} numbers")
            kind, offset = self._unpack(U32), self._unpack(U64)
            parameters += numbers
            _, block, block_bytes = TYPES.get(kind, ("", 1, 0))
            stop = offset + -(-numbers // block) * block_bytes
            if stop >= end:
                end, last = stop, name
        alignment = keys.get("general.alignment", 32)
        if not isinstance(alignment, int) or not 1 <= alignment <= 1 << 20:
            raise self._absurd(f"an alignment of {alignment}")
        start = -(-self._at // alignment) * alignment
        return Header(version, keys, count, parameters, start, start + end, last)

    def _value(self, kind: int) -> Value:
        if kind in SCALARS:
            found: Value = SCALARS[kind].unpack(self._take(SCALARS[kind].size))[0]
            return found
        if kind == TEXT:
            return self._text()
        if kind == ARRAY:
            return self._items()
        raise self._absurd(f"a value of the unknown kind {kind}")

    def _items(self) -> Items:
        kind = self._unpack(U32)
        length = self._count(MOST_ITEMS, "items in a list")
        if kind == TEXT:
            self._skip_texts(length)
            return Items(length)
        if kind not in SCALARS:
            raise self._absurd(f"a list of the kind {kind}")
        form = SCALARS[kind]
        raw = self._take(form.size * length)
        if length > KEPT_ITEMS:
            return Items(length)
        return Items(length, tuple(item[0] for item in form.iter_unpack(raw)))

    def _skip_texts(self, count: int) -> None:
        """Pass over `count` texts; the vocabulary is most of a head, so this loop is bare."""
        unpack, left = U64.unpack_from, count
        while left:
            buffer, at, end = self._buffer, self._at, len(self._buffer) - 8
            while left and at <= end:
                length = unpack(buffer, at)[0]
                if length > LARGEST_TEXT:
                    raise self._absurd(f"a text of {length:,} bytes")
                at += 8 + length
                left -= 1
            self._at = at
            if left:
                self._fill(8)
        self._fill(0)

    def _text(self) -> str:
        length = self._unpack(U64)
        if length > LARGEST_TEXT:
            raise self._absurd(f"a text of {length:,} bytes")
        return self._take(length).decode("utf-8", "replace")

    def _count(self, most: int, what: str) -> int:
        count = self._unpack(U64)
        if count > most:
            raise self._absurd(f"{count:,} {what}")
        return count

    def _unpack(self, form: struct.Struct) -> int:
        return int(form.unpack(self._take(form.size))[0])

    def _take(self, size: int) -> bytes:
        self._fill(size)
        start = self._at
        self._at += size
        return bytes(self._buffer[start : self._at])

    def _fill(self, size: int) -> None:
        """Have `size` more bytes at hand. Reads only what the file can hold, whatever its head claims."""
        stop = self._at + size
        if stop > self._size:
            raise self._error("ends in the middle of its head: the download was cut off. Fetch it again.")
        if stop > LARGEST_HEAD:
            raise self._absurd(f"a head of more than {LARGEST_HEAD >> 20} MB")
        while len(self._buffer) < stop:
            found = self._file.read(max(BLOCK, stop - len(self._buffer)))
            if not found:
                raise self._error("became shorter while it was read. Is it still being downloaded?")
            self._buffer += found

    def _absurd(self, what: str) -> ModelError:
        return self._error(
            f"is damaged or no honest model: its head claims {what}. Fetch it again from a source you trust."
        )

    def _error(self, reason: str) -> ModelError:
        return ModelError(f"{self._name} {reason}")
