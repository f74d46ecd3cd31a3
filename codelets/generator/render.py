"""Templates of a target, and the files that they make of a kernel."""

import importlib.util
from pathlib import Path

import jinja2

from .emit_c import PRECISIONS, Emitter
from .kernel import turned
from .tidy import tidy

CODELETS = Path(__file__).resolve().parent.parent


def load_target(name):
    """targets/NAME/target.py, which lists the target's strategies."""
    path = CODELETS / "targets" / name / "target.py"
    spec = importlib.util.spec_from_file_location(f"ria_target_{name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def targets():
    """Names of all targets, cpu first: the first implementation is the serial reference."""
    names = [p.parent.name for p in (CODELETS / "targets").glob("*/target.py")]
    return sorted(names, key=lambda n: (n != "cpu", n))


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def indented(lines, by=2):
    return "\n".join(" " * by + line for line in lines)


def environment(folders):
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader([str(f) for f in folders]), trim_blocks=True,
        lstrip_blocks=True, keep_trailing_newline=True, undefined=jinja2.StrictUndefined)
    env.globals.update(turned=turned)
    env.filters.update(quoted=quoted, indented=indented)
    return env


def outputs(name, kind):
    """[(file, compiled how)] that make() writes for a kernel: "header", "plain" (as the rest of
    ria), "reference" (not vectorised) or "fast"."""
    files = [(f"{name}.c", "plain"), (f"{name}_oracle.c", "oracle")]
    for target in targets():
        for strategy in load_target(target).STRATEGIES.get(kind, []):
            how = "reference" if strategy["name"] == "reference" else "fast"
            for precision in PRECISIONS:
                files.append((f"{name}_{target}_{strategy['name']}_{precision}.c", how))
        for precision in PRECISIONS:
            files.append((f"{name}_{target}_{precision}.h", "header"))
    return files


def make(kernel, definition_path):
    """{file: text} of a kernel."""
    made, implementations = {}, []
    shared = {"kernel": kernel, "d": kernel.definition, "precisions": list(PRECISIONS),
              "definition_path": definition_path}
    for target in targets():
        module = load_target(target)
        env = environment([CODELETS / "targets" / target, CODELETS / "generator" / "templates"])
        for precision, (real, suffix) in PRECISIONS.items():
            emitter = Emitter(kernel, precision)
            context = dict(shared, target=target, precision=precision, real=real, suffix=suffix,
                           emitter=emitter, words=module.Words(kernel, emitter),
                           header=f"{kernel.name}_{target}_{precision}.h")
            made[context["header"]] = env.get_template(f"{kernel.kind}/bodies.h.j2").render(context)
            for strategy in module.STRATEGIES[kernel.kind]:
                stem = f"{kernel.name}_{target}_{strategy['name']}_{precision}"
                template = env.get_template(f"{kernel.kind}/{strategy['name']}.c.j2")
                made[stem + ".c"] = template.render(context, strategy=strategy, stem=stem)
        implementations += [dict({"scratch": False}, **s, target=target) for s in module.STRATEGIES[kernel.kind]]
    env = environment([CODELETS / "generator" / "templates"])
    for file, template in ((f"{kernel.name}.c", "descriptor.c.j2"),
                           (f"{kernel.name}_oracle.c", "oracle.c.j2")):
        made[file] = env.get_template(template).render(
            shared, implementations=implementations,
            costs=[kernel.cost(s) for s in kernel.variants])
    return {file: tidy(text) for file, text in made.items()}
