//! The ledger's tables: a migration adds accounts for existing users, and deleting a user deletes all their rows.

use std::time::Duration;

use domain::calendar::{Day, TimeOfDay};
use domain::ids::{AccountId, TransactionId, UserId};
use domain::money::transactions::{Content, Transaction};
use domain::money::transactions::{Kind, Status};
use domain::money::{Currency, Minor};
use domain::time::Timestamp;
use ledgerline_storage::db::migrate::EMBEDDED;
use ledgerline_storage::db::{Db, Engine, Sql, Tx, params, sql};
use ledgerline_storage::money::idempotency::{self, StoredAnswer};
use ledgerline_storage::money::transactions;
use ledgerline_storage::money::{accounts, ledger};

use crate::test_db::{TestDb, on_both_engines};

on_both_engines!(
    a_user_from_before_gets_accounts,
    nothing_is_left_of_a_user_who_is_gone,
    totals_that_would_overflow_are_refused,
);

const NOW: Timestamp = Timestamp::from_millis(1_800_000_000_000);

fn user(number: u8) -> UserId {
    UserId::new(NOW, [number; 10])
}

async fn add_user(db: &Db, id: UserId) {
    let insert = sql!(
        "INSERT INTO users (id, email, email_key, name, role, password_hash, password_changed_at,
                            created_at, updated_at)
         VALUES (?1, ?1, ?1, 'Maya', 'DJ', '', 1, 1, 1)"
    );
    db.write(move |tx| tx.execute(insert, params![id.to_string()])).await.unwrap();
}

fn transaction(tx: &mut Tx, owner: UserId, amount: Minor) -> Transaction {
    let account = accounts::list(tx, owner).unwrap()[0].clone();
    let number = transactions::next_number(tx, owner).unwrap();
    let content = Content {
        account: account.id,
        kind: Kind::Deposit,
        status: Status::Pending,
        title: "Zebra".into(),
        description: None,
        day: Day::read("2026-02-03").unwrap(),
        time: TimeOfDay::read("10:00").unwrap(),
        amount,
        currency: account.currency,
        beneficiary: None,
        card: None,
        sale: None,
        transfer: None,
    };
    let id = TransactionId::new(NOW, [u8::try_from(number % 250).unwrap(); 10]);
    Transaction { id, number, content, created_at: NOW, updated_at: NOW }
}

async fn a_user_from_before_gets_accounts(test: TestDb) {
    let mut test = test.empty();
    test.options.migrations = &EMBEDDED[..2];
    let db = test.open_as_is();
    let (maya, ade) = (user(1), user(2));
    add_user(&db, maya).await;
    add_user(&db, ade).await;
    drop(db);
    test.options.migrations = EMBEDDED;
    let db = test.open_as_is();
    let mut ids = Vec::new();
    for owner in [maya, ade] {
        let accounts = db.read(move |conn| accounts::list(conn, owner)).await.unwrap();
        let names: Vec<_> = accounts.iter().map(|account| account.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "Wallet",
                "US dollar account",
                "Euro account",
                "British pound account",
                "Outside",
                "Outside",
                "Outside"
            ]
        );
        assert_eq!(accounts[2].currency, Currency::Eur);
        ids.extend(accounts.iter().map(|account| account.id));
        let number = db.write(move |tx| transactions::next_number(tx, owner)).await.unwrap();
        assert_eq!(number, 1);
    }
    let versions: Vec<_> = ids.iter().map(|id: &AccountId| id.as_bytes()[6] >> 4).collect();
    assert_eq!(versions, [7; 14], "UUIDv7 like all others");
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 14);
}

async fn nothing_is_left_of_a_user_who_is_gone(test: TestDb) {
    let db = test.open_as_is();
    let (maya, ade) = (user(1), user(2));
    for owner in [maya, ade] {
        add_user(&db, owner).await;
        db.write(move |tx| {
            let mut next = 0;
            accounts::open(tx, owner, NOW, || {
                next += 1;
                AccountId::new(NOW, [next; 10])
            })?;
            let new = transaction(tx, owner, Minor::MAX);
            assert!(transactions::insert(tx, owner, &new)?);
            let all = accounts::list(tx, owner)?;
            let (account, outside) = (all[0].id, all[4].id);
            let entry = domain::money::ledger::Entry::of_transaction(
                Status::Completed,
                Minor::MAX,
                Currency::Usd,
                account,
                outside,
            );
            ledger::replace(tx, owner, new.id, &entry)?;
            let kept = StoredAnswer { fingerprint: "f".into(), status: 201, answer: "{}".into() };
            idempotency::insert(tx, owner, "k", &kept, NOW)
        })
        .await
        .unwrap();
    }
    let mut tables = vec![
        "accounts",
        "books",
        "transactions",
        "postings",
        "transaction_totals",
        "idempotency_keys",
    ];
    if test.engine == Engine::Sqlite {
        tables.push("transaction_pieces");
    }
    let counts = async |db: &Db| {
        let mut counts = Vec::new();
        for table in &tables {
            let count = Sql::dynamic(format!("SELECT COUNT(*) FROM {table}"));
            counts.push(
                db.read(move |c| c.query_one(&count, params![], |row| row.int(0))).await.unwrap(),
            );
        }
        counts
    };
    let before = counts(&db).await;
    assert!(before.iter().all(|count| *count >= 2), "{before:?}");
    let gone = maya.to_string();
    db.write(move |tx| tx.execute(sql!("DELETE FROM users WHERE id = ?1"), params![gone]))
        .await
        .unwrap();
    let after = counts(&db).await;
    assert_eq!(after, before.iter().map(|count| count / 2).collect::<Vec<_>>());
}

async fn totals_that_would_overflow_are_refused(mut test: TestDb) {
    // A thousand rows in one write may take longer on a busy machine than the deadline of a request.
    test.options.write_deadline = Duration::from_secs(100);
    let db = test.open_as_is();
    let owner = user(1);
    add_user(&db, owner).await;
    let taken = db
        .write(move |tx| {
            let mut next = 0;
            accounts::open(tx, owner, NOW, || {
                next += 1;
                AccountId::new(NOW, [next; 10])
            })?;
            let mut taken = 0;
            for round in 0..1_010_u32 {
                let mut new = transaction(tx, owner, Minor::MAX);
                let mut random = [0; 10];
                random[..4].copy_from_slice(&round.to_be_bytes());
                new.id = TransactionId::new(NOW, random);
                taken += i32::from(transactions::insert(tx, owner, &new)?);
            }
            Ok::<_, ledgerline_storage::db::DbError>(taken)
        })
        .await
        .unwrap();
    // The sum is 10^17, of amounts of 10^14 each.
    assert_eq!(taken, 1_000);
}
