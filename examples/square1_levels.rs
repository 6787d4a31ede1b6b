//! The two-colour Square-1 enumerated: how many of its 13,621,608,000 positions lie at each
//! distance, by breadth-first search over all of them. The database of 2007 took 8 hours.

#![expect(clippy::print_stdout, reason = "an example prints its results")]

use gordian::atlas::square1::{BuildConfig, CountModel, count_levels};
use gordian::square1::Colours;
use gordian::{Cancel, NoProgress};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let threads = std::thread::available_parallelism()?.get();
    let config = BuildConfig { threads, ..BuildConfig::default() };
    let table = count_levels(Colours::Silver, &config, &Cancel::new(), &NoProgress)?;
    let levels = table.levels(CountModel::ModuloFlip);
    for (distance, positions) in levels.iter().enumerate() {
        println!("{distance:>3} twists: {positions:>14} positions");
    }
    let total: u64 = levels.iter().sum();
    println!("    in all: {total:>14}");
    assert_eq!(total, 13_621_608_000);
    Ok(())
}
