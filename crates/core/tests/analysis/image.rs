//! Images of scans with known truth, and compared with a direct computation.

use proptest::prelude::*;
use tagview_core::analysis::{Image, ImageRegion, ImageRequest, ImageResult};
use tagview_core::run::{Accumulator, Analysis};
use tagview_core::tags::Tag;

/// Sync period in ticks.
const PERIOD: f64 = 781.25;

const START: u64 = 101;
const STOP: u64 = 102;
const FRAME: u64 = 103;

/// Events after a sync, in file order.
#[derive(Debug, Clone, PartialEq)]
enum Event {
    /// Channels of markers of one record.
    Markers(u64, Vec<u64>),
    /// Sync, delay and channel.
    Photon(u64, i64, u64),
}

fn time(sync: u64) -> i64 {
    (sync as f64 * PERIOD).round() as i64
}

fn tags(events: &[Event]) -> Vec<Tag> {
    let mut tags = Vec::new();
    let mut last = None;
    for event in events {
        match event {
            Event::Markers(sync, channels) => {
                tags.extend(channels.iter().map(|channel| Tag { time: time(*sync), channel: *channel }));
            }
            Event::Photon(sync, delay, channel) => {
                if last != Some(*sync) {
                    tags.push(Tag { time: time(*sync), channel: 0 });
                }
                last = Some(*sync);
                tags.push(Tag { time: time(*sync) + delay, channel: *channel });
            }
        }
    }
    tags
}

fn image(request: &ImageRequest, tags: &[Tag]) -> Image {
    let mut image = Image::new(request).unwrap();
    tags.chunks(7).for_each(|tags| image.push_tags(tags).unwrap());
    image
}

fn result(request: &ImageRequest, events: &[Event]) -> ImageResult {
    image(request, &tags(events)).result()
}

fn request(width: u64, height: u64) -> ImageRequest {
    ImageRequest::of(width, height, START).line_stop(STOP).frame(FRAME).period(PERIOD)
}

/// A line that takes `10 * width` syncs, with `photons(x)` photons in column x in order of time.
fn line(at: &mut u64, width: u64, photons: impl Fn(u64) -> u64) -> Vec<Event> {
    let mut events = vec![Event::Markers(*at, vec![START])];
    for x in 0..width {
        let photon = |n| Event::Photon(*at + 10 * x + n % 10, 50 + x as i64, 1 + n % 2);
        events.extend((0..photons(x)).map(photon));
    }
    *at += 10 * width;
    events.push(Event::Markers(*at, vec![STOP]));
    *at += 3;
    events
}

#[test]
fn each_photon_is_in_its_pixel() {
    let mut at = 4;
    let mut events = vec![Event::Photon(1, 5, 1)];
    for frame in 0..2_u64 {
        for y in 0..3 {
            events.extend(line(&mut at, 4, |x| 1 + x + y + frame));
            events.push(Event::Photon(at - 2, 7, 1));
        }
        events.push(Event::Markers(at, vec![FRAME]));
    }
    let found = result(&request(4, 3), &events);
    let expected: Vec<u64> = (0..3).flat_map(|y| (0..4).map(move |x| 2 * (1 + x + y) + 1)).collect();
    assert_eq!(*found.intensity, expected);
    assert_eq!((found.frames, found.lines, found.outside), (2, 6, 7));
    assert_eq!((found.counts, found.tags), (expected.iter().sum(), expected.iter().sum::<u64>() + 7));
    assert!((0..12).all(|k| found.mean[k] == 50.0 + (k % 4) as f64), "{:?}", found.mean);
    assert_eq!(*found.frame_lines, [3, 3]);
    assert!(found.remarks.is_empty(), "{:?}", found.remarks);

    let one = result(&request(4, 3).channels(vec![2]), &events);
    assert_eq!(one.intensity[..4], [1, 2, 3, 4], "the second of each two photons");

    let region = ImageRegion { x_from: 1, x_to: 2, y_from: 2, y_to: 2 };
    let found = result(&request(4, 3).region(region), &events);
    assert_eq!(found.decay[51..53], [expected[9], expected[10]]);
    assert_eq!(found.decay.iter().sum::<u64>(), expected[9] + expected[10]);
    let mean = (51 * expected[9] + 52 * expected[10]) as f64 / (expected[9] + expected[10]) as f64;
    assert!((found.mean_delay.unwrap() - mean).abs() < 1e-9);
}

#[test]
fn every_second_line_of_a_bidirectional_scan_is_reversed() {
    let mut at = 4;
    let mut events = Vec::new();
    for y in 0..2 {
        events.extend(line(&mut at, 4, |x| if y == 0 { x } else { 3 - x }));
    }
    let found = result(&request(4, 2).bidirectional(true), &events);
    assert_eq!(*found.intensity, [0, 1, 2, 3, 0, 1, 2, 3]);
}

/// A mirror that swings with a period of 40,000 syncs. Markers are where it enters and leaves the middle 80 % of its
/// amplitude, and photons in the middle half of each of 12 stripes of equal width.
#[test]
fn columns_of_a_sinusoidal_scan_have_equal_widths() {
    let (share, period, mut was_in) = (0.8, 40_000.0, false);
    let mut events = Vec::new();
    let mut counts = [0; 24];
    let mut lines = 0;
    for sync in 10_000..50_000_u64 {
        let position = (std::f64::consts::TAU * sync as f64 / period).sin();
        let stripe = 6.0 * (position / share + 1.0);
        let is_in = (0.0..12.0).contains(&stripe);
        if is_in != was_in {
            events.push(Event::Markers(sync, vec![if is_in { START } else { STOP }]));
            lines += usize::from(is_in);
        }
        was_in = is_in;
        if is_in && (stripe.fract() - 0.5).abs() < 0.25 {
            let column = stripe as usize;
            events.push(Event::Photon(sync, column as i64, 1));
            counts[12 * (lines - 1) + column] += 1;
        }
    }
    // The mirror begins at its right end.
    counts.reverse();
    let request = ImageRequest::of(12, 2, START).line_stop(STOP).period(PERIOD).bidirectional(true);
    let found = result(&request.clone().sin_correction(80.0), &events);
    assert_eq!(*found.intensity, counts);
    assert!((0..24).all(|k| found.mean[k] == (11 - k % 12) as f64), "{:?}", found.mean);
    assert_eq!((found.sin_correction, found.outside), (Some(80.0), 0));
    // The mirror is slower at the ends: a stripe there has more photons, by the inverse of its speed.
    let at = |stripe: f64| (1.0 - (share * (stripe / 6.0 - 1.0)).powi(2)).sqrt();
    let ratio = counts[0] as f64 / counts[6] as f64;
    assert!((ratio / (at(6.5) / at(0.5)) - 1.0).abs() < 0.02, "{ratio}");

    for constant in [request.clone(), request.sin_correction(0.0)] {
        let found = result(&constant, &events);
        assert!(found.mean.iter().any(|mean| mean.fract() != 0.0), "columns of equal times mix stripes");
        assert_eq!(found.sin_correction, None);
    }
}

#[test]
fn markers_of_one_record_end_a_line_before_they_begin_one() {
    let photon = |sync| Event::Photon(sync, 5, 1);
    let events = [
        Event::Markers(10, vec![START]),
        photon(11),
        Event::Markers(20, vec![START, STOP, FRAME]),
        photon(29),
        Event::Markers(30, vec![STOP]),
    ];
    let found = result(&request(2, 1), &events);
    assert_eq!((*found.intensity).clone(), [1, 1]);
    assert_eq!((found.frames, found.lines, found.stops_without_start), (2, 2, 0));
}

#[test]
fn what_is_wrong_with_lines_is_remarked() {
    let mut at = 4;
    let mut events = line(&mut at, 4, |_| 1);
    events.push(Event::Markers(at, vec![STOP]));
    events.extend([Event::Markers(at, vec![START]), Event::Photon(at + 1, 5, 1)]);
    at += 10;
    events.extend(line(&mut at, 4, |_| 1));
    events.extend(line(&mut at, 4, |_| 2));
    let found = result(&request(4, 2), &events);
    let codes: Vec<&str> = found.remarks.iter().map(|remark| remark.code.as_str()).collect();
    assert_eq!(codes, ["no-stop", "no-start", "too-many-lines"]);
    // The line without a stop has a row, which stays empty.
    assert_eq!(*found.intensity, [1, 1, 1, 1, 0, 0, 0, 0]);
    assert_eq!((found.unfinished, found.beyond, found.lines), (1, 12, 4));

    let found = result(&request(4, 2), &[Event::Photon(1, 5, 1)]);
    assert_eq!((found.remarks[0].code.as_str(), found.outside, found.frames), ("no-lines", 1, 0));
}

#[test]
fn lines_without_stop_markers_end_at_the_next_start() {
    let events: Vec<Event> = (0..4_u64)
        .flat_map(|y| [Event::Markers(10 * y + 5, vec![START]), Event::Photon(10 * y + 6 + 2 * y, 5, 1)])
        .collect();
    let found = result(&ImageRequest::of(5, 4, START).period(PERIOD), &events);
    assert_eq!(*found.intensity, [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!((found.lines, found.lines_without_stop, found.unfinished), (4, 1, 1));
}

#[test]
fn wrong_requests_name_their_field() {
    let message = |request: ImageRequest| Image::new(&request).err().unwrap().message;
    assert_eq!(message(request(0, 2)), "`width` is 0, not 1 to 4096 pixels");
    assert_eq!(message(request(2, 5000)), "`height` is 5000, not 1 to 4096 pixels");
    assert!(message(request(2, 2).frame(STOP)).contains("are the same channel"));
    assert_eq!(message(request(2, 2).channels(vec![1, STOP])), "channel 102 is a marker, not photons");
    assert_eq!(message(request(2, 2).channels(vec![0])), "channel 0 is the sync, not photons");
    let percent = "`sin_correction` is 101, not 0 to 100 percent";
    assert_eq!(message(request(2, 2).sin_correction(101.0)), percent);
    let region = ImageRegion { x_from: 0, x_to: 2, y_from: 0, y_to: 0 };
    assert!(message(request(2, 2).region(region)).starts_with("`region` is not within the 2 x 2 pixels"));
}

/// The image by looking each photon's line up in a list of lines.
struct Naive {
    pixels: Vec<Vec<i64>>,
    outside: u64,
    unfinished: u64,
    beyond: u64,
    frames: u64,
}

fn naive(events: &[Event], width: u64, height: u64, bidirectional: bool, with_frames: bool) -> Naive {
    // Lines as (event of the start, event after the last, start, stop, number in the frame).
    let mut lines: Vec<(usize, usize, u64, Option<u64>, u64)> = Vec::new();
    let (mut is_open, mut number, mut frames, mut is_new) = (false, 0, 0, true);
    for (k, event) in events.iter().enumerate() {
        let Event::Markers(sync, channels) = event else { continue };
        let is_frame = with_frames && channels.contains(&FRAME);
        if let Some(last) = lines.last_mut().filter(|_| is_open) {
            if channels.contains(&STOP) {
                (last.1, last.3) = (k, Some(*sync));
                is_open = false;
            } else if channels.contains(&START) || is_frame {
                last.1 = k;
                is_open = false;
            }
        }
        if is_frame {
            (number, is_new) = (0, true);
        }
        if channels.contains(&START) {
            frames += u64::from(if with_frames { is_new } else { number % height == 0 });
            lines.push((k, usize::MAX, *sync, None, number));
            (is_open, number, is_new) = (true, number + 1, false);
        }
    }
    let mut found = Naive {
        pixels: vec![Vec::new(); (width * height) as usize],
        outside: 0,
        unfinished: 0,
        beyond: 0,
        frames,
    };
    for (k, event) in events.iter().enumerate() {
        let Event::Photon(sync, delay, _) = event else { continue };
        let Some((_, _, start, stop, number)) = lines.iter().find(|(from, to, ..)| (*from..*to).contains(&k))
        else {
            found.outside += 1;
            continue;
        };
        let y = if with_frames { *number } else { number % height };
        match stop.filter(|stop| stop > start) {
            None => found.unfinished += 1,
            Some(stop) if *sync >= stop => found.outside += 1,
            Some(_) if y >= height => found.beyond += 1,
            Some(stop) => {
                let x = (sync - start) * width / (stop - start);
                let x = if bidirectional && y % 2 == 1 { width - 1 - x } else { x };
                found.pixels[(y * width + x) as usize].push(*delay);
            }
        }
    }
    found
}

/// Scans with lines of any length, some without a stop, and markers at any place now and then.
fn scan() -> impl Strategy<Value = Vec<Event>> {
    let markers = prop_oneof![
        6 => Just(vec![START]),
        5 => Just(vec![STOP]),
        1 => Just(vec![FRAME]),
        1 => Just(vec![START, STOP]),
        1 => Just(vec![START, FRAME]),
        1 => Just(vec![START, STOP, FRAME]),
    ];
    let event = prop_oneof![
        1 => markers.prop_map(|channels| (Some(channels), 0, 0)),
        3 => (0..900_i64, 1..3_u64).prop_map(|(delay, channel)| (None, delay, channel)),
    ];
    proptest::collection::vec((event, prop_oneof![3 => 1..6_u64, 1 => Just(0)]), 0..300).prop_map(|all| {
        let mut sync = 1;
        let mut was_marker = false;
        let event = |((markers, delay, channel), step): ((Option<Vec<u64>>, i64, u64), u64)| {
            // Markers of two records are at two times.
            sync += if was_marker && markers.is_some() { step.max(1) } else { step };
            was_marker = markers.is_some();
            match markers {
                Some(channels) => Event::Markers(sync, channels),
                None => Event::Photon(sync, delay, channel),
            }
        };
        all.into_iter().map(event).collect()
    })
}

fn region(width: u64, height: u64) -> ImageRegion {
    ImageRegion { x_from: width / 3, x_to: width / 2, y_from: 0, y_to: height / 2 }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn images_equal_those_of_a_naive_loop(
        events in scan(), width in 1..9_u64, height in 1..5_u64, bidirectional: bool, with_frames: bool,
    ) {
        let mut request = request(width, height).bidirectional(bidirectional).region(region(width, height));
        if !with_frames {
            request.frame = None;
        }
        let found = result(&request, &events);
        let naive = naive(&events, width, height, bidirectional, with_frames);
        let intensity: Vec<u64> = naive.pixels.iter().map(|photons| photons.len() as u64).collect();
        prop_assert_eq!(&*found.intensity, &intensity);
        let others = (naive.outside, naive.unfinished, naive.beyond, naive.frames);
        prop_assert_eq!((found.outside, found.unfinished, found.beyond, found.frames), others);
        let mut decay = vec![0; found.decay.len()];
        for (k, photons) in naive.pixels.iter().enumerate() {
            let n = photons.len() as f64;
            let mean = |of: &dyn Fn(f64) -> f64| photons.iter().map(|delay| of(*delay as f64)).sum::<f64>() / n;
            let phase = std::f64::consts::TAU / PERIOD;
            let expected = [mean(&|d| d), mean(&|d| (phase * d).cos()), mean(&|d| (phase * d).sin())];
            for (found, expected) in [&found.mean, &found.g, &found.s].into_iter().zip(expected) {
                prop_assert!(
                    (found[k] - expected).abs() < 1e-8 || (found[k].is_nan() && expected.is_nan()),
                    "{} {}", found[k], expected
                );
            }
            let ImageRegion { x_from, x_to, y_from, y_to } = region(width, height);
            let (x, y) = (k as u64 % width, k as u64 / width);
            if (x_from..=x_to).contains(&x) && (y_from..=y_to).contains(&y) {
                photons.iter().for_each(|delay| decay[*delay as usize] += 1);
            }
        }
        prop_assert_eq!(&*found.decay, &decay);
    }

    #[test]
    fn images_do_not_depend_on_how_a_scan_is_cut(
        events in scan(), cuts in proptest::collection::vec(any::<proptest::sample::Index>(), 1..6),
        width in 1..9_u64, height in 1..5_u64, bidirectional: bool, with_frames: bool, with_stops: bool,
        percent in prop_oneof![Just(0.0), Just(80.0)],
    ) {
        let mut request = request(width, height).bidirectional(bidirectional).region(region(width, height));
        request.sin_correction = Some(percent);
        if !with_frames {
            request.frame = None;
        }
        if !with_stops {
            request.line_stop = None;
        }
        let tags = tags(&events);
        let whole = image(&request, &tags);
        let mut cuts: Vec<usize> = cuts.iter().map(|cut| cut.index(tags.len() + 1)).collect();
        cuts.sort_unstable();
        let ends = cuts.iter().copied().chain([tags.len()]);
        let begins = [0].into_iter().chain(cuts.iter().copied());
        let parts: Vec<Image> = begins.zip(ends).map(|(from, to)| image(&request, &tags[from..to])).collect();
        let joined = |order: &mut dyn Iterator<Item = &Image>| {
            let mut all = Image::new(&request).unwrap();
            order.for_each(|part| all.join(&part.save().unwrap()).unwrap());
            all
        };
        let from_left = joined(&mut parts.iter());
        prop_assert_eq!(from_left.save().unwrap(), whole.save().unwrap());
        let from_right = parts.iter().rev().fold(Image::new(&request).unwrap(), |later, part| {
            let mut all = image(&request, &[]);
            all.join(&part.save().unwrap()).unwrap();
            all.join(&later.save().unwrap()).unwrap();
            all
        });
        prop_assert_eq!(from_right.save().unwrap(), whole.save().unwrap());
        prop_assert_eq!(format!("{:?}", from_right.result()), format!("{:?}", whole.result()));
    }
}
