//! Any sequence of deeds leaves a ledger that adds up, balances a simple model agrees with, and totals
//! that count exactly what is there.

use std::collections::HashMap;

use domain::{
    ids::AccountId,
    money::{Currency, print},
};
use ledgerline_app::{
    Actor, Error,
    idempotency::Reply,
    transaction_forms::TransactionForm,
    transaction_lists::{self, ListForm},
    transactions,
};
use proptest::{
    collection::vec,
    prelude::*,
    strategy::ValueTree,
    test_runner::{Config, TestRunner},
};

use crate::house::{House, on_both_engines};

on_both_engines!(any_sequence_keeps_the_books_right);

const CASES: usize = 24;

#[derive(Debug, Clone)]
struct Said {
    kind: &'static str,
    status: &'static str,
    /// Minor units, with the sign the type asks for.
    amount: i64,
    account: usize,
    day: u8,
}

#[derive(Debug, Clone)]
enum Deed {
    Create(Said),
    Edit(usize, Said),
    Delete(usize),
    Deposit(i64),
    Withdraw(i64),
    Repeat(i64),
}

fn said() -> impl Strategy<Value = Said> {
    let kind = prop::sample::select(vec!["deposit", "withdrawal", "payment", "other"]);
    let status =
        prop::sample::select(vec!["completed", "completed", "completed", "pending", "failed"]);
    (kind, status, 1_i64..50_000, any::<bool>(), 0_usize..4, 1_u8..=28).prop_map(
        |(kind, status, size, minus, account, day)| {
            let is_out = matches!(kind, "withdrawal" | "payment") || (kind == "other" && minus);
            let amount = if is_out { -size } else { size };
            Said { kind, status, amount, account, day }
        },
    )
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        4 => said().prop_map(Deed::Create),
        3 => (any::<prop::sample::Index>(), said()).prop_map(|(at, said)| Deed::Edit(at.index(1000), said)),
        2 => any::<prop::sample::Index>().prop_map(|at| Deed::Delete(at.index(1000))),
        2 => (1_i64..50_000).prop_map(Deed::Deposit),
        2 => (1_i64..50_000).prop_map(Deed::Withdraw),
        1 => (1_i64..50_000).prop_map(Deed::Repeat),
    ]
}

async fn any_sequence_keeps_the_books_right(house: House) {
    let mut runner = TestRunner::new(Config::default());
    for _ in 0..CASES {
        let deeds = vec(deed(), 1..25).new_tree(&mut runner).unwrap().current();
        Story::new(&house).await.tell(&deeds).await;
    }
}

/// What the books should say, kept in the plainest way.
struct Story<'a> {
    house: &'a House,
    actor: Actor,
    accounts: Vec<AccountId>,
    currencies: Vec<Currency>,
    rows: Vec<(String, Said)>,
}

impl<'a> Story<'a> {
    async fn new(house: &'a House) -> Self {
        let actor = house.join().await;
        let accounts = house.accounts(&actor).await;
        Self {
            house,
            actor,
            currencies: accounts.iter().map(|account| account.currency).collect(),
            accounts: accounts.into_iter().map(|account| account.id).collect(),
            rows: Vec::new(),
        }
    }

    async fn tell(mut self, deeds: &[Deed]) {
        for deed in deeds {
            let refused = self.act(deed).await;
            if let Some(error) = refused {
                assert!(matches!(error, Error::Conflict(_)), "{deed:?}: {error:?}");
            }
            self.check(deeds).await;
        }
    }

    fn balances(&self, rows: &[(String, Said)]) -> Vec<i64> {
        let mut balances = vec![0; self.accounts.len()];
        for (_, said) in rows.iter().filter(|(_, said)| said.status == "completed") {
            balances[said.account] += said.amount;
        }
        balances
    }

    /// Does it, and keeps the model in step. A refusal must be one the model agrees with.
    async fn act(&mut self, deed: &Deed) -> Option<Error> {
        let mut after = self.rows.clone();
        let result = match deed {
            Deed::Create(said) => {
                let made = self.create(said).await;
                after.push((made.as_ref().cloned().unwrap_or_default(), said.clone()));
                made.map(drop)
            }
            Deed::Edit(at, said) if !after.is_empty() => {
                let at = at % after.len();
                after[at].1 = said.clone();
                let form = self.form(said);
                transactions::update(&self.house.app, &self.actor, &after[at].0, form)
                    .await
                    .map(drop)
            }
            Deed::Delete(at) if !after.is_empty() => {
                let (id, _) = after.remove(at % after.len());
                transactions::delete(&self.house.app, &self.actor, &id).await
            }
            Deed::Edit(..) | Deed::Delete(_) => Ok(()),
            Deed::Deposit(size) | Deed::Withdraw(size) | Deed::Repeat(size) => {
                return self.move_wallet(deed, *size).await;
            }
        };
        let is_possible = self.balances(&after).iter().all(|balance| *balance >= 0);
        assert_eq!(result.is_ok(), is_possible, "{deed:?} {result:?}");
        if is_possible {
            self.rows = after;
        }
        result.err()
    }

    async fn move_wallet(&mut self, deed: &Deed, size: i64) -> Option<Error> {
        let (house, actor, text) = (self.house, &self.actor, print(size));
        let (result, amount) = match deed {
            Deed::Withdraw(_) => (house.withdraw(actor, &text, None).await, -size),
            Deed::Repeat(_) => {
                let key = format!("key-{size}");
                let first = house.deposit(actor, &text, Some(&key)).await;
                let again = house.deposit(actor, &text, Some(&key)).await.unwrap();
                assert!(again.is_replayed);
                let first = first.unwrap();
                if first.is_replayed {
                    return None;
                }
                (Ok(first), size)
            }
            _ => (house.deposit(actor, &text, None).await, size),
        };
        let is_possible = self.balances(&self.rows)[0] + amount >= 0;
        assert_eq!(result.is_ok(), is_possible, "{deed:?} {result:?}");
        if let Err(error) = result {
            return Some(error);
        }
        let newest = ListForm { limit: 1, sort: None, ..self.list_form() };
        let listed = transaction_lists::list(&house.app, actor, newest).await.unwrap();
        let kind = if amount > 0 { "deposit" } else { "withdrawal" };
        let said = Said { kind, status: "completed", amount, account: 0, day: 0 };
        self.rows.push((listed.listing.rows[0].id.to_string(), said));
        None
    }

    async fn create(&self, said: &Said) -> Result<String, Error> {
        let reply = Reply {
            retry: None,
            status: 201,
            tell: Box::new(|made: &storage::transactions::Transaction| made.id.to_string()),
        };
        let form = self.form(said);
        transactions::create(&self.house.app, &self.actor, form, reply).await.map(|told| told.body)
    }

    fn form(&self, said: &Said) -> TransactionForm {
        TransactionForm {
            kind: Some(said.kind.into()),
            status: Some(said.status.into()),
            title: Some(format!("Number {}", said.amount)),
            amount: Some(print(said.amount)),
            account_id: Some(self.accounts[said.account].to_string()),
            // Before the clock's own day, so that what the wallet does is always the newest.
            date: Some(format!("2026-02-{:02}", said.day.max(1))),
            ..TransactionForm::default()
        }
    }

    fn list_form(&self) -> ListForm {
        ListForm { limit: 200, offset: 0, ..ListForm::default() }
    }

    async fn check(&self, deeds: &[Deed]) {
        let app = &self.house.app;
        self.house.audit(self.actor.user).await;
        let balances: Vec<i64> =
            self.house.accounts(&self.actor).await.iter().map(|a| a.balance.get()).collect();
        assert_eq!(balances, self.balances(&self.rows), "{deeds:#?}");

        let all = transaction_lists::list(app, &self.actor, self.list_form()).await.unwrap();
        let listed: HashMap<String, i64> = all
            .listing
            .rows
            .iter()
            .map(|row| (row.id.to_string(), row.content.amount.get()))
            .collect();
        let known = self.rows.iter().map(|(id, said)| (id.clone(), said.amount)).collect();
        assert_eq!(listed, known);
        assert_eq!(all.listing.total, i64::try_from(self.rows.len()).unwrap());

        let summary = transaction_lists::summary(app, &self.actor, None, None).await.unwrap();
        for (currency, figures) in &summary.currencies {
            let net: i64 =
                (0..4).filter(|at| self.currencies[*at] == *currency).map(|at| balances[at]).sum();
            assert_eq!(figures.net(), net);
        }
        assert_eq!(summary.count, all.listing.total);
    }
}
