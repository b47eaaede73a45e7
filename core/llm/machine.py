"""What the machine has: free memory, and cores that do real work."""

import ctypes
import os
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Memory:
    """Main memory in bytes; `free` counts what the system gives back on demand."""

    total: int
    free: int


def memory() -> Memory | None:
    """Return the machine's memory, or the container's where that is less; None where neither is told."""
    if sys.platform == "win32":
        return _windows_memory()
    if sys.platform == "darwin":
        return _mac_memory()
    return _linux_memory(Path("/"))


def physical_cores() -> int:
    """Return how many threads a model gains from: cores, not hyper-threads, that this process may use."""
    logical = os.cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        allowed = os.sched_getaffinity(0)
        return min(_linux_cores(allowed, Path("/")) or len(allowed), _linux_quota(Path("/")) or logical)
    if sys.platform == "darwin":
        # The efficiency cores would hold the others up.
        return _sysctl("hw.perflevel0.physicalcpu") or _sysctl("hw.physicalcpu") or logical
    return max(1, logical // 2)


def _linux_memory(root: Path) -> Memory | None:
    table = {}
    for line in _text(root / "proc/meminfo").splitlines():
        name, _, rest = line.partition(":")
        number = rest.split()[:1]
        if number and number[0].isdigit():
            table[name] = int(number[0]) * 1024
    if "MemTotal" not in table or "MemAvailable" not in table:
        return None
    total, free = table["MemTotal"], table["MemAvailable"]
    group = root / "sys/fs/cgroup"
    limit, used = _text(group / "memory.max").strip(), _text(group / "memory.current").strip()
    if limit.isdigit() and used.isdigit():
        cached = 0
        for line in _text(group / "memory.stat").splitlines():
            if line.startswith("inactive_file "):
                cached = int(line.split()[1])
        total = min(total, int(limit))
        free = min(free, max(0, int(limit) - int(used) + cached))
    return Memory(total, free)


def _linux_cores(allowed: set[int], root: Path) -> int:
    cores = set()
    for number in allowed:
        siblings = _text(root / f"sys/devices/system/cpu/cpu{number}/topology/thread_siblings_list").strip()
        cores.add(siblings or str(number))
    return len(cores)


def _linux_quota(root: Path) -> int:
    quota, _, period = _text(root / "sys/fs/cgroup/cpu.max").strip().partition(" ")
    if quota.isdigit() and period.isdigit() and int(period):
        return max(1, round(int(quota) / int(period)))
    return 0


def _mac_memory() -> Memory | None:
    total, page = _sysctl("hw.memsize"), _sysctl("hw.pagesize")
    if not total or not page:
        return None
    pages = [_sysctl(f"vm.page_{kind}_count") for kind in ("free", "speculative", "purgeable")]
    return Memory(total, min(total, max(sum(pages) * page, total // 2)))


def _sysctl(name: str) -> int:
    """Return a number of macOS's `sysctl`, or 0."""
    try:
        call = ctypes.CDLL(None).sysctlbyname
    except (OSError, AttributeError):
        return 0
    value, size = ctypes.c_uint64(0), ctypes.c_size_t(8)
    if call(name.encode(), ctypes.byref(value), ctypes.byref(size), None, ctypes.c_size_t(0)) != 0:
        return 0
    return int(value.value)


class _MemoryStatus(ctypes.Structure):
    _fields_ = (
        ("length", ctypes.c_uint32),
        ("load", ctypes.c_uint32),
        *(
            (name, ctypes.c_uint64)
            for name in ("total", "free", "pages", "free_pages", "space", "free_space", "extended")
        ),
    )


def _windows_memory() -> Memory | None:
    status = _MemoryStatus()
    status.length = ctypes.sizeof(status)
    library = getattr(ctypes, "windll", None)
    if library is None or not library.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)):
        return None
    return Memory(int(status.total), int(status.free))


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
