//! Any sequence of deeds leaves a ledger that adds up, balances a simple model agrees with, and totals
//! that count exactly what is there. SALE-02, FIN-07, CLI-04

use domain::{ids::AccountId, money::Currency};
use ledgerline_app::money::transactions;
use ledgerline_app::money::transactions::lists::ListForm;
use ledgerline_app::{Actor, Error};
use proptest::{
    collection::vec,
    prelude::*,
    strategy::ValueTree,
    test_runner::{Config, TestRunner},
};

use crate::ledger::deeds::{Deed, Said, SaleSaid, deed};
use crate::support::{TestApp, on_both_engines, parsed};

on_both_engines!(any_sequence_keeps_the_books_right);

const CASES: usize = 32;

async fn any_sequence_keeps_the_books_right(test: TestApp) {
    let mut runner = TestRunner::new(Config::default());
    for _ in 0..CASES {
        let deeds = vec(deed(), 1..30).new_tree(&mut runner).unwrap().current();
        Story::new(&test).await.tell(&deeds).await;
    }
}

/// What the books should say, kept in the plainest way.
pub struct Story<'a> {
    pub test: &'a TestApp,
    pub actor: Actor,
    pub accounts: Vec<AccountId>,
    pub currencies: Vec<Currency>,
    pub client: String,
    pub books: Books,
    keys: u32,
}

#[derive(Clone, Default)]
pub struct Books {
    pub rows: Vec<(String, Said)>,
    pub sales: Vec<Sold>,
}

#[derive(Debug, Clone)]
pub struct Sold {
    pub id: String,
    pub said: SaleSaid,
    pub is_refunded: bool,
}

impl Sold {
    pub fn holds_money(&self) -> bool {
        self.said.status == "Completed" && !self.is_refunded
    }
}

impl Books {
    pub fn balances(&self) -> Vec<i64> {
        let mut balances = vec![0; 4];
        for (_, said) in self.rows.iter().filter(|(_, said)| said.status == "completed") {
            balances[said.account] += said.amount;
        }
        for sold in self.sales.iter().filter(|sold| sold.holds_money()) {
            balances[sold.said.account()] += sold.said.amount;
        }
        balances
    }

    fn is_possible(&self) -> bool {
        self.balances().iter().all(|balance| *balance >= 0)
    }
}

impl<'a> Story<'a> {
    async fn new(test: &'a TestApp) -> Self {
        let actor = test.join().await;
        let accounts = test.accounts(&actor).await;
        Self {
            test,
            client: test.client(&actor, "Ade Bello").await,
            actor,
            currencies: accounts.iter().map(|account| account.currency).collect(),
            accounts: accounts.into_iter().map(|account| account.id).collect(),
            books: Books::default(),
            keys: 0,
        }
    }

    async fn tell(mut self, deeds: &[Deed]) {
        for deed in deeds {
            if let Err(error) = self.act(deed).await {
                assert!(matches!(error, Error::Conflict(_)), "{deed:?}: {error:?}");
            }
            self.check(deeds).await;
        }
    }

    /// Does it, and keeps the model in step. A refusal must be one the model agrees with.
    async fn act(&mut self, deed: &Deed) -> Result<(), Error> {
        let mut after = self.books.clone();
        let (result, is_allowed) = match deed {
            Deed::Create(said) => {
                let made = self.create(said).await;
                after.rows.push((made.as_ref().cloned().unwrap_or_default(), said.clone()));
                (made.map(drop), true)
            }
            Deed::Edit(at, said) if !after.rows.is_empty() => {
                let at = at % after.rows.len();
                let row = &mut after.rows[at];
                // The client is named by paying and let go of by deleting it, not by this.
                row.1 = Said { is_clients: row.1.is_clients, ..said.clone() };
                let form = self.form(said);
                let done =
                    transactions::update(&self.test.app, &self.actor, parsed(&row.0), form).await;
                (done.map(drop), true)
            }
            Deed::Delete(at) if !after.rows.is_empty() => {
                let (id, _) = after.rows.remove(at % after.rows.len());
                (transactions::delete(&self.test.app, &self.actor, parsed(&id)).await, true)
            }
            Deed::Deposit(size) | Deed::Withdraw(size) | Deed::Repeat(size) => {
                let moved = self.move_wallet(deed, *size).await;
                if let Ok(None) = moved {
                    return Ok(());
                }
                let amount = if matches!(deed, Deed::Withdraw(_)) { -size } else { *size };
                after.rows.push((self.newest().await, moved_wallet(amount)));
                (moved.map(drop), true)
            }
            Deed::Pay(size, account) => {
                let paid = self.pay(*size, *account).await;
                let said = Said {
                    kind: "payment",
                    status: "completed",
                    amount: -size,
                    account: *account,
                    day: 0,
                    is_clients: true,
                };
                after.rows.push((self.newest().await, said));
                (paid, true)
            }
            Deed::Sell(said, twice) => {
                let key = twice.then(|| self.key());
                let made = self.sell(said, key.as_deref()).await;
                let id = made.as_ref().cloned().unwrap_or_default();
                after.sales.push(Sold { id, said: said.clone(), is_refunded: false });
                (made.map(drop), true)
            }
            Deed::EditSale(at, said) if !after.sales.is_empty() => {
                let at = at % after.sales.len();
                let sold = &mut after.sales[at];
                let is_allowed = !sold.is_refunded;
                sold.said = said.clone();
                (self.edit_sale(&sold.id, said).await, is_allowed)
            }
            Deed::Refund(at, twice) if !after.sales.is_empty() => {
                let key = twice.then(|| self.key());
                let at = at % after.sales.len();
                let sold = &mut after.sales[at];
                let is_allowed = sold.holds_money();
                sold.is_refunded = true;
                (self.refund(&sold.id, key.as_deref()).await, is_allowed)
            }
            Deed::DeleteSale(at) if !after.sales.is_empty() => {
                let sold = after.sales.remove(at % after.sales.len());
                (self.delete_sale(&sold.id).await, true)
            }
            Deed::Tamper(at) if !after.sales.is_empty() => {
                let sold = &after.sales[at % after.sales.len()];
                return self.tamper(&sold.id.clone()).await;
            }
            Deed::ChangeClient => {
                self.change_client().await;
                after.rows.iter_mut().for_each(|(_, said)| said.is_clients = false);
                after.sales.iter_mut().for_each(|sold| sold.said.is_clients = false);
                (Ok(()), true)
            }
            Deed::Edit(..)
            | Deed::Delete(_)
            | Deed::EditSale(..)
            | Deed::Refund(..)
            | Deed::DeleteSale(_)
            | Deed::Tamper(_) => (Ok(()), true),
        };
        let is_possible = is_allowed && after.is_possible();
        assert_eq!(result.is_ok(), is_possible, "{deed:?} {result:?}");
        if is_possible {
            self.books = after;
        }
        result
    }

    fn key(&mut self) -> String {
        self.keys += 1;
        format!("sale-{}", self.keys)
    }

    /// The id of the transaction that was made last among those of today.
    async fn newest(&self) -> String {
        let newest = ListForm { limit: 200, ..ListForm::default() };
        let listed =
            transactions::lists::list(&self.test.app, &self.actor, newest).await.unwrap().listing;
        let last = listed.rows.into_iter().max_by_key(|row| row.number);
        last.map(|row| row.id.to_string()).unwrap_or_default()
    }
}

fn moved_wallet(amount: i64) -> Said {
    let kind = if amount > 0 { "deposit" } else { "withdrawal" };
    Said { kind, status: "completed", amount, account: 0, day: 0, is_clients: false }
}
