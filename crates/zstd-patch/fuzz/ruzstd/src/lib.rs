//! ruzstd as a C function, for the comparison of decoders.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;

use ruzstd::decoding::FrameDecoder;

/// Decodes all frames of `input` into `output`. Gives the bytes written; -1 for an error; -2 for a panic.
///
/// # Safety
/// `input` and `output` point to `size` and `capacity` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tagview_ruzstd(
    input: *const u8,
    size: usize,
    output: *mut u8,
    capacity: usize,
) -> isize {
    // SAFETY: as the caller promises.
    let (input, output) =
        unsafe { (slice::from_raw_parts(input, size), slice::from_raw_parts_mut(output, capacity)) };
    let decode = || FrameDecoder::new().decode_all(input, output);
    match catch_unwind(AssertUnwindSafe(decode)) {
        Ok(Ok(written)) => written as isize,
        Ok(Err(_)) => -1,
        Err(_) => -2,
    }
}
