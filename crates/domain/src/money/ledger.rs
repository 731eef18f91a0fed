//! The double-entry ledger: the postings of a transaction. Every posting has its counterpart, so the postings
//! of an entry add up to zero in each currency, and a balance is the sum of its postings. Money from or to
//! other people is posted against the world outside, one account per currency.

use std::collections::BTreeMap;

use crate::{
    ids::AccountId,
    money::{Currency, Minor, transactions::Status},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Posting {
    pub account: AccountId,
    pub currency: Currency,
    pub amount: Minor,
}

/// A balanced set of postings. An unbalanced one cannot be built.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Entry(Vec<Posting>);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the postings do not add up to zero in {}", .0.as_str())]
pub struct Unbalanced(pub Currency);

/// The error of a movement that exceeds what an account can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the amount is beyond what an account can hold")]
pub struct OutOfRange;

impl Entry {
    /// An entry without postings.
    pub const fn empty() -> Self {
        Self(Vec::new())
    }

    pub fn new(postings: Vec<Posting>) -> Result<Self, Unbalanced> {
        let mut sums = BTreeMap::new();
        for posting in &postings {
            *sums.entry(posting.currency).or_insert(0_i128) += i128::from(posting.amount.get());
        }
        match sums.into_iter().find(|(_, sum)| *sum != 0) {
            Some((currency, _)) => Err(Unbalanced(currency)),
            None => Ok(Self(postings)),
        }
    }

    /// The postings of a transaction of this amount on an account. Only a completed transaction moves money.
    pub fn of_transaction(
        status: Status,
        amount: Minor,
        currency: Currency,
        account: AccountId,
        outside: AccountId,
    ) -> Self {
        if status != Status::Completed || amount.is_zero() {
            return Self::empty();
        }
        Self(vec![
            Posting { account, currency, amount },
            Posting { account: outside, currency, amount: -amount },
        ])
    }

    /// The postings of a transfer between two of the holder's own accounts. Different currencies are exchanged
    /// with the world outside.
    pub fn of_transfer(
        status: Status,
        sent: Posting,
        received: Posting,
        outside: impl Fn(Currency) -> Option<AccountId>,
    ) -> Option<Self> {
        if status != Status::Completed {
            return Some(Self::empty());
        }
        let mut postings = vec![sent, received];
        if sent.currency != received.currency {
            for own in [sent, received] {
                let account = outside(own.currency)?;
                postings.push(Posting { account, amount: -own.amount, ..own });
            }
        }
        Self::new(postings).ok()
    }

    pub fn postings(&self) -> &[Posting] {
        &self.0
    }

    /// The change of each account in minor units when these postings replace `before`. Accounts without a
    /// change are left out.
    pub fn change_from(&self, before: &Self) -> Result<BTreeMap<AccountId, i64>, OutOfRange> {
        let mut changes = BTreeMap::new();
        let undone = before.0.iter().map(|posting| (posting.account, -posting.amount));
        let done = self.0.iter().map(|posting| (posting.account, posting.amount));
        for (account, amount) in undone.chain(done) {
            let change = changes.entry(account).or_insert(0_i64);
            *change = change.checked_add(amount.get()).ok_or(OutOfRange)?;
        }
        changes.retain(|_, change| *change != 0);
        Ok(changes)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn account(number: u8) -> AccountId {
        AccountId::from_bytes([number; 16])
    }

    fn amount() -> impl Strategy<Value = Minor> {
        (-1_000_000_i64..1_000_000).prop_map(|value| Minor::new(value).unwrap())
    }

    fn entry() -> impl Strategy<Value = Entry> {
        let status =
            prop_oneof![Just(Status::Completed), Just(Status::Pending), Just(Status::Failed)];
        (status, amount(), 1_u8..4).prop_map(|(status, amount, place)| {
            Entry::of_transaction(status, amount, Currency::Eur, account(place), account(0))
        })
    }

    proptest! {
        // TXN-03
        #[test]
        fn every_entry_adds_up_to_zero(entry in entry()) {
            prop_assert_eq!(Entry::new(entry.postings().to_vec()), Ok(entry));
        }

        #[test]
        fn a_change_adds_up_to_zero_and_undoes_itself(before in entry(), after in entry()) {
            let forth = after.change_from(&before).unwrap();
            let back = before.change_from(&after).unwrap();
            prop_assert_eq!(forth.values().sum::<i64>(), 0);
            prop_assert_eq!(forth.len(), back.len());
            for (account, change) in forth {
                prop_assert_eq!(back[&account], -change);
            }
        }

        #[test]
        fn what_does_not_balance_cannot_be_held(mut postings in prop::collection::vec((0_u8..4, amount()), 1..6)) {
            let sum: i64 = postings.iter().map(|(_, amount)| amount.get()).sum();
            postings.push((9, Minor::new(1 - sum).unwrap()));
            let postings = postings.into_iter()
                .map(|(place, amount)| Posting { account: account(place), currency: Currency::Usd, amount })
                .collect();
            prop_assert_eq!(Entry::new(postings), Err(Unbalanced(Currency::Usd)));
        }
    }

    proptest! {
        // MOVE-01
        #[test]
        fn a_transfer_adds_up_to_zero_in_each_currency(sent in 1_i64..1_000_000, received in 1_i64..1_000_000, exchanges: bool) {
            let to = if exchanges { Currency::Gbp } else { Currency::Usd };
            let received = if exchanges { received } else { sent };
            let posting = |place, currency, value| Posting { account: account(place), currency, amount: Minor::new(value).unwrap() };
            let (from, into) = (posting(1, Currency::Usd, -sent), posting(2, to, received));
            let outside = |currency: Currency| Some(account(if currency == to { 8 } else { 9 }));
            let entry = Entry::of_transfer(Status::Completed, from, into, outside).unwrap();
            prop_assert_eq!(entry.postings().len(), if exchanges { 4 } else { 2 });
            let undone = Entry::empty().change_from(&entry).unwrap();
            prop_assert_eq!(undone[&account(1)], sent);
            prop_assert_eq!(undone[&account(2)], -received);
        }
    }

    #[test]
    fn one_currency_does_not_pay_for_another() {
        let posting = |place, currency, value| Posting {
            account: account(place),
            currency,
            amount: Minor::new(value).unwrap(),
        };
        let mixed = vec![posting(1, Currency::Usd, 5), posting(2, Currency::Eur, -5)];
        assert!(Entry::new(mixed).is_err());
    }

    #[test]
    fn only_completed_transactions_move_money() {
        for status in [Status::Pending, Status::Failed] {
            let entry =
                Entry::of_transaction(status, Minor::MAX, Currency::Usd, account(1), account(2));
            assert!(entry.postings().is_empty());
        }
    }
}
