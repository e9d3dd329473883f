//! Tables of results.

use bytes::Bytes;
use parquet::file::reader::{FileReader, SerializedFileReader};
use tagview_bridge::Value;
use tagview_core::Code;
use tagview_export::table;

fn column(name: &str, kind: &str, cells: Vec<Value>) -> Value {
    let [name, kind] = [name, kind].map(|text| Value::Text(text.to_owned()));
    Value::map([("name", name), ("kind", kind), ("cells", Value::List(cells))])
}

fn of(columns: Vec<Value>) -> Value {
    Value::map([("columns", Value::List(columns))])
}

#[test]
fn cells_of_each_kind_and_missing_ones_come_back() {
    let text = |text: &str| Value::Text(text.to_owned());
    let bytes = table(&of(vec![
        column("delay", "integer", vec![Value::Int(i64::MIN), Value::Null, Value::Int(i64::MAX)]),
        column("channel 3", "integer", vec![Value::UInt(u64::MAX), Value::Int(0), Value::Null]),
        column("mixed", "integer", vec![Value::UInt(u64::MAX), Value::Int(-1), Value::Null]),
        column("g2", "real", vec![Value::Float(0.5), Value::Int(1), Value::Null]),
        column("text", "text", vec![text("\u{e9}"), text(""), Value::Null]),
    ]))
    .unwrap();
    let file = SerializedFileReader::new(Bytes::from(bytes)).unwrap();
    let rows: Vec<String> = file.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
    assert_eq!(
        rows,
        [
            "{delay: -9223372036854775808, channel 3: 18446744073709551615, mixed: \"18446744073709551615\", g2: 0.5, text: \"\u{e9}\"}",
            "{delay: null, channel 3: 0, mixed: \"-1\", g2: 1.0, text: \"\"}",
            "{delay: 9223372036854775807, channel 3: null, mixed: null, g2: null, text: null}",
        ]
    );
}

#[test]
fn table_without_rows_has_its_columns() {
    let bytes = table(&of(vec![column("delay", "integer", vec![])])).unwrap();
    let file = SerializedFileReader::new(Bytes::from(bytes)).unwrap();
    let metadata = file.metadata().file_metadata();
    assert_eq!((metadata.num_rows(), metadata.schema_descr().column(0).name()), (0, "delay"));
}

#[test]
fn what_is_no_table_is_told() {
    for value in [
        Value::Null,
        of(vec![Value::Null]),
        of(vec![column("a", "real", vec![Value::Text("x".to_owned())])]),
        of(vec![column("a", "date", vec![])]),
        of(vec![column("a", "real", vec![]), column("b", "real", vec![Value::Null])]),
    ] {
        assert_eq!(table(&value).unwrap_err().code, Code::Usage, "{value:?}");
    }
}
