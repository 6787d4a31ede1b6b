//! The service or a worker as the whole of a process: a runtime, signals, an end.

use std::future::Future;
use std::net::SocketAddr;

use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio_util::sync::CancellationToken;

use crate::config::JobLimits;
use crate::service::{Options, Service, work};
use crate::{Config, ServerError};

/// Open files for tables, databases, logs and jobs, beside connections.
#[cfg(unix)]
const OTHER_DESCRIPTORS: u64 = 256;

/// What a service that has begun says of itself.
#[derive(Clone, Debug)]
pub struct Opened {
    /// Where it listens.
    pub address: SocketAddr,
    /// Where its jobs are, without a password.
    pub database: String,
}

/// How a process ended that was asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// In order: requests were finished, jobs handed back.
    InOrder,
    /// It was asked twice and did not wait. Jobs are free again when their leases end.
    AtOnce,
}

/// Runs the service until the process is interrupted or terminated. `opened` is called once, when it
/// listens.
///
/// # Errors
///
/// What is wrong with the address, the database, a table, or the system.
pub fn run_service(
    config: Config,
    options: Options,
    opened: impl FnOnce(&Opened),
) -> Result<Stopped, ServerError> {
    raise_descriptor_limit(config.connections.total);
    run(|stop| async move {
        let address = config.bind;
        let listener = TcpListener::bind(address).await;
        let listener = listener.map_err(|error| ServerError::Bind { address, error })?;
        let service = Service::open(config, options).await?;
        let address = listener.local_addr().map_err(ServerError::Listener)?;
        opened(&Opened { address, database: service.database().to_owned() });
        service.run(listener, stop).await
    })
}

/// Does jobs until the process is interrupted or terminated. `opened` is called once with the database, without a password, when it is open.
///
/// # Errors
///
/// What is wrong with the database, a table, or the system.
pub fn run_worker(
    options: Options,
    limits: JobLimits,
    opened: impl FnOnce(&str),
) -> Result<Stopped, ServerError> {
    run(|stop| work(options, limits, opened, stop))
}

fn run<F: Future<Output = Result<(), ServerError>>>(
    main: impl FnOnce(CancellationToken) -> F,
) -> Result<Stopped, ServerError> {
    let runtime = Builder::new_multi_thread().enable_all().build().map_err(ServerError::Threads)?;
    let ended = runtime.block_on(async {
        let stop = CancellationToken::new();
        let mut main = std::pin::pin!(main(stop.clone()));
        let mut signals = Signals::new()?;
        tokio::select! {
            ended = &mut main => return ended.map(|()| Stopped::InOrder),
            () = signals.next() => stop.cancel(),
        }
        tokio::select! {
            ended = &mut main => ended.map(|()| Stopped::InOrder),
            () = signals.next() => Ok(Stopped::AtOnce),
        }
    });
    leave(runtime);
    ended
}

/// Allows as many open files as connections may need, if the system lets this process.
#[cfg(unix)]
fn raise_descriptor_limit(connections: usize) {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    let needed = u64::try_from(connections).unwrap_or(u64::MAX).saturating_add(OTHER_DESCRIPTORS);
    let Ok((soft, hard)) = getrlimit(Resource::RLIMIT_NOFILE) else { return };
    if soft >= needed {
        return;
    }
    let raised = needed.min(hard);
    let result = setrlimit(Resource::RLIMIT_NOFILE, raised, hard);
    if result.is_err() || raised < needed {
        let open_files = if result.is_err() { soft } else { raised };
        tracing::warn!(open_files, needed, "the system allows fewer open files than connections");
    }
}

/// There is no such limit to raise.
#[cfg(not(unix))]
fn raise_descriptor_limit(_connections: usize) {}

/// Ends the runtime without waiting for threads that compute: who was to hear of them has.
fn leave(runtime: Runtime) {
    runtime.shutdown_background();
}

/// The signals that ask a process to stop.
#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn new() -> Result<Self, ServerError> {
        use tokio::signal::unix::{SignalKind, signal};
        let interrupt = signal(SignalKind::interrupt()).map_err(ServerError::Signals)?;
        let terminate = signal(SignalKind::terminate()).map_err(ServerError::Signals)?;
        Ok(Self { interrupt, terminate })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

/// The signals that ask a process to stop.
#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn new() -> Result<Self, ServerError> {
        Ok(Self)
    }

    async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
