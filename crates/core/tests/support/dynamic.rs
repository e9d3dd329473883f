//! Analyses by their names, with requests and results as dynamic values.
#![allow(dead_code, reason = "each test program uses a part")]

use std::ops::{Deref, DerefMut};

pub use tagview_bridge::Value;
use tagview_bridge::{from_value, requests, to_value};
use tagview_core::Error;
use tagview_core::analysis::{AnalysisRequest, AnyAnalysis};

/// The parameters of an analysis, without its name.
#[derive(Debug, Clone)]
pub struct Params(Value);

/// An analysis whose results are dynamic values.
pub struct Analysis(Box<dyn AnyAnalysis>);

impl Params {
    pub fn new(value: Value) -> Result<Self, Error> {
        Ok(Self(value))
    }

    pub fn request(&self, name: &str) -> Result<AnalysisRequest, Error> {
        let Value::Map(mut entries) = self.0.clone() else { panic!("{:?}", self.0) };
        entries.retain(|(key, _)| key != "name");
        entries.push(("name".into(), Value::Text(name.to_owned())));
        requests::analysis_request(&Value::Map(entries)).map(|request| request.analysis)
    }
}

impl Default for Params {
    fn default() -> Self {
        Self(Value::Map(Vec::new()))
    }
}

/// Makes the analysis called `name`.
pub fn make(name: &str, params: &Params) -> Result<Analysis, Error> {
    params.request(name)?.start().map(Analysis)
}

/// The dip or fringe of a dynamic request.
pub fn interference(request: Value) -> Result<Value, Error> {
    tagview_core::estimate::interference(&from_value(&request)?).map(|result| to_value(&result))
}

impl Analysis {
    pub fn result(&self) -> Value {
        to_value(&self.0.result())
    }

    pub fn interim(&self) -> Value {
        to_value(&self.0.interim())
    }

    pub fn derive(&self, name: &str, params: &Params, is_interim: bool) -> Result<Option<Value>, Error> {
        Ok(self.0.derive(&params.request(name)?, is_interim)?.map(|result| to_value(&result)))
    }
}

impl Deref for Analysis {
    type Target = dyn AnyAnalysis;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

impl DerefMut for Analysis {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.0
    }
}

/// Parameters that are whole numbers.
pub type Example = &'static [(&'static str, i64)];

/// Requests with which the merge law, damaged partial results, their bytes and results are tested; channels are 0, 3, 15, 16 and
/// 259.
pub const EXAMPLES: &[(&str, &[Example])] = &[
    ("summary", &[&[]]),
    (
        "rate",
        &[
            &[("start", 0)],
            &[("start", 0), ("bin", 100)],
            &[("start", -1_000_000)],
            &[("start", i64::MIN)],
            &[("start", -3), ("bin", 1 << 52)],
            &[("start", i64::MIN), ("bin", i64::MAX)],
        ],
    ),
    (
        "gaps",
        &[
            &[("to", 500), ("bin", 50)],
            &[("log", 2)],
            &[],
            &[("from", -200), ("to", 100), ("bin", 64)],
            &[("from", i64::MIN), ("to", i64::MAX)],
            &[("log", 20), ("from", 30), ("to", 2000)],
        ],
    ),
    (
        "correlation",
        &[
            &[("a", 3), ("b", 15), ("from", -5), ("to", 9)],
            &[("a", 3), ("b", 3), ("from", -500), ("to", 700), ("bin", 50)],
            &[("a", 3), ("b", 15), ("from", 1 << 50), ("to", 1 << 59), ("bin", 1 << 55)],
            &[("a", 0), ("b", 259), ("log", 3), ("to", 1000)],
            &[("a", 3), ("b", 15)],
        ],
    ),
    (
        "coincidence",
        &[
            &[("window", 3)],
            &[("window", 0)],
            &[("window", 700)],
            &[("window", 9), ("period", 80)],
            &[("window", 9), ("period", 0)],
            &[("window", 30), ("period", 7), ("displaced", 3)],
            &[("window", 700), ("displaced", 0), ("period", 0)],
        ],
    ),
    (
        "delay",
        &[
            &[("a", 3), ("b", 15), ("from", -90), ("to", 800)],
            &[("a", 3), ("b", 15), ("from", -5), ("to", 9)],
        ],
    ),
    (
        "pairs",
        &[
            &[("from", -5), ("to", 9)],
            &[("from", -5), ("to", 9), ("bin", 2)],
            &[("from", -90), ("to", 800)],
            &[("from", -300), ("to", 700), ("bin", 50)],
        ],
    ),
    (
        "heralded",
        &[
            &[("herald", 3), ("a", 15), ("b", 16), ("window", 9)],
            &[("herald", 3), ("a", 15), ("b", 16), ("window", 300)],
            &[("herald", 15), ("a", 259), ("b", 0), ("window", 0)],
        ],
    ),
    (
        "bursts",
        &[
            &[("donor", 3), ("acceptor", 15), ("photons", 3), ("within", 40), ("least", 3)],
            &[("donor", 15), ("acceptor", 16), ("photons", 2), ("within", 300), ("least", 1)],
            &[("donor", 3), ("acceptor", 259), ("within", 900)],
        ],
    ),
    (
        "lifetime",
        &[
            &[("channel", 15), ("sync", 3), ("range", 9)],
            &[("channel", 15), ("period", 90), ("bin", 30)],
            &[("channel", 15), ("sync", 3), ("range", 90)],
            &[("channel", 3), ("sync", 15), ("range", 700), ("bin", 50)],
            &[("channel", 3), ("period", 97)],
            &[("channel", 15), ("header_period", 90)],
            &[("channel", 3), ("header_period", 97), ("bin", 4)],
        ],
    ),
    ("stability", &[&[], &[("bin", 1000)], &[("bin", 1 << 53)]]),
    (
        "listing",
        &[
            &[("most", 2)],
            &[("most", 2), ("from", 40), ("earlier", 2)],
            &[],
            &[("from", 40), ("earlier", 100)],
            &[("most", 7), ("from", i64::MIN)],
            &[("most", 2), ("from", i64::MAX), ("earlier", 1)],
        ],
    ),
    (
        "image",
        &[
            &[("width", 4), ("height", 2), ("line_start", 3), ("line_stop", 259)],
            &[("width", 4), ("height", 2), ("line_start", 3), ("line_stop", 259), ("frame", 16)],
            &[
                ("width", 7),
                ("height", 3),
                ("line_start", 3),
                ("line_stop", 16),
                ("period", 97),
                ("sin_correction", 80),
            ],
            &[("width", 5), ("height", 9), ("line_start", 3), ("frame", 16), ("period", 9)],
        ],
    ),
];

/// Readers and joiners with dynamic requests and snapshots.
pub mod scan {
    use std::ops::{Deref, DerefMut, Range};

    use tagview_bridge::{Value, requests, snapshot, to_value};
    use tagview_core::Error;
    use tagview_core::scan;
    use tagview_core::tags::TagSource;

    pub struct PartReader(scan::PartReader);

    pub struct PartJoiner(scan::PartJoiner);

    impl PartReader {
        pub fn new(request: &Value) -> Result<Self, Error> {
            let (request, options, _) = requests::part_request(request)?;
            scan::PartReader::new(&request, &options).map(Self)
        }

        pub fn over(source: Box<dyn TagSource>, request: &Value) -> Result<Self, Error> {
            let (request, options, _) = requests::part_request(request)?;
            scan::PartReader::over(source, &request, &options).map(Self)
        }

        pub fn query(&self, request: &Value) -> Result<Vec<u8>, Error> {
            let (request, _, after) = requests::part_request(request)?;
            let mut query = self.0.begin_query(&request, after)?;
            // Results do not depend on the steps.
            while self.0.step(&mut query)? {}
            self.0.end_query(query)
        }

        pub fn describe(&self) -> Value {
            to_value(&self.0.describe())
        }
    }

    impl PartJoiner {
        pub fn new(request: Value) -> Result<Self, Error> {
            scan::PartJoiner::new(requests::part_request(&request)?.0).map(Self)
        }

        pub fn snapshot(&self) -> Value {
            snapshot(&self.0.snapshot())
        }

        pub fn outline(&self, most: usize) -> Value {
            snapshot(&self.0.outline(most))
        }

        pub fn preview(&self, later: &[u8]) -> Result<Value, Error> {
            self.0.preview(later).map(|joined| snapshot(&joined))
        }

        pub fn derive(&self, request: &Value) -> Result<Option<Value>, Error> {
            Ok(self.0.derive(&requests::part_request(request)?.0)?.map(|derived| snapshot(&derived)))
        }

        pub fn column(&self, id: &str, name: &str, bins: Range<usize>) -> Option<Value> {
            self.0.column(id, name, bins).map(|column| to_value(&column))
        }
    }

    impl Deref for PartReader {
        type Target = scan::PartReader;

        fn deref(&self) -> &Self::Target {
            &self.0
        }
    }

    impl DerefMut for PartReader {
        fn deref_mut(&mut self) -> &mut Self::Target {
            &mut self.0
        }
    }

    impl Deref for PartJoiner {
        type Target = scan::PartJoiner;

        fn deref(&self) -> &Self::Target {
            &self.0
        }
    }

    impl DerefMut for PartJoiner {
        fn deref_mut(&mut self) -> &mut Self::Target {
            &mut self.0
        }
    }
}
