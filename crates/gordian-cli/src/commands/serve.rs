//! `gordian serve` and `gordian worker`.

use std::io::Write as _;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::path::Path;

use etcetera::base_strategy::{BaseStrategy as _, choose_native_strategy};
use gordian_server::config::{ForwardedHeader, JobLimits};
use gordian_server::guard::Token;
use gordian_server::{Config, ServerError, ServiceOptions, Shutdown, run_service, run_worker};
use ipnet::IpNet;

use super::{Stop, threads};
use crate::args::{Forwarded, JobArgs, ServeArgs, WorkerArgs};
use crate::console::Console;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input::Input;
use crate::{cache, env};

/// The name of the database of jobs in the folder for data.
const DATABASE: &str = "jobs.sqlite";

pub(super) fn serve(args: &ServeArgs, console: &mut Console) -> Result<Exit, Stop> {
    let _log = gordian_server::log::init(&env::service_log()?).map_err(|error| fault(&error))?;
    let config = config(args)?;
    let options = options(&args.jobs, console)?;
    let stopped = run_service(config, options, |opened| {
        // Nobody may read it, and the service is there all the same.
        let _ = writeln!(console.out(), "listening on http://{}", opened.address);
        let _ = console.flush();
        let _ = console.remark(&format!("jobs: {}", opened.database));
    });
    ended(stopped)
}

pub(super) fn worker(args: &WorkerArgs, console: &mut Console) -> Result<Exit, Stop> {
    let _log = gordian_server::log::init(&env::service_log()?).map_err(|error| fault(&error))?;
    if args.jobs.workers == 0 {
        let message = "`--workers 0`: a worker that does nothing";
        return Err(Fault::new("cli.out-of-range", message).hint("give 1 or more").into());
    }
    let options = options(&args.jobs, console)?;
    let stopped = run_worker(options, limits(&args.jobs), |database| {
        let _ = writeln!(console.out(), "working on the jobs of {database}");
        let _ = console.flush();
    });
    ended(stopped)
}

fn ended(stopped: Result<Shutdown, ServerError>) -> Result<Exit, Stop> {
    match stopped {
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
    config.forwarded_header = match args.forwarded {
        Forwarded::XForwardedFor => ForwardedHeader::XForwardedFor,
        Forwarded::Forwarded => ForwardedHeader::Forwarded,
    };
    config.ban_allowlist.clone_from(&args.allow);
    if args.bind.ip().is_loopback() {
        // Whoever tries something out on his own machine is not to lock himself out.
        config.ban_allowlist.extend(
            [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)].map(IpNet::from),
        );
    }
    config.metrics_networks.extend(&args.metrics);
    config.token = args.token_file.as_deref().map(token).transpose()?;
    config.compute.max_time = args.time_limit;
    let threads = config.compute.threads + config.compute.long_threads;
    let threads = u64::try_from(threads).unwrap_or(u64::MAX).max(1);
    config.compute.model_memory_bytes = crate::machine::memory() / 2 / threads;
    // A request may wait, and then compute.
    let reply = config.compute.max_wait + 2 * args.time_limit;
    config.connections.response_timeout = config.connections.response_timeout.max(reply);
    config.connections.max_total = usize::try_from(args.connections.get()).unwrap_or(usize::MAX);
    config.quota.rate = args.rate.get();
    config.quota.burst = args.rate.get().saturating_mul(2);
    // As many clients behind one address as by default.
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

/// Reads the token: the file's first line.
fn token(file: &Path) -> Result<Token, Fault> {
    let input = Input::new(file);
    let text = input.read()?;
    let token = text.lines().next().unwrap_or_default().trim();
    if token.is_empty() {
        let fault = Fault::new("serve.token", "the file of the token begins with an empty line");
        return Err(fault.hint("write the token on its first line").within(input.name()));
    }
    Ok(Token::new(token))
}

fn options(args: &JobArgs, console: &mut Console) -> Result<ServiceOptions, Stop> {
    let database = match &args.database {
        Some(url) => url.clone(),
        None => usual_database()?,
    };
    let mut options = ServiceOptions::new(database);
    options.cache = cache::folder(args.cache.as_deref());
    options.tables.clone_from(&args.table);
    options.workers = args.workers;
    options.threads = threads(args.threads);
    if let Some(cache) = &options.cache {
        console.remark(&format!("tables: {}", cache.display()))?;
    }
    Ok(options)
}

/// Returns the database that is used where nobody names one; its folder is made if need be.
fn usual_database() -> Result<String, Fault> {
    let folder = choose_native_strategy().ok().map(|system| system.data_dir().join("gordian"));
    let folder = folder.ok_or_else(|| {
        Fault::new("serve.no-folder", "the system has no folder for data")
            .hint("name the database of jobs: `--database sqlite:PATH`")
    })?;
    fs_err::create_dir_all(&folder).map_err(|error| {
        Fault::new("io.failed", error.to_string())
            .hint("name another database of jobs: `--database sqlite:PATH`")
    })?;
    Ok(format!("sqlite:{}", folder.join(DATABASE).display()))
}
