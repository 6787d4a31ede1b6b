//! Builds tables, or only counts positions.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use gordian_atlas::square1::{
    BuildConfig, ByModel, Database, LevelTable, Levels, Model, count_levels, label, memory_needed,
};
use gordian_atlas::{AtlasError, SimdLevel};
use gordian_core::{Cancel, Limit, Outcome, Progress};
use gordian_perm::square1::Colours;
use gordian_table::{CheckpointPolicy, Disk, FileKind, Table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Seconds;
use crate::document::{OutcomeName, SchemaVersion};

/// A puzzle whose positions are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum TablePuzzle {
    /// Square-1 in two colours: small pieces are identical in pairs.
    #[serde(rename = "square1-silver")]
    Square1Silver,
    /// Square-1 in six colours.
    #[serde(rename = "square1")]
    Square1,
}

impl TablePuzzle {
    /// All puzzles.
    pub const ALL: [Self; 2] = [Self::Square1Silver, Self::Square1];

    /// Returns the colours of the pieces.
    #[must_use]
    pub fn colours(self) -> Colours {
        match self {
            Self::Square1Silver => Colours::Silver,
            Self::Square1 => Colours::Six,
        }
    }

    /// Returns the name, which is also the label of the table.
    #[must_use]
    pub fn name(self) -> &'static str {
        label(self.colours())
    }

    /// Returns the puzzle with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|puzzle| puzzle.name() == name)
    }
}

/// When checkpoints are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Checkpoints {
    /// When the work since the last checkpoint took ten times as long as writing one.
    #[default]
    Auto,
    /// After every level.
    EveryLevel,
}

/// The implementation of the inner loops; all give the same results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kernel {
    /// The fastest one that this machine can run.
    #[default]
    Auto,
    /// 512-bit registers.
    Avx512,
    /// 256-bit registers.
    Avx2,
    /// Any machine.
    Portable,
}

impl Kernel {
    /// Returns the SIMD level, which this machine may lack unless the kernel is `Auto`.
    #[must_use]
    pub fn simd_level(self) -> SimdLevel {
        match self {
            Self::Auto => SimdLevel::best(),
            Self::Avx512 => SimdLevel::Avx512,
            Self::Avx2 => SimdLevel::Avx2,
            Self::Portable => SimdLevel::Portable,
        }
    }
}

/// A request to count the positions of a puzzle at each distance, and to write its table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TableBuildRequest")]
pub struct BuildRequest {
    /// The puzzle.
    pub puzzle: TablePuzzle,
    /// The file of the table; without it, positions are only counted.
    #[serde(default)]
    pub out: Option<PathBuf>,
    /// The number of threads; one per processor by default.
    #[serde(default)]
    pub threads: Option<NonZeroUsize>,
    /// The memory limit in bytes.
    #[serde(default)]
    pub memory: Option<u64>,
    /// When checkpoints are written.
    #[serde(default)]
    pub checkpoint: Checkpoints,
    /// The implementation of the inner loops.
    #[serde(default)]
    pub kernel: Kernel,
}

/// The table of a completed build.
#[derive(Clone, Debug)]
pub struct BuiltTable {
    /// The level of the checkpoint that the build resumed from; 0 without a checkpoint.
    pub first_level: usize,
    /// The number of positions at each distance.
    pub levels: LevelTable,
}

impl BuiltTable {
    /// Returns the number of positions at each distance in each model.
    #[must_use]
    pub fn models(&self) -> ByModel<Levels> {
        ByModel::new(|model| self.levels.levels(model))
    }
}

impl BuildRequest {
    /// Returns a request with the default options.
    #[must_use]
    pub fn new(puzzle: TablePuzzle) -> Self {
        Self {
            puzzle,
            out: None,
            threads: None,
            memory: None,
            checkpoint: Checkpoints::default(),
            kernel: Kernel::default(),
        }
    }

    fn config(&self) -> BuildConfig {
        let default = BuildConfig::default();
        BuildConfig {
            threads: self.n_threads(),
            simd_level: self.kernel.simd_level(),
            memory: self.memory,
            checkpoints: match self.checkpoint {
                Checkpoints::Auto => default.checkpoints,
                Checkpoints::EveryLevel => CheckpointPolicy::EveryLevel,
            },
        }
    }

    /// Returns the number of threads that the build uses.
    #[must_use]
    pub fn n_threads(&self) -> usize {
        self.threads.map_or_else(|| BuildConfig::default().threads, NonZeroUsize::get)
    }

    /// Returns the memory that the build needs, in bytes.
    #[must_use]
    pub fn memory_needed(&self) -> u64 {
        memory_needed(&Model::new(self.puzzle.colours()), self.out.is_some())
    }

    /// Returns the checkpoint of an earlier build of the same file, and its level.
    #[must_use]
    pub fn checkpoint(&self) -> Option<(PathBuf, u32)> {
        let mut path = self.out.clone()?.into_os_string();
        path.push(".checkpoint");
        let path = PathBuf::from(path);
        match Table::open(&path).ok()?.description().kind {
            FileKind::Checkpoint { step } => Some((path, step)),
            FileKind::Table => None,
        }
    }

    /// Counts the positions, and writes the table if a file is given; resumes from the checkpoint
    /// of an earlier build of the same file.
    ///
    /// # Errors
    ///
    /// As [`Database::build`].
    pub fn run(&self, cancel: &Cancel, progress: &dyn Progress) -> Result<BuiltTable, AtlasError> {
        let (colours, config) = (self.puzzle.colours(), self.config());
        let (first_level, levels) = match &self.out {
            Some(file) => Database::build(colours, &Disk, file, &config, cancel, progress)?,
            None => (0, count_levels(colours, &config, cancel, progress)?),
        };
        Ok(BuiltTable { first_level, levels })
    }
}

/// The response to a [`BuildRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "TableBuildResponse")]
pub struct BuildResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// The puzzle.
    pub puzzle: String,
    /// `solved`, or `stopped`.
    pub outcome: OutcomeName,
    /// The number of positions at each distance, in each model; null if the build was stopped.
    pub models: Option<ByModel<Levels>>,
    /// The number of positions in each model; null if the build was stopped.
    pub positions: Option<ByModel<u64>>,
    /// The time that the build took.
    pub seconds: Seconds,
    /// The most memory that the process used, in bytes; null if the system does not tell.
    pub peak_memory_bytes: Option<u64>,
    /// How the build ended.
    #[serde(flatten)]
    pub result: BuildResult,
}

/// How a build ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "TableBuildResult")]
pub enum BuildResult {
    /// All positions were counted.
    Complete {
        /// The kernels.
        kernel: String,
        /// The number of threads.
        threads: usize,
        /// The file of the table; null if positions were only counted.
        table: Option<String>,
        /// The level of the checkpoint that the build resumed from; null if it started from the
        /// beginning.
        resumed_at_level: Option<usize>,
    },
    /// A limit stopped the build.
    Stopped {
        /// The limit.
        limit: Limit,
        /// The last complete level; null if there is none.
        level: Option<u64>,
        /// The checkpoint that the next build of the same file resumes from.
        checkpoint: Option<String>,
    },
}

impl BuildResponse {
    /// Returns the response for a completed build.
    #[must_use]
    pub fn complete(
        request: &BuildRequest,
        built: &BuiltTable,
        seconds: Seconds,
        peak_memory_bytes: Option<u64>,
    ) -> Self {
        let models = built.models();
        let result = BuildResult::Complete {
            kernel: request.kernel.simd_level().name().to_owned(),
            threads: request.n_threads(),
            table: request.out.as_deref().map(display),
            resumed_at_level: Some(built.first_level).filter(|&level| level > 0),
        };
        Self {
            positions: Some(models.totals()),
            models: Some(models),
            ..Self::new(request, Outcome::Solved, result, seconds, peak_memory_bytes)
        }
    }

    /// Returns the response for a build that `limit` stopped after `level`.
    #[must_use]
    pub fn stopped(
        request: &BuildRequest,
        limit: Limit,
        level: Option<u64>,
        seconds: Seconds,
        peak_memory_bytes: Option<u64>,
    ) -> Self {
        let checkpoint = request.checkpoint().map(|(path, _)| display(&path));
        let result = BuildResult::Stopped { limit, level, checkpoint };
        Self::new(request, Outcome::Stopped(limit), result, seconds, peak_memory_bytes)
    }

    fn new(
        request: &BuildRequest,
        outcome: Outcome,
        result: BuildResult,
        seconds: Seconds,
        peak_memory_bytes: Option<u64>,
    ) -> Self {
        Self {
            schema: SchemaVersion,
            puzzle: request.puzzle.name().to_owned(),
            outcome: outcome.into(),
            models: None,
            positions: None,
            seconds,
            peak_memory_bytes,
            result,
        }
    }
}

fn display(path: &Path) -> String {
    path.display().to_string()
}
