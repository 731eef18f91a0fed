//! The JSON of transactions, shared by all routes that return one, and answers for requests with an idempotency key.

use app::idempotency::{Answer, Reply, Retry};
use app::money::transactions::lists::OwningSales;
use axum::{
    http::{HeaderName, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use domain::money::transactions::Transaction;
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::money::Amount;

#[derive(Serialize, ToSchema)]
#[schema(as = Transaction)]
pub struct TransactionBody {
    id: String,
    /// A number unique within the account, counting up; never reused.
    #[schema(example = "TXN-001")]
    reference: String,
    /// One of deposit, withdrawal, payment, other, transfer.
    r#type: &'static str,
    title: String,
    #[schema(required)]
    description: Option<String>,
    #[schema(example = "2026-03-01")]
    date: String,
    #[schema(example = "14:05")]
    time: String,
    /// Positive for incoming money, negative for outgoing money.
    amount: Amount,
    currency: &'static str,
    /// One of completed, pending, failed. Only completed transactions change the balance.
    status: &'static str,
    account_id: String,
    #[schema(required)]
    beneficiary_id: Option<String>,
    #[schema(required)]
    card_id: Option<String>,
    #[schema(required)]
    sale_id: Option<String>,
    /// The sale that recorded this transaction. It can then only be changed or deleted through the sale.
    #[schema(required)]
    owning_sale: Option<OwningSaleBody>,
    /// For a transfer between two of the holder's accounts: where the money went. `amount`, `currency` and
    /// `account_id` are the sending side.
    #[schema(required)]
    transfer: Option<TransferBody>,
    created_at: String,
    updated_at: String,
}

#[derive(Serialize, ToSchema)]
#[schema(as = OwningSale)]
pub struct OwningSaleBody {
    id: String,
    #[schema(example = "SALE-001")]
    reference: String,
}

#[derive(Serialize, ToSchema)]
#[schema(as = TransactionTransfer)]
pub struct TransferBody {
    to_account_id: String,
    /// Positive, in `currency`.
    received: Amount,
    #[schema(example = "EUR")]
    currency: &'static str,
    /// Units of the receiving currency for one unit of the sending currency; 1 for the same currency.
    rate: Amount,
}

impl TransactionBody {
    pub fn with_sales(transaction: Transaction, sales: &OwningSales) -> Self {
        let owning = sales.get(&transaction.id).map(|(id, number)| OwningSaleBody {
            id: id.to_string(),
            reference: domain::sales::reference(*number),
        });
        Self { owning_sale: owning, ..transaction.into() }
    }
}

/// For a transaction that no sale owns.
impl From<&Transaction> for TransactionBody {
    fn from(transaction: &Transaction) -> Self {
        transaction.clone().into()
    }
}

impl From<Transaction> for TransactionBody {
    fn from(transaction: Transaction) -> Self {
        let reference = transaction.reference();
        let content = transaction.content;
        Self {
            id: transaction.id.to_string(),
            reference,
            r#type: content.kind.as_str(),
            title: content.title,
            description: content.description,
            date: content.day.to_string(),
            time: content.time.to_string(),
            amount: Amount::of_minor(content.amount.get()),
            currency: content.currency.as_str(),
            status: content.status.as_str(),
            account_id: content.account.to_string(),
            beneficiary_id: content.beneficiary.map(|id| id.to_string()),
            card_id: content.card.map(|id| id.to_string()),
            sale_id: content.sale.map(|id| id.to_string()),
            owning_sale: None,
            transfer: content.transfer.map(|transfer| TransferBody {
                to_account_id: transfer.to.to_string(),
                received: Amount::of_minor(transfer.received.get()),
                currency: transfer.currency.as_str(),
                rate: Amount::of_rate(transfer.rate),
            }),
            created_at: transaction.created_at.to_string(),
            updated_at: transaction.updated_at.to_string(),
        }
    }
}

/// Builds the 201 answer for a created record; stored under the caller's idempotency key, if there is one.
pub fn created_reply<T, B: Serialize>(
    retry: Option<Retry>,
    to_body: impl FnOnce(&T) -> B + Send + Sync + 'static,
) -> Reply<T> {
    reply(StatusCode::CREATED, retry, to_body)
}

/// Like `created_reply`, for an update (200).
pub fn updated_reply<T, B: Serialize>(
    retry: Option<Retry>,
    to_body: impl FnOnce(&T) -> B + Send + Sync + 'static,
) -> Reply<T> {
    reply(StatusCode::OK, retry, to_body)
}

fn reply<T, B: Serialize>(
    status: StatusCode,
    retry: Option<Retry>,
    to_body: impl FnOnce(&T) -> B + Send + Sync + 'static,
) -> Reply<T> {
    let status = status.as_u16();
    Reply { retry, status, to_body: Box::new(move |thing| to_json(&to_body(thing))) }
}

#[expect(
    clippy::expect_used,
    reason = "our bodies are texts and numbers, which always have a JSON form"
)]
fn to_json(body: &impl Serialize) -> String {
    serde_json::to_string(body).expect("a body of texts and numbers")
}

/// A response that is marked with a header if it repeats the stored answer of an idempotency key.
pub struct RepeatableAnswer(pub Answer);

impl IntoResponse for RepeatableAnswer {
    fn into_response(self) -> Response {
        let Answer { status, body, is_replayed } = self.0;
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::OK);
        let json = HeaderValue::from_static("application/json");
        let mut response = (status, [(header::CONTENT_TYPE, json)], body).into_response();
        if is_replayed {
            let name = HeaderName::from_static("idempotency-replayed");
            response.headers_mut().insert(name, HeaderValue::from_static("true"));
        }
        response
    }
}
