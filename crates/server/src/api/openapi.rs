//! The API's OpenAPI 3.1 document: the title and the security scheme around the documented routes, and the error
//! responses that all routes share, so that no route has to repeat them.

use axum::http::StatusCode;
use http::error::ErrorBody;
use utoipa::openapi::path::Operation;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{
    ComponentsBuilder, Content, ContentBuilder, HeaderBuilder, InfoBuilder, KnownFormat,
    LicenseBuilder, ObjectBuilder, OpenApi, OpenApiBuilder, Ref, RefOr, Response, ResponseBuilder,
    SchemaFormat, Type,
};
use utoipa::{PartialSchema, ToSchema};

/// The only security scheme. Every route requires it unless it says `security(())`, so a route that says nothing is
/// documented as private.
const BEARER: &str = "bearer";

/// Error responses with the same meaning on every route: status, name in the document, description.
#[rustfmt::skip]
const SHARED: [(StatusCode, &str, &str); 12] = [
    (StatusCode::BAD_REQUEST, "BadRequest", "The input is invalid; `fields` names the invalid fields"),
    (StatusCode::UNAUTHORIZED, "Unauthenticated", "Not signed in, or the session has ended"),
    (StatusCode::FORBIDDEN, "Refused", "The password, code or PIN is wrong"),
    (StatusCode::NOT_FOUND, "NotFound", "It does not exist, or belongs to another account"),
    (StatusCode::REQUEST_TIMEOUT, "TooSlow", "The request body did not arrive in time"),
    (StatusCode::CONFLICT, "Conflict", "The request conflicts with existing data"),
    (StatusCode::PAYLOAD_TOO_LARGE, "TooLarge", "The request body is too large"),
    (StatusCode::UNSUPPORTED_MEDIA_TYPE, "UnsupportedType", "This route does not accept the content type"),
    (StatusCode::TOO_MANY_REQUESTS, "TooManyAttempts", "Too many attempts; `Retry-After` says how long to wait"),
    (StatusCode::INTERNAL_SERVER_ERROR, "Failure", "An error on the server"),
    (StatusCode::SERVICE_UNAVAILABLE, "Unavailable", "The server is busy, or the database or media store is unreachable; `Retry-After` says how long to wait"),
    (StatusCode::INSUFFICIENT_STORAGE, "Full", "The media store is full"),
];

/// Title, license, security scheme and the shared error responses.
pub fn frame() -> OpenApi {
    let bearer = HttpBuilder::new()
        .scheme(HttpAuthScheme::Bearer)
        .description(Some("The `token` from signing in or signing up."))
        .build();
    let components = SHARED.iter().fold(
        ComponentsBuilder::new()
            .security_scheme(BEARER, SecurityScheme::Http(bearer))
            .schema(ErrorBody::name(), ErrorBody::schema()),
        |components, (status, name, meaning)| components.response(*name, refusal(*status, meaning)),
    );
    OpenApiBuilder::new()
        .info(
            InfoBuilder::new()
                .title("Ledgerline API")
                .version(env!("CARGO_PKG_VERSION"))
                .description(Some(
                    "Every response is JSON with `success`, unless a route says otherwise. A failed \
                     request returns `{\"success\": false, \"error\": \"one sentence\"}`, with `fields` \
                     if fields are invalid. Every response has an `x-request-id` header.",
                ))
                .license(Some(LicenseBuilder::new().name("MIT").build()))
                .build(),
        )
        .components(Some(components.build()))
        .security(Some([SecurityRequirement::new(BEARER, [""; 0])]))
        .build()
}

fn refusal(status: StatusCode, meaning: &str) -> Response {
    let schema = Ref::from_schema_name(ErrorBody::name());
    let response = ResponseBuilder::new()
        .description(meaning)
        .content("application/json", ContentBuilder::new().schema(Some(schema)).build());
    let waits = matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE);
    if !waits {
        return response.build();
    }
    let seconds = ObjectBuilder::new().schema_type(Type::Integer).build();
    let header =
        HeaderBuilder::new().schema(Some(seconds)).description(Some("Seconds to wait")).build();
    response.header("Retry-After", header).build()
}

/// Adds to each operation the shared error responses that it can return and does not describe itself.
pub fn complete_operations(mut document: OpenApi) -> OpenApi {
    for item in document.paths.paths.values_mut() {
        let operations = [
            &mut item.get,
            &mut item.put,
            &mut item.post,
            &mut item.delete,
            &mut item.patch,
            &mut item.head,
            &mut item.options,
        ];
        for operation in operations.into_iter().flatten() {
            complete(operation);
        }
    }
    document
}

fn complete(operation: &mut Operation) {
    let has_body = operation.request_body.is_some();
    let has_input = has_body || operation.parameters.as_ref().is_some_and(|list| !list.is_empty());
    // `security(())` is the empty requirement: no token is needed.
    let nothing = SecurityRequirement::default();
    let is_private = operation.security.as_ref().is_none_or(|list| !list.contains(&nothing));
    for (status, name, _) in SHARED {
        let can_happen = match status {
            StatusCode::BAD_REQUEST => has_input,
            StatusCode::UNAUTHORIZED => is_private,
            StatusCode::REQUEST_TIMEOUT
            | StatusCode::PAYLOAD_TOO_LARGE
            | StatusCode::UNSUPPORTED_MEDIA_TYPE => has_body,
            StatusCode::INTERNAL_SERVER_ERROR | StatusCode::SERVICE_UNAVAILABLE => true,
            _ => false,
        };
        let key = status.as_u16().to_string();
        let is_told = match operation.responses.responses.get(&key) {
            // A route that gives a status without a description means the shared response.
            Some(RefOr::T(response)) => !response.description.is_empty(),
            Some(RefOr::Ref(_)) => true,
            None => !can_happen,
        };
        if !is_told {
            let response = RefOr::Ref(Ref::new(format!("#/components/responses/{name}")));
            operation.responses.responses.insert(key, response);
        }
    }
    if let Some(RefOr::T(body)) = &mut operation.request_body {
        body.content.iter_mut().for_each(|(kind, content)| mark_bytes(kind, content));
    }
    for (status, response) in &mut operation.responses.responses {
        let RefOr::T(response) = response else {
            continue;
        };
        // OpenAPI 3.1 asks every answer for a description.
        if response.description.is_empty() {
            response.description = if status == "201" { "Created" } else { "Done" }.to_owned();
        }
        response.content.iter_mut().for_each(|(kind, content)| mark_bytes(kind, content));
    }
}

/// Describes a body that is not JSON as binary data, not as the list of numbers that `Vec<u8>` would be.
fn mark_bytes(kind: &str, content: &mut RefOr<Content>) {
    let has_a_shape = kind.contains("json") || kind.starts_with("multipart/");
    if let (false, RefOr::T(content)) = (has_a_shape, content) {
        let bytes = ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary)));
        content.schema = Some(bytes.build().into());
    }
}

/// The document as text; the same bytes each time.
pub fn to_text(document: &OpenApi) -> Result<String, serde_json::Error> {
    document.to_pretty_json().map(|text| text + "\n")
}
