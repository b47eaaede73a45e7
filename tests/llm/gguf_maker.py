"""Small GGUF files made by hand, honest and dishonest."""

import struct

U8, U16, U32, I32, F32, BOOL, TEXT, ARRAY, U64 = 0, 2, 4, 5, 6, 7, 8, 9, 10
FORMS = {U8: "<B", U16: "<H", U32: "<I", I32: "<i", F32: "<f", BOOL: "<?", U64: "<Q"}


def text(value):
    raw = value.encode()
    return struct.pack("<Q", len(raw)) + raw


def value(kind, content):
    if kind == TEXT:
        return text(content)
    if kind == ARRAY:
        inner, items = content
        return struct.pack("<IQ", inner, len(items)) + b"".join(value(inner, item) for item in items)
    return struct.pack(FORMS[kind], content)


def key(name, kind, content):
    return text(name) + struct.pack("<I", kind) + value(kind, content)


def tensor(name, dimensions, kind=0, offset=0):
    sizes = b"".join(struct.pack("<Q", size) for size in dimensions)
    return text(name) + struct.pack("<I", len(dimensions)) + sizes + struct.pack("<IQ", kind, offset)


def gguf(keys=(), tensors=None, version=3, weights=True, key_count=None, tensor_count=None):
    """Return the bytes of a GGUF with one F32 tensor of 8 numbers unless told otherwise."""
    keys = [("general.architecture", TEXT, "llama"), *keys]
    tensors = [tensor("token_embd.weight", [8])] if tensors is None else tensors
    counts = (len(tensors) if tensor_count is None else tensor_count, len(keys) if key_count is None else key_count)
    head = b"GGUF" + struct.pack("<IQQ", version, *counts)
    head += b"".join(key(*entry) for entry in keys) + b"".join(tensors)
    head += bytes(-len(head) % 32)
    return head + bytes(32 if weights else 0)
