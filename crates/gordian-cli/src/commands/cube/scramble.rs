//! `gordian cube scramble`.

use gordian::Random;
use gordian::perm::cube3::random_position;

use super::document;
use crate::args::CubeScrambleArgs;
use crate::commands::Stop;
use crate::commands::square1::seed_of_the_clock;
use crate::console::{Console, Style};
use crate::exit::Exit;

pub(super) fn run(args: &CubeScrambleArgs, console: &mut Console) -> Result<Exit, Stop> {
    let seed = match args.seed {
        Some(seed) => seed,
        None => {
            let seed = seed_of_the_clock();
            console.remark(&format!("note: `--seed {seed}` gives the same again"))?;
            seed
        }
    };
    let mut random = Random::new(seed);
    for _ in 0..args.count {
        let position = random_position(&mut random, args.centres);
        if args.json {
            console.json(&document(&position))?;
        } else {
            console.line(Style::Plain, &position.to_string())?;
        }
    }
    Ok(Exit::Answer)
}
