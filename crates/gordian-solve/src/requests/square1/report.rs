//! `square1/report`: statistics of all positions.

use gordian_atlas::AtlasError;
use gordian_atlas::square1::Database;
use gordian_atlas::square1::report::{Report, ReportFormat};
use gordian_perm::square1::Colours;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::names::ColoursName;
use crate::requests::{ErrorDetail, RequestContext, RequestError, RequestKind, SchemaVersion};

/// The puzzle to report on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportRequest {
    /// The colours: `silver` by default. `six` needs a table, which a job builds.
    pub colours: Option<ColoursName>,
}

/// The report on a table, as `gordian atlas report --format json` writes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ReportResponse {
    /// The version of this document format.
    pub schema: SchemaVersion,
    /// The puzzle of the table: `square1` or `square1-silver`.
    pub puzzle: String,
    /// The statistics.
    #[serde(flatten)]
    pub statistics: Map<String, Value>,
}

impl RequestKind for ReportRequest {
    const NAME: &'static str = "square1/report";
    const SUMMARY: &'static str =
        "Returns the number of positions at each distance, for every shape, in both models.";
    type Response = ReportResponse;

    fn example() -> Self {
        Self { colours: Some(ColoursName::Silver) }
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<ReportResponse, RequestError> {
        let colours = Colours::from(self.colours.unwrap_or(ColoursName::Silver));
        let cancel = ctx.cancel_with_time_limit(None)?;
        let solver = ctx.resources.square1(ctx.progress)?;
        let table: &Database = solver.table(colours).ok_or_else(|| {
            ErrorDetail::new("square1.no-table", "the table of six colours is not built yet")
                .hint("submit a job of the kind `build-table` with `{\"puzzle\": \"square1\"}`")
        })?;
        let document = ctx.resources.report(colours, || {
            let files = Report::new(table, &cancel)?.files(ReportFormat::Json);
            Ok::<_, AtlasError>(files.into_iter().map(|file| file.text).collect::<String>())
        })?;
        serde_json::from_str(&document)
            .map_err(|error| ErrorDetail::new("internal.report", error.to_string()).into())
    }
}
