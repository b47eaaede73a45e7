"""What the machine has is read from where each system tells it."""

import os

from core.llm import machine


def files(root, table):
    for name, text in table.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def test_this_machine_tells_its_memory_and_cores():
    memory = machine.memory()
    assert memory is None or 0 < memory.free <= memory.total
    assert 1 <= machine.physical_cores() <= (os.cpu_count() or 1)


def test_memory_is_the_container_s_where_that_is_less(tmp_path):
    files(tmp_path, {"proc/meminfo": "MemTotal: 16000 kB\nMemFree: 1 kB\nMemAvailable: 8000 kB\n"})
    assert machine._linux_memory(tmp_path) == machine.Memory(16000 * 1024, 8000 * 1024)
    group = {"memory.max": "4000\n", "memory.current": "3000\n", "memory.stat": "file 9\ninactive_file 500\n"}
    files(tmp_path / "sys/fs/cgroup", group)
    assert machine._linux_memory(tmp_path) == machine.Memory(4000, 1500)
    files(tmp_path / "sys/fs/cgroup", {"memory.max": "max\n"})
    assert machine._linux_memory(tmp_path) == machine.Memory(16000 * 1024, 8000 * 1024)


def test_without_a_table_of_memory_nothing_is_claimed(tmp_path):
    assert machine._linux_memory(tmp_path) is None


def test_hyper_threads_of_one_core_count_once(tmp_path):
    for number in range(4):
        siblings = f"{number % 2},{number % 2 + 2}\n"
        files(tmp_path, {f"sys/devices/system/cpu/cpu{number}/topology/thread_siblings_list": siblings})
    assert machine._linux_cores({0, 1, 2, 3}, tmp_path) == 2
    assert machine._linux_cores({0, 2}, tmp_path) == 1
    assert machine._linux_cores({7}, tmp_path) == 1


def test_a_container_s_share_of_the_processor_counts(tmp_path):
    assert machine._linux_quota(tmp_path) == 0
    files(tmp_path, {"sys/fs/cgroup/cpu.max": "150000 100000\n"})
    assert machine._linux_quota(tmp_path) == 2
    files(tmp_path, {"sys/fs/cgroup/cpu.max": "max 100000\n"})
    assert machine._linux_quota(tmp_path) == 0
