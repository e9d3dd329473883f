//! Files that cannot be opened give an error with its code.

use std::process::Command;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use tagview_core::import::TextOptions;
use tagview_core::native::OpenOptions;
use tagview_core::tags::Tag;
use tagview_core::{open, open_bytes, open_with};

use super::json::{run, value};
use super::{TemporaryFile, recording};

fn code_of(bytes: &[u8]) -> &'static str {
    open_bytes(bytes, &OpenOptions::default()).unwrap_err().code.as_str()
}

#[test]
fn a_file_that_is_no_recording_is_an_error() {
    assert_eq!(open("/no/such/file").unwrap_err().code.as_str(), "open-failed");
    assert_eq!(open(std::env::temp_dir()).unwrap_err().code.as_str(), "open-failed");
    assert_eq!(code_of(b""), "empty");
    assert_eq!(code_of(b"\x89PNG\r\n\x1a\n and so on"), "unknown-format");
}

#[test]
fn a_wrong_request_is_an_error() {
    let file = recording(&[Tag { time: 1, channel: 2 }], 10);
    let opened = open_bytes(file, &OpenOptions::default()).unwrap();
    for wrong in [
        serde_json::json!({}),
        serde_json::json!({"analyses": [{"name": "no such"}]}),
        serde_json::json!({"analyses": [], "unknown": 1}),
        serde_json::json!([1, 2]),
        serde_json::json!(null),
    ] {
        assert_eq!(run(&opened, &value(wrong.clone())).unwrap_err().code.as_str(), "usage", "{wrong}");
    }
}

#[test]
fn the_callers_tick_counts_and_a_wrong_one_is_refused() {
    let file = TemporaryFile::new("tick", &recording(&[Tag { time: 1, channel: 2 }], 10));
    let with_tick = |tick: &str| {
        let text = TextOptions::default().tick(tick.to_owned());
        open_with(file.path(), &OpenOptions::default().text(text))
    };
    assert_eq!(with_tick("81ps").unwrap().tick_s(), 81e-12);
    for wrong in ["81", "0ps", "-1ns", "ps", "1e5ps", ""] {
        assert_eq!(with_tick(wrong).unwrap_err().code.as_str(), "usage", "{wrong}");
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_in_the_place_of_the_settings_is_not_opened() {
    let photons = (0..100).map(|n| ((4095 - 300) << 16) + 40 * n);
    let words = std::iter::once(0x9800_007d_u32).chain(photons);
    let file = TemporaryFile::new("run.spc", &words.flat_map(u32::to_le_bytes).collect::<Vec<u8>>());
    let pipe = TemporaryFile(file.0.with_extension("set"));
    assert!(Command::new("mkfifo").arg(pipe.path()).status().unwrap().success());
    let (sender, receiver) = mpsc::channel();
    let path = file.0.clone();
    thread::spawn(move || sender.send(open(path).map(|opened| opened.tick_s())).unwrap());
    let tick = receiver.recv_timeout(Duration::from_secs(20)).expect("the pipe has no other end");
    assert_eq!(tick.unwrap(), 12.5e-9);
}

#[test]
fn a_text_is_read_by_its_columns() {
    let text = b"# comment\n100 7\n200 8\n300 7\n";
    let columns = TextOptions::default().columns("time,channel".to_owned());
    let options = OpenOptions::default().text(columns.unit("ns".to_owned()).tick("1ns".to_owned()));
    let opened = open_bytes(text.as_slice(), &options).unwrap();
    let counts = opened.counts().unwrap();
    assert_eq!(counts.iter().map(|one| (one.channel, one.tags)).collect::<Vec<_>>(), [(7, 2), (8, 1)]);
}
