//! The actions of the ledger's model through the use cases, and the comparison of the model with the app's rows.

use std::collections::{BTreeMap, HashMap};

use domain::clients::Sum;
use domain::money::print;
use domain::money::transactions::Transaction;
use ledgerline_app::clients::payments::{self, Paid, PayForm};
use ledgerline_app::clients::{self};
use ledgerline_app::idempotency::{Answer, Reply, Retry};
use ledgerline_app::money::transactions;
use ledgerline_app::money::transactions::forms::TransactionForm;
use ledgerline_app::money::transactions::lists::ListForm;
use ledgerline_app::sales::SaleDetails;
use ledgerline_app::sales::forms::SaleForm;
use ledgerline_app::{Error, sales};

use crate::ledger::actions::{Action, SaleInput, TransactionInput};
use crate::ledger::sequences::LedgerModel;
use crate::support::parse_id;

impl LedgerModel<'_> {
    pub async fn create(&self, input: &TransactionInput) -> Result<String, Error> {
        let tell = |made: &Transaction| made.id.to_string();
        let reply = Reply { retry: None, status: 201, to_body: Box::new(tell) };
        let form = self.form(input);
        transactions::create(&self.test.app, &self.actor, form, reply).await.map(|told| told.body)
    }

    pub fn form(&self, input: &TransactionInput) -> TransactionForm {
        TransactionForm {
            kind: Some(input.kind.into()),
            status: Some(input.status.into()),
            title: Some(format!("Number {}", input.amount)),
            amount: Some(print(input.amount)),
            account_id: Some(self.accounts[input.account].to_string()),
            date: Some(format!("2026-02-{:02}", input.day.max(1))),
            confirm_date: true,
            ..TransactionForm::default()
        }
    }

    /// Returns `None` if the answer was a replay.
    pub async fn move_wallet(&self, action: &Action, size: i64) -> Result<Option<Answer>, Error> {
        let (test, actor, text) = (self.test, &self.actor, print(size));
        match action {
            Action::Withdraw(_) => test.withdraw(actor, &text, None).await.map(Some),
            Action::Repeat(_) => {
                let key = format!("key-{size}");
                let first = test.deposit(actor, &text, Some(&key)).await?;
                let again = test.deposit(actor, &text, Some(&key)).await?;
                assert!(again.is_replayed && again.body == first.body);
                Ok(Some(first).filter(|first| !first.is_replayed))
            }
            _ => test.deposit(actor, &text, None).await.map(Some),
        }
    }

    pub async fn pay(&self, size: i64, account: usize) -> Result<(), Error> {
        let form = PayForm {
            amount: Some(print(size)),
            account_id: Some(self.accounts[account].to_string()),
            note: None,
        };
        let tell = |paid: &Paid| paid.transaction.reference();
        let reply = Reply { retry: None, status: 201, to_body: Box::new(tell) };
        payments::pay(&self.test.app, &self.actor, parse_id(&self.client), form, reply)
            .await
            .map(drop)
    }

    fn sale_form(&self, input: &SaleInput) -> SaleForm {
        SaleForm {
            title: Some(format!("Beat {}", input.amount)),
            client_id: Some(if input.is_clients { self.client.clone() } else { String::new() }),
            client: Some("Walk-in".into()),
            amount: Some(print(input.amount)),
            currency: Some(input.currency.into()),
            license: Some(input.license.into()),
            status: Some(input.status.into()),
            ..SaleForm::default()
        }
    }

    pub async fn sell(&self, input: &SaleInput, key: Option<&str>) -> Result<String, Error> {
        let send =
            || sales::create(&self.test.app, &self.actor, self.sale_form(input), sale_reply(key));
        let made = send().await?;
        if key.is_some() {
            let again = send().await?;
            assert!(again.is_replayed && again.body == made.body);
        }
        Ok(made.body)
    }

    pub async fn edit_sale(&self, id: &str, input: &SaleInput) -> Result<(), Error> {
        sales::update(&self.test.app, &self.actor, parse_id(id), self.sale_form(input))
            .await
            .map(drop)
    }

    pub async fn refund(&self, id: &str, key: Option<&str>) -> Result<(), Error> {
        let send = || {
            sales::refund(
                &self.test.app,
                &self.actor,
                parse_id(id),
                Some("Sorry".into()),
                None,
                sale_reply(key),
            )
        };
        send().await?;
        if key.is_some() {
            assert!(send().await?.is_replayed);
        }
        Ok(())
    }

    pub async fn delete_sale(&self, id: &str) -> Result<(), Error> {
        sales::delete(&self.test.app, &self.actor, parse_id(id)).await
    }

    /// Fails the test if a sale's transaction can be changed or deleted directly.
    pub async fn tamper(&self, id: &str) -> Result<(), Error> {
        let (app, actor) = (&self.test.app, &self.actor);
        let sale = sales::find(app, actor, parse_id(id)).await?.sale;
        let refund = sale.refund.map(|refund| refund.transaction);
        for own in sale.transaction.into_iter().chain(refund) {
            let form = TransactionForm { title: Some("Mine".into()), ..Default::default() };
            let changed = transactions::update(app, actor, own, form).await;
            assert!(matches!(changed, Err(Error::Conflict(_))), "{changed:?}");
            let gone = transactions::delete(app, actor, own).await;
            assert!(matches!(gone, Err(Error::Conflict(_))), "{gone:?}");
        }
        Ok(())
    }

    pub async fn change_client(&mut self) {
        clients::remove(&self.test.app, &self.actor, parse_id(&self.client)).await.unwrap();
        self.client = self.test.client(&self.actor, "Zoë Lindqvist").await;
    }

    pub async fn check(&self, actions: &[Action]) {
        self.test.audit(self.actor.user).await;
        let balances: Vec<i64> =
            self.test.accounts(&self.actor).await.iter().map(|a| a.balance.get()).collect();
        assert_eq!(balances, self.books.balances(), "{actions:#?}");
        self.check_history(&balances).await;
        self.check_sales(actions).await;
        self.check_client(actions).await;
    }

    /// Checks that every transaction is one of the model's, or belongs to one of its sales.
    async fn check_history(&self, balances: &[i64]) {
        let app = &self.test.app;
        let whole = ListForm { limit: 200, ..ListForm::default() };
        let all = transactions::lists::list(app, &self.actor, whole).await.unwrap().listing;
        let listed: HashMap<String, i64> =
            all.rows.iter().map(|row| (row.id.to_string(), row.content.amount.get())).collect();
        let rows = &self.books.rows;
        let mut known: HashMap<String, i64> =
            rows.iter().map(|(id, input)| (id.clone(), input.amount)).collect();
        for sold in &self.books.sales {
            let sale = sales::find(app, &self.actor, parse_id(&sold.id)).await.unwrap().sale;
            assert_eq!(sale.transaction.is_some(), sold.input.status == "Completed");
            assert_eq!(sale.refund.is_some(), sold.is_refunded);
            if let Some(own) = sale.transaction {
                known.insert(own.to_string(), sold.input.amount);
            }
            if let Some(refund) = sale.refund {
                known.insert(refund.transaction.to_string(), -sold.input.amount);
            }
        }
        assert_eq!(listed, known);
        assert_eq!(all.total, i64::try_from(known.len()).unwrap());
        for client in all.rows.iter().filter_map(|row| row.content.beneficiary) {
            assert_eq!(client.to_string(), self.client, "a client that is gone is named");
        }
        let summary = transactions::lists::summary(app, &self.actor, None, None).await.unwrap();
        for (currency, figures) in &summary.currencies {
            let net: i64 =
                (0..4).filter(|at| self.currencies[*at] == *currency).map(|at| balances[at]).sum();
            assert_eq!(figures.net(), net);
        }
        assert_eq!(summary.count, all.total);
    }

    async fn check_sales(&self, actions: &[Action]) {
        let app = &self.test.app;
        let whole = sales::lists::ListForm { limit: 200, ..Default::default() };
        let all = sales::lists::list(app, &self.actor, whole).await.unwrap().listing;
        let told = |id: String, status: &str, amount: i64| (id, (status.to_owned(), amount));
        let listed: BTreeMap<_, _> = all
            .rows
            .iter()
            .map(|row| &row.content)
            .zip(all.rows.iter().map(|row| row.id.to_string()))
            .map(|(content, id)| told(id, content.status.as_str(), content.amount.get()))
            .collect();
        let status = |sold: &crate::ledger::sequences::Sold| {
            if sold.is_refunded { "Refunded" } else { sold.input.status }
        };
        let sold = &self.books.sales;
        let known: BTreeMap<_, _> = sold
            .iter()
            .map(|sold| told(sold.id.clone(), status(sold), sold.input.amount))
            .collect();
        assert_eq!(listed, known, "{actions:#?}");
        let summary = sales::lists::summary(app, &self.actor, None, None).await.unwrap();
        assert_eq!((summary.count, all.total), (all.total, i64::try_from(sold.len()).unwrap()));
        for (status, figures) in &summary.statuses {
            let of_it = known.values().filter(|(known, _)| known == status.as_str());
            assert_eq!(figures.count, i64::try_from(of_it.clone().count()).unwrap());
            assert_eq!(
                figures.totals.values().sum::<i64>(),
                of_it.map(|(_, amount)| amount).sum::<i64>()
            );
        }
        let licensed: i64 = summary.licenses.values().map(|figures| figures.count).sum();
        assert_eq!(licensed, summary.completed.count);
    }

    async fn check_client(&self, actions: &[Action]) {
        let history =
            clients::history::summary(&self.test.app, &self.actor, parse_id(&self.client))
                .await
                .unwrap();
        let figures = |sums: &[Sum]| {
            (sums.iter().map(|sum| sum.count).sum(), sums.iter().map(|sum| sum.amount).sum())
        };
        let sold = self.books.sales.iter().filter(|sold| sold.holds_money());
        let sold = sold.filter(|sold| sold.input.is_clients).map(|sold| sold.input.amount);
        assert_eq!(figures(&history.sales), count_and_sum(sold), "{actions:#?}");
        let rows = self.books.rows.iter().map(|(_, input)| input);
        let paid = rows.filter(|input| {
            input.is_clients && input.kind == "payment" && input.status == "completed"
        });
        assert_eq!(
            figures(&history.payments),
            count_and_sum(paid.map(|input| -input.amount)),
            "{actions:#?}"
        );
    }
}

fn count_and_sum(amounts: impl Iterator<Item = i64>) -> (i64, i64) {
    amounts.fold((0, 0), |(count, sum), amount| (count + 1, sum + amount))
}

fn sale_reply(key: Option<&str>) -> Reply<SaleDetails> {
    let retry = key.map(|key| Retry::new(key, "sale", key.as_bytes()).unwrap());
    Reply { retry, status: 201, to_body: Box::new(|sold: &SaleDetails| sold.sale.id.to_string()) }
}
