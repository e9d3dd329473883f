//! Requirements on each reader for any bytes: nothing panics, pieces make no difference, and where there is a
//! second opinion, it agrees. `crates/core/fuzz` asks the same of the fuzzer's inputs.

use std::hash::{DefaultHasher, Hash, Hasher};

use capnp::message::ReaderOptions;
use capnp::serialize::read_message_from_flat_slice;
use tagview_bridge::Value;
use tagview_bridge::to_value;
use tagview_core::error::Severity;
use tagview_core::formats::recognise;
use tagview_core::import::{MIN_HEAD_BYTES, TextOptions, import_of, scout_of, source_of};
use tagview_core::offsets::encodings::{decode, lookup};
use tagview_core::offsets::{Encoding, Entries, Inspected, open};
use tagview_core::random_access::drive;
use tagview_core::run::virtual_channels::Definitions;
use tagview_core::tags::index::IndexReader;
use tagview_core::tags::message::tags_capnp;
use tagview_core::tags::text::{TextSource, format};
use tagview_core::tags::writer::encode_frame;
use tagview_core::tags::{Index, MAX_READER_BYTES, Outline, Reader, Tag, TagSource, TagStream};
use tagview_core::zstd::{Decode, libzstd, ruzstd};
use tagview_core::{Code, Error};

use crate::dynamic::scan::{PartJoiner, PartReader};

/// Takes any bytes; panics if an invariant is violated.
pub type Target = fn(&[u8]);

/// All of them by name.
pub const TARGETS: &[(&str, Target)] = &[
    ("definitions", definitions),
    ("encodings", encodings),
    ("frame_index", frame_index),
    ("headers", headers),
    ("icechunk", icechunk),
    ("imports", imports),
    ("index_header", index_header),
    ("merge_law", merge_law),
    ("messages", messages),
    ("partial_results", partial_results),
    ("recognition", recognition),
    ("recordings", recordings),
    ("text", text),
    ("zstd", zstd),
];

/// Splits off the first byte, which states the length of the pieces that the other bytes are read in.
fn pieces(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let (&piece, rest) = bytes.split_first()?;
    Some((usize::from(piece).max(1), rest))
}

fn icechunk(bytes: &[u8]) {
    let Some((piece, file)) = pieces(bytes) else { return };
    crate::icechunk::exercise(file, piece);
}

fn index_header(bytes: &[u8]) {
    let Some((piece, file)) = pieces(bytes) else { return };
    crate::index_header::exercise(file, piece);
}

/// Content beyond which a frame is not decoded further: bombs only take time.
const MOST_CONTENT: usize = 1 << 20;

/// The content of the frame that `bytes` begin with, and whether it is all of it.
fn frame<D: Decode + Default>(bytes: &[u8], piece: usize) -> (Vec<u8>, bool) {
    let mut decoder = D::default();
    let (mut content, mut output) = (Vec::new(), vec![0; 1 << 16]);
    for mut chunk in bytes.chunks(piece) {
        while content.len() < MOST_CONTENT {
            let Ok(step) = decoder.decode(chunk, &mut output) else { return (content, false) };
            chunk = &chunk[step.read..];
            content.extend_from_slice(&output[..step.written]);
            if step.frame_done {
                return (content, true);
            }
            if step.read == 0 && step.written == 0 {
                break;
            }
        }
    }
    (content, false)
}

/// libzstd against itself in pieces, and against ruzstd, which does not check each length of four streams of literals.
fn zstd(bytes: &[u8]) {
    let Some((piece, file)) = pieces(bytes) else { return };
    let (content, is_done) = frame::<libzstd::Decoder>(file, file.len().max(1));
    if is_done {
        assert_eq!(frame::<libzstd::Decoder>(file, piece), (content.clone(), true));
    }
    let other = frame::<ruzstd::Decoder>(file, piece);
    if is_done && other.1 {
        let has_checksum = file.get(4).is_some_and(|descriptor| descriptor & 4 != 0);
        let agree = content == other.0 || !has_checksum && content.len() == other.0.len();
        assert!(agree, "libzstd and ruzstd decode differently");
    }
}

fn read_messages(bytes: &[u8], piece: usize) -> (Vec<Tag>, u64, Result<(), Error>) {
    let mut reader = Reader::new();
    let mut tags = Vec::new();
    let mut sink = |batch: &[Tag]| tags.extend_from_slice(batch);
    let mut end = Ok(());
    for piece in bytes.chunks(piece) {
        end = end.and_then(|()| reader.push(piece, &mut sink));
        assert!(reader.memory_bytes() <= MAX_READER_BYTES);
    }
    let end = end.and_then(|()| reader.finish(&mut sink));
    (tags, reader.messages(), end)
}

fn by_capnp(bytes: &[u8]) -> capnp::Result<(Vec<Tag>, usize)> {
    let words: Vec<u64> = bytes.as_chunks::<8>().0.iter().map(|word| u64::from_ne_bytes(*word)).collect();
    let buffer: &[u8] = bytemuck::cast_slice(&words);
    let mut rest = buffer;
    read_message_from_flat_slice(
        &mut rest,
        ReaderOptions { traversal_limit_in_words: None, nesting_limit: 4 },
    )?;
    let length = buffer.len() - rest.len();
    let segments = words[0] as u32 as usize + 1;
    let body = length / 8 - (segments / 2 + 1);
    let options = ReaderOptions { traversal_limit_in_words: Some(body), nesting_limit: 4 };
    let message = read_message_from_flat_slice(&mut &buffer[..length], options)?;
    let mut tags = Vec::new();
    for list in message.get_root::<tags_capnp::tags::Reader>()?.get_tags()? {
        tags.extend(list?.iter().map(|tag| Tag { time: tag.get_time(), channel: tag.get_channel() }));
    }
    Ok((tags, length))
}

/// Where the reader is stricter on purpose; see the documentation of `Reader`.
fn is_stricter(error: &Error) -> bool {
    let mentions = |text| error.message.contains(text);
    match error.code {
        Code::WrongSchema => mentions("inner list"),
        Code::BadPointer => mentions("landing pad") || mentions("stores none"),
        _ => false,
    }
}

/// The streaming reader compared with itself in pieces, and with the capnp crate.
fn messages(bytes: &[u8]) {
    let Some((piece, bytes)) = pieces(bytes) else { return };
    let whole = read_messages(bytes, bytes.len().max(1));
    assert_eq!(whole, read_messages(bytes, piece));
    if let Ok((tags, length)) = by_capnp(bytes) {
        let first = read_messages(&bytes[..length], length);
        match first.2 {
            Ok(()) => assert_eq!(first.0, tags),
            Err(error) => assert!(is_stricter(&error), "{error}"),
        }
    }
}

/// Number and hash of the tags in a file, whether nothing is wrong with it, and its frames.
fn read_file(mut source: impl TagSource, bytes: &[u8], piece: usize, most: u64) -> (u64, u64, bool, Outline) {
    let (mut count, mut hasher) = (0, DefaultHasher::new());
    let mut sink = |tags: &[Tag]| {
        assert!(!tags.is_empty());
        count += tags.len() as u64;
        tags.iter().for_each(|tag| (tag.time, tag.channel).hash(&mut hasher));
    };
    for mut chunk in bytes.chunks(piece) {
        while !chunk.is_empty() && source.wants_more() {
            let read = source.push_some(chunk, most, &mut sink);
            assert!(read > 0, "nothing was taken");
            chunk = &chunk[read..];
        }
    }
    source.finish(&mut sink);
    let totals = source.totals();
    assert_eq!(totals.tags, count);
    (count, hasher.finish(), totals.findings.is_empty(), totals.ending.seen)
}

/// Sound parts are read the same in pieces, and with pauses after every block.
fn recordings(bytes: &[u8]) {
    let Some((piece, file)) = pieces(bytes) else { return };
    let whole = read_file(TagStream::checked(), file, file.len().max(1), u64::MAX);
    let parts = read_file(TagStream::default(), file, piece, 0);
    if whole.2 {
        assert_eq!(parts, whole);
    }
}

/// Tags, findings and facts of another tagger's recording, in pieces.
fn read_import(id: &str, bytes: &[u8], piece: usize) -> (Vec<Tag>, Vec<tagview_core::Finding>, String) {
    let mut source = source_of(id, &TextOptions::default()).expect("the format has a reader");
    let mut tags = Vec::new();
    for chunk in bytes.chunks(piece) {
        source.push(chunk, &mut |batch| tags.extend_from_slice(batch));
    }
    source.finish(&mut |batch| tags.extend_from_slice(batch));
    let facts = format!("{:?} {:?} {:?}", source.facts(), source.meta(), source.header());
    (tags, source.totals().findings.all(), facts)
}

/// Every format is read the same in pieces; if it can be split, the scout reads all of it.
fn imports(bytes: &[u8]) {
    let Some((piece, file)) = pieces(bytes) else { return };
    let Some(import) = import_of(&file[..file.len().min(MIN_HEAD_BYTES)]) else { return };
    let whole = read_import(import.id, file, file.len().max(1));
    assert_eq!(read_import(import.id, file, piece), whole, "{}", import.id);
    if let Some(mut scout) = scout_of(import.id).expect("the format is known") {
        for chunk in file.chunks(piece) {
            scout.push(chunk);
            let _ = scout.split();
        }
    }
}

fn text(bytes: &[u8]) {
    let Some((piece, file)) = pieces(bytes) else { return };
    let whole = read_file(TextSource::default(), file, file.len().max(1), u64::MAX);
    assert_eq!(read_file(TextSource::default(), file, piece, u64::MAX), whole);
    let mut tags = Vec::new();
    TextSource::default().push(file, &mut |batch| tags.extend_from_slice(batch));
    // Written output reads back as the same values.
    let (mut lines, mut again) = (Vec::new(), Vec::new());
    format(&tags, &mut lines);
    TextSource::default().push(&lines, &mut |batch| again.extend_from_slice(batch));
    assert_eq!(again, tags);
}

/// Checks that each look-up returns the offset that full decoding returns.
fn check_lookups(opened: &Inspected<'_>) {
    for (partition, offset) in opened.map.partitions.iter().zip(&opened.map.offsets).take(16) {
        let is_found = opened.offsets.searched && !opened.map.not_found.contains(partition);
        let expected = is_found.then(|| vec![*offset]);
        assert_eq!(
            opened.lookup(0, *partition).offsets.map(|offsets| offsets.0),
            expected,
            "partition {partition}"
        );
    }
}

fn headers(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let opened = open(text, None);
    to_value(&opened.report(true));
    if opened.offsets.encoding == Encoding::Text && opened.compartments.is_empty() {
        check_lookups(&opened);
    }
    let Entries::Partitions(_) = opened.offsets.entries else { return };
    for encoding in Encoding::ALL.into_iter().filter(|_| !opened.map.partitions.is_empty()) {
        let Ok(value) = opened.encode(encoding) else { continue };
        let again = decode(encoding, &value);
        let Entries::Partitions(columns) = &again.entries else { panic!("other entries") };
        assert_eq!((&columns.partitions, &columns.offsets), (&opened.map.partitions, &opened.map.offsets));
        assert!(again.findings.iter().all(|finding| finding.severity != Severity::Error));
    }
}

/// The first byte chooses the encoding, the second whether the rest is its text or what base64 is made of.
fn encodings(bytes: &[u8]) {
    let [which, packed, rest @ ..] = bytes else { return };
    let encoding = Encoding::ALL[1 + usize::from(*which) % 6];
    let value = if packed % 2 == 0 { base64(rest) } else { String::from_utf8_lossy(rest).into_owned() };
    let decoded = decode(encoding, &value);
    let Entries::Partitions(columns) = &decoded.entries else {
        panic!("no encoding but text has compartments")
    };
    for partition in columns.partitions.iter().take(16) {
        let first = columns.partitions.iter().position(|other| other == partition);
        let expected = first.and_then(|at| columns.offsets.get(at)).copied();
        assert_eq!(lookup(encoding, &value, *partition), expected, "partition {partition}");
    }
    to_value(&open(&value, Some(encoding)).report(true));
    open(&value, None);
}

/// Base64 in the standard alphabet.
pub fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let bits = (0..3).fold(0, |bits, at| bits << 8 | u32::from(three.get(at).copied().unwrap_or(0)));
        for digit in 0..4 {
            let index = (bits >> (18 - 6 * digit)) as usize & 63;
            text.push(if digit <= three.len() { char::from(DIGITS[index]) } else { '=' });
        }
    }
    text
}

fn frame_index(bytes: &[u8]) {
    let Some((piece, file)) = pieces(bytes) else { return };
    let mut reader = IndexReader::new(file.len() as u64);
    if drive(&mut reader, &[file], piece).is_ok()
        && let Some(index) = reader.into_index()
    {
        index.describe();
        assert!(index.end() <= file.len() as u64);
    }
    if let Ok(index) = Index::parse(file) {
        index.describe();
    }
    read_file(TagStream::checked(), file, piece, u64::MAX);
}

/// A request for analyses with every kind of state, and these keys.
pub fn request<const N: usize>(more: [(&str, Value); N]) -> Value {
    let analysis = |name: &str, params: &[(&str, i64)]| {
        let params = params.iter().map(|(key, value)| ((*key).to_owned().into(), Value::Int(*value)));
        Value::Map([("name".into(), Value::Text(name.to_owned()))].into_iter().chain(params).collect())
    };
    let analyses = vec![
        analysis("summary", &[]),
        analysis("rate", &[("bin", 50)]),
        analysis("gaps", &[("bin", 3), ("to", 90)]),
        analysis("correlation", &[("a", 1), ("b", 2), ("from", -40), ("to", 40), ("bin", 1)]),
        analysis("coincidence", &[("window", 9)]),
        analysis("pairs", &[("from", -20), ("to", 20)]),
    ];
    let more = more.into_iter().map(|(key, value)| (key.to_owned().into(), value));
    Value::Map([("analyses".into(), Value::List(analyses))].into_iter().chain(more).collect())
}

fn shown(joiner: &PartJoiner) -> String {
    // As text, in which a number that does not exist equals itself.
    std::format!("{:?}", joiner.snapshot())
}

/// Partial results from outside: a refused one changes nothing, and an accepted one is saved unchanged.
fn partial_results(bytes: &[u8]) {
    let mut joiner = PartJoiner::new(request([])).expect("a sound request");
    let before = shown(&joiner);
    if joiner.join(bytes).is_err() {
        assert_eq!(shown(&joiner), before);
        return;
    }
    if let Ok(saved) = joiner.save() {
        let mut again = PartJoiner::new(request([])).expect("a sound request");
        again.join(&saved).expect("what is saved can be joined");
        assert_eq!(shown(&again), shown(&joiner));
    }
}

fn saved(file: &[u8], request: &Value) -> Vec<u8> {
    let mut reader = PartReader::new(request).expect("a sound request");
    reader.push(file);
    reader.finish();
    reader.save().expect("it can be saved")
}

/// Joining a run cut in two gives the result of the whole run: a byte for the cut, then three for each tag.
fn merge_law(bytes: &[u8]) {
    let Some((&cut, rest)) = bytes.split_first() else { return };
    let mut time = 0_i64;
    let tags: Vec<Tag> = rest
        .as_chunks::<3>()
        .0
        .iter()
        .take(2000)
        .map(|[a, b, channel]| {
            // Some are earlier than the tag before them.
            time += i64::from(i16::from_le_bytes([*a, *b])) >> (channel >> 4);
            Tag { time, channel: u64::from(channel % 4) }
        })
        .collect();
    let Some(first) = tags.first() else { return };
    let (early, late) = tags.split_at(usize::from(cut) * tags.len() / 256);
    let (mut file, mut later) = (Vec::new(), Vec::new());
    encode_frame(early, 1, &mut file).expect("a frame");
    encode_frame(late, 1, &mut later).expect("a frame");
    let begins = [("origin", Value::Int(first.time)), ("start", Value::Int(first.time))];
    let part = request([("at", Value::Count(file.len() as u64)), begins[0].clone(), begins[1].clone()]);
    let parts = [saved(&file, &request(begins.clone())), saved(&later, &part)];
    let whole = [saved(&[file, later].concat(), &request(begins.clone()))];
    let joined = |results: &[Vec<u8>]| {
        let mut joiner = PartJoiner::new(request(begins.clone())).expect("a sound request");
        results.iter().for_each(|result| joiner.join(result).expect("they belong together"));
        joiner.conclude();
        shown(&joiner)
    };
    assert_eq!(joined(&parts), joined(&whole));
}

/// One definition per line after the tick; the text of a parsed definition parses to the same definition.
fn definitions(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (tick, rest) = text.split_once('\n').unwrap_or(("1ps", text));
    let lines: Vec<String> = rest.lines().map(str::to_owned).collect();
    let Ok(Some(found)) = Definitions::read(&lines, Some(tick)) else { return };
    let texts = found.texts();
    let again = Definitions::read(&texts, Some(tick)).expect("its own words").expect("as many");
    assert_eq!(again.texts(), texts);
}

fn recognition(bytes: &[u8]) {
    let Some((at, file)) = pieces(bytes) else { return };
    let (name, file) = file.split_at(at.min(file.len()));
    let tail = file.len().saturating_sub(64);
    recognise(&file[..file.len().min(4096)], &file[tail..], &String::from_utf8_lossy(name));
}
