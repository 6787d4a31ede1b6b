//! Questions about the models of the corpus, and the replies of a program.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::str::FromStr;
use std::time::{Duration, Instant};

use gordian_backend::SatSolverKind;
use gordian_core::{Cancel, NoProgress, Outcome};

use gordian_solve::{
    Answer, Engine, FoundSolution, ModelSolution, Problem, Request, SolutionData, Task, solve_each,
};

use crate::faults::corpus::{Answers, Case, corpus};

/// Questions with more answers are left out.
const MAX_ANSWERS: u64 = 300;

/// The time limit of a question, with its confirmation.
const TIME_LIMIT: Duration = Duration::from_secs(2);

/// Questions that take longer without a fault are left out.
const USUAL_TIME: Duration = Duration::from_millis(400);

/// The memory limit of a question.
const MEMORY: u64 = 1 << 30;

/// What a program replied to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    /// A claim that a second engine confirmed.
    Confirmed(String),
    /// An answer that makes no claim beyond the solutions that it shows.
    Shown(String),
    /// A claim that could not be confirmed within the limits, which the answer says.
    Unconfirmed(String),
    /// A limit ended the search.
    Stopped,
    /// The compiler refused the model.
    Refused(String),
    /// The second engine contradicted the first one.
    Contradicted,
    /// A solution did not pass the check.
    WrongSolution,
    /// Another internal error.
    Panicked(String),
}

impl Reply {
    /// Returns what is claimed or shown.
    pub(crate) fn statement(&self) -> Option<&str> {
        match self {
            Self::Confirmed(text) | Self::Shown(text) | Self::Unconfirmed(text) => Some(text),
            _ => None,
        }
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Confirmed(text) => write!(f, "confirmed\t{text}"),
            Self::Shown(text) => write!(f, "shown\t{text}"),
            Self::Unconfirmed(text) => write!(f, "unconfirmed\t{text}"),
            Self::Stopped => write!(f, "stopped\t"),
            Self::Refused(code) => write!(f, "refused\t{code}"),
            Self::Contradicted => write!(f, "contradicted\t"),
            Self::WrongSolution => write!(f, "wrong solution\t"),
            Self::Panicked(message) => write!(f, "panicked\t{message}"),
        }
    }
}

impl FromStr for Reply {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let (kind, text) = line.split_once('\t').ok_or("a reply has two parts")?;
        Ok(match kind {
            "confirmed" => Self::Confirmed(text.to_owned()),
            "shown" => Self::Shown(text.to_owned()),
            "unconfirmed" => Self::Unconfirmed(text.to_owned()),
            "stopped" => Self::Stopped,
            "refused" => Self::Refused(text.to_owned()),
            "contradicted" => Self::Contradicted,
            "wrong solution" => Self::WrongSolution,
            "panicked" => Self::Panicked(text.to_owned()),
            _ => return Err(format!("unknown reply `{kind}`")),
        })
    }
}

/// Replies by question.
pub(crate) type Replies = BTreeMap<String, Reply>;

/// Returns the replies in the text that a program wrote: a question and a reply per line.
pub(crate) fn parse_replies(text: &str) -> Result<Replies, String> {
    let parse = |line: &str| {
        let (question, reply) = line.split_once('\t').ok_or("a line has a question")?;
        Ok((question.to_owned(), reply.parse()?))
    };
    text.lines().map(parse).collect()
}

/// Returns one line per reply.
pub(crate) fn format_replies(replies: &Replies) -> String {
    replies.iter().map(|(question, reply)| format!("{question}\t{reply}\n")).collect()
}

/// Returns the questions about a case: what `--prove` answers, and the number or the list of all answers.
fn tasks(case: &Case, position: usize) -> [(String, Task); 2] {
    let limit = Some(MAX_ANSWERS);
    let (name, all) = match position % 2 {
        0 => ("all", Task::All { limit }),
        _ => ("count", Task::Count { limit }),
    };
    let of_case = |task: &str| format!("{}, {task}", case.name);
    [(of_case("prove"), Task::Prove), (of_case(name), all)]
}

/// Asks all questions of the corpus for which `is_wanted` holds.
fn ask_all(
    root: &Path,
    is_wanted: impl Fn(&str) -> bool,
    mut each: impl FnMut(&Case, String, Task, Reply, Duration) -> Result<(), String>,
) -> Result<(), Box<dyn Error>> {
    for (position, case) in corpus(root)?.into_iter().enumerate() {
        for (question, task) in tasks(&case, position) {
            if is_wanted(&question) {
                let start = Instant::now();
                let reply = ask(&case, task);
                each(&case, question, task, reply, start.elapsed())?;
            }
        }
    }
    Ok(())
}

/// Returns the replies of this program to the given questions.
pub(crate) fn replies(
    root: &Path,
    questions: &BTreeSet<String>,
) -> Result<Replies, Box<dyn Error>> {
    let mut replies = Replies::new();
    ask_all(
        root,
        |question| questions.contains(question),
        |_, question, _, reply, _| {
            replies.insert(question, reply);
            Ok(())
        },
    )?;
    Ok(replies)
}

/// Returns the right replies, by this program without a fault.
///
/// Claims are confirmed where that is possible, and all replies agree with brute force where the model is small enough.
/// Questions that cannot be decided quickly are left out.
///
/// # Errors
///
/// Fails if a reply differs from the known answers.
pub(crate) fn reference(root: &Path) -> Result<Replies, Box<dyn Error>> {
    let mut replies = Replies::new();
    ask_all(
        root,
        |_| true,
        |case, question, task, reply, time| {
            let Some(statement) = reply.statement() else {
                return match reply {
                    Reply::Stopped | Reply::Refused(_) => Ok(()),
                    other => Err(format!("{question}: {other:?}")),
                };
            };
            if let Some(answers) = case.known_answers() {
                let expected = expected_statement(case, task, &answers);
                if expected.is_some_and(|expected| expected != statement) {
                    return Err(format!("{question}: {statement} is wrong"));
                }
            }
            let is_limited = statement.starts_with("at least") && task != Task::Prove;
            if time <= USUAL_TIME && !is_limited {
                replies.insert(question, reply);
            }
            Ok(())
        },
    )?;
    Ok(replies)
}

/// Returns the right statement, given all answers; `None` for an optimum, because answers may lack variables of the
/// objective.
fn expected_statement(case: &Case, task: Task, answers: &Answers) -> Option<String> {
    let n = answers.len();
    let has_goal = case.model().is_some_and(|model| model.goal().is_some());
    Some(match task {
        Task::Prove if n == 0 => "infeasible".to_owned(),
        Task::Prove if has_goal => return None,
        Task::Prove if n == 1 => format!("unique {:?}", answers.first().expect("one")),
        Task::Prove => "at least 2".to_owned(),
        _ if n as u64 >= MAX_ANSWERS => format!("at least {MAX_ANSWERS}"),
        Task::Count { .. } => format!("exactly {n}"),
        _ => exactly(answers.iter().map(|values| format!("{values:?}")).collect()),
    })
}

thread_local! {
    /// The message of the last panic.
    static PANIC: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Keeps the messages of panics instead of writing them.
pub(crate) fn keep_panic_messages() {
    std::panic::set_hook(Box::new(|info| {
        let payload = info.payload();
        let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| payload.downcast_ref::<String>().cloned());
        let text = text.unwrap_or_default().replace(['\n', '\t'], " ");
        PANIC.with(|message| *message.borrow_mut() = text);
    }));
}

/// Asks a question, with a confirmation. Clauses answer, or propagators if the compiler refuses the model.
fn ask(case: &Case, task: Task) -> Reply {
    match ask_engine(case, task, Engine::Sat(SatSolverKind::Batsat)) {
        Reply::Refused(_) => ask_engine(case, task, Engine::Lcg),
        reply => reply,
    }
}

fn ask_engine(case: &Case, task: Task, engine: Engine) -> Reply {
    let mut request =
        Request { task, engine, confirm: true, time_limit: Some(TIME_LIMIT), ..Request::default() };
    request.limit_memory(MEMORY);
    let mut listed = Vec::new();
    let solved = catch_unwind(AssertUnwindSafe(|| {
        let mut each = |found: FoundSolution| listed.push(project(&case.problem, &found.solution));
        solve_each(&case.problem, &request, &Cancel::new(), &NoProgress, &mut each)
    }));
    match solved {
        Err(_) => {
            let message = PANIC.with(|message| message.borrow().clone());
            match message.contains("the solution violates the model") {
                true => Reply::WrongSolution,
                false => Reply::Panicked(message),
            }
        }
        Ok(Err(error)) => match error.code() {
            "solve.unconfirmed" => Reply::Contradicted,
            "solve.unsound" => Reply::WrongSolution,
            code => Reply::Refused(code.to_owned()),
        },
        Ok(Ok(answer)) => reply_of(case, task, &answer, listed),
    }
}

/// Returns the statement that there are exactly these answers, in any order.
fn exactly(mut answers: Vec<String>) -> String {
    answers.sort();
    format!("exactly {}", answers.join(" "))
}

fn reply_of(case: &Case, task: Task, answer: &Answer, listed: Vec<String>) -> Reply {
    let n_listed = listed.len();
    let statement = match (task, answer.outcome) {
        (_, Outcome::Stopped(_) | Outcome::Feasible(_)) => return Reply::Stopped,
        (Task::Prove, Outcome::Infeasible) => "infeasible".to_owned(),
        (Task::Prove, Outcome::Optimal) => {
            format!("optimum {}", answer.objective.expect("an optimum has a value"))
        }
        (Task::Prove, _) => match answer.unique {
            Some(true) => format!("unique {}", project(&case.problem, &answer.solutions[0])),
            Some(false) => "at least 2".to_owned(),
            None => return Reply::Stopped,
        },
        (Task::Count { .. }, _) => match (answer.count, answer.limit) {
            (Some(n), None) => format!("exactly {n}"),
            (Some(n), Some(_)) if n == MAX_ANSWERS => format!("at least {n}"),
            _ => return Reply::Stopped,
        },
        _ => match answer.limit {
            None => exactly(listed),
            Some(_) if n_listed as u64 == MAX_ANSWERS => format!("at least {n_listed}"),
            Some(_) => return Reply::Stopped,
        },
    };
    if answer.confirmed_by.is_some() {
        Reply::Confirmed(statement)
    } else if answer.notes.iter().any(|note| note.starts_with("not confirmed")) {
        Reply::Unconfirmed(statement)
    } else {
        Reply::Shown(statement)
    }
}

/// Returns the values of the answer variables, or the solution of a puzzle, as text.
fn project(problem: &Problem, solution: &SolutionData) -> String {
    match (problem, solution) {
        (Problem::Model(model), SolutionData::Model(ModelSolution::Whole(values))) => {
            let name = |var: &gordian_model::VarId| &model.variables()[*var].name;
            let value = |var| values.iter().find(|pair| pair.0 == *name(&var)).map(|pair| pair.1);
            let values: Option<Vec<i64>> =
                model.answer_variables().into_iter().map(value).collect();
            format!("{:?}", values.expect("a solution has all variables"))
        }
        (_, solution) => solution.to_json().to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_are_read_as_they_are_written() {
        let replies = [
            Reply::Confirmed("exactly 3".to_owned()),
            Reply::Shown("at least 2".to_owned()),
            Reply::Unconfirmed("infeasible".to_owned()),
            Reply::Stopped,
            Reply::Refused("compile.overflow".to_owned()),
            Reply::Contradicted,
            Reply::WrongSolution,
            Reply::Panicked("internal error: x".to_owned()),
        ];
        let replies: Replies =
            (0..).zip(replies).map(|(i, reply): (i32, _)| (format!("q {i}, all"), reply)).collect();
        assert_eq!(parse_replies(&format_replies(&replies)).expect("its own format"), replies);
        assert!(parse_replies("q 1\tunknown\t").is_err());
    }
}
