//! Writes `crates/core/src/tags/message/tags_capnp.rs` from `crates/core/schema/tags.capnp`.
//!
//! Run by hand after a change of the schema, `cargo run -p tagview-schema`; it needs the
//! `capnp` program. The output is checked in, so that building tagview does not.

use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core");
    capnpc::CompilerCommand::new()
        .src_prefix(core.join("schema"))
        .file(core.join("schema/tags.capnp"))
        .output_path(core.join("src/tags/message"))
        .default_parent_module(vec!["tags".into(), "message".into()])
        .run()?;
    Ok(())
}
