//! Reads schemas out of the OpenAPI document: resolves references, lists the fields of a schema, and names types for
//! people.

use serde_json::Value;

pub struct Field {
    pub name: String,
    pub kind: String,
    pub meaning: String,
    pub is_required: bool,
    pub depth: usize,
}

/// Maximum nesting depth of the table; also ends a schema that contains itself.
const DEEPEST: usize = 3;

/// Follows a `$ref`; returns any other value unchanged.
pub fn resolve<'a>(document: &'a Value, value: &'a Value) -> &'a Value {
    let mut value = value;
    // Limits the steps, because references could form a circle.
    for _ in 0..8 {
        let Some(reference) = value["$ref"].as_str() else {
            return value;
        };
        let target = document.pointer(reference.trim_start_matches('#'));
        value = target.unwrap_or(&Value::Null);
    }
    value
}

pub fn parameters(document: &Value, operation: &Value) -> Vec<Field> {
    let list = operation["parameters"].as_array().into_iter().flatten();
    list.map(|parameter| {
        let parameter = resolve(document, parameter);
        let place = parameter["in"].as_str().unwrap_or_default();
        Field {
            name: parameter["name"].as_str().unwrap_or_default().to_owned(),
            kind: format!("{} in {place}", type_name(document, &parameter["schema"])),
            meaning: parameter["description"].as_str().unwrap_or_default().to_owned(),
            is_required: parameter["required"].as_bool().unwrap_or(false),
            depth: 0,
        }
    })
    .collect()
}

/// The fields of an object, those of objects inside it after their parent.
pub fn fields(document: &Value, schema: &Value) -> Vec<Field> {
    let mut fields = Vec::new();
    collect(document, schema, "", 0, &mut fields);
    fields
}

fn collect(document: &Value, schema: &Value, parent: &str, depth: usize, out: &mut Vec<Field>) {
    let schema = object_within(document, schema);
    for part in schema["allOf"].as_array().into_iter().flatten() {
        collect(document, part, parent, depth, out);
    }
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    for (name, value) in schema["properties"].as_object().into_iter().flatten() {
        let path = if parent.is_empty() { name.clone() } else { format!("{parent}.{name}") };
        let meaning = [value, resolve(document, value)]
            .iter()
            .find_map(|value| value["description"].as_str())
            .unwrap_or_default();
        out.push(Field {
            name: path.clone(),
            kind: type_name(document, value),
            meaning: meaning.to_owned(),
            is_required: required.contains(&name.as_str()),
            depth,
        });
        if depth < DEEPEST {
            collect(document, value, &path, depth + 1, out);
        }
    }
}

/// The object schema whose fields are listed: the schema itself, the one it refers to, the items of an array, or the
/// only alternative that is not null.
fn object_within<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    let schema = resolve(document, schema);
    if schema["items"].is_object() {
        return object_within(document, &schema["items"]);
    }
    let choices = ["oneOf", "anyOf"].iter().find_map(|key| schema[*key].as_array());
    let is_null = |choice: &&Value| choice["type"] != "null";
    match choices.map(|list| list.iter().filter(is_null).collect::<Vec<_>>()) {
        Some(list) if list.len() == 1 => object_within(document, list[0]),
        _ => schema,
    }
}

pub fn type_name(document: &Value, schema: &Value) -> String {
    let schema = resolve(document, schema);
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<String> = values.iter().map(plain).collect();
        return format!("one of {}", values.join(", "));
    }
    if let Some(list) = ["oneOf", "anyOf"].iter().find_map(|key| schema[*key].as_array()) {
        let names: Vec<String> = list.iter().map(|choice| type_name(document, choice)).collect();
        return names.join(" or ");
    }
    let name = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().map(plain).collect::<Vec<_>>().join(" or "),
        Value::String(kind) if kind == "array" => {
            format!("list of {}", type_name(document, &schema["items"]))
        }
        Value::String(kind) => kind.clone(),
        _ => "any".to_owned(),
    };
    match schema["format"].as_str() {
        Some(format) if !format.starts_with("int") => format!("{name} ({format})"),
        _ => name,
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
