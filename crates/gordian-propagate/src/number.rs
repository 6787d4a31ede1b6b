//! Numbers: what is posted for the value of an expression.

use gordian_core::numbers::{to_i64, to_i128};
use gordian_core::{Index as _, stack};
use gordian_lcg::propagators::{
    Absolute, Element, Function, Maximum, Minimum, Power, Product, Quotient, Remainder, Table, Term,
};
use gordian_lcg::{Atom, MAX_VALUE, Propagator, Var};
use gordian_model::{Comparison, Expr, Model, Node, VarId};

use crate::bounds::{Interval, result_bounds};
use crate::form::Form;
use crate::poster::{Need, Posted, Poster};
use crate::root::quotients;

/// The greatest number whose factorial fits into 64 bits.
const MAX_FACTORIAL: i64 = 20;

impl Poster<'_> {
    /// Returns the value of an expression as a linear form; all its parts are defined in all
    /// solutions.
    pub(crate) fn number(&mut self, expr: &Expr) -> Posted<Form> {
        self.poll()?;
        if let Some(form) = self.numbers.get(&expr.identity()) {
            return Ok(form.clone());
        }
        let form = stack::ensure_sufficient(|| self.number_node(expr))?;
        self.count_form(&form);
        self.numbers.insert(expr.identity(), form.clone());
        Ok(form)
    }

    pub(crate) fn numbers(&mut self, exprs: &[Expr]) -> Posted<Vec<Form>> {
        exprs.iter().map(|expr| self.number(expr)).collect()
    }

    pub(crate) fn vars_of(&mut self, forms: &[Form]) -> Posted<Vec<Var>> {
        forms.iter().map(|form| self.var_of(form)).collect()
    }

    fn number_node(&mut self, expr: &Expr) -> Posted<Form> {
        let name = expr.node().name();
        let form = match expr.node() {
            Node::Const(value) => Form::from(*value),
            Node::Var(var) => Form::from((1, self.vars[*var])),
            Node::Add(operands) => self.sum(operands)?,
            Node::Neg(operand) => {
                let operand = self.number(operand)?;
                Form::sum([(-1, &operand)]).ok_or_else(|| self.overflow(name))?
            }
            Node::Mul(operands) => {
                let factors = self.numbers(operands)?;
                let mut product = Form::from(1);
                for (at, factor) in factors.iter().enumerate() {
                    let range = self.partial_range(expr, &factors[at + 1..]);
                    product = self.product(&product, factor, range)?;
                    // A later factor may make the whole small again, but the evaluation has no
                    // value then.
                    self.narrow_bounds(&product, name)?;
                }
                product
            }
            Node::If(condition, yes, no) => {
                let range = self.range(expr);
                self.conditional(condition, yes, no, range)?
            }
            Node::FloorPower(_, ..=1) | Node::LargestPowerDivisor(_, ..=1) => {
                // No number has a greatest power of such a base.
                self.clause(None, []);
                Form::from(1)
            }
            Node::Factorial(operand) => {
                let operand = self.number(operand)?;
                let factorials: Vec<i64> = (0..=MAX_FACTORIAL).map(factorial).collect();
                self.element_of_constants(&factorials, &operand)?
            }
            Node::FloorPower(operand, base) => {
                let operand = self.number(operand)?;
                self.floor_power(&operand, *base)?
            }
            Node::LargestPowerDivisor(operand, base) => {
                let operand = self.number(operand)?;
                self.largest_power_divisor(&operand, *base)?
            }
            Node::NthSmallest(operands, place) => self.nth_smallest(operands, *place)?,
            Node::DistinctCount(operands) => self.distinct_count(operands)?,
            node if node.is_boolean() && node.children().next().is_some() => {
                let atom = self.condition(expr, Need::BOTH)?;
                Form::from((1, atom))
            }
            _ => self.evaluated(expr)?,
        };
        // A value beyond 64 bits is undefined.
        self.narrow_bounds(&form, name)?;
        Ok(form)
    }

    /// The sums of the first operands fit into 64 bits as well, as the evaluation requires.
    fn sum(&mut self, operands: &[Expr]) -> Posted<Form> {
        let forms = self.numbers(operands)?;
        let mut partial = Interval::from(0);
        for form in &forms {
            partial = partial.add(form.bounds(&self.solver));
            if partial.narrow().is_none() {
                return Err(self.overflow("add"));
            }
        }
        let sum = Form::sum(forms.iter().map(|form| (1, form)));
        sum.ok_or_else(|| self.overflow("add"))
    }

    /// Returns the interval of an expression in all solutions, if it was inferred.
    fn range(&self, expr: &Expr) -> Option<Interval> {
        self.root.as_ref().map(|root| root.range(expr))
    }

    /// Returns the interval of a product without its last factors, if it is known.
    fn partial_range(&self, product: &Expr, last: &[Form]) -> Option<Interval> {
        let rest = last
            .iter()
            .fold(Interval::from(1), |rest, factor| rest.multiply(factor.bounds(&self.solver)));
        quotients(self.range(product)?, rest)
    }

    /// Returns the product of two forms, which is in `range` in all solutions.
    fn product(&mut self, left: &Form, right: &Form, range: Option<Interval>) -> Posted<Form> {
        let overflow = |this: &Self| this.overflow("mul");
        for (constant, other) in [(left, right), (right, left)] {
            if let Some(factor) = constant.as_constant() {
                return Form::sum([(factor, other)]).ok_or_else(|| overflow(self));
            }
        }
        for (flag, other) in [(left, right), (right, left)] {
            let Some(flag) = self.as_atom(flag) else { continue };
            if let Some(other) = self.as_atom(other) {
                return Ok(Form::from((1, self.conjunction(flag, other))));
            }
            let bounds = other.bounds(&self.solver).hull(Interval::from(0));
            let product = self.new_result(bounds, range, "mul")?;
            let form = Form::from((1, product));
            let difference = self.difference(&form, other)?;
            self.post_linear(Some(flag), &difference, Comparison::Eq)?;
            self.clause(Some(!flag), [product.equal(0)]);
            return Ok(form);
        }
        let (x, y) = (self.var_of(left)?, self.var_of(right)?);
        let [a, b] = [left, right].map(|form| form.bounds(&self.solver));
        let bounds = if x == y { a.power(2) } else { a.multiply(b) };
        let product = self.new_result(bounds, range, "mul")?;
        self.solver.post(Box::new(Product::new([x, y], product)));
        Ok(Form::from((1, product)))
    }

    /// Returns the atom whose truth is the value of a form that is 0 or 1.
    fn as_atom(&self, form: &Form) -> Option<Atom> {
        match (form.terms.as_slice(), form.constant) {
            (&[(1, Term::Holds(atom))], 0) => Some(atom),
            (&[(-1, Term::Holds(atom))], 1) => Some(!atom),
            (&[(1, Term::Var(var))], 0) if self.solver.bounds(var) == (0, 1) => {
                Some(var.at_least(1))
            }
            (&[(-1, Term::Var(var))], 1) if self.solver.bounds(var) == (0, 1) => {
                Some(var.at_most(0))
            }
            _ => None,
        }
    }

    fn conditional(
        &mut self,
        condition: &Expr,
        yes: &Expr,
        no: &Expr,
        range: Option<Interval>,
    ) -> Posted<Form> {
        let atom = self.condition(condition, Need::BOTH)?;
        let yes = self.number(yes)?;
        let no = self.number(no)?;
        if yes == no {
            return Ok(yes);
        }
        if let (Some(yes), Some(no)) = (yes.as_constant(), no.as_constant()) {
            let difference = yes.checked_sub(no).ok_or_else(|| self.overflow("if"))?;
            return Ok(Form { constant: no, ..Form::from((difference, atom)) });
        }
        let bounds = yes.bounds(&self.solver).hull(no.bounds(&self.solver));
        let result = Form::from((1, self.new_result(bounds, range, "if")?));
        for (premise, value) in [(atom, yes), (!atom, no)] {
            let difference = self.difference(&result, &value)?;
            self.post_linear(Some(premise), &difference, Comparison::Eq)?;
        }
        Ok(result)
    }

    /// Requires that a form is in a range.
    fn restrict(&mut self, form: &Form, min: i64, max: i64) -> Posted<()> {
        for (bound, how) in [(min, Comparison::Ge), (max, Comparison::Le)] {
            let bounds = form.bounds(&self.solver);
            let bound_wide = i128::from(bound);
            let holds = match how {
                Comparison::Ge => bounds.min >= bound_wide,
                _ => bounds.max <= bound_wide,
            };
            if !holds {
                let difference = self.difference(form, &Form::from(bound))?;
                self.post_linear(None, &difference, how)?;
            }
        }
        Ok(())
    }

    /// Returns the element of a list of constants at an index, which is in range.
    fn element_of_constants(&mut self, list: &[i64], index: &Form) -> Posted<Form> {
        let last = to_i64(list.len()) - 1;
        self.restrict(index, 0, last)?;
        let index = self.var_of(index)?;
        let (min, max) = (list.iter().min(), list.iter().max());
        let (Some(&min), Some(&max)) = (min, max) else { return Ok(Form::from(0)) };
        let result = self.new_var(Interval::from((min, max)), "element")?;
        self.solver.post(Box::new(Element::of_constants(list, index, result)));
        Ok(Form::from((1, result)))
    }

    /// The greatest power of the base that is at most the operand; 0 for operands below 1.
    fn floor_power(&mut self, operand: &Form, base: i64) -> Posted<Form> {
        let number = self.var_of(operand)?;
        let (_, max) = self.solver.bounds(number);
        let result = self.new_var(Interval::from((0, max.max(0))), "floor_power")?;
        let mut previous = 0;
        let mut power = 1_i64;
        loop {
            // The result is the last power that is reached.
            self.solver.add_clause(&[number.at_most(power - 1), result.at_least(power)]);
            self.solver.add_clause(&[number.at_least(power), result.at_most(previous)]);
            previous = power;
            match power.checked_mul(base).filter(|&next| next <= max.max(1)) {
                Some(next) => power = next,
                None => break,
            }
        }
        self.solver.add_clause(&[result.at_most(previous)]);
        Ok(Form::from((1, result)))
    }

    /// The greatest power of the base that divides the operand, which is not 0.
    fn largest_power_divisor(&mut self, operand: &Form, base: i64) -> Posted<Form> {
        let number = self.var_of(operand)?;
        self.solver.add_clause(&[number.not_equal(0)]);
        let size = operand.bounds(&self.solver).abs().max.max(1);
        let power = self.new_var(Interval { min: 1, max: size }, "greatest_power_dividing")?;
        let mut powers = vec![1_i64];
        while let Some(next) =
            powers[powers.len() - 1].checked_mul(base).filter(|&next| i128::from(next) <= size)
        {
            powers.push(next);
        }
        for pair in powers.windows(2) {
            self.solver.add_clause(&[power.at_most(pair[0]), power.at_least(pair[1])]);
        }
        self.solver.add_clause(&[power.at_most(powers[powers.len() - 1])]);
        // number = power · cofactor, and the base does not divide the cofactor.
        let signed = Interval { min: -size, max: size };
        let cofactor = self.new_var(signed, "greatest_power_dividing")?;
        self.solver.post(Box::new(Product::new([power, cofactor], number)));
        let rest = self.new_var(Interval::from((1, base - 1)), "rem")?;
        let quotient = self.new_var(signed, "div")?;
        let multiple = Form::from((base, quotient));
        let parts = [(1, &Form::from((1, cofactor))), (-1, &multiple), (-1, &(1, rest).into())];
        let sum = Form::sum(parts).ok_or_else(|| self.overflow("rem"))?;
        self.post_linear(None, &sum, Comparison::Eq)?;
        Ok(Form::from((1, power)))
    }

    /// The element at a place of the sorted list: at most that many are less, and more than that
    /// many at most equal.
    fn nth_smallest(&mut self, operands: &[Expr], place: usize) -> Posted<Form> {
        let forms = self.numbers(operands)?;
        let mut ends: [Vec<i128>; 2] = Default::default();
        for form in &forms {
            let bounds = form.bounds(&self.solver);
            ends[0].push(bounds.min);
            ends[1].push(bounds.max);
        }
        ends.iter_mut().for_each(|list| list.sort_unstable());
        let bounds = Interval { min: ends[0][place], max: ends[1][place] };
        let result = Form::from((1, self.new_var(bounds, "nth_smallest")?));
        let (mut less, mut at_most) = (Vec::new(), Vec::new());
        for form in &forms {
            let difference = self.difference(form, &result)?;
            less.push(self.compare_atom(&difference, Comparison::Lt, Need::BOTH)?);
            at_most.push(self.compare_atom(&difference, Comparison::Le, Need::BOTH)?);
        }
        let place = to_i64(place);
        for (atoms, how, bound) in [(less, Comparison::Le, place), (at_most, Comparison::Gt, place)]
        {
            let count = self.count_of(atoms)?;
            let difference = self.difference(&count, &Form::from(bound))?;
            self.post_linear(None, &difference, how)?;
        }
        Ok(result)
    }

    /// The number of different values: an element counts if it differs from all earlier ones.
    fn distinct_count(&mut self, operands: &[Expr]) -> Posted<Form> {
        let forms = self.numbers(operands)?;
        let hull = forms.iter().map(|form| form.bounds(&self.solver)).reduce(Interval::hull);
        let Some(hull) = hull else { return Ok(Form::from(0)) };
        let n = to_i128(forms.len());
        let mut counted = Vec::new();
        if hull.max.saturating_sub(hull.min) < n.saturating_mul(n) / 2 {
            let (min, max) = hull.narrow().ok_or_else(|| self.overflow("distinct_count"))?;
            let vars = self.vars_of(&forms)?;
            for value in min..=max {
                self.poll()?;
                let equal: Vec<Atom> =
                    vars.iter().map(|&var| self.equal_atom(var, value)).collect();
                counted.push(self.disjunction(&equal));
            }
        } else {
            for at in 0..forms.len() {
                let mut equal = Vec::new();
                for earlier in 0..at {
                    let difference = self.difference(&forms[at], &forms[earlier])?;
                    equal.push(self.compare_atom(&difference, Comparison::Eq, Need::BOTH)?);
                }
                counted.push(!self.disjunction(&equal));
            }
        }
        self.count_of(counted)
    }

    /// Returns an atom that is equivalent to the disjunction.
    fn disjunction(&mut self, atoms: &[Atom]) -> Atom {
        let any = self.new_atom();
        for &atom in atoms {
            self.solver.add_clause(&[any, !atom]);
        }
        let clause: Vec<Atom> = [!any].into_iter().chain(atoms.iter().copied()).collect();
        self.solver.add_clause(&clause);
        any
    }

    /// Returns the atom `var = value` for any value.
    pub(crate) fn equal_atom(&self, var: Var, value: i64) -> Atom {
        let is_possible = (-MAX_VALUE..=MAX_VALUE).contains(&value);
        if is_possible { var.equal(value) } else { !self.always }
    }

    /// Requires a table of rows, if the premise holds.
    pub(crate) fn post_table(
        &mut self,
        premise: Option<Atom>,
        vars: &[Var],
        rows: &[Vec<i64>],
    ) -> Posted<()> {
        let is_possible = |row: &&Vec<i64>| {
            let mut values = vars.iter().zip(row.iter());
            values.all(|(&var, &value)| {
                let (min, max) = self.solver.bounds(var);
                (min..=max).contains(&value)
            })
        };
        let rows: Vec<Vec<i64>> = rows.iter().filter(is_possible).cloned().collect();
        if rows.is_empty() {
            self.clause(premise, []);
        } else if !vars.is_empty() {
            self.post(premise, Box::new(Table::new(vars, &rows)));
        }
        Ok(())
    }

    /// Posts any operation by its propagator, or by its values.
    pub(crate) fn evaluated(&mut self, expr: &Expr) -> Posted<Form> {
        let node = expr.node();
        let name = node.name();
        let operands: Vec<Expr> = node.children().cloned().collect();
        let forms = self.numbers(&operands)?;
        let vars = self.vars_of(&forms)?;
        let intervals: Vec<Interval> = forms.iter().map(|form| form.bounds(&self.solver)).collect();
        let result = self.new_result(result_bounds(node, &intervals), self.range(expr), name)?;
        if let Some(propagator) = propagator(node, &vars, &forms, result) {
            self.solver.post(propagator);
            return Ok(Form::from((1, result)));
        }
        let places = (0..operands.len()).map(|place| Expr::from(VarId::from_usize(place)));
        let operation = Expr::new(node.with_operands(places));
        let empty = Model::new();
        let evaluate = move |values: &[i64]| empty.evaluate(&operation, values).ok();
        self.solver.post(Box::new(Function::new(&vars, result, Box::new(evaluate))));
        Ok(Form::from((1, result)))
    }
}

/// Returns the propagator of an operation, if there is one.
fn propagator(
    node: &Node,
    vars: &[Var],
    forms: &[Form],
    result: Var,
) -> Option<Box<dyn Propagator>> {
    Some(match (node, vars) {
        (Node::Div(..), &[number, divisor]) => Box::new(Quotient::new(number, divisor, result)),
        (Node::Rem(..), &[number, divisor]) => Box::new(Remainder::new(number, divisor, result)),
        (Node::Pow(..), &[base, exponent]) => Box::new(Power::new(base, exponent, result)),
        (Node::Abs(_), &[number]) => Box::new(Absolute::new(number, result)),
        (Node::Min(_), [_, ..]) => Box::new(Minimum::new(vars, result)),
        (Node::Max(_), [_, ..]) => Box::new(Maximum::new(vars, result)),
        (Node::Element(..), [list @ .., index]) => {
            let constants: Option<Vec<i64>> =
                forms[..list.len()].iter().map(Form::as_constant).collect();
            match constants {
                Some(values) => Box::new(Element::of_constants(&values, *index, result)),
                None => Box::new(Element::of_vars(list, *index, result)),
            }
        }
        _ => return None,
    })
}

fn factorial(number: i64) -> i64 {
    (1..=number).product()
}
