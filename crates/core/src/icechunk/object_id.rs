//! Ids of objects as text: Crockford's base32 of their bytes (<https://www.crockford.com/base32.html>), the first bits
//! first; the last character is filled up with zero bits.

const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// The text of an id: 20 characters for the 12 bytes of a snapshot, manifest or chunk, 13 for the 8 bytes of a node.
pub fn id_text(id: &[u8]) -> String {
    let mut text = String::with_capacity(id.len() * 8 / 5 + 1);
    let (mut bits, mut count) = (0_u32, 0);
    for byte in id {
        bits = bits << 8 | u32::from(*byte);
        count += 8;
        while count >= 5 {
            count -= 5;
            text.push(character(bits >> count));
        }
        bits &= (1 << count) - 1;
    }
    if count > 0 {
        text.push(character(bits << (5 - count)));
    }
    text
}

fn character(bits: u32) -> char {
    char::from(ALPHABET[(bits & 31) as usize])
}

#[cfg(test)]
mod tests {
    use super::id_text;

    #[test]
    fn the_first_snapshot_of_every_repository() {
        let id = [0x0B, 0x1C, 0xC8, 0xD6, 0x78, 0x75, 0x80, 0xF0, 0xE3, 0x3A, 0x65, 0x34];
        assert_eq!(id_text(&id), "1CECHNKREP0F1RSTCMT0");
    }

    #[test]
    fn thirteen_characters_for_a_node() {
        assert_eq!(id_text(&[0; 8]), "0000000000000");
        assert_eq!(id_text(&[0xFF; 8]), "ZZZZZZZZZZZZY");
    }
}
