//! `square1/report`: statistics of all positions.

use gordian_atlas::square1::report::ReportDocument;
use gordian_core::Cancel;
use gordian_perm::square1::Colours;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ErrorDetail, RequestContext, RequestError, RequestKind};

/// The puzzle to report on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReportRequest {
    /// The colours: `silver` by default. `six` needs a table, which a job builds.
    pub colours: Option<Colours>,
}

impl RequestKind for ReportRequest {
    const NAME: &'static str = "square1/report";
    const SUMMARY: &'static str =
        "Returns the number of positions at each distance, for every shape, in both models.";
    type Response = ReportDocument;

    fn example() -> Self {
        Self { colours: Some(Colours::Silver) }
    }

    fn run(&self, ctx: &RequestContext<'_>) -> Result<ReportDocument, RequestError> {
        let colours = self.colours.unwrap_or(Colours::Silver);
        let solver = ctx.resources.square1(ctx.progress)?;
        let table = solver.table(colours).ok_or_else(|| {
            ErrorDetail::new("square1.no-table", "the table of six colours is not built yet")
                .hint("submit a job of the kind `build-table` with `{\"puzzle\": \"square1\"}`")
        })?;
        // Like a table, a report is not cancelled by a request: it serves all later ones. Otherwise
        // a slow machine would begin it again for each request and never finish. The notes name
        // paths, which concern the operator and not the clients.
        let report = ctx.resources.report(table, &mut Vec::new(), &Cancel::new())?;
        Ok(ReportDocument::clone(&report))
    }
}
