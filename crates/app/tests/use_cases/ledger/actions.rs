//! The random actions on a ledger that `sequences` tests in any order.

use proptest::{prelude::*, sample::Index};

/// The values of a transaction that matter for the ledger.
#[derive(Debug, Clone)]
pub struct TransactionInput {
    pub kind: &'static str,
    pub status: &'static str,
    /// Minor units, with the sign the type asks for.
    pub amount: i64,
    pub account: usize,
    pub day: u8,
    /// Whether the transaction references the client.
    pub is_clients: bool,
}

#[derive(Debug, Clone)]
pub struct SaleInput {
    pub status: &'static str,
    pub amount: i64,
    pub currency: &'static str,
    pub license: &'static str,
    pub is_clients: bool,
}

impl SaleInput {
    /// The index of the sale's account in the list of accounts.
    pub fn account(&self) -> usize {
        match self.currency {
            "USD" => 0,
            "EUR" => 2,
            _ => 3,
        }
    }
}

#[derive(Debug, Clone)]
pub enum Action {
    Create(TransactionInput),
    Edit(usize, TransactionInput),
    Delete(usize),
    Deposit(i64),
    Withdraw(i64),
    /// A deposit that is sent twice with one idempotency key.
    Repeat(i64),
    Pay(i64, usize),
    /// A new sale; if the flag is set, it is sent twice with one idempotency key.
    Sell(SaleInput, bool),
    EditSale(usize, SaleInput),
    /// A refund of a sale; if the flag is set, it is sent twice with one idempotency key.
    Refund(usize, bool),
    DeleteSale(usize),
    /// Tries to change and to delete the transaction of a sale directly.
    Tamper(usize),
    /// Deletes the client and adds another one.
    ChangeClient,
}

fn any_transaction() -> impl Strategy<Value = TransactionInput> {
    let kind = prop::sample::select(vec!["deposit", "withdrawal", "payment", "other"]);
    let status =
        prop::sample::select(vec!["completed", "completed", "completed", "pending", "failed"]);
    (kind, status, 1_i64..50_000, any::<bool>(), 0_usize..4, 1_u8..=28).prop_map(
        |(kind, status, size, minus, account, day)| {
            let is_out = matches!(kind, "withdrawal" | "payment") || (kind == "other" && minus);
            let amount = if is_out { -size } else { size };
            TransactionInput { kind, status, amount, account, day, is_clients: false }
        },
    )
}

fn any_sale() -> impl Strategy<Value = SaleInput> {
    let status = prop::sample::select(vec!["Completed", "Completed", "Pending", "Failed"]);
    let currency = prop::sample::select(vec!["USD", "USD", "EUR", "GBP"]);
    let license = prop::sample::select(vec!["basic", "premium", "unlimited", "exclusive"]);
    (status, 1_i64..50_000, currency, license, any::<bool>()).prop_map(
        |(status, amount, currency, license, is_clients)| SaleInput {
            status,
            amount,
            currency,
            license,
            is_clients,
        },
    )
}

pub fn any_action() -> impl Strategy<Value = Action> {
    let at = || any::<Index>().prop_map(|at| at.index(1000));
    let size = || 1_i64..50_000;
    prop_oneof![
        4 => any_transaction().prop_map(Action::Create),
        3 => (at(), any_transaction()).prop_map(|(at, input)| Action::Edit(at, input)),
        2 => at().prop_map(Action::Delete),
        2 => size().prop_map(Action::Deposit),
        2 => size().prop_map(Action::Withdraw),
        1 => size().prop_map(Action::Repeat),
        2 => (size(), 0_usize..4).prop_map(|(size, account)| Action::Pay(size, account)),
        5 => (any_sale(), any::<bool>()).prop_map(|(sale, twice)| Action::Sell(sale, twice)),
        3 => (at(), any_sale()).prop_map(|(at, sale)| Action::EditSale(at, sale)),
        3 => (at(), any::<bool>()).prop_map(|(at, twice)| Action::Refund(at, twice)),
        2 => at().prop_map(Action::DeleteSale),
        1 => at().prop_map(Action::Tamper),
        2 => Just(Action::ChangeClient),
    ]
}
