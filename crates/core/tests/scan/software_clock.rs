//! The software clock: compared with exact fractions, with a drifting sync, cuts, damage, and clock tags that are missing or extra.

use proptest::prelude::*;
use tagview_core::analysis::{AnalysisResult, CorrelationRequest, GapsRequest, RateRequest, SummaryRequest};
use tagview_core::run::LOOK_AHEAD;
use tagview_core::run::software_clock::SoftwareClock;
use tagview_core::scan::{
    ImportOptions, ImportReader, NamedRequest, PartJoiner, PartOptions, PartReader, ScanRequest, ScanResults,
};
use tagview_core::tags::writer::encode_frame;
use tagview_core::tags::{ClockCounts, Tag, Totals, sort_by_time};
use tagview_core::{Code, OpenOptions, open_bytes};

use crate::tags::tag;

const CLOCK: u64 = 0;
const A: u64 = 3;
const B: u64 = 15;

/// A generator of the test's own: SplitMix64.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn uniform(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Variance 1: a sum of twelve uniform numbers.
    fn gauss(&mut self) -> f64 {
        (0..12).map(|_| self.uniform()).sum::<f64>() - 6.0
    }
}

fn clock(period: f64) -> SoftwareClock {
    SoftwareClock::of(CLOCK).period(period)
}

/// The output of the clock for `tags` in chunks of `chunk`, and its counts.
fn through(period: f64, tags: &[Tag], chunk: usize) -> (Vec<Tag>, ClockCounts) {
    let mut stage = clock(period).stage().unwrap();
    let mut out = Vec::new();
    tags.chunks(chunk).for_each(|tags| stage.push(tags, &mut |tags| out.extend_from_slice(tags)));
    stage.finish(&mut |tags| out.extend_from_slice(tags));
    assert!(stage.stopped().is_none());
    (out, stage.counts().clone())
}

fn frames(tags: &[Tag], frame_tags: usize) -> Vec<u8> {
    let mut out = Vec::new();
    for tags in tags.chunks(frame_tags) {
        encode_frame(tags, 1, &mut out).unwrap();
    }
    out
}

fn request(period: f64) -> ScanRequest {
    ScanRequest::of([
        NamedRequest::from(SummaryRequest::default()),
        RateRequest::default().into(),
        GapsRequest::default().log(10).into(),
        CorrelationRequest::between(A, B).from(-900).to(900).into(),
    ])
    .clock(clock(period))
}

/// One pass over a file in pieces of `piece` bytes.
fn pass(request: &ScanRequest, bytes: &[u8], piece: usize) -> PartReader {
    let mut reader = PartReader::new(request, &PartOptions::default()).unwrap();
    bytes.chunks(piece).for_each(|bytes| reader.push(bytes));
    reader.finish();
    reader
}

fn concluded(request: &ScanRequest, parts: &[Vec<u8>]) -> (String, Totals) {
    let mut joiner = PartJoiner::new(request.clone()).unwrap();
    parts.iter().for_each(|part| joiner.join(part).unwrap());
    joiner.conclude();
    let snapshot = joiner.snapshot();
    (format!("{:?} {:?}", snapshot.results, snapshot.findings), snapshot.totals)
}

/// A clock with regular intervals for periods from 940 to 1020 ticks, and tags of two channels.
fn clocked() -> impl Strategy<Value = Vec<Tag>> {
    let interval = 766_i64..1174;
    let others = proptest::collection::vec((0.0..1.0_f64, prop_oneof![Just(A), Just(B)]), 0..4);
    proptest::collection::vec((interval, others), 1..60).prop_map(|intervals| {
        let mut time = -5000;
        let mut tags = vec![tag(A, time - 7), tag(CLOCK, time)];
        for (interval, others) in intervals {
            let others =
                others.into_iter().map(|(at, channel)| tag(channel, time + (at * interval as f64) as i64));
            tags.extend(others);
            time += interval;
            tags.push(tag(CLOCK, time));
        }
        tags.push(tag(B, time + 3));
        sort_by_time(&mut tags);
        tags
    })
}

/// The definition in fractions of whole numbers, for a period of whole ticks.
fn by_definition(tags: &[Tag], period: i128) -> Vec<(i64, u64)> {
    let ticks: Vec<i128> =
        tags.iter().filter(|tag| tag.channel == CLOCK).map(|tag| tag.time.into()).collect();
    let mut out = Vec::new();
    for tag in tags {
        let time = i128::from(tag.time);
        let k = ticks.partition_point(|tick| *tick <= time);
        let Some(k) = k.checked_sub(1) else { continue };
        let gap = ticks.get(k + 1).map(|next| next - ticks[k]);
        if gap.is_none() && time > ticks[k] {
            continue;
        }
        let gap = gap.unwrap_or(1);
        let (top, bottom) = ((k as i128 * gap + time - ticks[k]) * period, gap);
        let rounded = (2 * top + bottom).div_euclid(2 * bottom);
        out.push(((ticks[0] + rounded) as i64, tag.channel));
    }
    out.sort_unstable();
    out
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn times_are_those_of_the_definition_rounded_once(tags in clocked(), period in 940_i128..1020) {
        let (out, counts) = through(period as f64, &tags, 7);
        prop_assert!(out.is_sorted_by_key(|tag| tag.time));
        let mut found: Vec<(i64, u64)> = out.iter().map(|tag| (tag.time, tag.channel)).collect();
        found.sort_unstable();
        prop_assert_eq!(found, by_definition(&tags, period));
        prop_assert_eq!((counts.before, counts.after, counts.gaps, counts.extra), (1, 1, 0, 0));
    }

    #[test]
    fn pieces_and_the_order_of_tags_within_the_look_ahead_do_not_matter(
        tags in clocked(), chunk in 1_usize..200, seed in any::<u64>(),
    ) {
        let whole = through(1000.0, &tags, usize::MAX);
        prop_assert_eq!(&through(1000.0, &tags, chunk), &whole);
        let mut random = Random(seed);
        let mut mixed: Vec<(u64, Tag)> = tags.iter().map(|tag| (random.bits(), *tag)).collect();
        mixed.sort_unstable_by_key(|(place, _)| *place);
        let mixed: Vec<Tag> = mixed.into_iter().map(|(_, tag)| tag).collect();
        let by_time = |(mut out, counts): (Vec<Tag>, ClockCounts)| {
            out.sort_unstable_by_key(|tag| (tag.time, tag.channel));
            (out, counts)
        };
        prop_assert_eq!(by_time(through(1000.0, &mixed, chunk)), by_time(whole));
    }

    #[test]
    fn results_do_not_depend_on_cuts_of_the_file_or_of_the_clocks_output(
        tags in clocked(), piece in 1_usize..400, block in 1_u64..90,
    ) {
        let (asked, file) = (request(1000.0), frames(&tags, 40));
        let expected = concluded(&asked, &[pass(&asked, &file, usize::MAX).save().unwrap()]);
        prop_assert_eq!(&concluded(&asked, &[pass(&asked, &file, piece).save().unwrap()]), &expected);
        // One reader decodes and computes the times; others analyse blocks of its tags.
        let passing_on = PartOptions::default().fan_out(true);
        let mut decoder = PartReader::new(&asked, &passing_on).unwrap();
        let mut blocks = Vec::new();
        for bytes in file.chunks(piece) {
            decoder.push(bytes);
            blocks.extend(decoder.take_tags(block));
        }
        decoder.finish();
        blocks.extend(decoder.take_tags(1));
        let placed = asked.clone().origin(tags.iter().find(|tag| tag.channel == CLOCK).unwrap().time);
        let mut parts: Vec<Vec<u8>> = blocks
            .iter()
            .map(|tags| {
                let mut reader = PartReader::new(&placed, &PartOptions::default()).unwrap();
                reader.push_tags(tags).unwrap();
                reader.save().unwrap()
            })
            .collect();
        parts.push(decoder.save().unwrap());
        prop_assert_eq!(concluded(&asked, &parts), expected);
    }

    #[test]
    fn each_tag_of_a_damaged_file_is_counted_once(
        tags in clocked(), at in any::<prop::sample::Index>(), byte in any::<u8>(), cut in any::<bool>(),
    ) {
        let mut file = frames(&tags, 30);
        let at = at.index(file.len());
        if cut { file.truncate(at) } else { file[at] ^= byte | 1 }
        let asked = request(1000.0);
        let reader = pass(&asked, &file, 100);
        let mut joiner = PartJoiner::new(asked).unwrap();
        joiner.join(&reader.save().unwrap()).unwrap();
        joiner.conclude();
        let snapshot = joiner.snapshot();
        prop_assume!(snapshot.findings.iter().all(|finding| finding.code != Code::Order));
        let ScanResults::Selected(results) = snapshot.results else { panic!("slices") };
        let Some(AnalysisResult::Summary(summary)) = results.get("summary") else { panic!("no summary") };
        let counted: u64 = summary.channels.iter().map(|channel| channel.tags).sum();
        let clock = snapshot.totals.clock.unwrap();
        let left_out = clock.before + clock.in_gaps + clock.after + clock.extra;
        prop_assert_eq!(counted + left_out, snapshot.totals.tags);
    }
}

/// A laser with one clock tag for 16 pulses, whose period drifts by 2 % and walks at random, and detectors with a jitter
/// of 5 ticks: B sees each photon 40 pulses after A.
fn drifting(intervals: usize) -> Vec<Tag> {
    let mut random = Random(37);
    let mut ticks = vec![1000.0];
    for k in 0..intervals {
        let drift = (k as f64 / intervals as f64 * std::f64::consts::TAU).sin();
        let last = ticks[ticks.len() - 1];
        ticks.push(last + 16.0 * 800.0 * (1.0 + 0.01 * drift) + 40.0 * random.gauss());
    }
    let pulse = |n: usize| {
        let (k, part) = (n / 16, (n % 16) as f64 / 16.0);
        ticks[k] + part * (ticks[k + 1] - ticks[k])
    };
    let mut tags: Vec<Tag> = ticks.iter().map(|time| tag(CLOCK, time.round() as i64)).collect();
    for _ in 0..intervals {
        let n = 16 + (random.uniform() * (16 * (intervals - 5)) as f64) as usize;
        tags.push(tag(A, (pulse(n) + 5.0 * random.gauss()).round() as i64));
        tags.push(tag(B, (pulse(n + 40) + 5.0 * random.gauss()).round() as i64));
    }
    sort_by_time(&mut tags);
    tags
}

/// Mean and standard deviation of the counts of a correlation within 300 ticks of `centre`, without the background.
fn peak(results: ScanResults, centre: f64) -> (f64, f64) {
    let mut results = results.selected().unwrap();
    let correlation = results.take::<CorrelationRequest>("correlation").unwrap();
    let delays = (0_i64..).map(|k| (correlation.bins.from.unwrap() + k) as f64);
    let counts: Vec<(f64, f64)> = delays.zip(correlation.counts.iter().map(|n| *n as f64)).collect();
    let far: Vec<f64> = counts
        .iter()
        .filter(|(at, _)| (60.0..300.0).contains(&(at - centre).abs()))
        .map(|one| one.1)
        .collect();
    let background = far.iter().sum::<f64>() / far.len() as f64;
    let near = counts.iter().filter(|(at, _)| (at - centre).abs() < 40.0);
    let near: Vec<(f64, f64)> = near.map(|(at, n)| (*at, n - background)).collect();
    let sum: f64 = near.iter().map(|(_, n)| n).sum();
    let mean = near.iter().map(|(at, n)| at * n).sum::<f64>() / sum;
    let variance = near.iter().map(|(at, n)| (at - mean).powi(2) * n).sum::<f64>() / sum;
    (mean, variance.sqrt())
}

#[test]
fn width_of_a_delay_is_that_of_the_detectors_and_not_of_the_clocks_drift() {
    let tags = drifting(30_000);
    let ticks: Vec<i64> = tags.iter().filter(|tag| tag.channel == CLOCK).map(|tag| tag.time).collect();
    let period = (ticks[ticks.len() - 1] - ticks[0]) as f64 / (ticks.len() - 1) as f64;
    let centre = 40.0 * period / 16.0;
    let (from, to) = (centre as i64 - 400, centre as i64 + 400);
    let asked = ScanRequest::of([CorrelationRequest::between(A, B).from(from).to(to).bin(1)]);
    let recording = open_bytes(frames(&tags, 5000), &OpenOptions::default()).unwrap();
    // The period is measured.
    let outcome = recording.scan(&asked.clone().clock(SoftwareClock::of(CLOCK))).unwrap();
    let measured = outcome.totals.clock.clone().unwrap();
    assert!((measured.period / period - 1.0).abs() < 1e-9, "{measured:?} {period}");
    assert_eq!((measured.gaps, measured.extra, measured.before + measured.after), (0, 0, 0));
    let (mean, width) = peak(outcome.results, centre);
    // Two detectors of 5 ticks, and times rounded to ticks when they are recorded and when they move.
    let detectors = (2.0_f64 * 25.0 + 4.0 / 12.0).sqrt();
    assert!((width / detectors - 1.0).abs() < 0.03, "{width} for {detectors}");
    assert!((mean - centre).abs() < 0.3, "{mean} for {centre}");
    // Without the clock, the peak drifts over 640 ticks and no bin stands out.
    let plain = recording.scan(&asked).unwrap();
    assert!(plain.totals.clock.is_none());
    let (_, width) = peak(plain.results, centre);
    assert!(width.is_nan() || width > 2.0 * detectors, "{width}");
}

#[test]
fn missing_and_extra_clock_tags_are_counted_and_no_time_is_guessed() {
    let times =
        |channel: u64, times: &[i64]| times.iter().map(|time| tag(channel, *time)).collect::<Vec<_>>();
    // 200 is missing, 430 is extra, and 1000 to 1300 are missing.
    let mut tags = times(CLOCK, &[0, 100, 300, 400, 430, 500, 600, 700, 800, 900, 1400, 1500]);
    tags.extend(times(A, &[-5, 0, 50, 100, 150, 250, 350, 440, 899, 950, 1200, 1399, 1450, 1501]));
    sort_by_time(&mut tags);
    let (out, counts) = through(100.0, &tags, 1);
    let found: Vec<i64> = out.iter().filter(|tag| tag.channel == A).map(|tag| tag.time).collect();
    assert_eq!(found, [0, 50, 100, 350, 440, 899, 1450]);
    let clocks: Vec<i64> = out.iter().filter(|tag| tag.channel == CLOCK).map(|tag| tag.time).collect();
    assert_eq!(clocks, [0, 100, 300, 400, 500, 600, 700, 800, 900, 1400, 1500]);
    let ClockCounts { clock_tags, extra, gaps, missing, longest_gap, before, in_gaps, after, .. } = counts;
    assert_eq!((clock_tags, extra, gaps, missing, longest_gap), (11, 1, 2, 5, 500));
    assert_eq!((before, in_gaps, after), (1, 5, 1));
}

#[test]
fn recording_without_clock_tags_is_left_out_as_a_whole() {
    let (out, counts) = through(100.0, &[tag(A, 1), tag(B, 2)], 9);
    assert_eq!((out.len(), counts.before, counts.clock_tags), (0, 2, 0));
}

#[test]
fn recording_of_another_maker_is_counted_as_the_same_tags_are() {
    let tags: Vec<Tag> = drifting(300);
    let lines = tags.iter().map(|tag| format!("{},{}\n", tag.channel, tag.time));
    let text = format!("channel,time\n{}", lines.collect::<String>());
    let asked = request(12_800.0);
    let options = ImportOptions::default().import("columns".to_owned()).clock(clock(12_800.0));
    let mut importer = ImportReader::new(&options, None).unwrap();
    let mut reader = PartReader::new(&asked, &PartOptions::default()).unwrap();
    for bytes in text.as_bytes().chunks(1000) {
        importer.push(bytes);
        importer.take_tags(1).into_iter().for_each(|tags| reader.push_tags(&tags).unwrap());
    }
    importer.finish(false);
    importer.take_tags(1).into_iter().for_each(|tags| reader.push_tags(&tags).unwrap());
    reader.count_import(&importer.totals().unwrap()).unwrap();
    let (found, totals) = concluded(&asked, &[reader.save().unwrap()]);
    let (expected, same) = concluded(&asked, &[pass(&asked, &frames(&tags, 100), 1000).save().unwrap()]);
    assert_eq!(found, expected);
    assert_eq!((totals.clock, totals.tags), (same.clock, same.tags));
    let part = ImportReader::new(&options.followed(true), None).err().unwrap();
    assert_eq!(part.code, Code::Usage);
}

#[test]
fn late_tag_ends_the_run_with_a_finding() {
    let tags = [tag(CLOCK, 0), tag(CLOCK, 3 * LOOK_AHEAD), tag(A, 5), tag(CLOCK, 6 * LOOK_AHEAD)];
    let asked = request((3 * LOOK_AHEAD) as f64);
    let (text, totals) = concluded(&asked, &[pass(&asked, &frames(&tags, 9), 50).save().unwrap()]);
    assert!(totals.findings.iter().any(|finding| finding.code == Code::Order), "{text}");
    assert_eq!(totals.clock.unwrap().clock_tags, 2);
}

#[test]
fn clocks_that_can_not_be_used_are_refused() {
    for period in [0.0, 0.5, -1.0, f64::NAN, f64::INFINITY, 2e12] {
        let refused = PartJoiner::new(request(period)).err().unwrap();
        assert_eq!(refused.code, Code::Usage, "{period}");
    }
    let unmeasured = request(1.0).clock(SoftwareClock::of(CLOCK));
    assert_eq!(PartReader::new(&unmeasured, &PartOptions::default()).err().unwrap().code, Code::Usage);
    let part = PartOptions::default().at(100_u64);
    assert_eq!(PartReader::new(&request(100.0), &part).err().unwrap().code, Code::Usage);
    let recording = open_bytes(frames(&[tag(A, 1)], 1), &OpenOptions::default()).unwrap();
    let missing = recording.scan(&unmeasured).err().unwrap();
    assert_eq!(missing.code, Code::NoChannel);
}

#[test]
fn times_at_the_ends_of_64_bits_are_no_overflow() {
    let tags = [tag(CLOCK, i64::MIN), tag(A, -1), tag(CLOCK, i64::MAX)];
    let mut stage = clock(1e12).stage().unwrap();
    let mut out = Vec::new();
    stage.push(&tags, &mut |tags| out.extend_from_slice(tags));
    stage.finish(&mut |tags| out.extend_from_slice(tags));
    assert_eq!(out.first().map(|tag| tag.time), Some(i64::MIN));
    assert_eq!((stage.counts().in_gaps, stage.counts().gaps), (1, 1));
}
