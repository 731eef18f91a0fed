//! The API, one file per noun. Each has its request and answer types, its handlers and a
//! `router()`; this is the list of them, and the few shapes they share.

mod analytics;
mod applications;
mod archives;
mod auth;
mod avatars;
mod beneficiaries;
mod card_pins;
mod cards;
mod client_books;
mod dashboard;
mod document_bodies;
mod document_media;
mod document_uploads;
mod documents;
mod events;
mod exports;
mod figure_bodies;
mod goals;
mod health;
mod notifications;
mod passkey_uses;
mod passkeys;
mod receipts;
mod sale_bodies;
mod sales;
mod sample_data;
mod search;
mod security;
mod sessions;
mod settings;
mod storage;
mod transaction_bodies;
mod transactions;
mod two_factor;
mod users;
mod wallet;

use std::sync::Arc;

use app::App;
use axum::Json;
use domain::users::Email;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;

use crate::error::{ApiError, Result};
use crate::health::Health;

/// Hands each noun's routes to `take`, one after the other. Paths are written whole: a router nested under `/api` would
/// cost every request another layer.
pub fn each(
    support: Option<&Email>,
    health: Arc<Health>,
    mut take: impl FnMut(OpenApiRouter<Arc<App>>),
) {
    take(health::router(support, health));
    take(auth::router());
    take(passkeys::router());
    take(passkey_uses::router());
    take(users::router());
    take(storage::router());
    take(archives::router());
    take(avatars::router());
    take(settings::router());
    take(sample_data::router());
    take(two_factor::router());
    take(sessions::router());
    take(security::router());
    take(wallet::router());
    take(transactions::router());
    take(cards::router());
    take(card_pins::router());
    take(beneficiaries::router());
    take(client_books::router());
    take(goals::router());
    take(applications::router());
    take(exports::router());
    take(receipts::router());
    take(notifications::router());
    take(events::router());
    take(sales::router());
    take(documents::router());
    take(document_uploads::router());
    take(document_media::router());
    take(dashboard::router());
    take(analytics::router());
    take(search::router());
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
