//! A set of small numbers.

/// One bit for each number up to the largest.
#[derive(Debug, Default)]
pub struct Bits {
    words: Vec<u64>,
}

impl Bits {
    pub fn set(&mut self, number: u64) {
        let word = (number / 64) as usize;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (number % 64);
    }

    pub fn has(&self, number: u64) -> bool {
        let word = usize::try_from(number / 64).ok().and_then(|word| self.words.get(word));
        word.is_some_and(|word| word >> (number % 64) & 1 == 1)
    }
}
