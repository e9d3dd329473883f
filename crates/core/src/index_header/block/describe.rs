//! A block's chunks as a report.

use super::chunk::ChunkEncoding;
use super::results::{BlockChunks, BlockSegment, ChunkContents, EncodedChunks};
use super::{BlockReader, Contents, RESTORE, SeriesChunks};
use crate::index_header::series::SeriesSection;
use crate::numbers::Large;
use crate::{Code, Error, Findings};

impl BlockReader {
    /// Returns the results after all wanted bytes were pushed.
    pub fn finish(self) -> BlockChunks {
        let Self { meta, verify, names, series, series_names, contents, mut findings, .. } = self;
        let SeriesSection { sink, findings: of_series, .. } = series;
        let SeriesChunks { sizes, counts, series, chunks, times, noted, .. } = sink;
        noted.report(&names, &series_names, &mut findings);
        let contents = verify.then(|| contents.report());
        // The statistics of the index report damaged series.
        let is_whole = of_series.first_error().is_none();
        if let Some(meta) = meta.filter(|_| is_whole) {
            let samples = contents.as_ref().filter(|_| findings.first_error().is_none());
            let pairs = [
                ("series", meta.series, Some(series)),
                ("chunks", meta.chunks, Some(chunks)),
                ("samples", meta.samples, samples.filter(|all| all.has_all()).map(|all| all.samples)),
            ];
            pairs
                .into_iter()
                .for_each(|(what, stated, counted)| compare(what, stated, counted, &mut findings));
        }
        let (min_time, max_time) = times.unzip();
        let error = findings.first_error().cloned().map(Error::from);
        let segments = names.into_iter().zip(sizes).zip(counts);
        BlockChunks {
            series,
            chunks,
            min_time,
            max_time,
            segments: segments
                .map(|((name, bytes), chunks)| BlockSegment { name, bytes: Large(bytes), chunks })
                .collect(),
            contents,
            complete: error.is_none() && is_whole,
            error,
            findings: findings.all(),
        }
    }
}

/// Records a finding if `meta.json` states another number than there is.
fn compare(what: &str, stated: Option<u64>, counted: Option<u64>, findings: &mut Findings) {
    let Some((stated, counted)) = stated.zip(counted).filter(|(stated, counted)| stated != counted) else {
        return;
    };
    let message = || format!("meta.json: it states {stated} {what}, but the block has {counted}");
    findings.error(Code::Mismatch, 0, message, RESTORE);
}

impl Contents {
    fn report(&self) -> ChunkContents {
        let encodings = ChunkEncoding::ALL.into_iter().zip(self.encodings);
        let encodings: Vec<EncodedChunks> = encodings
            .filter(|(_, (chunks, ..))| *chunks > 0)
            .map(|(encoding, (chunks, bytes, samples))| {
                let samples = (encoding != ChunkEncoding::Aggregate).then_some(samples);
                EncodedChunks { encoding, chunks, bytes: Large(bytes), samples }
            })
            .collect();
        ChunkContents {
            samples: encodings.iter().filter_map(|one| one.samples).sum(),
            decreases: self.decreases,
            decreasing_series: self.decreasing_series,
            encodings,
        }
    }
}

impl ChunkContents {
    /// Whether the samples of all chunks were counted.
    fn has_all(&self) -> bool {
        self.encodings.iter().all(|one| one.samples.is_some())
    }
}
