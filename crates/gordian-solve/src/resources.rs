//! Tables that are shared between requests.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use gordian_atlas::AtlasError;
use gordian_atlas::square1::Database;
use gordian_atlas::square1::report::ReportDocument;
use gordian_core::{Cancel, NoProgress, Progress, Random};
use gordian_perm::square1::Colours;

use crate::{SolveError, cube3, square1};

/// Where tables come from.
#[derive(Clone, Debug)]
pub struct ResourcesConfig {
    /// The folder in which tables are cached; without one they stay in memory.
    pub cache: Option<PathBuf>,
    /// Threads for building a table.
    pub threads: NonZeroUsize,
    /// The seed of the generator that chooses seeds for requests without one.
    pub seed: u64,
    /// Whether tables are only opened, because another process builds them: the error of a request
    /// that needs one has [`SolveError::missing_table`].
    pub only_open: bool,
}

impl Default for ResourcesConfig {
    /// No folder, one thread, always the same seeds, and tables are built.
    fn default() -> Self {
        Self { cache: None, threads: NonZeroUsize::MIN, seed: 0, only_open: false }
    }
}

/// Tables that are built or opened when they are first needed, and then shared by all requests.
///
/// *Cost*: the silver table of the Square-1 takes 1 to 2 s to build without a cache and 207 MB of
/// disk (or memory); each table of the cube 2 s, and 80 MB of both.
pub struct Resources {
    config: ResourcesConfig,
    square1: Mutex<square1::Solver>,
    cube3: Mutex<cube3::Solver>,
    /// Reports on tables, once they were requested.
    reports: Mutex<Vec<(Colours, Arc<ReportDocument>)>>,
    n_seeds: AtomicU64,
}

/// The tables that most requests about the Square-1 and the cube need, by the names of their files
/// without `.table`.
pub const USUAL_TABLES: [&str; 3] = ["square1-silver", "cube3-bounds", "cube3-bounds-centres"];

/// Upper bound of chosen seeds: short enough to be typed again.
const MAX_SEED: u64 = 1_000_000_000;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Values are replaced as a whole, so a panicking thread leaves no partial update behind.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Resources {
    /// Returns resources without any table: none is opened or built yet.
    #[must_use]
    pub fn new(config: ResourcesConfig) -> Self {
        let ResourcesConfig { cache, threads, only_open, .. } = config.clone();
        let square1 = square1::Config { table: None, cache, threads: Some(threads), only_open };
        let square1 =
            square1::Solver::new(square1).expect("without a named table, nothing can fail");
        let mut cube3 = cube3::Solver::new(threads, None).with_cache(config.cache.clone());
        if only_open {
            cube3 = cube3.that_only_opens();
        }
        Self {
            config,
            square1: Mutex::new(square1),
            cube3: Mutex::new(cube3),
            reports: Mutex::default(),
            n_seeds: AtomicU64::new(0),
        }
    }

    /// Opens a table of the Square-1, which later requests use.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with the table.
    pub fn open_square1(&self, table: &Path) -> Result<(), SolveError> {
        lock(&self.square1).open_table(table)
    }

    /// Builds a table that requests have missed, if it is not in the cache or damaged there, and
    /// the reports on the tables of the Square-1. Returns notes for the operator: what was built
    /// and where it is kept.
    ///
    /// # Errors
    ///
    /// Fails as the solvers do: if there is not enough memory, or if `cancel` stops it.
    pub fn build_table(
        &self,
        name: &str,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<Vec<String>, SolveError> {
        if let Some(query) = cube3::Solver::query_of_table(name) {
            return lock(&self.cube3).prepare(&query, cancel, progress);
        }
        let mut notes = lock(&self.square1).repair(cancel, progress)?;
        let square1 = lock(&self.square1).clone();
        for table in [Colours::Silver, Colours::Six].into_iter().filter_map(|it| square1.table(it))
        {
            // A request for it gets the error, too.
            if let Err(error) = self.report(table, &mut notes, cancel) {
                notes.push(format!("no report: {error}"));
            }
        }
        Ok(notes)
    }

    /// Opens the [usual tables](USUAL_TABLES) that are there, so that later requests find them
    /// open.
    pub fn open_tables(&self) {
        // A missing table concerns the requests that need it.
        let _ = self.square1(&NoProgress);
        for query in USUAL_TABLES.iter().filter_map(|it| cube3::Solver::query_of_table(it)) {
            let _ = self.cube3(&query, &NoProgress);
        }
    }

    /// Returns the folder in which tables are cached.
    #[must_use]
    pub fn cache(&self) -> Option<&Path> {
        self.config.cache.as_deref()
    }

    /// Returns a solver with a table for every colouring. The first request, and those that arrive
    /// in the meantime, wait until it is built.
    ///
    /// Building is not cancelled by a request: the table serves all later requests, even if the
    /// first one has little time.
    ///
    /// # Errors
    ///
    /// Fails if the table cannot be built or opened.
    pub fn square1(&self, progress: &dyn Progress) -> Result<square1::Solver, SolveError> {
        let mut solver = lock(&self.square1);
        // The notes name paths, which concern the operator and not the clients.
        drop(solver.prepare(&Cancel::new(), progress)?);
        Ok(solver.clone())
    }

    /// Returns a seed for a request without one, a different one each time.
    #[must_use]
    pub fn fresh_seed(&self) -> u64 {
        let nth = self.n_seeds.fetch_add(1, Ordering::Relaxed);
        // Far from those of the next configured seed: the second one of 7 is not the first one of 8.
        let first = Random::new(self.config.seed).bits();
        Random::new(first.wrapping_add(nth)).bits() % MAX_SEED
    }

    /// Returns the report on `table`, which is made when it is first requested, and kept in the
    /// cache.
    ///
    /// # Errors
    ///
    /// Fails if `cancel` stops it, and if the table is damaged.
    pub fn report(
        &self,
        table: &Database,
        notes: &mut Vec<String>,
        cancel: &Cancel,
    ) -> Result<Arc<ReportDocument>, AtlasError> {
        let colours = table.model().colours();
        let known = lock(&self.reports).iter().find(|(it, _)| *it == colours).cloned();
        if let Some((_, report)) = known {
            return Ok(report);
        }
        let report = ReportDocument::open_or_make(self.cache(), table, notes, cancel)?;
        let report = Arc::new(report);
        lock(&self.reports).push((colours, Arc::clone(&report)));
        Ok(report)
    }

    /// Looks for new tables in the cache at the next request, built by this process or another one.
    pub fn refresh_tables(&self) {
        lock(&self.square1).refresh_tables();
    }

    /// Returns a solver with the tables that the query needs, which are built regardless of its
    /// time limit.
    ///
    /// # Errors
    ///
    /// Fails if a table cannot be built or opened.
    pub fn cube3(
        &self,
        query: &cube3::Query,
        progress: &dyn Progress,
    ) -> Result<cube3::Solver, SolveError> {
        let mut solver = lock(&self.cube3);
        drop(solver.prepare(query, &Cancel::new(), progress)?);
        Ok(solver.clone())
    }
}
