//! Receipts of sales, as PDF.

use std::sync::Arc;

use app::App;
use app::sales::receipts;
use axum::{Json, extract::State};
use domain::ids::SaleId;
use http::error::{ErrorBody, Result};
use http::extract::{Id, SignedIn};
use http::sending::attachment::Attachment;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

const TAG: &str = "Sales";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(sale_receipt)).routes(routes!(email_sale_receipt))
}

/// Download the receipt of a completed or refunded sale as a PDF file.
#[utoipa::path(get, path = "/api/sales/{id}/receipt", tag = TAG, params(("id" = String, Path)),
    responses(
        (status = 200, content_type = "application/pdf", body = Vec<u8>), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "A pending or failed sale has no receipt"),
    ))]
async fn sale_receipt(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<SaleId>,
) -> Result<Attachment> {
    let paper = receipts::of_sale(&app, &actor, id).await?;
    Ok(Attachment::of_bytes(paper.file_name, "application/pdf", paper.bytes))
}

#[derive(Serialize, ToSchema)]
struct ReceiptEmailAnswer {
    success: bool,
    /// The address that the receipt goes to.
    email: String,
}

/// Email the receipt to the client of the sale, with the PDF attached. Needs a mail server.
#[utoipa::path(post, path = "/api/sales/{id}/receipt/email", tag = TAG, params(("id" = String, Path)),
    responses(
        (status = 200, body = ReceiptEmailAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody,
            description = "There is no mail server, no receipt, or no address; or your own address is not confirmed"),
        (status = 429, body = ErrorBody, description = "Too many receipts were sent; see `Retry-After`"),
    ))]
async fn email_sale_receipt(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<SaleId>,
) -> Result<Json<ReceiptEmailAnswer>> {
    let email = receipts::send(&app, &actor, id).await?;
    Ok(Json(ReceiptEmailAnswer { success: true, email }))
}
