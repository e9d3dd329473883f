//! FIFO files (`.spc`) of Becker & Hickl's counting cards: a header of one record's length, then a record for each
//! photon with the macro time, the converter's value (inverted) and the detector's routing number.
//!
//! Sources: Becker & Hickl, "The bh TCSPC Handbook" ("FIFO Files"), as
//! [phconvert](https://github.com/Photon-HDF5/phconvert) (`bhreader.py`),
//! [libtcspc](https://github.com/uw-loci/libtcspc) (`bh_spc.hpp`) and
//! [tttrlib](https://github.com/Fluorescence-Tools/tttrlib) (`TTTRRecordTypes.h`) describe it.

mod layout;
mod recognise;
mod record;
mod setup;

use layout::open;
use recognise::{is_fifo, is_fifo_256, is_fifo_4096};
use record::Form;

use super::format::Import;

/// Records of most cards.
pub(super) const SPC: Import = Import {
    id: "spc",
    name: "a Becker & Hickl FIFO recording",
    fits: is_fifo,
    open: |options| open(Form::Standard, options),
    parts: None,
};

/// Records of 4 bytes of an SPC-600.
pub(super) const SPC_256: Import = Import {
    id: "spc-256",
    name: SPC_600,
    fits: is_fifo_256,
    open: |options| open(Form::Fifo256, options),
    parts: None,
};

/// Records of 6 bytes of an SPC-600.
pub(super) const SPC_4096: Import = Import {
    id: "spc-4096",
    name: SPC_600,
    fits: is_fifo_4096,
    open: |options| open(Form::Fifo4096, options),
    parts: None,
};

const SPC_600: &str = "a FIFO recording of a Becker & Hickl SPC-600";
