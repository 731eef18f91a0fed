//! Change events: a watcher gets them after the commit, and none for a rollback. Also tests how many notifications an
//! account keeps.

use std::sync::{Arc, Mutex};

use domain::{
    ids::{NotificationId, UserId},
    notifications::topics::{Topic, Topics},
    notifications::{Kind, MAX_PER_ACCOUNT},
    time::Timestamp,
};
use ledgerline_storage::db::{ChangeEvent, Db, DbError, params, sql};
use ledgerline_storage::notifications::{self, NewNotification};

use crate::test_db::{TestDb, insert, on_both_engines, wait_until};

on_both_engines!(
    what_is_committed_is_told_and_what_is_not_is_not,
    an_account_keeps_its_newest_notifications,
);

const MAYA: UserId = UserId::from_bytes([1; 16]);
const ADE: UserId = UserId::from_bytes([2; 16]);

type ReceivedEvents = Arc<Mutex<Vec<ChangeEvent>>>;

fn watch_events(db: &Db) -> ReceivedEvents {
    let received = ReceivedEvents::default();
    let list = received.clone();
    let is_first = db.watch(move |news| {
        // `Missed`, which the listener sends when it starts, is not a change.
        if news != ChangeEvent::Missed {
            list.lock().unwrap().push(news);
        }
    });
    assert!(is_first.unwrap());
    received
}

fn change_event(owner: UserId, topics: &[Topic]) -> ChangeEvent {
    ChangeEvent::Changed { owner, topics: topics.iter().copied().collect::<Topics>() }
}

async fn what_is_committed_is_told_and_what_is_not_is_not(test: TestDb) {
    let db = test.open().await;
    let received = watch_events(&db);
    assert!(!db.watch(|_| ()).unwrap(), "there is one watcher");
    let failed = db.write(|tx| {
        tx.record_change(MAYA, Topic::Cards);
        insert(tx, "a", -13)
    });
    assert!(matches!(failed.await, Err(DbError::Constraint(_))));
    let given_up = db.write(|tx| {
        tx.record_change(MAYA, Topic::Cards);
        Err::<(), _>(DbError::Busy)
    });
    assert!(given_up.await.is_err());
    assert_eq!(*received.lock().unwrap(), []);
    let done = db.write(|tx| {
        tx.record_change(MAYA, Topic::Wallet);
        tx.record_change(ADE, Topic::Goals);
        tx.record_change(MAYA, Topic::Sales);
        tx.record_change(MAYA, Topic::Wallet);
        insert(tx, "b", 1)
    });
    done.await.unwrap();
    let expected =
        [change_event(MAYA, &[Topic::Wallet, Topic::Sales]), change_event(ADE, &[Topic::Goals])];
    assert_eq!(*received.lock().unwrap(), expected);
    db.close().await;
}

async fn an_account_keeps_its_newest_notifications(test: TestDb) {
    let db = test.open_as_is();
    let someone = sql!(
        "INSERT INTO users (id, email, email_key, name, role, password_hash, password_changed_at,
                            created_at, updated_at)
         VALUES (?1, 'm', 'm', 'M', 'DJ', 'x', 0, 0, 0)"
    );
    db.write(move |tx| tx.execute(someone, params![&MAYA.to_string()])).await.unwrap();
    let total = MAX_PER_ACCOUNT + 120;
    db.write(move |tx| {
        for number in 1..=total {
            let new = NewNotification {
                id: NotificationId::new(Timestamp::from_millis(number), [3; 10]),
                kind: Kind::Sale,
                title: "Beat sold",
                message: "",
                link: None,
                is_read: false,
                created_at: Timestamp::from_millis(number),
            };
            assert_eq!(notifications::insert(tx, MAYA, &new)?, number);
        }
        Ok::<_, DbError>(())
    })
    .await
    .unwrap();
    let (oldest, count) = db
        .read(move |conn| {
            let kept = notifications::list_after(conn, MAYA, 0, i64::MAX)?;
            Ok::<_, DbError>((kept[0].number, kept.len()))
        })
        .await
        .unwrap();
    assert_eq!((oldest, count), (101, 1020), "pruned at number 1,100, and then not yet again");
    let gone = db.write(|tx| notifications::remove_older(tx, Timestamp::from_millis(1_001)));
    assert_eq!(gone.await.unwrap(), 900);
    db.close().await;
}

/// Another process on the same database gets the change event, and no process gets its own event twice.
#[test]
fn instances_on_one_postgresql_hear_each_other() {
    crate::test_db::run(TestDb::postgres(), async |test| {
        let (one, two) = (test.open().await, test.open_as_is());
        let (here, there) = (watch_events(&one), watch_events(&two));
        // No events arrive until the listener is connected.
        wait_until("the other hears", async || {
            one.write(|tx| {
                tx.record_change(MAYA, Topic::Exports);
                Ok::<_, DbError>(())
            })
            .await
            .unwrap();
            !there.lock().unwrap().is_empty()
        })
        .await;
        assert_eq!(there.lock().unwrap()[0], change_event(MAYA, &[Topic::Exports]));
        let said = here.lock().unwrap().len();
        // PostgreSQL delivers messages in order: once the other process's event has arrived, an own event would have
        // arrived before it.
        wait_until("it hears the other", async || {
            two.write(|tx| {
                tx.record_change(MAYA, Topic::Wallet);
                Ok::<_, DbError>(())
            })
            .await
            .unwrap();
            here.lock().unwrap().contains(&change_event(MAYA, &[Topic::Wallet]))
        })
        .await;
        let own = here
            .lock()
            .unwrap()
            .iter()
            .filter(|news| **news == change_event(MAYA, &[Topic::Exports]))
            .count();
        assert_eq!(own, said, "its own words do not come back");
        one.close().await;
        two.close().await;
    });
}
