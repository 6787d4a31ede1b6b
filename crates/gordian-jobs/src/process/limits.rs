//! The resource limits of a child process, and the signals that it ignores.

#[cfg(unix)]
pub use on_unix::{limit_memory, restrict_process};
#[cfg(not(unix))]
pub use without_limits::{limit_memory, restrict_process};

#[cfg(unix)]
mod on_unix {
    use std::io;

    use nix::sys::resource::{Resource, setrlimit};
    use nix::sys::signal::{SigSet, Signal};

    /// Prepares a process that does the work of others: it leaves no core files, ignores the
    /// signals of service managers, and ends with its parent (on Linux). Must be called before
    /// other threads are started.
    ///
    /// # Errors
    ///
    /// Errors of the system.
    pub fn restrict_process() -> io::Result<()> {
        // A crash must not leave a core file as large as the memory.
        setrlimit(Resource::RLIMIT_CORE, 0, 0)?;
        // A service manager sends its signal to all processes of the service. The parent handles it
        // and asks the child to stop; dying of the signal would cost an attempt.
        let mut signals = SigSet::empty();
        for signal in [Signal::SIGTERM, Signal::SIGINT, Signal::SIGHUP] {
            signals.add(signal);
        }
        signals.thread_block()?;
        #[cfg(target_os = "linux")]
        {
            nix::sys::prctl::set_pdeathsig(Signal::SIGKILL)?;
            // If the machine runs out of memory, the kernel kills a job rather than the service. If
            // this is not permitted, the kernel chooses.
            let _ = fs_err::write("/proc/self/oom_score_adj", "500");
        }
        Ok(())
    }

    /// Limits the memory of this process: `RLIMIT_DATA`, which on Linux covers all private memory
    /// except that of mapped files. Some other systems reject or ignore it: then memory is not
    /// limited.
    ///
    /// # Errors
    ///
    /// Errors of the system, on Linux.
    pub fn limit_memory(bytes: u64) -> io::Result<()> {
        let limited = setrlimit(Resource::RLIMIT_DATA, bytes, bytes);
        if cfg!(target_os = "linux") {
            limited?;
        }
        Ok(())
    }
}

/// Without limits: this platform does not support them.
#[cfg(not(unix))]
mod without_limits {
    use std::io;

    pub fn restrict_process() -> io::Result<()> {
        Ok(())
    }

    pub fn limit_memory(_: u64) -> io::Result<()> {
        Ok(())
    }
}
