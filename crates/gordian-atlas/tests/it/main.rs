//! Tests of the atlas by its public interface.

mod build;
mod cube3;
mod kept;
mod layout;
mod levels;
mod metrics;
mod oracle;
mod queries;
mod shapes;
mod upgrade;
