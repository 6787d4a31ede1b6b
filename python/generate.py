"""Writes the modules of the operations: `gordian/sudoku.py` and its neighbours.

Run it with an installed `gordian`, after a change of an operation: `python generate.py`. A test
compares the modules with what it would write.
"""

from __future__ import annotations

import json
import keyword
import re
import textwrap
from pathlib import Path
from typing import Any

from gordian import _gordian
from gordian._answer import CLASSES, Answer

FOLDER = Path(__file__).parent / "gordian"

# The documentation of each module, and what it has besides operations.
MODULES = {
    "_puzzles": ("Puzzles and models of any kind.", [], []),
    "sudoku": (
        "Sudoku: reading, hints, explanations, ratings, generation, batches.",
        [
            "from gordian._batch import Batch, rate_many, solve_many",
            "from gordian._puzzles import solve",
        ],
        ["Batch", "rate_many", "solve", "solve_many"],
    ),
    "pencil": ("Pencil puzzles, such as Nurikabe and Slitherlink.", [], []),
    "square1": ("The Square-1: shortest solutions, distances, scrambles.", [], []),
    "cube": ("The 3×3×3: solutions, scrambles.", [], []),
    "perm": ("Permutation puzzles with a name, or by a definition.", [], []),
}
# The names of the classes of answers.
ANSWERS = {"Answer", *(it.__name__ for it in CLASSES.values())}


def main() -> None:
    for name, text in modules().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


def modules() -> dict[str, str]:
    """Returns the texts of the modules by their file names."""
    operations = json.loads(_gordian.operations())
    functions: dict[str, list[tuple[str, str]]] = {name: [] for name in MODULES}
    for operation in operations:
        module, name = module_of(operation["name"])
        functions[module].append((name, function(name, operation)))
    texts = {}
    for module, (summary, imports, others) in MODULES.items():
        names = sorted([*others, *(name for name, _ in functions[module])])
        body = "\n\n\n".join(text for _, text in functions[module])
        typing = [name for name in ("Any", "Literal") if re.search(rf"\b{name}\b", body)]
        classes = sorted(name for name in ANSWERS if f"-> {name}:" in body)
        used = [f"from gordian._answer import {', '.join(classes)}"]
        lines = [
            f'"""{summary}"""',
            "",
            "# Written by generate.py from the schemas of the operations.",
            "",
            "from __future__ import annotations",
            "",
            *([f"from typing import {', '.join(typing)}", ""] if typing else []),
            *sorted([*used, *imports, "from gordian.requests import request"]),
            "",
            wrapped_list("__all__", names),
            "",
            "",
            body,
            "",
        ]
        texts[f"{module}.py"] = "\n".join(lines)
    return texts


def module_of(operation: str) -> tuple[str, str]:
    """Returns the module and the function of an operation: `sudoku/hint` is `sudoku.hint`."""
    module, _, name = operation.rpartition("/")
    return module or "_puzzles", name.replace("-", "_")


def wrapped_list(name: str, items: list[str]) -> str:
    line = f"{name} = [{', '.join(json.dumps(item) for item in items)}]"
    if len(line) <= 100:
        return line
    return "\n".join([f"{name} = [", *(f"    {json.dumps(item)}," for item in items), "]"])


def function(name: str, operation: dict[str, Any]) -> str:
    """Returns the function of an operation."""
    schema = operation["input"]
    fields = schema.get("properties", {})
    required = schema.get("required", [])
    parameters = [f"{parameter(field)}: {kind(fields[field], schema)}" for field in required]
    optional = [field for field in fields if field not in required]
    if optional:
        parameters.append("*")
    for field in optional:
        hint = kind(fields[field], schema)
        hint = hint if hint == "Any" or hint.endswith("| None") else f"{hint} | None"
        parameters.append(f"{parameter(field)}: {hint} = None")
    answer = CLASSES.get(operation["name"], Answer).__name__
    head = f"def {name}({', '.join(parameters)}) -> {answer}:"
    if len(head) > 100:
        inner = "".join(f"    {it},\n" for it in parameters)
        head = f"def {name}(\n{inner}) -> {answer}:"
    arguments = [json.dumps(operation["name"])]
    arguments += [f"{field}={field}" for field in fields if not keyword.iskeyword(field)]
    words = {field: parameter(field) for field in fields if keyword.iskeyword(field)}
    if words:
        inside = ", ".join(f"{json.dumps(field)}: {name}" for field, name in words.items())
        arguments.append(f"**{{{inside}}}")
    call = f"    return request({', '.join(arguments)})"
    if len(call) > 100:
        inner = "".join(f"        {it},\n" for it in arguments)
        call = f"    return request(\n{inner}    )"
    return f"{head}\n{documentation(operation, fields)}\n{call}"


def parameter(field: str) -> str:
    return f"{field}_" if keyword.iskeyword(field) else field


def documentation(operation: dict[str, Any], fields: dict[str, Any]) -> str:
    lines = textwrap.wrap(f'"""{plain(operation["summary"])}', 96)
    described = [
        (parameter(name), plain(field["description"]))
        for name, field in fields.items()
        if "description" in field
    ]
    if not described:
        if len(lines) == 1:
            return f'    {lines[0]}"""'
        return textwrap.indent("\n".join([*lines, '"""']), "    ")
    lines.append("")
    for name, text in described:
        lines += textwrap.wrap(f"{name}: {text}", 96, subsequent_indent="    ")
    lines.append('"""')
    return "\n".join(f"    {line}" if line else "" for line in lines)


def plain(text: str) -> str:
    return " ".join(text.split()).replace("\\", "\\\\")


def kind(field: Any, schema: dict[str, Any]) -> str:
    """Returns the type of a field."""
    if not isinstance(field, dict):
        return "Any"
    if "$ref" in field:
        target = schema["$defs"][field["$ref"].rpartition("/")[2]]
        return kind(target, schema)
    if "const" in field:
        return f"Literal[{field['const']!r}]".replace("'", '"')
    if "enum" in field:
        values = [value for value in field["enum"] if value is not None]
        return f"Literal[{', '.join(json.dumps(value) for value in values)}]"
    for key in ("anyOf", "oneOf"):
        if key in field:
            return union([kind(one, schema) for one in field[key]])
    if "allOf" in field and len(field["allOf"]) == 1:
        return kind(field["allOf"][0], schema)
    types = field.get("type")
    if isinstance(types, list):
        return union([kind({**field, "type": one}, schema) for one in types])
    if types == "array":
        return f"list[{kind(field.get('items', True), schema)}]"
    simple = {
        "string": "str",
        "integer": "int",
        "number": "float",
        "boolean": "bool",
        "null": "None",
        "object": "dict[str, Any]",
    }
    return simple.get(types, "Any")


def union(kinds: list[str]) -> str:
    """Returns the union of types, with one list of literals and `None` last."""
    literals: list[str] = []
    others: list[str] = []
    for one in kinds:
        if one.startswith("Literal["):
            literals += [item for item in one[8:-1].split(", ") if item not in literals]
        elif one not in others:
            others.append(one)
    if literals:
        others.insert(0, f"Literal[{', '.join(literals)}]")
    if "Any" in others:
        return "Any"
    if "None" in others:
        others = [one for one in others if one != "None"] + ["None"]
    return " | ".join(others)


if __name__ == "__main__":
    main()
