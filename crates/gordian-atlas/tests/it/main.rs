//! Tests of the atlas by its public interface.

mod build;
mod golden;
mod layout;
mod levels;
mod metrics;
mod oracle;
mod queries;
mod shapes;
