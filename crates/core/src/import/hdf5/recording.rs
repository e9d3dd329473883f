//! The datasets of a recording, and their values as tags.

use super::bytes::File;
use super::column::Column;
use super::object::{Objects, attribute};
use crate::import::facts::{Hdf5Facts, HeaderEntry, HeaderValue, MeasurementMeta, RecordMode};
use crate::import::macro_time::MacroTimes;
use crate::import::microtimes::{MicrotimeRange, no_microtimes};
use crate::import::number_column::wrong_row;
use crate::import::tick::Tick;
use crate::quote::quote;
use crate::tags::Tag;
use crate::{Code, Error};

/// Datasets that `tagview export` writes, and its attribute with the length of a tick.
const OWN_TIMES: &str = "tags/time";
const OWN_CHANNELS: &str = "tags/channel";
const OWN_TICK: &str = "tagview.tick_s";

/// Name of the group of photons; with several spots, a number follows the name.
const PHOTONS: &str = "photon_data";
/// Maximum number of names that a message lists.
const MAX_NAMES: usize = 8;
/// Maximum relative difference of the laser's period from a macro time that counts its pulses.
const PERIOD_TOLERANCE: f64 = 0.01;

/// A caller's statements about microtimes.
#[derive(Debug, Clone, Copy, Default)]
pub struct MicrotimeOptions {
    /// Unit of the microtimes, instead of the unit that the file states.
    pub unit: Option<Tick>,
    /// Range of the microtimes whose photons are kept.
    pub range: Option<MicrotimeRange>,
}

/// Columns of a recording while it is read, and facts about it.
#[derive(Debug)]
pub struct Recording {
    times: Column,
    channels: Option<Column>,
    /// With the macro times to which they are added.
    microtimes: Option<(Column, MacroTimes)>,
    pub tick: Option<Tick>,
    pub facts: Hdf5Facts,
    pub meta: Option<MeasurementMeta>,
    pub entries: Vec<HeaderEntry>,
    /// Number of rows without a time or a channel.
    wrong: u64,
}

impl Recording {
    /// Opens the recording in a file whose root group is at `root`. Appends problems that do not prevent reading to
    /// `notes`.
    ///
    /// # Errors
    /// If no tags can be read.
    pub fn open(
        file: File<'_>,
        root: u64,
        options: MicrotimeOptions,
        notes: &mut Vec<Error>,
    ) -> Result<Self, Error> {
        let objects = Objects::find(file, root)?;
        let recording = if let Some(times) = column(file, &objects, OWN_TIMES)? {
            let channels = column(file, &objects, OWN_CHANNELS)?;
            Self::own(file, root, times, channels, options)
        } else {
            Self::photons(file, &objects, options, notes)
        }?;
        // The caller reports a file that is cut. An unknown group is not damage.
        notes.extend(objects.fault.filter(|fault| fault.code == Code::BadHeader));
        Ok(recording)
    }

    /// A file that `tagview export` wrote.
    fn own(
        file: File<'_>,
        root: u64,
        times: Column,
        channels: Option<Column>,
        options: MicrotimeOptions,
    ) -> Result<Self, Error> {
        if options.range.is_some() {
            return Err(no_microtimes("an exported recording"));
        }
        let tick =
            attribute(file, root, OWN_TICK).and_then(|seconds| Tick::from_seconds(seconds.parse().ok()?));
        let (facts, entries) = (Hdf5Facts::default(), Vec::new());
        Ok(Self { times, channels, microtimes: None, tick, facts, meta: None, entries, wrong: 0 })
    }

    /// A Photon-HDF5 file.
    fn photons(
        file: File<'_>,
        objects: &Objects,
        options: MicrotimeOptions,
        notes: &mut Vec<Error>,
    ) -> Result<Self, Error> {
        let spots = spots(objects);
        let Some((_, spot)) = spots.first() else { return Err(no_recording(objects)) };
        if let Some((_, last)) = spots.get(1..).and_then(<[_]>::last) {
            notes.push(other_spots(spots.len(), spot, last));
        }
        let path = |name: &str| format!("{spot}/{name}");
        let times = column(file, objects, &path("timestamps"))?.ok_or_else(|| no_recording(objects))?;
        let channels = column(file, objects, &path("detectors"))?;
        let nanotimes = column(file, objects, &path("nanotimes"))?;
        for (name, other) in [("detectors", &channels), ("nanotimes", &nanotimes)] {
            if let Some(other) = other.as_ref().filter(|other| other.rows != times.rows) {
                notes.push(unequal(times.rows, &path(name), other.rows));
            }
        }
        let entries = objects.entries(file);
        let stated = |name: &str| number(&entries, &path(name)).filter(|number| *number > 0.0);
        let period = stated("timestamps_specs/timestamps_unit").and_then(Tick::from_seconds);
        let own_unit = stated("nanotimes_specs/tcspc_unit").and_then(Tick::from_seconds);
        let unit = options.unit.or(own_unit).filter(|_| nanotimes.is_some());
        let has_nanotimes = nanotimes.is_some();
        let mut macro_times = MacroTimes::default();
        let has_microtimes =
            period.zip(unit).is_some_and(|(period, unit)| macro_times.start(period, Some(unit)));
        let unit = unit.filter(|_| has_microtimes);
        match (options.range, unit) {
            (Some(range), Some(unit)) => macro_times.keep(range.ticks(unit)?),
            (Some(_), None) => return Err(no_microtimes("this recording")),
            (None, _) => {}
        }
        let mut facts = Hdf5Facts {
            mode: Some(if has_nanotimes { RecordMode::T3 } else { RecordMode::T2 }),
            sync_period_s: None,
            measurement_type: text(&entries, &path("measurement_specs/measurement_type")),
            spots: Some(spots.len() as u64),
            macro_clock_s: period.map(Tick::seconds),
            delay_unit_s: has_nanotimes.then(|| unit.map(Tick::seconds)),
            replaced_delay_unit_s: own_unit
                .filter(|own| unit.is_some_and(|unit| unit != *own))
                .map(Tick::seconds),
        };
        // Version 0.5 has the rates of all lasers in the setup.
        let of_setup = number(&entries, "setup/laser_repetition_rates").filter(|rate| *rate > 0.0);
        let rate = stated("measurement_specs/laser_repetition_rate").or(of_setup);
        // The macro time may be that of a clock of the device instead.
        let counts_pulses =
            |period: &f64| rate.is_some_and(|rate| (period * rate - 1.0).abs() < PERIOD_TOLERANCE);
        let sync_period_s = facts.macro_clock_s.filter(counts_pulses).filter(|_| has_microtimes);
        facts.sync_period_s = sync_period_s;
        let tick = unit.or(period);
        let meta = MeasurementMeta {
            device: None,
            mode: facts.mode.unwrap_or(RecordMode::T2),
            resolution_s: tick.map(Tick::seconds),
            delay_resolution_s: unit.map(Tick::seconds),
            sync_rate_hz: rate,
            sync_period_s,
            acquisition_time_s: number(&entries, "acquisition_duration"),
            start: text(&entries, "provenance/creation_time")
                .or_else(|| text(&entries, "identity/creation_time")),
            comment: text(&entries, "description").or_else(|| text(&entries, "sample/sample_name")),
            input_names: None,
            image: None,
        };
        let microtimes = nanotimes.filter(|_| has_microtimes).map(|column| (column, macro_times));
        Ok(Self { times, channels, microtimes, tick, facts, meta: Some(meta), entries, wrong: 0 })
    }

    /// Appends the tags of the next rows, at most `most` rows. Returns the number of rows, 0 at the end, and the first row
    /// that is not a tag.
    ///
    /// # Errors
    /// If the next rows can't be read.
    pub fn convert(
        &mut self,
        file: File<'_>,
        most: usize,
        tags: &mut Vec<Tag>,
    ) -> Result<(usize, Option<Error>), Error> {
        let mut count = self.times.load(file, most)?;
        for column in self.channels.iter_mut().chain(self.microtimes.iter_mut().map(|(column, _)| column)) {
            count = count.min(column.load(file, most)?);
        }
        let first = self.times.read;
        let mut found = None;
        let mut channels = self.channels.as_ref().map(|column| column.values(file, count));
        let (delays, mut macro_times) = match &mut self.microtimes {
            Some((column, times)) => (Some(&*column), Some(times)),
            None => (None, None),
        };
        let mut delays = delays.map(|column| column.values(file, count));
        for (row, time) in self.times.values(file, count).enumerate() {
            let channel = channels.as_mut().map_or(Some(Some(0)), Iterator::next).flatten();
            let channel = channel.and_then(|channel| u64::try_from(channel).ok());
            let delay = delays.as_mut().and_then(Iterator::next).flatten();
            let is_tag = match &mut macro_times {
                None => time
                    .and_then(|time| i64::try_from(time).ok())
                    .zip(channel)
                    .map(|(time, channel)| tags.push(Tag { time, channel })),
                // Channel 0 has the macro times.
                Some(times) => time
                    .and_then(|time| u64::try_from(time).ok())
                    .zip(delay.and_then(|delay| u32::try_from(delay).ok()))
                    .zip(channel.and_then(|channel| channel.checked_add(1)))
                    .and_then(|((time, delay), channel)| times.photon(time, delay, channel, tags)),
            };
            if is_tag.is_none() {
                if self.wrong == 0 {
                    found = Some(first + row as u64);
                }
                self.wrong += 1;
            }
        }
        drop((channels, delays));
        self.times.take(count);
        for column in self.channels.iter_mut().chain(self.microtimes.iter_mut().map(|(column, _)| column)) {
            column.take(count);
        }
        Ok((count, found.map(|row| wrong_row(row, self.times.at))))
    }
}

/// Returns the groups of photons with their numbers, ascending.
fn spots(objects: &Objects) -> Vec<(Option<u32>, String)> {
    let spot = |path: &str| {
        let group = path.strip_suffix("/timestamps")?;
        let number = match group.strip_prefix(PHOTONS)? {
            "" => None,
            number => Some(number.parse().ok()?),
        };
        Some((number, group.to_owned()))
    };
    let mut spots: Vec<_> = objects.datasets.iter().filter_map(|object| spot(&object.path)).collect();
    spots.sort();
    spots
}

fn column(file: File<'_>, objects: &Objects, path: &str) -> Result<Option<Column>, Error> {
    let dataset = objects.dataset(file, path)?;
    dataset.map(|(dataset, at)| Column::new(path, dataset, at)).transpose()
}

fn value<'a>(entries: &'a [HeaderEntry], path: &str) -> Option<&'a HeaderValue> {
    entries.iter().find(|entry| entry.tag == path).map(|entry| &entry.value)
}

fn number(entries: &[HeaderEntry], path: &str) -> Option<f64> {
    match value(entries, path)? {
        HeaderValue::Float(number) => Some(*number),
        HeaderValue::Int(number) => Some(*number as f64),
        _ => None,
    }
}

fn text(entries: &[HeaderEntry], path: &str) -> Option<String> {
    match value(entries, path)? {
        HeaderValue::Text(text) if !text.is_empty() => Some(text.clone()),
        _ => None,
    }
}

#[cold]
fn no_recording(objects: &Objects) -> Error {
    if let Some(fault) = &objects.fault {
        return fault.clone();
    }
    let names = objects.datasets.iter().take(MAX_NAMES).map(|object| quote(object.path.as_bytes()));
    let names = names.collect::<Vec<_>>().join(", ");
    let more = if objects.datasets.len() > MAX_NAMES { ", ..." } else { "" };
    let message = format!(
        "this HDF5 file has no times at photon_data/timestamps (Photon-HDF5) or {OWN_TIMES}; its datasets are {names}{more}"
    );
    let remedy =
        "save times and channels as photon_data/timestamps and photon_data/detectors, or with numpy.savez";
    Error::at(Code::UnknownFormat, 0, message, remedy)
}

#[cold]
fn other_spots(count: usize, first: &str, last: &str) -> Error {
    let message = format!("the file has {count} spots up to {last}, and only {first} is read");
    let remedy =
        format!("copy another spot into a file of its own: 'h5copy -i IN -o OUT -s /{last} -d /{PHOTONS}'");
    Error::at(Code::UnknownFormat, 0, message, remedy)
}

#[cold]
fn unequal(times: u64, path: &str, others: u64) -> Error {
    let message = format!("the file has {times} timestamps, and {others} values in {path}");
    Error::at(Code::BadHeader, 0, message, "write the file again; the rows with all values were read")
}
