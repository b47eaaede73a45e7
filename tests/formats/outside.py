"""A watch on what the program reaches for: files it opens, sockets it connects, addresses it looks up."""

import sys
from contextlib import contextmanager

_watching = []
WATCHED = (
    "open",
    "socket.connect",
    "socket.getaddrinfo",
    "urllib.Request",
    "os.listdir",
    "subprocess.Popen",
    "os.mkdir",
    "os.remove",
)


def _hook(event, details):
    if _watching and event in WATCHED:
        _watching[-1].append((event, str(details[0])[:100]))


sys.addaudithook(_hook)


@contextmanager
def watched():
    """Give the list that fills with whatever is reached for inside."""
    seen = []
    _watching.append(seen)
    try:
        yield seen
    finally:
        _watching.pop()
