//! The generator's files as the Python package ptufile reads them, in a virtual environment for this test. If
//! Python or the package is not available, the test is skipped and prints the reason.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use super::files::read;
use super::json::{run, value};
use super::picoquant_files::{Event, KINDS, Kind, expected, ptu};
use super::record_delays;

/// Held while an environment is created: tests run at the same time, and `--clear` deletes what another one installed.
static CREATION: Mutex<()> = Mutex::new(());

/// The Python of an environment with `package`, which is created from `requirement` if it does not exist; otherwise the
/// reason why it can't be created.
pub fn python(root: &Path, package: &str, requirement: &str) -> Result<PathBuf, String> {
    let _guard = CREATION.lock().unwrap_or_else(PoisonError::into_inner);
    let environment = root.join(format!(".tools/{package}-python"));
    let python = environment.join("bin/python");
    let works = |program: &Path, arguments: &[&str]| {
        Command::new(program).args(arguments).output().is_ok_and(|output| output.status.success())
    };
    if works(&python, &["-c", &format!("import {package}")]) {
        return Ok(python);
    }
    let named = std::env::var("TAGVIEW_PYTHON").unwrap_or_default();
    let candidates = [&named, "python3.14", "python3.13", "python3.12", "python3"];
    let made = candidates.iter().filter(|candidate| !candidate.is_empty()).any(|candidate| {
        works(Path::new(candidate), &["-m", "venv", "--clear", &environment.to_string_lossy()])
    });
    if !made {
        return Err("there is no Python 3 with venv".to_owned());
    }
    let install =
        ["-m", "pip", "install", "--quiet", "--retries", "0", "--timeout", "10", "--only-binary", ":all:"];
    if works(&python, &[&install[..], &[requirement]].concat()) {
        Ok(python)
    } else {
        Err(format!("the package {package} can't be installed"))
    }
}

/// A few hundred photons on four inputs, markers and, in T2, syncs, with some overflows between them and many in a row.
fn events(kind: Kind) -> Vec<Event> {
    let event = |n: u64| {
        let at = n * n % 7 + n * (kind.period / 20) + if n > 200 { 5 * kind.period } else { 0 };
        match n % 17 {
            4 => Event::Markers { at, bits: 1 + (n % 15) as u32 },
            9 if !kind.t3 => Event::Sync { at },
            _ => Event::Photon {
                at,
                input: 1 + (n % 4) as u32,
                delay: if kind.t3 { (n * 37 % 4096) as u32 } else { 0 },
            },
        }
    };
    (0..400).map(event).collect()
}

/// Returns the row that ptufile reads for an event. ptufile counts inputs from 0, except those of a PicoHarp in T2, and
/// has syncs on channel 0.
fn row(kind: Kind, event: Event) -> (u64, u32, i32, u32) {
    match event {
        Event::Photon { at, input, delay } => {
            let first = if kind.picoharp && !kind.t3 { 0 } else { 1 };
            (at, delay, input as i32 - first, 0)
        }
        Event::Sync { at } => (at, 0, 0, 0),
        // In T2 of a PicoHarp, the markers replace the lowest bits of the time, and ptufile does not remove them.
        Event::Markers { at, bits } if kind.picoharp && !kind.t3 => {
            (at - at % kind.period % 16 + u64::from(bits), 0, -1, bits)
        }
        Event::Markers { at, bits } => (at, 0, -1, bits),
    }
}

/// Runs ptufile on `files`, and returns a line for each record: time, delay, channel and markers.
fn ptufile_lines(python: &Path, root: &Path, files: &[PathBuf]) -> String {
    let script = root.join("tests/support/ptufile-read.py");
    let output = Command::new(python).arg(script).args(files).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The lifetime histogram of a file in T3 mode, of channels 1 and 2, against the delays that ptufile reads.
#[test]
fn ptufile_counts_the_same_delays() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let python = match python(&root, "ptufile", "ptufile") {
        Ok(python) => python,
        Err(reason) => return println!("skipped: {reason}"),
    };
    let folder = std::env::temp_dir().join(format!("tagview-delays-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let made = folder.join("made.ptu");
    fs::write(&made, ptu(KINDS[5], &record_delays::events(KINDS[5], 50_000))).unwrap();
    let shared = root.join("../shared/data");
    let real = ["other-taggers/hydraharp-t3.timeres", "cases/t3-lifetime-period/x.ptu"];
    let real = real.map(|name| shared.join(name)).into_iter().filter(|path| path.exists());
    let files: Vec<PathBuf> = [made].into_iter().chain(real).collect();
    let text = ptufile_lines(&python, &root, &files);
    let mut lines = text.lines().peekable();
    for file in &files {
        assert_eq!(lines.next(), file.to_str());
        let mut expected = [const { Vec::new() }; 2];
        while let Some(line) = lines.next_if(|line| line.contains(' ')) {
            let fields: Vec<i64> = line.split(' ').map(|field| field.parse().unwrap()).collect();
            if let Some(counts) =
                usize::try_from(fields[2]).ok().and_then(|channel| expected.get_mut(channel))
            {
                let delay = fields[1] as usize;
                counts.resize(counts.len().max(delay + 1), 0);
                counts[delay] += 1;
            }
        }
        let opened = tagview_core::open(file).unwrap();
        for (channel, expected) in (1..).zip(&expected) {
            let analysis = serde_json::json!({"name": "lifetime", "channel": channel});
            let outcome = run(&opened, &value(serde_json::json!({"analyses": [analysis]}))).unwrap();
            record_delays::assert_counts(
                &record_delays::counts_of(&tagview_bridge::to_value(&outcome.results)),
                expected,
            );
        }
    }
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn ptufile_reads_the_same_of_files_of_every_type_of_record() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    let python = match python(&root, "ptufile", "ptufile") {
        Ok(python) => python,
        Err(reason) => return println!("skipped: {reason}"),
    };
    let folder = std::env::temp_dir().join(format!("tagview-ptufile-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = |kind: Kind| folder.join(format!("{:08x}.ptu", kind.code));
    for kind in KINDS {
        let file = ptu(kind, &events(kind));
        assert_eq!(read(&file).pairs(), expected(kind, &events(kind)), "{:#x}", kind.code);
        fs::write(path(kind), file).unwrap();
    }
    let text = ptufile_lines(&python, &root, &KINDS.map(path));
    fs::remove_dir_all(&folder).unwrap();
    let mut lines = text.lines();
    for kind in KINDS {
        assert_eq!(lines.next(), path(kind).to_str());
        for (n, event) in events(kind).into_iter().enumerate() {
            let (time, delay, channel, markers) = row(kind, event);
            let line = format!("{time} {delay} {channel} {markers}");
            assert_eq!(lines.next(), Some(line.as_str()), "record {n} of {:#x}", kind.code);
        }
    }
    assert_eq!(lines.next(), None);
}
