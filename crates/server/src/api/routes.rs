//! The API, one file per noun. Each has its request and answer types, its handlers and a
//! `router()`; this is the list of them, and the few shapes they share.

mod applications;
pub mod clients;
pub mod exports;
pub mod figures;
pub mod identity;
pub mod library;
pub mod money;
pub mod notifications;
pub mod operations;
pub mod sales;

use std::sync::Arc;

use app::App;
use axum::Json;
use domain::identity::users::Email;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::api::error::{ApiError, Result};
use crate::program::health::Health;

/// Hands each noun's routes to `take`, one after the other. Paths are written whole: a router nested under `/api` would
/// cost every request another layer.
pub fn each(
    support: Option<&Email>,
    health: Arc<Health>,
    mut take: impl FnMut(OpenApiRouter<Arc<App>>),
) {
    take(operations::health::router(support, health));
    take(identity::auth::router());
    take(identity::passkeys::router());
    take(identity::passkey_uses::router());
    take(identity::users::router());
    take(library::storage::router());
    take(exports::archives::router());
    take(identity::avatars::router());
    take(identity::settings::router());
    take(operations::sample_data::router());
    take(identity::two_factor::router());
    take(identity::sessions::router());
    take(identity::security::router());
    take(money::wallet::router());
    take(money::transactions::router());
    take(money::cards::router());
    take(money::card_pins::router());
    take(clients::router());
    take(clients::history::router());
    take(money::goals::router());
    take(applications::router());
    take(exports::router());
    take(sales::receipts::router());
    take(notifications::router());
    take(notifications::events::router());
    take(sales::router());
    take(library::documents::router());
    take(library::uploads::router());
    take(library::media::router());
    take(figures::dashboard::router());
    take(figures::analytics::router());
    take(figures::search::router());
}

/// The answer of a call that has nothing to tell but that it is done.
#[derive(Serialize, ToSchema)]
struct Done {
    success: bool,
}

impl Done {
    fn json() -> Json<Self> {
        Json(Self { success: true })
    }
}

/// Which part of a list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Paging {
    /// How many; 50 where nothing is said, at most 200.
    #[param(minimum = 1, maximum = 200, nullable = false)]
    limit: Option<i64>,
    /// How many to pass over first.
    #[param(minimum = 0, nullable = false)]
    offset: Option<i64>,
}

impl Paging {
    const USUAL: i64 = 50;
    const MOST: i64 = 200;

    fn bounds(&self) -> Result<(i64, i64)> {
        let (limit, offset) = (self.limit.unwrap_or(Self::USUAL), self.offset.unwrap_or(0));
        if !(1..=Self::MOST).contains(&limit) {
            return Err(ApiError::bad_field("limit", "limit must be between 1 and 200"));
        }
        if offset < 0 {
            return Err(ApiError::bad_field("offset", "offset must not be negative"));
        }
        Ok((limit, offset))
    }
}

/// A field that was sent: null clears it like an empty text, while a field left out stays as it is.
fn sent<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(Some(Option::<String>::deserialize(deserializer)?.unwrap_or_default()))
}
