//! The wallet in dollars and the accounts in other currencies.

use std::sync::Arc;

use app::App;
use app::money::transfers::{self, TransferForm, Transferred};
use app::money::wallet::{self, MoveForm, Moved};
use axum::{Json, extract::State};
use domain::money::accounts::{Account, Kind};
use http::error::{ErrorBody, Result};
use http::extract::{Repeatable, SignedIn};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::transaction_bodies::{RepeatableAnswer, TransactionBody, created_reply};
use crate::api::money::Amount;

const TAG: &str = "Wallet";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(show_wallet))
        .routes(routes!(deposit_to_wallet))
        .routes(routes!(withdraw_from_wallet))
        .routes(routes!(transfer_between_accounts))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Wallet)]
pub struct WalletBody {
    id: String,
    balance: Amount,
    #[schema(example = "USD")]
    currency: &'static str,
    last_updated: String,
}

#[derive(Serialize, ToSchema)]
#[schema(as = Account)]
pub struct AccountBody {
    id: String,
    /// One of wallet, currency.
    kind: &'static str,
    #[schema(example = "Euro account")]
    name: String,
    currency: &'static str,
    balance: Amount,
}

#[derive(Serialize, ToSchema)]
struct WalletAnswer {
    success: bool,
    wallet: WalletBody,
    /// The wallet, then one account per currency.
    accounts: Vec<AccountBody>,
}

#[derive(Serialize, ToSchema)]
struct MovedAnswer {
    success: bool,
    transaction: TransactionBody,
    /// Balance after the transaction.
    wallet: WalletBody,
}

#[derive(Deserialize, ToSchema)]
#[schema(example = json!({"amount": 250, "note": "Studio rent"}))]
struct MoveRequest {
    /// Must be greater than zero.
    #[schema(required, nullable = false)]
    amount: Option<Amount>,
    /// The card the money comes from or goes to.
    card_id: Option<String>,
    /// The client the money comes from or goes to; cannot be combined with `card_id`.
    beneficiary_id: Option<String>,
    note: Option<String>,
}

impl From<MoveRequest> for MoveForm {
    fn from(sent: MoveRequest) -> Self {
        Self {
            amount: sent.amount.map(Amount::into_text),
            card_id: sent.card_id,
            beneficiary_id: sent.beneficiary_id,
            note: sent.note,
        }
    }
}

#[derive(Deserialize, ToSchema)]
#[schema(example = json!({"from": "0198…", "to": "0198…", "amount": 250, "rate": 0.92, "note": "Tour budget"}))]
struct TransferRequest {
    /// The id of the account the money leaves.
    #[schema(required, nullable = false)]
    from: Option<String>,
    /// The id of the account the money goes to; must be another one.
    #[schema(required, nullable = false)]
    to: Option<String>,
    /// In the currency of `from`; must be greater than zero and not exceed the balance.
    #[schema(required, nullable = false)]
    amount: Option<Amount>,
    /// Units of the currency of `to` for one unit of the currency of `from`, with at most eight decimals. What
    /// arrives is rounded to the cent. If the currencies differ, send `rate` or `received`.
    rate: Option<Amount>,
    /// The amount that arrives, in the currency of `to`.
    received: Option<Amount>,
    note: Option<String>,
    /// Date as YYYY-MM-DD. Default today, in the time zone of the account.
    date: Option<String>,
    /// Confirms a date that looks mistyped: more than a year ago or in the future.
    #[schema(nullable = false)]
    confirm_date: Option<bool>,
}

impl From<TransferRequest> for TransferForm {
    fn from(sent: TransferRequest) -> Self {
        Self {
            from: sent.from,
            to: sent.to,
            amount: sent.amount.map(Amount::into_text),
            rate: sent.rate.map(Amount::into_text),
            received: sent.received.map(Amount::into_text),
            note: sent.note,
            date: sent.date,
            confirm_date: sent.confirm_date.unwrap_or_default(),
        }
    }
}

#[derive(Serialize, ToSchema)]
struct TransferredAnswer {
    success: bool,
    transaction: TransactionBody,
    /// Both accounts with their balances after the transfer.
    from: AccountBody,
    to: AccountBody,
}

impl From<&Account> for WalletBody {
    fn from(account: &Account) -> Self {
        Self {
            id: account.id.to_string(),
            balance: Amount::of_minor(account.balance.get()),
            currency: account.currency.as_str(),
            last_updated: account.updated_at.to_string(),
        }
    }
}

impl From<&Account> for AccountBody {
    fn from(account: &Account) -> Self {
        Self {
            id: account.id.to_string(),
            kind: account.kind.as_str(),
            name: account.name.clone(),
            currency: account.currency.as_str(),
            balance: Amount::of_minor(account.balance.get()),
        }
    }
}

/// Show the balances of the wallet and all accounts.
#[utoipa::path(get, path = "/api/wallet", tag = TAG,
    responses((status = 200, body = WalletAnswer), (status = 401, body = ErrorBody)))]
async fn show_wallet(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<WalletAnswer>> {
    let accounts = wallet::accounts(&app, &actor).await?;
    let wallet = accounts
        .iter()
        .find(|account| account.kind == Kind::Wallet)
        .ok_or_else(|| app::Error::unexpected("an account holder has no wallet"))?;
    Ok(Json(WalletAnswer {
        success: true,
        wallet: wallet.into(),
        accounts: accounts.iter().map(AccountBody::from).collect(),
    }))
}

/// Deposit money into the wallet.
#[utoipa::path(post, path = "/api/wallet/deposit", tag = TAG, request_body = MoveRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "Makes retries safe: a request repeated with the same key and body gets the first answer again")),
    responses(
        (status = 201, body = MovedAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The balance would exceed the maximum, or the key was used for another request"),
    ))]
async fn deposit_to_wallet(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Repeatable { body, retry }: Repeatable<MoveRequest>,
) -> Result<RepeatableAnswer> {
    Ok(RepeatableAnswer(
        wallet::deposit(&app, &actor, body.into(), created_reply(retry, moved_answer)).await?,
    ))
}

/// Withdraw money from the wallet. The amount must not exceed the balance.
#[utoipa::path(post, path = "/api/wallet/withdraw", tag = TAG, request_body = MoveRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "Makes retries safe: a request repeated with the same key and body gets the first answer again")),
    responses(
        (status = 201, body = MovedAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The balance is too low, or the key was used for another request"),
    ))]
async fn withdraw_from_wallet(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Repeatable { body, retry }: Repeatable<MoveRequest>,
) -> Result<RepeatableAnswer> {
    Ok(RepeatableAnswer(
        wallet::withdraw(&app, &actor, body.into(), created_reply(retry, moved_answer)).await?,
    ))
}

/// Transfer money between two of your own accounts. It is one transaction of type transfer, neither income nor
/// spending.
#[utoipa::path(post, path = "/api/wallet/transfer", tag = TAG, request_body = TransferRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "Makes retries safe: a request repeated with the same key and body gets the first answer again")),
    responses(
        (status = 201, body = TransferredAnswer), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody),
        (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody, description = "The balance is too low, or the key was used for another request"),
        (status = 422, body = ErrorBody, description = "The date must be confirmed"),
    ))]
async fn transfer_between_accounts(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Repeatable { body, retry }: Repeatable<TransferRequest>,
) -> Result<RepeatableAnswer> {
    let reply = created_reply(retry, transferred_answer);
    Ok(RepeatableAnswer(transfers::transfer(&app, &actor, body.into(), reply).await?))
}

fn transferred_answer(done: &Transferred) -> TransferredAnswer {
    TransferredAnswer {
        success: true,
        transaction: (&done.transaction).into(),
        from: (&done.from).into(),
        to: (&done.to).into(),
    }
}

fn moved_answer(moved: &Moved) -> MovedAnswer {
    MovedAnswer {
        success: true,
        transaction: (&moved.transaction).into(),
        wallet: (&moved.wallet).into(),
    }
}
