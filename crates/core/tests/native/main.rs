//! Recordings opened by path: the same numbers as from a single reader, for any number of threads.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "../../examples/counts.rs"]
#[allow(dead_code)]
mod counts;
#[path = "../support/dynamic.rs"]
mod dynamic;
#[path = "../../examples/g2.rs"]
#[allow(dead_code)]
mod g2;
#[path = "../support/hdf5/mod.rs"]
#[allow(dead_code, reason = "tests of imports use the rest")]
mod hdf5_files;

mod errors;
mod hdf5;
mod json;
mod opened_file;
mod passes;
mod tags;

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

use tagview_core::tags::{Tag, Writer};

/// A file in the folder of temporary files, which is removed at the end.
pub struct TemporaryFile(pub PathBuf);

impl TemporaryFile {
    /// Writes the file.
    pub fn new(name: &str, bytes: &[u8]) -> Self {
        // Tests of one process run at the same time, and may choose the same name.
        static FILES: AtomicUsize = AtomicUsize::new(0);
        let (process, n) = (std::process::id(), FILES.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(format!("tagview-native-{process}-{n}-{name}"));
        std::fs::write(&path, bytes).unwrap();
        Self(path)
    }

    /// Path of the file.
    pub fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Tags of three channels without any pattern, in order of time.
pub fn random_tags(n: usize) -> Vec<Tag> {
    let mut state = 7_u64;
    let mut time = 585_950_217_716_i64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    (0..n)
        .map(|_| {
            let word = next();
            time += (word >> 52) as i64;
            Tag { time, channel: [3, 15, 16][(word % 3) as usize] }
        })
        .collect()
}

/// A recording in frames of `per_frame` tags.
pub fn recording(tags: &[Tag], per_frame: usize) -> Vec<u8> {
    let (mut file, mut writer) = (Vec::new(), Writer::new(1, per_frame).unwrap());
    writer.push(tags, &mut file).unwrap();
    writer.finish(&mut file).unwrap();
    file
}

/// Files of the given folders of `shared/data`; none, with a printed reason, if it is absent.
pub fn shared_files(folders: &[&str]) -> Vec<PathBuf> {
    // A worktree may lie one folder deeper.
    let places = ["../../../shared/data", "../../../../shared/data"];
    let mut roots = places.iter().map(|place| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(place));
    let Some(root) = roots.find(|root| root.is_dir()) else {
        println!("skipped: there is no folder shared/data beside the repository");
        return Vec::new();
    };
    let mut files = Vec::new();
    let mut waiting: Vec<PathBuf> = folders.iter().map(|folder| root.join(folder)).collect();
    while let Some(path) = waiting.pop() {
        let Ok(entries) = std::fs::read_dir(&path) else { continue };
        for entry in entries.flatten().map(|entry| entry.path()) {
            if entry.is_dir() { waiting.push(entry) } else { files.push(entry) }
        }
    }
    files.sort();
    files
}
