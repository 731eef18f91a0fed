//! What a person may do to their books, in any order: the deeds the sequences are made of.

use proptest::{prelude::*, sample::Index};

/// What a transaction says, as far as the books care.
#[derive(Debug, Clone)]
pub struct Said {
    pub kind: &'static str,
    pub status: &'static str,
    /// Minor units, with the sign the type asks for.
    pub amount: i64,
    pub account: usize,
    pub day: u8,
    /// Whether it names the client there is.
    pub is_clients: bool,
}

#[derive(Debug, Clone)]
pub struct SaleSaid {
    pub status: &'static str,
    pub amount: i64,
    pub currency: &'static str,
    pub license: &'static str,
    pub is_clients: bool,
}

impl SaleSaid {
    /// Where its money goes, by the place of the account in the wallet's list.
    pub fn account(&self) -> usize {
        match self.currency {
            "USD" => 0,
            "EUR" => 2,
            _ => 3,
        }
    }
}

#[derive(Debug, Clone)]
pub enum Deed {
    Create(Said),
    Edit(usize, Said),
    Delete(usize),
    Deposit(i64),
    Withdraw(i64),
    /// A deposit sent twice under one key.
    Repeat(i64),
    Pay(i64, usize),
    /// Sent twice under one key, where it is true.
    Sell(SaleSaid, bool),
    EditSale(usize, SaleSaid),
    /// As for selling.
    Refund(usize, bool),
    DeleteSale(usize),
    /// Changing or deleting a sale's transaction behind its back.
    Tamper(usize),
    /// Deletes the client and takes another on.
    ChangeClient,
}

fn said() -> impl Strategy<Value = Said> {
    let kind = prop::sample::select(vec!["deposit", "withdrawal", "payment", "other"]);
    let status =
        prop::sample::select(vec!["completed", "completed", "completed", "pending", "failed"]);
    (kind, status, 1_i64..50_000, any::<bool>(), 0_usize..4, 1_u8..=28).prop_map(
        |(kind, status, size, minus, account, day)| {
            let is_out = matches!(kind, "withdrawal" | "payment") || (kind == "other" && minus);
            let amount = if is_out { -size } else { size };
            Said { kind, status, amount, account, day, is_clients: false }
        },
    )
}

fn sale() -> impl Strategy<Value = SaleSaid> {
    let status = prop::sample::select(vec!["Completed", "Completed", "Pending", "Failed"]);
    let currency = prop::sample::select(vec!["USD", "USD", "EUR", "GBP"]);
    let license = prop::sample::select(vec!["basic", "premium", "unlimited", "exclusive"]);
    (status, 1_i64..50_000, currency, license, any::<bool>()).prop_map(
        |(status, amount, currency, license, is_clients)| SaleSaid {
            status,
            amount,
            currency,
            license,
            is_clients,
        },
    )
}

pub fn deed() -> impl Strategy<Value = Deed> {
    let at = || any::<Index>().prop_map(|at| at.index(1000));
    let size = || 1_i64..50_000;
    prop_oneof![
        4 => said().prop_map(Deed::Create),
        3 => (at(), said()).prop_map(|(at, said)| Deed::Edit(at, said)),
        2 => at().prop_map(Deed::Delete),
        2 => size().prop_map(Deed::Deposit),
        2 => size().prop_map(Deed::Withdraw),
        1 => size().prop_map(Deed::Repeat),
        2 => (size(), 0_usize..4).prop_map(|(size, account)| Deed::Pay(size, account)),
        5 => (sale(), any::<bool>()).prop_map(|(sale, twice)| Deed::Sell(sale, twice)),
        3 => (at(), sale()).prop_map(|(at, sale)| Deed::EditSale(at, sale)),
        3 => (at(), any::<bool>()).prop_map(|(at, twice)| Deed::Refund(at, twice)),
        2 => at().prop_map(Deed::DeleteSale),
        1 => at().prop_map(Deed::Tamper),
        2 => Just(Deed::ChangeClient),
    ]
}
