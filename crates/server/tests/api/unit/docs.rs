//! The page of the API documentation.

use ledgerline::internal::render_docs;
use serde_json::json;

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
    let page = render_docs(&document);
    for part in [
        "<title>T &#38; Co</title>",
        "<article id=\"change\">",
        "href=\"#change\"",
        "signed in",
        "Change <code>it</code>",
        "What &#60;it&#62; is called",
        "<code>links.spotify</code>",
        "string or null",
        "<em>required</em>",
        "<dt class=\"s4\">404</dt>",
    ] {
        assert!(page.contains(part), "{part} in {page}");
    }
    assert!(!page.contains("<script") && !page.contains("style="), "the policy forbids both");
}
