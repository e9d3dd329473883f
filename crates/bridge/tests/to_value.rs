//! Results of the formats as dynamic values.
#![allow(clippy::unwrap_used)]

use tagview_bridge::{Value, to_value};
use tagview_core::icechunk::{Encoding, UserData};
use tagview_core::numbers::{Bytes, Entries, Integers, Large};
use tagview_core::{Code, Error, Finding, Severity};

#[test]
fn numbers_that_may_pass_2_53_are_told_from_counts() {
    assert_eq!(to_value(&(Large(7), 7_u64, 7_i32)), {
        Value::List(vec![Value::UInt(7), Value::Count(7), Value::Int(7)])
    });
    assert_eq!(to_value(&i128::from(u64::MAX)), Value::Big(Box::new(i128::from(u64::MAX))));
}

#[test]
fn columns_and_bytes_stay_as_they_are() {
    assert_eq!(to_value(&Integers(vec![i64::MIN, 3])), Value::Times(vec![i64::MIN, 3]));
    assert_eq!(to_value(&Bytes(vec![0xff, 0])), Value::Bytes(vec![0xff, 0]));
}

#[test]
fn names_that_a_file_chooses_keep_their_order() {
    let entries = Entries(vec![("b".to_owned(), Some(Large(1))), ("__proto__".to_owned(), None)]);
    let expected =
        Value::Entries(vec![("b".to_owned(), Value::UInt(1)), ("__proto__".to_owned(), Value::Null)]);
    assert_eq!(to_value(&entries), expected);
    assert_eq!(serde_json::to_string(&entries).unwrap(), r#"{"b":1,"__proto__":null}"#);
}

#[test]
fn user_data_have_exact_integers_in_maps() {
    let data = Encoding::Json.read(br#"{"z": 18446744073709551615, "a": [-3, 1.5, {"k": 2}]}"#).unwrap();
    let inner = Value::Entries(vec![("k".to_owned(), Value::UInt(2))]);
    let list = Value::List(vec![Value::Int(-3), Value::Float(1.5), inner]);
    let expected = vec![("z".to_owned(), Value::UInt(u64::MAX)), ("a".to_owned(), list)];
    assert_eq!(to_value(&data), Value::Entries(expected));
    assert_eq!(to_value(&UserData::default()), Value::Null);
}

#[test]
fn errors_and_findings_have_their_keys_in_the_order_in_which_they_are_printed() {
    let keys = |value: Value| match value {
        Value::Map(entries) => entries.into_iter().map(|(key, _)| key.into_owned()).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    let error = Error::at(Code::Truncated, 5, "it ends", "copy it again");
    assert_eq!(keys(to_value(&error)), ["code", "message", "offset", "remedy"]);
    assert_eq!(to_value(&error).get("offset"), Some(&Value::UInt(5)));
    let finding = Finding { remedy: None, severity: Severity::Note, ..Finding::from(error) };
    assert_eq!(keys(to_value(&finding)), ["code", "severity", "message", "offset", "length"]);
}
