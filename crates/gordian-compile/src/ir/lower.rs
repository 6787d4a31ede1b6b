//! Lowering: from the expressions of a model to the intermediate form.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use gordian_model::{Comparison, ConstraintId, Expr, Graph, Model, Node, VarId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{Arena, Binary, BoolRef, ExclusiveGroup, GraphOp, IntRef, NodeDomain, Unary};
use crate::budget::{ModelPart, record_overflow};
use crate::lazy::GraphKind;
use gordian_core::{Budget, IndexVec};

/// A condition that must hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RootConstraint {
    /// The constraint of the model that it comes from; `None` for the domain of a variable.
    pub constraint: Option<ConstraintId>,
    /// The condition.
    pub condition: BoolRef,
}

/// A model in the intermediate form.
#[derive(Debug)]
pub(crate) struct LoweredModel {
    pub(crate) arena: Arena,
    pub(crate) roots: Vec<RootConstraint>,
    /// Groups of exclusive conditions, each with the constraint that states it.
    pub(crate) groups: Vec<(ConstraintId, ExclusiveGroup)>,
    /// The variables of the model as views; several variables may be views of one node.
    pub(crate) vars: IndexVec<VarId, IntRef>,
    pub(crate) objective: Option<IntRef>,
}

/// Lowers a decomposed model constraint by constraint, without presolve. Sets `current_part` to the
/// part of the model that is being lowered. If the compilation is stopped, the model is incomplete.
pub(crate) fn lower(model: &Model, budget: Budget, current_part: &Cell<ModelPart>) -> LoweredModel {
    let domains =
        model.variables().iter().map(|variable| NodeDomain::from_model(&variable.domain)).collect();
    let n_parts = model.variables().len().saturating_add(model.constraints().len());
    let mut arena = Arena::new(domains, n_parts.saturating_mul(2), budget);
    let vars: IndexVec<VarId, IntRef> =
        model.variables().indices().map(|var| arena.var(var)).collect();
    let mut roots = Vec::with_capacity(model.constraints().len());
    for (var, variable) in model.variables().iter_enumerated() {
        // A long list of values is kept as a range; its gaps become a root constraint.
        if variable.domain.ranges().len() > 1 && !arena.is_stopped() {
            current_part.set(ModelPart::Variable(var));
            let condition = arena.in_ranges(vars[var], variable.domain.ranges());
            if condition != BoolRef::TRUE {
                roots.push(RootConstraint { constraint: None, condition });
            }
        }
    }
    let mut lowering =
        Lowering { arena: &mut arena, lowered_exprs: FxHashMap::default(), operands: Vec::new() };
    for (id, constraint) in model.constraints().iter_enumerated() {
        if lowering.arena.is_stopped() {
            break;
        }
        current_part.set(ModelPart::Constraint(id));
        let lowered = lowering.lower(&constraint.condition);
        let condition = lowering.condition_of(lowered.value);
        let defined = lowering.and(lowered.defined, condition.1);
        roots.push(RootConstraint { constraint: Some(id), condition: condition.0 });
        if defined != BoolRef::TRUE {
            roots.push(RootConstraint { constraint: Some(id), condition: defined });
        }
    }
    let mut objective = None;
    if let Some(goal) = model.goal().filter(|_| !lowering.arena.is_stopped()) {
        current_part.set(ModelPart::Objective);
        let lowered = lowering.lower(goal.objective());
        objective = Some(lowering.view_of(lowered.value));
        if lowered.defined != BoolRef::TRUE {
            roots.push(RootConstraint { constraint: None, condition: lowered.defined });
        }
    }
    LoweredModel { arena, roots, groups: Vec::new(), vars, objective }
}

/// The lowered value of an expression.
#[derive(Clone, Copy)]
enum Value {
    Int(IntRef),
    Bool(BoolRef),
}

#[derive(Clone, Copy)]
struct LoweredExpr {
    value: Value,
    /// Holds if every part of the expression is defined.
    defined: BoolRef,
}

/// A pending step of the traversal.
enum Step<'e> {
    /// Lower the children, then the expression itself.
    Enter(&'e Expr),
    /// Lower the expression itself; its operands are the last entries of `operands`, this many.
    Leave(&'e Expr, usize),
}

/// A list that is nearly always short.
type ShortVec<T> = SmallVec<[T; 4]>;

struct Lowering<'a> {
    arena: &'a mut Arena,
    /// Keyed by [`Expr::identity`]: shared subexpressions are lowered once.
    lowered_exprs: FxHashMap<usize, LoweredExpr>,
    /// Lowered expressions whose parents are not lowered yet.
    operands: Vec<LoweredExpr>,
}

/// 2^63, the least number above the range of 64-bit integers.
const TWO_POW_63: i128 = 1 << 63;

/// Nested sums are flattened up to this many terms.
const MAX_FLAT_SUM: usize = 4096;

impl Lowering<'_> {
    /// Lowers an expression, children first. Does not recurse, because expressions can be deep.
    fn lower(&mut self, root: &Expr) -> LoweredExpr {
        let mut open: ShortVec<Step<'_>> = SmallVec::new();
        open.push(Step::Enter(root));
        let mut terms: Vec<&Expr> = Vec::new();
        while let Some(step) = open.pop() {
            if self.arena.is_stopped() {
                return LoweredExpr { value: Value::Bool(BoolRef::TRUE), defined: BoolRef::TRUE };
            }
            let (expr, operands) = match step {
                Step::Leave(expr, n) => {
                    let first = self.operands.len().saturating_sub(n);
                    let operands: ShortVec<LoweredExpr> = self.operands[first..].into();
                    self.operands.truncate(first);
                    (expr, operands)
                }
                Step::Enter(expr) => {
                    if let Some(lowered) = self.find(expr) {
                        self.operands.push(lowered);
                        continue;
                    }
                    terms.clear();
                    match expr.node() {
                        Node::Add(_) => flatten_sum(expr, &mut terms),
                        node => terms.extend(node.children()),
                    }
                    let ready: Option<ShortVec<LoweredExpr>> =
                        terms.iter().map(|term| self.find(term)).collect();
                    let Some(operands) = ready else {
                        open.push(Step::Leave(expr, terms.len()));
                        open.extend(terms.iter().rev().map(|&term| Step::Enter(term)));
                        continue;
                    };
                    (expr, operands)
                }
            };
            let lowered = self.apply(expr.node(), &operands);
            if expr.is_shared() {
                self.lowered_exprs.insert(expr.identity(), lowered);
            }
            self.operands.push(lowered);
        }
        self.operands.pop().expect("the root was lowered last")
    }

    /// Returns the lowered expression if it is an atom, or shared and already lowered.
    fn find(&mut self, expr: &Expr) -> Option<LoweredExpr> {
        let value = match expr.node() {
            Node::Const(value) => Value::Int(IntRef::constant(*value)),
            Node::Var(var) => Value::Int(self.arena.var(*var)),
            _ if expr.is_shared() => return self.lowered_exprs.get(&expr.identity()).copied(),
            _ => return None,
        };
        Some(LoweredExpr { value, defined: BoolRef::TRUE })
    }

    fn and(&mut self, a: BoolRef, b: BoolRef) -> BoolRef {
        self.arena.and([a, b])
    }

    fn view_of(&mut self, value: Value) -> IntRef {
        match value {
            Value::Int(view) => view,
            Value::Bool(condition) => self.arena.bool_to_int(condition),
        }
    }

    /// Returns the value as a condition, and the condition that it is 0 or 1.
    fn condition_of(&mut self, value: Value) -> (BoolRef, BoolRef) {
        match value {
            Value::Bool(condition) => (condition, BoolRef::TRUE),
            Value::Int(view) => {
                let condition = self.arena.int_to_bool(view);
                (condition, self.arena.in_values(view, &[0, 1]))
            }
        }
    }

    fn apply(&mut self, node: &Node, operands: &[LoweredExpr]) -> LoweredExpr {
        let mut required = RequiredConditions::new();
        for operand in operands {
            required.push(operand.defined);
        }
        let value = match node {
            Node::Not(_)
            | Node::And(_)
            | Node::Or(_)
            | Node::Xor(_)
            | Node::Implies(..)
            | Node::Iff(..) => {
                let mut conditions: ShortVec<BoolRef> = SmallVec::new();
                for operand in operands {
                    let (condition, is_boolean) = self.condition_of(operand.value);
                    conditions.push(condition);
                    required.push(is_boolean);
                }
                Value::Bool(self.lower_connective(node, &conditions))
            }
            Node::Connected(graph, _)
            | Node::ConnectedEdges(graph, _)
            | Node::SingleCycle(graph, _)
            | Node::Path(graph, ..)
            | Node::Regions(graph, ..) => {
                let mut conditions = Vec::with_capacity(operands.len());
                for operand in &operands[..node.n_conditions()] {
                    let (condition, is_boolean) = self.condition_of(operand.value);
                    conditions.push(condition);
                    required.push(is_boolean);
                }
                let numbers = operands[node.n_conditions()..].iter();
                let numbers = numbers.map(|operand| self.view_of(operand.value)).collect();
                Value::Bool(lower_graph(self.arena, node, graph, conditions, numbers))
            }
            Node::If(..) => {
                let (condition, is_boolean) = self.condition_of(operands[0].value);
                required.push(is_boolean);
                let (a, b) = (self.view_of(operands[1].value), self.view_of(operands[2].value));
                Value::Int(self.arena.conditional(condition, a, b))
            }
            _ => {
                let views: ShortVec<IntRef> =
                    operands.iter().map(|operand| self.view_of(operand.value)).collect();
                self.lower_integer(node, &views, &mut required)
            }
        };
        let defined = match required.0[..] {
            [] => BoolRef::TRUE,
            _ => self.arena.and(required.0),
        };
        LoweredExpr { value, defined }
    }

    fn lower_connective(&mut self, node: &Node, conditions: &[BoolRef]) -> BoolRef {
        let arena = &mut *self.arena;
        match node {
            Node::Not(_) => !conditions[0],
            Node::And(_) => arena.and(conditions.iter().copied()),
            Node::Or(_) => arena.or(conditions.iter().copied()),
            Node::Xor(_) => {
                conditions.iter().fold(BoolRef::FALSE, |odd, &condition| arena.xor(odd, condition))
            }
            Node::Implies(..) => arena.or([!conditions[0], conditions[1]]),
            Node::Iff(..) => !arena.xor(conditions[0], conditions[1]),
            _ => unreachable!("the node is a connective"),
        }
    }

    fn lower_integer(
        &mut self,
        node: &Node,
        views: &[IntRef],
        required: &mut RequiredConditions,
    ) -> Value {
        let arena = &mut *self.arena;
        let mut unary = |op: Unary| {
            required.push(arena.unary_definedness(&op, views[0]));
            Value::Int(arena.unary(op, views[0]))
        };
        match node {
            Node::Factorial(_) => unary(Unary::Factorial),
            Node::Abs(_) => unary(Unary::Abs),
            Node::LargestPowerDivisor(_, base) => unary(Unary::LargestPowerDivisor(*base)),
            Node::FloorPower(_, base) => unary(Unary::FloorPower(*base)),
            Node::Add(_) => Value::Int(arena.sum_checking_partials(views)),
            Node::Neg(_) => Value::Int(arena.scale(views[0], -1)),
            Node::Mul(_) => Value::Int(fold_associative(arena, Binary::Mul, views, 1)),
            // The divisor of -2^63 and 0 is 2^63, and so is the quotient of -2^63 by -1.
            Node::Gcd(_) if views.iter().any(|&view| arena.view_bounds(view).0 == i64::MIN) => {
                record_overflow("a greatest common divisor", 0, TWO_POW_63);
                Value::Int(IntRef::constant(0))
            }
            Node::Div(..) if arena.view_bounds(views[0]).0 == i64::MIN => {
                record_overflow("a quotient", i64::MIN.into(), TWO_POW_63);
                Value::Int(IntRef::constant(0))
            }
            // A single operand is folded too: the divisor is its absolute value.
            Node::Gcd(_) => Value::Int(fold_associative(arena, Binary::Gcd, views, 0)),
            Node::Div(..) | Node::Rem(..) | Node::Pow(..) => {
                let op = match node {
                    Node::Div(..) => Binary::Div,
                    Node::Rem(..) => Binary::Rem,
                    _ => Binary::Pow,
                };
                required.push(arena.definedness(op, views[0], views[1]));
                Value::Int(arena.binary(op, views[0], views[1]))
            }
            Node::Min(_) | Node::Max(_) if views.is_empty() => {
                required.push(BoolRef::FALSE);
                Value::Int(IntRef::constant(0))
            }
            Node::Min(_) => Value::Int(arena.min(views)),
            Node::Max(_) => Value::Int(arena.max(views)),
            Node::Element(list, _) => {
                let index = views[list.len()];
                let last = i64::try_from(list.len()).expect("lists fit into memory").checked_sub(1);
                required.push(match last {
                    Some(last @ 0..) => arena.in_ranges(index, &[(0, last)]),
                    _ => BoolRef::FALSE,
                });
                Value::Int(arena.element(&views[..list.len()], index))
            }
            Node::NthSmallest(_, position) => Value::Int(arena.nth_smallest(views, *position)),
            Node::DistinctCount(_) => Value::Int(arena.distinct_count(views)),
            Node::Const(_) | Node::Var(_) => unreachable!("atoms are not applied"),
            _ => Value::Bool(lower_relation(arena, node, views)),
        }
    }
}

/// Lowers a graph constraint whose lists fit the graph.
fn lower_graph(
    arena: &mut Arena,
    node: &Node,
    graph: &Arc<Graph>,
    mut conditions: Vec<BoolRef>,
    numbers: Vec<IntRef>,
) -> BoolRef {
    let (kind, sizes) = match node {
        Node::Connected(..) => (GraphKind::Connected, numbers),
        Node::ConnectedEdges(..) => (GraphKind::ConnectedEdges, numbers),
        Node::SingleCycle(..) => (GraphKind::SingleCycle, numbers),
        Node::Path(..) => {
            for end in numbers {
                let vertices = 0..i64::from(graph.n_vertices());
                conditions.extend(vertices.map(|vertex| arena.eq_const(end, vertex)));
            }
            (GraphKind::Path, Vec::new())
        }
        Node::Regions(..) => (GraphKind::Regions, numbers),
        _ => unreachable!("the node is a graph constraint"),
    };
    arena.graph_constraint(GraphOp { kind, graph: Arc::clone(graph), conditions, sizes })
}

/// Lowers a Boolean operation on integers.
fn lower_relation(arena: &mut Arena, node: &Node, views: &[IntRef]) -> BoolRef {
    match node {
        Node::Compare(comparison, ..) => {
            let (a, b) = (views[0], views[1]);
            match comparison {
                Comparison::Eq => arena.eq_views(a, b),
                Comparison::Ne => !arena.eq_views(a, b),
                Comparison::Le => arena.le_views(a, b),
                Comparison::Gt => !arena.le_views(a, b),
                Comparison::Ge => arena.le_views(b, a),
                Comparison::Lt => !arena.le_views(b, a),
            }
        }
        Node::InSet(_, set) => arena.in_ranges(views[0], set.ranges()),
        Node::AllDifferent(_) => arena.all_different(views),
        Node::Table(_, rows) => arena.table_constraint(views, &Rc::new(rows.to_vec())),
        Node::Sos1(_) => {
            let non_zero: Vec<IntRef> = views.iter().map(|&view| non_zero(arena, view).1).collect();
            let count = arena.sum(&non_zero);
            arena.le_const(count, 1)
        }
        Node::Sos2(_) => {
            let non_zero: Vec<BoolRef> =
                views.iter().map(|&view| non_zero(arena, view).0).collect();
            let mut pairs = Vec::new();
            for (position, &first) in non_zero.iter().enumerate() {
                if arena.is_stopped() {
                    break;
                }
                for &second in non_zero.iter().skip(position + 2) {
                    pairs.push(arena.or([!first, !second]));
                }
            }
            arena.and(pairs)
        }
        _ => unreachable!("all other operations are covered or were decomposed"),
    }
}

/// Conditions under which an expression is defined; nearly always empty.
struct RequiredConditions(Vec<BoolRef>);

impl RequiredConditions {
    fn new() -> Self {
        Self(Vec::new())
    }

    fn push(&mut self, condition: BoolRef) {
        if condition != BoolRef::TRUE {
            self.0.push(condition);
        }
    }
}

fn non_zero(arena: &mut Arena, view: IntRef) -> (BoolRef, IntRef) {
    let condition = !arena.eq_const(view, 0);
    (condition, arena.bool_to_int(condition))
}

/// Applies an associative operation to a list.
fn fold_associative(arena: &mut Arena, op: Binary, views: &[IntRef], neutral: i64) -> IntRef {
    let mut result = IntRef::constant(neutral);
    for &view in views {
        result = arena.binary(op, result, view);
    }
    result
}

/// Collects the terms of a sum, including those of nested sums.
fn flatten_sum<'a>(expr: &'a Expr, terms: &mut Vec<&'a Expr>) {
    let mut open = vec![expr];
    while let Some(next) = open.pop() {
        match next.node() {
            Node::Add(items) if terms.len() + open.len() + items.len() <= MAX_FLAT_SUM => {
                open.extend(items.iter().rev());
            }
            // Too long: the inner sum remains a single term, unless it is the root of this sum.
            Node::Add(items) if std::ptr::eq(next, expr) => terms.extend(items),
            _ => terms.push(next),
        }
    }
}
