//! `npm run reliability`: every real and generated recording, cut at 2,000 random bytes, with a random byte changed in
//! 2,000 copies, and a random block of 4 KiB zeroed in 500.
//!
//! ```text
//! cargo run --profile physics -p tagview-reliability -- [--of N] [--seed N] [--write]
//! ```
//!
//! `--of N` damages one in N as many copies, `--write` puts the totals into `docs/reliability.md`. The exit status is 1
//! where something was that must not be.

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use tagview_reliability::campaign::{Row, run};
use tagview_reliability::inputs::{generated, real};

/// Most memory that reading and repairing may take, bytes: what a frame's window may be, and what the commands promise.
const MOST_MEMORY: u64 = 250 << 20;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn main() -> ExitCode {
    match campaign() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn campaign() -> Result<bool, String> {
    let (mut of, mut seed, mut writes) = (1, 1, false);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || {
            words.next().and_then(|word| word.parse::<usize>().ok()).ok_or(format!("{word} needs a number"))
        };
        match word.as_str() {
            "--of" => of = number()?.max(1),
            "--seed" => seed = number()?,
            "--write" => writes = true,
            other => return Err(format!("there is no {other}: give --of N, --seed N or --write")),
        }
    }
    let folder = Path::new(FOLDER);
    let mut recordings = real(&folder.join("../shared/data/tags"))?;
    recordings.extend(generated(20_000)?);
    let mut rows = Vec::new();
    for sound in &recordings {
        let found = run(sound, of, seed as u64);
        for row in &found {
            println!("{}", line(row));
            row.failures.iter().for_each(|failure| println!("MUST NOT BE: {failure}"));
        }
        rows.extend(found);
    }
    let failures: usize = rows.iter().map(|row| row.failures.len()).sum();
    let copies: usize = rows.iter().map(|row| row.copies).sum();
    let memory = peak_memory();
    let used = memory.map_or("unknown".to_owned(), |bytes| format!("{} MB", bytes / 1_000_000));
    println!("{copies} copies, {failures} failures, {used} at most");
    if writes {
        write(&folder.join("docs/reliability.md"), &rows, copies, failures, &used)?;
    }
    Ok(failures == 0 && memory.is_none_or(|bytes| bytes <= MOST_MEMORY))
}

fn line(row: &Row) -> String {
    format!(
        "| {} | {} | {} | {} | {} | {} | {} of {} | {:.0} ms |",
        row.recording,
        if row.is_guarded { "yes" } else { "no" },
        row.kind,
        row.copies,
        row.noticed,
        row.unnoticed,
        row.recovered,
        row.sound,
        row.longest.as_secs_f64() * 1000.0
    )
}

/// The most memory that the program had, in bytes, if the system reports it.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}

/// Puts the totals between the marks of the document.
fn write(path: &Path, rows: &[Row], copies: usize, failures: usize, memory: &str) -> Result<(), String> {
    const MARKS: (&str, &str) = ("<!-- totals -->\n", "<!-- end -->");
    let named = |error: std::io::Error| format!("{}: {error}", path.display());
    let text = std::fs::read_to_string(path).map_err(named)?;
    let (before, rest) = text.split_once(MARKS.0).ok_or("the document has no place for totals")?;
    let (_, after) = rest.split_once(MARKS.1).ok_or("the document has no end of totals")?;
    let mut table = format!("{copies} copies, {failures} failures; the program took {memory} at most.\n\n");
    table += "| recording | guarded | damage | copies | noticed | unnoticed | tags recovered | longest |\n";
    table += "|---|---|---|--:|--:|--:|--:|--:|\n";
    for row in rows {
        let _ = writeln!(table, "{}", line(row));
    }
    std::fs::write(path, format!("{before}{}\n{table}\n{}{after}", MARKS.0, MARKS.1)).map_err(named)
}
