//! The faults: a list of replacements in the sources of the compiler.

/// The folder of the files of the faults, from the root of the repository.
pub(crate) const FOLDER: &str = "crates/gordian-compile/src";

/// A fault: a replacement in one file of the compiler.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fault {
    /// The name on the command line.
    pub(crate) name: &'static str,
    /// What is wrong, for the table.
    pub(crate) what: &'static str,
    /// The file in [`FOLDER`].
    pub(crate) file: &'static str,
    /// The text to be replaced, which occurs exactly once in the file.
    pub(crate) old: &'static str,
    pub(crate) new: &'static str,
}

/// All faults, in the order of the compiler: decomposition, intermediate form, presolve, encodings, lazy clauses,
/// search.
pub(crate) const FAULTS: &[Fault] = &[
    // Decomposition of global constraints.
    Fault {
        name: "global-cardinality",
        what: "global cardinality: a value may occur more often than its count",
        file: "decompose.rs",
        old: "count(value).eq(n)",
        new: "count(value).ge(n)",
    },
    Fault {
        name: "lexicographic",
        what: "lexicographic order: equal lists are never in order",
        file: "decompose.rs",
        old: "i64::from(how.holds(&left.len(), &right.len()))",
        new: "i64::from(strict.holds(&left.len(), &right.len()))",
    },
    Fault {
        name: "circuit",
        what: "circuit: one step too few is followed",
        file: "decompose.rs",
        old: "for _ in 1..successors.len() {",
        new: "for _ in 2..successors.len() {",
    },
    Fault {
        name: "subcircuit",
        what: "subcircuit: the first position may be reached one step later only",
        file: "decompose.rs",
        old: "n_visited.le(n_steps)",
        new: "n_visited.lt(n_steps)",
    },
    Fault {
        name: "inverse",
        what: "inverse lists: the positions of one list begin at 1",
        file: "decompose.rs",
        old: "for (j, back) in (0..).zip(second) {",
        new: "for (j, back) in (1..).zip(second) {",
    },
    Fault {
        name: "cumulative",
        what: "cumulative: a task still needs its demand at its end",
        file: "decompose.rs",
        old: "ends[other].gt(time)",
        new: "ends[other].ge(time)",
    },
    Fault {
        name: "disjunctive",
        what: "disjunctive: a task may not begin when another one ends",
        file: "decompose.rs",
        old: "ends[task].le(&starts[other]),",
        new: "ends[task].lt(&starts[other]),",
    },
    Fault {
        name: "degrees",
        what: "single cycle, path: every vertex must be visited",
        file: "decompose.rs",
        old: "Domain::from_values([0, 2])",
        new: "Domain::from_values([2])",
    },
    // Lowering.
    Fault {
        name: "less",
        what: "`<` is compiled as `≤`",
        file: "ir/lower.rs",
        old: "Comparison::Lt => !arena.le_views(b, a),",
        new: "Comparison::Lt => arena.le_views(a, b),",
    },
    Fault {
        name: "sos2",
        what: "two adjacent values other than zero exclude each other",
        file: "ir/lower.rs",
        old: "non_zero.iter().skip(position + 2)",
        new: "non_zero.iter().skip(position + 1)",
    },
    Fault {
        name: "element-index",
        what: "element: the index may be the length of the list",
        file: "ir/lower.rs",
        old: "arena.in_ranges(index, &[(0, last)])",
        new: "arena.in_ranges(index, &[(0, last + 1)])",
    },
    // Intermediate form: numbers.
    Fault {
        name: "wrapped-products",
        what: "products wrap at 64 bits (the old width fault)",
        file: "wide.rs",
        old: "self.0.checked_mul(other).map_or_else(|| overflow(self.0.saturating_mul(other)), Self)",
        new: "Self(i128::from((self.0 as i64).wrapping_mul(other as i64)))",
    },
    Fault {
        name: "wrapped-sums",
        what: "bounds of sums wrap at 64 bits",
        file: "ir/domain.rs",
        old: "let upper = self.max().checked_add(other.max())?;",
        new: "let upper = self.max().wrapping_add(other.max());",
    },
    Fault {
        name: "product-bounds",
        what: "bounds of a product: only two of the four corners",
        file: "wide.rs",
        old: "            self.min * other.max,\n            self.max * other.min,\n",
        new: "",
    },
    Fault {
        name: "square-bounds",
        what: "bounds of a square: the product of the bounds",
        file: "ir/unary.rs",
        old: "Unary::PowConst(2) => Bounds::new(0, reach * reach),",
        new: "Unary::PowConst(2) => Bounds::new(0, WideInt::from(lower).abs() * upper),",
    },
    Fault {
        name: "remainder-bounds",
        what: "bounds of a remainder: two below the divisor",
        file: "ir/unary.rs",
        old: "let most = (reach - 1).max(WideInt::ZERO);",
        new: "let most = (reach - 2).max(WideInt::ZERO);",
    },
    Fault {
        name: "quotient-bounds",
        what: "bounds of a quotient: not negative",
        file: "encode/bit_arithmetic.rs",
        old: "_ => Bounds::new(-reach_a, reach_a),",
        new: "_ => Bounds::new(0, reach_a),",
    },
    Fault {
        name: "division-by-zero",
        what: "quotients and remainders by zero are defined",
        file: "ir/binary.rs",
        old: "Binary::Div | Binary::Rem => !self.eq_const(b, 0),",
        new: "Binary::Div | Binary::Rem => BoolRef::TRUE,",
    },
    Fault {
        name: "power",
        what: "powers by squaring: the wrong digit of the exponent is tested",
        file: "ir/unary.rs",
        old: "                return match k & 1 {\n                    0 => square,",
        new: "                return match k & 2 {\n                    0 => square,",
    },
    Fault {
        name: "floor-power",
        what: "greatest power not above: the next power counts to both cases",
        file: "ir/unary.rs",
        old: "WideInt::from(power) * base - 1);",
        new: "WideInt::from(power) * base);",
    },
    Fault {
        name: "linear-table",
        what: "a table whose first two entries lie on a line is taken as linear",
        file: "ir/unary.rs",
        old: "if list.iter().all(on_line)",
        new: "if list.iter().take(2).all(on_line)",
    },
    Fault {
        name: "residue",
        what: "remainder of a sum: the constant is forgotten",
        file: "ir/unary.rs",
        old: "IntRef::constant(sum.offset.rem_euclid(modulus))",
        new: "IntRef::constant(0)",
    },
    Fault {
        name: "minimum",
        what: "minimum: a constant that equals the least upper bound is dropped",
        file: "ir/list.rs",
        old: "bound.0 < ceiling || Some(*position) == keeper",
        new: "bound.0 < ceiling || (views.len() < 2 && Some(*position) == keeper)",
    },
    Fault {
        name: "conditional",
        what: "conditional of constants: the wrong constant is the start",
        file: "ir/list.rs",
        old: "rise * choice.offset + y);",
        new: "rise * choice.offset + x);",
    },
    Fault {
        name: "rank",
        what: "n-th smallest of wide numbers: equal numbers are counted twice",
        file: "ir/list.rs",
        old: "Ordering::Greater => !self.le_views(own, other),",
        new: "Ordering::Greater => self.le_views(other, own),",
    },
    Fault {
        name: "view-bound",
        what: "comparison of a negative view: rounded in the wrong direction",
        file: "ir/boolean.rs",
        old: "-rest.floor_div(wide::sub(0, view.factor)) - 1)",
        new: "-rest.floor_div(wide::sub(0, view.factor)))",
    },
    Fault {
        name: "range-end",
        what: "membership in a range: its last value is left out",
        file: "ir/boolean.rs",
        old: "after > 0 && value <= ranges[after - 1].1",
        new: "after > 0 && value < ranges[after - 1].1",
    },
    // Intermediate form: conditions.
    Fault {
        name: "nested-or",
        what: "a negated inner disjunction is merged as if it were not negated",
        file: "ir/boolean.rs",
        old: "if !condition.is_negated()\n                        && inner.len()",
        new: "if condition.is_negated()\n                        && inner.len()",
    },
    Fault {
        name: "xor-constant",
        what: "exclusive disjunction with true: the other operand is not negated",
        file: "ir/boolean.rs",
        old: "            !BoolRef::new(b)\n        } else {",
        new: "            BoolRef::new(b)\n        } else {",
    },
    Fault {
        name: "excluded-difference",
        what: "all-different: the sign of an excluded difference is wrong",
        file: "ir/arena.rs",
        old: "WideInt::from(offset_b) - offset_a",
        new: "WideInt::from(offset_a) - offset_b",
    },
    Fault {
        name: "conditional-equality",
        what: "equality of a conditional: the second operand also counts if the condition holds",
        file: "ir/boolean.rs",
        old: "let second = self.and([!condition, second]);",
        new: "let second = self.and([second]);",
    },
    // Presolve.
    Fault {
        name: "sum-bounds",
        what: "bounds of a term of a sum: its own least value is subtracted too",
        file: "presolve/deduce.rs",
        old: "(upper - (min - own_min)).min(own_max)",
        new: "(upper - min).min(own_max)",
    },
    Fault {
        name: "range-start",
        what: "`x > k` leaves k in the domain of a wide variable",
        file: "presolve/deduce.rs",
        old: "Some((wide::add(*bound, 1), upper))",
        new: "Some((*bound, upper))",
    },
    Fault {
        name: "removed-value",
        what: "`x ≠ k` for a wide variable counts as merged into its domain",
        file: "presolve/deduce.rs",
        old: "|| matches!(arena.op(node), Op::Le(..))\n                    || !negated;",
        new: "|| matches!(arena.op(node), Op::Le(..) | Op::Eq(..));",
    },
    Fault {
        name: "fixed-values",
        what: "all-different: a fixed value is also removed from the variable that has it",
        file: "presolve/deduce.rs",
        old: "Some(owner) => *owner == Some(position),",
        new: "Some(_) => false,",
    },
    Fault {
        name: "exactly-one",
        what: "a sum with negative weights counts as exactly one of several flags",
        file: "presolve/deduce.rs",
        old: "            if factor != 1 {\n                return None;",
        new: "            if factor.abs() != 1 {\n                return None;",
    },
    Fault {
        name: "at-most-one",
        what: "at most two of several flags counts as at most one",
        file: "presolve/deduce.rs",
        old: "&& *bound == 1\n",
        new: "&& matches!(*bound, 1 | 2)\n",
    },
    Fault {
        name: "alias-sign",
        what: "an equality of two variables is solved with the wrong sign",
        file: "presolve/deduce.rs",
        old: "factor_y.checked_mul(factor_x)?.checked_neg()?;",
        new: "factor_y.checked_mul(factor_x)?;",
    },
    Fault {
        name: "alias-domain",
        what: "the domain of a replaced variable is forgotten",
        file: "presolve/rebuild.rs",
        old: "    replaced.sort_unstable();\n",
        new: "    replaced.clear();\n",
    },
    Fault {
        name: "cases",
        what: "a case distinction counts as complete if one member of its group is covered",
        file: "presolve/cases.rs",
        old: "let covered = group.members.iter().all(|&member| {",
        new: "let covered = group.members.iter().any(|&member| {",
    },
    Fault {
        name: "permutation",
        what: "all-different: every value is taken, though there are more values than variables",
        file: "presolve/cases.rs",
        old: "if holders.len() == views.len() {",
        new: "if holders.len() >= views.len() {",
    },
    // Conditions as clauses.
    Fault {
        name: "polarity",
        what: "half-reification: the direction is not swapped under a negation",
        file: "encode/boolean.rs",
        old: "if negated { (implied, implies) } else { (implies, implied) };",
        new: "(implies, implied);",
    },
    Fault {
        name: "parity",
        what: "exclusive disjunction: one of the two clauses is missing",
        file: "encode/boolean.rs",
        old: "for (a, b) in [(a, b), (!a, !b)] {",
        new: "for (a, b) in [(a, b)] {",
    },
    Fault {
        name: "all-different-exact",
        what: "all-different: each value exactly once, though there is one more value",
        file: "encode/boolean.rs",
        old: "n_listed == views.len() && n_values == views.len();",
        new: "n_listed == views.len() && n_values <= views.len() + 1;",
    },
    Fault {
        name: "table-rows",
        what: "table: a row does not imply its values",
        file: "encode/boolean.rs",
        old: "                    self.add_clause(&[!row, value]);\n",
        new: "",
    },
    // Cardinalities and linear comparisons.
    Fault {
        name: "at-least",
        what: "at least k: one more than k is required",
        file: "encode/cardinality.rs",
        old: "self.post_at_most(prefix, &negated, wide::sub(n, k));",
        new: "self.post_at_most(prefix, &negated, wide::sub(n, k + 1));",
    },
    Fault {
        name: "at-most-one-pairs",
        what: "at most one, pairwise: pairs with the first literal are missing",
        file: "encode/cardinality.rs",
        old: "for &b in &lits[..position] {",
        new: "for &b in lits[..position].iter().skip(1) {",
    },
    Fault {
        name: "at-most-one-grid",
        what: "at most one, as a grid: at most one row is missing",
        file: "encode/cardinality.rs",
        old: "        self.at_most_one(prefix, &rows);\n",
        new: "",
    },
    Fault {
        name: "totalizer-upper",
        what: "partial sums: a sum that equals its upper bound is excluded",
        file: "encode/linear.rs",
        old: "b.values.partition_point(|&y| y <= rest);",
        new: "b.values.partition_point(|&y| y < rest);",
    },
    Fault {
        name: "totalizer-clamp",
        what: "partial sums: sums above the bound are clamped to the bound",
        file: "encode/linear.rs",
        old: "(Some(upper), _) => wide::add(wide::sub(upper, rest_min), 1),",
        new: "(Some(upper), _) => wide::sub(upper, rest_min),",
    },
    Fault {
        name: "totalizer-order",
        what: "totalizer: `≤` a value is `<` the value",
        file: "encode/linear.rs",
        old: "partition_point(|&reached| reached <= value);",
        new: "partition_point(|&reached| reached < value);",
    },
    Fault {
        name: "not-equal",
        what: "a sum that differs from a value may equal it",
        file: "encode/linear.rs",
        old: "Some(value - 1), None);",
        new: "Some(value), None);",
    },
    // Encodings of integers.
    Fault {
        name: "channelling",
        what: "order literals beside direct literals: values do not exclude lower ones",
        file: "encode/integer.rs",
        old: "            self.add_clause(&[!lit, !below]);\n",
        new: "",
    },
    Fault {
        name: "bound-of-direct",
        what: "`≤` as a disjunction of direct literals: one value too many is negated",
        file: "encode/integer.rs",
        old: "!self.or_lit(&direct[n_below..])",
        new: "!self.or_lit(&direct[n_below.saturating_sub(1)..])",
    },
    Fault {
        name: "element-position",
        what: "element: the positions of the list begin at 1",
        file: "encode/integer.rs",
        old: "(0_i64..).zip(list.iter())",
        new: "(1_i64..).zip(list.iter())",
    },
    Fault {
        name: "pairs",
        what: "operation by pairs of values: a pair without its second operand",
        file: "encode/integer.rs",
        old: "let position = values.binary_search(&result).expect(\"the domain covers all pairs\");\n                self.add_clause(&[!lit_x, !lit_y, direct[position]]);",
        new: "let position = values.binary_search(&result).expect(\"the domain covers all pairs\");\n                self.add_clause(&[!lit_x, direct[position]]);",
    },
    // Binary numbers.
    Fault {
        name: "sum-width",
        what: "sum of binary numbers: one digit too few",
        file: "encode/adder.rs",
        old: "(summands.start(), bounds.width());",
        new: "(summands.start(), bounds.width().saturating_sub(1));",
    },
    Fault {
        name: "complement",
        what: "negative multiples: the complement is off by one",
        file: "encode/adder.rs",
        old: "start += factor * (WideInt::power_of_two(bits.digits.len()) - 1);",
        new: "start += factor * WideInt::power_of_two(bits.digits.len());",
    },
    Fault {
        name: "product-offset",
        what: "product: the product of the lower bounds has the wrong sign",
        file: "encode/adder.rs",
        old: "let offset = -(a.low * b.low);",
        new: "let offset = a.low * b.low;",
    },
    Fault {
        name: "carry",
        what: "full adder: the carry of one pair of digits is missing",
        file: "encode/adder.rs",
        old: "for (x, y) in [(a, b), (a, c), (b, c)] {",
        new: "for (x, y) in [(a, b), (a, c)] {",
    },
    Fault {
        name: "upper-bound",
        what: "binary numbers may exceed their upper bound",
        file: "encode/bits.rs",
        old: "        self.post_bits_at_most(&[], &bits, bounds.max);\n",
        new: "",
    },
    Fault {
        name: "divisor-sign",
        what: "remainder: compared with the divisor of the wrong sign",
        file: "encode/bit_arithmetic.rs",
        old: "[(-1, negative), (1, !negative)]",
        new: "[(1, negative), (-1, !negative)]",
    },
    Fault {
        name: "gcd-steps",
        what: "greatest common divisor: half of the steps",
        file: "encode/bit_arithmetic.rs",
        old: "for _ in 0..n_digits.saturating_mul(2) {",
        new: "for _ in 0..n_digits {",
    },
    // Lazy clauses of graph constraints.
    Fault {
        name: "separating-vertices",
        what: "connected: the first vertex never separates two parts",
        file: "lazy.rs",
        old: "let separating = (0..adjacency.n_vertices()).filter(separates);",
        new: "let separating = (1..adjacency.n_vertices()).filter(separates);",
    },
    Fault {
        name: "closed-cycle",
        what: "single cycle: a closed cycle is excluded without an edge elsewhere",
        file: "lazy.rs",
        old: "self.breaks(adjacency, part).chain([Part::Condition(other, false)]).collect(),",
        new: "self.breaks(adjacency, part).collect(),",
    },
    Fault {
        name: "path-elsewhere",
        what: "path: a part is excluded wherever the path begins",
        file: "lazy.rs",
        old: "            cut.extend(elsewhere.map(|vertex| Part::Condition(is_first + vertex, true)));\n",
        new: "            let _ = elsewhere;\n",
    },
    Fault {
        name: "region-size",
        what: "regions: a region that is complete must have a smaller size",
        file: "lazy.rs",
        old: "cut.push(Part::AtMost(vertex, n_members));",
        new: "cut.push(Part::AtMost(vertex, n_members - 1));",
    },
    Fault {
        name: "lazy-prefix",
        what: "lazy clauses: the other operands of a disjunction are left out",
        file: "encode/graph.rs",
        old: "self.prefix.iter().copied().chain(cut.iter().map(&mut literal)).collect()",
        new: "cut.iter().map(&mut literal).collect()",
    },
    // Search.
    Fault {
        name: "early-optimum",
        what: "optimisation ends at a gap of one",
        file: "session.rs",
        old: "Some(value) if value <= lower => return None,",
        new: "Some(value) if value <= lower + 1 => return None,",
    },
    Fault {
        name: "objective-bound",
        what: "bound of a negative objective: rounded in the wrong direction",
        file: "encode/decoder.rs",
        old: "-rest.floor_div(wide::sub(0, self.factor)) - 1)",
        new: "-rest.floor_div(wide::sub(0, self.factor)))",
    },
    Fault {
        name: "objective-sign",
        what: "maximisation: the constant of the objective is not negated",
        file: "compile.rs",
        old: "offset: wide::sub(0, view.offset),",
        new: "offset: view.offset,",
    },
    Fault {
        name: "blocked-order",
        what: "an answer in order literals is excluded together with all lower values",
        file: "encode/decoder.rs",
        old: "                    into.push(lits[before]);\n",
        new: "                    let _ = before;\n",
    },
    Fault {
        name: "blocked-digits",
        what: "an answer in binary digits is not excluded, but another one is",
        file: "encode/bits.rs",
        old: "into.push(lit ^ rest.has_digit(position));",
        new: "into.push(lit ^ rest.has_digit(position.saturating_add(1)));",
    },
    Fault {
        name: "blocked-last",
        what: "answers are excluded without their last variable",
        file: "session.rs",
        old: "        for &(var, value) in values {\n            self.compiled",
        new: "        for &(var, value) in &values[..values.len().saturating_sub(1).max(1)] {\n            self.compiled",
    },
    Fault {
        name: "not-blocked",
        what: "answers are not excluded: the same one is found again",
        file: "session.rs",
        old: "        self.compiled.clauses.add_clause(&differs);\n",
        new: "        drop(differs);\n",
    },
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    #[test]
    fn each_replaced_text_occurs_once() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(FOLDER);
        for Fault { name, file, old, new, .. } in FAULTS {
            let text = fs_err::read_to_string(folder.join(file)).expect("a file of the compiler");
            assert_eq!(text.matches(old).count(), 1, "fault `{name}` in {file}");
            assert_ne!(old, new, "{name}");
        }
    }

    #[test]
    fn faults_have_different_names() {
        let names: BTreeSet<&str> = FAULTS.iter().map(|fault| fault.name).collect();
        assert_eq!(names.len(), FAULTS.len());
        assert!(names.len() >= 20);
    }
}
