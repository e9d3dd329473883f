//! Tags from the rows of a table with columns of binary numbers.

use super::facts::{ColumnFacts, ImportFacts};
use super::format::TextOptions;
use super::in_steps::Output;
use super::number_column::{Number, TimeColumn, no_numbers, time_and_channel, wrong_row};
use super::tick::Tick;
use crate::Error;
use crate::tags::Tag;

/// A column as a table describes it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Described<'a> {
    pub name: &'a str,
    /// How its values are stored; `None` if they are not numbers.
    pub number: Option<Number>,
    /// Decimal exponent of the unit of its type, in seconds.
    pub exponent: Option<i32>,
}

/// A column that is read.
#[derive(Debug, Clone, Copy)]
pub struct Chosen {
    /// Its place among the columns.
    pub at: usize,
    pub number: Number,
}

/// Makes tags from rows.
pub struct TagRows {
    pub time: Chosen,
    /// `None` in a table of times alone.
    pub channel: Option<Chosen>,
    times: TimeColumn,
    tags: Vec<Tag>,
    /// Number of rows so far, of those that are not tags, and of times that were rounded.
    rows: u64,
    wrong: u64,
    rounded: u64,
}

impl TagRows {
    /// Finds the columns of times and channels by their names. `tick_s` is the tick that the file states, in seconds.
    ///
    /// # Errors
    /// `UnknownFormat` for other columns, and as [`TimeColumn::new`].
    pub fn new(
        columns: &[Described<'_>],
        tick_s: Option<&str>,
        options: &TextOptions,
    ) -> Result<Self, Error> {
        let names: Vec<_> = columns.iter().map(|column| column.name).collect();
        let (time, channel) = time_and_channel(&names)?;
        let chosen = |at: usize, is_channel: bool| {
            let column = columns.get(at).copied().unwrap_or_default();
            let number = column.number.filter(|number| number.is_whole() || !is_channel);
            Ok::<_, Error>(Chosen { at, number: number.ok_or_else(|| no_numbers(column.name))? })
        };
        let time = chosen(time, false)?;
        let channel = channel.map(|channel| chosen(channel, true)).transpose()?;
        let Described { name, exponent, .. } = columns[time.at];
        let of_type = exponent.and_then(|exponent| Tick::new(1, exponent));
        let of_file = tick_s.and_then(|seconds| Tick::from_seconds(seconds.parse().ok()?));
        let times = TimeColumn::new(name, time.number, of_type, of_file, options)?;
        Ok(Self { time, channel, times, tags: Vec::new(), rows: 0, wrong: 0, rounded: 0 })
    }

    /// Adds a row with these numbers, `None` for a missing one; without a column of channels, `channel` is not read. The
    /// first row that is not a tag is a finding at byte `place`.
    #[inline]
    pub fn push(&mut self, time: Option<&[u8]>, channel: Option<&[u8]>, place: u64, output: &mut Output<'_>) {
        let channel = match self.channel {
            Some(Chosen { number, .. }) => channel.and_then(|channel| number.whole(channel)),
            None => Some(0),
        };
        let channel = channel.and_then(|channel| u64::try_from(channel).ok());
        match time.and_then(|time| self.times.ticks(time)).zip(channel) {
            Some(((time, is_exact), channel)) => {
                self.rounded += u64::from(!is_exact);
                self.tags.push(Tag { time, channel });
            }
            None => {
                if self.wrong == 0 {
                    output.note(wrong_row(self.rows, place));
                }
                self.wrong += 1;
            }
        }
        self.rows += 1;
    }

    /// Passes on the tags of the rows so far.
    pub fn give(&mut self, output: &mut Output<'_>) {
        output.give(&mut self.tags);
    }

    /// Number of rows so far.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Number of times that were rounded.
    pub fn rounded(&self) -> u64 {
        self.rounded
    }

    /// Length of a tick, if it is known.
    pub fn tick(&self) -> Option<Tick> {
        self.times.tick
    }
}

/// Facts about a table, from its rows once its columns are known.
pub fn facts(rows: Option<&TagRows>) -> ImportFacts {
    ImportFacts::Columns(ColumnFacts {
        separator: None,
        unit: rows.map(|rows| rows.times.unit()),
        unit_assumed: false,
        replaced_unit: rows.and_then(|rows| rows.times.replaced.clone()),
        skipped_lines: 0,
        broken_lines: Some(rows.map_or(0, |rows| rows.wrong)),
        rounded_times: Some(rows.map_or(0, |rows| rows.rounded)),
    })
}
