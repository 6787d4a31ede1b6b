//! The processes that work on one table, and the exchange between them.

use std::fmt;

/// A message for another process.
pub type Message = Vec<u8>;

/// The exchange of one of the processes that work on one table.
///
/// All processes do the same *phases*. In a phase each sends messages to others and receives
/// theirs, and says when it sends no more; when all have said so and all messages are received, the
/// phase ends with [`gather`](Self::gather). All methods can be called from any thread, except that
/// `gather` and `end_sending` are called by one at a time.
pub trait Exchange: fmt::Debug + Sync {
    /// Returns the number of processes, at least 1.
    fn n_processes(&self) -> usize;

    /// Returns the number of this process, from 0.
    fn process(&self) -> usize;

    /// Sends a message to another process.
    ///
    /// # Errors
    ///
    /// Gives the message back if too many are on their way. The caller then receives what arrived,
    /// and tries again: so processes that send to each other do not wait for each other.
    fn send(&self, to: usize, message: Message) -> Result<(), Message>;

    /// Returns a message that arrived in this phase, if there is one.
    fn receive(&self) -> Option<Message>;

    /// Tells the others that this process sends no more in this phase.
    fn end_sending(&self);

    /// Returns whether no process sends more in this phase, and all that they sent to this one was
    /// received.
    fn has_ended(&self) -> bool;

    /// Ends the phase: waits for all processes, and returns the message of each, in the order of
    /// their numbers.
    fn gather(&self, message: Message) -> Vec<Message>;
}

/// The exchange of a process that works alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct OneProcess;

impl Exchange for OneProcess {
    fn n_processes(&self) -> usize {
        1
    }

    fn process(&self) -> usize {
        0
    }

    fn send(&self, to: usize, _: Message) -> Result<(), Message> {
        panic!("internal error: there is no process {to}")
    }

    fn receive(&self) -> Option<Message> {
        None
    }

    fn end_sending(&self) {}

    fn has_ended(&self) -> bool {
        true
    }

    fn gather(&self, message: Message) -> Vec<Message> {
        vec![message]
    }
}
