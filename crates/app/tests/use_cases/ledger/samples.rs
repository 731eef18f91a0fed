//! After any actions in an account with sample data, clearing removes exactly the sample rows: all rows of the owner
//! stay, and every balance is the sum of the owner's postings, or zero if the owner spent more.

use std::collections::{BTreeMap, BTreeSet};

use domain::ids::UserId;
use domain::money::accounts::Kind;
use domain::money::transactions::Transaction;
use ledgerline_app::idempotency::Reply;
use ledgerline_app::money::goals::{self, GoalForm};
use ledgerline_app::money::transactions;
use ledgerline_app::money::transactions::forms::TransactionForm;
use ledgerline_app::operations::samples;
use ledgerline_app::sales::forms::SaleForm;
use ledgerline_app::{Actor, Error, Result, sales};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};
use storage::db::{Conn, DbError, params, sql};

use crate::support::{TestApp, on_both_engines, parse_id};

on_both_engines!(a_newcomer_has_what_the_screens_promise, pg clearing_leaves_exactly_what_is_ones_own);

const CASES: usize = 10;

#[derive(Debug, Clone)]
enum Action {
    Deposit(i64),
    Withdraw(i64),
    /// A transaction on any account, completed or pending.
    Record(usize, i64, bool),
    /// A sale of a sample beat or of none, to a sample client or to a name.
    Sell(i64, &'static str, bool, bool),
    /// Changes any sale, the owner's or a sample.
    Restate(Index, &'static str, i64),
    Refund(Index),
    DeleteSale(Index),
    Revise(Index, i64),
    DeleteTransaction(Index),
    DeleteClient(Index),
    AddClient,
    SetGoal,
}

fn any_action() -> impl Strategy<Value = Action> {
    let status = || prop::sample::select(vec!["Completed", "Pending", "Failed"]);
    let size = || prop_oneof![1_i64..50_000, 1_000_000_i64..2_500_000];
    prop_oneof![
        2 => size().prop_map(Action::Deposit),
        3 => size().prop_map(Action::Withdraw),
        3 => (0_usize..4, -2_000_000_i64..500_000, any::<bool>())
            .prop_map(|(at, amount, is_done)| Action::Record(at, amount, is_done)),
        4 => (size(), prop::sample::select(vec!["basic", "exclusive"]), any::<bool>(), any::<bool>())
            .prop_map(|(size, license, beat, client)| Action::Sell(size, license, beat, client)),
        3 => (any::<Index>(), status(), size()).prop_map(|(at, to, size)| Action::Restate(at, to, size)),
        3 => any::<Index>().prop_map(Action::Refund),
        1 => any::<Index>().prop_map(Action::DeleteSale),
        3 => (any::<Index>(), size()).prop_map(|(at, size)| Action::Revise(at, size)),
        2 => any::<Index>().prop_map(Action::DeleteTransaction),
        1 => any::<Index>().prop_map(Action::DeleteClient),
        1 => Just(Action::AddClient),
        1 => Just(Action::SetGoal),
    ]
}

async fn a_newcomer_has_what_the_screens_promise(test: TestApp) {
    let test = test.with_sample_data();
    let actor = test.join().await;
    test.audit(actor.user).await;
    for account in test.accounts(&actor).await.iter().filter(|one| one.kind != Kind::Outside) {
        let promised = if account.kind == Kind::Wallet { 2_545_075 } else { 2_000_000 };
        assert_eq!(account.balance.get(), promised, "{}", account.name);
    }
}

async fn clearing_leaves_exactly_what_is_ones_own(test: TestApp) {
    let test = test.with_sample_data();
    let mut runner = TestRunner::new(Config::default());
    for _ in 0..CASES {
        let actions = vec(any_action(), 1..24).new_tree(&mut runner).unwrap().current();
        let actor = test.join().await;
        for action in &actions {
            if let Err(error) = act(&test, &actor, action).await {
                assert!(matches!(error, Error::Conflict(_)), "{action:?}: {error:?}");
            }
        }
        let before = read_tables(&test, &actor).await;
        samples::clear(&test.app, &actor).await.unwrap();
        let after = read_tables(&test, &actor).await;
        check(&test, &actor, &before, &after).await;
    }
}

async fn check(test: &TestApp, actor: &Actor, before: &Tables, after: &Tables) {
    test.audit(actor.user).await;
    assert!(!samples::are_there(&test.app, actor.user).await.unwrap());
    assert!(after.marks.is_empty());
    for (noun, own) in &before.own {
        let left = &after.own[noun];
        let gone: Vec<_> = own.difference(left).collect();
        assert!(gone.is_empty(), "{noun}: {gone:?}");
        // The only new transactions are corrections of balances that would be negative.
        let corrections = before.posted.values().filter(|sum| **sum < 0).count();
        let new = if *noun == "transactions" { corrections } else { 0 };
        assert_eq!(left.len() - own.len(), new, "{noun}");
    }
    for account in test.accounts(actor).await.iter().filter(|one| one.kind != Kind::Outside) {
        let own = before.posted.get(&account.id.to_string()).copied().unwrap_or(0);
        assert_eq!(account.balance.get(), own.max(0), "{}", account.name);
    }
    assert_eq!(after.dangling, 0);
}

async fn act(test: &TestApp, actor: &Actor, action: &Action) -> Result<()> {
    let app = &test.app;
    match action {
        Action::Deposit(size) => test.deposit(actor, &digits(*size), None).await.map(drop),
        Action::Withdraw(size) => test.withdraw(actor, &digits(*size), None).await.map(drop),
        Action::Record(at, amount, is_done) => {
            let accounts = test.accounts(actor).await;
            let form = TransactionForm {
                kind: Some("other".into()),
                title: Some("Own".into()),
                amount: Some(digits(if *amount == 0 { 1 } else { *amount })),
                account_id: Some(accounts[*at].id.to_string()),
                status: Some(if *is_done { "completed" } else { "pending" }.into()),
                ..TransactionForm::default()
            };
            let tell = |made: &Transaction| made.reference();
            let reply = Reply { retry: None, status: 201, to_body: Box::new(tell) };
            transactions::create(app, actor, form, reply).await.map(drop)
        }
        Action::Sell(size, license, is_of_beat, is_to_client) => {
            let found = read_tables(test, actor).await;
            let form = SaleForm {
                title: Some("Own".into()),
                client: Some("Somebody".into()),
                beat_id: found
                    .marks
                    .iter()
                    .find(|mark| *is_of_beat && mark.0 == "documents")
                    .map(row_id),
                client_id: found.clients.iter().next().filter(|_| *is_to_client).cloned(),
                amount: Some(digits(*size)),
                license: Some((*license).into()),
                ..SaleForm::default()
            };
            test.sell(actor, form).await.map(drop)
        }
        Action::Restate(at, status, size) => {
            let Some(sale) = pick_row(test, actor, "sales", at).await else { return Ok(()) };
            let form = SaleForm {
                status: Some((*status).into()),
                amount: Some(digits(*size)),
                ..SaleForm::default()
            };
            sales::update(app, actor, parse_id(&sale), form).await.map(drop)
        }
        Action::Refund(at) => match pick_row(test, actor, "sales", at).await {
            Some(sale) => test.refund(actor, &sale).await,
            None => Ok(()),
        },
        Action::DeleteSale(at) => match pick_row(test, actor, "sales", at).await {
            Some(sale) => sales::delete(app, actor, parse_id(&sale)).await,
            None => Ok(()),
        },
        Action::Revise(at, size) => {
            let Some(id) = pick_row(test, actor, "transactions", at).await else { return Ok(()) };
            let kind = Some("other".to_owned());
            let form =
                TransactionForm { kind, amount: Some(digits(*size)), ..TransactionForm::default() };
            transactions::update(app, actor, parse_id(&id), form).await.map(drop)
        }
        Action::DeleteTransaction(at) => match pick_row(test, actor, "transactions", at).await {
            Some(id) => transactions::delete(app, actor, parse_id(&id)).await,
            None => Ok(()),
        },
        Action::DeleteClient(at) => match pick_row(test, actor, "beneficiaries", at).await {
            Some(id) => ledgerline_app::clients::remove(app, actor, parse_id(&id)).await,
            None => Ok(()),
        },
        Action::AddClient => {
            test.client(actor, "Own").await;
            Ok(())
        }
        Action::SetGoal => {
            let form = GoalForm {
                title: Some("Own".into()),
                target_amount: Some("5".into()),
                target_date: Some("2090-01-01".into()),
                ..GoalForm::default()
            };
            goals::create(app, actor, form).await.map(drop)
        }
    }
}

fn digits(minor: i64) -> String {
    domain::money::print(minor)
}

fn row_id(mark: &(String, String)) -> String {
    mark.1.clone()
}

/// The id of a random row of a table, the owner's or a sample.
async fn pick_row(test: &TestApp, actor: &Actor, noun: &'static str, at: &Index) -> Option<String> {
    let owner = actor.user;
    let ids = test.app.db.read(move |conn| ids(conn, owner, noun)).await.unwrap();
    let ids: Vec<_> = ids.into_iter().collect();
    (!ids.is_empty()).then(|| ids[at.index(ids.len())].clone())
}

/// The content of the tables, read without any of the code under test.
struct Tables {
    own: BTreeMap<&'static str, BTreeSet<String>>,
    marks: BTreeSet<(String, String)>,
    clients: BTreeSet<String>,
    /// The sums of the postings of the owner's transactions, by account.
    posted: BTreeMap<String, i64>,
    /// The number of sales and transactions that reference a missing client, beat or sale.
    dangling: i64,
}

async fn read_tables(test: &TestApp, actor: &Actor) -> Tables {
    let owner = actor.user;
    test.app
        .db
        .read(move |conn| {
            conn.snapshot()?;
            let marks = sample_marks(conn, owner)?;
            let of_sales = own_transactions_of_sample_sales(conn, owner)?;
            let mut own = BTreeMap::new();
            for noun in ["transactions", "sales", "beneficiaries", "goals"] {
                let mut all = ids(conn, owner, noun)?;
                all.retain(|id| {
                    !marks.contains(&(noun.to_owned(), id.clone())) && !of_sales.contains(id)
                });
                own.insert(noun, all);
            }
            let mut posted = BTreeMap::new();
            for (transaction, account, amount) in postings(conn, owner)? {
                if own["transactions"].contains(&transaction) {
                    *posted.entry(account).or_insert(0) += amount;
                }
            }
            posted.retain(|account, _| !outside_accounts(conn, owner).unwrap().contains(account));
            let (clients, dangling) =
                (ids(conn, owner, "beneficiaries")?, count_dangling(conn, owner)?);
            Ok::<_, DbError>(Tables { own, marks, clients, posted, dangling })
        })
        .await
        .unwrap()
}

fn texts(
    conn: &mut Conn,
    statement: &storage::db::Sql,
    owner: UserId,
) -> Result<BTreeSet<String>, DbError> {
    let rows =
        conn.query(statement, params![&owner.to_string()], |row| Ok(row.text(0)?.to_owned()))?;
    Ok(rows.into_iter().collect())
}

fn ids(conn: &mut Conn, owner: UserId, noun: &str) -> Result<BTreeSet<String>, DbError> {
    let statement = match noun {
        "transactions" => sql!("SELECT id FROM transactions WHERE owner_id = ?1"),
        "sales" => sql!("SELECT id FROM sales WHERE owner_id = ?1"),
        "beneficiaries" => sql!("SELECT id FROM beneficiaries WHERE owner_id = ?1"),
        _ => sql!("SELECT id FROM goals WHERE owner_id = ?1"),
    };
    texts(conn, statement, owner)
}

fn outside_accounts(conn: &mut Conn, owner: UserId) -> Result<BTreeSet<String>, DbError> {
    texts(conn, sql!("SELECT id FROM accounts WHERE owner_id = ?1 AND kind = 'outside'"), owner)
}

fn own_transactions_of_sample_sales(
    conn: &mut Conn,
    owner: UserId,
) -> Result<BTreeSet<String>, DbError> {
    let brought = sql!(
        "SELECT s.transaction_id FROM sales s JOIN sample_rows r
           ON r.owner_id = s.owner_id AND r.noun = 'sales' AND r.row_id = s.id
         WHERE s.owner_id = ?1 AND s.transaction_id IS NOT NULL"
    );
    let refunded = sql!(
        "SELECT s.refund_id FROM sales s JOIN sample_rows r
           ON r.owner_id = s.owner_id AND r.noun = 'sales' AND r.row_id = s.id
         WHERE s.owner_id = ?1 AND s.refund_id IS NOT NULL"
    );
    let mut all = texts(conn, brought, owner)?;
    all.extend(texts(conn, refunded, owner)?);
    Ok(all)
}

fn sample_marks(conn: &mut Conn, owner: UserId) -> Result<BTreeSet<(String, String)>, DbError> {
    let rows = conn.query(
        sql!("SELECT noun, row_id FROM sample_rows WHERE owner_id = ?1"),
        params![&owner.to_string()],
        |row| Ok((row.text(0)?.to_owned(), row.text(1)?.to_owned())),
    )?;
    Ok(rows.into_iter().collect())
}

fn postings(conn: &mut Conn, owner: UserId) -> Result<Vec<(String, String, i64)>, DbError> {
    conn.query(
        sql!("SELECT transaction_id, account_id, amount FROM postings WHERE owner_id = ?1"),
        params![&owner.to_string()],
        |row| Ok((row.text(0)?.to_owned(), row.text(1)?.to_owned(), row.int(2)?)),
    )
}

fn count_dangling(conn: &mut Conn, owner: UserId) -> Result<i64, DbError> {
    conn.query_one(
        sql!(
            "SELECT (SELECT COUNT(*) FROM sales s WHERE s.owner_id = ?1 AND (
                 (s.client_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM beneficiaries b
                    WHERE b.owner_id = ?1 AND b.id = s.client_id))
                 OR (s.beat_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM documents d
                    WHERE d.owner_id = ?1 AND d.id = s.beat_id))))
               + (SELECT COUNT(*) FROM transactions t WHERE t.owner_id = ?1 AND (
                 (t.beneficiary_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM beneficiaries b
                    WHERE b.owner_id = ?1 AND b.id = t.beneficiary_id))
                 OR (t.sale_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sales s
                    WHERE s.owner_id = ?1 AND s.id = t.sale_id))))"
        ),
        params![&owner.to_string()],
        |row| row.int(0),
    )
}
