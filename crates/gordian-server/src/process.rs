//! Running the service or a worker as a whole process: runtime, signals and exit.

use std::future::Future;
use std::net::SocketAddr;

use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::{Builder, Runtime};
use tokio_util::sync::CancellationToken;

use crate::config::JobLimits;
use crate::options::ServiceOptions;
use crate::service::{Service, run_worker_until};
use crate::{Config, ServerError};

/// Open files for tables, databases, logs and jobs, in addition to connections.
#[cfg(unix)]
const RESERVED_DESCRIPTORS: u64 = 256;

/// Properties of a started service.
#[derive(Clone, Debug)]
pub struct ServiceInfo {
    /// The address that it listens on.
    pub address: SocketAddr,
    /// The URL of the job database, without its password.
    pub database: String,
}

/// How a process was shut down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shutdown {
    /// Gracefully: requests were finished and jobs were handed back.
    Graceful,
    /// By a second signal, without waiting. The jobs can be claimed when their leases expire.
    Forced,
}

/// Runs the service until the process is interrupted or terminated. `on_ready` is called once, when
/// the service listens.
///
/// # Errors
///
/// Errors of the address, the database, a table or the system.
pub fn run_service(
    config: Config,
    options: ServiceOptions,
    on_ready: impl FnOnce(&ServiceInfo),
) -> Result<Shutdown, ServerError> {
    raise_descriptor_limit(config.connections.max_total);
    run_until_signalled(|stop| async move {
        let address = config.bind;
        let listener = listen(address).map_err(|error| ServerError::Bind { address, error })?;
        let service = Service::open(config, options).await?;
        let address = listener.local_addr().map_err(ServerError::Listener)?;
        on_ready(&ServiceInfo { address, database: service.database().to_owned() });
        service.run(listener, stop).await
    })
}

/// Runs jobs until the process is interrupted or terminated. `on_ready` is called once with the
/// database URL, without its password, when the database is open.
///
/// # Errors
///
/// Errors of the database, a table or the system.
pub fn run_worker(
    options: ServiceOptions,
    limits: JobLimits,
    on_ready: impl FnOnce(&str),
) -> Result<Shutdown, ServerError> {
    run_until_signalled(|stop| run_worker_until(options, limits, on_ready, stop))
}

/// The length of the queue of connections that were not accepted yet: several hundred clients may
/// connect at once.
const BACKLOG: u32 = 1024;

/// Returns a socket that listens on an address.
fn listen(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4(),
        SocketAddr::V6(_) => TcpSocket::new_v6(),
    }?;
    // As `TcpListener::bind` does: an address can be used again at once after the end of a process.
    #[cfg(not(windows))]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

fn run_until_signalled<F: Future<Output = Result<(), ServerError>>>(
    main: impl FnOnce(CancellationToken) -> F,
) -> Result<Shutdown, ServerError> {
    let runtime = Builder::new_multi_thread().enable_all().build().map_err(ServerError::Threads)?;
    let ended = runtime.block_on(async {
        let stop = CancellationToken::new();
        let mut main = std::pin::pin!(main(stop.clone()));
        let mut signals = Signals::new()?;
        tokio::select! {
            ended = &mut main => return ended.map(|()| Shutdown::Graceful),
            () = signals.next() => stop.cancel(),
        }
        tokio::select! {
            ended = &mut main => ended.map(|()| Shutdown::Graceful),
            () = signals.next() => Ok(Shutdown::Forced),
        }
    });
    shut_down_runtime(runtime);
    ended
}

/// Raises the limit of open files to the number that connections may need, as far as permitted.
#[cfg(unix)]
fn raise_descriptor_limit(connections: usize) {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};
    let needed =
        u64::try_from(connections).unwrap_or(u64::MAX).saturating_add(RESERVED_DESCRIPTORS);
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

/// This platform has no such limit.
#[cfg(not(unix))]
fn raise_descriptor_limit(_connections: usize) {}

/// Shuts the runtime down without waiting for computing threads, whose results are no longer
/// needed.
fn shut_down_runtime(runtime: Runtime) {
    runtime.shutdown_background();
}

/// The signals that stop a process.
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

/// The signals that stop a process.
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
