//! Tables: open ones, cached ones, and the silver table, which is built if necessary.

use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use gordian_atlas::AtlasError;
use gordian_atlas::square1::{
    BidirectionalSearch, BuildConfig, Database, Metric, Model, SilverViews, label, middle_parity,
};
use gordian_core::{Cancel, Progress, ProgressEvent};
use gordian_perm::square1::{Colours, Position};
use gordian_table::{Disk, TableError};

use super::solver::Config;
use crate::SolveError;

/// The largest number of positions in a search without a table. It takes 60 ms at most (twice as
/// many double the time and find little more), against 1.5 s for the silver table; it reaches every
/// position up to 6 twists and half of those up to 9.
pub(super) const MAX_STATES: usize = 200_000;

/// The number of searches without a table after which one is built, because it pays off for many
/// queries.
const MAX_BIDIRECTIONAL: usize = 8;

/// Silver views of a six-colour position.
pub(super) type Views = SilverViews<Arc<Database>>;

/// Returns the file of a table in the cache folder `cache`.
#[must_use]
pub fn table_file(cache: &Path, colours: Colours) -> PathBuf {
    cache.join(format!("{}.table", label(colours)))
}

impl SolveError {
    /// Returns the name of the table that is missing, or damaged: its blocks are verified when they
    /// are first read. `None` for all other errors.
    #[must_use]
    pub fn missing_table(&self) -> Option<&'static str> {
        match self {
            Self::MissingTable { table } => Some(table),
            Self::Atlas(error) => damaged_table(error),
            _ => None,
        }
    }
}

/// Returns the name of the silver table, if the error says that it is damaged.
fn damaged_table(error: &AtlasError) -> Option<&'static str> {
    let silver = label(Colours::Silver);
    damaged_file(error)?.file_stem().filter(|it| *it == silver).map(|_| silver)
}

/// Returns the file of which the error says that it is damaged.
fn damaged_file(error: &AtlasError) -> Option<&Path> {
    let file = match error {
        AtlasError::Table(error) => error.path(),
        AtlasError::Contents { file, .. } => file,
        _ => return None,
    };
    error.is_damage().then_some(file)
}

/// The chosen engine, ready to use.
pub(super) enum ChosenEngine<'a> {
    /// The table of the position's own colours.
    Table(&'a Database),
    /// The silver table, for six colours.
    Views(&'a Views),
    /// Bidirectional search without a table.
    BidirectionalSearch(Box<BidirectionalSearch>),
}

impl ChosenEngine<'_> {
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Table(table) => match table.model().colours() {
                Colours::Silver => "table/square1-silver",
                Colours::Six => "table/square1",
            },
            Self::Views(_) => "search/square1-silver",
            Self::BidirectionalSearch(_) => "meet",
        }
    }
}

/// All tables of a solver. Clones share the open ones.
#[derive(Clone)]
pub(super) struct Tables {
    cache: Option<PathBuf>,
    threads: Option<NonZeroUsize>,
    only_open: bool,
    /// The colours of the table that the caller named.
    named: Option<Colours>,
    silver: Option<Arc<Database>>,
    /// The silver table as a lower bound for six colours, once it is needed.
    views: Option<Arc<Views>>,
    six: Option<Arc<Database>>,
    /// The colours for which the cache was checked.
    checked_caches: Vec<Colours>,
    /// Tables of the cache that turned out to be damaged.
    discarded: Vec<PathBuf>,
    n_bidirectional: usize,
    notes: Vec<String>,
}

impl Tables {
    pub(super) fn new(config: Config) -> Result<Self, SolveError> {
        let Config { table, cache, threads, only_open } = config;
        let mut tables = Self {
            cache,
            threads,
            only_open,
            named: None,
            silver: None,
            views: None,
            six: None,
            checked_caches: Vec::new(),
            discarded: Vec::new(),
            n_bidirectional: 0,
            notes: Vec::new(),
        };
        if let Some(file) = table {
            tables.named = Some(tables.keep(Database::open(&file)?));
        }
        Ok(tables)
    }

    /// Returns and clears the notes.
    pub(super) fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    /// Stores an open table and returns its colours.
    fn keep(&mut self, table: Database) -> Colours {
        let colours = table.model().colours();
        match colours {
            Colours::Silver => {
                self.silver = Some(Arc::new(table));
                self.views = None;
            }
            Colours::Six => self.six = Some(Arc::new(table)),
        }
        colours
    }

    fn can_answer(&self, colours: Colours) -> bool {
        self.silver.is_some() || colours == Colours::Six && self.six.is_some()
    }

    /// Chooses the engine for a query about `position` in `metric`, in the order that the module
    /// documents, and prepares the table if one is needed.
    pub(super) fn choose(
        &mut self,
        position: &Position,
        metric: Metric,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<ChosenEngine<'_>, SolveError> {
        let colours = position.colours();
        if self.named == Some(Colours::Six) && colours == Colours::Silver {
            let (found, expected) = (label(Colours::Six), label(Colours::Silver));
            return Err(AtlasError::WrongPuzzle { found, expected }.into());
        }
        self.open_cached(colours);
        if !self.can_answer(colours) {
            // The bidirectional search supports twists only.
            if metric == Metric::Twist && self.n_bidirectional < MAX_BIDIRECTIONAL {
                self.n_bidirectional += 1;
                progress.report(&ProgressEvent::Phase { name: "searching from both ends" });
                let model = Model::new(colours);
                let state = model.state(position);
                let parity = middle_parity(position.middle());
                if let Some(search) =
                    BidirectionalSearch::search(model, &state, parity, MAX_STATES, cancel)?
                {
                    return Ok(ChosenEngine::BidirectionalSearch(Box::new(search)));
                }
            }
            self.build_silver(cancel, progress)?;
        }
        match (colours, &self.six, &self.silver) {
            (Colours::Six, Some(six), _) => Ok(ChosenEngine::Table(six)),
            (Colours::Six, None, Some(silver)) => {
                let views =
                    self.views.get_or_insert_with(|| Arc::new(Views::new(Arc::clone(silver))));
                Ok(ChosenEngine::Views(views))
            }
            (Colours::Silver, _, Some(silver)) => Ok(ChosenEngine::Table(silver)),
            (_, _, None) => unreachable!("a table that covers the colours is open or was built"),
        }
    }

    /// Opens the cached tables for `colours`, unless the caller named a table.
    fn open_cached(&mut self, colours: Colours) {
        if self.named.is_some() {
            return;
        }
        if colours == Colours::Six {
            self.open_from_cache(Colours::Six);
        }
        if !self.can_answer(colours) {
            self.open_from_cache(Colours::Silver);
        }
    }

    /// Opens a further table.
    pub(super) fn open(&mut self, file: &Path) -> Result<(), SolveError> {
        self.keep(Database::open(file)?);
        Ok(())
    }

    /// Prepares a table for every colouring; returns the notes.
    pub(super) fn prepare(
        &mut self,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<Vec<String>, SolveError> {
        self.open_cached(Colours::Six);
        self.open_cached(Colours::Silver);
        if self.silver.is_none() && self.named.is_none() {
            self.build_silver(cancel, progress)?;
        }
        Ok(self.take_notes())
    }

    /// Prepares the silver table, and builds it again if it is damaged; returns the notes.
    pub(super) fn repair(
        &mut self,
        cancel: &Cancel,
        progress: &dyn Progress,
    ) -> Result<Vec<String>, SolveError> {
        let mut notes = self.prepare(cancel, progress)?;
        let verified = self.silver.as_ref().map_or(Ok(()), |silver| silver.verify(cancel));
        if let Err(error) = verified {
            if !self.discard(&error) {
                return Err(error.into());
            }
            notes.extend(self.prepare(cancel, progress)?);
        }
        Ok(notes)
    }

    /// Returns the open table of these colours, if there is one.
    pub(super) fn table(&self, colours: Colours) -> Option<&Database> {
        match colours {
            Colours::Silver => self.silver.as_deref(),
            Colours::Six => self.six.as_deref(),
        }
    }

    /// Checks the cache again at the next query.
    pub(super) fn refresh_tables(&mut self) {
        self.checked_caches.clear();
    }

    /// Opens the cached table, if there is one; checks only once.
    fn open_from_cache(&mut self, colours: Colours) {
        let Some(cache) = self.cache.as_deref().filter(|_| !self.checked_caches.contains(&colours))
        else {
            return;
        };
        let file = table_file(cache, colours);
        let opened = Database::open(&file);
        // Where tables are only opened, another process may build one at any time.
        if opened.is_ok() || !self.only_open {
            self.checked_caches.push(colours);
        }
        match opened {
            Ok(table) if table.model().colours() == colours => {
                self.keep(table);
            }
            Ok(_) => {
                self.notes.push(format!("`{}` is not used: it is {WRONG_COLOURS}", file.display()))
            }
            Err(AtlasError::Table(TableError::Io { error, .. }))
                if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => self.notes.push(format!("not used: {error}")),
        }
    }

    /// Builds the silver table, in the cache if possible.
    fn build_silver(&mut self, cancel: &Cancel, progress: &dyn Progress) -> Result<(), SolveError> {
        if self.only_open {
            return Err(SolveError::MissingTable { table: label(Colours::Silver) });
        }
        progress.report(&ProgressEvent::Phase { name: "building the silver table" });
        let mut config = BuildConfig::default();
        if let Some(threads) = self.threads {
            config.threads = threads.get();
        }
        if let Some(cache) = self.cache.clone() {
            match build_into(&cache, &config, cancel, progress) {
                Ok(table) => {
                    let file = table_file(&cache, Colours::Silver);
                    self.notes.push(format!(
                        "built the table of the silver puzzle, kept in `{}` ({} MB)",
                        file.display(),
                        fs_err::metadata(&file).map_or(0, |file| file.len().div_ceil(1_000_000)),
                    ));
                    self.keep(table);
                    return Ok(());
                }
                // The disk or a file caused the error; the table can still be built in memory.
                Err(AtlasError::Table(error)) => self.notes.push(format!(
                    "the table of the silver puzzle is built in memory and not kept: {error}; {}",
                    error.hint()
                )),
                Err(error) => return Err(error.into()),
            }
        }
        let table = Database::build_in_memory(Colours::Silver, &config, cancel, progress)?;
        self.keep(table);
        Ok(())
    }

    /// Drops the cached table that `error` reports as damaged; returns whether there was one and
    /// the query can be repeated.
    pub(super) fn discard(&mut self, error: &AtlasError) -> bool {
        let Some(damaged) = damaged_file(error) else { return false };
        let Some(cache) = &self.cache else { return false };
        let cached = [Colours::Silver, Colours::Six]
            .into_iter()
            .find(|&colours| damaged == table_file(cache, colours));
        let Some(colours) = cached.filter(|_| self.named.is_none()) else { return false };
        if self.discarded.iter().any(|file| file == damaged) {
            return false;
        }
        self.discarded.push(damaged.to_owned());
        self.notes.push(format!("not used: {error}"));
        match colours {
            Colours::Silver => (self.silver, self.views) = (None, None),
            Colours::Six => self.six = None,
        }
        true
    }
}

/// The reason why a table with the file name of another one is not used.
const WRONG_COLOURS: &str = "the table of other colours";

/// Builds the silver table in the cache folder, which is created if necessary.
fn build_into(
    cache: &Path,
    config: &BuildConfig,
    cancel: &Cancel,
    progress: &dyn Progress,
) -> Result<Database, AtlasError> {
    let file = table_file(cache, Colours::Silver);
    fs_err::create_dir_all(cache)
        .map_err(|error| TableError::Io { path: cache.to_owned(), error })?;
    Database::check_replaceable(&Disk, &file, Colours::Silver)?;
    Database::build(Colours::Silver, &Disk, &file, config, cancel, progress)?;
    Database::open(&file)
}
