//! The buffer into which JavaScript writes file bytes, so that they are copied at most once.

/// Bytes in wasm memory, aligned to words so that plain messages can be viewed in place.
#[derive(Default)]
pub struct Input {
    words: Vec<u64>,
}

impl Input {
    /// Reserves `n` bytes; the address is valid until the next call that may allocate.
    pub fn reserve(&mut self, n: usize) -> *mut u8 {
        self.words.resize(n.div_ceil(8).max(self.words.len()), 0);
        self.words.as_mut_ptr().cast()
    }

    /// The first `n` bytes, or fewer if fewer were reserved.
    pub fn bytes(&self, n: usize) -> &[u8] {
        let bytes: &[u8] = bytemuck::cast_slice(&self.words);
        &bytes[..n.min(bytes.len())]
    }
}
