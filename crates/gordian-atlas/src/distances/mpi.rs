//! The exchange between processes that were started together with `mpirun`.
//!
//! One thread makes all calls of MPI. Other threads hand messages to it through a queue of limited
//! length, and take those that arrived from another:
//!
//! ```text
//! send ────▶ commands ──▶ ┌────────────┐ ──▶ the other processes:
//!                         │ MPI thread │     messages, and notes that no more follow
//! receive ◀─ arrivals ◀── └────────────┘ ◀──
//! ```
//!
//! While messages leave, the thread receives; when arrivals are too many, it stops receiving until
//! they are taken. Messages of a process to another arrive in the order in which they were sent, so
//! its note is the last of a phase.

use std::collections::VecDeque;
use std::fmt;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread::JoinHandle;
use std::time::Duration;

use mpi::Threading;
use mpi::datatype::PartitionMut;
use mpi::request::{Request, Scope, scope};
use mpi::topology::SimpleCommunicator;
use mpi::traits::{
    Communicator as _, CommunicatorCollectives as _, Destination as _, MatchedReceiveVec as _,
    Source as _,
};
use thiserror::Error;

use gordian_core::numbers::{to_index, to_u64};

use super::exchange::{Exchange, Message};

/// The tag of messages.
const DATA: i32 = 1;
/// The tag of the note that no more messages follow.
const END: i32 = 2;
/// Messages that wait to be sent, and to be received.
const QUEUE: usize = 64;
/// How long the thread waits for something to send before it looks for arrivals.
const PAUSE: Duration = Duration::from_micros(100);

/// An error of MPI.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MpiError {
    /// It was started before.
    #[error("MPI was started before in this process")]
    Started,
    /// The system refused a thread.
    #[error("failed to start a thread for MPI: {source}")]
    Thread {
        /// The error of the system.
        source: std::io::Error,
    },
}

/// Something for the thread to do.
enum Command {
    Send {
        to: usize,
        message: Message,
    },
    /// Tells all others that no more messages follow.
    End,
    /// Ends all processes: this one has panicked.
    Abort,
    /// Ends the phase.
    Gather {
        message: Message,
        reply: Sender<Vec<Message>>,
    },
}

/// What arrived in a phase.
#[derive(Default)]
struct Arrivals {
    messages: VecDeque<Message>,
    /// The number of other processes that send no more.
    n_ended: usize,
}

/// The exchange between the processes of `mpirun`. A process that was started without it is alone.
pub struct MpiExchange {
    n_processes: usize,
    process: usize,
    /// `None` when the work is over, which ends the thread.
    commands: Option<SyncSender<Command>>,
    arrivals: Arc<Mutex<Arrivals>>,
    thread: Option<JoinHandle<()>>,
}

impl fmt::Debug for MpiExchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { n_processes, process, .. } = self;
        f.debug_struct("MpiExchange")
            .field("n_processes", n_processes)
            .field("process", process)
            .finish_non_exhaustive()
    }
}

impl MpiExchange {
    /// Starts MPI, once in a process. It ends when the exchange is dropped, which waits for the
    /// other processes.
    ///
    /// # Errors
    ///
    /// Fails if MPI was started before, or the system refuses a thread.
    pub fn start() -> Result<Self, MpiError> {
        let (commands, todo) = mpsc::sync_channel(QUEUE);
        let (started, is_started) = mpsc::channel();
        let arrivals = Arc::new(Mutex::new(Arrivals::default()));
        let of_thread = Arc::clone(&arrivals);
        let run = move || {
            let Some((universe, _)) = mpi::initialize_with_threading(Threading::Funneled) else {
                return;
            };
            let world = universe.world();
            let number = |it| usize::try_from(it).expect("processes have numbers from 0");
            let process = number(world.rank());
            let sent = started.send((number(world.size()), process));
            if sent.is_ok() {
                MpiThread { world, process, arrivals: &of_thread }.run(&todo);
            }
        };
        let thread = std::thread::Builder::new().name("mpi".to_owned()).spawn(run);
        let thread = thread.map_err(|source| MpiError::Thread { source })?;
        let (n_processes, process) = is_started.recv().map_err(|_| MpiError::Started)?;
        Ok(Self { n_processes, process, commands: Some(commands), arrivals, thread: Some(thread) })
    }

    fn commands(&self) -> &SyncSender<Command> {
        self.commands.as_ref().expect("commands end with the exchange")
    }

    fn command(&self, command: Command) {
        self.commands().send(command).expect("the thread of MPI ends with the exchange");
    }
}

impl Drop for MpiExchange {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.command(Command::Abort);
        }
        self.commands = None;
        if let Some(thread) = self.thread.take() {
            // A panic of the thread was reported by it.
            let _ = thread.join();
        }
    }
}

impl Exchange for MpiExchange {
    fn n_processes(&self) -> usize {
        self.n_processes
    }

    fn process(&self) -> usize {
        self.process
    }

    fn send(&self, to: usize, message: Message) -> Result<(), Message> {
        match self.commands().try_send(Command::Send { to, message }) {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(Command::Send { message, .. })) => Err(message),
            Err(_) => panic!("internal error: the thread of MPI ended"),
        }
    }

    fn receive(&self) -> Option<Message> {
        locked(&self.arrivals).messages.pop_front()
    }

    fn end_sending(&self) {
        self.command(Command::End);
    }

    fn has_ended(&self) -> bool {
        let arrivals = locked(&self.arrivals);
        arrivals.n_ended == self.n_processes - 1 && arrivals.messages.is_empty()
    }

    fn gather(&self, message: Message) -> Vec<Message> {
        let (reply, gathered) = mpsc::channel();
        self.command(Command::Gather { message, reply });
        gathered.recv().expect("the thread of MPI ends with the exchange")
    }
}

fn locked(arrivals: &Mutex<Arrivals>) -> MutexGuard<'_, Arrivals> {
    arrivals.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The thread that makes the calls of MPI.
struct MpiThread<'a> {
    world: SimpleCommunicator,
    process: usize,
    arrivals: &'a Mutex<Arrivals>,
}

impl MpiThread<'_> {
    fn run(&self, todo: &Receiver<Command>) {
        loop {
            let mut command = match todo.recv_timeout(PAUSE) {
                Ok(command) => Some(command),
                Err(RecvTimeoutError::Timeout) => {
                    self.take_arrivals();
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) => return,
            };
            let mut messages = Vec::new();
            let mut gather = None;
            while let Some(next) = command {
                match next {
                    Command::Send { to, message } => messages.push((rank(to), DATA, message)),
                    Command::End => {
                        let others = (0..self.world.size()).filter(|&it| it != rank(self.process));
                        messages.extend(others.map(|to| (to, END, Message::new())));
                    }
                    Command::Abort => self.world.abort(1),
                    Command::Gather { message, reply } => {
                        gather = Some((message, reply));
                        break;
                    }
                }
                command = todo.try_recv().ok();
            }
            self.send(&messages);
            if let Some((message, reply)) = gather {
                let all = self.gather(&message);
                // All messages of the phase were received, and those of the next one are not sent
                // before this call.
                locked(self.arrivals).n_ended = 0;
                // The exchange waits for the reply.
                let _ = reply.send(all);
            }
        }
    }

    /// Sends messages, and receives until they have left.
    fn send(&self, messages: &[(i32, i32, Message)]) {
        scope(|scope| {
            let requests = messages.iter().map(|(to, tag, message)| {
                self.world.process_at_rank(*to).immediate_send_with_tag(scope, &message[..], *tag)
            });
            let mut requests: Vec<_> = requests.collect();
            while !requests.is_empty() {
                requests = requests.into_iter().filter_map(|it| it.test().err()).collect();
                self.take_arrivals();
                std::thread::yield_now();
            }
        });
    }

    /// Receives what arrived, until too much waits to be taken.
    fn take_arrivals(&self) {
        while locked(self.arrivals).messages.len() < QUEUE {
            let Some(probed) = self.world.any_process().immediate_matched_probe() else { break };
            let (message, status) = probed.matched_receive_vec();
            let mut arrivals = locked(self.arrivals);
            match status.tag() {
                END => arrivals.n_ended += 1,
                _ => arrivals.messages.push_back(message),
            }
        }
    }

    fn gather(&self, message: &Message) -> Vec<Message> {
        let mut lengths = vec![0; usize::try_from(self.world.size()).expect("there are processes")];
        let length = to_u64(message.len());
        scope(|scope| {
            let gathered = self.world.immediate_all_gather_into(scope, &length, &mut lengths[..]);
            await_end(gathered);
        });
        let lengths: Vec<usize> = lengths.into_iter().map(to_index).collect();
        let mut all = vec![0; lengths.iter().sum()];
        let offsets = lengths.iter().scan(0, |sum, length| {
            let offset = *sum;
            *sum += length;
            Some(offset)
        });
        let offsets: Vec<i32> = offsets.map(rank).collect();
        let counts: Vec<i32> = lengths.iter().copied().map(rank).collect();
        let mut parts = PartitionMut::new(&mut all[..], counts, &offsets[..]);
        scope(|scope| {
            let world = &self.world;
            await_end(world.immediate_all_gather_varcount_into(scope, &message[..], &mut parts));
        });
        let mut rest = &all[..];
        let parts = lengths.into_iter().map(|length| {
            let (part, after) = rest.split_at(length);
            rest = after;
            part.to_vec()
        });
        parts.collect()
    }
}

/// Waits until other processes take part, and leaves the processor to them: those of one machine
/// may be more than its processors.
fn await_end<'a, D: ?Sized, S: Scope<'a>>(mut request: Request<'a, D, S>) {
    while let Err(unfinished) = request.test() {
        request = unfinished;
        std::thread::sleep(PAUSE);
    }
}

/// Returns a number as MPI has it.
fn rank(number: usize) -> i32 {
    i32::try_from(number).expect("MPI has numbers of 31 bits")
}
