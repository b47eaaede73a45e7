"""What `make run` starts: the main job. Until there is a window, that is the demo, with a display or without."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main() -> int:
    """Run the demo into build/demo."""
    os.chdir(ROOT)
    if sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        print("The window is not built yet; this runs the main job without it.", flush=True)
    from gui.app import main as swaralipi

    sys.argv = ["swaralipi", "demo", "--out", str(Path("build") / "demo")]
    return swaralipi()


if __name__ == "__main__":
    raise SystemExit(main())
