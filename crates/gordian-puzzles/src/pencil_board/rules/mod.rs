//! The catalogue of rules that puzzles combine.
//!
//! A rule is a struct with parameters, which is read from a `[[rule]]` table of a puzzle file and
//! written there: a sentence for players, and a checker by plain traversal. `gordian-solve` has the
//! constraints of each; checker and constraints share nothing but the struct. Any kind of pencil
//! puzzle can have rules of the catalogue besides its own, and the kinds `custom-…` have no others.
//!
//! To add a rule: its struct and its checker here, its name in `every_rule!`, and its constraints in
//! `kinds/pencil/rules` of `gordian-solve`, without which that crate does not compile.

mod parameter;

mod all;
mod apart;
mod blocks;
mod cells;
mod clue;
mod connected;
mod count;
mod differ;
mod different;
mod given;
mod groups;
mod no_square;
mod rectangle_loops;
mod rectangles;
mod rooms_in_line;
mod runs;
mod single_loop;
mod sizes;
mod strips;
mod sum;
mod symmetric;
mod unequal_in_view;
mod visits_rooms;
mod whole_rooms;

use std::fmt::Debug;

use toml::de::{DeTable, DeValue};

pub use self::all::All;
pub use self::apart::{Apart, ApartByWalls};
pub use self::blocks::{Blocks, NoCrossing, UnequalBlocks};
pub use self::cells::{Area, Cells, Near};
pub use self::clue::{ClueCounts, Where};
pub use self::connected::Connected;
pub use self::count::Count;
pub use self::differ::Differ;
pub use self::different::Different;
pub use self::given::Given;
pub use self::groups::Groups;
pub use self::no_square::NoSquare;
pub use self::parameter::{Choice, MAX_PARAMETER, Parameter, Values};
pub use self::rectangle_loops::RectangleLoops;
pub use self::rectangles::{NoRectangles, Rectangles, Squares};
pub use self::rooms_in_line::RoomsInLine;
pub use self::runs::Runs;
pub use self::single_loop::{SingleLoop, Visits};
pub use self::sizes::Sizes;
pub use self::strips::{Strips, UnequalAtCorners};
pub use self::sum::Sum;
pub use self::symmetric::Symmetric;
pub use self::unequal_in_view::UnequalInView;
pub use self::visits_rooms::VisitsRooms;
pub use self::whole_rooms::WholeRooms;
use crate::board::Reader;
use crate::board::reader::{Value, nearest_name};
use crate::diagnostic::{Diagnostic, excerpt};
use crate::pencil_board::check::Broken;
use crate::pencil_board::file::read_omitted;
use crate::pencil_board::{Board, Form, Solved};

/// The largest number of rules of a puzzle.
pub const MAX_RULES: usize = 100;

/// A parameter of a rule, for editors and the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParameterForm {
    /// The key in files.
    pub key: &'static str,
    /// What it says, as sentences.
    pub description: &'static str,
    /// Which values there are.
    pub values: Values,
    /// Whether it can be left out.
    pub is_optional: bool,
}

/// A rule of the catalogue, for editors and the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleForm {
    /// The name in files.
    pub name: &'static str,
    /// What the rule says, as sentences.
    pub description: &'static str,
    /// The parameters.
    pub parameters: &'static [ParameterForm],
}

/// The names that a parameter can be, for the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChoiceForm {
    /// What the names are for, as a sentence.
    pub description: &'static str,
    /// The names.
    pub names: &'static [&'static str],
    /// What each name means, as sentences.
    pub meanings: &'static [&'static str],
}

impl ChoiceForm {
    const fn of<T: Choice>() -> Self {
        Self { description: T::DESCRIPTION, names: T::NAMES, meanings: T::MEANINGS }
    }
}

/// All names that parameters can be, by what they are for.
pub const CHOICES: &[ChoiceForm] = &[
    ChoiceForm::of::<Cells>(),
    ChoiceForm::of::<Area>(),
    ChoiceForm::of::<Near>(),
    ChoiceForm::of::<Where>(),
    ChoiceForm::of::<Visits>(),
];

/// What the declaration of a rule says.
pub trait Declared: Sized {
    /// The name in files, and of the rule when it is broken.
    const NAME: &'static str;
    /// What the rule says, as sentences.
    const DESCRIPTION: &'static str;
    /// The parameters.
    const PARAMETERS: &'static [ParameterForm];

    /// Reads the parameters from the table of the rule, whose keys are known.
    fn read(reader: &mut Reader<'_>, value: &Value<'_>) -> Option<Self>;

    /// Returns the parameters that are not left out: the key, and the value as it is written.
    fn written(&self) -> Vec<(&'static str, String)>;
}

/// A rule of the catalogue.
pub trait CatalogueRule: Declared + Clone + Debug + PartialEq + Eq {
    /// When the rule is broken, as a lower-case fragment.
    const BROKEN: &'static str;

    /// Returns the rule as a sentence for players.
    fn sentence(&self) -> String;

    /// Checks that boards of a form can have the rule.
    ///
    /// # Errors
    ///
    /// Returns what contradicts it, as a lower-case fragment.
    fn validate(&self, form: &Form) -> Result<(), String>;

    /// Adds where a complete solution of the board's size breaks the rule.
    fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken);

    /// Returns whether the rule speaks of rooms.
    fn speaks_of_rooms(&self) -> bool {
        false
    }

    /// Writes the clues that a solution allows into cells and outside, for the generator; none by
    /// default.
    fn write_clues(&self, board: &mut Board, solution: &Solved) {
        let _ = (board, solution);
    }

    /// Removes clues that the rule does not allow with a solution, after all were written; none by
    /// default.
    fn remove_clues(&self, board: &mut Board, solution: &Solved) {
        let _ = (board, solution);
    }
}

/// Lists every rule of the catalogue: `every_rule!(callback)` calls a macro with the names.
#[macro_export]
macro_rules! every_rule {
    ($callback:ident) => {
        $callback! {
            All, Apart, ApartByWalls, Blocks, ClueCounts, Connected, Count, Differ, Different, Given, Groups,
            NoCrossing, NoRectangles, NoSquare, RectangleLoops, Rectangles, RoomsInLine, Runs,
            SingleLoop, Sizes, Squares, Strips, Sum, Symmetric, UnequalAtCorners, UnequalBlocks, UnequalInView,
            VisitsRooms, WholeRooms
        }
    };
}

macro_rules! declare {
    ($($Rule:ident),*) => {
        /// A rule with its parameters.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Rule {
            $(
                #[doc = concat!("[`", stringify!($Rule), "`].")]
                $Rule($Rule),
            )*
        }

        /// All rules, in the order of their names.
        pub const RULES: &[RuleForm] = &[$(RuleForm {
            name: $Rule::NAME,
            description: $Rule::DESCRIPTION,
            parameters: $Rule::PARAMETERS,
        }),*];

        /// The names of all rules, and when each is broken.
        pub const BROKEN_RULES: &[(&str, &str)] =
            &[$(($Rule::NAME, <$Rule as CatalogueRule>::BROKEN)),*];

        impl Rule {
            /// Returns the name.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self { $(Self::$Rule(_) => $Rule::NAME),* }
            }

            /// Returns the rule as a sentence for players.
            #[must_use]
            pub fn sentence(&self) -> String {
                match self { $(Self::$Rule(rule) => rule.sentence()),* }
            }

            /// Checks that boards of a form can have the rule.
            ///
            /// # Errors
            ///
            /// Returns what contradicts it, as a lower-case fragment.
            pub fn validate(&self, form: &Form) -> Result<(), String> {
                match self { $(Self::$Rule(rule) => rule.validate(form)),* }
            }

            /// Adds where a complete solution of the board's size breaks the rule.
            pub fn check(&self, board: &Board, solution: &Solved, broken: &mut Broken) {
                match self { $(Self::$Rule(rule) => rule.check(board, solution, broken)),* }
            }

            /// Returns whether the rule speaks of rooms.
            #[must_use]
            pub fn speaks_of_rooms(&self) -> bool {
                match self { $(Self::$Rule(rule) => rule.speaks_of_rooms()),* }
            }

            /// Writes the clues that a solution allows.
            pub fn write_clues(&self, board: &mut Board, solution: &Solved) {
                match self { $(Self::$Rule(rule) => rule.write_clues(board, solution)),* }
            }

            /// Removes clues that the rule does not allow with a solution.
            pub fn remove_clues(&self, board: &mut Board, solution: &Solved) {
                match self { $(Self::$Rule(rule) => rule.remove_clues(board, solution)),* }
            }

            /// Returns the parameters that are not left out: the key, and the value as it is
            /// written.
            #[must_use]
            pub fn parameters(&self) -> Vec<(&'static str, String)> {
                match self { $(Self::$Rule(rule) => rule.written()),* }
            }

            fn read_named(
                name: &str,
                reader: &mut Reader<'_>,
                value: &Value<'_>,
            ) -> Option<Self> {
                $(
                    if name == $Rule::NAME {
                        return $Rule::read(reader, value).map(Self::$Rule);
                    }
                )*
                None
            }
        }
    };
}
every_rule!(declare);

/// Rules that many kinds have.
impl Rule {
    /// Returns the rule that cells with a property are connected.
    #[must_use]
    pub fn connected(of: Cells) -> Self {
        Self::Connected(Connected { of, area: None, by: None })
    }

    /// Returns the rule that all cells with one property have another one.
    #[must_use]
    pub fn all(cells: Cells, are: Cells) -> Self {
        Self::All(All { cells, are })
    }

    /// Returns the rule that no two cells with a property are near each other.
    #[must_use]
    pub fn apart(of: Cells, by: &[Near]) -> Self {
        Self::Apart(Apart { of, by: by.to_vec() })
    }

    /// Returns the rule that no 2×2 area consists of cells with a property.
    #[must_use]
    pub fn no_square(of: Cells) -> Self {
        Self::NoSquare(NoSquare { of, side: None })
    }

    /// Returns the rule that some cell has a property.
    #[must_use]
    pub fn some(of: Cells) -> Self {
        let at_least = Some(1);
        Self::Count(Count { of, area: Area::Board, equals: None, at_least, at_most: None })
    }

    /// Returns the rule that numbers count cells with a property.
    #[must_use]
    pub fn clue(counts: Cells, place: Where) -> Self {
        Self::ClueCounts(ClueCounts { counts, place })
    }

    /// Returns the rule that rows and columns have few consecutive cells with a property.
    #[must_use]
    pub fn runs(of: Cells, at_most: u32) -> Self {
        Self::Runs(Runs { of, at_most, area: None })
    }
}

impl Rule {
    /// Reads a rule of a puzzle of a form from its table.
    pub(crate) fn read(reader: &mut Reader<'_>, value: &Value<'_>, form: &Form) -> Option<Self> {
        let table = reader.table("a rule", value)?;
        let names = || RULES.iter().map(|rule| rule.name).collect::<Vec<_>>();
        let Some(given) = table.get("name") else {
            let hint = format!("give `name`, one of {}", names().join(", "));
            let message = "a rule has no `name`";
            reader.report(Diagnostic::new("puzzle.missing-key", value.span(), message).hint(hint));
            return None;
        };
        let name = reader.text("`name` of a rule", given)?;
        let Some(RuleForm { name, parameters, .. }) = RULES.iter().find(|it| it.name == name)
        else {
            let message = format!("there is no rule `{}`", excerpt(name));
            let hint = match nearest_name(name, &names()) {
                Some(nearest) => format!("did you mean `{nearest}`?"),
                None => format!("rules are {}", names().join(", ")),
            };
            reader.report(Diagnostic::new("puzzle.unknown-rule", given.span(), message).hint(hint));
            return None;
        };
        let keys: Vec<&str> =
            std::iter::once("name").chain(parameters.iter().map(|it| it.key)).collect();
        reader.check_keys(&format!("the rule `{name}`"), table, &keys);
        let rule = Self::read_named(name, reader, value)?;
        if let Err(message) = rule.validate(form) {
            let message = format!("the rule `{name}`: {message}");
            reader.report(Diagnostic::new("puzzle.bad-rule", value.span(), message));
            return None;
        }
        Some(rule)
    }

    /// Reads the rules of a puzzle of a form.
    pub(crate) fn read_all(
        reader: &mut Reader<'_>,
        value: &Value<'_>,
        form: &Form,
    ) -> Option<Vec<Self>> {
        let tables = match value.get_ref() {
            DeValue::Array(_) => reader.list("`rule`", value)?,
            _ => std::slice::from_ref(value),
        };
        if tables.len() > MAX_RULES {
            let message = format!("there are {} rules; at most {MAX_RULES} are read", tables.len());
            reader.error("puzzle.out-of-range", value.span(), message);
            return None;
        }
        // All errors are reported.
        let rules: Vec<Option<Self>> =
            tables.iter().map(|table| Self::read(reader, table, form)).collect();
        rules.into_iter().collect()
    }

    /// Reads the rules of puzzles of a form from a file that has `[[rule]]` tables and `omit` only:
    /// the rules, and the names of those that do not hold, of those that puzzles can do without.
    ///
    /// # Errors
    ///
    /// Returns all errors of the text.
    pub fn parse_all(
        text: &str,
        form: &Form,
        omittable: &[&str],
    ) -> Result<(Vec<Self>, Vec<String>), Vec<Diagnostic>> {
        let mut reader = Reader::new(text);
        let document = match DeTable::parse(text) {
            Ok(document) => document,
            Err(error) => {
                let span = error.span().unwrap_or(0..0);
                reader.error("puzzle.syntax", span, error.message().replace('\n', ", "));
                return reader.finish(None);
            }
        };
        let table = document.get_ref();
        reader.check_keys("a file of rules", table, &["omit", "rule"]);
        let (omit, rule) = (table.get("omit"), table.get("rule"));
        let omitted = match omit {
            Some(value) => read_omitted(&mut reader, value, omittable),
            None => Some(Vec::new()),
        };
        let rules = match rule {
            Some(value) => Self::read_all(&mut reader, value, form),
            None => Some(Vec::new()),
        };
        let read = rules.zip(omitted);
        if read.as_ref().is_some_and(|(rules, omitted)| rules.is_empty() && omitted.is_empty()) {
            let message = "the file has neither `[[rule]]` nor `omit`";
            reader.error("puzzle.missing-key", 0..0, message);
        }
        reader.finish(read)
    }

    /// Returns the table of the rule in a puzzle file.
    #[must_use]
    pub fn to_toml(&self) -> String {
        let mut out = format!("[[rule]]\nname = \"{}\"\n", self.name());
        for (key, value) in self.parameters() {
            out.push_str(&format!("{key} = {value}\n"));
        }
        out
    }

    /// Returns the rule as a JSON object: the name and the parameters.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        let mut object = serde_json::Map::new();
        object.insert("name".to_owned(), self.name().into());
        for (key, value) in self.parameters() {
            // Names, numbers and lists of names are written alike in both.
            let value = serde_json::from_str(&value).expect("the values of parameters are JSON");
            object.insert(key.to_owned(), value);
        }
        object.into()
    }

    /// Reads a rule of a puzzle of a form from a JSON object.
    ///
    /// # Errors
    ///
    /// Returns what is wrong, with what to do, as a lower-case fragment.
    pub fn from_json(value: &serde_json::Value, form: &Form) -> Result<Self, String> {
        if !value.is_object() {
            return Err("a rule is not an object with a `name` and parameters".to_owned());
        }
        let source = format!("rule = {}", inline(value));
        let mut reader = Reader::new(&source);
        let (document, errors) = toml::de::DeTable::parse_recoverable(&source);
        if !errors.is_empty() {
            return Err("a rule is not an object with a `name` and parameters".to_owned());
        }
        let rule = document.get_ref().get("rule");
        let rule = rule.and_then(|value| Self::read(&mut reader, value, form));
        reader.finish(rule).map_err(|errors| match &errors[0] {
            Diagnostic { message, hint: Some(hint), .. } => format!("{message}: {hint}"),
            Diagnostic { message, .. } => message.clone(),
        })
    }
}

/// Returns a JSON value as an inline value of TOML. Null has none: as a parameter it is left out, and
/// in a list it is written as a text, which is then refused as one.
fn inline(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Object(object) => {
            let pairs: Vec<String> = object
                .iter()
                .filter(|(_, value)| !value.is_null())
                .map(|(key, value)| format!("{} = {}", text(key), inline(value)))
                .collect();
            format!("{{{}}}", pairs.join(", "))
        }
        serde_json::Value::Array(items) => {
            format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", "))
        }
        serde_json::Value::String(string) => text(string),
        serde_json::Value::Null => text("null"),
        serde_json::Value::Bool(_) | serde_json::Value::Number(_) => value.to_string(),
    }
}

fn text(text: &str) -> String {
    crate::metadata::toml_text(text)
}
