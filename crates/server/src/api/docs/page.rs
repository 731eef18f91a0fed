//! The page itself: an index on the left, then every operation, grouped by noun. Each has an
//! anchor, so that a colleague can be sent to the very line.

use std::collections::BTreeMap;

use serde_json::Value;

use super::shape::{self, Field};

struct Operation<'a> {
    method: &'static str,
    path: &'a str,
    value: &'a Value,
}

impl Operation<'_> {
    fn anchor(&self) -> String {
        let id = self.value["operationId"].as_str();
        let made =
            || format!("{}{}", self.method.to_lowercase(), self.path.replace(['/', '{', '}'], "-"));
        id.map_or_else(made, str::to_owned)
    }
}

pub fn render(document: &Value) -> String {
    let groups = grouped(document);
    let info = &document["info"];
    let title = text(&info["title"]);
    let mut page = String::with_capacity(64 * 1024);
    page.push_str(&format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n\
         <link rel=\"stylesheet\" href=\"/api/docs/style.css\">\n</head>\n<body>\n"
    ));
    page.push_str("<nav aria-label=\"Operations\">\n");
    for (group, operations) in &groups {
        page.push_str(&format!("<h2>{}</h2>\n<ul>\n", escaped(group)));
        for operation in operations {
            page.push_str(&format!(
                "<li><a href=\"#{}\"><b class=\"{2}\">{2}</b> {}</a></li>\n",
                escaped(&operation.anchor()),
                escaped(operation.path.trim_start_matches("/api")),
                operation.method,
            ));
        }
        page.push_str("</ul>\n");
    }
    page.push_str(&format!(
        "</nav>\n<main>\n<header>\n<h1>{title} <small>{}</small></h1>\n<p>{}</p>\n\
         <p>A route marked <span class=\"lock\">signed in</span> takes \
         <code>Authorization: Bearer …</code> with the token of a sign-in. The whole contract is \
         <a href=\"/api/openapi.json\">openapi.json</a>.{}</p>\n</header>\n",
        text(&info["version"]),
        prose(info["description"].as_str().unwrap_or_default()),
        contact(&info["contact"]["email"]),
    ));
    for (group, operations) in &groups {
        page.push_str(&format!("<section>\n<h2>{}</h2>\n", escaped(group)));
        for operation in operations {
            write_operation(&mut page, operation, document);
        }
        page.push_str("</section>\n");
    }
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

fn grouped(document: &Value) -> BTreeMap<&str, Vec<Operation<'_>>> {
    let mut groups: BTreeMap<&str, Vec<Operation<'_>>> = BTreeMap::new();
    let paths = document["paths"].as_object().into_iter().flatten();
    for (path, item) in paths {
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
            let value = &item[method.to_lowercase()];
            if !value.is_object() {
                continue;
            }
            let tag = value["tags"][0].as_str().unwrap_or("Other");
            groups.entry(tag).or_default().push(Operation { method, path, value });
        }
    }
    groups
}

fn write_operation(page: &mut String, operation: &Operation<'_>, document: &Value) {
    let value = operation.value;
    let anchor = escaped(&operation.anchor());
    // A route without a word on it is private; an empty requirement among its own opens it.
    let opens = |list: &Vec<Value>| list.iter().any(|one| one == &serde_json::json!({}));
    let is_private = !value["security"].as_array().is_some_and(opens);
    let lock = if is_private { " <span class=\"lock\">signed in</span>" } else { "" };
    page.push_str(&format!(
        "<article id=\"{anchor}\">\n<h3><a href=\"#{anchor}\"><b class=\"{0}\">{0}</b> \
         <code>{1}</code></a>{lock}</h3>\n",
        operation.method,
        escaped(operation.path),
    ));
    for key in ["summary", "description"] {
        if let Some(words) = value[key].as_str() {
            page.push_str(&format!("<p class=\"{key}\">{}</p>\n", prose(words)));
        }
    }
    let parameters = shape::parameters(document, value);
    if !parameters.is_empty() {
        write_fields(page, "Parameters", &parameters);
    }
    for (kind, schema) in contents(&value["requestBody"]) {
        page.push_str(&format!("<h4>Takes <code>{}</code></h4>\n", escaped(kind)));
        write_schema(page, document, schema);
    }
    page.push_str("<h4>Answers</h4>\n<dl class=\"answers\">\n");
    for (status, answer) in value["responses"].as_object().into_iter().flatten() {
        let answer = shape::resolved(document, answer);
        page.push_str(&format!(
            "<dt class=\"s{}\">{}</dt>\n<dd>{}",
            escaped(status.get(..1).unwrap_or("0")),
            escaped(status),
            prose(answer["description"].as_str().unwrap_or_default()),
        ));
        // The error model is told once, at the top of the page.
        let is_success = status.starts_with('2');
        for (kind, schema) in contents(answer).filter(|_| is_success) {
            page.push_str(&format!(" <code>{}</code>\n", escaped(kind)));
            write_schema(page, document, schema);
        }
        page.push_str("</dd>\n");
    }
    page.push_str("</dl>\n</article>\n");
}

fn contents(holder: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let contents = holder["content"].as_object().into_iter().flatten();
    contents.map(|(kind, content)| (kind.as_str(), &content["schema"]))
}

fn write_schema(page: &mut String, document: &Value, schema: &Value) {
    let fields = shape::fields(document, schema);
    if fields.is_empty() {
        let name = escaped(&shape::type_name(document, schema));
        page.push_str(&format!("<p class=\"type\">{name}</p>\n"));
    } else {
        write_fields(page, "Fields", &fields);
    }
}

fn write_fields(page: &mut String, heading: &str, fields: &[Field]) {
    page.push_str(&format!(
        "<div class=\"table\"><table>\n<caption>{heading}</caption>\n<thead><tr><th>Name</th>\
         <th>Type</th><th>Meaning</th></tr></thead>\n<tbody>\n"
    ));
    for field in fields {
        let need = if field.is_required { " <em>required</em>" } else { "" };
        page.push_str(&format!(
            "<tr><td class=\"depth{}\"><code>{}</code>{need}</td><td>{}</td><td>{}</td></tr>\n",
            field.depth.min(3),
            escaped(&field.name),
            escaped(&field.kind),
            prose(&field.meaning),
        ));
    }
    page.push_str("</tbody>\n</table></div>\n");
}

fn contact(email: &Value) -> String {
    let Some(email) = email.as_str().map(escaped) else {
        return String::new();
    };
    format!(" Questions go to <a href=\"mailto:{email}\">{email}</a>.")
}

fn text(value: &Value) -> String {
    escaped(value.as_str().unwrap_or_default())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Words with `code` between backticks, as doc comments write it.
fn prose(text: &str) -> String {
    let text = escaped(text);
    let parts = text.split('`').enumerate();
    parts
        .map(|(i, part)| if i % 2 == 1 { format!("<code>{part}</code>") } else { part.to_owned() })
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_operation_shows_its_fields_statuses_and_anchor() {
        let document = json!({
            "info": {"title": "T & Co", "version": "1"},
            "components": {"schemas": {"New": {"type": "object", "required": ["name"], "properties": {
                "name": {"type": "string", "description": "What <it> is called"},
                "links": {"$ref": "#/components/schemas/Links"}}},
                "Links": {"type": "object", "properties": {"spotify": {"type": ["string", "null"]}}}}},
            "paths": {"/api/things/{id}": {"put": {"operationId": "change", "tags": ["Things"],
                "summary": "Change `it`",
                "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "string"}}],
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/New"}}}},
                "responses": {"200": {"description": "Done"}, "404": {"description": "Gone"}}}}}
        });
        let page = render(&document);
        for part in [
            "<title>T &amp; Co</title>",
            "<article id=\"change\">",
            "href=\"#change\"",
            "signed in",
            "Change <code>it</code>",
            "What &lt;it&gt; is called",
            "<code>links.spotify</code>",
            "string or null",
            "<em>required</em>",
            "<dt class=\"s4\">404</dt>",
        ] {
            assert!(page.contains(part), "{part} in {page}");
        }
        assert!(!page.contains("<script") && !page.contains("style="), "the policy forbids both");
    }
}
