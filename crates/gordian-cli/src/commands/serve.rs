//! `gordian serve` and `gordian worker`.

use std::io::Write as _;
use std::path::Path;

use gordian_server::config::JobLimits;
use gordian_server::guard::Token;
use gordian_server::{Config, ServerError, ServiceOptions, Shutdown, run_service, run_worker};

use super::{CommandError, thread_count};
use crate::args::{JobArgs, ServeArgs, WorkerArgs};
use crate::console::Console;
use crate::env;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input::Input;
use crate::system::{available_memory, cache_directory, data_directory};

/// The least memory of a worker process in bytes: the tables of the cube take 160 MB.
const MIN_WORKER_BYTES: u64 = 256 << 20;

/// The file name of the job database in the data directory.
const DATABASE: &str = "jobs.sqlite";

pub(super) fn serve(args: &ServeArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let _log = gordian_server::log::init(&env::service_log()?).map_err(|error| fault(&error))?;
    let config = config(args)?;
    let options = options(&args.jobs, console)?;
    let shutdown = run_service(config, options, |opened| {
        // The service runs even if its output is not read.
        let _ = writeln!(console.out(), "listening on http://{}", opened.address);
        let _ = console.flush();
        let _ = console.print_note(&format!("jobs: {}", opened.database));
    });
    exit_of(shutdown)
}

pub(super) fn worker(args: &WorkerArgs, console: &mut Console) -> Result<Exit, CommandError> {
    let _log = gordian_server::log::init(&env::service_log()?).map_err(|error| fault(&error))?;
    if args.jobs.workers == 0 {
        let message = "`--workers 0` starts no worker";
        return Err(Fault::new("cli.out-of-range", message).hint("use 1 or more").into());
    }
    let options = options(&args.jobs, console)?;
    let shutdown = run_worker(options, limits(&args.jobs), |database| {
        let _ = writeln!(console.out(), "working on the jobs of {database}");
        let _ = console.flush();
    });
    exit_of(shutdown)
}

fn exit_of(shutdown: Result<Shutdown, ServerError>) -> Result<Exit, CommandError> {
    match shutdown {
        Ok(Shutdown::Graceful) => Ok(Exit::Answer),
        Ok(Shutdown::Forced) => Ok(Exit::Interrupted),
        Err(error) => Err(fault(&error).into()),
    }
}

fn fault(error: &ServerError) -> Fault {
    Fault::new(error.code(), error.to_string()).hint(error.hint())
}

fn config(args: &ServeArgs) -> Result<Config, Fault> {
    let mut config = Config::default();
    config.bind = args.bind;
    config.hosts.clone_from(&args.host);
    config.trusted_proxies.clone_from(&args.trust_proxy);
    config.forwarded_header = args.forwarded;
    config.metrics_networks.extend(&args.metrics);
    config.token = args.token_file.as_deref().map(token).transpose()?;
    config.compute.max_time = args.time_limit;
    let threads = config.compute.threads + config.compute.long_threads;
    let threads = u64::try_from(threads).unwrap_or(u64::MAX).max(1);
    config.compute.worker_memory_bytes = (available_memory() / 2 / threads).max(MIN_WORKER_BYTES);
    // A request may wait in the queue and then compute.
    let response_time = config.compute.max_wait + 2 * args.time_limit;
    config.connections.response_timeout = config.connections.response_timeout.max(response_time);
    config.connections.max_total = usize::try_from(args.connections.get()).unwrap_or(usize::MAX);
    config.quota.rate = args.rate.get();
    config.quota.burst = args.rate.get().saturating_mul(2);
    // The default ratio of clients per address.
    config.quota.address_rate = args.rate.get().saturating_mul(20);
    config.quota.address_burst = args.rate.get().saturating_mul(40);
    config.jobs = limits(&args.jobs);
    config.jobs.max_per_client = u64::from(args.client_jobs.get());
    config.jobs.max_open = u64::from(args.queued_jobs.get());
    config.jobs.max_stored_bytes = args.job_storage;
    Ok(config)
}

fn limits(args: &JobArgs) -> JobLimits {
    let mut limits = Config::default().jobs;
    limits.max_time = args.job_time_limit;
    limits.memory_bytes = args.job_memory;
    limits
}

/// The least length of a token. An address can try a thousand per second, so that shorter ones can be guessed.
const MIN_TOKEN_CHARS: usize = 16;

/// Reads the token from the first line of a file.
fn token(file: &Path) -> Result<Token, Fault> {
    let token = first_line(file, "serve.token", "token")?;
    if token.chars().count() < MIN_TOKEN_CHARS {
        let message = format!("the token has fewer than {MIN_TOKEN_CHARS} characters");
        return Err(Fault::new("serve.token", message)
            .hint("write a random one on the first line, such as that of `openssl rand -hex 16`")
            .in_file(Input::new(file).name()));
    }
    Ok(Token::new(&token))
}

/// Reads a secret from the first line of a file; `what` is its name.
fn first_line(file: &Path, code: &'static str, what: &str) -> Result<String, Fault> {
    let input = Input::new(file);
    let text = input.read()?;
    let line = text.lines().next().unwrap_or_default().trim();
    if line.is_empty() {
        let fault = Fault::new(code, format!("the first line of the {what} file is empty"));
        return Err(fault
            .hint(format!("write the {what} on the first line"))
            .in_file(input.name()));
    }
    Ok(line.to_owned())
}

fn options(args: &JobArgs, console: &mut Console) -> Result<ServiceOptions, CommandError> {
    let database = match (&args.database, &args.database_file) {
        (Some(url), _) => url.clone(),
        (None, Some(file)) => first_line(file, "serve.database", "URL")?,
        (None, None) => match env::database() {
            Some(url) => url,
            None => default_database()?,
        },
    };
    let mut options = ServiceOptions::new(database);
    options.cache = cache_directory(args.cache.as_deref());
    options.tables.clone_from(&args.table);
    options.workers = args.workers;
    options.threads = thread_count(args.threads);
    if let Some(cache) = &options.cache {
        console.print_note(&format!("tables: {}", cache.display()))?;
    }
    Ok(options)
}

/// Returns the default database, and creates its directory if necessary.
fn default_database() -> Result<String, Fault> {
    let folder = data_directory().ok_or_else(|| {
        Fault::new("serve.no-folder", "the system has no data directory")
            .hint("give the job database: `--database sqlite:PATH`")
    })?;
    fs_err::create_dir_all(&folder).map_err(|error| {
        Fault::new("io.failed", error.to_string())
            .hint("give another job database: `--database sqlite:PATH`")
    })?;
    Ok(format!("sqlite:{}", folder.join(DATABASE).display()))
}
