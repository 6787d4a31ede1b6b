//! The accept loop and what surrounds the HTTP library on a connection.
//!
//! [`serve`] takes connections within the limits on their number; each is served by a task of its
//! own, whose bytes pass a stream with time limits and a judge of heads; who is refused gets an
//! answer that also arrives.

mod accept;
mod connection;
mod farewell;
mod head;
mod slots;
mod stream;

pub use accept::serve;
