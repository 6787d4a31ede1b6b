//! Tests of the atlas by its public interface.

mod build;
mod cube3;
mod distances;
mod files_of_v0_1_0;
mod layout;
mod levels;
mod metrics;
mod optimal;
mod oracle;
mod queries;
mod shapes;
mod table_queries;
mod upgrade;
