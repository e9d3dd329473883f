//! Requests that bindings pass as one object, as the core takes them.

use crate::Value;
use crate::value::Name;
use serde::de::DeserializeOwned;
use tagview_core::analysis::AnalysisRequest;
use tagview_core::import::TextOptions;
use tagview_core::scan::{ImportOptions, NamedRequest, PartOptions, ScanRequest};
use tagview_core::tags::packing::PackingOptions;
use tagview_core::transform::cat::CatOptions;
use tagview_core::transform::merge::{MergeInput, MergeOptions};
use tagview_core::transform::options::{SourceOptions, TagsRequest};
use tagview_core::transform::repair::RepairOptions;
use tagview_core::transform::slice::SliceOptions;
use tagview_core::{Code, Error};

use crate::from_value::from_value;
use crate::named_values::Params;

/// Keys of a pass over tags that define how a part is read, not the analyses.
const PART_KEYS: &[&str] = &["at", "verify", "followed", "holdBytes", "fanOut", "background", "after"];

/// The entries of `value` whose keys `is_wanted`.
fn entries(value: &Value, is_wanted: impl Fn(&str) -> bool) -> Value {
    let Value::Map(entries) = value else { return value.clone() };
    Value::Map(entries.iter().filter(|(key, _)| is_wanted(key)).cloned().collect())
}

fn flag(value: &Value, name: &str) -> bool {
    value.get(name) == Some(&Value::Bool(true))
}

fn given<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    value.get(name).filter(|value| **value != Value::Null)
}

/// Reads `{name, id?, clock?, divider?, ...parameters}`.
///
/// # Errors
/// `Usage` naming the invalid parameter.
pub fn analysis_request(value: &Value) -> Result<NamedRequest, Error> {
    let usage = |message: &str, remedy: &str| Err(Error::new(Code::Usage, message, remedy));
    let Some(Value::Text(_)) = value.get("name") else {
        return usage("an analysis has no `name`", "give each analysis a name");
    };
    let is_clock = |key: &str| key == "clock" || key == "divider";
    let mut request =
        NamedRequest::from(from_value::<AnalysisRequest>(&entries(value, |key| !is_clock(key)))?);
    if let Some(Value::Text(id)) = value.get("id") {
        request.id = Some(id.clone());
    }
    if given(value, "clock").is_some() {
        request.clock = Some(from_value(&entries(value, is_clock))?);
    } else if given(value, "divider").is_some() {
        return usage("`divider` needs a `clock`", "name the clock's channel");
    }
    Ok(request)
}

/// Reads `{analyses: [{name, ...}], selection?, slices?, define?, tick?, origin?, start?}`.
///
/// # Errors
/// `Usage` naming the invalid parameter.
pub fn scan_request(value: &Value) -> Result<ScanRequest, Error> {
    let Some(Value::List(analyses)) = value.get("analyses") else {
        return Err(Error::new(
            Code::Usage,
            "`analyses` is not a list",
            "give a list of {name, ...} objects",
        ));
    };
    let mut request: ScanRequest = from_value(&entries(value, |key| key != "analyses"))?;
    request.analyses = analyses.iter().map(analysis_request).collect::<Result<_, _>>()?;
    Ok(request)
}

/// Reads a request for a part of a recording: see [`scan_request`] and [`PartOptions`]. In a further query, `after` is
/// the number of tags that an earlier query covered.
///
/// # Errors
/// `Usage` with the reason.
pub fn part_request(value: &Value) -> Result<(ScanRequest, PartOptions, u64), Error> {
    let is_of_part = |key: &str| PART_KEYS.contains(&key);
    let mut options: PartOptions =
        from_value(&entries(value, |key| is_of_part(key) && key != "background" && key != "after"))?;
    options.background = given(value, "background").map(scan_request).transpose()?;
    let after = Params::new(value.clone())?.unsigned("after")?.unwrap_or(0);
    Ok((scan_request(&entries(value, |key| !is_of_part(key)))?, options, after))
}

/// Reads an object whose keys include those of `T`.
///
/// # Errors
/// `Usage` naming the invalid parameter.
pub fn among<T: DeserializeOwned + Default>(value: &Value) -> Result<T, Error> {
    if *value == Value::Null { Ok(T::default()) } else { from_value(value) }
}

/// Reads `{import, columns?, unit?, tick?, fanOut?, followed?}`.
///
/// # Errors
/// `Usage` naming the invalid parameter.
pub fn import_options(value: &Value) -> Result<ImportOptions, Error> {
    let options: ImportOptions = from_value(value)?;
    Ok(options.text(among::<TextOptions>(value)?))
}

fn source_options(value: &Value) -> Result<SourceOptions, Error> {
    let import = Params::new(value.clone())?.text("import")?.map(str::to_owned);
    // Options of a text file apply to no other format.
    let text = if import.is_some() { among(value)? } else { TextOptions::default() };
    let mut options = SourceOptions::default().text(text);
    options.import = import;
    Ok(options)
}

/// Reads `{selection?, define?, tick?, at?, followed?, origin?, import?, ...}`.
///
/// # Errors
/// `Usage` naming the invalid parameter.
pub fn cat_options(value: &Value) -> Result<CatOptions, Error> {
    Ok(among::<CatOptions>(value)?.tags(among::<TagsRequest>(value)?).source(source_options(value)?))
}

/// Reads `{level?, frameTags?, about?, selection?, define?, tick?, size?, fanOut?, import?, ...}`.
///
/// # Errors
/// `Usage` naming the invalid parameter.
pub fn slice_options(value: &Value) -> Result<SliceOptions, Error> {
    let mut options = SliceOptions::default()
        .tags(among::<TagsRequest>(value)?)
        .source(source_options(value)?)
        .packing(among::<PackingOptions>(value)?)
        .fan_out(flag(value, "fanOut"));
    options.size = Params::new(value.clone())?.unsigned("size")?;
    Ok(options)
}

/// Reads `{offsets, imports?, level?, frameTags?, about?, selection?, define?, tick?, fanOut?}`: a list of ticks, one
/// for each recording, and in `imports` an object for each, `{import?, ...}`.
///
/// # Errors
/// `Usage` naming the invalid parameter.
pub fn merge_options(value: &Value) -> Result<MergeOptions, Error> {
    let offsets = Params::new(value.clone())?.times("offsets")?.unwrap_or_default();
    let imports = match value.get("imports") {
        Some(Value::List(imports)) => imports.as_slice(),
        _ => &[],
    };
    let empty = Value::Map(Vec::<(Name, Value)>::new());
    let input = |(number, offset)| {
        let source = source_options(imports.get(number).unwrap_or(&empty))?;
        Ok(MergeInput { offset, source })
    };
    Ok(MergeOptions::default()
        .inputs(offsets.into_iter().enumerate().map(input).collect::<Result<Vec<_>, Error>>()?)
        .tags(among::<TagsRequest>(value)?)
        .packing(among::<PackingOptions>(value)?)
        .fan_out(flag(value, "fanOut")))
}

/// Reads `{level?, frameTags?, size, keepDoubtful?, fanOut?}`.
///
/// # Errors
/// `Usage` naming the invalid parameter.
pub fn repair_options(value: &Value) -> Result<RepairOptions, Error> {
    Ok(from_value::<RepairOptions>(value)?.packing(among::<PackingOptions>(value)?))
}
