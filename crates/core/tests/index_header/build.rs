//! Files made by hand, from a list of names and values.

use tagview_core::index_header::crc32c;

/// The content of a block's index. Sections are written unchanged, sound or not.
#[derive(Clone)]
pub struct Block {
    pub version: u8,
    pub symbols: Vec<Vec<u8>>,
    /// Name, value and offset, in the order of the table.
    pub entries: Vec<(Vec<u8>, Vec<u8>, u64)>,
    pub postings_end: u64,
}

pub fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}

pub fn string(text: &[u8]) -> Vec<u8> {
    [varint(text.len() as u64), text.to_vec()].concat()
}

pub fn entry(name: &[u8], value: &[u8], offset: u64) -> Vec<u8> {
    [vec![2], string(name), string(value), varint(offset)].concat()
}

/// `length, content, checksum`; the content begins with a count.
pub fn section(count: usize, records: &[u8]) -> Vec<u8> {
    let content = [&(count as u32).to_be_bytes(), records].concat();
    [&(content.len() as u32).to_be_bytes(), &content[..], &crc32c(&content).to_be_bytes()].concat()
}

pub fn checked(fields: &[u64]) -> Vec<u8> {
    let bytes: Vec<u8> = fields.iter().flat_map(|field| field.to_be_bytes()).collect();
    let checksum = crc32c(&bytes);
    [bytes, checksum.to_be_bytes().to_vec()].concat()
}

impl Block {
    /// A block of index version 2 with these labels; postings lists of 4 + 4 * n + 4 bytes begin at byte 1000.
    pub fn of(labels: &[(&str, &[&str])]) -> Self {
        let mut symbols: Vec<Vec<u8>> = vec![Vec::new()];
        let mut entries = vec![(Vec::new(), Vec::new(), 1000)];
        let mut offset = 1100;
        for (name, values) in labels {
            symbols.push(name.as_bytes().to_vec());
            for (k, value) in values.iter().enumerate() {
                symbols.push(value.as_bytes().to_vec());
                entries.push((name.as_bytes().to_vec(), value.as_bytes().to_vec(), offset));
                offset += 12 + 4 * k as u64;
            }
        }
        symbols.sort();
        symbols.dedup();
        Self { version: 2, symbols, entries, postings_end: offset }
    }

    /// Names `n000`, ... with values `v00000`, ... each.
    pub fn grid(names: usize, values: usize) -> Self {
        let values: Vec<String> = (0..values).map(|k| format!("v{k:05}")).collect();
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        let names: Vec<String> = (0..names).map(|k| format!("n{k:03}")).collect();
        let labels: Vec<(&str, &[&str])> =
            names.iter().map(|name| (name.as_str(), values.as_slice())).collect();
        Self::of(&labels)
    }

    pub fn symbols_section(&self) -> Vec<u8> {
        let records: Vec<u8> = self.symbols.iter().flat_map(|symbol| string(symbol)).collect();
        section(self.symbols.len(), &records)
    }

    pub fn table_section(&self) -> Vec<u8> {
        let records: Vec<u8> =
            self.entries.iter().flat_map(|(name, value, offset)| entry(name, value, *offset)).collect();
        section(self.entries.len(), &records)
    }

    /// The index-header, with sections as given.
    pub fn header_of(&self, symbols: &[u8], table: &[u8]) -> Vec<u8> {
        let mut file = vec![0xba, 0xaa, 0xd7, 0x92, 1, self.version];
        file.extend(self.postings_end.to_be_bytes());
        file.extend(symbols);
        let table_at = file.len() as u64;
        file.extend(table);
        file.extend(self.index_toc(symbols.len()));
        file.extend(checked(&[14, table_at]));
        file
    }

    pub fn header(&self) -> Vec<u8> {
        self.header_of(&self.symbols_section(), &self.table_section())
    }

    /// Returns a full index whose bytes between the symbols and the table are 0.
    pub fn index(&self) -> Vec<u8> {
        let mut file = vec![0xba, 0xaa, 0xd7, 0x00, self.version];
        let symbols = self.symbols_section();
        file.extend(&symbols);
        file.resize(self.table_at() as usize, 0);
        file.extend(self.table_section());
        file.extend(self.index_toc(symbols.len()));
        file
    }

    /// Position of the index's postings offset table.
    fn table_at(&self) -> u64 {
        self.postings_end.max(5 + self.symbols_section().len() as u64) + 16
    }

    fn index_toc(&self, symbols: usize) -> Vec<u8> {
        let series = 5 + symbols as u64;
        checked(&[5, series, series, self.postings_end, series, self.table_at()])
    }
}
