//! Jobs: each claimed by one worker at a time, none lost, none done for ever.

use std::collections::HashMap;

use ledgerline_storage::db::{Db, DbError, params, sql};
use ledgerline_storage::jobs::{self, AfterFailure, Job, Lane, NewJob};

use crate::bed::{Bed, on_both_engines};

on_both_engines!(
    eight_workers_claim_each_job_once,
    jobs_are_claimed_when_due_and_in_order,
    a_lease_that_runs_out_is_claimed_again,
    an_extended_lease_is_kept,
    a_unique_job_exists_once_until_it_has_ended,
    failures_back_off_and_end,
    a_job_that_silences_its_worker_ends_too,
    long_jobs_do_not_stand_in_the_way_of_quick_ones,
);

const LEASE: i64 = 60_000;

const JOB: NewJob<'static> = NewJob {
    id: "job",
    kind: "test",
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
    db.write(move |tx| jobs::claim(tx, now, LEASE)).await.unwrap()
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
    db.read(jobs::next_due).await.unwrap()
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

async fn eight_workers_claim_each_job_once(bed: Bed) {
    let db = bed.open_as_is();
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
                // On PostgreSQL a claimer may find all that is left locked by others: look again.
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

async fn jobs_are_claimed_when_due_and_in_order(bed: Bed) {
    let db = bed.open_as_is();
    assert_eq!(next_due(&db).await, None);
    assert!(enqueue(&db, NewJob { id: "b", run_at: 2000, owner_id: Some("owner"), ..JOB }).await);
    assert!(enqueue(&db, NewJob { id: "a", run_at: 3000, payload: "Ω", ..JOB }).await);
    assert_eq!(next_due(&db).await, Some(2000));
    assert_eq!(claim(&db, 1999).await, None);
    let first = claim(&db, 5000).await.unwrap();
    let second = claim(&db, 5000).await.unwrap();
    let told = |job: &Job| (job.id.clone(), job.payload.clone(), job.owner_id.clone(), job.attempt);
    assert_eq!(told(&first), ("b".to_owned(), "{}".to_owned(), Some("owner".to_owned()), 1));
    assert_eq!(told(&second), ("a".to_owned(), "Ω".to_owned(), None, 1));
    assert_eq!(claim(&db, 5000).await, None);
    assert_eq!(next_due(&db).await, Some(5000 + LEASE));
    assert!(finish(&db, &first, 6000).await);
    let pruned = db.write(|tx| jobs::prune(tx, 6001)).await;
    assert_eq!(pruned.unwrap(), 1);
    assert_eq!(state(&db).await.0, "running");
}

async fn a_lease_that_runs_out_is_claimed_again(bed: Bed) {
    let db = bed.open_as_is();
    enqueue(&db, JOB).await;
    let silent = claim(&db, 1000).await.unwrap();
    assert_eq!(claim(&db, 1000 + LEASE - 1).await, None);
    let other = claim(&db, 1000 + LEASE).await.unwrap();
    assert_eq!((other.id.as_str(), other.attempt), ("job", 2));
    // The first worker wakes up and has nothing to say any more.
    assert!(!finish(&db, &silent, 70_000).await);
    assert_eq!(fail(&db, &silent, 70_000).await, AfterFailure::NotOurs);
    assert!(!db.write(move |tx| jobs::extend(tx, &silent, 70_000, LEASE)).await.unwrap());
    assert_eq!(state(&db).await.0, "running");
    assert!(finish(&db, &other, 70_000).await);
    assert!(!finish(&db, &other, 70_000).await);
    assert_eq!(claim(&db, i64::MAX).await, None);
}

async fn an_extended_lease_is_kept(bed: Bed) {
    let db = bed.open_as_is();
    enqueue(&db, JOB).await;
    let job = claim(&db, 1000).await.unwrap();
    let extended = job.clone();
    assert!(db.write(move |tx| jobs::extend(tx, &extended, 50_000, LEASE)).await.unwrap());
    assert_eq!(claim(&db, 1000 + LEASE).await, None);
    assert_eq!(claim(&db, 50_000 + LEASE).await.unwrap().attempt, 2);
}

async fn a_unique_job_exists_once_until_it_has_ended(bed: Bed) {
    let db = bed.open_as_is();
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

async fn failures_back_off_and_end(bed: Bed) {
    let db = bed.open_as_is();
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

async fn a_job_that_silences_its_worker_ends_too(bed: Bed) {
    let db = bed.open_as_is();
    enqueue(&db, NewJob { max_attempts: 2, ..JOB }).await;
    assert_eq!(claim(&db, 1000).await.unwrap().attempt, 1);
    assert_eq!(claim(&db, 100_000).await.unwrap().attempt, 2);
    assert_eq!(claim(&db, 200_000).await, None);
    assert_eq!(state(&db).await, ("dead".to_owned(), Some("the worker went silent".to_owned())));
}

async fn long_jobs_do_not_stand_in_the_way_of_quick_ones(bed: Bed) {
    let db = &bed.open_as_is();
    enqueue(db, NewJob { id: "first", kind: "long-listen", run_at: 1000, ..JOB }).await;
    enqueue(db, NewJob { id: "second", run_at: 2000, ..JOB }).await;
    enqueue(db, NewJob { id: "third", kind: "mail-letter", run_at: 1500, ..JOB }).await;
    let due = |lane| db.read(move |conn| jobs::next_due_in(conn, lane));
    assert_eq!(due(Lane::Quick).await.unwrap(), Some(2000));
    assert_eq!(due(Lane::Long).await.unwrap(), Some(1000));
    assert_eq!(due(Lane::Mail).await.unwrap(), Some(1500));
    let claim = |lane| db.write(move |tx| jobs::claim_in(tx, lane, 3000, LEASE));
    assert_eq!(claim(Lane::Quick).await.unwrap().unwrap().id, "second");
    assert_eq!(claim(Lane::Quick).await.unwrap(), None);
    assert_eq!(claim(Lane::Long).await.unwrap().unwrap().id, "first");
    assert_eq!(claim(Lane::Mail).await.unwrap().unwrap().id, "third");
    // A lease that runs out is everyone's business.
    assert_eq!(due(Lane::Quick).await.unwrap(), Some(3000 + LEASE));
}
