//! The generated inputs, and the parsers on some of them.

use gordian_fuzz::corpus::{read_folder, repository};
use gordian_fuzz::{Corpus, Mutator, Target, targets, try_input};

fn corpus(target: &Target) -> Corpus {
    Corpus::load(target.name, target.seeds).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn first_inputs_of_every_target_pass() {
    for target in targets::ALL {
        let corpus = corpus(target);
        let mut mutator = Mutator::new(target.name, &corpus, 1);
        let first = corpus.seeds().len() as u64;
        for number in (0..first).chain(first..first + 200) {
            if let Err(panic) = try_input(target, mutator.input(number)) {
                panic!("{}, seed 1, input {number}: {panic}", target.name);
            }
        }
    }
}

#[test]
fn regressions_pass() {
    let mut n_files = 0;
    for entry in fs_err::read_dir(repository().join("fuzz/regressions")).unwrap() {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_str().unwrap();
        let target = targets::find(name).unwrap_or_else(|| panic!("no target has `{name}`"));
        for (path, bytes) in read_folder(&folder, &[]).unwrap() {
            n_files += 1;
            if let Err(panic) = try_input(target, &bytes) {
                panic!("{}: {panic}", path.display());
            }
        }
    }
    assert!(n_files > 0);
}

#[test]
fn inputs_depend_only_on_target_seed_and_number() {
    for target in targets::ALL {
        let (one, other) = (corpus(target), corpus(target));
        let mut forward = Mutator::new(target.name, &one, 3);
        let mut backward = Mutator::new(target.name, &other, 3);
        let first: Vec<Vec<u8>> = (0..300).map(|number| forward.input(number).to_vec()).collect();
        for number in (0..300).rev() {
            let again = backward.input(number);
            let wanted = &first[usize::try_from(number).unwrap()];
            assert_eq!(again, wanted, "{}, input {number}", target.name);
        }
    }
}

#[test]
fn inputs_differ_by_seed_and_target() {
    let target = targets::find("dimacs").unwrap();
    let corpus = corpus(target);
    let inputs = |name: &str, seed| -> Vec<Vec<u8>> {
        let mut mutator = Mutator::new(name, &corpus, seed);
        (100..200).map(|number| mutator.input(number).to_vec()).collect()
    };
    assert_ne!(inputs("dimacs", 1), inputs("dimacs", 2));
    assert_ne!(inputs("dimacs", 1), inputs("models", 1));
}

/// Mutations that always break a text would test only its first lines.
#[test]
fn every_target_accepts_and_rejects_mutated_inputs() {
    for target in targets::ALL {
        let corpus = corpus(target);
        let mut mutator = Mutator::new(target.name, &corpus, 5);
        let first = corpus.seeds().len() as u64;
        let accepted = (first..first + 1000)
            .filter(|&number| {
                let read = try_input(target, mutator.input(number));
                read == Ok(gordian_fuzz::Verdict::Accepted)
            })
            .count();
        assert!((5..995).contains(&accepted), "{}: {accepted} of 1000", target.name);
    }
}

#[test]
fn inputs_are_at_most_max_len() {
    let target = targets::find("models").unwrap();
    let corpus = corpus(target);
    let mut mutator = Mutator::new(target.name, &corpus, 1);
    let lengths: Vec<usize> = (0..20_000).map(|number| mutator.input(number).len()).collect();
    assert_eq!(lengths.iter().max(), Some(&gordian_fuzz::mutate::MAX_LEN), "some are that long");
    let long = lengths.iter().filter(|&&length| length > 8192).count();
    assert!(long < 1000, "{long} of 20000 are long");
}
