//! What the payment service reports and what the producer has to look at: payments without a sale, refunds, disputes.

use std::sync::Arc;

use app::App;
use app::offers::reports::{self, OpenReport};
use axum::Json;
use axum::extract::State;
use domain::payment_reports::Report;
use http::error::{ErrorBody, Result};
use http::extract::{Body, PathParam, SignedIn};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::api::money::Amount;
use crate::api::routes::shapes::Done;

const TAG: &str = "Offers";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(list_payment_reports))
        .routes(routes!(close_payment_report))
        .routes(routes!(retry_payment_report))
}

/// A payment, refund or dispute that the producer has to look at.
#[derive(Serialize, ToSchema)]
pub struct PaymentReport {
    /// The id of the payment service's event.
    #[schema(example = "evt_1Nx…")]
    id: String,
    /// One of paid, on_its_way, debit_failed, refunded, disputed, dispute_won, dispute_lost, test, earlier.
    kind: &'static str,
    /// One of wrong_amount, wrong_currency, paid_twice, same_reference, not_open, reserved, sold, deleted, incomplete,
    /// unknown_offer, unreadable, refunded, partly_refunded, disputed, dispute_lost, failed.
    reason: &'static str,
    /// What happened, and what can be done.
    message: String,
    /// What stood in the way of booking it, in words; empty if the reason says it all.
    detail: String,
    #[schema(required)]
    offer_id: Option<String>,
    #[schema(required, example = "OFR-0001")]
    offer_reference: Option<String>,
    /// Null if the service named none, or for a currency that offers cannot have; `amount_text` has it then.
    #[schema(required)]
    amount: Option<Amount>,
    #[schema(required, example = "USD")]
    currency: Option<String>,
    #[schema(example = "$149.00")]
    amount_text: String,
    /// The service's id of the payment.
    #[schema(required, example = "pi_3Nx…")]
    reference: Option<String>,
    /// The email address that the payer gave the service.
    #[schema(required)]
    payer: Option<String>,
    created_at: String,
    received_at: String,
    /// Whether booking it again can succeed.
    can_be_tried_again: bool,
}

impl PaymentReport {
    pub fn new(report: &Report, offer: Option<String>) -> Self {
        let known = report.money();
        Self {
            id: report.event.clone(),
            kind: report.kind.as_str(),
            reason: report.reason.map_or("failed", |reason| reason.as_str()),
            message: report.sentence().unwrap_or_default(),
            detail: report.note.clone(),
            offer_id: report.offer.map(|id| id.to_string()),
            offer_reference: offer,
            amount: known.map(|(amount, _)| Amount::of_minor(amount.get())),
            currency: report.currency.clone(),
            amount_text: report.amount_in_words(),
            reference: report.reference.clone(),
            payer: report.payer.clone(),
            created_at: report.created_at.to_string(),
            received_at: report.received_at.to_string(),
            can_be_tried_again: reports::can_be_booked(report),
        }
    }
}

impl From<&OpenReport> for PaymentReport {
    fn from(open: &OpenReport) -> Self {
        Self::new(&open.report, open.offer.clone())
    }
}

#[derive(Serialize, ToSchema)]
struct PaymentReportsAnswer {
    success: bool,
    /// The oldest first, at most 200.
    reports: Vec<PaymentReport>,
    total: i64,
}

/// List what the payment service has reported and what waits for you. Changes with the topic offers.
#[utoipa::path(get, path = "/api/payment-reports", tag = TAG,
    responses((status = 200, body = PaymentReportsAnswer), (status = 401, body = ErrorBody)))]
async fn list_payment_reports(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<PaymentReportsAnswer>> {
    let (open, total) = reports::list(&app, &actor).await?;
    let reports = open.iter().map(PaymentReport::from).collect();
    Ok(Json(PaymentReportsAnswer { success: true, reports, total }))
}

#[derive(Deserialize, ToSchema)]
#[schema(example = json!({"result": "given_back"}))]
struct ClosePaymentReportRequest {
    /// One of given_back, dismissed.
    #[schema(nullable = false)]
    result: Option<String>,
    /// Why nothing is to be done; required with dismissed.
    #[schema(nullable = false)]
    note: Option<String>,
}

/// Close a report: the money was given back, or nothing is to be done. It makes no transaction.
#[utoipa::path(post, path = "/api/payment-reports/{id}/close", tag = TAG, params(("id" = String, Path)),
    request_body = ClosePaymentReportRequest,
    responses(
        (status = 200, body = Done), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody, description = "It is closed already"),
    ))]
async fn close_payment_report(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    PathParam(id): PathParam<String>,
    Body(sent): Body<ClosePaymentReportRequest>,
) -> Result<Json<Done>> {
    let (result, note) = (sent.result.unwrap_or_default(), sent.note.unwrap_or_default());
    reports::close(&app, &actor, &id, &result, &note).await?;
    Ok(Done::json())
}

/// Try to book a payment again, after what stood in the way is gone. It is done within moments; the topic offers tells.
#[utoipa::path(post, path = "/api/payment-reports/{id}/retry", tag = TAG, params(("id" = String, Path)),
    responses(
        (status = 200, body = Done), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "It is closed already, or can't be booked"),
    ))]
async fn retry_payment_report(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    PathParam(id): PathParam<String>,
) -> Result<Json<Done>> {
    reports::retry(&app, &actor, &id).await?;
    Ok(Done::json())
}
