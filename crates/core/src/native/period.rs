//! The period of pulsed light in requests: that of a T3 header, or that of a clock.

use super::kind::RecordingKind;
use crate::analysis::GapsRequest;
use crate::import::SYNC_CHANNEL;
use crate::scan::{ClockRequest, NamedRequest, ScanRequest, ScanResults};
use crate::tags::SelectionRequest;
use crate::{Code, Error};

/// Logarithmic bins per decade of the gaps; only their period is used.
const GAP_BINS: i64 = 20;

const PERIOD_AS_TIME: &str = "give the period as a time";

/// Returns the request with the period of its software clock, with periods instead of clocks of analyses, with the header's
/// period in analyses without either, and with the channel of the syncs in coincidences.
///
/// `measure` runs a request over the recording.
///
/// # Errors
/// `Usage`, `NoChannel` for a clock without tags, `NoClock` for a channel that is not a clock, and errors of `measure`.
pub(super) fn with_periods(
    mut request: ScanRequest,
    kind: &RecordingKind,
    measure: &mut dyn FnMut(ScanRequest) -> Result<ScanResults, Error>,
) -> Result<ScanRequest, Error> {
    let header = kind.sync_period();
    if let Some(clock) = request.clock.filter(|clock| clock.period.is_none()) {
        request.clock = Some(clock.period(measured(clock.channel, &ScanRequest::default(), measure)?));
    }
    for index in 0..request.analyses.len() {
        let NamedRequest { analysis, clock, .. } = &mut request.analyses[index];
        let (fields, clock) = (analysis.fields_mut(), clock.take());
        if let Some(header) = header {
            fields.set_sync_channel(SYNC_CHANNEL);
            if clock.is_none() {
                fields.set_header_period(header);
            }
        }
        let Some(clock) = clock else { continue };
        let divider = checked_divider(&mut request.analyses[index], clock)?;
        let own = request.clock.filter(|own| own.channel == clock.channel).and_then(|own| own.period);
        let period = match own.or(header.filter(|_| clock.channel == SYNC_CHANNEL)) {
            Some(period) => period,
            None => measured(clock.channel, &request, measure)?,
        };
        if let Some(given) = request.analyses[index].analysis.fields_mut().clock_period() {
            *given = Some(period / divider);
        }
    }
    Ok(request)
}

/// Mean time between the tags of a clock, in ticks.
fn measured(
    channel: u64,
    request: &ScanRequest,
    measure: &mut dyn FnMut(ScanRequest) -> Result<ScanResults, Error>,
) -> Result<f64, Error> {
    let mut wanted = ScanRequest::of([GapsRequest::default().log(GAP_BINS)]);
    wanted.selection = SelectionRequest::default().channels(vec![channel]);
    (wanted.define, wanted.tick) = (request.define.clone(), request.tick.clone());
    wanted.clock = request.clock.filter(|clock| clock.period.is_some());
    let mut results = measure(wanted)?.selected().unwrap_or_default();
    let gaps = results.take::<GapsRequest>("gaps");
    let clock = gaps.iter().flat_map(|gaps| &gaps.channels).find(|one| one.channel.0 == channel);
    let Some(clock) = clock else {
        let message = format!("channel {channel} of `clock` has no tags here");
        return Err(Error::new(Code::NoChannel, message, "name another channel"));
    };
    clock.period.filter(|period| period.is_finite()).ok_or_else(|| {
        let message = format!(
            "channel {channel} is not a clock: its gaps are not whole multiples of one period, or there is a long pause"
        );
        Error::new(Code::NoClock, message, PERIOD_AS_TIME)
    })
}

/// The number of pulses for each tag of a clock.
fn checked_divider(request: &mut NamedRequest, clock: ClockRequest) -> Result<f64, Error> {
    let usage = |message: String, remedy: &str| Err(Error::new(Code::Usage, message, remedy));
    let name = request.analysis.name();
    let fields = request.analysis.fields_mut();
    match fields.clock_period() {
        None => return usage(format!("`clock` is not a parameter of {name}"), "leave it out"),
        Some(Some(_)) => {
            return usage("`clock` and `period` exclude each other".to_owned(), "leave out one of the two");
        }
        Some(None) => {}
    }
    if clock.divider.is_some() && !fields.has_divider() {
        return usage("`divider` needs a `clock`".to_owned(), "name the clock's channel");
    }
    match clock.divider.unwrap_or(1) {
        0 => usage("`divider` is below 1".to_owned(), "give the number of pulses for each tag of the clock"),
        divider => Ok(divider as f64),
    }
}
