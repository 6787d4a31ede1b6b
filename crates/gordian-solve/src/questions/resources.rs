//! What is kept from one question to the next: tables.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use gordian_atlas::AtlasError;
use gordian_atlas::cube3::CentreGoal;
use gordian_core::{Cancel, Progress, Random};
use gordian_perm::square1::Colours;

use super::Refusal;
use crate::{SolveError, cube3, square1};

/// Where tables come from.
#[derive(Clone, Debug)]
pub struct ResourcesConfig {
    /// The folder in which tables are kept; without one they stay in memory.
    pub cache: Option<PathBuf>,
    /// Threads for building a table.
    pub threads: NonZeroUsize,
    /// Where the seeds begin that are chosen for those who name none.
    pub seed: u64,
}

impl Default for ResourcesConfig {
    /// No folder, one thread, always the same seeds.
    fn default() -> Self {
        Self { cache: None, threads: NonZeroUsize::MIN, seed: 0 }
    }
}

/// Tables that are built or opened when they are first needed, and then shared.
///
/// *Cost*: the silver table of the Square-1 takes 1 to 2 s to build without a cache and 207 MB of disk
/// (or memory); each table of the cube 2 s and 80 MB.
pub struct Resources {
    config: ResourcesConfig,
    square1: Mutex<square1::Solver>,
    cube3: Mutex<cube3::Solver>,
    /// Reports on tables, once they were asked for.
    reports: Mutex<Vec<(Colours, Arc<str>)>>,
    n_seeds: AtomicU64,
}

/// Seeds that are chosen for the asker are short enough to be typed again.
const MAX_SEED: u64 = 1_000_000_000;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What is kept is replaced as a whole: who panicked left nothing half done.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Resources {
    /// Returns what is kept; nothing is opened or built yet.
    #[must_use]
    pub fn new(config: ResourcesConfig) -> Self {
        let ResourcesConfig { cache, threads, .. } = config.clone();
        let square1 = square1::Config { table: None, cache, threads: Some(threads) };
        let square1 =
            square1::Solver::new(square1).expect("no table is named that could be refused");
        let cube3 = cube3::Solver::new(threads, None);
        Self {
            config,
            square1: Mutex::new(square1),
            cube3: Mutex::new(cube3),
            reports: Mutex::default(),
            n_seeds: AtomicU64::new(0),
        }
    }

    /// Opens a table of the Square-1 that is asked from now on.
    ///
    /// # Errors
    ///
    /// What is wrong with the table.
    pub fn open_square1(&self, table: &Path) -> Result<(), SolveError> {
        lock(&self.square1).open(table)
    }

    /// Gets tables ready that are needed sooner or later, so that nobody waits for them. Returns what the
    /// operator should know: that a table was built and where it is kept.
    ///
    /// # Errors
    ///
    /// As the solvers': memory that cannot be had, and [`Cancel`].
    pub fn warm_up(
        &self,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<Vec<String>, Refusal> {
        let notes = lock(&self.square1).prepare(cancel, progress)?;
        for centres in [CentreGoal::Any, CentreGoal::Exact] {
            let question = cube3::Question { centres: [centres; 6], ..Default::default() };
            lock(&self.cube3).prepare(&question, cancel, progress)?;
        }
        Ok(notes)
    }

    pub(super) fn cache(&self) -> Option<&Path> {
        self.config.cache.as_deref()
    }

    /// Returns a solver with a table for every colouring. Whoever comes first waits until it is built,
    /// and so do those who come meanwhile.
    ///
    /// Nobody stops the building: a table serves all who come, however little time the first one has.
    pub(super) fn square1(&self, progress: &dyn Progress) -> Result<square1::Solver, SolveError> {
        let mut solver = lock(&self.square1);
        // Where tables are is the operator's business, not that of those who ask.
        drop(solver.prepare(&Cancel::new(), progress)?);
        Ok(solver.clone())
    }

    /// Returns a seed for somebody who named none, another one each time.
    pub(super) fn fresh_seed(&self) -> u64 {
        let nth = self.n_seeds.fetch_add(1, Ordering::Relaxed);
        Random::new(self.config.seed.wrapping_add(nth)).bits() % MAX_SEED
    }

    /// Returns the report on the table of `colours`, which is made when it is first asked for.
    pub(super) fn report(
        &self,
        colours: Colours,
        make: impl FnOnce() -> Result<String, AtlasError>,
    ) -> Result<Arc<str>, AtlasError> {
        let known = |reports: &[(Colours, Arc<str>)]| {
            reports.iter().find(|known| known.0 == colours).map(|known| Arc::clone(&known.1))
        };
        if let Some(report) = known(&lock(&self.reports)) {
            return Ok(report);
        }
        let report: Arc<str> = make()?.into();
        lock(&self.reports).push((colours, Arc::clone(&report)));
        Ok(report)
    }

    /// Lets a table that was built meanwhile be found, by this process or by another one.
    pub fn look_again(&self) {
        lock(&self.square1).look_again();
    }

    /// Returns a solver with the tables that the question needs, which are built whatever time it has.
    pub(super) fn cube3(
        &self,
        question: &cube3::Question,
        progress: &dyn Progress,
    ) -> Result<cube3::Solver, SolveError> {
        let mut solver = lock(&self.cube3);
        solver.prepare(question, &Cancel::new(), progress)?;
        Ok(solver.clone())
    }
}
