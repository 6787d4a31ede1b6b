//! What became of the changed answers, as a table.

use gordian_bench::report::{Facts, push_head, push_line};

use crate::faults::answers::{Replies, Reply};
use crate::faults::list::Fault;

/// How the replies of a program with a fault differ from the right ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    /// The second engine contradicted the first one.
    pub(crate) contradicted: usize,
    /// A solution did not pass the check.
    pub(crate) wrong_solution: usize,
    /// Another internal error.
    pub(crate) panicked: usize,
    /// No answer: refused, or stopped by a limit.
    pub(crate) none: usize,
    /// Wrong, with the note that a limit ended the confirmation.
    pub(crate) unconfirmed: usize,
    /// A wrong answer that nothing noticed.
    pub(crate) unnoticed: usize,
}

impl Changes {
    /// Counts the replies that differ from the right ones. Returns the questions with unnoticed wrong answers, too.
    pub(crate) fn new(right: &Replies, replies: &Replies) -> (Self, Vec<String>) {
        let (mut changes, mut unnoticed) = (Self::default(), Vec::new());
        for (question, right) in right {
            let Some(reply) = replies.get(question) else {
                changes.none += 1;
                continue;
            };
            match reply {
                _ if reply.statement().is_some() && reply.statement() == right.statement() => {}
                Reply::Confirmed(text) | Reply::Shown(text) => {
                    changes.unnoticed += 1;
                    unnoticed.push(format!("{question}: {text}"));
                }
                Reply::Unconfirmed(_) => changes.unconfirmed += 1,
                Reply::Contradicted => changes.contradicted += 1,
                Reply::WrongSolution => changes.wrong_solution += 1,
                Reply::Panicked(_) => changes.panicked += 1,
                Reply::Stopped | Reply::Refused(_) => changes.none += 1,
            }
        }
        (changes, unnoticed)
    }

    /// Returns the number of changed replies.
    pub(crate) fn total(self) -> usize {
        let Self { contradicted, wrong_solution, panicked, none, unconfirmed, unnoticed } = self;
        contradicted + wrong_solution + panicked + none + unconfirmed + unnoticed
    }
}

/// Returns the page with the table.
pub(crate) fn page(n_questions: usize, rows: &[(&Fault, Changes)]) -> String {
    let mut facts = Facts::collect();
    facts.push("questions", n_questions.to_string());
    let mut page = facts.header("Faults in the compiler", INTRODUCTION) + "\n";
    push_head(
        &mut page,
        &[
            "fault",
            ">changed",
            ">by confirmation",
            ">by the check",
            ">internal error",
            ">no answer",
            ">not confirmed",
            ">unnoticed",
        ],
    );
    let mut sum = Changes::default();
    for (fault, changes) in rows {
        push_row(&mut page, fault.what, *changes);
        sum.contradicted += changes.contradicted;
        sum.wrong_solution += changes.wrong_solution;
        sum.panicked += changes.panicked;
        sum.none += changes.none;
        sum.unconfirmed += changes.unconfirmed;
        sum.unnoticed += changes.unnoticed;
    }
    push_row(&mut page, &format!("**all {}**", rows.len()), sum);
    page
}

fn push_row(page: &mut String, what: &str, changes: Changes) {
    let Changes { contradicted, wrong_solution, panicked, none, unconfirmed, unnoticed } = changes;
    push_line(
        page,
        format_args!(
            "| {what} | {} | {contradicted} | {wrong_solution} | {panicked} | {none} | {unconfirmed} | {unnoticed} |",
            changes.total(),
        ),
    );
}

const INTRODUCTION: &str = "\
Each row is the program with one fault in `gordian-compile`, put there on purpose, and asked the questions of the
corpus with `--confirm`, the clauses first. A changed answer is noticed by the confirmation, which contradicts it; by the
check of each solution on the model; or by another internal error. Some models are refused, or a limit ends the search
(no answer), or a limit ends the confirmation, which the answer says (not confirmed). A wrong answer that nothing noticed
is a failure. The faults are listed in `benches/src/faults/list.rs`.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_counted_by_what_noticed_them() {
        let right = |text: &str| Reply::Confirmed(text.to_owned());
        let check = |reply: Reply, expected: Changes| {
            let [right, replies] = [right("exactly 3"), reply]
                .map(|reply| Replies::from([("model, count".to_owned(), reply)]));
            let (changes, unnoticed) = Changes::new(&right, &replies);
            assert_eq!((changes, unnoticed.len()), (expected, expected.unnoticed));
        };
        let none = Changes::default();
        check(right("exactly 3"), none);
        check(Reply::Unconfirmed("exactly 3".to_owned()), none);
        check(right("exactly 2"), Changes { unnoticed: 1, ..none });
        check(Reply::Shown("at least 300".to_owned()), Changes { unnoticed: 1, ..none });
        check(Reply::Unconfirmed("exactly 2".to_owned()), Changes { unconfirmed: 1, ..none });
        check(Reply::Contradicted, Changes { contradicted: 1, ..none });
        check(Reply::WrongSolution, Changes { wrong_solution: 1, ..none });
        check(Reply::Panicked(String::new()), Changes { panicked: 1, ..none });
        check(Reply::Stopped, Changes { none: 1, ..none });
    }
}
