"""Solves a Gordian model with OR-Tools CP-SAT, translated constraint by constraint.

    python3 cpsat.py MODEL.json     solves, and proves or refutes that the answer is unique
    python3 cpsat.py --serve        answers the benchmark's requests, one JSON line each
    python3 cpsat.py MODEL.json --seconds N
                                    finds a solution, the best one if there is a goal, for the benchmark `models`

The translation follows what a CP-SAT user would write for the same naive model: integer variables
with their domains, `add_all_different`, `add_modulo_equality`, and one Boolean for each nested
comparison (shared between its occurrences), reified by `only_enforce_if` in the required directions
only, which is faster here than full reification. No code of Gordian's compiler is used. Operations
that the models of the comparison do not use are errors.

Measured: user, system and wall time of `CpSolver.solve` (presolve and search) with one worker.
Reading the JSON and building the model in Python are excluded. There are three tasks: "first" is one
solve; "unique" adds a second solve of the model with the first answer forbidden; "listed" proves
uniqueness by one solve that enumerates all solutions (`enumerate_all_solutions`), on a model in which
every Boolean is fully reified, so that no Boolean is free.
"""

import argparse
import itertools
import json
import platform
import resource
import sys
import time

import ortools
from ortools.sat.python import cp_model

SCHEMA = 1
COMPARISONS = {"eq", "ne", "lt", "le", "gt", "ge"}
SIGNS = {"+": "add", "*": "mul", "=": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
CONDITIONS = COMPARISONS | {"not", "and", "or", "implies"}

# The direction in which a Boolean is bound to its condition.
SUFFICIENT, NECESSARY, BOTH = "sufficient", "necessary", "both"
OPPOSITE = {SUFFICIENT: NECESSARY, NECESSARY: SUFFICIENT, BOTH: BOTH}


class NotTranslated(Exception):
    """An operation that the translation does not support."""


class Number:
    """A linear expression with its bounds."""

    def __init__(self, expression, low, high):
        self.expression, self.low, self.high = expression, low, high


class Translation:
    """A Gordian model as a CP-SAT model.

    With `both_ways`, every Boolean is bound to its condition in both directions.
    """

    def __init__(self, document, both_ways=False):
        if document.get("schema") != SCHEMA:
            raise NotTranslated(f"schema {document.get('schema')}, not {SCHEMA}")
        self.model = cp_model.CpModel()
        self.both_ways = both_ways
        self.variables = {}
        self.bounds = {}
        self.shared = []
        self.numbers = {}
        self.booleans = {}
        self.bound = set()
        for entry in document["variables"]:
            self.add_variable(entry["name"], entry["domain"])
        for expression in document.get("shared", []):
            self.shared.append(self.resolve(expression))
        for constraint in document.get("constraints", []):
            self.require(self.resolve(constraint["require"]))
        self.answer = document.get("answer") or list(self.variables)
        self.goal = document.get("goal")
        if self.goal is not None:
            self.set_goal(self.goal)

    def set_goal(self, goal):
        ((name, objective),) = goal.items()
        direction, _, extreme = name.partition("_")
        minimise = direction == "minimise"
        if extreme:
            if (minimise, extreme) not in ((True, "maximum"), (False, "minimum")):
                raise NotTranslated(f"`{name}`")
            items = [self.number(self.resolve(item)) for item in objective]
        else:
            expression = self.resolve(objective)
            head = expression[0] if isinstance(expression, tuple) else None
            if (minimise, head) in ((True, "max"), (False, "min")):
                items = [self.number(item) for item in expression[1:]]
            else:
                items = [self.number(expression)]
        if len(items) == 1:
            total = items[0].expression
        else:
            total = self.model.new_int_var(min(i.low for i in items), max(i.high for i in items), "")
            for item in items:
                bounded = item.expression <= total if minimise else item.expression >= total
                self.model.add(bounded)
        if minimise:
            self.model.minimize(total)
        else:
            self.model.maximize(total)

    def add_variable(self, name, domain):
        if domain == "boolean":
            domain = [0, 1]
        if isinstance(domain, list):
            variable = self.model.new_int_var(domain[0], domain[1], name)
            self.bounds[name] = tuple(domain)
        else:
            ranges = domain.get("ranges") or [[value, value] for value in domain["values"]]
            ranges = cp_model.Domain.from_intervals(ranges)
            variable = self.model.new_int_var_from_domain(ranges, name)
            self.bounds[name] = (ranges.min(), ranges.max())
        self.variables[name] = variable

    def resolve(self, expression):
        """Returns an expression as nested tuples, with references resolved and operator names unified."""
        if isinstance(expression, dict):
            return self.shared[expression["shared"]]
        if not isinstance(expression, list):
            return expression
        name, *operands = expression
        name = "neg" if name == "-" and len(operands) == 1 else SIGNS.get(name, name)
        operands = tuple(map(self.resolve, operands))
        if name in ("sub", "-"):
            return ("add", operands[0], ("neg", operands[1]))
        # Nested conjunctions, disjunctions and sums are flattened.
        if name in ("and", "or", "add"):
            parts = [o[1:] if isinstance(o, tuple) and o[0] == name else (o,) for o in operands]
            operands = tuple(itertools.chain.from_iterable(parts))
        return (name, *operands)

    # Root constraints.

    def require(self, condition, when=()):
        """Posts a condition that holds if the literals `when` are true."""
        name, *operands = condition if isinstance(condition, tuple) else ("", condition)
        if name == "and":
            for operand in operands:
                self.require(operand, when)
        elif name == "implies":
            self.require(operands[1], (*when, self.literal(operands[0], NECESSARY)))
        elif name in COMPARISONS:
            self.compare(name, *operands, when)
        elif name == "circuit" and not when:
            nodes = range(len(operands))
            arcs = []
            for node in nodes:
                successor = self.number(operands[node]).expression
                for other in nodes:
                    arc = self.model.new_bool_var("")
                    self.model.add(successor == other).only_enforce_if(arc)
                    self.model.add(successor != other).only_enforce_if(~arc)
                    # A node that is its own successor is left out of the circuit.
                    if node == other:
                        self.model.add(arc == 0)
                    else:
                        arcs.append((node, other, arc))
            self.model.add_circuit(arcs)
        elif name == "all_different" and not when:
            self.model.add_all_different([self.number(o).expression for o in operands])
        elif name == "or":
            literals = [self.literal(operand, SUFFICIENT) for operand in operands]
            self.model.add_bool_or(literals).only_enforce_if(*when)
        else:
            literal = self.literal(condition, SUFFICIENT)
            self.model.add_bool_or([literal]).only_enforce_if(*when)

    def compare(self, name, left, right, when):
        # A remainder on one side needs no auxiliary variable.
        for side, other in ((left, right), (right, left)):
            if name == "eq" and not when and isinstance(side, tuple) and side[0] == "rem":
                return self.model.add_modulo_equality(
                    self.number(other).expression, self.dividend(side), side[2]
                )
        left, right = self.number(left).expression, self.number(right).expression
        relation = {
            "eq": lambda: left == right,
            "ne": lambda: left != right,
            "lt": lambda: left < right,
            "le": lambda: left <= right,
            "gt": lambda: left > right,
            "ge": lambda: left >= right,
        }[name]()
        return self.model.add(relation).only_enforce_if(*when)

    # Expressions.

    def literal(self, condition, need):
        """Returns the Boolean of a condition, always the same one.

        With `need` SUFFICIENT, the Boolean implies the condition; with NECESSARY, the condition
        implies the Boolean; BOTH is both.
        """
        if isinstance(condition, str):
            if self.bounds[condition] != (0, 1):
                raise NotTranslated(f"`{condition}` as a condition: it is not Boolean")
            return self.variables[condition]
        if not isinstance(condition, tuple):
            if condition not in (0, 1):
                raise NotTranslated(f"{condition} as a condition")
            return self.model.new_constant(condition)
        name, *operands = condition
        if name == "not":
            return self.literal(operands[0], OPPOSITE[need]).negated()
        if name == "implies":
            return self.literal(("or", ("not", operands[0]), operands[1]), need)
        if name in ("ne", "gt", "ge"):
            kept = {"ne": "eq", "gt": "le", "ge": "lt"}[name]
            return self.literal((kept, *operands), OPPOSITE[need]).negated()
        if name in ("and", "or") and len(operands) == 1:
            return self.literal(operands[0], need)
        if name not in CONDITIONS:
            raise NotTranslated(f"`{name}` as a condition")
        if condition not in self.booleans:
            self.booleans[condition] = self.model.new_bool_var("")
        boolean = self.booleans[condition]
        need = BOTH if self.both_ways else need
        for direction in (SUFFICIENT, NECESSARY):
            if need in (direction, BOTH) and (condition, direction) not in self.bound:
                self.bound.add((condition, direction))
                self.bind(boolean, name, operands, direction)
        return boolean

    def bind(self, boolean, name, operands, direction):
        """Posts one direction of the reification of a condition."""
        if name in ("and", "or"):
            literals = [self.literal(operand, direction) for operand in operands]
            if direction == NECESSARY:
                literals = [literal.negated() for literal in literals]
            all_of = (name == "and") == (direction == SUFFICIENT)
            constraint = self.model.add_bool_and if all_of else self.model.add_bool_or
            constraint(literals).only_enforce_if(boolean if direction == SUFFICIENT else ~boolean)
        elif direction == SUFFICIENT:
            self.compare(name, *operands, (boolean,))
        else:
            opposite = {"eq": "ne", "lt": "ge", "le": "gt"}[name]
            self.compare(opposite, *operands, (~boolean,))

    def number(self, expression):
        """Returns an expression in linear form, with new variables for nonlinear parts."""
        if isinstance(expression, int):
            return Number(expression, expression, expression)
        if isinstance(expression, str):
            return Number(self.variables[expression], *self.bounds[expression])
        name, *operands = expression
        if name == "add":
            parts = [self.number(operand) for operand in operands]
            total = sum(part.expression for part in parts)
            return Number(total, sum(p.low for p in parts), sum(p.high for p in parts))
        if name == "neg":
            part = self.number(operands[0])
            return Number(-part.expression, -part.high, -part.low)
        if name == "mul":
            return self.product(operands)
        if name in CONDITIONS:
            return Number(self.literal(expression, BOTH), 0, 1)
        if expression not in self.numbers:
            self.numbers[expression] = self.new_number(expression, name, operands)
        return self.numbers[expression]

    def product(self, operands):
        factor, rest = 1, None
        for operand in operands:
            if isinstance(operand, int):
                factor *= operand
            elif rest is None:
                rest = self.number(operand)
            else:
                rest = self.product_of(rest, self.number(operand))
        if rest is None:
            return Number(factor, factor, factor)
        ends = (factor * rest.low, factor * rest.high)
        return Number(factor * rest.expression, min(ends), max(ends))

    def product_of(self, left, right):
        ends = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
        value = self.model.new_int_var(min(ends), max(ends), "")
        self.model.add_multiplication_equality(value, [left.expression, right.expression])
        return Number(value, min(ends), max(ends))

    def new_number(self, expression, name, operands):
        if name == "element":
            items = [self.number(item) for item in operands[0]]
            low, high = min(item.low for item in items), max(item.high for item in items)
            value = self.model.new_int_var(low, high, "")
            index = self.number(operands[1]).expression
            self.model.add_element(index, [item.expression for item in items], value)
            return Number(value, low, high)
        if name == "abs":
            number = self.number(operands[0])
            high = max(abs(number.low), abs(number.high))
            value = self.model.new_int_var(0, high, "")
            self.model.add_abs_equality(value, number.expression)
            return Number(value, 0, high)
        if name == "pow" and operands[1] == 2:
            number = self.number(operands[0])
            high = max(number.low**2, number.high**2)
            value = self.model.new_int_var(0, high, "")
            self.model.add_multiplication_equality(value, [number.expression, number.expression])
            return Number(value, 0, high)
        if name == "rem":
            remainder = self.model.new_int_var(0, operands[1] - 1, "")
            self.model.add_modulo_equality(remainder, self.dividend(expression), operands[1])
            return Number(remainder, 0, operands[1] - 1)
        if name == "if":
            then, otherwise = self.number(operands[1]), self.number(operands[2])
            low, high = min(then.low, otherwise.low), max(then.high, otherwise.high)
            condition = self.literal(operands[0], BOTH)
            value = self.model.new_int_var(low, high, "")
            self.model.add(value == then.expression).only_enforce_if(condition)
            self.model.add(value == otherwise.expression).only_enforce_if(condition.negated())
            return Number(value, low, high)
        raise NotTranslated(f"`{name}`")

    def dividend(self, remainder):
        """Returns the dividend as a variable or an affine expression of one, as CP-SAT wants it."""
        _, dividend, divisor = remainder
        number = self.number(dividend)
        if not isinstance(divisor, int) or divisor <= 0 or number.low < 0:
            # CP-SAT's remainder has the sign of the dividend; Gordian's is never negative.
            raise NotTranslated("a remainder of negative numbers or by a variable")
        terms = dividend[1:] if isinstance(dividend, tuple) and dividend[0] == "add" else [dividend]
        if sum(not isinstance(term, int) for term in terms) <= 1:
            return number.expression
        total = self.model.new_int_var(number.low, number.high, "")
        self.model.add(total == number.expression)
        return total

    # Answers.

    def values(self, solver):
        return {name: solver.value(variable) for name, variable in self.variables.items()}

    def forbid(self, values):
        """Forbids an answer: at least one answer variable differs."""
        differs = []
        for name in self.answer:
            literal = self.model.new_bool_var("")
            self.model.add(self.variables[name] != values[name]).only_enforce_if(literal)
            differs.append(literal)
        self.model.add_bool_or(differs)


def new_solver(seed):
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = seed
    return solver


class Clock:
    """Accumulates the time between `start` and `stop`."""

    def __init__(self):
        self.user = self.system = self.wall = 0.0

    def now(self):
        usage = resource.getrusage(resource.RUSAGE_SELF)
        return usage.ru_utime, usage.ru_stime, time.perf_counter()

    def start(self):
        self.started = self.now()

    def stop(self):
        user, system, wall = self.now()
        self.user += user - self.started[0]
        self.system += system - self.started[1]
        self.wall += wall - self.started[2]


class Answers(cp_model.CpSolverSolutionCallback):
    """Collects the distinct answers among the solutions."""

    def __init__(self, translation):
        super().__init__()
        self.translation, self.answers, self.last = translation, set(), None

    def on_solution_callback(self):
        variables = self.translation.variables
        self.answers.add(tuple(self.value(variables[name]) for name in self.translation.answer))
        self.last = {name: self.value(variable) for name, variable in variables.items()}


def run(document, task, repetitions, seed, known=None):
    """Solves `repetitions` times; returns the mean cost and the result.

    `known` holds the values of the first answer, from an earlier run; the task "unique" needs them.
    """
    models = []
    for _ in range(repetitions):
        first = Translation(document, both_ways=task == "listed")
        second = None
        if task == "unique":
            second = Translation(document)
            second.forbid(known)
        models.append((first, second))
    clock = Clock()
    clock.start()
    for first, second in models:
        solver, callback = new_solver(seed), None
        if task == "listed":
            solver.parameters.enumerate_all_solutions = True
            callback = Answers(first)
        status = solver.solve(first.model, callback)
        last = None if second is None else new_solver(seed).solve(second.model)
    clock.stop()
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE):
        raise RuntimeError(f"CP-SAT stopped with {solver.status_name(status)}")
    if task == "listed":
        values, unique = callback.last, len(callback.answers) == 1
    else:
        values = None if status == cp_model.INFEASIBLE else first.values(solver)
        unique = None if last is None else last == cp_model.INFEASIBLE
    return {
        "user": clock.user / repetitions,
        "system": clock.system / repetitions,
        "wall": clock.wall / repetitions,
        "values": values,
        "unique": unique,
    }


def serve():
    """Answers requests until the end of the input."""
    documents, known = {}, {}
    for line in sys.stdin:
        request = json.loads(line)
        if request["task"] == "about":
            about = f"OR-Tools CP-SAT {ortools.__version__}, 1 worker, Python {platform.python_version()}"
            reply = {"about": about}
        else:
            path, seed = request["model"], request["seed"]
            if path not in documents:
                with open(path, encoding="utf-8") as file:
                    documents[path] = json.load(file)
            task, document = request["task"], documents[path]
            if task == "unique" and (path, seed) not in known:
                known[path, seed] = run(document, "first", 1, seed)["values"]
            reply = run(document, task, request["repetitions"], seed, known.get((path, seed)))
        print(json.dumps(reply), flush=True)


def optimise(document, seconds, seed):
    """Finds a solution, the best one if there is a goal; prints the outcome and the user seconds as JSON."""
    translation = Translation(document)
    solver = new_solver(seed)
    solver.parameters.max_time_in_seconds = seconds
    clock = Clock()
    clock.start()
    status = solver.solve(translation.model)
    clock.stop()
    has_goal = translation.goal is not None
    outcome = {
        cp_model.OPTIMAL: "optimal" if has_goal else "solved",
        cp_model.FEASIBLE: "feasible" if has_goal else "solved",
        cp_model.INFEASIBLE: "infeasible",
    }.get(status, "stopped")
    is_found = has_goal and status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    objective = round(solver.objective_value) if is_found else None
    print(json.dumps({"outcome": outcome, "objective": objective, "user": clock.user}))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("model", nargs="?", help="a model as JSON")
    parser.add_argument("--serve", action="store_true", help="answer the benchmark's requests")
    parser.add_argument("--seconds", type=float, help="find one solution, the best one if there is a goal")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    if arguments.serve:
        return serve()
    if arguments.model is None:
        parser.error("the argument MODEL is missing")
    with open(arguments.model, encoding="utf-8") as file:
        document = json.load(file)
    if arguments.seconds is not None:
        return optimise(document, arguments.seconds, arguments.seed)
    if "goal" in document:
        raise NotTranslated("a goal without `--seconds`")
    first = run(document, "first", 1, arguments.seed)
    if first["values"] is None:
        return print("no answer")
    unique = run(document, "unique", 1, arguments.seed, first["values"])
    for name in document.get("answer") or first["values"]:
        print(f"{name} = {first['values'][name]}")
    listed = run(document, "listed", 1, arguments.seed)
    print("unique" if unique["unique"] else "not unique")
    for what, result in (("first answer", first), ("proved", unique), ("listed", listed)):
        print(f"{what}: {1000 * result['user']:.1f} ms user, {1000 * result['wall']:.1f} ms wall")
    return None


if __name__ == "__main__":
    try:
        sys.exit(main())
    except NotTranslated as what:
        sys.exit(f"cpsat.py: not translated: {what}")
