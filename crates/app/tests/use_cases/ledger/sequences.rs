//! After any sequence of actions, the ledger adds up, balances equal those of a simple model, and totals equal the sums
//! over the rows. SALE-02, FIN-07, CLI-04

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

use crate::ledger::actions::{Action, SaleInput, TransactionInput, any_action};
use crate::support::{TestApp, on_both_engines, parse_id};

on_both_engines!(pg any_sequence_keeps_the_books_right);

const CASES: usize = 32;

async fn any_sequence_keeps_the_books_right(test: TestApp) {
    let mut runner = TestRunner::new(Config::default());
    for _ in 0..CASES {
        let actions = vec(any_action(), 1..30).new_tree(&mut runner).unwrap().current();
        LedgerModel::new(&test).await.run(&actions).await;
    }
}

/// A simple model of the ledger: the transactions and sales that should exist.
pub struct LedgerModel<'a> {
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
    pub rows: Vec<(String, TransactionInput)>,
    pub sales: Vec<Sold>,
}

#[derive(Debug, Clone)]
pub struct Sold {
    pub id: String,
    pub input: SaleInput,
    pub is_refunded: bool,
}

impl Sold {
    pub fn holds_money(&self) -> bool {
        self.input.status == "Completed" && !self.is_refunded
    }
}

impl Books {
    pub fn balances(&self) -> Vec<i64> {
        let mut balances = vec![0; 4];
        for (_, input) in self.rows.iter().filter(|(_, input)| input.status == "completed") {
            balances[input.account] += input.amount;
        }
        for sold in self.sales.iter().filter(|sold| sold.holds_money()) {
            balances[sold.input.account()] += sold.input.amount;
        }
        balances
    }

    fn is_possible(&self) -> bool {
        self.balances().iter().all(|balance| *balance >= 0)
    }
}

impl<'a> LedgerModel<'a> {
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

    async fn run(mut self, actions: &[Action]) {
        for action in actions {
            if let Err(error) = self.act(action).await {
                assert!(matches!(error, Error::Conflict(_)), "{action:?}: {error:?}");
            }
            self.check(actions).await;
        }
    }

    /// Runs an action in the app and in the model. Fails the test if only one of them refuses it.
    async fn act(&mut self, action: &Action) -> Result<(), Error> {
        let mut after = self.books.clone();
        let (result, is_allowed) = match action {
            Action::Create(input) => {
                let made = self.create(input).await;
                after.rows.push((made.as_ref().cloned().unwrap_or_default(), input.clone()));
                (made.map(drop), true)
            }
            Action::Edit(at, input) if !after.rows.is_empty() => {
                let at = at % after.rows.len();
                let row = &mut after.rows[at];
                // Editing does not change the reference to the client; only a payment sets it, and only the client's
                // deletion removes it.
                row.1 = TransactionInput { is_clients: row.1.is_clients, ..input.clone() };
                let form = self.form(input);
                let done =
                    transactions::update(&self.test.app, &self.actor, parse_id(&row.0), form).await;
                (done.map(drop), true)
            }
            Action::Delete(at) if !after.rows.is_empty() => {
                let (id, _) = after.rows.remove(at % after.rows.len());
                (transactions::delete(&self.test.app, &self.actor, parse_id(&id)).await, true)
            }
            Action::Deposit(size) | Action::Withdraw(size) | Action::Repeat(size) => {
                let moved = self.move_wallet(action, *size).await;
                if let Ok(None) = moved {
                    return Ok(());
                }
                let amount = if matches!(action, Action::Withdraw(_)) { -size } else { *size };
                after.rows.push((self.newest_transaction_id().await, wallet_transaction(amount)));
                (moved.map(drop), true)
            }
            Action::Pay(size, account) => {
                let paid = self.pay(*size, *account).await;
                let input = TransactionInput {
                    kind: "payment",
                    status: "completed",
                    amount: -size,
                    account: *account,
                    day: 0,
                    is_clients: true,
                };
                after.rows.push((self.newest_transaction_id().await, input));
                (paid, true)
            }
            Action::Sell(input, twice) => {
                let key = twice.then(|| self.next_key());
                let made = self.sell(input, key.as_deref()).await;
                let id = made.as_ref().cloned().unwrap_or_default();
                after.sales.push(Sold { id, input: input.clone(), is_refunded: false });
                (made.map(drop), true)
            }
            Action::EditSale(at, input) if !after.sales.is_empty() => {
                let at = at % after.sales.len();
                let sold = &mut after.sales[at];
                let is_allowed = !sold.is_refunded;
                sold.input = input.clone();
                (self.edit_sale(&sold.id, input).await, is_allowed)
            }
            Action::Refund(at, twice) if !after.sales.is_empty() => {
                let key = twice.then(|| self.next_key());
                let at = at % after.sales.len();
                let sold = &mut after.sales[at];
                let is_allowed = sold.holds_money();
                sold.is_refunded = true;
                (self.refund(&sold.id, key.as_deref()).await, is_allowed)
            }
            Action::DeleteSale(at) if !after.sales.is_empty() => {
                let sold = after.sales.remove(at % after.sales.len());
                (self.delete_sale(&sold.id).await, true)
            }
            Action::Tamper(at) if !after.sales.is_empty() => {
                let sold = &after.sales[at % after.sales.len()];
                return self.tamper(&sold.id.clone()).await;
            }
            Action::ChangeClient => {
                self.change_client().await;
                after.rows.iter_mut().for_each(|(_, input)| input.is_clients = false);
                after.sales.iter_mut().for_each(|sold| sold.input.is_clients = false);
                (Ok(()), true)
            }
            Action::Edit(..)
            | Action::Delete(_)
            | Action::EditSale(..)
            | Action::Refund(..)
            | Action::DeleteSale(_)
            | Action::Tamper(_) => (Ok(()), true),
        };
        let is_possible = is_allowed && after.is_possible();
        assert_eq!(result.is_ok(), is_possible, "{action:?} {result:?}");
        if is_possible {
            self.books = after;
        }
        result
    }

    fn next_key(&mut self) -> String {
        self.keys += 1;
        format!("sale-{}", self.keys)
    }

    /// The id of the transaction with the highest number of today.
    async fn newest_transaction_id(&self) -> String {
        let newest = ListForm { limit: 200, ..ListForm::default() };
        let listed =
            transactions::lists::list(&self.test.app, &self.actor, newest).await.unwrap().listing;
        let last = listed.rows.into_iter().max_by_key(|row| row.number);
        last.map(|row| row.id.to_string()).unwrap_or_default()
    }
}

fn wallet_transaction(amount: i64) -> TransactionInput {
    let kind = if amount > 0 { "deposit" } else { "withdrawal" };
    TransactionInput { kind, status: "completed", amount, account: 0, day: 0, is_clients: false }
}
