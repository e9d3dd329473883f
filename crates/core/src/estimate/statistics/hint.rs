//! Hints: options that the data suggest; remarks: reasons for missing numbers, and cautions.

use serde::Serialize;

use crate::numbers::Channel;
use crate::order::sort_by_number;
use crate::words::words;

words! {
    /// The codes of remarks and hints.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    RemarkCode:
    /// No more coincidences than accidentals were counted.
    AccidentalsOnly = "accidentals-only",
    /// Several curves describe the counts about as well.
    Ambiguous = "ambiguous",
    /// A number rests on an assumption about the clock.
    Assumed = "assumed",
    /// A fitted number is within its error of a limit: an upper limit states more.
    AtLimit = "at-limit",
    /// The highest bin is at an end of the range.
    AtTheEnd = "at-the-end",
    /// Delays or counts lie beyond a period.
    BeyondPeriod = "beyond-period",
    /// Bins are too wide for the number.
    BinsTooWide = "bins-too-wide",
    /// Two peaks at opposite delays, typical of detectors that detect each other's emission.
    Crosstalk = "crosstalk",
    /// The range or the scan ends within the peak, the dip or the fringe.
    CutByRange = "cut-by-range",
    /// A channel has no pairs with itself at short delays, where steady light has many.
    DeadTime = "dead-time",
    /// Channels of a pattern have a correlation peak outside the window.
    DelayFound = "delay-found",
    /// The clock has one tag for several pulses.
    Divided = "divided",
    /// Rates are not steady.
    Drift = "drift",
    /// The number has no error.
    ErrorsNotKnown = "errors-not-known",
    /// Bins have too few pairs to show a shape.
    FewCounts = "few-counts",
    /// The model may not describe the counts.
    FitDoubtful = "fit-doubtful",
    /// The model does not describe the counts.
    FitPoor = "fit-poor",
    /// The response was fitted as a Gaussian.
    GaussianResponse = "gaussian-response",
    /// The number is the one that the request states.
    Given = "given",
    /// The number is the one that the header states.
    Header = "header",
    /// A dead time reaches into the windows that measure accidentals.
    LongDeadTime = "long-dead-time",
    /// A rate is modulated at one frequency, such as by room light on the mains.
    Mains = "mains",
    /// The window contains only a part of a correlation peak.
    NarrowWindow = "narrow-window",
    /// The width is less than that of a bin.
    NarrowerThanABin = "narrower-than-a-bin",
    /// The number is negative by more than its error allows.
    Negative = "negative",
    /// Neighbouring pulses have more accidentals than the displaced windows.
    NeighboursDiffer = "neighbours-differ",
    /// No accidentals were counted or expected.
    NoAccidentals = "no-accidentals",
    /// No coincidences were counted or expected.
    NoCoincidences = "no-coincidences",
    /// Photons have no delay after a sync.
    NoDelay = "no-delay",
    /// The distribution of gaps has no edge.
    NoEdge = "no-edge",
    /// There is no fit.
    NoFit = "no-fit",
    /// The marker that begins a line has no tags.
    NoLines = "no-lines",
    /// No bins have more pairs than the bins beside them.
    NoPeak = "no-peak",
    /// Line stops have no line start.
    NoStart = "no-start",
    /// Lines have no line stop.
    NoStop = "no-stop",
    /// A time is not known.
    NoTime = "no-time",
    /// The counts do not determine the number.
    NotDetermined = "not-determined",
    /// The hazard of gaps is not on a straight line.
    NotExponential = "not-exponential",
    /// The number is not known.
    NotKnown = "not-known",
    /// Counts without the effect are nearly as likely.
    NotSignificant = "not-significant",
    /// The period of the request differs from that of the clock.
    NotTheClock = "not-the-clock",
    /// Times of the channel go back.
    OutOfOrder = "out-of-order",
    /// The peak is not Gaussian.
    PeakNotGaussian = "peak-not-gaussian",
    /// Peaks of pulsed light overlap.
    PeaksOverlap = "peaks-overlap",
    /// Later photons of a pulse are lost.
    PileUp = "pile-up",
    /// Tags recur with a period that the request does not have.
    Pulsed = "pulsed",
    /// The range or the recording is too short.
    RangeTooShort = "range-too-short",
    /// The highest bins are the rim of a dip.
    RimOfDip = "rim-of-dip",
    /// A channel with itself has no delay.
    SameChannel = "same-channel",
    /// A detector is in its dead time for more than a tenth of the time.
    Saturated = "saturated",
    /// The tags of the channel come from several detectors.
    SeveralDetectors = "several-detectors",
    /// Channels share a dead time, as those of one device behind a router.
    SharedDeadTime = "shared-dead-time",
    /// Frames have fewer lines than the image.
    ShortFrames = "short-frames",
    /// Peaks of pulsed light differ significantly.
    SidePeaksNotLevel = "side-peaks-not-level",
    /// A channel has syncs, which are not photons.
    Sync = "sync",
    /// There are too few counts for the number.
    TooFewCounts = "too-few-counts",
    /// There are too few gaps for the number.
    TooFewGaps = "too-few-gaps",
    /// There are too many channels for the number.
    TooManyChannels = "too-many-channels",
    /// Frames have more lines than the image.
    TooManyLines = "too-many-lines",
    /// Windows of different displacements overlap.
    WindowsOverlap = "windows-overlap",
}

/// An option of a request that applies a hint.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HintOption {
    /// Key in the request.
    pub name: String,
    /// Channel of the option; `None` if the option does not belong to a channel.
    pub channel: Option<Channel>,
    /// Value of the option in ticks.
    pub ticks: f64,
}

/// An observation in the data, with the option that follows from it. Hints change no number: a number that would be
/// wrong without the option is `None`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Hint {
    /// Stable identifier for scripts: words with hyphens.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub code: RemarkCode,
    /// The hint as a sentence.
    pub message: String,
    /// The option that applies the hint; `None` if there is none.
    pub option: Option<HintOption>,
}

impl Hint {
    /// Maximum number of hints in a result.
    pub const MAX: usize = 3;

    /// Codes, most important first: hints on wrong numbers precede hints on imprecise numbers.
    const WORST_FIRST: [RemarkCode; 11] = [
        RemarkCode::SharedDeadTime,
        RemarkCode::Pulsed,
        RemarkCode::LongDeadTime,
        RemarkCode::Saturated,
        RemarkCode::DelayFound,
        RemarkCode::NarrowWindow,
        RemarkCode::Crosstalk,
        RemarkCode::DeadTime,
        RemarkCode::Drift,
        RemarkCode::Mains,
        RemarkCode::FewCounts,
    ];

    /// Returns at most [`Hint::MAX`] of these hints, most important first.
    pub fn worst_first(mut hints: Vec<Self>) -> Vec<Self> {
        let rank = |hint: &Self| Self::WORST_FIRST.iter().position(|code| *code == hint.code);
        sort_by_number(&mut hints, |hint| rank(hint).unwrap_or(Self::WORST_FIRST.len()) as f64);
        hints.truncate(Self::MAX);
        hints
    }

    /// Creates a hint that no option applies.
    pub fn new(code: RemarkCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), option: None }
    }

    /// Creates a hint that an option applies.
    pub fn with_option(self, name: &'static str, ticks: f64) -> Self {
        let option = HintOption { name: name.into(), channel: None, ticks };
        Self { option: Some(option), ..self }
    }

    /// Creates a hint that a delay of a channel, in ticks, applies.
    pub fn with_delay(self, channel: u64, ticks: i64) -> Self {
        let (name, channel) = ("delay".into(), Some(Channel(channel)));
        Self { option: Some(HintOption { name, channel, ticks: ticks as f64 }), ..self }
    }
}

/// The reason for a missing number in a result, or a caution about a number.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Remark {
    /// Key of the number.
    pub about: String,
    /// Stable identifier for scripts: words with hyphens.
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub code: RemarkCode,
    /// The remark as a sentence.
    pub message: String,
}

impl Remark {
    /// Creates a remark on the number called `about`.
    pub fn new(about: &'static str, code: RemarkCode, message: impl Into<String>) -> Self {
        Self { about: about.into(), code, message: message.into() }
    }
}
