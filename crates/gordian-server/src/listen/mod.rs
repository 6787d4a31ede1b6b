//! The accept loop and the handling of connections around the HTTP library.
//!
//! [`serve`] accepts connections within the limits. Each connection has its own task, whose bytes
//! pass through a stream with timeouts and a check of request heads. Rejected connections get a
//! response, and a lingering close makes sure that it arrives.

mod accept;
mod connection;
mod head;
mod lingering_close;
mod slots;
mod stream;

pub use accept::serve;
