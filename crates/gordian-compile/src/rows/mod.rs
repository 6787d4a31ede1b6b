//! Integer rows: the model as linear inequalities over integer variables, for LP and MPS files.
