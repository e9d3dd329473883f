//! The analyses of time tags: a folder or file each, and a line in the list below.
//!
//! `README.md` beside this file states what an analysis consists of.

#[cfg(feature = "shapes")]
use crate::request::Field;
use crate::request::Params;
#[cfg(feature = "shapes")]
use crate::run::Example;
use crate::run::{Analysis, ListedAnalysis, Ordered};
#[cfg(feature = "shapes")]
use crate::shape::Shape;
use crate::{Code, Error};

/// Declares the module of each analysis and the list of all. `tags` stands before one that takes tags as they lie in the file,
/// `ordered` before one that relates them to each other.
macro_rules! analyses {
    (@of tags $analysis:ty) => { list::<$analysis>(false) };
    (@of ordered $analysis:ty) => { list::<Ordered<$analysis>>(true) };
    ($($kind:ident $module:ident::$analysis:ident;)*) => {
        $(mod $module; pub use $module::$analysis;)*

        /// Every analysis.
        pub const ANALYSES: &[Listed] = &[$(analyses!(@of $kind $analysis)),*];
    };
}

analyses! {
    tags summary::Summary;
    tags rate::Rate;
    tags gaps::Gaps;
    ordered correlation::Correlation;
    ordered coincidence::Coincidence;
    ordered delay::Delay;
    ordered pairs::Pairs;
    ordered heralded::Heralded;
    ordered lifetime::Lifetime;
    tags stability::Stability;
    tags listing::Listing;
}

/// An analysis in the list: its name, request and result.
#[derive(Clone, Copy)]
pub struct Listed {
    /// See [`ListedAnalysis::NAME`].
    pub name: &'static str,
    /// Whether it relates tags to each other, which takes longer than reading them.
    pub is_ordered: bool,
    /// See [`ListedAnalysis::REQUEST`].
    #[cfg(feature = "shapes")]
    pub request: &'static [Field],
    /// See [`ListedAnalysis::shape`].
    #[cfg(feature = "shapes")]
    pub shape: fn() -> Shape,
    /// See [`ListedAnalysis::EXAMPLES`].
    #[cfg(feature = "shapes")]
    pub examples: &'static [Example],
    make: fn(&Params) -> Result<Box<dyn Analysis>, Error>,
}

/// Returns the entry of an analysis.
const fn list<A: ListedAnalysis>(is_ordered: bool) -> Listed {
    Listed {
        name: A::NAME,
        is_ordered,
        #[cfg(feature = "shapes")]
        request: A::REQUEST,
        #[cfg(feature = "shapes")]
        shape: A::shape,
        #[cfg(feature = "shapes")]
        examples: A::EXAMPLES,
        make: |params| Ok(Box::new(A::new(params)?)),
    }
}

/// Makes the analysis called `name`.
///
/// # Errors
/// `Usage` where there is none of that name or its parameters are wrong.
pub fn make(name: &str, params: &Params) -> Result<Box<dyn Analysis>, Error> {
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
