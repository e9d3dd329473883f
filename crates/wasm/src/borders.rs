//! Where a file can be cut.

use tagview_core::zstd::{FrameScanner, Part, find_frame};
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

/// The first place in `bytes` that looks like the beginning of a frame with content; `undefined` for none.
#[wasm_bindgen(js_name = findFrame)]
pub fn find(bytes: &[u8]) -> Option<usize> {
    find_frame(bytes)
}
