//! HDF5 files, written from the HDF5 File Format Specification: superblocks of version 0 with groups in symbol tables, as
//! PyTables and h5py write them, and of version 2 with links in headers.

mod stored;

pub use stored::Filter;
use stored::{summed, words};

/// The undefined address.
const NOWHERE: u64 = u64::MAX;
/// Maximum entries of a table of names, of a tree of tables, and of a tree of chunks: twice the K of each.
const NAMES: usize = 8;
const TABLES: usize = 32;
const CHUNKS: usize = 64;

/// Where values are.
#[derive(Debug, Clone)]
pub enum DataLocation {
    Compact,
    Contiguous,
    /// Chunks of this number of values, in a tree.
    Tree(usize, Vec<Filter>),
    /// The same in a fixed array, with pages of 2^10 chunks.
    Array(usize, Vec<Filter>),
    /// One chunk.
    Single(Vec<Filter>),
}

/// A dataset.
#[derive(Debug, Clone)]
pub struct Data {
    pub datatype: Vec<u8>,
    /// Bytes of a value.
    pub size: usize,
    pub is_scalar: bool,
    pub values: Vec<u8>,
    pub place: DataLocation,
}

#[derive(Debug, Clone)]
pub enum Node {
    Group(Vec<(String, Node)>),
    Data(Data),
}

pub fn group<const N: usize>(links: [(&str, Node); N]) -> Node {
    Node::Group(links.map(|(name, node)| (name.to_owned(), node)).to_vec())
}

/// Integers of `size` bytes.
pub fn integers(values: &[i64], size: u8, is_signed: bool, place: DataLocation) -> Node {
    let sign = if is_signed { 8 } else { 0 };
    let datatype =
        [&[0x10, sign, 0, 0, size, 0, 0, 0, 0, 0][..], &(8 * u16::from(size)).to_le_bytes()].concat();
    let values = values.iter().flat_map(|value| value.to_le_bytes()[..usize::from(size)].to_vec()).collect();
    Node::Data(Data { datatype, size: size.into(), is_scalar: false, values, place })
}

/// A floating-point number.
pub fn real(value: f64) -> Node {
    let datatype = [0x11, 0x20, 0x3f, 0, 8, 0, 0, 0, 0, 0, 64, 0, 52, 11, 0, 52, 0xff, 0x03, 0, 0].to_vec();
    let values = value.to_le_bytes().to_vec();
    Node::Data(Data { datatype, size: 8, is_scalar: true, values, place: DataLocation::Contiguous })
}

/// Text of a fixed length.
pub fn text(text: &str) -> Node {
    let datatype = [&[0x13, 0, 0, 0][..], &(text.len() as u32).to_le_bytes()].concat();
    let values = text.as_bytes().to_vec();
    Node::Data(Data { datatype, size: text.len(), is_scalar: true, values, place: DataLocation::Compact })
}

/// A file of version 0.
pub fn old_file(root: &Node) -> Vec<u8> {
    let mut file = Writer { is_old: true, bytes: vec![0; 96] };
    let root = file.node(root);
    let mut block = b"\x89HDF\r\n\x1a\n\0\0\0\0\0\x08\x08\0\x04\0\x10\0\0\0\0\0".to_vec();
    for word in [0, NOWHERE, file.bytes.len() as u64, NOWHERE, 0, root] {
        block.extend(word.to_le_bytes());
    }
    file.bytes[..block.len()].copy_from_slice(&block);
    file.bytes
}

/// A file of version 2.
pub fn new_file(root: &Node) -> Vec<u8> {
    let mut file = Writer { is_old: false, bytes: vec![0; 48] };
    let root = file.node(root);
    let mut block = b"\x89HDF\r\n\x1a\n\x02\x08\x08\0".to_vec();
    for word in [0, NOWHERE, file.bytes.len() as u64, root] {
        block.extend(word.to_le_bytes());
    }
    let block = summed(block);
    file.bytes[..block.len()].copy_from_slice(&block);
    file.bytes
}

struct Writer {
    is_old: bool,
    bytes: Vec<u8>,
}

impl Writer {
    /// Appends `part`, and returns its address.
    fn append(&mut self, part: &[u8]) -> u64 {
        let at = self.bytes.len().next_multiple_of(8);
        self.bytes.resize(at, 0);
        self.bytes.extend_from_slice(part);
        self.bytes.resize(self.bytes.len().next_multiple_of(8), 0);
        at as u64
    }

    /// Writes an object, and returns the address of its header.
    fn node(&mut self, node: &Node) -> u64 {
        let messages = match node {
            Node::Group(links) => {
                let mut links: Vec<_> = links.iter().map(|(name, node)| (&**name, self.node(node))).collect();
                links.sort();
                if self.is_old { vec![(0x11, self.symbols(&links))] } else { link_messages(&links) }
            }
            Node::Data(data) => self.data(data),
        };
        let header = if self.is_old { self.old_header(&messages) } else { new_header(&messages) };
        self.append(&header)
    }

    /// A header whose last message is in a continuation.
    fn old_header(&mut self, messages: &[(u16, Vec<u8>)]) -> Vec<u8> {
        let message = |(kind, body): &(u16, Vec<u8>)| {
            let length = body.len().next_multiple_of(8);
            let mut bytes = [kind.to_le_bytes(), (length as u16).to_le_bytes(), [0; 2], [0; 2]].concat();
            bytes.extend(body);
            bytes.resize(8 + length, 0);
            bytes
        };
        let (last, first) = messages.split_last().unwrap();
        let last = message(last);
        let at = self.append(&last);
        let mut block: Vec<u8> = first.iter().flat_map(message).collect();
        block.extend(message(&(0x10, words(&[at, last.len() as u64]))));
        let count = messages.len() as u16 + 1;
        let start =
            [&[1, 0][..], &count.to_le_bytes(), &[1, 0, 0, 0], &(block.len() as u32).to_le_bytes(), &[0; 4]];
        [&start.concat()[..], &block].concat()
    }

    /// The tables of a group's names, and its message.
    fn symbols(&mut self, links: &[(&str, u64)]) -> Vec<u8> {
        let mut names = vec![0; 8];
        let mut entries = Vec::new();
        for (name, address) in links {
            entries.push((names.len() as u64, *address));
            names.extend_from_slice(name.as_bytes());
            names.resize((names.len() + 1).next_multiple_of(8), 0);
        }
        let at = self.append(&names);
        let heap = [&b"HEAP\0\0\0\0"[..], &words(&[names.len() as u64, 1, at])].concat();
        let heap = self.append(&heap);
        let mut keys = vec![0];
        let mut tables = Vec::new();
        for part in entries.chunks(NAMES) {
            let mut table = [&b"SNOD\x01\0"[..], &(part.len() as u16).to_le_bytes()].concat();
            for (name, address) in part {
                table.extend(words(&[*name, *address, 0, 0, 0]));
            }
            table.resize(8 + NAMES * 40, 0);
            tables.push(self.append(&table));
            keys.push(part.last().unwrap().0);
        }
        let keys: Vec<_> = keys.iter().map(|key| words(&[*key])).collect();
        assert!(tables.len() <= TABLES);
        let tree = self.tree_node(0, 0, &keys, &tables, TABLES);
        words(&[tree, heap])
    }

    fn tree_node(&mut self, kind: u8, level: u8, keys: &[Vec<u8>], children: &[u64], most: usize) -> u64 {
        let mut node = [&b"TREE"[..], &[kind, level], &(children.len() as u16).to_le_bytes()].concat();
        node.extend(words(&[NOWHERE, NOWHERE]));
        for (key, child) in keys.iter().zip(children) {
            node.extend(key);
            node.extend(child.to_le_bytes());
        }
        node.extend(&keys[children.len()]);
        node.resize(24 + most * 8 + (most + 1) * keys[0].len(), 0);
        self.append(&node)
    }

    /// The messages of a dataset.
    fn data(&mut self, data: &Data) -> Vec<(u16, Vec<u8>)> {
        let rows = (data.values.len() / data.size) as u64;
        let rank = u8::from(!data.is_scalar);
        let mut space = if self.is_old { vec![1, rank, 0, 0, 0, 0, 0, 0] } else { vec![2, rank, 0, rank] };
        if !data.is_scalar {
            space.extend(rows.to_le_bytes());
        }
        let mut messages = vec![(0x01, space), (0x03, data.datatype.clone()), (0x05, vec![2, 2, 0, 0])];
        let layout = match &data.place {
            DataLocation::Compact => {
                [&[3, 0][..], &(data.values.len() as u16).to_le_bytes(), &data.values].concat()
            }
            DataLocation::Contiguous => {
                let at = self.append(&data.values);
                [&[3, 1][..], &words(&[at, data.values.len() as u64])].concat()
            }
            DataLocation::Tree(chunk, filters) => {
                let children = self.chunks(data, *chunk, filters);
                let end = children.len() * chunk;
                let mut level: Vec<_> = children
                    .iter()
                    .enumerate()
                    .map(|(k, (at, bytes))| (chunk_key(*bytes, (k * chunk) as u64), *at))
                    .collect();
                let mut depth = 0;
                while depth == 0 || level.len() > 1 {
                    let nodes: Vec<_> = level.chunks(CHUNKS).map(<[_]>::to_vec).collect();
                    level = nodes
                        .iter()
                        .enumerate()
                        .map(|(k, node)| {
                            let next = nodes.get(k + 1).map(|next| next[0].0.clone());
                            let next = next.unwrap_or_else(|| chunk_key(0, end as u64));
                            let keys: Vec<_> =
                                node.iter().map(|(key, _)| key.clone()).chain([next]).collect();
                            let at: Vec<_> = node.iter().map(|(_, at)| *at).collect();
                            (keys[0].clone(), self.tree_node(1, depth, &keys, &at, CHUNKS))
                        })
                        .collect();
                    depth += 1;
                }
                let root = level.first().map_or(NOWHERE, |(_, root)| *root);
                let sizes = [(*chunk as u32).to_le_bytes(), (data.size as u32).to_le_bytes()].concat();
                messages.push((0x0B, self.pipeline(data, filters)));
                [&[3, 2, 2][..], &root.to_le_bytes(), &sizes].concat()
            }
            DataLocation::Array(chunk, filters) => {
                let children = self.chunks(data, *chunk, filters);
                messages.push((0x0B, self.pipeline(data, filters)));
                let array = self.fixed_array(&children, !filters.is_empty());
                let sizes = [(*chunk as u32).to_le_bytes(), (data.size as u32).to_le_bytes()].concat();
                [&[4, 2, 0, 2, 4][..], &sizes, &[3, 10], &array.to_le_bytes()].concat()
            }
            DataLocation::Single(filters) => {
                let (at, bytes) = self.chunks(data, rows as usize, filters)[0];
                messages.push((0x0B, self.pipeline(data, filters)));
                let sizes = [(rows as u32).to_le_bytes(), (data.size as u32).to_le_bytes()].concat();
                [&[4, 2, 2, 2, 4][..], &sizes, &[1], &words(&[bytes]), &[0; 4], &words(&[at])].concat()
            }
        };
        messages.push((0x08, layout));
        messages
    }

    /// Appends chunks, and returns their addresses and lengths.
    fn chunks(&mut self, data: &Data, chunk: usize, filters: &[Filter]) -> Vec<(u64, u64)> {
        let bytes = chunk * data.size;
        let chunks: Vec<_> = data.values.chunks(bytes).collect();
        chunks
            .iter()
            .map(|values| {
                let mut content = values.to_vec();
                content.resize(bytes, 0);
                let stored =
                    filters.iter().fold(content, |content, filter| filter.applied(content, data.size));
                (self.append(&stored), stored.len() as u64)
            })
            .collect()
    }

    fn pipeline(&self, data: &Data, filters: &[Filter]) -> Vec<u8> {
        let mut message = if self.is_old {
            vec![1, filters.len() as u8, 0, 0, 0, 0, 0, 0]
        } else {
            vec![2, filters.len() as u8]
        };
        for filter in filters {
            let (id, value): (u16, u32) = match filter {
                Filter::Deflate => (1, 6),
                Filter::Shuffle => (2, data.size as u32),
                Filter::Fletcher => (3, 0),
                Filter::Other(id) => (*id, 5),
            };
            message.extend(id.to_le_bytes());
            if self.is_old || id >= 256 {
                message.extend(8_u16.to_le_bytes());
            }
            message.extend([0, 0, 1, 0]);
            if self.is_old || id >= 256 {
                message.extend(b"filter\0\0");
            }
            message.extend(value.to_le_bytes());
            if self.is_old {
                message.extend([0; 4]);
            }
        }
        message
    }

    fn fixed_array(&mut self, chunks: &[(u64, u64)], is_filtered: bool) -> u64 {
        let entry: u8 = if is_filtered { 8 + 4 + 4 } else { 8 };
        let client = u8::from(is_filtered);
        let block = self.bytes.len().next_multiple_of(8) as u64;
        let page = 1 << 10;
        let pages = if chunks.len() > page { chunks.len().div_ceil(page) } else { 0 };
        let length = 14 + pages.div_ceil(8) + 4 * (1 + pages) + usize::from(entry) * chunks.len();
        let header_at = (block + length as u64).next_multiple_of(8);
        let mut bytes = [&b"FADB\0"[..], &[client], &words(&[header_at])].concat();
        bytes.resize(14 + pages.div_ceil(8), 0xff);
        let entries = |chunks: &[(u64, u64)]| -> Vec<u8> {
            let one = |(at, length): &(u64, u64)| {
                let mut entry = words(&[*at]);
                if is_filtered {
                    entry.extend((*length as u32).to_le_bytes());
                    entry.extend([0; 4]);
                }
                entry
            };
            chunks.iter().flat_map(one).collect()
        };
        let bytes = if pages == 0 {
            bytes.extend(entries(chunks));
            summed(bytes)
        } else {
            let pages = chunks.chunks(page).flat_map(|page| summed(entries(page)));
            summed(bytes).into_iter().chain(pages).collect()
        };
        assert_eq!(self.append(&bytes), block);
        let header = [&b"FAHD\0"[..], &[client, entry, 10], &words(&[chunks.len() as u64, block])].concat();
        let at = self.append(&summed(header));
        assert_eq!(at, header_at);
        at
    }
}

/// The key of a chunk in a tree.
fn chunk_key(bytes: u64, first: u64) -> Vec<u8> {
    words(&[bytes, first, 0])
}

fn link_messages(links: &[(&str, u64)]) -> Vec<(u16, Vec<u8>)> {
    let info = [&[0, 0][..], &words(&[NOWHERE, NOWHERE])].concat();
    let link = |(name, at): &(&str, u64)| {
        (0x06, [&[1, 0, name.len() as u8], name.as_bytes(), &at.to_le_bytes()].concat())
    };
    [(0x02, info), (0x0A, vec![0, 0])].into_iter().chain(links.iter().map(link)).collect()
}

fn new_header(messages: &[(u16, Vec<u8>)]) -> Vec<u8> {
    let message = |(kind, body): &(u16, Vec<u8>)| {
        [&[*kind as u8][..], &(body.len() as u16).to_le_bytes(), &[0], body].concat()
    };
    let block: Vec<u8> = messages.iter().flat_map(message).collect();
    summed([&b"OHDR\x02\x01"[..], &(block.len() as u16).to_le_bytes(), &block].concat())
}
