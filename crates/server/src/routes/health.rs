//! Whether the server can do its work: it answers, and its database does too. It also tells its version
//! and whom to write to for help, which the app's help dialog shows.

use std::sync::Arc;

use app::App;
use axum::extract::State;
use axum::{Extension, Json};
use domain::ids::UserId;
use domain::users::Email;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::error::Result;

/// The operator's address for people who need help, where one is configured.
#[derive(Clone)]
struct Support(Option<Email>);

pub fn router(support: Option<&Email>) -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(health)).layer(Extension(Support(support.cloned())))
}

#[derive(Serialize, ToSchema)]
struct Health {
    success: bool,
    #[schema(example = "ok")]
    status: &'static str,
    /// The server's version.
    #[schema(example = "0.1.0")]
    version: &'static str,
    /// Whom to write to for help; null where the operator names nobody.
    #[schema(required, example = "help@example.com")]
    support_email: Option<String>,
}

/// Tell whether the server works
///
/// Asks the database too: while that is away the answer is a 503.
#[utoipa::path(get, path = "/api/health", tag = "Health", security(()),
    responses((status = 200, body = Health)))]
async fn health(
    State(app): State<Arc<App>>,
    Extension(Support(email)): Extension<Support>,
) -> Result<Json<Health>> {
    // The look-up that every signed-in request makes, on behalf of nobody.
    app.db
        .read(|conn| {
            let found = storage::sessions::find_by_token(conn, UserId::NOBODY, "")?;
            Ok::<_, app::Error>(found.is_some())
        })
        .await?;
    Ok(Json(Health {
        success: true,
        status: "ok",
        version: env!("CARGO_PKG_VERSION"),
        support_email: email.map(|email| email.as_str().to_owned()),
    }))
}
