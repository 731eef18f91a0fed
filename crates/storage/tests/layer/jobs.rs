//! Jobs: each claimed by one worker at a time, none lost, none done for ever.

use std::collections::HashMap;

use domain::ids::UserId;
use domain::jobs::{Lane, LaneCounts};
use ledgerline_storage::db::{Db, DbError, Engine, params, sql};
use ledgerline_storage::operations::jobs::{self, AfterFailure, Job, NewJob};

use crate::test_db::{TestDb, on_both_engines};

on_both_engines!(
    eight_workers_claim_each_job_once,
    jobs_are_claimed_when_due_and_in_order,
    a_lease_that_runs_out_is_claimed_again,
    an_extended_lease_is_kept,
    a_unique_job_exists_once_until_it_has_ended,
    failures_back_off_and_end,
    a_job_that_silences_its_worker_ends_too,
    long_jobs_do_not_stand_in_the_way_of_quick_ones,
    accounts_take_turns,
    the_same_key_is_free_for_every_account,
    a_job_that_is_handed_back_loses_no_attempt,
    what_a_killed_process_left_is_released_at_once,
    jobs_of_a_disabled_account_pause_and_go_on,
    jobs_are_counted_by_lane_and_state,
    claims_are_found_by_an_index,
);

const LEASE: i64 = 60_000;

const JOB: NewJob<'static> = NewJob {
    id: "job",
    kind: "test",
    lane: Lane::Quick,
    payload: "{}",
    owner_id: None,
    unique_key: None,
    run_at: 1000,
    max_attempts: 3,
};

async fn enqueue(db: &Db, job: NewJob<'static>) -> bool {
    db.write(move |tx| jobs::enqueue(tx, 1, &job)).await.unwrap()
}

async fn claim(db: &Db, now: i64) -> Option<Job> {
    db.write(move |tx| jobs::claim_in(tx, Lane::Quick, None, now, LEASE)).await.unwrap()
}

async fn finish(db: &Db, job: &Job, now: i64) -> bool {
    let job = job.clone();
    db.write(move |tx| jobs::finish(tx, &job, now)).await.unwrap()
}

async fn fail(db: &Db, job: &Job, now: i64) -> AfterFailure {
    let job = job.clone();
    db.write(move |tx| jobs::fail(tx, &job, now, "it \0 broke")).await.unwrap()
}

async fn next_due(db: &Db) -> Option<i64> {
    db.read(|conn| jobs::next_due_in(conn, Lane::Quick)).await.unwrap()
}

async fn state(db: &Db) -> (String, Option<String>) {
    let state = sql!("SELECT state, last_error FROM jobs");
    let read = db.read(|c| {
        c.query_one(state, params![], |row| {
            Ok((row.text(0)?.to_owned(), row.opt_text(1)?.map(str::to_owned)))
        })
    });
    let state: Result<_, DbError> = read.await;
    state.unwrap()
}

async fn eight_workers_claim_each_job_once(test: TestDb) {
    let db = test.open_as_is();
    db.write(|tx| {
        for i in 0..100 {
            jobs::enqueue(tx, 1, &NewJob { id: &format!("job {i}"), ..JOB })?;
        }
        Ok::<_, DbError>(())
    })
    .await
    .unwrap();
    let workers: Vec<_> = (0..8)
        .map(|_| {
            let db = db.clone();
            tokio::spawn(async move {
                let mut claimed = Vec::new();
                // On PostgreSQL, other workers may have locked all remaining jobs, so this one claims again.
                while next_due(&db).await.is_some_and(|due| due <= 1000) {
                    if let Some(job) = claim(&db, 1000).await {
                        claimed.push(job.id.clone());
                        if claimed.len() % 2 == 0 {
                            assert!(finish(&db, &job, 1000).await);
                        }
                    }
                }
                claimed
            })
        })
        .collect();
    let mut times: HashMap<String, usize> = HashMap::new();
    for worker in workers {
        for id in worker.await.unwrap() {
            *times.entry(id).or_default() += 1;
        }
    }
    assert_eq!(times.len(), 100);
    assert!(times.values().all(|times| *times == 1), "{times:?}");
}

async fn jobs_are_claimed_when_due_and_in_order(test: TestDb) {
    let db = test.open_as_is();
    assert_eq!(next_due(&db).await, None);
    assert!(enqueue(&db, NewJob { id: "b", run_at: 2000, payload: "Ω", ..JOB }).await);
    assert!(enqueue(&db, NewJob { id: "a", run_at: 3000, ..JOB }).await);
    assert!(enqueue(&db, NewJob { id: "c", run_at: 3000, owner_id: Some("owner"), ..JOB }).await);
    assert_eq!(next_due(&db).await, Some(2000));
    assert_eq!(claim(&db, 1999).await, None);
    let first = claim(&db, 5000).await.unwrap();
    let second = claim(&db, 5000).await.unwrap();
    let third = claim(&db, 5000).await.unwrap();
    let told = |job: &Job| (job.id.clone(), job.payload.clone(), job.owner_id.clone(), job.attempt);
    assert_eq!(told(&first), ("b".to_owned(), "Ω".to_owned(), None, 1));
    assert_eq!(told(&second), ("a".to_owned(), "{}".to_owned(), None, 1));
    assert_eq!(told(&third), ("c".to_owned(), "{}".to_owned(), Some("owner".to_owned()), 1));
    assert_eq!(claim(&db, 5000).await, None);
    assert_eq!(next_due(&db).await, Some(5000 + LEASE));
    assert!(finish(&db, &first, 6000).await);
    assert!(finish(&db, &third, 6000).await);
    let pruned = db.write(|tx| jobs::prune(tx, 6001)).await;
    assert_eq!(pruned.unwrap(), 2);
    assert_eq!(state(&db).await.0, "running");
}

async fn a_lease_that_runs_out_is_claimed_again(test: TestDb) {
    let db = test.open_as_is();
    enqueue(&db, JOB).await;
    let silent = claim(&db, 1000).await.unwrap();
    assert_eq!(claim(&db, 1000 + LEASE - 1).await, None);
    let other = claim(&db, 1000 + LEASE).await.unwrap();
    assert_eq!((other.id.as_str(), other.attempt), ("job", 2));
    // The first worker wakes up and has lost its lease, so it cannot finish the job.
    assert!(!finish(&db, &silent, 70_000).await);
    assert_eq!(fail(&db, &silent, 70_000).await, AfterFailure::NotOurs);
    assert!(!db.write(move |tx| jobs::extend(tx, &silent, 70_000, LEASE)).await.unwrap());
    assert_eq!(state(&db).await.0, "running");
    assert!(finish(&db, &other, 70_000).await);
    assert!(!finish(&db, &other, 70_000).await);
    assert_eq!(claim(&db, i64::MAX).await, None);
}

async fn an_extended_lease_is_kept(test: TestDb) {
    let db = test.open_as_is();
    enqueue(&db, JOB).await;
    let job = claim(&db, 1000).await.unwrap();
    let extended = job.clone();
    assert!(db.write(move |tx| jobs::extend(tx, &extended, 50_000, LEASE)).await.unwrap());
    assert_eq!(claim(&db, 1000 + LEASE).await, None);
    assert_eq!(claim(&db, 50_000 + LEASE).await.unwrap().attempt, 2);
}

async fn a_unique_job_exists_once_until_it_has_ended(test: TestDb) {
    let db = test.open_as_is();
    let sweep = NewJob { unique_key: Some("sweep"), ..JOB };
    assert!(enqueue(&db, NewJob { id: "1", ..sweep }).await);
    assert!(!enqueue(&db, NewJob { id: "2", ..sweep }).await);
    assert!(
        enqueue(&db, NewJob { id: "3", unique_key: Some("other"), run_at: 9_000, ..JOB }).await
    );
    let job = claim(&db, 1000).await.unwrap();
    assert!(!enqueue(&db, NewJob { id: "4", ..sweep }).await);
    // A recurrent job queues its successor as it ends.
    let next = NewJob { id: "5", run_at: 8_000, ..sweep };
    let both = db.write(move |tx| {
        Ok::<_, DbError>((jobs::finish(tx, &job, 2000)?, jobs::enqueue(tx, 2000, &next)?))
    });
    assert_eq!(both.await.unwrap(), (true, true));
    assert_eq!(claim(&db, 8_000).await.unwrap().id, "5");
}

async fn failures_back_off_and_end(test: TestDb) {
    let db = test.open_as_is();
    enqueue(&db, NewJob { unique_key: Some("key"), ..JOB }).await;
    let first = claim(&db, 1000).await.unwrap();
    assert_eq!(fail(&db, &first, 2000).await, AfterFailure::RetryAt(12_000));
    assert_eq!(state(&db).await, ("queued".to_owned(), Some("it  broke".to_owned())));
    assert_eq!(claim(&db, 11_999).await, None);
    let second = claim(&db, 12_000).await.unwrap();
    assert_eq!(fail(&db, &second, 13_000).await, AfterFailure::RetryAt(33_000));
    let third = claim(&db, 33_000).await.unwrap();
    assert_eq!(fail(&db, &third, 34_000).await, AfterFailure::Dead);
    assert_eq!(state(&db).await.0, "dead");
    assert_eq!((claim(&db, i64::MAX).await, next_due(&db).await), (None, None));
    assert!(enqueue(&db, NewJob { id: "again", unique_key: Some("key"), ..JOB }).await);
}

async fn a_job_that_silences_its_worker_ends_too(test: TestDb) {
    let db = test.open_as_is();
    enqueue(&db, NewJob { max_attempts: 2, ..JOB }).await;
    assert_eq!(claim(&db, 1000).await.unwrap().attempt, 1);
    assert_eq!(claim(&db, 100_000).await.unwrap().attempt, 2);
    assert_eq!(claim(&db, 200_000).await, None);
    assert_eq!(state(&db).await, ("dead".to_owned(), Some("the worker went silent".to_owned())));
}

async fn long_jobs_do_not_stand_in_the_way_of_quick_ones(test: TestDb) {
    let db = &test.open_as_is();
    enqueue(db, NewJob { id: "first", kind: "long-listen", lane: Lane::Long, run_at: 1000, ..JOB })
        .await;
    enqueue(db, NewJob { id: "second", run_at: 2000, ..JOB }).await;
    enqueue(db, NewJob { id: "third", kind: "mail-letter", lane: Lane::Mail, run_at: 1500, ..JOB })
        .await;
    let due = |lane| db.read(move |conn| jobs::next_due_in(conn, lane));
    assert_eq!(due(Lane::Quick).await.unwrap(), Some(2000));
    assert_eq!(due(Lane::Long).await.unwrap(), Some(1000));
    assert_eq!(due(Lane::Mail).await.unwrap(), Some(1500));
    let claim = |lane| db.write(move |tx| jobs::claim_in(tx, lane, None, 3000, LEASE));
    assert_eq!(claim(Lane::Quick).await.unwrap().unwrap().id, "second");
    assert_eq!(claim(Lane::Quick).await.unwrap(), None);
    assert_eq!(claim(Lane::Long).await.unwrap().unwrap().id, "first");
    assert_eq!(claim(Lane::Mail).await.unwrap().unwrap().id, "third");
    // An expired lease can be taken over by any worker.
    assert_eq!(due(Lane::Quick).await.unwrap(), Some(3000 + LEASE));
}

/// SAFE-12: one account's jobs do not delay another's by more than a turn.
async fn accounts_take_turns(test: TestDb) {
    let db = test.open_as_is();
    for id in ["a1", "a2", "a3", "a4"] {
        enqueue(&db, NewJob { id, owner_id: Some("a"), ..JOB }).await;
    }
    for (id, owner) in [("b1", "b"), ("b2", "b"), ("c1", "c")] {
        enqueue(&db, NewJob { id, owner_id: Some(owner), run_at: 2000, ..JOB }).await;
    }
    enqueue(&db, NewJob { id: "later", owner_id: Some("d"), run_at: 9000, ..JOB }).await;
    let mut last: Option<String> = None;
    let mut order = Vec::new();
    while let Some(job) = {
        let after = last.clone();
        let claimed =
            db.write(move |tx| jobs::claim_in(tx, Lane::Quick, after.as_deref(), 3000, LEASE));
        claimed.await.unwrap()
    } {
        last = job.owner_id.clone();
        order.push(job.id);
    }
    assert_eq!(order, ["a1", "b1", "c1", "a2", "b2", "a3", "a4"]);
}

/// SAFE-12
async fn the_same_key_is_free_for_every_account(test: TestDb) {
    let db = test.open_as_is();
    let job = NewJob { unique_key: Some("export:1"), ..JOB };
    assert!(enqueue(&db, NewJob { owner_id: Some("a"), ..job }).await);
    assert!(enqueue(&db, NewJob { owner_id: Some("b"), ..job }).await, "also with the same id");
    assert!(!enqueue(&db, NewJob { owner_id: Some("b"), id: "other", ..job }).await);
    assert!(enqueue(&db, job).await);
}

/// SAFE-08: three restarts do not use up the three attempts of an export.
async fn a_job_that_is_handed_back_loses_no_attempt(test: TestDb) {
    let db = test.open_as_is();
    enqueue(&db, JOB).await;
    let mut last = None;
    for _ in 0..5 {
        let job = claim(&db, 1000).await.unwrap();
        let ours = job.clone();
        assert!(db.write(move |tx| jobs::hand_back(tx, &ours)).await.unwrap());
        assert_eq!(state(&db).await.0, "queued");
        last = Some(job);
    }
    let last = last.unwrap();
    assert!(!finish(&db, &last, 1000).await, "it is not this worker's any more");
    let mut now = 1000;
    for left in [2, 1, 0] {
        let job = claim(&db, now).await.unwrap();
        let after = fail(&db, &job, now).await;
        match after {
            AfterFailure::RetryAt(at) => now = at,
            AfterFailure::Dead => assert_eq!(left, 0),
            AfterFailure::NotOurs => panic!("it is ours"),
        }
        assert_eq!(after == AfterFailure::Dead, left == 0, "{left}");
    }
}

/// SAFE-08: an attempt that may have killed the process counts.
async fn what_a_killed_process_left_is_released_at_once(test: TestDb) {
    let db = test.open_as_is();
    enqueue(&db, NewJob { max_attempts: 2, ..JOB }).await;
    claim(&db, 1000).await.unwrap();
    assert_eq!(claim(&db, 1001).await, None);
    assert_eq!(db.write(|tx| jobs::release_all(tx, 1001)).await.unwrap(), 1);
    assert_eq!(claim(&db, 1001).await.unwrap().attempt, 2);
    db.write(|tx| jobs::release_all(tx, 1002)).await.unwrap();
    assert_eq!(state(&db).await.0, "dead");
}

/// GUARD-06
async fn jobs_of_a_disabled_account_pause_and_go_on(test: TestDb) {
    let db = test.open_as_is();
    let owner = UserId::from_bytes([7; 16]);
    let text: &'static str = owner.to_string().leak();
    enqueue(&db, NewJob { owner_id: Some(text), max_attempts: 1, ..JOB }).await;
    let job = claim(&db, 1000).await.unwrap();
    db.write(move |tx| jobs::pause(tx, &job, 90_000)).await.unwrap();
    assert_eq!(claim(&db, 50_000).await, None);
    assert_eq!(db.write(move |tx| jobs::resume(tx, owner, 50_000)).await.unwrap(), 1);
    let job = claim(&db, 50_000).await.unwrap();
    assert!(job.attempt <= job.max_attempts);
    assert!(finish(&db, &job, 50_000).await);
}

/// SAFE-09
async fn jobs_are_counted_by_lane_and_state(test: TestDb) {
    let db = test.open_as_is();
    enqueue(&db, NewJob { id: "1", max_attempts: 1, ..JOB }).await;
    let job = claim(&db, 1000).await.unwrap();
    fail(&db, &job, 1000).await;
    enqueue(&db, NewJob { id: "2", ..JOB }).await;
    claim(&db, 1000).await.unwrap();
    enqueue(&db, NewJob { id: "3", run_at: 2500, ..JOB }).await;
    enqueue(&db, NewJob { id: "4", run_at: 9000, ..JOB }).await;
    enqueue(&db, NewJob { id: "5", kind: "mail-letter", lane: Lane::Mail, ..JOB }).await;
    let counted = |lane| db.read(move |conn| jobs::counts(conn, lane, 3000));
    let quick = counted(Lane::Quick).await.unwrap();
    assert_eq!(quick, LaneCounts { queued: 2, running: 1, dead: 1, oldest_due: Some(2500) });
    let mail = counted(Lane::Mail).await.unwrap();
    assert_eq!(mail, LaneCounts { queued: 1, running: 0, dead: 0, oldest_due: Some(1000) });
    let long = counted(Lane::Long).await.unwrap();
    assert_eq!(long, LaneCounts { queued: 0, running: 0, dead: 0, oldest_due: None });
}

/// SAFE-12: choosing the next account does not scan the queue, however long it is.
async fn claims_are_found_by_an_index(test: TestDb) {
    let db = test.open_as_is();
    db.write(|tx| {
        for i in 0..5_000 {
            let (id, owner) = (format!("job {i}"), format!("owner {:02}", i % 50));
            jobs::enqueue(tx, 1, &NewJob { id: &id, owner_id: Some(&owner), ..JOB })?;
        }
        tx.execute(sql!("ANALYZE jobs"), params![])
    })
    .await
    .unwrap();
    let plan = sql!(
        sqlite: "EXPLAIN QUERY PLAN SELECT owner_id FROM jobs
            WHERE lane = 0 AND state = 'queued' AND owner_id > 'owner 30' AND run_at <= 5000 ORDER BY owner_id LIMIT 1",
        postgres: "EXPLAIN SELECT owner_id FROM jobs
            WHERE lane = 0 AND state = 'queued' AND owner_id > 'owner 30' AND run_at <= 5000 ORDER BY owner_id LIMIT 1",
    );
    let column = if test.engine == Engine::Sqlite { 3 } else { 0 };
    let lines = db.read(move |conn| {
        conn.query(plan, params![], |row| Ok::<_, DbError>(row.text(column)?.to_owned()))
    });
    let lines = lines.await.unwrap().join("\n");
    assert!(lines.contains("jobs_turns") && !lines.to_lowercase().contains("sort"), "{lines}");
    assert!(!lines.contains("TEMP B-TREE"), "{lines}");
}
