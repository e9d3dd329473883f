//! Derived numbers compared with simulated truth: is the value right, and is the truth within its error as often as expected?
//!
//! ```text
//! cargo run --profile physics -p tagview-physics -- [--long] [--only NAME] [--write]
//! ```
//!
//! `--long` makes many runs of each case, `--only` chooses a case, `--write` puts the tables into `docs/physics.md`.
//! The exit status is 1 where a case is out of its limits. Every run has its seed: equal programs print equal tables.

use std::process::ExitCode;
use std::time::Instant;

use tagview_physics::cases::CASES;
use tagview_physics::runs::Effort;
use tagview_physics::table::{Table, write};

struct Arguments {
    effort: Effort,
    only: Option<String>,
    write: bool,
}

fn main() -> ExitCode {
    match arguments().and_then(|arguments| run(&arguments)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn arguments() -> Result<Arguments, String> {
    let mut found = Arguments { effort: Effort::Short, only: None, write: false };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--long" => found.effort = Effort::Long,
            "--write" => found.write = true,
            "--only" => found.only = Some(words.next().ok_or("--only needs the name of a case")?),
            other => return Err(format!("there is no {other}: give --long, --only NAME or --write")),
        }
    }
    Ok(found)
}

/// Runs the cases that were chosen; whether all are within their limits.
fn run(arguments: &Arguments) -> Result<bool, String> {
    let chosen = |name: &str| arguments.only.as_deref().is_none_or(|only| only == name);
    if !CASES.iter().any(|(name, _)| chosen(name)) {
        let known: Vec<_> = CASES.iter().map(|(name, _)| *name).collect();
        return Err(format!("there is no such case: choose from {}", known.join(", ")));
    }
    let (mut passed, mut failed) = (0, 0);
    for (name, case) in CASES.iter().filter(|(name, _)| chosen(name)) {
        let since = Instant::now();
        let tables = case(arguments.effort);
        println!("== {name} ({:.1} s)", since.elapsed().as_secs_f64());
        for table in &tables {
            println!("{}", table.markdown());
            table.failures().iter().for_each(|failure| println!("OUT OF LIMITS: {failure}"));
        }
        passed += tables.iter().map(Table::passed).sum::<usize>();
        failed += tables.iter().map(|table| table.failures().len()).sum::<usize>();
        if arguments.write {
            write(&tables, arguments.effort)?;
        }
    }
    let verdict = if failed == 0 { "ok" } else { "FAILED" };
    println!("test result: {verdict}. {passed} passed; {failed} failed");
    Ok(failed == 0)
}
