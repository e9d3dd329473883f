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

pub(super) use layout::open;
pub(super) use recognise::{is_fifo, is_fifo_256, is_fifo_4096};
pub(super) use record::Form;
