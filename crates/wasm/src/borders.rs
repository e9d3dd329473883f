//! Where a file can be cut.

use tagview_core::zstd::{FIND_OVERLAP, FrameScanner, Part, find_frame};
use wasm_bindgen::prelude::wasm_bindgen;

/// Finds the frames of a file from their headers, and says which bytes it wants to see
/// for that: a reader that can seek reads little.
#[wasm_bindgen]
#[derive(Default)]
pub struct Borders {
    scanner: FrameScanner,
    starts: Vec<f64>,
    failed: bool,
}

#[wasm_bindgen]
impl Borders {
    /// At the beginning of a file.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Continues with the bytes that lie at [`Borders::wants`]; answers the offsets where frames
    /// begin, found with them.
    pub fn push(&mut self, mut bytes: &[u8]) -> Vec<f64> {
        self.starts.clear();
        while !bytes.is_empty() && !self.failed {
            let skipped = self.scanner.skip(bytes.len() as u64) as usize;
            bytes = &bytes[skipped..];
            match self.scanner.next(&mut bytes) {
                Ok(Some(Part::Start(header))) => self.starts.push(header.offset as f64),
                Ok(_) => {}
                Err(_) => self.failed = true,
            }
        }
        std::mem::take(&mut self.starts)
    }

    /// Offset of the next byte that tells anything; `undefined` where what follows is no frame.
    pub fn wants(&mut self) -> Option<f64> {
        let left = self.scanner.body_left();
        self.scanner.skip(left);
        (!self.failed).then(|| self.scanner.offset() as f64)
    }
}

/// Finds what looks like the beginning of a frame with content, in bytes that come in pieces.
#[wasm_bindgen]
#[derive(Default)]
pub struct FrameSearch {
    /// The last bytes, among which one may have begun.
    seam: Vec<u8>,
    /// How many came before these.
    passed: f64,
}

#[wasm_bindgen]
impl FrameSearch {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// The next bytes; how many of all lie before the first frame, `undefined` as long as there is none.
    pub fn push(&mut self, bytes: &[u8]) -> Option<f64> {
        self.seam.extend_from_slice(bytes);
        let found = find_frame(&self.seam).filter(|at| self.seam.len() - at > FIND_OVERLAP);
        if let Some(at) = found {
            return Some(self.passed + at as f64);
        }
        let gone = self.seam.len().saturating_sub(FIND_OVERLAP);
        self.seam.drain(..gone);
        self.passed += gone as f64;
        None
    }
}
