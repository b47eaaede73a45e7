"""What `make run` starts: the window where there is a display, else the main job headless, into build/demo."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))


def main() -> int:
    """Open the window, or run the demo."""
    os.chdir(ROOT)
    from gui.app import main as swaralipi

    if sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        sys.argv = ["swaralipi"]
    else:
        print("There is no display, so the main job runs without the window.", flush=True)
        sys.argv = ["swaralipi", "demo", "--out", str(Path("build") / "demo")]
    return swaralipi()


if __name__ == "__main__":
    raise SystemExit(main())
