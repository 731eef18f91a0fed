//! A list of sales equals the result of filtering and sorting all rows, whichever index it is read from. SALE-01,
//! LIST-01

use std::cmp::Ordering;

use domain::calendar::Day;
use domain::money::{Currency, Minor, print, searched};
use domain::sales::{License, Sale, Status};
use domain::text::folding::folded;
use ledgerline_app::sales::forms::SaleForm;
use ledgerline_app::{Actor, sales};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};
use storage::lists::page::{Page, Sort, SortBy};
use storage::sales::filter::Filter;
use storage::sales::list::{Bounds, Listing, cursor_of, list_within};

use crate::support::{TestApp, on_both_engines, parse_id};

on_both_engines!(pg every_list_of_sales_is_what_a_plain_look_would_give);

const ROWS: usize = 140;
const QUESTIONS: usize = 150;
/// The bounds are so low that some queries have fewer matches and some have more.
const BOUNDS: Bounds = Bounds { few: 12, counted: 9 };
const TITLES: [&str; 7] =
    ["Midnight Drive", "100% mix_down", "Beat lease", "École é", "beat", "a\\b", "ΟΔΟΣ"];
const NAMES: [&str; 4] = ["Ade", "Zoë 100%", "Walk_in", "beatnik"];
const TERMS: [&str; 16] = [
    "$1", "1.5", "€", "beat", "BEAT", "%", "_", "\\", "e", "é", "école", "zoë", "sale-01", "mid",
    "nowhere", "ad",
];

async fn every_list_of_sales_is_what_a_plain_look_would_give(test: TestApp) {
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

async fn fill(test: &TestApp, actor: &Actor, runner: &mut TestRunner) -> Vec<Sale> {
    let clients = [test.client(actor, "Often Beats").await, test.client(actor, "Seldom").await];
    let row = (
        select(vec!["Completed", "Completed", "Pending", "Failed"]),
        select(vec!["basic", "basic", "premium", "unlimited", "exclusive"]),
        select(vec!["USD", "EUR", "GBP"]),
        1_i64..40,
        (select(TITLES.to_vec()), select(NAMES.to_vec())),
        (1_u8..=12, 1_u8..=28),
        select(vec![None, Some(0), Some(0), Some(1)]),
    );
    let mut rows = Vec::new();
    for (status, license, currency, size, (title, name), (month, day), client) in
        vec(row, ROWS).new_tree(runner).unwrap().current()
    {
        let form = SaleForm {
            title: Some(title.into()),
            client: Some(name.into()),
            client_id: client.map(|at: usize| clients[at].clone()),
            amount: Some(print(size * 50)),
            currency: Some(currency.into()),
            license: Some(license.into()),
            date: Some(format!("2025-{month:02}-{day:02}")),
            status: Some(status.into()),
            confirm_date: true,
            ..SaleForm::default()
        };
        let id = test.sell(actor, form).await.unwrap();
        rows.push(sales::find(&test.app, actor, parse_id(&id)).await.unwrap().sale);
    }
    rows
}

#[derive(Debug, Clone)]
struct ListQuery {
    filter: Filter,
    sort: Sort,
    limit: i64,
}

fn any_query(rows: &[Sale]) -> impl Strategy<Value = ListQuery> + use<> {
    let clients: Vec<_> = rows.iter().filter_map(|row| row.content.buyer.client).collect();
    let day = || {
        option::weighted(0.3, (1_u8..=12, 1_u8..=28)).prop_map(|day| {
            day.map(|(month, day)| Day::read(&format!("2025-{month:02}-{day:02}")).unwrap())
        })
    };
    let lanes = (
        prop_oneof![2 => Just(Vec::new()), 3 => subsequence(Status::ALL.to_vec(), 0..=4)],
        prop_oneof![2 => Just(Vec::new()), 3 => subsequence(License::ALL.to_vec(), 0..=4)],
    );
    let named = (
        option::weighted(0.3, select(clients)),
        option::weighted(0.5, select(TERMS.to_vec()).prop_map(str::to_owned)),
    );
    let by = select(vec![
        SortBy::Date,
        SortBy::Date,
        SortBy::Amount,
        SortBy::Title,
        SortBy::Client,
        SortBy::Status,
    ]);
    let amount = || option::weighted(0.25, 0_i64..2000).prop_map(|at| at.and_then(Minor::new));
    let money =
        (option::weighted(0.25, select(Currency::WITH_ACCOUNTS.to_vec())), amount(), amount());
    (lanes, (day(), day()), named, money, (by, any::<bool>()), 1_i64..60).prop_map(
        |(
            (statuses, licenses),
            (from, to),
            (client, search),
            (currency, min, max),
            (by, descending),
            limit,
        )| {
            let filter = Filter {
                statuses,
                licenses,
                from,
                to,
                client,
                beat: None,
                currency,
                min,
                max,
                search,
            };
            ListQuery { filter, sort: Sort { by, descending }, limit }
        },
    )
}

/// The ids that the query matches, found by filtering and sorting all rows.
fn expected(rows: &[Sale], query: &ListQuery) -> Vec<String> {
    let ListQuery { filter, sort, .. } = query;
    let admits = |row: &&Sale| {
        let content = &row.content;
        let text = folded(&format!(
            "{}\n{}\n{}\n{}",
            content.title,
            content.buyer.name,
            row.reference(),
            searched(content.amount.get(), content.currency)
        ));
        (filter.statuses.is_empty() || filter.statuses.contains(&content.status))
            && (filter.licenses.is_empty() || filter.licenses.contains(&content.license))
            && filter.client.is_none_or(|client| Some(client) == content.buyer.client)
            && filter.currency.is_none_or(|currency| currency == content.currency)
            && filter.min.is_none_or(|min| min <= content.amount)
            && filter.max.is_none_or(|max| content.amount <= max)
            && filter.from.is_none_or(|from| from <= content.day)
            && filter.to.is_none_or(|to| content.day <= to)
            && filter.search.as_ref().is_none_or(|term| text.contains(&folded(term)))
    };
    let mut found: Vec<&Sale> = rows.iter().filter(admits).collect();
    found.sort_by(|a, b| {
        let by_date = || (a.content.day, a.number).cmp(&(b.content.day, b.number));
        let order = match sort.by {
            SortBy::Date => Ordering::Equal,
            SortBy::Amount => a.content.amount.cmp(&b.content.amount),
            SortBy::Client => a.client_key().cmp(&b.client_key()),
            SortBy::Status => a.content.status.as_str().cmp(b.content.status.as_str()),
            _ => a.content.title.to_lowercase().cmp(&b.content.title.to_lowercase()),
        };
        let order = order.then_with(by_date);
        if sort.descending { order.reverse() } else { order }
    });
    found.into_iter().map(|row| row.id.to_string()).collect()
}

async fn check(test: &TestApp, actor: &Actor, rows: &[Sale], query: &ListQuery) {
    let expected = expected(rows, query);
    let count = i64::try_from(expected.len()).unwrap();
    let mut walked = Vec::new();
    let mut after = None;
    loop {
        let page = Page { limit: query.limit, offset: 0, after: after.take() };
        let listing = list_page(test, actor, query, page).await;
        let found = if listing.total_is_exact { count } else { count.min(BOUNDS.counted) };
        assert_eq!(listing.total, found, "{query:?}");
        assert!(listing.total_is_exact || count > BOUNDS.counted, "{query:?}");
        walked.extend(listing.rows.iter().map(|row| row.id.to_string()));
        if !listing.has_more {
            break;
        }
        let last = listing.rows.last().unwrap();
        after = Some(cursor_of(last, query.sort.by).unwrap());
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
