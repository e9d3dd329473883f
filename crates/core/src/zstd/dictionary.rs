//! Short frames that share a dictionary (RFC 8878, section 5), each decoded in one call.

/// Decodes frames with one dictionary.
pub struct DictionaryDecoder(implementation::Decoder);

impl DictionaryDecoder {
    /// Creates a decoder with a dictionary in zstd's format; `None` for another format.
    pub fn new(dictionary: &[u8]) -> Option<Self> {
        implementation::decoder(dictionary).map(Self)
    }

    /// Returns the content of a frame, at most `most` bytes; `None` if it is damaged or has more. The vector has no
    /// spare capacity.
    pub fn decode(&mut self, frame: &[u8], most: usize) -> Option<Vec<u8>> {
        let mut content = implementation::decode(&mut self.0, frame, most)?;
        content.shrink_to_fit();
        Some(content)
    }
}

#[cfg(feature = "libzstd")]
mod implementation {
    use zstd_safe::{DCtx, DDict};

    pub type Decoder = (DCtx<'static>, DDict<'static>);

    pub fn decoder(dictionary: &[u8]) -> Option<Decoder> {
        Some((DCtx::try_create()?, DDict::try_create(dictionary)?))
    }

    pub fn decode((context, dictionary): &mut Decoder, frame: &[u8], most: usize) -> Option<Vec<u8>> {
        let mut content = Vec::with_capacity(most);
        context.decompress_using_ddict(&mut content, frame, dictionary).ok()?;
        Some(content)
    }
}

#[cfg(not(feature = "libzstd"))]
mod implementation {
    use std::io::Read as _;

    use ::ruzstd::decoding::{Dictionary, FrameDecoder, StreamingDecoder};

    pub type Decoder = FrameDecoder;

    pub fn decoder(dictionary: &[u8]) -> Option<Decoder> {
        let mut decoder = FrameDecoder::new();
        decoder.add_dict(Dictionary::decode_dict(dictionary).ok()?).ok()?;
        Some(decoder)
    }

    pub fn decode(decoder: &mut Decoder, frame: &[u8], most: usize) -> Option<Vec<u8>> {
        let mut content = Vec::new();
        let frame = StreamingDecoder::new_with_decoder(frame, decoder).ok()?;
        frame.take(most as u64 + 1).read_to_end(&mut content).ok()?;
        (content.len() <= most).then_some(content)
    }
}
