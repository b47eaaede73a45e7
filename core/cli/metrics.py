"""`swaralipi metrics`: the paper's five measures of a tune, and ours."""

import json
from collections.abc import Sequence

from core.cli.output import write_out
from core.cli.parsing import parser, read_text
from core.metrics import METRICS_BY_NAME
from core.metrics.base import Measured
from core.metrics.compute import as_json, compute
from core.views.painting import PainterMaker

HELP = "measure a tune, alone or against a reference"


def run(argv: Sequence[str], painter: PainterMaker) -> int:  # noqa: ARG001
    """Print every metric; what cannot be measured is missing with its reason."""
    options = parser("metrics", HELP)
    options.add_argument("tune", help="the generated tune as ABC, or - for standard input")
    options.add_argument("--reference", help="the reference as ABC")
    options.add_argument("--json", action="store_true", help="print one JSON object")
    args = options.parse_args(argv)
    reference = read_text(args.reference) if args.reference else None
    found = compute(read_text(args.tune), reference)
    if args.json:
        text = json.dumps(as_json(found), ensure_ascii=False, indent=2) + "\n"
    else:
        text = "".join(_line(name, one) for name, one in found.items())
    write_out(None, text.encode())
    return 0


def _line(name: str, one: Measured) -> str:
    value = f"missing: {one.missing}" if one.value is None else f"{one.value:.4f}"
    return f"{METRICS_BY_NAME[name].title:18} {value}\n"
