//! Writing definitions in the format of twsearch.

use std::fmt;
use std::fmt::Write;

use super::read::can_have_rows;
use super::state::IGNORED;
use super::{Definition, MoveKind};

fn row(f: &mut fmt::Formatter<'_>, numbers: impl Iterator<Item = String>) -> fmt::Result {
    let words: Vec<String> = numbers.collect();
    writeln!(f, "{}", words.join(" "))
}

/// Writes the text that [`Definition::read`] reads. Moves that were defined by sequences are
/// written as moves, and aliases are omitted.
impl fmt::Display for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Name {}\n", self.name)?;
        for orbit in &self.orbits {
            writeln!(f, "Set {} {} {}", orbit.name, orbit.n_positions, orbit.orientations)?;
        }
        writeln!(f, "\nSolved")?;
        // Others have no rows: their pieces are as without any.
        for orbit in self.orbits.iter().filter(|it| can_have_rows(&it.name)) {
            writeln!(f, "{}", orbit.name)?;
            let pieces = &self.solved.pieces[orbit.positions()];
            let label = |&piece: &u8| orbit.written_labels[usize::from(piece)].to_string();
            row(f, pieces.iter().map(label))?;
            let orientations = &self.solved.orientations[orbit.positions()];
            if orientations.iter().any(|&it| it != 0) {
                let written =
                    |&it: &u8| if it == IGNORED { "?".to_owned() } else { it.to_string() };
                row(f, orientations.iter().map(written))?;
            }
        }
        writeln!(f, "End")?;
        for base in self.base_moves.iter().filter(|base| base.kind != MoveKind::Alias) {
            writeln!(f, "\nMove {}", base.name)?;
            let (sources, twists) = (base.transformation.sources(), base.transformation.twists());
            for orbit in &self.orbits {
                let local: Vec<usize> = (orbit.positions())
                    .map(|position| usize::from(sources[position]) - orbit.start)
                    .collect();
                let is_at_rest = local.iter().enumerate().all(|(to, &from)| to == from)
                    && twists[orbit.positions()].iter().all(|&twist| twist == 0);
                if is_at_rest {
                    continue;
                }
                writeln!(f, "{}", orbit.name)?;
                row(f, local.iter().map(|from| (from + 1).to_string()))?;
                // The format writes a twist at the position that the piece leaves.
                let mut leaving = vec![0; orbit.n_positions];
                for (&from, &twist) in local.iter().zip(&twists[orbit.positions()]) {
                    leaving[from] = twist;
                }
                if leaving.iter().any(|&twist| twist != 0) {
                    row(f, leaving.iter().map(u8::to_string))?;
                }
            }
            writeln!(f, "End")?;
        }
        for (number, restriction) in self.restrictions.iter().enumerate() {
            let found =
                self.orbits.iter().find(|it| it.positions().contains(&restriction.position));
            let orbit = found.expect("every position belongs to an orbit");
            let mut labels = String::new();
            for &label in &restriction.labels {
                write!(labels, " {}", orbit.written_labels[usize::from(label)])?;
            }
            let blank = if number == 0 { "\n" } else { "" };
            let position = restriction.position - orbit.start + 1;
            writeln!(f, "{blank}Illegal {} {position}{labels}", orbit.name)?;
        }
        Ok(())
    }
}
