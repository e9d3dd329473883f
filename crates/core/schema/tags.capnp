@0xd932ef88b339497e;
# Photon time tags, as stored in `.tags` and, Zstandard-compressed, in `.tags.zst` files.
#
# A file's decompressed bytes are any number of messages of the root type `Tags`, one after
# the other, in the standard unpacked stream framing (https://capnproto.org/encoding.html).
# Recorders append one message at a time, so a recording is all lists of all messages in order.

struct Tags @0xb1642a9902d01394 {
  tags @0 :List(List(Tag));
  # A list of structs is limited to 2^29 - 1 words, hence the list of lists: one inner list
  # holds at most 2^28 - 1 tags. Readers treat the inner lists as one long list; null and empty
  # inner lists are allowed.
}

struct Tag @0x8995b3a3aece585b {
  # Two little-endian words, so that decoded bytes can be viewed as an array of tags:
  #
  #     byte   0               8               16
  #            | time (Int64)  | channel (UInt64) |

  time @0 :Int64;
  # When, in ticks of the device that recorded it. The tick's length is not part of the file; the
  # UQDevices Logic16's is 156.25 ps. Sound recordings are ordered by time; equal times occur.

  channel @1 :UInt64;
  # Which channel, as the device counts them.
}
