//! What a worker may not do, where the system can forbid it: use the network, start processes, look
//! into others or send them signals, read files other than those of the system and of tables, and
//! write files other than tables.
//!
//! On Linux with 64 bits: Landlock for files and `seccomp` for system calls, both without
//! privileges; the calls are refused with `EPERM`. A kernel without them is no error: the memory
//! limit and the deadline hold everywhere.

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
pub(crate) use on_linux::{has_landlock, restrict_files_and_calls};

/// Returns whether the system enforces restrictions of files; never on this platform.
#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
pub(crate) fn has_landlock() -> bool {
    false
}

/// This platform has no such restrictions.
#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
pub(crate) fn restrict_files_and_calls(
    _readable: &[std::path::PathBuf],
    _writable: &[std::path::PathBuf],
) -> std::io::Result<()> {
    Ok(())
}

#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
mod on_linux {
    use std::collections::BTreeMap;
    use std::io;
    use std::path::{Path, PathBuf};

    use landlock::{
        ABI, Access as _, AccessFs, AccessNet, CompatLevel, Compatible as _, Ruleset,
        RulesetAttr as _, RulesetCreatedAttr as _, RulesetError, path_beneath_rules,
    };
    use nix::libc;
    use seccompiler::{
        BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
        SeccompRule, TargetArch, apply_filter,
    };

    /// The newest rules that are asked for; an older kernel applies those that it knows.
    const RULES: ABI = ABI::V5;

    /// What programs read: libraries, and what the system tells of the processors and of the
    /// process itself.
    const SYSTEM_PATHS: [&str; 6] = ["/usr", "/lib", "/lib64", "/proc", "/sys", "/dev"];

    /// System calls that a computation does not need.
    const REFUSED_CALLS: &[libc::c_long] = &[
        libc::SYS_socket,
        libc::SYS_socketpair,
        libc::SYS_connect,
        libc::SYS_bind,
        libc::SYS_listen,
        libc::SYS_accept,
        libc::SYS_accept4,
        libc::SYS_execve,
        libc::SYS_execveat,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_fork,
        #[cfg(target_arch = "x86_64")]
        libc::SYS_vfork,
        libc::SYS_kill,
        libc::SYS_tkill,
        libc::SYS_rt_sigqueueinfo,
        libc::SYS_rt_tgsigqueueinfo,
        libc::SYS_pidfd_send_signal,
        libc::SYS_ptrace,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_pidfd_getfd,
        libc::SYS_mount,
        libc::SYS_umount2,
        libc::SYS_pivot_root,
        libc::SYS_chroot,
        libc::SYS_setns,
        libc::SYS_unshare,
        libc::SYS_bpf,
        libc::SYS_perf_event_open,
        libc::SYS_io_uring_setup,
        libc::SYS_userfaultfd,
        libc::SYS_keyctl,
        libc::SYS_add_key,
        libc::SYS_request_key,
        libc::SYS_init_module,
        libc::SYS_finit_module,
        libc::SYS_kexec_load,
        libc::SYS_reboot,
        libc::SYS_swapon,
        libc::SYS_setuid,
        libc::SYS_setgid,
    ];

    /// Must be called before other threads are started.
    pub(crate) fn restrict_files_and_calls(
        readable: &[PathBuf],
        writable: &[PathBuf],
    ) -> io::Result<()> {
        for folder in writable {
            // A right can only be given for a folder that exists. If it cannot be created, writing
            // fails later, with an error.
            let _ = fs_err::create_dir_all(folder);
        }
        restrict_files(readable, writable).map_err(io::Error::other)?;
        restrict_calls()
    }

    fn restrict_calls() -> io::Result<()> {
        let of_other_processes = |argument, operator, value| {
            let condition =
                SeccompCondition::new(argument, SeccompCmpArgLen::Qword, operator, value);
            condition.and_then(|it| SeccompRule::new(vec![it])).map_err(io::Error::other)
        };
        // Threads are allowed, and signals to this process: an abort sends one.
        let thread = u64::from(libc::CLONE_THREAD.unsigned_abs());
        let new_process = of_other_processes(0, SeccompCmpOp::MaskedEq(thread), 0)?;
        let other_target = of_other_processes(0, SeccompCmpOp::Ne, std::process::id().into())?;
        let refused = REFUSED_CALLS.iter().map(|&call| (call, Vec::new()));
        let refused = refused
            .chain([(libc::SYS_clone, vec![new_process]), (libc::SYS_tgkill, vec![other_target])]);
        refuse(refused.collect(), libc::EPERM)?;
        // Its flags are in memory, where a filter cannot see them. The C library then uses `clone`.
        refuse(BTreeMap::from([(libc::SYS_clone3, Vec::new())]), libc::ENOSYS)
    }

    /// Makes these calls fail with `error` from now on; those with rules if one of them holds.
    fn refuse(calls: BTreeMap<i64, Vec<SeccompRule>>, error: libc::c_int) -> io::Result<()> {
        let Ok(architecture) = TargetArch::try_from(std::env::consts::ARCH) else { return Ok(()) };
        let refused = SeccompAction::Errno(error.unsigned_abs());
        let filter = SeccompFilter::new(calls, SeccompAction::Allow, refused, architecture);
        let program: BpfProgram = filter.and_then(TryInto::try_into).map_err(io::Error::other)?;
        match apply_filter(&program) {
            // A kernel without `seccomp`.
            Err(seccompiler::Error::Prctl(error)) if error.raw_os_error() == Some(libc::EINVAL) => {
                Ok(())
            }
            applied => applied.map_err(io::Error::other),
        }
    }

    /// Returns whether the system enforces restrictions of files.
    pub(crate) fn has_landlock() -> bool {
        let rules = Ruleset::default().set_compatibility(CompatLevel::HardRequirement);
        let rules = rules.handle_access(AccessFs::from_all(ABI::V1));
        rules.and_then(Ruleset::create).is_ok()
    }

    /// Also sets `no_new_privs`.
    fn restrict_files(readable: &[PathBuf], writable: &[PathBuf]) -> Result<(), RulesetError> {
        let system = SYSTEM_PATHS.iter().map(Path::new);
        let readable = system.chain(readable.iter().map(PathBuf::as_path));
        Ruleset::default()
            .handle_access(AccessFs::from_all(RULES))?
            .handle_access(AccessNet::from_all(RULES))?
            .create()?
            .add_rules(path_beneath_rules(readable, AccessFs::from_read(RULES)))?
            .add_rules(path_beneath_rules(writable, AccessFs::from_all(RULES)))?
            .restrict_self()?;
        Ok(())
    }
}
