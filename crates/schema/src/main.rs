//! Generates what is checked in and made from definitions elsewhere; run by hand after a change of these.
//!
//! - `cargo run -p tagview-schema`: `crates/core/src/tags/message/tags_capnp.rs` from
//!   `crates/core/schema/tags.capnp`. It needs the `capnp` program; that its output is checked in is why building
//!   tagview does not.
//! - `cargo run -p tagview-schema -- types`: `engine/src/formats/tags/results.generated.ts`, the types of requests
//!   and results, from what the analyses in `crates/core/src/analysis` declare. `cargo test -p tagview-schema` fails
//!   where that file is not what would be generated.

use std::path::Path;

use tagview_schema::types;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    match std::env::args().nth(1).as_deref() {
        None => tags_capnp(),
        Some("types") => Ok(std::fs::write(types::path(), types::typescript())?),
        Some(other) => {
            Err(format!("there is nothing called {other} to generate: give types, or nothing").into())
        }
    }
}

fn tags_capnp() -> Result<(), Box<dyn std::error::Error>> {
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core");
    capnpc::CompilerCommand::new()
        .src_prefix(core.join("schema"))
        .file(core.join("schema/tags.capnp"))
        .output_path(core.join("src/tags/message"))
        .default_parent_module(vec!["tags".into(), "message".into()])
        .run()?;
    Ok(())
}
