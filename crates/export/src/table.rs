//! Tables of results as Parquet files: small, written in one call.

use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{Type, TypePtr};
use tagview_bridge::Value;
use tagview_core::{Code, Error};

use crate::Metadata;
use crate::fault::refused;
use crate::targets::parquet::{CREATED_BY, compression};

/// Type of the cells of a column; each can be missing.
enum Cells {
    Signed(Vec<Option<i64>>),
    /// Unsigned integers, as the signed ones with the same bits.
    Unsigned(Vec<Option<i64>>),
    Real(Vec<Option<f64>>),
    Text(Vec<Option<ByteArray>>),
}

/// The file of `{metadata?, columns: [{name, kind, cells}]}`, where `kind` is `integer`, `real` or `text`, and a cell
/// is `Null` or of that kind. Integers are signed if all fit, otherwise unsigned, otherwise text.
///
/// # Errors
/// `Usage` if it is no such table.
pub fn table(value: &Value) -> Result<Vec<u8>, Error> {
    let metadata = Metadata::new(value.get("metadata").unwrap_or(&Value::Null))?;
    let Some(Value::List(columns)) = value.get("columns") else { return Err(malformed("it has no columns")) };
    let columns = columns.iter().map(column).collect::<Result<Vec<_>, _>>()?;
    let rows = columns.first().map_or(0, |(_, cells)| cells.len());
    if columns.iter().any(|(_, cells)| cells.len() != rows) {
        return Err(malformed("its columns are of several lengths"));
    }
    let fields = columns.iter().map(|(name, cells)| cells.field(name)).collect::<Result<_, _>>()?;
    let schema = Type::group_type_builder("table").with_fields(fields).build().map_err(refused)?;
    let texts = metadata.entries().map(|(key, text)| KeyValue::new(key.to_owned(), text.to_owned()));
    let properties = WriterProperties::builder()
        .set_created_by(CREATED_BY.to_owned())
        .set_compression(compression())
        .set_key_value_metadata(Some(texts.collect()))
        .build();
    let mut writer =
        SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties)).map_err(refused)?;
    if rows > 0 {
        let mut group = writer.next_row_group().map_err(refused)?;
        for (_, cells) in &columns {
            match cells {
                Cells::Signed(cells) | Cells::Unsigned(cells) => write::<Int64Type>(&mut group, cells)?,
                Cells::Real(cells) => write::<DoubleType>(&mut group, cells)?,
                Cells::Text(cells) => write::<ByteArrayType>(&mut group, cells)?,
            }
        }
        group.close().map_err(refused)?;
    }
    writer.into_inner().map_err(refused)
}

/// A column's name and cells.
fn column(value: &Value) -> Result<(String, Cells), Error> {
    let (Some(Value::Text(name)), Some(Value::Text(kind)), Some(Value::List(cells))) =
        (value.get("name"), value.get("kind"), value.get("cells"))
    else {
        return Err(malformed("a column lacks its name, kind or cells"));
    };
    let cells = match kind.as_str() {
        "integer" => integers(cells)?,
        "real" => Cells::Real(each(cells, real)?),
        "text" => Cells::Text(each(cells, text)?),
        _ => return Err(malformed("a column is of a kind that is not known")),
    };
    Ok((name.clone(), cells))
}

fn integers(cells: &[Value]) -> Result<Cells, Error> {
    let has = |is: fn(&Value) -> bool| cells.iter().any(is);
    let (large, negative) =
        (has(|cell| matches!(cell, Value::UInt(_))), has(|cell| matches!(cell, Value::Int(n) if *n < 0)));
    Ok(match (large, negative) {
        (true, true) => Cells::Text(each(cells, text)?),
        (true, false) => Cells::Unsigned(each(cells, bits)?),
        (false, _) => Cells::Signed(each(cells, bits)?),
    })
}

/// Reads all existing cells.
fn each<T>(cells: &[Value], read: fn(&Value) -> Option<T>) -> Result<Vec<Option<T>>, Error> {
    let read = |cell: &Value| match cell {
        Value::Null => Ok(None),
        cell => read(cell).map(Some).ok_or_else(|| malformed("a cell is of another kind than its column")),
    };
    cells.iter().map(read).collect()
}

fn bits(cell: &Value) -> Option<i64> {
    match cell {
        Value::Int(n) => Some(*n),
        Value::UInt(n) => Some(n.cast_signed()),
        _ => None,
    }
}

fn real(cell: &Value) -> Option<f64> {
    match cell {
        Value::Float(x) => Some(*x),
        Value::Int(n) => Some(*n as f64),
        Value::UInt(n) => Some(*n as f64),
        _ => None,
    }
}

fn text(cell: &Value) -> Option<ByteArray> {
    let text = match cell {
        Value::Text(text) => text.clone(),
        Value::Int(n) => n.to_string(),
        Value::UInt(n) => n.to_string(),
        Value::Float(x) => x.to_string(),
        Value::Bool(b) => b.to_string(),
        _ => return None,
    };
    Some(ByteArray::from(text.into_bytes()))
}

impl Cells {
    fn len(&self) -> usize {
        match self {
            Self::Signed(cells) | Self::Unsigned(cells) => cells.len(),
            Self::Real(cells) => cells.len(),
            Self::Text(cells) => cells.len(),
        }
    }

    fn field(&self, name: &str) -> Result<TypePtr, Error> {
        let (physical, logical) = match self {
            Self::Signed(_) => (Physical::INT64, None),
            Self::Unsigned(_) => (Physical::INT64, Some(LogicalType::integer(64, false))),
            Self::Real(_) => (Physical::DOUBLE, None),
            Self::Text(_) => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        };
        let field = Type::primitive_type_builder(name, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(logical);
        field.build().map(Arc::new).map_err(refused)
    }
}

fn write<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    cells: &[Option<T::T>],
) -> Result<(), Error> {
    let column = group.next_column().map_err(refused)?;
    let mut column = column.ok_or_else(|| refused("there is no such column"))?;
    let values: Vec<T::T> = cells.iter().flatten().cloned().collect();
    let levels: Vec<i16> = cells.iter().map(|cell| i16::from(cell.is_some())).collect();
    column.typed::<T>().write_batch(&values, Some(&levels), None).map_err(refused)?;
    column.close().map_err(refused)
}

fn malformed(what: &str) -> Error {
    Error::new(Code::Usage, format!("this is not a table: {what}"), "give columns of one length")
}
