//! The image of a scanned sample.

mod lines;
mod parameters;
mod pixels;
mod result;
mod run;

use crate::Error;
use crate::run::partial::{differs, from_bytes, to_bytes, total};
use crate::run::{Accumulator, Analysis};
use crate::tags::TagBlock;
use lines::Counting;
use parameters::{NAME, Parameters};
use result::result_of;
use run::Run;

pub use parameters::{ImageRegion, ImageRequest};
pub use result::ImageResult;

/// Counts the photons of a scanned sample by pixel.
///
/// Markers begin and end lines. A photon at time `t` of the line from `start` to `stop` is in column
/// `floor((t - start) / (stop - start) * width)`; with `sin_correction`, it is in the column at which a sinusoidal mirror
/// points. In every second line of a bidirectional scan, columns count from the other end. In T3 mode, times are those of
/// syncs. Lines are numbered from the last frame marker on, and frames are summed.
///
/// The phasor of a pixel is the mean of `cos(2 pi d / period)` and `sin(2 pi d / period)` over its delays `d`: Digman,
/// Caiolfa, Zamai, Gratton, Biophys. J. 94, L14 (2008).
///
/// Photons of a line are stored until its stop, at most 2^22. Pixels are allocated in groups of 32 when a photon is in
/// one, so memory stays below 2 kB per photon and 1 GB in total.
pub struct Image {
    counting: Counting,
    min_counts: u64,
    run: Run,
}

impl Image {
    /// Reads the saved result of another run, and checks that it can be merged with this one.
    fn read(&self, later: &[u8]) -> Result<Run, Error> {
        let (parameters, later): (Parameters, Run) = from_bytes(NAME, later)?;
        let ours = &self.counting.parameters;
        if parameters != *ours {
            return Err(differs(NAME, "parameters", &format!("{ours:?}"), &format!("{parameters:?}")));
        }
        let counted = later.check(ours)?;
        total(NAME, [self.run.check(ours)?, counted])?;
        Ok(later)
    }
}

impl Analysis for Image {
    const NAME: &'static str = NAME;
    type Request = ImageRequest;
    type Result = ImageResult;

    fn new(request: &ImageRequest) -> Result<Self, Error> {
        let parameters = Parameters::of(request)?;
        let min_counts = request.min_counts.unwrap_or(1).max(1);
        Ok(Self { counting: Counting::new(parameters), min_counts, run: Run::default() })
    }

    fn result(&self) -> ImageResult {
        let parameters = &self.counting.parameters;
        // The limit on waiting tags was checked before.
        let lines = self.run.whole(parameters).unwrap_or_default();
        result_of(&lines, parameters, self.min_counts)
    }
}

impl Accumulator for Image {
    fn push(&mut self, block: &TagBlock) -> Result<(), Error> {
        let Self { counting, run, .. } = self;
        block.in_file_order().iter().try_for_each(|tag| run.push(*tag, counting))
    }

    fn is_by_channel(&self) -> bool {
        true
    }

    /// Virtual channels have no photons of a scan, so their tags are ignored.
    fn push_by_channel(&mut self, recorded: Option<&TagBlock>, _counted: &TagBlock) -> Result<(), Error> {
        recorded.map_or(Ok(()), |block| self.push(block))
    }

    fn save(&self) -> Result<Vec<u8>, Error> {
        to_bytes(NAME, &(&self.counting.parameters, &self.run), 16 * self.run.size())
    }

    fn join(&mut self, later: &[u8]) -> Result<(), Error> {
        let later = self.read(later)?;
        self.run.merge(&later, &mut self.counting)
    }
}
