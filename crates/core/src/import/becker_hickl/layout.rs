//! Converts records to tags.

use super::record::{Form, Header, Kind};
use super::setup::Setup;
use crate::import::columns::length;
use crate::import::facts::{
    BeckerHicklFacts, HeaderEntry, HeaderValue, ImportFacts, MeasurementMeta, RecordMode,
};
use crate::import::format::TextOptions;
use crate::import::macro_time::MacroTimes;
use crate::import::microtimes::MicrotimeRange;
use crate::import::records::{Layout, Read, RecordPosition, Records};
use crate::import::source::Opened;
use crate::import::tick::Tick;
use crate::tags::{Tag, Totals};
use crate::{Code, Error};

/// Maximum share of photons that are earlier than the photon before them, as its inverse. Records of the right form
/// have hardly any.
const DISORDER_RATIO: u64 = 50;

/// Opens a reader of a file whose records have this form.
///
/// # Errors
/// `Usage` naming the option that is wrong.
pub(super) fn open(form: Form, options: &TextOptions) -> Opened {
    let setup = options.setup.as_deref().map(Setup::of).unwrap_or_default();
    let stated = options.delay_unit.as_deref().map(|text| {
        length(text).ok_or_else(|| {
            let message = format!("`delay_unit` \"{text}\" is not a length of time");
            Error::new(Code::Usage, message, "write a length such as 4.07ps")
        })
    });
    let (given, stated) = (stated.transpose()?, setup.delay_unit(form.microtimes()));
    let replaced = stated.filter(|stated| given.is_some_and(|given| given != *stated));
    let delay_unit = given.or(stated);
    Ok(Box::new(Records::new(Fifo { form, setup, delay_unit, replaced, ..Fifo::default() })))
}

/// A FIFO file.
#[derive(Default)]
struct Fifo {
    form: Form,
    setup: Setup,
    /// Unit of the microtimes; `None` if it is unknown, and microtimes are not read.
    delay_unit: Option<Tick>,
    /// The unit that the `.set` file states, if that of the caller replaces it.
    replaced: Option<Tick>,
    header: Option<Header>,
    times: MacroTimes,
    /// Macro time at the last overflow.
    base: u64,
    overflows: u64,
    markers: u64,
    gaps: u64,
    invalid: u64,
}

impl Fifo {
    /// Returns the period of the macro time's clock.
    fn period(&self) -> Option<Tick> {
        Tick::new(self.header?.clock.into(), -10)
    }

    /// Returns the sync period, if the macro time counts syncs.
    fn sync_period_s(&self) -> Option<f64> {
        self.period().filter(|_| self.setup.counts_syncs()).map(Tick::seconds)
    }

    /// Appends the tags of a record; `None` if its time does not fit in 62 bits.
    fn record(&mut self, record: super::record::Record, tags: &mut Vec<Tag>) -> Option<()> {
        self.gaps += u64::from(record.has_gap);
        if record.overflows > 0 {
            self.overflows = self.overflows.saturating_add(record.overflows);
            let added = self.form.period().checked_mul(record.overflows)?;
            self.base = self.base.checked_add(added).filter(|base| *base < 1 << 62)?;
        }
        let macro_time = self.base + u64::from(record.macro_time);
        match record.kind {
            Kind::Overflows => {}
            Kind::Invalid => self.invalid += 1,
            Kind::Markers { bits } => {
                self.markers += 1;
                self.times.markers(macro_time, bits, tags)?;
            }
            Kind::Photon { routing, microtime } => {
                self.times.photon(macro_time, microtime, u64::from(routing) + 1, tags)?;
            }
        }
        Some(())
    }
}

impl Layout for Fifo {
    fn header(&mut self, bytes: &[u8], offset: u64, _last: bool, totals: &mut Totals) -> Result<Read, Error> {
        let Some(header) = self.form.header(bytes) else { return Ok(Read { bytes: 0, ended: false }) };
        self.header = Some(header);
        let Some(period) = self.period() else {
            let message = "the header does not state the period of the macro time's clock";
            return Err(Error::at(Code::BadHeader, offset, message, "copy the file again"));
        };
        if !header.is_valid {
            let message = "the header states that the recording is not valid";
            totals.note(Error::at(
                Code::BadHeader,
                offset,
                message,
                "check the recording; the records were read",
            ));
        }
        if !self.times.start(period, self.delay_unit)
            && let Some(unit) = self.delay_unit.take()
        {
            let message = format!("microtimes in units of {unit} do not fit a macro time of {period}");
            return Err(Error::at(
                Code::Usage,
                offset,
                message,
                "state their unit, as in `delay_unit: \"4.07ps\"`",
            ));
        }
        Ok(Read { bytes: self.form.record_bytes(), ended: true })
    }

    fn record_bytes(&self) -> usize {
        self.form.record_bytes()
    }

    fn promised(&self) -> Option<u64> {
        None
    }

    fn decode(
        &mut self,
        records: &[u8],
        place: RecordPosition,
        tags: &mut Vec<Tag>,
        _totals: &mut Totals,
    ) -> Result<(), Error> {
        let (form, length) = (self.form, self.form.record_bytes());
        let (mut ordinal, mut failed) = (0, None);
        form.for_each(records, |record| {
            if failed.is_none() && self.record(record, tags).is_none() {
                failed = Some(ordinal);
            }
            ordinal += 1;
        });
        let Some(ordinal) = failed else { return Ok(()) };
        let RecordPosition { record, offset } = place.after(ordinal, length as u64);
        let message = format!("at record {}, the sum of overflows exceeds 62 bits", record + 1);
        Err(Error::at(Code::Overflow, offset, message, "the data before this were read; copy the file again"))
    }

    fn end(&mut self, place: RecordPosition, totals: &mut Totals) {
        if self.times.disordered * DISORDER_RATIO > self.times.photons {
            let message = format!(
                "{} of {} photons are earlier than the one before: the records are of another form, or the file is damaged",
                self.times.disordered, self.times.photons
            );
            let remedy =
                "state the form as `read_as: \"spc\"`, `read_as: \"spc-256\"` or `read_as: \"spc-4096\"`";
            totals.note(Error::at(Code::BadRecord, place.offset, message, remedy));
        }
    }

    fn tick(&self) -> Option<Tick> {
        self.header?;
        self.delay_unit.or_else(|| self.period())
    }

    fn facts(&self) -> ImportFacts {
        ImportFacts::BeckerHickl(BeckerHicklFacts {
            device: self.setup.module.clone(),
            mode: RecordMode::T3,
            macro_clock_s: self.period().map(Tick::seconds),
            sync_period_s: self.sync_period_s().filter(|_| self.delay_unit.is_some()),
            delay_unit_s: self.delay_unit.map(Tick::seconds),
            replaced_delay_unit_s: self.replaced.map(Tick::seconds),
            routing_bits: self.header.map(|header| header.routing_bits),
            overflows: Some(self.overflows),
            markers: Some(self.markers),
            invalid_records: Some(self.invalid),
            gaps: Some(self.gaps),
            events_dropped: Some(self.gaps > 0),
        })
    }

    fn meta(&self) -> Option<MeasurementMeta> {
        let sync_period_s = self.sync_period_s();
        Some(MeasurementMeta {
            device: self.setup.module.clone(),
            mode: RecordMode::T3,
            resolution_s: self.tick().map(Tick::seconds),
            delay_resolution_s: self.delay_unit.map(Tick::seconds),
            sync_rate_hz: sync_period_s.map(|period| 1.0 / period),
            sync_period_s,
            acquisition_time_s: self.setup.acquisition_s(),
            start: self.setup.start.clone(),
            comment: None,
            input_names: None,
            image: None,
        })
    }

    fn entries(&self) -> Vec<HeaderEntry> {
        let Some(header) = self.header else { return Vec::new() };
        let clock = self.period().map_or(HeaderValue::Null, |period| HeaderValue::Float(period.seconds()));
        let own = [
            ("MacroTimeClock", clock),
            ("RoutingBits", HeaderValue::Count(header.routing_bits.into())),
            ("Valid", HeaderValue::Bool(header.is_valid)),
        ];
        let own = own.map(|(name, value)| HeaderEntry::new(name, value));
        own.into_iter().chain(self.setup.entries()).collect()
    }

    fn keep_microtimes(&mut self, range: MicrotimeRange) -> Result<(), Error> {
        let Some(unit) = self.delay_unit else {
            let message = "the file does not state the unit of its microtimes";
            let remedy = "put its .set file next to it, or state the unit as `delay_unit: \"4.07ps\"`";
            return Err(Error::new(Code::Usage, message, remedy));
        };
        self.times.keep(range.ticks(unit)?);
        Ok(())
    }
}
