//! Whole blocks for a decoder that does not accept parts of them.

/// Returns a frame's bytes in chunks of a requested length. Copies only bytes that are split between inputs.
#[derive(Default)]
pub(super) struct Intake {
    carry: Vec<u8>,
    /// The carried bytes were returned, and are dropped at the next call.
    used: bool,
    /// Bytes of the current frame taken so far.
    pub read: u64,
}

impl Intake {
    /// Returns the next `needs` bytes as one slice, or `None` after taking all of `input`.
    pub fn chunk<'a, 'i: 'a>(&'a mut self, input: &mut &'i [u8], needs: usize) -> Option<&'a [u8]> {
        if self.gathered().is_empty()
            && let Some((chunk, rest)) = input.split_at_checked(needs)
        {
            *input = rest;
            self.read += needs as u64;
            return Some(chunk);
        }
        self.gather(input, needs);
        if self.carry.len() < needs {
            return None;
        }
        self.used = true;
        Some(&self.carry)
    }

    /// Takes bytes until `needs` are carried.
    pub fn gather(&mut self, input: &mut &[u8], needs: usize) {
        if self.used {
            self.release();
        }
        let missing = needs.saturating_sub(self.carry.len());
        let (taken, rest) = input.split_at(missing.min(input.len()));
        self.carry.extend_from_slice(taken);
        self.read += taken.len() as u64;
        *input = rest;
    }

    /// The carried bytes that were not returned.
    pub fn gathered(&self) -> &[u8] {
        if self.used { &[] } else { &self.carry }
    }

    /// Drops the carried bytes.
    pub fn release(&mut self) {
        self.carry.clear();
        self.used = false;
    }

    /// Drops up to `count` bytes of `input`; returns the number dropped.
    pub fn skip(&mut self, input: &mut &[u8], count: u64) -> u64 {
        let step = input.len().min(usize::try_from(count).unwrap_or(usize::MAX));
        *input = &input[step..];
        self.read += step as u64;
        step as u64
    }

    /// A new frame begins.
    pub fn restart(&mut self) {
        self.release();
        self.read = 0;
    }
}
