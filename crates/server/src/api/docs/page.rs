//! Fills `templates/api-docs.html`: an index on the left, then every operation, grouped by tag. Each operation has an
//! anchor, so that a link can lead to it.

use std::collections::BTreeMap;

use askama::Template;
use serde_json::Value;

use super::shape::{self, Field};

#[derive(Template)]
#[template(path = "api-docs.html")]
struct Page<'a> {
    title: &'a str,
    version: &'a str,
    description: &'a str,
    contact: Option<&'a str>,
    groups: BTreeMap<&'a str, Vec<Operation<'a>>>,
}

struct Operation<'a> {
    anchor: String,
    method: &'static str,
    path: &'a str,
    is_private: bool,
    summary: Option<&'a str>,
    description: Option<&'a str>,
    parameters: Vec<Field>,
    takes: Vec<Content<'a>>,
    answers: Vec<Answer<'a>>,
}

struct Answer<'a> {
    status: &'a str,
    /// The first digit of the status.
    class: &'a str,
    description: &'a str,
    contents: Vec<Content<'a>>,
}

/// A body of one media type: its fields, or only the name of its type where it has none.
struct Content<'a> {
    media_type: &'a str,
    fields: Vec<Field>,
    type_name: String,
}

pub fn render(document: &Value) -> String {
    let info = &document["info"];
    let page = Page {
        title: text(&info["title"]),
        version: text(&info["version"]),
        description: text(&info["description"]),
        contact: info["contact"]["email"].as_str(),
        groups: groups(document),
    };
    // Writing text to a string cannot fail.
    page.render().unwrap_or_default()
}

fn groups(document: &Value) -> BTreeMap<&str, Vec<Operation<'_>>> {
    let mut groups: BTreeMap<&str, Vec<Operation<'_>>> = BTreeMap::new();
    let paths = document["paths"].as_object().into_iter().flatten();
    for (path, item) in paths {
        for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] {
            let value = &item[method.to_lowercase()];
            if !value.is_object() {
                continue;
            }
            let tag = value["tags"][0].as_str().unwrap_or("Other");
            groups.entry(tag).or_default().push(operation(document, method, path, value));
        }
    }
    groups
}

fn operation<'a>(
    document: &'a Value,
    method: &'static str,
    path: &'a str,
    value: &'a Value,
) -> Operation<'a> {
    let made_up = || format!("{}{}", method.to_lowercase(), path.replace(['/', '{', '}'], "-"));
    // An operation is private by default; an empty security requirement makes it public.
    let is_public = |list: &Vec<Value>| list.iter().any(|one| one == &serde_json::json!({}));
    let answers = value["responses"].as_object().into_iter().flatten();
    Operation {
        anchor: value["operationId"].as_str().map_or_else(made_up, str::to_owned),
        method,
        path,
        is_private: !value["security"].as_array().is_some_and(is_public),
        summary: value["summary"].as_str(),
        description: value["description"].as_str(),
        parameters: shape::parameters(document, value),
        takes: contents(document, &value["requestBody"]),
        answers: answers.map(|(status, value)| answer(document, status, value)).collect(),
    }
}

fn answer<'a>(document: &'a Value, status: &'a str, value: &'a Value) -> Answer<'a> {
    let value = shape::resolve(document, value);
    // The top of the page describes the body of every error once.
    let is_success = status.starts_with('2');
    Answer {
        status,
        class: status.get(..1).unwrap_or("0"),
        description: text(&value["description"]),
        contents: if is_success { contents(document, value) } else { Vec::new() },
    }
}

fn contents<'a>(document: &Value, holder: &'a Value) -> Vec<Content<'a>> {
    let contents = holder["content"].as_object().into_iter().flatten();
    contents
        .map(|(media_type, content)| Content {
            media_type,
            fields: shape::fields(document, &content["schema"]),
            type_name: shape::type_name(document, &content["schema"]),
        })
        .collect()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
