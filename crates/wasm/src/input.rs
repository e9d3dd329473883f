//! The buffer JavaScript writes file bytes into, so that they are copied once at most.

/// Bytes in wasm memory, aligned to words so that plain messages can be viewed in place.
#[derive(Default)]
pub struct Input {
    words: Vec<u64>,
}

impl Input {
    /// Room for `n` bytes; the address holds until the next call of anything that may allocate.
    pub fn reserve(&mut self, n: usize) -> *mut u8 {
        self.words.resize(n.div_ceil(8).max(self.words.len()), 0);
        self.words.as_mut_ptr().cast()
    }

    /// The first `n` bytes, fewer where fewer were reserved.
    pub fn bytes(&self, n: usize) -> &[u8] {
        let bytes: &[u8] = bytemuck::cast_slice(&self.words);
        &bytes[..n.min(bytes.len())]
    }
}
