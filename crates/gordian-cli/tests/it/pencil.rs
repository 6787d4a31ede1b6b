//! Pencil puzzles: what is determined, explanations in steps, generated puzzles.

use serde_json::Value;

use crate::support::{gordian, gordian_with};

/// A Nurikabe with several solutions, and a Shikaku with one.
const SEVERAL: &str = "https://puzz.link/p?nurikabe/6/6/m8n8i9u";
const ONE: &str = "https://puzz.link/p?shikaku/6/6/s66j4.g8n4h4g";

fn json(args: &str) -> Value {
    let run = gordian(args).ends_with(0);
    serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{args}: {error}"))
}

#[test]
fn determined_shows_what_all_solutions_have_in_common() {
    let document = json(&format!("solve --determined --confirm --json {SEVERAL}"));
    let determined = &document["determined"];
    assert_eq!(
        determined["common"].as_u64().unwrap() + determined["varying"].as_u64().unwrap(),
        33
    );
    assert_eq!((&determined["proved"], &document["unique"]), (&true.into(), &false.into()));
    assert_eq!(document["confirmed_by"], "cadical");
    let rows = determined["part"]["shade"].as_array().unwrap();
    assert!(rows.iter().any(|row| row.as_str().unwrap().contains('?')));
    let run = gordian(&format!("solve --determined {ONE}")).ends_with(0);
    assert!(
        run.stdout.contains("60 of 60 places are the same in all solutions (proved)"),
        "{}",
        run.stdout
    );
    // Sudoku: with one solution, and with several.
    let run = gordian("solve --determined --confirm puzzles/horrendum.toml").ends_with(0);
    assert!(
        run.stdout.contains("64 of 64 places are the same in all solutions (proved)"),
        "{}",
        run.stdout
    );
    let several = "kind = 'grid'\ngivens = '''\n1234\n34..\n2143\n43..\n'''\n";
    let run = gordian_with("solve --determined --confirm --json -", several).ends_with(0);
    let document = run.json();
    let determined = &document["determined"];
    assert_eq!((&determined["common"], &determined["varying"]), (&12.into(), &4.into()));
    assert_eq!((&determined["undecided"], &determined["proved"]), (&0.into(), &true.into()));
    assert_eq!(determined["part"][1], serde_json::json!([3, 4, "?", "?"]));
    assert!(document["confirmed_by"].is_string());
    let run = gordian("solve --determined puzzles/square1.toml").ends_with(2);
    assert!(run.stderr.contains("what is determined is not known"), "{}", run.stderr);
}

#[test]
fn links_are_read_as_they_were_copied() {
    let note = "ignored what follows the last cell in the link, `&id=7`";
    let part = ONE.strip_prefix("https://puzz.link/p?").unwrap();
    for link in
        [&format!("{ONE}&id=7"), &format!("puzz.link/p?{part}&id=7"), &format!("{part}&id=7")]
    {
        let document = json(&format!("solve --json {link}"));
        assert_eq!(document["unique"], true, "{link}");
        assert_eq!(document["notes"], serde_json::json!([note]), "{link}");
        // As the text of a file, too.
        let run = gordian_with("solve -", &format!("{link}\n")).ends_with(0);
        assert!(run.stdout.ends_with(&format!("  {note}\n")), "{}", run.stdout);
    }
    let run = gordian_with("solve -", &format!("{part}/\n{part}\n")).ends_with(0);
    assert_eq!(run.stdout.matches(" · unique · ").count(), 2, "{}", run.stdout);
    assert!(!run.stdout.contains("ignored"), "{}", run.stdout);
    let run = gordian(&format!("export --format cnf {ONE}#top")).ends_with(0);
    assert_eq!(run.stderr, "note: ignored the fragment of the link, `#top`\n");
}

#[test]
fn explanations_have_steps_with_reasons() {
    let document = json(&format!("solve --explain --json {ONE}"));
    let explanation = &document["explanation"];
    assert_eq!((&explanation["complete"], &explanation["level"]), (&true.into(), &"easy".into()));
    let steps = explanation["steps"].as_array().unwrap();
    assert!(steps.iter().all(|step| !step["conclusions"].as_array().unwrap().is_empty()));
    // After the last step, everything is known.
    assert_eq!(steps.last().unwrap()["part"], document["solution"]);
    let run = gordian(&format!("solve --explain {ONE}")).ends_with(0);
    assert!(
        run.stdout.contains("  because the 4 at r4c2 has a rectangle of 4 cells\n"),
        "{}",
        run.stdout
    );
}

#[test]
fn generated_puzzles_are_written_in_each_form() {
    let args = "generate slither --size 5x6 --seed 3 --count 2";
    let links = gordian(&format!("{args} --output links")).ends_with(0).stdout;
    assert_eq!(links.lines().count(), 2);
    assert_eq!(gordian(&format!("{args} --output links")).ends_with(0).stdout, links);
    for link in links.lines() {
        assert_eq!(json(&format!("solve --json {link}"))["unique"], true, "{link}");
    }
    let document: Vec<Value> = gordian(&format!("{args} --output json"))
        .ends_with(0)
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(document[0]["link"], links.lines().next().unwrap());
    assert_eq!(document[1]["seed"], 4);
    let files = gordian(args).ends_with(0).stdout;
    assert_eq!(files.matches("kind = \"slither\"\nboard = '''\n").count(), 2, "{files}");
    for (args, expected) in [
        ("generate nothing", "is not a kind of puzzle"),
        ("generate slitherlnk", "did you mean `slitherlink`?"),
        ("generate grid", "`gordian sudoku generate`"),
        ("generate sudoku", "`gordian sudoku generate`"),
        ("generate goishi", "cannot be generated"),
        ("generate slither --size 1x5", "not a size"),
        ("generate slither --size big", "not a size"),
    ] {
        let run = gordian(args).ends_with(2);
        assert!(run.stderr.contains(expected), "{args}: {}", run.stderr);
    }
}

/// A file of rules adds rules, and leaves out those of the kind.
#[test]
fn puzzles_are_generated_from_rules() {
    let folder = tempfile::tempdir().unwrap();
    let rules = folder.path().join("rules.toml");
    let path = rules.to_str().unwrap();
    let generate = |text: &str, kind: &str| {
        fs_err::write(&rules, text).unwrap();
        gordian(&format!("generate {kind} --size 5x5 --seed 1 --rules {path}"))
    };
    let knights = "[[rule]]\nname = \"apart\"\nof = \"shaded\"\nby = \"knight\"\n";
    let omit = "omit = [\"nothing-shaded\", \"adjacent-shaded\"]\n";
    let made = generate(&format!("{omit}{knights}"), "heyawake").ends_with(0).stdout;
    assert!(made.contains(omit) && made.contains(knights), "{made}");
    let file = folder.path().join("puzzle.toml");
    fs_err::write(&file, &made).unwrap();
    assert_eq!(json(&format!("solve --json {}", file.display()))["unique"], true, "{made}");
    let shading = "[[rule]]\nname = \"connected\"\nof = \"shaded\"\n\n[[rule]]\nname = \"clue\"\ncounts = \"shaded\"\nwhere = \"around\"\n";
    let made = generate(shading, "custom-shading").ends_with(0).stdout;
    assert!(made.starts_with("kind = \"custom\"\nform = \"shading\"\n"), "{made}");
    assert!(made.ends_with(shading), "{made}");
    for (text, expected) in [
        ("", "the file has neither `[[rule]]` nor `omit`"),
        ("omit = [\"number-of-lines\"]", "no rule of the kind can be left out"),
        ("[[rule]]\nname = \"given\"\nof = 1", "unknown key `of`"),
        ("kind = \"slither\"", "unknown key `kind`"),
    ] {
        let run = generate(text, "slither").ends_with(2);
        assert!(run.stderr.contains(expected), "{text}: {}", run.stderr);
    }
}
