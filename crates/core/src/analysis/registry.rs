//! THE LINE: every analysis there is.

use super::accumulator::{Analysis, AnyAnalysis, Example};
use super::coincidence::Coincidence;
use super::correlation::Correlation;
use super::delay::Delay;
use super::gaps::Gaps;
use super::heralded::Heralded;
use super::lifetime::Lifetime;
use super::listing::Listing;
use super::ordered::Ordered;
use super::pairs::Pairs;
use super::rate::Rate;
#[cfg(feature = "shapes")]
use super::shape::Shape;
use super::stability::Stability;
use super::summary::Summary;
#[cfg(feature = "shapes")]
use crate::request::Field;
use crate::request::Params;
use crate::{Code, Error};

/// An analysis as it is listed: what it is asked for by, and what it answers.
#[derive(Clone, Copy)]
pub struct Listed {
    /// See [`Analysis::NAME`].
    pub name: &'static str,
    /// See [`Analysis::REQUEST`].
    #[cfg(feature = "shapes")]
    pub request: &'static [Field],
    /// See [`Analysis::shape`].
    #[cfg(feature = "shapes")]
    pub shape: fn() -> Shape,
    /// See [`Analysis::EXAMPLES`].
    #[cfg(feature = "shapes")]
    pub examples: &'static [Example],
    make: fn(&Params) -> Result<Box<dyn AnyAnalysis>, Error>,
}

const fn list<A: Analysis>() -> Listed {
    Listed {
        name: A::NAME,
        #[cfg(feature = "shapes")]
        request: A::REQUEST,
        #[cfg(feature = "shapes")]
        shape: A::shape,
        #[cfg(feature = "shapes")]
        examples: A::EXAMPLES,
        make: |params| Ok(Box::new(A::new(params)?)),
    }
}

/// Every analysis. A new one is a file of its own and a line here.
pub const ANALYSES: &[Listed] = &[
    list::<Summary>(),
    list::<Rate>(),
    list::<Gaps>(),
    list::<Ordered<Correlation>>(),
    list::<Ordered<Coincidence>>(),
    list::<Ordered<Delay>>(),
    list::<Ordered<Pairs>>(),
    list::<Ordered<Heralded>>(),
    list::<Ordered<Lifetime>>(),
    list::<Stability>(),
    list::<Listing>(),
];

/// Makes the analysis called `name`.
///
/// # Errors
/// `Usage` where there is none of that name or its parameters are wrong.
pub fn make(name: &str, params: &Params) -> Result<Box<dyn AnyAnalysis>, Error> {
    match ANALYSES.iter().find(|listed| listed.name == name) {
        Some(listed) => (listed.make)(params),
        None => {
            let known: Vec<_> = ANALYSES.iter().map(|listed| listed.name).collect();
            Err(Error::new(
                Code::Usage,
                format!("there is no analysis called {name}"),
                format!("choose from {}", known.join(", ")),
            ))
        }
    }
}
