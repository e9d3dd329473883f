//! Lines of a scan, and the photons in them.

use serde::{Deserialize, Serialize};

use super::parameters::{Event, FRAME, Line, Mirror, Parameters, START, STOP};
use super::pixels::{MAX_DELAY, Phases, Pixels, Shift};
use crate::tags::Tag;
use crate::{Code, Error};

/// Maximum number of tags stored until a marker: 64 MiB.
pub const MAX_WAITING: usize = 1 << 22;

/// Maximum number of frames: 16 MiB.
const MAX_FRAMES: usize = 1 << 20;

/// Markers at the same time. Their order in the file has no meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Markers {
    pub time: i64,
    pub bits: u8,
}

impl Markers {
    /// Adds a marker if it is at the same time.
    pub fn joined(this: Option<Self>, time: i64, bits: u8) -> Option<Self> {
        let this = this.filter(|markers| markers.time == time)?;
        Some(Self { time, bits: this.bits | bits })
    }
}

/// A frame: start time of its first line, and number of lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    pub start: i64,
    pub lines: u64,
}

/// A line that has not ended.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
struct OpenLine {
    start: i64,
    /// Number of the line in the frame.
    line: u64,
}

/// Numbers of lines, markers and photons.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineCounts {
    pub lines: u64,
    /// Lines without a stop, or with a stop that is not later than the start.
    pub lines_without_stop: u64,
    /// Stops that do not end a line.
    pub stops_without_start: u64,
    /// Photons before, between and after lines.
    pub outside: u64,
    /// Photons in lines without a stop.
    pub unfinished: u64,
    /// Photons in lines beyond the height of the image.
    pub beyond: u64,
    /// Photons without a delay.
    pub without_delay: u64,
}

impl LineCounts {
    pub fn all(&self) -> [u64; 7] {
        let Self {
            lines,
            lines_without_stop,
            stops_without_start,
            outside,
            unfinished,
            beyond,
            without_delay,
        } = *self;
        [lines, lines_without_stop, stops_without_start, outside, unfinished, beyond, without_delay]
    }

    fn add(&mut self, other: &Self) {
        self.lines += other.lines;
        self.lines_without_stop += other.lines_without_stop;
        self.stops_without_start += other.stops_without_start;
        self.outside += other.outside;
        self.unfinished += other.unfinished;
        self.beyond += other.beyond;
        self.without_delay += other.without_delay;
    }
}

/// Parameters and tables for counting a run.
pub struct Counting {
    pub parameters: Parameters,
    phases: Phases,
    mirror: Option<Mirror>,
}

impl Counting {
    pub fn new(parameters: Parameters) -> Self {
        Self { phases: Phases::of(parameters.period), mirror: parameters.mirror(), parameters }
    }
}

/// The lines of a run that begins at the start of a line, or of the recording.
///
/// In a run that begins at a line, the number of the first line in its frame is unknown. Lines before the first frame
/// marker are counted from 0, and separately from the others:
///
/// ```text
///   line  line  line  frame  line  line  frame  line
///   ----- first -----        ------- rest ---------
/// ```
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Lines {
    pub first: Pixels,
    pub rest: Pixels,
    /// Whether there was any frame marker.
    has_frame_marker: bool,
    /// Number of the next line in its frame.
    next_line: u64,
    open: Option<OpenLine>,
    /// Times and delays of the photons of the open line.
    waiting: Vec<(i64, u32)>,
    markers: Option<Markers>,
    /// Time of the last sync.
    sync: Option<i64>,
    pub counts: LineCounts,
    pub frames: Vec<Frame>,
    /// Whether a line belongs to the frame of the previous line.
    is_in_frame: bool,
    /// Number of lines in the frame with which the run begins.
    continued: u64,
}

impl Lines {
    /// Creates a run that begins after the start of a line.
    pub fn from(start: i64, sync: Option<i64>) -> Self {
        let open = Some(OpenLine { start, line: 0 });
        Self { open, sync, next_line: 1, is_in_frame: true, ..Self::default() }
    }

    /// Continues with a tag.
    ///
    /// # Errors
    /// `TooManyBins` for too many photons in one line, and for too many frames.
    #[inline]
    pub fn push(&mut self, event: Event, time: i64, counting: &mut Counting) -> Result<(), Error> {
        match event {
            Event::Other => {}
            Event::Marker(bits) => {
                if !self.has_room() {
                    return Err(too_many_frames());
                }
                let joined = Markers::joined(self.markers, time, bits);
                if joined.is_none() {
                    self.take_markers(counting);
                }
                self.markers = joined.or(Some(Markers { time, bits }));
            }
            Event::Sync => {
                self.take_markers(counting);
                self.sync = Some(time);
            }
            Event::Photon => {
                self.take_markers(counting);
                return self.photon(time, counting.parameters.has_delays());
            }
        }
        Ok(())
    }

    #[inline]
    fn photon(&mut self, time: i64, has_delays: bool) -> Result<(), Error> {
        let (time, delay) = match (has_delays, self.sync) {
            (false, _) => (time, 0),
            (true, sync) => {
                let delay = sync.and_then(|sync| time.checked_sub(sync));
                match sync.zip(delay.filter(|delay| (0..=MAX_DELAY).contains(delay))) {
                    Some((sync, delay)) => (sync, delay as u32),
                    None => {
                        self.counts.without_delay += 1;
                        return Ok(());
                    }
                }
            }
        };
        if self.open.is_none() {
            self.counts.outside += 1;
            return Ok(());
        }
        if self.waiting.len() == MAX_WAITING {
            return Err(too_many_waiting());
        }
        self.waiting.push((time, delay));
        Ok(())
    }

    /// Applies the markers at one time: a line ends, then a frame, then a line begins.
    #[inline]
    pub fn take_markers(&mut self, counting: &mut Counting) {
        if let Some(markers) = self.markers.take() {
            self.take(markers, counting);
        }
    }

    fn take(&mut self, Markers { time, bits }: Markers, counting: &mut Counting) {
        let has_stops = counting.parameters.has_stops();
        let ends_line = if has_stops { bits & STOP != 0 } else { bits & (START | FRAME) != 0 };
        match self.open.take_if(|_| ends_line) {
            Some(line) => self.place(line, time, counting),
            None if ends_line && has_stops => self.counts.stops_without_start += 1,
            None => {}
        }
        if bits & (START | FRAME) != 0 {
            self.give_up();
        }
        if bits & FRAME != 0 {
            (self.has_frame_marker, self.next_line, self.is_in_frame) = (true, 0, false);
        }
        if bits & START != 0 {
            self.open = Some(OpenLine { start: time, line: self.next_line });
            self.next_line += 1;
            self.counts.lines += 1;
            match self.frames.last_mut() {
                _ if !self.is_in_frame => self.frames.push(Frame { start: time, lines: 1 }),
                Some(frame) => frame.lines += 1,
                None => self.continued += 1,
            }
            self.is_in_frame = true;
        }
    }

    /// Drops the open line, because it has no stop.
    pub fn give_up(&mut self) {
        if self.open.take().is_some() {
            self.leave_out();
        }
    }

    fn leave_out(&mut self) {
        self.counts.lines_without_stop += 1;
        self.counts.unfinished += self.waiting.len() as u64;
        self.waiting.clear();
    }

    /// Counts the photons of a line that ends at `stop`.
    fn place(&mut self, OpenLine { start, line }: OpenLine, stop: i64, counting: &mut Counting) {
        let Counting { parameters, phases, mirror } = counting;
        let Some(along) = Line::new(parameters.count(start), parameters.count(stop), parameters.width) else {
            return self.leave_out();
        };
        let row = parameters.row(line);
        let is_relative = !self.has_frame_marker;
        let pixels = if is_relative { &mut self.first } else { &mut self.rest };
        for (time, delay) in self.waiting.drain(..) {
            match along.column(parameters.count(time), mirror.as_ref()).map(|x| (x, row)) {
                Some((x, Some(row))) => pixels.add(row, x, delay as usize, is_relative, (parameters, phases)),
                Some((_, None)) => self.counts.beyond += 1,
                None => self.counts.outside += 1,
            }
        }
    }

    /// Appends the lines of a run that begins after the start of the line that is open here.
    pub fn append(&mut self, later: &Self, parameters: &Parameters) {
        let shift = self.open.map_or(0, |open| open.line);
        let is_relative = !self.has_frame_marker;
        let first = Shift { lines: shift, is_relative };
        let pixels = if is_relative { &mut self.first } else { &mut self.rest };
        let beyond = pixels.merge(&later.first, &first, parameters);
        let rest = Shift { lines: 0, is_relative: false };
        self.rest.merge(&later.rest, &rest, parameters);
        self.counts.add(&later.counts);
        self.counts.beyond += beyond;
        match self.frames.last_mut() {
            Some(frame) => frame.lines += later.continued,
            None => self.continued += later.continued,
        }
        self.frames.extend_from_slice(&later.frames);
        let shift = if later.has_frame_marker { 0 } else { shift };
        self.next_line = later.next_line + shift;
        self.open = later.open.map(|open| OpenLine { line: open.line + shift, ..open });
        self.has_frame_marker |= later.has_frame_marker;
        self.is_in_frame = later.is_in_frame;
        self.waiting.clone_from(&later.waiting);
        (self.markers, self.sync) = (later.markers, later.sync);
    }

    /// Returns all numbers that cannot exceed the number of tags.
    pub fn totals(&self) -> impl Iterator<Item = u64> {
        let open = self.open.map_or(0, |open| open.line);
        let photons = self.first.counts().chain(self.rest.counts());
        let frames = self.frames.iter().map(|frame| frame.lines);
        let waiting = self.waiting.len() as u64;
        self.counts
            .all()
            .into_iter()
            .chain([self.next_line, open, self.continued, waiting])
            .chain(frames)
            .chain(photons)
    }

    /// Returns whether the frame of another marker can be stored.
    pub fn has_room(&self) -> bool {
        self.frames.len() <= MAX_FRAMES
    }

    /// Returns whether these can be the lines of a run.
    pub fn is_sound(&self, parameters: &Parameters) -> bool {
        self.first.is_sound(parameters)
            && self.rest.is_sound(parameters)
            && self.waiting.len() <= MAX_WAITING
            && self.has_room()
            && (self.open.is_some() || self.waiting.is_empty())
            && self.waiting.iter().all(|(_, delay)| i64::from(*delay) <= MAX_DELAY)
    }
}

/// Returns the error for too many tags without a marker.
pub fn too_many_waiting() -> Error {
    let message = format!("there are {MAX_WAITING} successive tags without a marker of a line");
    let remedy = "check the channels of the markers, or select the time of the scan";
    Error::new(Code::TooManyBins, message, remedy)
}

/// Returns the error for too many frames.
pub fn too_many_frames() -> Error {
    let message = format!("there are more than {MAX_FRAMES} frames");
    Error::new(Code::TooManyBins, message, "check the frame marker, or select the time of the scan")
}

/// Continues `lines` with tags in file order.
pub fn push_all(lines: &mut Lines, tags: &[Tag], counting: &mut Counting) -> Result<(), Error> {
    tags.iter().try_for_each(|tag| {
        let event = counting.parameters.event(tag.channel);
        lines.push(event, tag.time, counting)
    })
}
