//! Deliveries, for the producer: opening, renewing and mailing them, and the record of downloads.

mod bodies;

use std::sync::Arc;

use app::App;
use app::deliveries::{changes, evidence};
use axum::Json;
use axum::extract::State;
use domain::ids::{DeliveryId, LicenseId};
use http::error::{ErrorBody, Result};
use http::extract::{Body, Id, SignedIn};
use http::sending::attachment::Attachment;
use utoipa_axum::{router::OpenApiRouter, routes};

use bodies::{DeliveryAnswer, DeliveryMailRequest, DeliveryRequest};

const TAG: &str = "Deliveries";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(show_license_delivery, open_delivery))
        .routes(routes!(show_delivery, update_delivery))
        .routes(routes!(renew_delivery))
        .routes(routes!(mail_delivery))
        .routes(routes!(license_evidence_pack))
}

/// Show the delivery of a license.
#[utoipa::path(get, path = "/api/licenses/{id}/delivery", tag = TAG, params(("id" = String, Path)),
    responses(
        (status = 200, body = DeliveryAnswer), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody, description = "There is no such license, or it has no delivery yet"),
    ))]
async fn show_license_delivery(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<LicenseId>,
) -> Result<Json<DeliveryAnswer>> {
    Ok(Json(changes::find_of_license(&app, &actor, id).await?.into()))
}

/// Open the delivery of an active license: an address where its buyer downloads the files and the papers. If it has one,
/// its days and fetches begin anew. With `mail`, the buyer gets the address by email.
#[utoipa::path(post, path = "/api/licenses/{id}/delivery", tag = TAG, params(("id" = String, Path)),
    request_body = DeliveryMailRequest,
    responses(
        (status = 200, body = DeliveryAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody, description = "Public pages are turned off"), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The license is not active, or the letter can't be sent"),
        (status = 429, body = ErrorBody, description = "Too many letters today"),
    ))]
async fn open_delivery(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<LicenseId>,
    Body(sent): Body<DeliveryMailRequest>,
) -> Result<Json<DeliveryAnswer>> {
    let mails = sent.mail.unwrap_or_default();
    Ok(Json(changes::open(&app, &actor, id, mails).await?.into()))
}

/// Show a delivery with its files and the record of downloads.
#[utoipa::path(get, path = "/api/deliveries/{id}", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = DeliveryAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn show_delivery(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<DeliveryId>,
) -> Result<Json<DeliveryAnswer>> {
    Ok(Json(changes::find(&app, &actor, id).await?.into()))
}

/// Change whether the buyer gets later versions of the files too. The files that were promised stay.
#[utoipa::path(put, path = "/api/deliveries/{id}", tag = TAG, params(("id" = String, Path)),
    request_body = DeliveryRequest,
    responses(
        (status = 200, body = DeliveryAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ))]
async fn update_delivery(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<DeliveryId>,
    Body(sent): Body<DeliveryRequest>,
) -> Result<Json<DeliveryAnswer>> {
    Ok(Json(changes::update(&app, &actor, id, sent.includes_newer).await?.into()))
}

/// Renew a delivery: its days and fetches begin anew, at the same address.
#[utoipa::path(post, path = "/api/deliveries/{id}/renew", tag = TAG, params(("id" = String, Path)),
    request_body = DeliveryMailRequest,
    responses(
        (status = 200, body = DeliveryAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody, description = "Public pages are turned off"), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "No license of it is active, or the letter can't be sent"),
        (status = 429, body = ErrorBody, description = "Too many letters today"),
    ))]
async fn renew_delivery(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<DeliveryId>,
    Body(sent): Body<DeliveryMailRequest>,
) -> Result<Json<DeliveryAnswer>> {
    let mails = sent.mail.unwrap_or_default();
    Ok(Json(changes::renew(&app, &actor, id, mails).await?.into()))
}

/// Send the buyer the address of a delivery by email, to the address on the license.
#[utoipa::path(post, path = "/api/deliveries/{id}/mail", tag = TAG, params(("id" = String, Path)),
    responses(
        (status = 200, body = DeliveryAnswer), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody, description = "Public pages are turned off"), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "Its days are over, no license of it is active, or the letter can't be sent"),
        (status = 429, body = ErrorBody, description = "Too many letters today"),
    ))]
async fn mail_delivery(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<DeliveryId>,
) -> Result<Json<DeliveryAnswer>> {
    Ok(Json(changes::send(&app, &actor, id).await?.into()))
}

/// Download the evidence for a dispute about a license: one PDF file of what was agreed, paid and delivered, with the
/// contract, the receipt and the records attached.
#[utoipa::path(get, path = "/api/licenses/{id}/evidence-pack", tag = TAG, params(("id" = String, Path)),
    responses(
        (status = 200, content_type = "application/pdf", body = Vec<u8>), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
    ))]
async fn license_evidence_pack(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<LicenseId>,
) -> Result<Attachment> {
    let pack = evidence::of_license(&app, &actor, id).await?;
    Ok(Attachment::of_bytes(pack.file_name, "application/pdf", pack.bytes))
}
