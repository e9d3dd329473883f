//! Index-headers of Grafana Mimir and Thanos: the symbols and the postings offset table of a block's index; the sparse
//! header that Mimir keeps beside one; and the sections that the index itself has too.
//!
//! ```text
//! index-header    header | symbols | postings offset table | toc of the index | toc
//! index           header | symbols | series | label indices | postings | ... | postings offset table | toc
//! sparse          gzip( protobuf( places of symbols; of each label every 32nd value and the last ) )
//! ```
//!
//! ```no_run
//! let file = tagview_core::index_header::open_bytes(&std::fs::read("index-header")?)?;
//! println!("{:?} values, {:?} series, complete: {}", file.values(), file.series(), file.is_complete());
//! for label in file.table.labels() {
//!     println!("{}: {:?} values", String::from_utf8_lossy(file.table.name(label)), label.values);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`open_bytes`] and [`IndexHeaderReader`], for bytes in memory and in chunks, read the sections of a file once and
//! check them. [`Table`] and [`Symbols`] keep the samples of symbols and entries that Mimir and Thanos keep. [`Lookup`],
//! [`ValuesReader`] and [`SymbolsReader`] read the bytes that they need again. [`Report`] looks at all values,
//! [`StatisticsReader`] at all series, [`CardinalityReader`] at their label sets, [`IndexVerifier`] at all postings
//! lists, [`BlockReader`] at the chunks of a whole block; [`FromIndex`] and [`IndexHeader::sparse_message`] write.
//!
//! Source: Prometheus, `tsdb/docs/format/index.md`; Mimir, `pkg/storage/indexheader`; Thanos,
//! `pkg/block/indexheader`.

mod block;
mod bytes;
mod cardinality;
mod describe;
mod from_index;
mod header;
mod lookup;
mod opened;
mod opening;
mod order;
mod postings_offset_table;
mod reading;
mod report;
mod results;
mod sampled_builder;
mod section;
mod series;
mod sparse;
mod statistics;
mod symbols;
mod table;
mod table_builder;
mod toc;
mod verify;
mod whole_builder;

use crate::signatures::{FileKind, Format, GZIP_MAGIC, Mark};

pub use crate::checksum::{crc32, crc32c};
pub use block::{
    BlockChunks, BlockMeta, BlockParent, BlockReader, BlockSegment, ChunkContents, ChunkEncoding,
    EncodedChunks, ExternalLabel, SegmentFile,
};
pub use cardinality::{CardinalityReader, CardinalityRequest, DroppedLabel, IndexCardinality, LabelNamePair};
pub use from_index::FromIndex;
pub use header::{Header, INDEX_HEADER_MAGIC, INDEX_MAGIC, IndexVersion, Kind};
pub use lookup::PostingsLocation;
pub use opened::IndexHeader;
pub use opening::{IndexHeaderReader, open_bytes};
pub use postings_offset_table::PostingsRange;
pub use reading::{Lookup, Reader, SymbolLookup, SymbolsReader, Texts, Values, ValuesReader};
pub use report::{Culprit, LargestList, Likeness, Report};
pub use results::{
    ByteText, IndexHeaderContents, IndexHeaderReport, IndexHeaderSection, IndexSectionOffsets,
    IndexVerification, LabelColumns, LabelPairSeries, LabelSamples, LabelSeries, MetricSeries,
    PatternedLabel, PostingsList, SectionName, SectionOffsets, SeriesStatistics, StatisticsRemark,
    TextColumn,
};
pub use section::SectionExtent;
pub use sparse::{Sparse, holds_sparse, read as read_sparse};
pub use statistics::{Statistics, StatisticsReader};
pub use symbols::Symbols;
pub use table::{Label, Table};
pub use toc::{IndexToc, Toc};
pub use verify::IndexVerifier;

/// The label whose values are the names of metrics.
const METRIC_NAME: &[u8] = b"__name__";

/// The id of all rows in the list of formats: one reader opens these files.
const ID: &str = "index-header";
/// Source: Mimir, `pkg/storage/indexheader`, and Thanos, `pkg/block/indexheader`.
pub(crate) const FORMAT: Format =
    Format::read_as(FileKind::IndexHeader, ID, "a TSDB index-header", Mark::Head(&INDEX_HEADER_MAGIC));
const SPARSE: &str = "a Mimir sparse index-header";
pub(crate) const SPARSE_FORMAT: Format =
    Format::read_as(FileKind::IndexHeader, ID, SPARSE, Mark::Content(|sample| holds_sparse(sample.head)));
/// The name of the file in the block's folder. If the file is damaged, the name may be all that identifies it.
pub(crate) const NAMED_SPARSE_FORMAT: Format =
    Format::read_as(FileKind::IndexHeader, ID, SPARSE, Mark::HeadAndName(GZIP_MAGIC, "sparse-index-header"));
/// Source: Prometheus, `tsdb/docs/format/index.md`.
pub(crate) const INDEX_FORMAT: Format =
    Format::read_as(FileKind::IndexHeader, ID, "a TSDB index", Mark::Head(&INDEX_MAGIC));
