//! Turns serde's error messages into a sentence that names the field and what it accepts. The value itself is never
//! repeated: it may be a password.

use crate::error::ApiError;

/// The error for a request that could not be deserialized; `path` names the field.
pub fn refusal(path: &str, message: &str) -> ApiError {
    let message = without_position(message);
    let here = if path == "." { "" } else { path };
    if let Some(name) = quoted_after(message, "missing field `") {
        let field = join_path(here, name);
        let sentence = format!("The field {field} is missing.");
        return ApiError::bad_request(sentence).with_field(field, "This field is required.");
    }
    if let Some(name) = quoted_after(message, "duplicate field `") {
        let field = join_path(here, name);
        return ApiError::bad_field(&field, format!("The field {field} is given more than once."));
    }
    if here.is_empty() {
        return ApiError::bad_request(match expected(message) {
            Some(takes) => format!("The request must be {takes}."),
            None => "The request is not in the expected form.".to_owned(),
        });
    }
    ApiError::bad_field(
        here,
        match expected(message) {
            Some(takes) => format!("The field {here} must be {takes}."),
            None => format!("The field {here} is not valid: {message}."),
        },
    )
}

/// Removes ` at line 1 column 9` from the end of serde_json's message: the field's name is more useful. The value in
/// the message may contain the same words, so only the last occurrence is removed.
fn without_position(message: &str) -> &str {
    let is_place = |tail: &str| tail.chars().all(|c| c.is_ascii_digit() || " column".contains(c));
    match message.rsplit_once(" at line ") {
        Some((rest, tail)) if is_place(tail) => rest,
        _ => message,
    }
}

fn quoted_after<'a>(message: &'a str, start: &str) -> Option<&'a str> {
    message.strip_prefix(start)?.split('`').next()
}

fn join_path(parent: &str, name: &str) -> String {
    if parent.is_empty() { name.to_owned() } else { format!("{parent}.{name}") }
}

/// What serde expected, in plain words.
fn expected(message: &str) -> Option<String> {
    let speaks_of_type = ["invalid type", "invalid value", "invalid length", "unknown variant"]
        .iter()
        .any(|start| message.starts_with(start));
    if !speaks_of_type {
        // Numbers and booleans of a query fail with messages of the standard library.
        return match message {
            "provided string was not `true` or `false`" => Some("true or false".to_owned()),
            text if text.contains("digit found in string") => Some("a whole number".to_owned()),
            text if text.contains("number too") => Some("a smaller number".to_owned()),
            text if text.contains("integer from empty string") => Some("a whole number".to_owned()),
            _ => None,
        };
    }
    let (_, takes) = message.rsplit_once("expected ")?;
    let takes = takes.replace('`', "");
    Some(match takes.as_str() {
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => "a whole number".to_owned(),
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => {
            "a whole number, not negative".to_owned()
        }
        "f32" | "f64" => "a number".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a sequence" => "a list".to_owned(),
        "a map" => "an object".to_owned(),
        "unit" => "null".to_owned(),
        text if text.starts_with("struct ") => "an object".to_owned(),
        text if text.starts_with("one of ") || text.starts_with("a") => takes,
        text if message.starts_with("unknown variant") => text.to_owned(),
        _ => takes,
    })
}
