//! The app on a new database with a clock that the test controls, and helpers for the tests.

use std::{
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicI64, AtomicU32, Ordering},
    },
    time::Duration,
};

use blobs::Blobs;
use domain::ids::{Named, UserId};
use domain::library::documents::UploadLimits;
use domain::money::accounts::{Account, Kind};
use domain::time::Timestamp;
use ledgerline_app::clients::{self, BeneficiaryForm};
use ledgerline_app::crypto::Keys;
use ledgerline_app::files::decoders::Decoders;
use ledgerline_app::guests::budget::Guests;
use ledgerline_app::idempotency::{Answer, Reply, Retry};
use ledgerline_app::identity::hasher::Hasher;
use ledgerline_app::identity::passkeys::RelyingParty;
use ledgerline_app::identity::sessions;
use ledgerline_app::money::wallet::{self, MoveForm, Moved};
use ledgerline_app::notifications::events::Events;
use ledgerline_app::operations::sign_up::{self, SignUp};
use ledgerline_app::sales::SaleDetails;
use ledgerline_app::sales::forms::SaleForm;
use ledgerline_app::{Actor, App, Caller, Clock, JobSignal, Result, sales};
use storage::db::{Db, DbOptions};
use storage::money::ledger::{self, AuditedAccount};
use tempfile::TempDir;
use testbed::budget;

pub const PASSWORD: &str = "Harbour-77";
pub const EMAIL: &str = "maya@northline.studio";

/// Parses an id from an answer.
pub fn parse_id<T: Named>(text: &str) -> T {
    T::parse(text).unwrap()
}

/// The address and user agent of the tests' requests.
pub fn caller() -> Caller {
    Caller { address: IpAddr::from([192, 0, 2, 7]), user_agent: None }
}

fn migrate(options: &DbOptions) {
    let db = Db::open(options).unwrap();
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(db.close());
}

#[derive(Clone)]
pub struct TestApp {
    pub app: Arc<App>,
    millis: Arc<AtomicI64>,
    looks_until_panic: Arc<AtomicI64>,
    _folder: Arc<TempDir>,
}

/// Makes `sqlite::name` and `postgres::name` from each `async fn name(test: TestApp)`. A name behind `pg` is tested on
/// PostgreSQL by `make test` too, the others by `make test-all` only. The names are moved one by one into the brackets,
/// each with the attribute of its test on PostgreSQL, because a macro pattern cannot tell `pg` from a name otherwise.
macro_rules! on_both_engines {
    (@sorted [$($done:tt)*] pg $name:ident $(, $($rest:tt)*)?) => {
        $crate::support::on_both_engines!(@sorted [$($done)* $name ()] $($($rest)*)?);
    };
    (@sorted [$($done:tt)*] $name:ident $(, $($rest:tt)*)?) => {
        $crate::support::on_both_engines!(
            @sorted [$($done)* $name (#[ignore = "runs in make test-all"])] $($($rest)*)?
        );
    };
    (@sorted [$($name:ident ($($ignored:tt)*))+]) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
            async fn $name() {
                super::$name($crate::support::TestApp::sqlite()).await;
            })+
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
            $($ignored)*
            async fn $name() {
                super::$name($crate::support::TestApp::postgres()).await;
            })+
        }
    };
    ($($names:tt)+) => {
        $crate::support::on_both_engines!(@sorted [] $($names)+);
    };
}
pub(crate) use on_both_engines;

impl TestApp {
    pub fn sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("test.db");
        let migrated = testbed::sqlite_template(|file| migrate(&DbOptions::sqlite(file)));
        std::fs::write(&file, migrated).unwrap();
        Self::open(folder, DbOptions::sqlite(file))
    }

    pub fn postgres() -> Self {
        let migrate = |url: &str| migrate(&DbOptions::postgres(url));
        let url = testbed::postgres().copied_database(migrate);
        Self::open(tempfile::tempdir().unwrap(), DbOptions::postgres(url))
    }

    /// Starts the app with its clock at 15 January 2027.
    fn open(folder: TempDir, options: DbOptions) -> Self {
        let millis = Arc::new(AtomicI64::new(1_800_000_000_000));
        let (hand, looks_until_panic) = (millis.clone(), Arc::new(AtomicI64::new(0)));
        let looks_left = looks_until_panic.clone();
        // A request that waits long on a busy machine is not refused.
        let options = DbOptions {
            write_wait: budget::PATIENCE * 10,
            pool_wait: budget::PATIENCE * 10,
            read_deadline: budget::PATIENCE * 10,
            write_deadline: budget::PATIENCE * 10,
            connect_timeout: budget::PATIENCE,
            ..options
        };
        let db = Db::open(&options).unwrap();
        let app = App {
            guests: Guests::start(&db).unwrap(),
            db,
            blobs: Blobs::in_memory(),
            clock: Clock::from_fn(move || {
                assert_ne!(looks_left.fetch_sub(1, Ordering::SeqCst), 1, "the clock is broken");
                Timestamp::from_millis(hand.load(Ordering::SeqCst))
            }),
            keys: Keys::new(&[7; 32]),
            hasher: Hasher::start_for_tests().unwrap(),
            decoders: Decoders::start().unwrap(),
            job_signal: JobSignal::with_longest_nap(budget::PATIENCE * 10),
            upload_limits: UploadLimits::default(),
            upload_turns: Default::default(),
            ffmpeg_launcher: None,
            events: Arc::new(Events::with_heartbeat(budget::PATIENCE * 10)),
            sample_data: false,
            rate_limit: true,
            policy: Default::default(),
            outside: Default::default(),
            confirms_emails: false,
            relying_party: RelyingParty::at("https://studio.example"),
            links_url: "https://studio.example".to_owned(),
            seal: None,
        };
        Self { app: Arc::new(app), millis, looks_until_panic, _folder: Arc::new(folder) }
    }

    /// Turns sample data on for new accounts. Must be called before the app is shared.
    pub fn with_sample_data(mut self) -> Self {
        Arc::get_mut(&mut self.app).unwrap().sample_data = true;
        self
    }

    pub fn advance_clock(&self, time: Duration) {
        self.millis.fetch_add(i64::try_from(time.as_millis()).unwrap(), Ordering::SeqCst);
    }

    /// Makes the clock panic once, when it is read for the `look`th time from now.
    pub fn panic_at_look(&self, look: i64) {
        self.looks_until_panic.store(look, Ordering::SeqCst);
    }

    /// Signs up a new person; returns the signed-in actor.
    pub async fn join(&self) -> Actor {
        static COUNT: AtomicU32 = AtomicU32::new(1);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        // Each person signs up from their own address, because sign-ups per address are limited.
        let caller = Caller { address: IpAddr::from((number << 8).to_be_bytes()), ..caller() };
        self.join_from(caller, &format!("maya{number}@northline.studio")).await
    }

    /// Signs up a new person with the given email address.
    pub async fn join_as(&self, email: &str) -> Actor {
        self.join_from(caller(), email).await
    }

    async fn join_from(&self, caller: Caller, email: &str) -> Actor {
        let token = self.sign_up(caller.clone(), email).await;
        sessions::authenticate(&self.app, &token, caller).await.unwrap()
    }

    /// Signs up a new account; returns the token of its first session.
    pub async fn sign_up(&self, caller: Caller, email: &str) -> String {
        let form = SignUp {
            name: "Maya Okafor".into(),
            email: email.to_owned(),
            password: PASSWORD.into(),
            confirm_password: PASSWORD.into(),
            role: "Composer".into(),
            invitation: None,
            time_zone: None,
        };
        let joined = sign_up::sign_up(&self.app, form, caller).await.unwrap();
        joined.token.expose().to_owned()
    }

    pub async fn deposit(&self, actor: &Actor, amount: &str, key: Option<&str>) -> Result<Answer> {
        wallet::deposit(&self.app, actor, move_form(amount), reply(amount, key)).await
    }

    pub async fn withdraw(&self, actor: &Actor, amount: &str, key: Option<&str>) -> Result<Answer> {
        wallet::withdraw(&self.app, actor, move_form(amount), reply(amount, key)).await
    }

    /// Adds a client; returns its id.
    pub async fn client(&self, actor: &Actor, name: &str) -> String {
        let form = BeneficiaryForm {
            name: Some(name.into()),
            email: Some("client@labels.example".into()),
            account_number: Some("12345678".into()),
            bank_name: Some("First Bank".into()),
            ..BeneficiaryForm::default()
        };
        clients::add(&self.app, actor, form).await.unwrap().client.row.id.to_string()
    }

    /// Records a sale; returns its id.
    pub async fn sell(&self, actor: &Actor, form: SaleForm) -> Result<String> {
        let tell = |sold: &SaleDetails| sold.sale.id.to_string();
        let reply = Reply { retry: None, status: 201, to_body: Box::new(tell) };
        sales::create(&self.app, actor, form, reply).await.map(|told| told.body)
    }

    pub async fn refund(&self, actor: &Actor, sale: &str) -> Result<()> {
        let tell = |sold: &SaleDetails| sold.sale.reference();
        let reply = Reply { retry: None, status: 200, to_body: Box::new(tell) };
        sales::refund(&self.app, actor, parse_id(sale), None, None, reply).await.map(drop)
    }

    /// The wallet's balance in minor units.
    pub async fn wallet(&self, actor: &Actor) -> i64 {
        let accounts = self.accounts(actor).await;
        accounts.iter().find(|account| account.kind == Kind::Wallet).unwrap().balance.get()
    }

    pub async fn accounts(&self, actor: &Actor) -> Vec<Account> {
        wallet::accounts(&self.app, actor).await.unwrap()
    }

    /// Fails the test unless every balance is the sum of its postings and every currency adds up to zero.
    pub async fn audit(&self, owner: UserId) -> Vec<AuditedAccount> {
        let audited = self
            .app
            .db
            .read(move |conn| {
                conn.snapshot()?;
                ledger::audit(conn, owner)
            })
            .await
            .unwrap();
        assert_eq!(audited.len(), 7);
        for account in &audited {
            assert_eq!(account.balance, account.posted, "{audited:?}");
            let of_currency = audited.iter().filter(|other| other.currency == account.currency);
            assert_eq!(of_currency.map(|other| other.posted).sum::<i64>(), 0, "{audited:?}");
        }
        audited
    }
}

fn move_form(amount: &str) -> MoveForm {
    MoveForm { amount: Some(amount.to_owned()), ..MoveForm::default() }
}

/// A reply with the transaction's reference and the wallet's new balance.
fn reply(amount: &str, key: Option<&str>) -> Reply<Moved> {
    let retry = key.map(|key| Retry::new(key, "move", amount.as_bytes()).unwrap());
    let tell =
        |moved: &Moved| format!("{} {}", moved.transaction.reference(), moved.wallet.balance);
    Reply { retry, status: 201, to_body: Box::new(tell) }
}
