//! Random models that mix numbers of extreme magnitudes, with all their solutions.
//!
//! Variables have up to three values near 0, ±2^31, ±2^32 or ±2^53, and constants go up to the ends
//! of 64 bits, so that products, sums and powers of two operands often need more than 64 bits,
//! while further operands, such as 0 and −1, make the whole small again. The solutions are those of
//! all assignments that [`Model::check`] accepts.

use std::collections::BTreeSet;

use gordian_core::{Index as _, Random};
use gordian_model::{Comparison, Domain, Expr, Model, Node, VarId};

use crate::planted_model::Values;

/// The numbers near which values lie.
const CENTRES: [i64; 8] = [
    3,
    1 << 31,
    -(1 << 31),
    1 << 32,
    -(1 << 32),
    (1 << 53) - 1,
    -(1 << 53) + 1,
    94_906_265, // the root of 2^53, rounded down
];
/// Further constants, which are no values of variables.
const CONSTANTS: [i64; 8] =
    [1 << 62, -(1 << 62), (1 << 62) - 1, i64::MAX, i64::MIN, i64::MAX - 1, i64::MIN + 1, 1 << 61];

/// A model with all its solutions.
#[derive(Debug)]
pub struct Mixed {
    /// The model.
    pub model: Model,
    /// All solutions.
    pub all: BTreeSet<Values>,
}

impl Mixed {
    /// Returns the model of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let random = Random::new(seed ^ 0x51d7_0000_0000_0000);
        let mut generator = Generator { random, model: Model::new() };
        for index in 0..1 + generator.random.below(3) {
            let n_values = 1 + generator.random.below(3);
            let values: Vec<i64> = (0..n_values).map(|_| generator.near_a_centre()).collect();
            let domain = Domain::from_values(values).expect("it has values");
            generator.model.add_variable(format!("x{index}"), domain);
        }
        for index in 0..1 + generator.random.below(2) {
            let condition = generator.condition();
            generator.model.require(format!("c{index}"), condition);
        }
        let model = generator.model;
        let all = solutions(&model);
        Self { model, all }
    }
}

/// Returns all solutions of a model with few assignments.
fn solutions(model: &Model) -> BTreeSet<Values> {
    let mut assignments: Vec<Values> = vec![Vec::new()];
    for variable in model.variables() {
        let longer = |values: &Values| {
            let values = values.clone();
            variable.domain.values().map(move |value| {
                let mut longer = values.clone();
                longer.push(value);
                longer
            })
        };
        assignments = assignments.iter().flat_map(longer).collect();
    }
    assignments.into_iter().filter(|values| model.check(values).is_ok()).collect()
}

struct Generator {
    random: Random,
    model: Model,
}

impl Generator {
    fn near_a_centre(&mut self) -> i64 {
        let centre = if self.random.flip() { 0 } else { *self.random.choose(&CENTRES) };
        centre + *self.random.choose(&[-1, 0, 0, 1])
    }

    fn atom(&mut self) -> Expr {
        match self.random.below(12) {
            0..=2 => (*self.random.choose(&[0, 1, -1])).into(),
            3 | 4 => self.near_a_centre().into(),
            5 => (*self.random.choose(&CONSTANTS)).into(),
            _ => VarId::from_usize(self.random.below(self.model.variables().len())).into(),
        }
    }

    fn list(&mut self, depth: usize) -> Vec<Expr> {
        (0..1 + self.random.below(4)).map(|_| self.number(depth)).collect()
    }

    fn number(&mut self, depth: usize) -> Expr {
        let Some(below) = depth.checked_sub(1) else { return self.atom() };
        Expr::new(match self.random.below(16) {
            0..=3 => {
                let mut list = self.list(below);
                if self.random.below(3) == 0 {
                    list.push((*self.random.choose(&[0, -1])).into());
                }
                Node::Mul(list)
            }
            4 | 5 => Node::Add(self.list(below)),
            6 => Node::Neg(self.number(below)),
            7 => Node::Abs(self.number(below)),
            8 => Node::Div(self.number(below), self.number(below)),
            9 => Node::Rem(self.number(below), self.number(below)),
            10 => Node::Pow(self.number(below), (*self.random.choose(&[0, 1, 2, 3, 64])).into()),
            11 => Node::Gcd(self.list(below)),
            12 => match self.random.flip() {
                true => Node::Min(self.list(below)),
                false => Node::Max(self.list(below)),
            },
            13 => {
                let list = self.list(below);
                let length = i64::try_from(list.len()).expect("few");
                let index = Expr::new(Node::Rem(self.number(below), length.into()));
                Node::Element(list, index)
            }
            14 => Node::If(self.comparison(below), self.number(below), self.number(below)),
            _ => match self.random.flip() {
                true => Node::FloorPower(self.number(below), *self.random.choose(&[2, 3])),
                false => Node::LargestPowerDivisor(self.number(below), 2),
            },
        })
    }

    fn comparison(&mut self, depth: usize) -> Expr {
        use Comparison::{Eq, Ge, Gt, Le, Lt, Ne};
        let how = *self.random.choose(&[Eq, Ne, Lt, Le, Gt, Ge]);
        Expr::new(Node::Compare(how, self.number(depth), self.number(depth)))
    }

    fn condition(&mut self) -> Expr {
        match self.random.below(6) {
            0 => self.comparison(1) | self.comparison(1),
            1 => self.comparison(1).iff(self.comparison(2)),
            2 => Expr::new(Node::AllDifferent(self.list(2))),
            _ => self.comparison(2),
        }
    }
}
