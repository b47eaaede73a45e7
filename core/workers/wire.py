"""Messages between the program and its child processes: length, then JSON."""

import json
import select
import socket
import struct
import time
from typing import Any

HEAD = struct.Struct(">I")
LARGEST = 64 * 1024 * 1024

Message = dict[str, Any]


class Closed(Exception):
    """The other side is gone."""


class Wire:
    """One end of a socket pair. Not for two readers or two writers at once."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._buffer = bytearray()

    def send(self, message: Message) -> None:
        """Send one message. Raises Closed where nobody listens any more."""
        body = json.dumps(message, ensure_ascii=False).encode("utf-8", "surrogatepass")
        try:
            self._sock.sendall(HEAD.pack(len(body)) + body)
        except OSError as error:
            raise Closed from error

    def receive(self, seconds: float | None = None) -> Message | None:
        """Return the next message, or None where none came in time. Raises Closed at the end of the stream."""
        deadline = None if seconds is None else time.monotonic() + seconds
        while True:
            message = self._parse()
            if message is not None:
                return message
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            try:
                ready, _, _ = select.select([self._sock], [], [], left)
                if not ready:
                    return None
                chunk = self._sock.recv(1 << 16)
            except (OSError, ValueError) as error:
                raise Closed from error
            if not chunk:
                raise Closed
            self._buffer += chunk

    def _parse(self) -> Message | None:
        if len(self._buffer) < HEAD.size:
            return None
        (size,) = HEAD.unpack_from(self._buffer)
        if size > LARGEST:
            raise Closed
        if len(self._buffer) < HEAD.size + size:
            return None
        body = bytes(self._buffer[HEAD.size : HEAD.size + size])
        del self._buffer[: HEAD.size + size]
        try:
            message = json.loads(body.decode("utf-8", "surrogatepass"))
        except ValueError as error:
            raise Closed from error
        if not isinstance(message, dict):
            raise Closed
        return message

    def close(self) -> None:
        """Close this end."""
        self._sock.close()
