//! Licenses with a test clock: reminders before the last day, and expiry by date. LIC-11, LIC-15

use std::time::Duration;

use domain::calendar::Day;
use domain::ids::{LicenseId, LicenseKindId};
use domain::licenses::events::{Kind, NewEvent};
use domain::licenses::fields::Buyer;
use domain::licenses::issued::{Contract, Grant, Level, License, State, Usage};
use domain::money::{Currency, Minor};
use domain::sales::License as Tier;
use ledgerline_app::notifications;
use ledgerline_app::operations::worker;
use storage::licenses::{events, issued};

use crate::support::{TestApp, on_both_engines};

on_both_engines!(pg lic_15_the_last_day_is_reminded_of_60_and_30_days_before_and_on_the_day);

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

async fn lic_15_the_last_day_is_reminded_of_60_and_30_days_before_and_on_the_day(test: TestApp) {
    let actor = test.join().await;
    let (owner, now) = (actor.user, test.app.now());
    let today = Day::of(now);
    let id = LicenseId::new(now, [1; 10]);
    let new = License {
        id,
        number: 1,
        stored_state: State::Active,
        grant: Grant {
            kind: LicenseKindId::new(now, [2; 10]),
            kind_name: "MP3 Lease".into(),
            tier: Tier::Basic,
            beat: None,
            title: "Midnight Drive".into(),
            client: None,
            buyer: Buyer { name: "Nova Records".into(), ..Buyer::default() },
            price: Minor::new(2_900).unwrap(),
            currency: Currency::Usd,
            issued_at: now,
            starts_on: today,
            expires_on: today.days_after(62),
            upgraded_from: None,
            text_version: 1,
            text_hash: "00".into(),
            terms: "{}".into(),
            is_recorded_by_producer: true,
        },
        sale: None,
        ended: None,
        superseded_by: None,
        usage: Usage::new(),
        level: Level::Free,
        contract: Contract { size: 1, pages: 1, sha256: "00".into() },
        events: 0,
        head: String::new(),
    };
    let happened = NewEvent {
        kind: Kind::Issued,
        at: now,
        detail: String::new(),
        facts: None,
        address: None,
        browser: None,
    };
    test.app
        .write(move |tx| {
            let new = events::add(tx, owner, new, happened)?;
            Ok(issued::insert(tx, owner, &new)?)
        })
        .await
        .unwrap();
    let mut told = Vec::new();
    for day in 1..=64 {
        test.advance_clock(DAY);
        for _ in 0..3 {
            worker::work(&test.app).await.unwrap();
        }
        let form = notifications::ListForm { limit: 50, ..Default::default() };
        let page = notifications::list(&test.app, &actor, form).await.unwrap().page;
        let titles: Vec<_> = page.notifications.into_iter().map(|notice| notice.title).collect();
        for title in titles.into_iter().filter(|title| title.starts_with("LIC-0001")) {
            if !told.iter().any(|(_, known)| *known == title) {
                told.push((day, title));
            }
        }
        if day == 62 {
            let now = Day::of(test.app.now());
            let found =
                test.app.read(move |conn| Ok(issued::find(conn, owner, id)?)).await.unwrap();
            assert_eq!(found.unwrap().state(now), State::Active);
        }
    }
    let expected = [(2, "in 60 days"), (32, "in 30 days"), (62, "today")];
    let expected = expected.map(|(day, when)| (day, format!("LIC-0001 expires {when}")));
    assert_eq!(told, expected);
    let (ended, record) = test
        .app
        .read(move |conn| {
            Ok((issued::find(conn, owner, id)?.unwrap(), events::list(conn, owner, id)?))
        })
        .await
        .unwrap();
    assert_eq!((ended.stored_state, ended.events), (State::Expired, 2));
    assert_eq!(record[1].happened.detail, "Expired");
}
