//! Issued licenses: lists equal those of a model, a beat has one exclusive license at most, and records show every
//! change. LIC-11, LIC-12, LIC-17, LIC-18

use domain::calendar::{Day, TimeOfDay, Zone};
use domain::ids::{BeneficiaryId, DocumentId, LicenseId, LicenseKindId, UserId};
use domain::licenses::Role;
use domain::licenses::events::{Kind, NewEvent, find_break, origin};
use domain::licenses::fields::Buyer;
use domain::licenses::issued::{
    Contract, Ended, File, Grant, Level, License, LicenseRef, State, Usage,
};
use domain::licenses::terms::Use;
use domain::money::{Currency, Minor};
use domain::sales::License as Tier;
use domain::text::folding::folded;
use domain::text::search::{Kind as Found, Query};
use domain::time::Timestamp;
use ledgerline_storage::db::{Db, DbError, Engine, Sql, params, sql};
use ledgerline_storage::licenses::list::{Bounds, Filter, Page, figures, list_within};
use ledgerline_storage::licenses::{events, files, issued, totals};
use ledgerline_storage::lists::search;

use crate::test_db::{TestDb, on_both_engines};

on_both_engines!(
    lic_17_lists_say_what_a_model_says,
    lic_12_a_beat_has_one_exclusive_license_in_force,
    lic_18_every_change_of_a_record_is_found,
    promises_end_with_the_license,
    lic_17_the_search_finds_a_license_by_reference_title_and_buyer,
    a_removed_license_leaves_nothing_behind,
);

const OWNER: &str = "0199c1f0-0000-7000-8000-000000000001";
const STRANGER: &str = "0199c1f0-0000-7000-8000-000000000002";

fn owner() -> UserId {
    UserId::parse(OWNER).unwrap()
}

fn day(text: &str) -> Day {
    Day::read(text).unwrap()
}

fn today() -> Day {
    day("2026-11-18")
}

fn now() -> Timestamp {
    today().at(TimeOfDay::read("12:00").unwrap())
}

async fn open_with_owners(test: &TestDb) -> Db {
    let db = test.open_as_is();
    let is_sqlite = test.engine == Engine::Sqlite;
    db.write(move |tx| {
        for (book, owner) in [(1, OWNER), (2, STRANGER)] {
            let user = "INSERT INTO users (id, email, email_key, name, role, password_hash,
                          password_changed_at, created_at, updated_at)
                        VALUES (?1, ?1, ?1, 'Maya', 'Other', 'x', 0, 0, 0)";
            tx.execute(&Sql::dynamic(user.to_owned()), params![owner])?;
            if is_sqlite {
                let text = "INSERT INTO books (book, owner_id, last_number) VALUES (?1, ?2, 0)";
                tx.execute(&Sql::dynamic(text.to_owned()), params![book, owner])?;
            } else {
                let text = "INSERT INTO books (owner_id, last_number) VALUES (?1, 0)";
                tx.execute(&Sql::dynamic(text.to_owned()), params![owner])?;
            }
        }
        Ok::<_, DbError>(())
    })
    .await
    .unwrap();
    db
}

fn id(number: i64) -> LicenseId {
    let mut random = [0; 10];
    random[2..].copy_from_slice(&number.to_be_bytes());
    LicenseId::new(now(), random)
}

fn kind(number: u8) -> LicenseKindId {
    LicenseKindId::new(now(), [number; 10])
}

fn beat(number: u8) -> DocumentId {
    DocumentId::new(now(), [number; 10])
}

fn client(number: u8) -> BeneficiaryId {
    BeneficiaryId::new(now(), [number; 10])
}

fn license(number: i64) -> License {
    License {
        id: id(number),
        number,
        stored_state: State::Active,
        grant: Grant {
            kind: kind(1),
            kind_name: "WAV Lease".into(),
            tier: Tier::Premium,
            beat: Some(beat(1)),
            title: "Midnight Drive".into(),
            client: None,
            buyer: Buyer { name: "Nova Records".into(), ..Buyer::default() },
            price: Minor::new(5_900).unwrap(),
            currency: Currency::Usd,
            issued_at: now(),
            starts_on: today(),
            expires_on: None,
            upgraded_from: None,
            text_version: 3,
            text_hash: "ab".into(),
            terms: "{}".into(),
            is_recorded_by_producer: true,
        },
        sale: None,
        ended: None,
        superseded_by: None,
        usage: Usage::new(),
        level: Level::Free,
        contract: Contract { size: 9, pages: 2, sha256: "cd".into() },
        events: 0,
        head: String::new(),
    }
}

/// A few hundred licenses of every state, kind, beat and buyer, without a random source.
fn many_licenses() -> Vec<License> {
    let names = ["Nova Records", "Zoë Adé", "Lowtide Films", "Temi"];
    let mut seed = 7_u64;
    let mut roll = move |sides: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % sides
    };
    let mut each = |number: i64| {
        let mut new = license(number);
        let kind_number = 1 + roll(4) as u8;
        new.grant.kind = kind(kind_number);
        new.grant.kind_name = format!("Kind {kind_number}");
        new.grant.beat = (roll(10) > 0).then(|| beat(1 + roll(6) as u8));
        new.grant.client = (roll(2) == 0).then(|| client(1 + roll(5) as u8));
        new.grant.buyer.name = names[roll(4) as usize].to_owned();
        new.grant.expires_on = match roll(3) {
            0 => None,
            _ => Some(today().days_before(100).days_after(roll(200) as u16).unwrap()),
        };
        if roll(6) == 0 {
            new.usage = Usage::from([(Use::Streams, 50)]);
            new.level = if roll(2) == 0 { Level::Near } else { Level::Full };
        }
        let state = State::ALL[(roll(12) as usize).saturating_sub(7)];
        let past = new.grant.expires_on.is_some_and(|last| last < today());
        if state != State::Expired || past {
            new.stored_state = state;
        }
        if new.stored_state != State::Active {
            new.ended = Some(Ended { at: now(), reason: None });
        }
        if new.stored_state == State::Superseded {
            new.superseded_by = Some(LicenseRef { id: id(1), number: 1 });
        }
        new
    };
    (1..=300).map(&mut each).collect()
}

fn is_admitted(filter: &Filter, license: &License) -> bool {
    let state = license.state(today());
    (filter.states.is_empty() || filter.states.contains(&state))
        && (filter.kinds.is_empty() || filter.kinds.contains(&license.grant.kind))
        && filter.beat.is_none_or(|beat| license.grant.beat == Some(beat))
        && filter.client.is_none_or(|client| license.grant.client == Some(client))
        && filter
            .expires_before
            .is_none_or(|before| license.grant.expires_on.is_some_and(|last| last < before))
        && (!filter.is_near_cap || license.level > Level::Free)
        && filter.search.as_ref().is_none_or(|term| license.search_text().contains(&folded(term)))
}

async fn lic_17_lists_say_what_a_model_says(test: TestDb) {
    let db = open_with_owners(&test).await;
    let all = many_licenses();
    let new = all.clone();
    db.write(move |tx| {
        issued::insert_all(tx, owner(), &new)?;
        let mut strange = license(1);
        strange.id = id(1_001);
        issued::insert(tx, UserId::parse(STRANGER).unwrap(), &strange)
    })
    .await
    .unwrap();
    let plain = || Filter::all(today());
    let mut filters = vec![
        plain(),
        Filter { kinds: vec![kind(2)], ..plain() },
        Filter { kinds: vec![kind(1), kind(3)], states: vec![State::Active], ..plain() },
        Filter { beat: Some(beat(3)), ..plain() },
        Filter {
            beat: Some(beat(3)),
            states: vec![State::Expired],
            kinds: vec![kind(1)],
            ..plain()
        },
        Filter { client: Some(client(2)), states: vec![State::Active, State::Refunded], ..plain() },
        Filter { expires_before: Some(today()), ..plain() },
        Filter { expires_before: Some(day("2027-01-10")), states: vec![State::Active], ..plain() },
        Filter { is_near_cap: true, ..plain() },
        Filter { is_near_cap: true, states: vec![State::Active], ..plain() },
        Filter { search: Some("zoe ad".into()), ..plain() },
        Filter { search: Some("lic-01".into()), states: vec![State::Active], ..plain() },
        Filter { search: Some("nobody".into()), ..plain() },
        Filter { kinds: vec![kind(9)], ..plain() },
    ];
    filters.extend(State::ALL.iter().map(|state| Filter { states: vec![*state], ..plain() }));
    filters.push(Filter {
        states: vec![State::Expired, State::Superseded, State::Terminated, State::Refunded],
        ..plain()
    });
    for filter in filters {
        let expected: Vec<i64> = all
            .iter()
            .rev()
            .filter(|license| is_admitted(&filter, license))
            .map(|license| license.number)
            .collect();
        // The list is read with a low and a high limit of rows that are collected from an index.
        for few in [3, 1_000] {
            let bounds = Bounds { few, counted: 1_000 };
            let (mut found, mut before) = (Vec::new(), None);
            loop {
                let (asked, page) = (filter.clone(), Page { limit: 17, offset: 0, before });
                let listing = db
                    .read(move |conn| list_within(conn, owner(), &asked, page, bounds))
                    .await
                    .unwrap();
                if before.is_none() || listing.total_is_exact {
                    assert_eq!(listing.total, expected.len() as i64, "{filter:?} with {few}");
                }
                found.extend(listing.rows.iter().map(|license| license.number));
                before = listing.rows.last().map(|last| last.number);
                if !listing.has_more {
                    break;
                }
            }
            assert_eq!(found, expected, "{filter:?} with {few}");
        }
    }
    let told = db.read(move |conn| figures(conn, owner(), today())).await.unwrap();
    let count =
        |is_one: &dyn Fn(&License) -> bool| all.iter().filter(|one| is_one(one)).count() as i64;
    for state in State::ALL {
        let expected = count(&|license| license.state(today()) == *state);
        assert_eq!(told.by_state[*state as usize], expected, "{state:?}");
    }
    let last = today().days_after(60);
    let is_active = |license: &License| license.state(today()) == State::Active;
    assert_eq!(told.near_cap, count(&|license| is_active(license) && license.level > Level::Free));
    assert_eq!(
        told.expiring,
        count(&|license| is_active(license)
            && license.grant.expires_on.is_some()
            && license.grant.expires_on <= last)
    );
    // LIC-11: noting that licenses have expired changes no list and no count.
    let late = db.read(|conn| issued::list_late(conn, owner(), today(), 1_000)).await.unwrap();
    assert!(late.len() > 20, "{}", late.len());
    db.write(move |tx| {
        for before in &late {
            issued::update(tx, owner(), before, &before.expire(today(), &Zone::UTC).unwrap())?;
        }
        Ok::<_, DbError>(())
    })
    .await
    .unwrap();
    assert_eq!(db.read(move |conn| figures(conn, owner(), today())).await.unwrap(), told);
    let counts = db.read(|conn| totals::counts(conn, owner())).await.unwrap();
    assert_eq!(counts.iter().map(|count| count.count).sum::<i64>(), 300);
}

async fn lic_12_a_beat_has_one_exclusive_license_in_force(test: TestDb) {
    let db = open_with_owners(&test).await;
    let exclusive = |number: i64| {
        let mut new = license(number);
        new.grant.tier = Tier::Exclusive;
        new
    };
    let insert = |new: License| db.write(move |tx| issued::insert(tx, owner(), &new));
    insert(exclusive(1)).await.unwrap();
    insert(license(2)).await.unwrap();
    assert!(matches!(insert(exclusive(3)).await, Err(DbError::Unique(_))));
    let other =
        License { grant: Grant { beat: Some(beat(2)), ..exclusive(4).grant }, ..exclusive(4) };
    insert(other).await.unwrap();
    let found =
        db.read(|conn| issued::exclusive_of_beat(conn, owner(), beat(1), today())).await.unwrap();
    assert_eq!(found, Some(exclusive(1)));
    db.write(|tx| {
        let before = issued::find(tx, owner(), id(1))?.unwrap();
        issued::update(tx, owner(), &before, &before.terminate("Not paid", today(), now()).unwrap())
    })
    .await
    .unwrap();
    insert(exclusive(3)).await.unwrap();
}

async fn lic_18_every_change_of_a_record_is_found(test: TestDb) {
    let db = open_with_owners(&test).await;
    let happened = |kind: Kind, detail: &str| NewEvent {
        kind,
        at: now(),
        detail: detail.to_owned(),
        facts: None,
        address: Some("203.0.113.24".to_owned()),
        browser: None,
    };
    let (issued_event, ended) =
        (happened(Kind::Issued, "Contract stored"), happened(Kind::Ended, "Refunded"));
    db.write(move |tx| {
        let new = events::add(tx, owner(), license(1), issued_event)?;
        issued::insert(tx, owner(), &new)?;
        let after = events::add(tx, owner(), new.refund(today(), now()).unwrap(), ended)?;
        issued::update(tx, owner(), &new, &after)
    })
    .await
    .unwrap();
    let told = || async {
        let (license, entries) = db
            .read(|conn| {
                Ok::<_, DbError>((
                    issued::find(conn, owner(), id(1))?.unwrap(),
                    events::list(conn, owner(), id(1))?,
                ))
            })
            .await
            .unwrap();
        let start = origin(owner(), license.id, events::digest);
        find_break(&entries, &start, license.events, &license.head, events::digest)
    };
    assert_eq!(told().await, None);
    let write = |sql: &'static Sql| {
        let db = &db;
        async move { db.write(move |tx| tx.execute(sql, params![OWNER])).await.unwrap() }
    };
    write(sql!(
        "UPDATE license_events SET detail = 'Contract stored!' WHERE owner_id = ?1 AND number = 1"
    ))
    .await;
    assert_eq!(told().await.unwrap(), "Entry 1 (issued) was changed after it was written.");
    write(sql!(
        "UPDATE license_events SET detail = 'Contract stored' WHERE owner_id = ?1 AND number = 1"
    ))
    .await;
    write(sql!("DELETE FROM license_events WHERE owner_id = ?1 AND number = 2")).await;
    assert_eq!(told().await.unwrap(), "Entry 2 is missing.");
    write(sql!("DELETE FROM license_events WHERE owner_id = ?1")).await;
    assert_eq!(told().await.unwrap(), "Entry 1 is missing.");
}

async fn promises_end_with_the_license(test: TestDb) {
    let db = open_with_owners(&test).await;
    let file = File {
        id: "f".into(),
        role: Role::Wav,
        name: "Midnight Drive.wav".into(),
        size: 48,
        content_hash: "ef".into(),
    };
    let promised = file.clone();
    db.write(move |tx| {
        for number in [1, 2] {
            issued::insert(tx, owner(), &license(number))?;
            files::insert(tx, owner(), id(number), std::slice::from_ref(&promised))?;
        }
        let before = issued::find(tx, owner(), id(2))?.unwrap();
        issued::update(tx, owner(), &before, &before.refund(today(), now()).unwrap())
    })
    .await
    .unwrap();
    let (listed, count) = db
        .read(|conn| {
            let listed = files::list(conn, owner(), id(1))?;
            Ok::<_, DbError>((listed, files::count_promises(conn, owner(), "f", today())?))
        })
        .await
        .unwrap();
    assert_eq!((listed, count), (vec![file], 1));
}

async fn search_licenses(db: &Db, text: &str) -> Vec<String> {
    let words = Query::parse(text).unwrap().words().to_vec();
    let groups = db.read(move |conn| search::find(conn, owner(), &words)).await.unwrap();
    let hits = groups.into_iter().filter(|(kind, _)| *kind == Found::License);
    let hits = hits.flat_map(|(_, hits)| hits);
    hits.map(|hit| format!("{} {}", hit.details[3], hit.title)).collect()
}

async fn lic_17_the_search_finds_a_license_by_reference_title_and_buyer(test: TestDb) {
    let db = open_with_owners(&test).await;
    let many: Vec<License> = (1..=1_200).map(license).collect();
    let mut other = license(1_201);
    other.grant.title = "Été".into();
    other.grant.buyer.name = "Zoë Straße".into();
    db.write(move |tx| {
        issued::next_numbers(tx, owner(), 1_201)?;
        issued::insert_all(tx, owner(), &many)?;
        issued::insert(tx, owner(), &other)
    })
    .await
    .unwrap();
    assert_eq!(search_licenses(&db, "ete").await, ["1201 Été"]);
    assert_eq!(search_licenses(&db, "zoe strasse").await, ["1201 Été"]);
    assert_eq!(search_licenses(&db, "LIC-1201").await, ["1201 Été"]);
    assert_eq!(search_licenses(&db, "lic-0007").await, ["7 Midnight Drive"]);
    assert_eq!(search_licenses(&db, "lic-0118").await, ["118 Midnight Drive"]);
    assert_eq!(search_licenses(&db, "lic-118").await[0], "1189 Midnight Drive");
    assert_eq!(search_licenses(&db, "nova wav").await.len(), 100);
    assert_eq!(search_licenses(&db, "no such buyer").await, [] as [&str; 0]);
}

async fn a_removed_license_leaves_nothing_behind(test: TestDb) {
    let db = open_with_owners(&test).await;
    db.write(|tx| {
        let happened = NewEvent {
            kind: Kind::Issued,
            at: now(),
            detail: "Issued".into(),
            facts: None,
            address: None,
            browser: None,
        };
        let kept = events::add(tx, owner(), license(1), happened.clone())?;
        issued::insert(tx, owner(), &kept)?;
        let gone = events::add(tx, owner(), license(2), happened)?;
        issued::insert(tx, owner(), &gone)?;
        let file = File {
            id: "f".into(),
            role: Role::Wav,
            name: "a.wav".into(),
            size: 1,
            content_hash: "00".into(),
        };
        files::insert(tx, owner(), gone.id, &[file])?;
        issued::remove(tx, owner(), &gone)
    })
    .await
    .unwrap();
    assert_eq!(search_licenses(&db, "midnight").await, ["1 Midnight Drive"]);
    let left = db.read(|conn| {
        let events = events::list_after(conn, owner(), None, 10)?;
        let files = files::list_after(conn, owner(), ("", ""), 10)?;
        let counts = totals::counts(conn, owner())?;
        Ok::<_, DbError>((events.len(), files.len(), counts.iter().map(|count| count.count).sum()))
    });
    assert_eq!(left.await.unwrap(), (1, 0, 1_i64));
}
