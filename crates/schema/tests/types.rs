//! The committed types and shapes equal the generated ones.

use tagview_schema::{shapes, types};

#[test]
fn the_types_and_shapes_of_results_are_up_to_date() {
    for file in [types::files(), shapes::files()].concat() {
        let checked_in = std::fs::read_to_string(&file.path).unwrap_or_default();
        assert!(
            checked_in == file.text,
            "{} is out of date: run `cargo run -p tagview-schema -- types`",
            file.path.display()
        );
    }
}
