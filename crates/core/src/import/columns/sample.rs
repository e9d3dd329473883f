//! The first lines of a text file: the position of its first number, its separator, and the contents of each column.

use super::form::{Form, MOST_BYTES, MOST_COLUMNS, SEPARATORS, fields, most_frequent, names};
use super::number::{Decimal, Scale};
use super::unit::{Named, unit_of_line};
use super::words::{is_channel, is_counts, is_time};
use crate::import::tick::Tick;
use crate::signatures::looks_like_text;

/// Maximum number of lines before the first line with numbers.
const MOST_HEADER: usize = 200;
/// Maximum number of examined lines with numbers.
const MOST_ROWS: usize = 1000;
/// Maximum number of different values in a column of channels. Values beyond it are not stored.
const MOST_CHANNELS: usize = 64;
/// Minimum number of rows of a histogram; fewer equally spaced numbers may be times.
const MIN_HISTOGRAM_ROWS: usize = 8;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Properties of the first lines of a text file.
#[derive(Debug)]
pub(super) struct Sample {
    pub separator: u8,
    /// Byte offset of the first line with numbers, and number of lines before it.
    pub start: usize,
    pub lines: u64,
    /// Names of the columns, if there is one for each column.
    pub names: Option<Vec<String>>,
    /// Different units of times in the lines before the numbers.
    pub units: Vec<Named>,
    pub columns: Vec<Column>,
    /// Lines before the numbers that are skipped: no names of columns, no unit, no comment.
    pub skipped: u64,
}

/// Properties of the first numbers of a column.
#[derive(Debug, Default)]
pub(super) struct Column {
    /// Whether some numbers are not whole, and whether some have digits after the decimal point, as in `5.0`.
    pub has_fraction: bool,
    pub has_decimals: bool,
    /// Whether some numbers are negative.
    pub has_negative: bool,
    /// The different numbers, up to [`MOST_CHANNELS`].
    pub values: Vec<i128>,
    /// Whether there are more different numbers than a device has channels.
    pub has_many: bool,
    /// Whether no number is smaller than the one before.
    pub ascends: bool,
    last: Option<i128>,
    spacing: Spacing,
}

/// The differences between successive numbers of a column.
#[derive(Debug, Default)]
struct Spacing {
    rows: usize,
    /// The last number, and the smallest and largest difference of successive numbers, in units of 10^-12.
    last: Option<i128>,
    steps: Option<(i128, i128)>,
    /// Maximum number of digits after the decimal point, and of significant digits.
    decimals: u32,
    significant: u32,
    /// Maximum power of ten above a number other than 0.
    power: Option<i32>,
    /// Whether a number does not fit.
    is_unknown: bool,
}

/// Number of digits after the decimal point that [`Spacing`] stores.
const SPACING_DECIMALS: u32 = 12;

impl Spacing {
    fn see(&mut self, number: Decimal) {
        let scale = Scale::between(Tick::SECOND, Tick::PICOSECOND);
        let Some((value, true)) = number.sized(scale) else {
            self.is_unknown = true;
            return;
        };
        self.rows += 1;
        self.decimals = self.decimals.max(number.decimals());
        self.significant = self.significant.max(number.significant());
        self.power = self.power.max(number.power());
        if let Some(step) = self.last.and_then(|last| value.checked_sub(last)) {
            let (least, greatest) = self.steps.unwrap_or((step, step));
            self.steps = Some((least.min(step), greatest.max(step)));
        }
        self.last = Some(value);
    }

    /// Returns whether the numbers ascend in equal steps, exactly or rounded to their last digit: to a number of
    /// decimals, or of significant digits.
    fn is_equal(&self) -> bool {
        let Some((least, greatest)) = self.steps.filter(|_| !self.is_unknown) else { return false };
        let is_rounded_to = |exponent: i32| {
            let shift = u32::try_from(exponent + SPACING_DECIMALS.cast_signed()).unwrap_or(0);
            let digit = 10_i128.checked_pow(shift).unwrap_or(i128::MAX / 2);
            least / 2 > digit && greatest - least <= digit
        };
        let significant = self.power.map(|power| power - self.significant.cast_signed());
        let mut last_digits = std::iter::once(-self.decimals.cast_signed()).chain(significant);
        least > 0 && (least == greatest || (self.decimals > 0 && last_digits.any(is_rounded_to)))
    }
}

impl Sample {
    /// Examines the text that begins with `head`; with `is_whole`, `head` is the whole text. `None` if it has no
    /// numbers in at least `least` columns. If the columns at `named` are known to be numbers, others may be text.
    pub fn of(head: &[u8], is_whole: bool, least: usize, named: &[usize]) -> Option<Self> {
        // The header may have any encoding, but numbers and separators are ASCII.
        let mark = if head.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        let mut rows = lines(head, mark, is_whole);
        let (mut header, mut before, mut units) = (None, 0, Vec::new());
        let (start, first) = loop {
            let (at, line) = rows.next()?;
            if Form::of(line, header, least, named).is_some() {
                break (at, line);
            }
            before += 1;
            if before > MOST_HEADER || line.len() > MOST_BYTES * MOST_COLUMNS || !looks_like_text(line) {
                return None;
            }
            if let Some(unit) = unit_of_line(line) {
                if !units.contains(&unit) {
                    units.push(unit);
                }
            } else if !line.trim_ascii().is_empty()
                && !SEPARATORS.iter().any(|by| is_damaged_row(line, *by, least))
            {
                header = Some(line);
            }
        };
        let rows = std::iter::once(first).chain(rows.map(|(_, line)| line)).take(MOST_ROWS);
        let Form { separator, count, is_open } =
            most_frequent(rows.clone().filter_map(|line| Form::of(line, header, least, named)))?;
        let names = header.and_then(|line| {
            let last_is_empty = || names(line, separator, count + 1).filter(|_| is_open);
            names(line, separator, count).or_else(last_is_empty)
        });
        let count = names.as_ref().map_or(count, Vec::len);
        let mut columns: Vec<Column> =
            (0..count).map(|_| Column { ascends: true, ..Column::default() }).collect();
        let mut above = lines(head, mark, is_whole).take(before).enumerate();
        let damaged = above.find(|(_, (_, line))| is_damaged_row(line, separator, columns.len()));
        for line in rows {
            let numbers: Vec<Option<Decimal>> =
                fields(line, separator).map(|field| Decimal::read(field, separator != b',')).collect();
            // The reader of lines reports errors in them. Columns that are not named may be text.
            let is_number = |at: &usize| numbers.get(*at).is_some_and(Option::is_some);
            let are_numbers =
                if named.is_empty() { !numbers.contains(&None) } else { named.iter().all(is_number) };
            if names.is_none() && (numbers.len() != columns.len() || !are_numbers) {
                continue;
            }
            for (column, number) in columns.iter_mut().zip(numbers) {
                number.into_iter().for_each(|number| column.see(number));
            }
        }
        // The reader of lines reports damaged lines.
        let (before, start) = damaged.map_or((before, start), |(row, (at, _))| (row, at));
        let above = lines(head, mark, is_whole).take(before).map(|(_, line)| line);
        let skipped = above.filter(|line| {
            let is_name = names.is_some() && header == Some(line);
            let is_comment = line.trim_ascii().first().is_none_or(|byte| b"#%".contains(byte));
            !is_name && !is_comment && unit_of_line(line).is_none()
        });
        let skipped = skipped.count() as u64;
        Some(Self { separator, start, lines: before as u64, names, units, columns, skipped })
    }

    /// Returns whether the text may have a channel and a time, by the names of the columns or by their numbers.
    pub fn may_be_tags(&self) -> bool {
        match &self.names {
            Some(_) => self.column_named(is_channel).is_some() && self.column_named(is_time).is_some(),
            None => {
                let any = self.columns.iter().any(Column::may_be_channels);
                self.columns.len() == 2 && (any || self.is_as_printed()) && !self.is_histogram()
            }
        }
    }

    /// Returns whether the text looks like a histogram: equally spaced delays, each with a whole number of counts.
    /// Unless a column name states that they are counts, the counts must not ascend, because equally spaced times on
    /// one channel are tags.
    pub fn is_histogram(&self) -> bool {
        let are_counts = match self.names.as_deref() {
            Some([first, second]) => is_counts(second) && !is_counts(first),
            Some(_) => false,
            None => self.columns.last().is_some_and(|counts| !counts.ascends),
        };
        let has_rows = self.columns.iter().all(|column| column.spacing.rows >= MIN_HISTOGRAM_ROWS);
        are_counts && has_rows && self.may_be_histogram()
    }

    /// Returns whether the text has two columns of equally spaced numbers and of whole numbers, whatever their names.
    pub fn may_be_histogram(&self) -> bool {
        let [delay, counts] = &self.columns[..] else { return false };
        !counts.has_fraction && !counts.has_negative && delay.spacing.is_equal()
    }

    /// Returns whether the text has the form that `tcat` and `tagview cat` write: two columns of whole numbers with a
    /// tab between them, and no header. No other program is known to write it.
    pub fn is_as_printed(&self) -> bool {
        let [channel, time] = &self.columns[..] else { return false };
        let is_whole = !channel.has_decimals && !channel.has_negative && !time.has_decimals;
        self.names.is_none() && self.separator == b'\t' && is_whole
    }

    /// Returns the only column whose name fits.
    pub fn column_named(&self, fits: fn(&str) -> bool) -> Option<usize> {
        let mut all = self.names.iter().flatten().enumerate().filter(|(_, name)| fits(name));
        let (column, _) = all.next()?;
        all.next().is_none().then_some(column)
    }
}

impl Column {
    fn see(&mut self, number: Decimal) {
        self.has_fraction |= number.has_fraction();
        self.has_decimals |= number.has_decimals();
        self.spacing.see(number);
        // A channel may be up to 2^64 - 1.
        let fits = |value: &i128| i64::try_from(*value).is_ok() || u64::try_from(*value).is_ok();
        let Some(value) = number.sized(Scale::ONE).map(|(value, _)| value).filter(fits) else {
            self.has_many = true;
            return;
        };
        self.has_negative |= value < 0;
        self.ascends &= self.last.is_none_or(|last| last <= value);
        self.last = Some(value);
        if !self.has_many && !self.values.contains(&value) {
            self.values.push(value);
            self.has_many = self.values.len() > MOST_CHANNELS;
        }
    }

    /// Returns whether the numbers may be channels.
    pub fn may_be_channels(&self) -> bool {
        !self.has_fraction && !self.has_negative && !self.has_many
    }
}

/// Returns whether a line above the first line of numbers is a row with a number that cannot be read, not a heading: it
/// begins as a number, and has a number. `1<TAB>1e-400` is such a row; `Channel 1<TAB>Time`, and `81 ps` above columns
/// with tabs, are not.
fn is_damaged_row(line: &[u8], separator: u8, columns: usize) -> bool {
    if line.len() > MOST_BYTES {
        return false;
    }
    let row: Vec<_> = fields(line, separator).collect();
    // Also `nan` and `inf`.
    let is_float = |field: &[u8]| std::str::from_utf8(field).is_ok_and(|text| text.parse::<f64>().is_ok());
    let begins = |field: &&[u8]| {
        field.first().is_some_and(|byte| byte.is_ascii_digit() || b"+-.".contains(byte)) || is_float(field)
    };
    let separates = separator != b' ' && line.contains(&separator);
    row.first().is_some_and(begins)
        && row.iter().any(|field| Decimal::read(field, separator != b',').is_some() || is_float(field))
        && (separates || row.len() == columns)
}

/// Returns lines with the byte offset of each, without their ends: `\n`, `\r\n` or `\r`. Unless `is_whole`, the last
/// line may be truncated and is omitted.
pub(super) fn lines(
    head: &[u8],
    from: usize,
    is_whole: bool,
) -> impl Iterator<Item = (usize, &[u8])> + Clone {
    let mut at = from;
    std::iter::from_fn(move || {
        let rest = head.get(at..).filter(|rest| !rest.is_empty())?;
        let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
        let (line, start) = (&rest[..end.unwrap_or(rest.len())], at);
        at += match end {
            Some(end) if rest[end..].starts_with(b"\r\n") => end + 2,
            Some(end) => end + 1,
            None if is_whole => rest.len(),
            None => return None,
        };
        Some((start, line))
    })
}
