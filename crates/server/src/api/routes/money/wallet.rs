//! The wallet and the accounts beside it.

use std::sync::Arc;

use app::App;
use app::money::wallet::{self, MoveForm, Moved};
use axum::{Json, extract::State};
use domain::money::accounts::{Account, Kind};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::transaction_bodies::{RepeatableAnswer, TransactionBody, created};
use crate::api::error::{ErrorBody, Result};
use crate::api::extract::{Repeatable, SignedIn};
use crate::api::money::Amount;

const TAG: &str = "Wallet";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(show_wallet))
        .routes(routes!(deposit_to_wallet))
        .routes(routes!(withdraw_from_wallet))
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
    Ok(RepeatableAnswer(wallet::deposit(&app, &actor, body.into(), created(retry, moved)).await?))
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
    Ok(RepeatableAnswer(wallet::withdraw(&app, &actor, body.into(), created(retry, moved)).await?))
}

fn moved(moved: &Moved) -> MovedAnswer {
    MovedAnswer {
        success: true,
        transaction: (&moved.transaction).into(),
        wallet: (&moved.wallet).into(),
    }
}
