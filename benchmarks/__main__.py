"""Run every measurement and print its ratios: `make bench`, or `python -m benchmarks NAME ...`."""

import importlib
import sys
import time

PARTS = ("reader", "fuzz", "start", "window", "large", "sound", "gguf", "quiz")


def main() -> int:
    """Print what each part measures."""
    for name in sys.argv[1:] or PARTS:
        started = time.perf_counter()
        print(f"{name}:", flush=True)
        for what, value in importlib.import_module(f"benchmarks.bench_{name}").run().items():
            print(f"  {what:50} {value:8.2f}", flush=True)
        print(f"  ({time.perf_counter() - started:.0f} s)", flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
