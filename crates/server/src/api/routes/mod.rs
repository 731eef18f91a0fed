//! The API, one file per noun. Each has its request and answer types, its handlers and a `router()`; this file lists
//! the routers.

mod applications;
pub mod clients;
pub mod deliveries;
pub mod exports;
pub mod figures;
pub mod identity;
pub mod library;
pub mod licenses;
pub mod money;
pub mod notifications;
pub mod offers;
pub mod operations;
pub mod sales;
pub(crate) mod shapes;
pub mod shares;
pub mod shop;

use std::sync::Arc;

use app::App;
use utoipa_axum::router::OpenApiRouter;

/// Passes the router of each noun to `take`, one after the other; `health` is not among them, because its routes need
/// the server's state. Paths are written in full: a router nested under `/api` would cost every request another layer.
pub fn each(mut take: impl FnMut(OpenApiRouter<Arc<App>>)) {
    take(identity::auth::router());
    take(identity::passkeys::router());
    take(identity::passkey_uses::router());
    take(identity::users::router());
    take(library::storage::router());
    take(exports::archives::router());
    take(identity::avatars::router());
    take(identity::settings::router());
    take(identity::studio_logos::router());
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
    take(library::files::router());
    take(library::tus::router());
    take(library::previews::router());
    take(library::media::router());
    take(licenses::kinds::router());
    take(licenses::texts::router());
    take(licenses::legal_profile::router());
    take(licenses::prices::router());
    take(licenses::issued::router());
    take(deliveries::router());
    take(offers::router());
    take(offers::ways::router());
    take(shares::router());
    take(shares::links::router());
    take(shop::router());
    take(shop::client_links::router());
    take(shop::messages::router());
    take(shop::payment_hooks::router());
    take(offers::reports::router());
    take(figures::dashboard::router());
    take(figures::analytics::router());
    take(figures::attention::router());
    take(figures::search::router());
}
