//! The accept loop and the limits of connections; HTTP itself is hyper's.
//!
//! [`serve`] accepts connections within the limits of their number. Each connection has its own
//! task, in which hyper reads requests within its limits of heads. Its bytes pass through a stream
//! that ends connections whose client does not read, and closes connections so that the last
//! response arrives.

mod accept;
mod stream;

pub use accept::serve;
