"""Writes a header with what the kernels of a definition cost, as the generator counts it, with every switch off; they
must all cost the same. To be run where the generator lies: cost.py DEFINITION HEADER NAME"""

import sys
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path.cwd()))
from generator.kernel import read_kernels  # noqa: E402

definition, header, name = sys.argv[1:]
costs = [kernel.cost(0) for kernel in read_kernels(Path(definition))]
if any(other != costs[0] for other in costs):
    sys.exit(f"{definition}: its kernels do not cost the same, but {name} is one cost")
total, reads, writes = costs[0]
fields = ", ".join(f".{field} = {number}" for field, number in
                   (asdict(total) | {"reads": reads, "writes": writes}).items())
Path(header).write_text(f"/* Made by cost.py. */\n#include <ria/kernel.h>\n\n"
                        f"static const ria_cost {name} = {{{fields}}};\n")
