//! A client's money: paying a client, and the totals of their sales and payments.

use std::sync::Arc;

use app::App;
use app::clients::history::History;
use app::clients::payments::{self, Paid, PayForm};
use app::clients::{self};
use axum::{Json, extract::State};
use domain::clients::Sum;
use domain::ids::BeneficiaryId;
use http::error::{ErrorBody, Result};
use http::extract::{Id, Repeatable, SignedIn};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::api::money::Amount;
use crate::api::routes::money::transaction_bodies::{
    RepeatableAnswer, TransactionBody, created_reply,
};
use crate::api::routes::money::wallet::AccountBody;
use crate::api::routes::sales::bodies::CurrencyTotal;

const TAG: &str = "Beneficiaries";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(pay_beneficiary)).routes(routes!(beneficiary_summary))
}

#[derive(Deserialize, ToSchema)]
#[schema(example = json!({"amount": 120.5, "note": "Mixing"}))]
struct PayRequest {
    /// Must be greater than zero.
    #[schema(required, nullable = false)]
    amount: Option<Amount>,
    /// The account to pay from. Default: the wallet.
    account_id: Option<String>,
    note: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct PaidAnswer {
    success: bool,
    transaction: TransactionBody,
    /// Balance after the payment.
    account: AccountBody,
}

/// Pay a client. The amount must not exceed the balance of the account.
#[utoipa::path(post, path = "/api/beneficiaries/{id}/pay", tag = TAG, params(("id" = String, Path),
        ("Idempotency-Key" = Option<String>, Header, description = "Makes retries safe: a request repeated with the same key and body gets the first answer again")),
    request_body = PayRequest,
    responses(
        (status = 201, body = PaidAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The balance is too low, or the key was used for another request"),
    ))]
async fn pay_beneficiary(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<BeneficiaryId>,
    Repeatable { body, retry }: Repeatable<PayRequest>,
) -> Result<RepeatableAnswer> {
    let form = PayForm {
        amount: body.amount.map(Amount::into_text),
        account_id: body.account_id,
        note: body.note,
    };
    let to_answer = |paid: &Paid| PaidAnswer {
        success: true,
        transaction: (&paid.transaction).into(),
        account: (&paid.account).into(),
    };
    Ok(RepeatableAnswer(
        payments::pay(&app, &actor, id, form, created_reply(retry, to_answer)).await?,
    ))
}

#[derive(Serialize, ToSchema)]
struct ClientFigures {
    count: i64,
    totals: Vec<CurrencyTotal>,
}

impl From<Vec<Sum>> for ClientFigures {
    fn from(sums: Vec<Sum>) -> Self {
        Self {
            count: sums.iter().map(|sum| sum.count).sum(),
            totals: sums.iter().map(|sum| CurrencyTotal::of((sum.currency, sum.amount))).collect(),
        }
    }
}

#[derive(Serialize, ToSchema)]
#[schema(as = BeneficiarySummary)]
struct SummaryBody {
    /// Completed sales to the client, without refunded ones.
    sales: ClientFigures,
    /// Completed payments to the client, without refunds.
    payments: ClientFigures,
    /// The date of the last completed sale or payment.
    #[schema(required, example = "2026-03-01")]
    last_activity: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct BeneficiarySummaryAnswer {
    success: bool,
    summary: SummaryBody,
}

/// Show the totals of a client's sales and payments.
#[utoipa::path(get, path = "/api/beneficiaries/{id}/summary", tag = TAG, params(("id" = String, Path)),
    responses((status = 200, body = BeneficiarySummaryAnswer), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn beneficiary_summary(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Id(id): Id<BeneficiaryId>,
) -> Result<Json<BeneficiarySummaryAnswer>> {
    let History { sales, payments, last_activity } =
        clients::history::summary(&app, &actor, id).await?;
    let summary = SummaryBody {
        sales: sales.into(),
        payments: payments.into(),
        last_activity: last_activity.map(|day| day.to_string()),
    };
    Ok(Json(BeneficiarySummaryAnswer { success: true, summary }))
}
