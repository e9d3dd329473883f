//! Tables, and their places in the documentation.

use std::fs;
use std::path::Path;

use crate::runs::Effort;

/// Rows of a case, and which of its numbers are within their limits.
#[derive(Debug, Clone)]
pub struct Table {
    name: String,
    head: Vec<String>,
    rows: Vec<Vec<String>>,
    passed: usize,
    failures: Vec<String>,
}

impl Table {
    /// An empty table that stands at `<!-- table NAME -->` in `docs/physics.md`.
    pub fn new(name: &str, head: &[&str]) -> Self {
        let head = head.iter().map(|cell| (*cell).to_owned()).collect();
        Self { name: name.to_owned(), head, rows: Vec::new(), passed: 0, failures: Vec::new() }
    }

    /// A row, and what is wrong with its numbers: one number is judged per row, and an empty list is good.
    pub fn row(&mut self, cells: &[String], wrong: Vec<String>) {
        assert_eq!(cells.len(), self.head.len(), "a cell for each column of {}", self.name);
        self.rows.push(cells.to_vec());
        self.judge(&cells[0], wrong);
    }

    /// Counts one judgement on what is called `what`: an empty list is good.
    pub fn judge(&mut self, what: &str, wrong: Vec<String>) {
        if wrong.is_empty() {
            self.passed += 1;
        } else {
            self.failures.push(format!("{}, {what}: {}", self.name, wrong.join("; ")));
        }
    }

    /// Number of passed checks.
    pub fn passed(&self) -> usize {
        self.passed
    }

    /// The others, as sentences.
    pub fn failures(&self) -> &[String] {
        &self.failures
    }

    /// The table as Markdown, with a blank line before and after it.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let rows: String = self.rows.iter().map(|row| line(row)).collect();
        format!("\n{}|{}\n{rows}\n", line(&self.head), "---|".repeat(self.head.len()))
    }
}

/// Writes the tables to `docs/physics.md`, each between `<!-- table NAME -->` and the next `<!-- end -->`, with the effort
/// that made them.
///
/// # Errors
/// The file cannot be read or written, or lacks a place for a table.
pub fn write(tables: &[Table], effort: Effort) -> Result<(), String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/physics.md");
    let named = |error: std::io::Error| format!("{}: {error}", path.display());
    let mut text = fs::read_to_string(&path).map_err(named)?;
    for table in tables {
        let missing = || format!("docs/physics.md has no place for the table {}", table.name);
        let (before, rest) =
            text.split_once(&format!("<!-- table {} -->\n", table.name)).ok_or_else(missing)?;
        let (_, after) = rest.split_once("<!-- end -->").ok_or_else(missing)?;
        let (name, rows) = (&table.name, table.markdown());
        text = format!("{before}<!-- table {name} -->\n{rows}{}\n\n<!-- end -->{after}", effort.caption());
    }
    fs::write(&path, text).map_err(named)
}
