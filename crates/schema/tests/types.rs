//! The committed types equal the generated ones.

use tagview_schema::types;

#[test]
fn the_types_of_results_are_up_to_date() {
    for file in types::files() {
        let checked_in = std::fs::read_to_string(&file.path).unwrap_or_default();
        assert!(
            checked_in == file.text,
            "{} is out of date: run `cargo run -p tagview-schema -- types`",
            file.path.display()
        );
    }
}
