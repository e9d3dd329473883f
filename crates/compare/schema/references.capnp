# References of an Icechunk manifest, as `tagview compare` writes them in Cap'n Proto.
@0xe5b7c1a09d2f4c63;

struct References {
  references @0 :List(Reference);
}

struct Reference {
  index @0 :List(UInt32);
  offset @1 :UInt64;
  length @2 :UInt64;
  modified @3 :UInt32;
  etag @4 :Text;
  place :union {
    unknown @5 :Void;
    inline @6 :Data;
    native @7 :Data;
    virtual @8 :Text;
  }
}
