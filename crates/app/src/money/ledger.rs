//! The ledger of one account holder, open for changes: the accounts, held under a lock, and the only way to post. A
//! change that would leave an account below zero is refused, whether it is a withdrawal, an edit or the deletion of a
//! deposit that has been spent.

use std::collections::BTreeSet;

use domain::ids::{AccountId, TransactionId, UserId};
use domain::money::accounts::{Account, Kind};
use domain::money::ledger::{Entry, Posting};
use domain::money::transactions::Content;
use domain::money::{Currency, Minor, display};
use domain::time::Timestamp;
use storage::db::Tx;
use storage::money::{accounts, ledger};

use crate::{Error, Result, crypto};

const NO_ACCOUNT: &str = "This account does not exist.";
const BEYOND: &str = "An account can hold at most 1,000,000,000,000.00.";
const BEYOND_TOGETHER: &str =
    "All accounts of one currency together can hold at most 1,000,000,000,000.00.";

/// Creates the accounts of a new account holder.
pub(crate) fn open_accounts(tx: &mut Tx, owner: UserId, now: Timestamp) -> Result<()> {
    Ok(accounts::open(tx, owner, now, || AccountId::new(now, crypto::random()))?)
}

pub(crate) fn no_account() -> Error {
    Error::NotFound(NO_ACCOUNT.to_owned())
}

pub(crate) struct Ledger {
    owner: UserId,
    accounts: Vec<Account>,
}

impl Ledger {
    /// Takes the lock and loads the accounts; they cannot change until the transaction ends.
    pub fn open(tx: &mut Tx, owner: UserId) -> Result<Self> {
        ledger::lock(tx, owner)?;
        Ok(Self { owner, accounts: accounts::list(tx, owner)? })
    }

    /// Finds one of the holder's own accounts. The counterpart accounts (`Kind::Outside`) cannot be referred to.
    pub fn account(&self, id: AccountId) -> Result<&Account> {
        let is_it = |account: &&Account| account.id == id && account.kind != Kind::Outside;
        self.accounts.iter().find(is_it).ok_or_else(no_account)
    }

    pub fn wallet(&self) -> Result<&Account> {
        self.find(Kind::Wallet, Currency::Usd)
    }

    /// The default account of a currency: the wallet for dollars.
    pub fn default_account(&self, currency: Currency) -> Result<&Account> {
        if currency == Currency::Usd {
            return self.wallet();
        }
        self.find(Kind::Currency, currency).map_err(|_| {
            Error::invalid("currency", format!("You have no account in {}", currency.as_str()))
        })
    }

    fn find(&self, kind: Kind, currency: Currency) -> Result<&Account> {
        let is_it = |account: &&Account| account.kind == kind && account.currency == currency;
        self.accounts.iter().find(is_it).ok_or_else(no_account)
    }

    /// The entry (postings) of a transaction with this content.
    pub fn entry(&self, content: &Content) -> Result<Entry> {
        let Content { status, amount, currency, account, .. } = *content;
        let outside = |currency| self.find(Kind::Outside, currency).map(|outside| outside.id);
        if let Some(transfer) = content.transfer {
            let sent = Posting { account, currency, amount };
            let received = Posting {
                account: transfer.to,
                currency: transfer.currency,
                amount: transfer.received,
            };
            let entry = Entry::of_transfer(status, sent, received, |of| outside(of).ok());
            return entry.ok_or_else(|| Error::unexpected("a transfer does not balance"));
        }
        let outside = outside(currency)?;
        Ok(Entry::of_transaction(status, amount, currency, account, outside))
    }

    /// The holder's own accounts, without the counterpart accounts (`Kind::Outside`).
    pub fn own_accounts(&self) -> impl Iterator<Item = &Account> {
        self.accounts.iter().filter(|account| account.kind != Kind::Outside)
    }

    /// Replaces the postings of a transaction and updates the balances.
    pub fn post(
        &mut self,
        tx: &mut Tx,
        id: TransactionId,
        entry: &Entry,
        now: Timestamp,
    ) -> Result<()> {
        let before = ledger::find(tx, self.owner, id)?;
        for id in self.change(&before, entry)? {
            self.write_balance(tx, id, now)?;
        }
        if before != *entry {
            ledger::replace(tx, self.owner, id, entry)?;
        }
        Ok(())
    }

    /// Posts many new transactions. Each one must leave the accounts valid, as if it came alone; the balances are
    /// written once, after the last.
    pub fn post_new(
        &mut self,
        tx: &mut Tx,
        new: &[(TransactionId, Entry)],
        now: Timestamp,
    ) -> Result<()> {
        let mut touched = BTreeSet::new();
        for (_, entry) in new {
            touched.extend(self.change(&Entry::empty(), entry)?);
        }
        for id in touched {
            self.write_balance(tx, id, now)?;
        }
        Ok(ledger::insert_all(tx, self.owner, new)?)
    }

    /// The postings of these transactions, as one entry.
    pub fn entry_of(&self, tx: &mut Tx, ids: &[TransactionId]) -> Result<Entry> {
        let mut all = Vec::new();
        for id in ids {
            all.extend_from_slice(ledger::find(tx, self.owner, *id)?.postings());
        }
        Entry::new(all).map_err(Error::unexpected)
    }

    /// How much each account would be below zero without these postings.
    pub fn lacking_without(&self, posted: &Entry) -> Result<Vec<(&Account, Minor)>> {
        let changes = Entry::empty().change_from(posted).map_err(|_| over_limit())?;
        let mut lacking = Vec::new();
        for account in self.own_accounts() {
            let change = changes.get(&account.id).copied().unwrap_or(0);
            let left = account.balance.get().checked_add(change).ok_or_else(over_limit)?;
            if left < 0 {
                lacking.push((account, Minor::new(-left).ok_or_else(over_limit)?));
            }
        }
        Ok(lacking)
    }

    /// Subtracts the postings of many transactions from the balances; only the final balances must be valid. The
    /// caller removes the rows and their postings.
    pub fn strike(&mut self, tx: &mut Tx, posted: &Entry, now: Timestamp) -> Result<()> {
        for id in self.change(posted, &Entry::empty())? {
            self.write_balance(tx, id, now)?;
        }
        Ok(())
    }

    /// Updates the loaded balances from one entry to another and returns the accounts that changed.
    fn change(&mut self, before: &Entry, after: &Entry) -> Result<Vec<AccountId>> {
        let changes = after.change_from(before).map_err(|_| over_limit())?;
        for (id, change) in &changes {
            let known = self.accounts.iter_mut().find(|known| known.id == *id);
            let account = known.ok_or_else(unknown_account)?;
            account.balance = changed_balance(account, *change)?;
        }
        Ok(changes.into_keys().collect())
    }

    fn write_balance(&self, tx: &mut Tx, id: AccountId, now: Timestamp) -> Result<()> {
        let account =
            self.accounts.iter().find(|known| known.id == id).ok_or_else(unknown_account)?;
        Ok(ledger::set_balance(tx, self.owner, id, account.balance, now)?)
    }
}

fn unknown_account() -> Error {
    Error::unexpected("a posting refers to an account that does not exist")
}

fn changed_balance(account: &Account, change: i64) -> Result<Minor> {
    let before = account.balance.get();
    let after = before.checked_add(change).ok_or_else(over_limit)?;
    if account.kind == Kind::Outside {
        // The counterpart account of a currency holds the sum of all accounts in that currency.
        return Minor::new(after).ok_or_else(|| Error::Conflict(BEYOND_TOGETHER.to_owned()));
    }
    if after < 0 {
        let of = |minor| display(minor, account.currency);
        return Err(Error::Conflict(format!(
            "Not enough money: {} holds {} and this would take {}.",
            account.name,
            of(before),
            of(-change)
        )));
    }
    Minor::new(after).ok_or_else(over_limit)
}

fn over_limit() -> Error {
    Error::Conflict(BEYOND.to_owned())
}
