//! Generates checked-in files from definitions elsewhere; run by hand after a change of a definition.
//!
//! - `cargo run -p tagview-schema`: `crates/core/src/tags/message/tags_capnp.rs` from
//!   `crates/core/schema/tags.capnp`, and `crates/compare/src/references/references_capnp.rs` from
//!   `crates/compare/schema/references.capnp`. It needs the `capnp` program; that its output is checked in is why
//!   building tagview does not.
//! - `cargo run -p tagview-schema -- types`: from the structs in `crates/core/src`,
//!   `engine/src/formats/FORMAT/results.generated.ts`, the types of requests and results, and
//!   `cli/src/output/shapes/FORMAT.generated.ts`, the JSON form of results. `cargo test -p tagview-schema` fails where
//!   such a file is not what would be generated.

use std::path::Path;

use tagview_schema::{shapes, types};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    match std::env::args().nth(1).as_deref() {
        None => capnp(),
        Some("types") => {
            let files = [types::files(), shapes::files()].concat();
            files.iter().try_for_each(|file| Ok(std::fs::write(&file.path, &file.text)?))
        }
        Some(other) => {
            Err(format!("there is nothing called {other} to generate: give types, or nothing").into())
        }
    }
}

fn capnp() -> Result<(), Box<dyn std::error::Error>> {
    generate("core", "tags", &["tags", "message"])?;
    generate("compare", "references", &["references", "capnp"])
}

/// Generates the code of `schema/NAME.capnp` in a crate, for its module `module`.
fn generate(crate_name: &str, name: &str, module: &[&str]) -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(crate_name);
    let source = folder.join("schema");
    capnpc::CompilerCommand::new()
        .src_prefix(&source)
        .file(source.join(name).with_extension("capnp"))
        .output_path(module.iter().fold(folder.join("src"), |path, part| path.join(part)))
        .default_parent_module(module.iter().map(ToString::to_string).collect())
        .run()?;
    Ok(())
}
