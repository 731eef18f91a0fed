//! Time limits of tests that hold on a busy machine. They are counted on a clock that goes more slowly the more tasks
//! share a core: with twelve runnable tasks on two cores a second counts as a sixth of one. So a limit can be short
//! enough to notice a hang on a quiet machine, and no test fails because its neighbors need the processor.
//!
//! The number of runnable tasks is in `/proc/loadavg`, beside the load average of the last minute; the larger one
//! counts, because only the average includes tasks that wait for a disk. `/proc/pressure/cpu` is no substitute: it
//! tells for how long at least one task had to wait, which is the same for three tasks and for thirty. The kernel does
//! not share the processor evenly: threads of low priority, and sessions beside busy other ones, get several times less
//! than the count says. So a limit is also many times what the work takes on a quiet machine.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How long a test waits for something that takes a few seconds at most on a quiet machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

const TICK: Duration = Duration::from_millis(20);
/// A longer step of the clock counts as this much: the clock's own thread did not get the processor for a while.
const LONGEST_STEP: Duration = Duration::from_millis(100);

/// The first and the longest pause between two looks of `poll`.
const PAUSES: (Duration, Duration) = (Duration::from_millis(2), Duration::from_millis(50));

/// The clock never goes more slowly than this: where the load is that of a larger machine, the limits would have no end.
const MOST_SLOWDOWN: f64 = 20.0;

/// The least factor of `wall_limit`: the load may rise after a limit was set.
const LEAST_FACTOR: f64 = 4.0;

/// The clock of this process, which a thread of its own moves on until the process ends.
struct QuietClock {
    micros: AtomicU64,
    /// How many times slower than wall time the clock goes now, in thousandths.
    slowdown: AtomicU64,
}

impl QuietClock {
    fn start() -> &'static Self {
        static CLOCK: QuietClock =
            QuietClock { micros: AtomicU64::new(0), slowdown: AtomicU64::new(1000) };
        static STARTED: LazyLock<()> = LazyLock::new(|| {
            CLOCK.look();
            thread::spawn(|| {
                let mut last = Instant::now();
                loop {
                    thread::sleep(TICK);
                    let step = last.elapsed().min(LONGEST_STEP);
                    last = Instant::now();
                    let step = step.as_secs_f64() / CLOCK.look();
                    CLOCK.micros.fetch_add((step * 1e6) as u64, Ordering::Relaxed);
                }
            });
        });
        LazyLock::force(&STARTED);
        &CLOCK
    }

    /// Reads and stores the slowdown.
    fn look(&self) -> f64 {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
        let slowdown = slowdown(&load, cores);
        self.slowdown.store((slowdown * 1000.0) as u64, Ordering::Relaxed);
        slowdown
    }

    fn now(&self) -> Duration {
        Duration::from_micros(self.micros.load(Ordering::Relaxed))
    }
}

/// How many tasks share a core, from the text of `/proc/loadavg`; 1 if no task has to wait for another.
fn slowdown(load: &str, cores: usize) -> f64 {
    let mut fields = load.split(' ');
    let average = fields.next().and_then(|field| field.parse().ok()).unwrap_or(0.0);
    let runnable = fields.nth(2).and_then(|field| field.split('/').next()?.parse().ok());
    // The reader of the file is one of the runnable tasks.
    let others = runnable.unwrap_or(1.0) - 1.0;
    (f64::max(average, others) / cores as f64).clamp(1.0, MOST_SLOWDOWN)
}

/// Measures time on the quiet machine's clock, for an upper bound of what something takes.
#[derive(Debug, Clone, Copy)]
pub struct Stopwatch {
    started: Duration,
}

impl Stopwatch {
    pub fn start() -> Self {
        Self { started: QuietClock::start().now() }
    }

    pub fn elapsed(self) -> Duration {
        QuietClock::start().now() - self.started
    }
}

/// A time limit on the quiet machine's clock.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    spent: Stopwatch,
    limit: Duration,
}

impl Budget {
    pub fn of(limit: Duration) -> Self {
        Self { spent: Stopwatch::start(), limit }
    }

    pub fn is_spent(self) -> bool {
        self.spent.elapsed() >= self.limit
    }
}

/// Calls `look` until it returns `Ok`; once the time limit is spent, returns its last error.
pub fn poll<T, E>(limit: Duration, mut look: impl FnMut() -> Result<T, E>) -> Result<T, E> {
    let budget = Budget::of(limit);
    let (mut pause, longest) = PAUSES;
    loop {
        // Asked before the look, so that the last look comes after the limit.
        let is_last = budget.is_spent();
        match look() {
            Err(_) if !is_last => thread::sleep(pause),
            found => return found,
        }
        pause = (pause * 2).min(longest);
    }
}

/// Calls `look` until it returns a value.
///
/// # Panics
/// If it returns none within `PATIENCE`.
#[track_caller]
pub fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    match poll(PATIENCE, || look().ok_or(())) {
        Ok(found) => found,
        Err(()) => panic!("never: {what}"),
    }
}

/// Waits until the condition holds.
///
/// # Panics
/// If it does not hold within `PATIENCE`.
#[track_caller]
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    wait_for(what, || is_so().then_some(()));
}

/// The result of the future; `None` if it is not there within the time limit.
pub async fn within<T>(limit: Duration, future: impl Future<Output = T>) -> Option<T> {
    let budget = Budget::of(limit);
    let mut future = std::pin::pin!(future);
    loop {
        match tokio::time::timeout(TICK, &mut future).await {
            Ok(done) => return Some(done),
            Err(_) if budget.is_spent() => return None,
            Err(_) => {}
        }
    }
}

/// A time limit for a socket or a library, which count wall time: it is longer on a busy machine, with room for a load
/// that rises later.
pub fn wall_limit(limit: Duration) -> Duration {
    let slowdown = QuietClock::start().slowdown.load(Ordering::Relaxed) as f64 / 1000.0;
    limit.mul_f64(slowdown.max(LEAST_FACTOR))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_goes_as_slowly_as_the_tasks_that_share_a_core() {
        for (load, cores, expected) in [
            ("0.00 0.01 0.00 1/106 14821\n", 2, 1.0),
            ("0.50 0.40 0.30 3/106 14821\n", 2, 1.0),
            ("0.50 0.40 0.30 17/106 14821\n", 2, 8.0),
            ("9.00 4.00 2.00 1/106 14821\n", 2, 4.5),
            ("9.00 4.00 2.00 9/106 14821\n", 16, 1.0),
            ("90.00 40.00 20.00 9/106 14821\n", 2, 20.0),
            ("", 2, 1.0),
        ] {
            assert_eq!(slowdown(load, cores), expected, "{load}");
        }
    }

    #[test]
    fn what_never_comes_is_waited_for_until_the_limit_and_looked_at_after_it() {
        let (limit, watch) = (Duration::from_millis(200), Stopwatch::start());
        let mut looks = 0;
        let missed: Result<(), _> = poll(limit, || {
            looks += 1;
            Err(watch.elapsed())
        });
        assert!(missed.is_err_and(|last_look| last_look >= limit) && looks > 1, "{looks}");
        assert_eq!(poll(Duration::ZERO, || Ok::<_, ()>("at once")), Ok("at once"));
    }
}
