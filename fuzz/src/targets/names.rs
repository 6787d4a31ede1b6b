//! Names of techniques, lists of techniques, engines and formats.

use gordian_backend::SatSolverKind;
use gordian_logic::{Config, Technique};
use gordian_solve::{Engine, export};

use super::{Target, Verdict, text, verdict};

pub(super) const NAMES: Target = Target {
    name: "names",
    summary: "names of techniques, orders of them, names of engines and formats",
    seeds: |corpus| {
        for technique in Technique::all() {
            corpus.add_text(technique.name());
            corpus.add_text(technique.slug());
            technique.aliases().iter().for_each(|alias| corpus.add_text(*alias));
            technique.hodoku_codes().iter().for_each(|code| corpus.add_text(*code));
        }
        corpus.add_text("x-wing, hidden single, W-Wing+");
        for name in Engine::NAMES {
            corpus.add_text(name);
        }
        for name in ["cnf", "opb", "lp", "mps", "batsat", "cadical"] {
            corpus.add_text(name);
        }
    },
    read,
};

fn read(bytes: &[u8]) -> Verdict {
    let text = text(bytes);
    let mut techniques = Vec::new();
    for name in text.split(',') {
        match name.parse::<Technique>() {
            Ok(technique) => {
                assert_eq!(technique.name().parse(), Ok(technique));
                techniques.push(technique);
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    if !techniques.is_empty() {
        let config = Config::hodoku_with(&techniques);
        assert!(techniques.iter().all(|technique| config.techniques.contains(technique)));
        let others = config.without(&techniques).techniques;
        assert!(techniques.iter().all(|technique| !others.contains(technique)));
    }
    let engine = text.parse::<SatSolverKind>().map_err(|error| error.to_string());
    let solver = text.parse::<Engine>().map_err(|error| error.to_string());
    let format = text.parse::<export::Format>().map_err(|error| error.to_string());
    if let Ok(format) = &format {
        assert_eq!(format.name(), text);
    }
    let code = Technique::from_hodoku_code(&text);
    let known = engine.is_ok() || solver.is_ok() || format.is_ok() || code.is_some();
    verdict(known || !techniques.is_empty())
}
