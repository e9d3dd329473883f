//! TypeScript declarations from the JSON Schema of Rust types.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};

/// A type that a file imports instead of declaring it.
#[derive(Clone, Copy)]
pub struct Imported {
    /// Its name in Rust.
    pub rust: &'static str,
    /// Its type in TypeScript.
    pub typescript: &'static str,
}

/// Maximum number of characters of a line.
const MAX_LINE: usize = 110;

/// The text of a file, and the names of the types it declares.
pub struct Output {
    /// The text so far.
    pub text: String,
    declared: Vec<String>,
}

impl Output {
    /// A file that begins with `text`.
    pub fn new(text: &str) -> Self {
        Self { text: text.to_owned(), declared: Vec::new() }
    }

    /// Adds a line.
    pub fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn comment(&mut self, schema: &Value, indent: &str) {
        let words = description(schema);
        if !words.is_empty() {
            self.line(&format!("{indent}/** {words} */"));
        }
    }
}

/// The JSON Schema of a type and of the types it consists of.
pub struct Definitions {
    /// The schema of the type.
    pub root: Value,
    definitions: Map<String, Value>,
    imported: Vec<Imported>,
    is_request: bool,
}

impl Definitions {
    /// Returns the schema of a request.
    pub fn of_request<T: JsonSchema>() -> Self {
        Self::of::<T>(true, &[])
    }

    /// Returns the schema of a result that consists of `imported` types among others.
    pub fn of_result<T: JsonSchema>(imported: &[Imported]) -> Self {
        Self::of::<T>(false, imported)
    }

    fn of<T: JsonSchema>(is_request: bool, imported: &[Imported]) -> Self {
        let settings = SchemaSettings::default();
        let settings = if is_request { settings } else { settings.for_serialize() };
        let schema: Schema = settings.into_generator().into_root_schema_for::<T>();
        let root = schema.to_value();
        let mut definitions = entries(&root, "$defs").cloned().unwrap_or_default();
        definitions.insert(T::schema_name().into_owned(), root.clone());
        Self { root, definitions, imported: imported.to_vec(), is_request }
    }

    /// Declares a type with `head` before its keys, after the types it consists of, unless it is declared already.
    pub fn declare(&self, name: &str, head: &[String], out: &mut Output) {
        if self.is_word(name) && head.is_empty() {
            return;
        }
        let declare = |definitions: &Self, used: &str, out: &mut Output| definitions.declare(used, &[], out);
        let Some(schema) = self.start(name, out, declare) else { return };
        let typescript_name = typescript_name(name);
        let properties = entries(schema, "properties").or_else(|| (!head.is_empty()).then(empty));
        let Some(properties) = properties else {
            let line = format!("export type {typescript_name} = {};", self.kind(schema));
            let is_long = line.len() > MAX_LINE;
            out.line(&if is_long { line.replacen("= ", "= | ", 1).replace(" | ", "\n  | ") } else { line });
            return;
        };
        out.line(&format!("export interface {typescript_name} {{"));
        head.iter().for_each(|text| out.line(text));
        for (key, property) in properties {
            out.comment(property, "  ");
            out.line(&format!("  {};", self.property(schema, key, property)));
        }
        out.line("}");
    }

    /// Begins the declaration of a type with its comment, after the types it consists of by `declare`, and returns
    /// its schema: nothing for a type that is imported or declared already.
    pub fn start(
        &self,
        name: &str,
        out: &mut Output,
        declare: fn(&Self, &str, &mut Output),
    ) -> Option<&Value> {
        let schema = self.definitions.get(name).filter(|_| self.import(name).is_none())?;
        if out.declared.iter().any(|declared| declared == name) {
            return None;
        }
        out.declared.push(name.to_owned());
        references(schema).iter().for_each(|used| declare(self, used, out));
        out.text.push('\n');
        out.comment(schema, "");
        Some(schema)
    }

    /// Returns whether a type is that of a request's words, which are checked by its reader.
    fn is_word(&self, name: &str) -> bool {
        self.is_request && self.definitions.get(name).is_some_and(|one| one["properties"].is_null())
    }

    /// Returns the text of a type that is imported instead of declared.
    pub fn import(&self, name: &str) -> Option<&'static str> {
        self.imported.iter().find(|imported| imported.rust == name).map(|imported| imported.typescript)
    }

    /// A key and its type. A key that can be missing is never null.
    fn property(&self, schema: &Value, key: &str, property: &Value) -> String {
        let kind = self.kind(property);
        if list(schema, "required").iter().any(|required| required == key) {
            format!("{key}: {kind}")
        } else {
            format!("{key}?: {}", kind.trim_end_matches(" | null"))
        }
    }

    /// The type in TypeScript.
    fn kind(&self, schema: &Value) -> String {
        if let Some(name) = reference(schema) {
            let typescript = if self.is_word(&name) { "string" } else { typescript_name(&name) };
            return self.import(&name).unwrap_or(typescript).to_owned();
        }
        let alternatives = [list(schema, "anyOf"), list(schema, "oneOf")].concat();
        if !alternatives.is_empty() {
            let mut kinds = Vec::new();
            for kind in alternatives.iter().map(|one| self.kind(one)) {
                if !kinds.contains(&kind) {
                    kinds.push(kind);
                }
            }
            return kinds.join(" | ");
        }
        let literals = list(schema, "enum").iter().chain(schema.get("const"));
        let literals: Vec<String> = literals.map(Value::to_string).collect();
        if !literals.is_empty() {
            return literals.join(" | ");
        }
        let (kind, null) = match &schema["type"] {
            Value::Array(kinds) => (kinds[0].as_str().unwrap_or_default(), " | null"),
            kind => (kind.as_str().unwrap_or_default(), ""),
        };
        let readonly = if self.is_request { "readonly " } else { "" };
        let tuple = list(schema, "prefixItems");
        let text = match (kind, schema["format"].as_str().unwrap_or_default()) {
            ("integer", format) if format.starts_with("uint") && !self.is_request => "number".to_owned(),
            ("integer", _) => "bigint".to_owned(),
            ("array", "Counts" | "Floats") => "Float64Array".to_owned(),
            ("array", "Bytes") => "Uint8Array".to_owned(),
            ("array", "Times") => "BigInt64Array".to_owned(),
            ("array", "Interval") => "[number, number]".to_owned(),
            ("array", _) if !tuple.is_empty() => {
                let kinds: Vec<String> = tuple.iter().map(|one| self.kind(one)).collect();
                format!("{readonly}[{}]", kinds.join(", "))
            }
            ("array", _) => match self.kind(&schema["items"]) {
                inner if inner.contains(" | ") || inner.starts_with("readonly") => {
                    format!("{readonly}({inner})[]")
                }
                inner => format!("{readonly}{inner}[]"),
            },
            ("object", _) => match entries(schema, "properties") {
                Some(properties) => {
                    let property = |(key, property): (&String, &Value)| self.property(schema, key, property);
                    format!("{{ {} }}", properties.iter().map(property).collect::<Vec<_>>().join("; "))
                }
                None => {
                    let is_entries = schema["format"] == "Entries";
                    let object = if is_entries { "ReadonlyMap" } else { "Record" };
                    format!("{object}<string, {}>", self.kind(&schema["additionalProperties"]))
                }
            },
            (kind, _) => kind.to_owned(),
        };
        text + null
    }
}

fn empty() -> &'static Map<String, Value> {
    static EMPTY: std::sync::LazyLock<Map<String, Value>> = std::sync::LazyLock::new(Map::new);
    &EMPTY
}

/// The description of a schema in one line, with JSON's name of `None`.
pub fn description(schema: &Value) -> String {
    let text = schema["description"].as_str().unwrap_or_default();
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let sentences = format!(". {words}").replace(". `None`", ". Null").replace("`None`", "null");
    sentences[2..].to_owned()
}

/// The name of a type in TypeScript.
pub fn typescript_name(name: &str) -> &str {
    name.strip_suffix("Result").unwrap_or(name)
}

/// The list under `key` of a schema.
pub fn list<'a>(schema: &'a Value, key: &str) -> &'a [Value] {
    schema[key].as_array().map_or(&[], Vec::as_slice)
}

/// The entries under `key` of a schema.
pub fn entries<'a>(schema: &'a Value, key: &str) -> Option<&'a Map<String, Value>> {
    schema[key].as_object()
}

/// The name of the type that a schema refers to.
pub fn reference(schema: &Value) -> Option<String> {
    schema["$ref"].as_str()?.strip_prefix("#/$defs/").map(str::to_owned)
}

/// The names of all types that a schema refers to, in order, except for its own definitions.
fn references(schema: &Value) -> Vec<String> {
    match schema {
        Value::Object(object) => {
            let inner =
                object.iter().filter(|(key, _)| *key != "$defs").flat_map(|(_, value)| references(value));
            reference(schema).into_iter().chain(inner).collect()
        }
        Value::Array(list) => list.iter().flat_map(references).collect(),
        _ => Vec::new(),
    }
}
