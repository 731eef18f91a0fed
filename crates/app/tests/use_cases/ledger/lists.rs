//! A list of transactions equals the result of filtering and sorting all rows, whichever index it is read from: the
//! same rows, order, total and pages. TXN-02, TXN-04, LIST-01, MOVE-01

use std::cmp::Ordering;

use domain::calendar::Day;
use domain::money::transactions::{Kind, Status, Transaction};
use domain::money::{Currency, Minor, print, searched};
use domain::text::folding::folded;
use ledgerline_app::Actor;
use ledgerline_app::idempotency::Reply;
use ledgerline_app::money::transactions;
use ledgerline_app::money::transactions::forms::TransactionForm;
use ledgerline_app::money::transactions::lists;
use ledgerline_app::money::transfers::{self, TransferForm, Transferred};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};
use storage::lists::page::{Page, Sort, SortBy};
use storage::money::transactions::filter::Filter;
use storage::money::transactions::list::{Bounds, Listing, list_within};

use crate::support::{TestApp, on_both_engines, parse_id};

on_both_engines!(pg every_list_is_what_a_plain_look_would_give);

const ROWS: usize = 160;
const QUESTIONS: usize = 150;
/// The bounds are so low that some queries have fewer matches and some have more.
const BOUNDS: Bounds = Bounds { few: 12, counted: 9, walked: 40 };
const WORDS: [&str; 8] =
    ["Studio rent", "100% mix_down", "Beat lease", "École é", "beat", "a\\b", "Master", "ΟΔΟΣ"];
const TERMS: [&str; 18] = [
    "$1", "1.5", "€", "-£", "beat", "BEAT", "%", "_", "\\", "e", "é", "école", "rent", "txn-01",
    "100%", "nowhere", "st", "zz",
];

async fn every_list_is_what_a_plain_look_would_give(test: TestApp) {
    let mut runner = TestRunner::new(Config::default());
    let (maya, ade) = (test.join().await, test.join().await);
    let rows = fill(&test, &maya, &mut runner).await;
    // Another account has rows too, which must never be listed.
    fill(&test, &ade, &mut runner).await;
    for _ in 0..QUESTIONS {
        let query = any_query(&rows).new_tree(&mut runner).unwrap().current();
        check(&test, &maya, &rows, &query).await;
    }
}

async fn fill(test: &TestApp, actor: &Actor, runner: &mut TestRunner) -> Vec<Transaction> {
    let accounts = test.accounts(actor).await;
    let clients = [test.client(actor, "Often").await, test.client(actor, "Seldom").await];
    let row = (
        select(vec!["deposit", "withdrawal", "payment", "other"]),
        select(vec!["pending", "failed", "completed"]),
        1_i64..40,
        (select(WORDS.to_vec()), option::of(select(WORDS.to_vec()))),
        (1_u8..=12, 1_u8..=28, 0_u8..24),
        (0_usize..4, select(vec![None, Some(0), Some(0), Some(0), Some(1)])),
    );
    let mut rows = Vec::new();
    for (kind, status, size, (title, description), (month, day, hour), (account, client)) in
        vec(row, ROWS).new_tree(runner).unwrap().current()
    {
        // Outgoing transactions stay pending, so that none is refused for a low balance.
        let is_out = matches!(kind, "withdrawal" | "payment");
        let form = TransactionForm {
            kind: Some(kind.into()),
            status: Some(if is_out { "pending" } else { status }.into()),
            amount: Some(print(if is_out { -size * 50 } else { size * 50 })),
            title: Some(title.into()),
            description: description.map(Into::into),
            date: Some(format!("2025-{month:02}-{day:02}")),
            time: Some(format!("{hour:02}:30")),
            account_id: Some(accounts[account].id.to_string()),
            beneficiary_id: client.map(|at: usize| clients[at].clone()),
            confirm_date: true,
            ..TransactionForm::default()
        };
        let reply = Reply {
            retry: None,
            status: 201,
            to_body: Box::new(|made: &Transaction| made.id.to_string()),
        };
        let id = transactions::create(&test.app, actor, form, reply).await.unwrap().body;
        rows.push(transactions::find(&test.app, actor, parse_id(&id)).await.unwrap().0);
    }
    for (amount, from, to) in [(5, 0, 1), (7, 0, 2), (9, 0, 2), (3, 2, 3), (2, 3, 0), (1500, 0, 3)]
    {
        test.deposit(actor, &print(amount * 100), None).await.unwrap();
        let (from, to) = (&accounts[from], &accounts[to]);
        let is_exchange = from.currency != to.currency;
        let form = TransferForm {
            from: Some(from.id.to_string()),
            to: Some(to.id.to_string()),
            amount: Some(print(amount * 100)),
            rate: is_exchange.then(|| "1.25".to_owned()),
            ..TransferForm::default()
        };
        let reply = Reply {
            retry: None,
            status: 201,
            to_body: Box::new(|made: &Transferred| made.transaction.id.to_string()),
        };
        let id = transfers::transfer(&test.app, actor, form, reply).await.unwrap().body;
        rows.push(transactions::find(&test.app, actor, parse_id(&id)).await.unwrap().0);
    }
    let deposits = lists::ListForm {
        search: Some("Deposit".to_owned()),
        kind: Some("deposit".to_owned()),
        limit: 50,
        ..lists::ListForm::default()
    };
    let deposits = lists::list(&test.app, actor, deposits).await.unwrap().listing.rows;
    rows.extend(deposits.into_iter().filter(|row| row.content.title == "Deposit"));
    rows
}

#[derive(Debug, Clone)]
struct ListQuery {
    filter: Filter,
    sort: Sort,
    limit: i64,
}

fn any_query(rows: &[Transaction]) -> impl Strategy<Value = ListQuery> + use<> {
    let accounts: Vec<_> = rows.iter().map(|row| row.content.account).collect();
    let clients: Vec<_> = rows.iter().filter_map(|row| row.content.beneficiary).collect();
    let day = || {
        option::weighted(0.3, (1_u8..=12, 1_u8..=28)).prop_map(|day| {
            day.map(|(month, day)| Day::read(&format!("2025-{month:02}-{day:02}")).unwrap())
        })
    };
    let amount = || option::weighted(0.25, -2000_i64..2000).prop_map(|at| at.and_then(Minor::new));
    let lanes = (
        prop_oneof![2 => Just(Vec::new()), 3 => subsequence(Kind::ALL.to_vec(), 0..=5)],
        prop_oneof![2 => Just(Vec::new()), 3 => subsequence(Status::ALL.to_vec(), 0..=3)],
        option::weighted(0.3, select(accounts)),
        option::weighted(0.3, select(clients)),
        option::weighted(0.2, select(Currency::WITH_ACCOUNTS.to_vec())),
    );
    let search = option::weighted(0.5, select(TERMS.to_vec()));
    let by = select(vec![
        SortBy::Date,
        SortBy::Date,
        SortBy::Amount,
        SortBy::Title,
        SortBy::Kind,
        SortBy::Status,
    ]);
    (lanes, (day(), day()), (amount(), amount()), search, (by, any::<bool>()), 1_i64..60).prop_map(
        |(
            (kinds, statuses, account, beneficiary, currency),
            (from, to),
            (min, max),
            search,
            (by, descending),
            limit,
        )| {
            let search = search.map(str::to_owned);
            let filter = Filter {
                kinds,
                statuses,
                account,
                beneficiary,
                currency,
                from,
                to,
                min,
                max,
                search,
            };
            ListQuery { filter, sort: Sort { by, descending }, limit }
        },
    )
}

/// The ids that the query matches, found by filtering and sorting all rows.
fn expected(rows: &[Transaction], query: &ListQuery) -> Vec<String> {
    let ListQuery { filter, sort, .. } = query;
    let admits = |row: &&Transaction| {
        let content = &row.content;
        let mut text = format!(
            "{}\n{}\n{}\n{}",
            content.title,
            content.description.as_deref().unwrap_or_default(),
            row.reference(),
            searched(content.amount.get(), content.currency)
        );
        if let Some(transfer) = content.transfer {
            text.push_str(&format!("\n{}", searched(transfer.received.get(), transfer.currency)));
        }
        let touches = |account| {
            content.account == account || content.transfer.is_some_and(|side| side.to == account)
        };
        (filter.kinds.is_empty() || filter.kinds.contains(&content.kind))
            && (filter.statuses.is_empty() || filter.statuses.contains(&content.status))
            && filter.account.is_none_or(touches)
            && filter.currency.is_none_or(|currency| currency == content.currency)
            && filter.beneficiary.is_none_or(|client| Some(client) == content.beneficiary)
            && filter.from.is_none_or(|from| from <= content.day)
            && filter.to.is_none_or(|to| content.day <= to)
            && filter.min.is_none_or(|min| min <= content.amount)
            && filter.max.is_none_or(|max| content.amount <= max)
            && filter.search.as_ref().is_none_or(|term| folded(&text).contains(&folded(term)))
    };
    let mut found: Vec<&Transaction> = rows.iter().filter(admits).collect();
    found.sort_by(|a, b| {
        let by_date = || {
            let key = |row: &Transaction| (row.content.day, row.content.time, row.number);
            key(a).cmp(&key(b))
        };
        let order = match sort.by {
            SortBy::Date => Ordering::Equal,
            SortBy::Amount => a.content.amount.cmp(&b.content.amount),
            SortBy::Kind => a.content.kind.as_str().cmp(b.content.kind.as_str()),
            SortBy::Status => a.content.status.as_str().cmp(b.content.status.as_str()),
            _ => a.content.title.to_lowercase().cmp(&b.content.title.to_lowercase()),
        };
        let order = order.then_with(by_date);
        if sort.descending { order.reverse() } else { order }
    });
    found.into_iter().map(|row| row.id.to_string()).collect()
}

async fn check(test: &TestApp, actor: &Actor, rows: &[Transaction], query: &ListQuery) {
    let expected = expected(rows, query);
    let count = i64::try_from(expected.len()).unwrap();
    let mut walked = Vec::new();
    let mut after = None;
    loop {
        let page = Page { limit: query.limit, offset: 0, after: after.take() };
        let listing = list_page(test, actor, query, page).await;
        let shown = i64::try_from(listing.rows.len()).unwrap();
        if listing.total_is_exact {
            assert_eq!(listing.total, count, "{query:?}");
        } else {
            // An inexact total is at least the number of listed rows and at most the number of matches, and occurs only
            // if there is more than one page.
            assert!((shown..=count).contains(&listing.total), "{query:?}");
            assert!(count > query.limit.min(BOUNDS.counted), "{query:?}");
        }
        walked.extend(listing.rows.iter().map(|row| row.id.to_string()));
        if !listing.has_more {
            break;
        }
        let last = listing.rows.last().unwrap();
        after = Some(storage::money::transactions::list::cursor_of(last, query.sort.by).unwrap());
    }
    assert_eq!(walked, expected, "{query:?}");
    // A second page that is read by offset has the rows after the first page.
    let page = Page { limit: query.limit, offset: query.limit, after: None };
    let second = list_page(test, actor, query, page).await;
    let limit = usize::try_from(query.limit).unwrap();
    let wanted: Vec<_> = expected.iter().skip(limit).take(limit).cloned().collect();
    let second: Vec<_> = second.rows.iter().map(|row| row.id.to_string()).collect();
    assert_eq!(second, wanted, "{query:?}");
}

async fn list_page(test: &TestApp, actor: &Actor, query: &ListQuery, page: Page) -> Listing {
    let (owner, query) = (actor.user, query.clone());
    test.app
        .db
        .read(move |conn| list_within(conn, owner, &query.filter, query.sort, &page, &BOUNDS))
        .await
        .unwrap()
}
