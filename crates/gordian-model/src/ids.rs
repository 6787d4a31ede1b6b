//! Ids of the parts of a model.

use gordian_core::index;

index! {
    /// A variable of a model.
    pub struct VarId;
    /// A constraint of a model.
    pub struct ConstraintId;
}
