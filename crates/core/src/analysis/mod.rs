//! The analyses of time tags: a folder or file each, and a line in the list below.
//!
//! `README.md` beside this file states what an analysis consists of.

use std::any::Any;

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::run::{Accumulator, Analysis, Ordered};
use fields::RequestFields;

mod fields;

/// Declares the module of each analysis, and the list of all. The first word is `tags` for an analysis of tags in file
/// order, `ordered` for one that relates tags to each other, and `either` if that depends on the request. The `start` of
/// such an analysis calls one of two functions with an accumulator.
macro_rules! analyses {
    (@start tags $analysis:ty, $request:ident) => { Box::new(<$analysis>::new($request)?) };
    (@start ordered $analysis:ty, $request:ident) => { Box::new(Ordered::<$analysis>::new($request)?) };
    (@start either $analysis:ty, $request:ident) => {
        <$analysis>::start($request, |ordered| Box::new(ordered) as Box<dyn AnyAnalysis>, |tags| Box::new(tags))?
    };
    (@is_ordered tags) => { false };
    (@is_ordered either) => { true };
    (@is_ordered ordered) => { true };
    ($($kind:ident $name:literal $module:ident::$analysis:ident($request:ident) -> $result:ident;)*) => {
        $(mod $module; pub use $module::{$analysis, $request, $result};)*

        /// The names of all analyses.
        pub const NAMES: &[&str] = &[$($name),*];

        /// A request for an analysis.
        #[derive(Debug, Clone, PartialEq, Deserialize)]
        #[serde(rename = "analysis")]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[non_exhaustive]
        pub enum AnalysisRequest {
            $(
                #[doc = concat!("The request for [`", stringify!($analysis), "`].")]
                #[serde(rename = $name)]
                $analysis($request),
            )*
        }

        /// The result of an analysis.
        #[derive(Debug, Clone, PartialEq, Serialize)]
        #[serde(untagged)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[non_exhaustive]
        pub enum AnalysisResult {
            $(
                #[doc = concat!("The result of [`", stringify!($analysis), "`].")]
                $analysis($result),
            )*
        }

        impl AnalysisRequest {
            /// Returns the name of the analysis.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$analysis(_) => $name,)*
                }
            }

            /// Returns whether the analysis relates tags to each other, which is slower than reading them.
            pub fn is_ordered(&self) -> bool {
                match self {
                    $(Self::$analysis(_) => analyses!(@is_ordered $kind),)*
                }
            }

            /// Creates an empty accumulator.
            ///
            /// # Errors
            /// `Usage` naming the field that is out of range.
            pub fn start(&self) -> Result<Box<dyn AnyAnalysis>, Error> {
                Ok(match self {
                    $(Self::$analysis(request) => analyses!(@start $kind $analysis, request),)*
                })
            }

            /// Returns the fields that a recording completes.
            pub(crate) fn fields(&self) -> &dyn RequestFields {
                match self {
                    $(Self::$analysis(request) => request,)*
                }
            }

            /// Returns the fields that a recording completes, for changes.
            pub(crate) fn fields_mut(&mut self) -> &mut dyn RequestFields {
                match self {
                    $(Self::$analysis(request) => request,)*
                }
            }
        }

        impl AnalysisResult {
            /// Returns the result of an analysis whose type is not known; `None` if it is not one of the list.
            fn of_any(result: Box<dyn Any>) -> Option<Self> {
                $(
                    let result = match result.downcast::<$result>() {
                        Ok(result) => return Some(Self::$analysis(*result)),
                        Err(result) => result,
                    };
                )*
                drop(result);
                None
            }
        }

        $(
            impl From<$request> for AnalysisRequest {
                fn from(request: $request) -> Self {
                    Self::$analysis(request)
                }
            }

            impl From<$result> for AnalysisResult {
                fn from(result: $result) -> Self {
                    Self::$analysis(result)
                }
            }

            impl Query for $request {
                type Result = $result;

                fn result_in(result: AnalysisResult) -> Option<$result> {
                    match result {
                        AnalysisResult::$analysis(result) => Some(result),
                        _ => None,
                    }
                }
            }
        )*
    };
}

analyses! {
    tags "summary" summary::Summary(SummaryRequest) -> SummaryResult;
    tags "rate" rate::Rate(RateRequest) -> RateResult;
    tags "gaps" gaps::Gaps(GapsRequest) -> GapsResult;
    ordered "correlation" correlation::Correlation(CorrelationRequest) -> CorrelationResult;
    ordered "coincidence" coincidence::Coincidence(CoincidenceRequest) -> CoincidenceResult;
    ordered "delay" delay::Delay(DelayRequest) -> DelayResult;
    ordered "pairs" pairs::Pairs(PairsRequest) -> PairsResult;
    ordered "heralded" heralded::Heralded(HeraldedRequest) -> HeraldedResult;
    ordered "bursts" bursts::Bursts(BurstsRequest) -> BurstsResult;
    either "lifetime" lifetime::Lifetime(LifetimeRequest) -> LifetimeResult;
    tags "stability" stability::Stability(StabilityRequest) -> StabilityResult;
    tags "listing" listing::Listing(ListingRequest) -> ListingResult;
    tags "image" image::Image(ImageRequest) -> ImageResult;
}

pub use crate::counting::BinsResult;
pub use crate::estimate::{Estimate, Hint, HintOption, Interval, PulsedResult, Remark, RemarkCode};
pub use coincidence::{AccidentalsBy, AccidentalsFrom, ChannelDelay, CoincidenceHead, CoincidencePattern};
pub use correlation::{FitParameter, FitResult, PairOfChannels};
pub use delay::{CorrelationPeak, DipResult, PeakResult};
pub use gaps::GapsChannel;
pub use heralded::HeraldedChannels;
pub use image::ImageRegion;
pub use lifetime::{LifetimeComponent, LifetimeFit, LifetimeHead, lifetime_of_curve, lifetime_of_histogram};
pub use pairs::PairsEntry;
pub use rate::RateChannel;
pub use stability::StabilityChannel;
pub use summary::SummaryChannel;

/// A request whose analysis has one type of result.
pub trait Query: Clone + Into<AnalysisRequest> {
    /// The result of the analysis.
    type Result;

    /// Returns the result, if it is one of this analysis.
    fn result_in(result: AnalysisResult) -> Option<Self::Result>;
}

/// An accumulator of any analysis.
pub trait AnyAnalysis: Accumulator {
    /// See [`Analysis::result`].
    fn result(&self) -> AnalysisResult;

    /// See [`Analysis::interim`].
    fn interim(&self) -> AnalysisResult;

    /// See [`Analysis::outline`].
    fn outline(&self) -> AnalysisResult;

    /// Returns the result of another analysis of the same tags, if the counts of this one determine it.
    ///
    /// # Errors
    /// `Usage` naming the field that is out of range.
    fn derive(&self, request: &AnalysisRequest, is_interim: bool) -> Result<Option<AnalysisResult>, Error>;
}

impl<A: Analysis> AnyAnalysis for A
where
    AnalysisResult: From<A::Result>,
{
    fn result(&self) -> AnalysisResult {
        Analysis::result(self).into()
    }

    fn interim(&self) -> AnalysisResult {
        Analysis::interim(self).into()
    }

    fn outline(&self) -> AnalysisResult {
        Analysis::outline(self).into()
    }

    fn derive(&self, request: &AnalysisRequest, is_interim: bool) -> Result<Option<AnalysisResult>, Error> {
        Ok(Analysis::derive(self, request.fields(), is_interim)?.and_then(AnalysisResult::of_any))
    }
}
