//! The content of the sample data: a small studio, its five clients and its year. Days count back from the day of the
//! sign-up, so that charts have a past; amounts are in minor units.

use std::time::Duration;

use domain::applications::{Kind as ApplicationKind, Status as ApplicationStatus};
use domain::licenses::Role;
use domain::licenses::terms::Use;
use domain::money::Currency;
use domain::money::transactions::{Kind, Status as TransactionStatus};
use domain::notifications::Kind as NotificationKind;
use domain::sales::{License, Status};
use domain::time::Timestamp;

use crate::clients::BeneficiaryForm;

const DAY_MILLIS: i64 = 24 * 60 * 60 * 1000;
/// How many days before the sign-up the books begin.
pub const OPENED: i64 = 350;

/// The time at a minute of the day, `days_ago` days before `now`; negative values lie in the future.
pub(super) fn moment(now: Timestamp, days_ago: i64, minute: i64) -> Timestamp {
    let midnight = (now.as_millis().div_euclid(DAY_MILLIS) - days_ago) * DAY_MILLIS;
    let minutes = u64::try_from(minute).unwrap_or(0);
    Timestamp::from_millis(midnight) + Duration::from_secs(60 * minutes)
}

/// One of the accounts that every account holder has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SampleAccount {
    Wallet,
    Account(Currency),
}

impl SampleAccount {
    pub const ALL: [Self; 4] = [
        Self::Wallet,
        Self::Account(Currency::Usd),
        Self::Account(Currency::Eur),
        Self::Account(Currency::Gbp),
    ];

    /// The balance that a new account shows, in minor units.
    pub const fn shown_balance(self) -> i64 {
        match self {
            Self::Wallet => 2_545_075,
            Self::Account(_) => 2_000_000,
        }
    }
}

pub struct ClientPlan {
    pub days_ago: i64,
    name: &'static str,
    email: &'static str,
    number: &'static str,
    bank: &'static str,
    relationship: &'static str,
}

impl ClientPlan {
    pub fn form(&self) -> BeneficiaryForm {
        let text = |text: &str| Some(text.to_owned());
        BeneficiaryForm {
            name: text(self.name),
            email: text(self.email),
            account_number: text(self.number),
            bank_name: text(self.bank),
            account_type: text("business"),
            relationship: text(self.relationship),
            ..BeneficiaryForm::default()
        }
    }
}

/// Invalid bank account numbers and reserved e-mail domains.
#[rustfmt::skip]
pub const CLIENTS: [ClientPlan; 5] = [
    ClientPlan { days_ago: 345, name: "Nova Records", email: "office@nova-records.example", number: "00000101", bank: "First Harbor Bank", relationship: "business" },
    ClientPlan { days_ago: 330, name: "Lowtide Films", email: "music@lowtide-films.example", number: "00000102", bank: "Equator Trust", relationship: "business" },
    ClientPlan { days_ago: 300, name: "Ade Balogun", email: "ade@balogun.example", number: "00000103", bank: "Kestrel Bank", relationship: "friend" },
    ClientPlan { days_ago: 250, name: "Iris Vance", email: "iris@vance.example", number: "00000104", bank: "First Harbor Bank", relationship: "other" },
    ClientPlan { days_ago: 185, name: "Kito Sound", email: "hello@kito-sound.example", number: "00000105", bank: "Northgate Savings", relationship: "vendor" },
];
const NOVA: usize = 0;
const LOWTIDE: usize = 1;
const ADE: usize = 2;
const IRIS: usize = 3;
const KITO: usize = 4;

pub struct BeatPlan {
    pub days_ago: i64,
    pub title: &'static str,
    pub genre: &'static str,
    pub bpm: f64,
    pub key: &'static str,
    /// The name of one of `media::beats::PATTERNS`.
    pub pattern: &'static str,
    pub price: i64,
    pub tags: &'static [&'static str],
    pub notes: Option<&'static str>,
    /// How loud it is from beginning to end, in percent.
    pub levels: [u8; 8],
    /// The two colors of its cover.
    pub colors: [[u8; 3]; 2],
}

#[rustfmt::skip]
pub const BEATS: [BeatPlan; 8] = [
    BeatPlan { days_ago: 347, title: "Glass Garden", genre: "Lo-fi", bpm: 84.0, key: "C major", pattern: "boom bap", price: 3_900, tags: &["warm", "vinyl"], notes: Some("Keys are an old upright with felt, tuned 20 cents flat. Lowtide asked for a version without the vinyl noise."), levels: [30, 45, 60, 75, 100, 90, 55, 35], colors: [[0xE8, 0xEF, 0xE2], [0x2F, 0x6B, 0x4F]] },
    BeatPlan { days_ago: 310, title: "Paper Moons", genre: "Lo-fi", bpm: 92.0, key: "Bb minor", pattern: "boom bap", price: 3_900, tags: &["night"], notes: None, levels: [90, 60, 35, 70, 100, 65, 40, 85], colors: [[0x1C, 0x22, 0x3A], [0xE9, 0xD8, 0xA6]] },
    BeatPlan { days_ago: 288, title: "Copper Sun", genre: "Afrobeat", bpm: 102.0, key: "E minor", pattern: "dembow", price: 3_900, tags: &["summer", "drums"], notes: None, levels: [100, 85, 90, 60, 80, 95, 100, 70], colors: [[0xF3, 0xC9, 0x8B], [0xA8, 0x47, 0x1F]] },
    BeatPlan { days_ago: 230, title: "Third Floor", genre: "Trap", bpm: 150.0, key: "C minor", pattern: "trap", price: 4_900, tags: &["dark"], notes: None, levels: [20, 25, 95, 100, 30, 100, 95, 25], colors: [[0x16, 0x18, 0x1D], [0xC4, 0x2E, 0x3A]] },
    BeatPlan { days_ago: 198, title: "Northern Line", genre: "Drill", bpm: 140.0, key: "C# minor", pattern: "drill", price: 3_900, tags: &["city"], notes: Some("808 slides in D flat. Stems are bounced dry. Lowtide Films wants it for the tunnel scene."), levels: [60, 100, 55, 100, 50, 100, 45, 90], colors: [[0x24, 0x2B, 0x33], [0x8F, 0xC1, 0xD9]] },
    BeatPlan { days_ago: 122, title: "Slow Harbor", genre: "R&B", bpm: 76.0, key: "Ab major", pattern: "boom bap", price: 3_900, tags: &["slow", "keys"], notes: Some("Sold exclusively to Nova Records, so don't send it out again."), levels: [25, 40, 50, 65, 70, 80, 90, 60], colors: [[0xD8, 0xE6, 0xEC], [0x27, 0x55, 0x6E]] },
    BeatPlan { days_ago: 62, title: "Midnight Drive", genre: "Trap", bpm: 142.0, key: "F# minor", pattern: "trap", price: 4_900, tags: &["drive", "bass"], notes: None, levels: [45, 90, 100, 50, 35, 95, 100, 80], colors: [[0x12, 0x13, 0x2B], [0x7C, 0x6C, 0xF2]] },
    BeatPlan { days_ago: 33, title: "Lagos After Rain", genre: "Afrobeat", bpm: 112.0, key: "G major", pattern: "dembow", price: 3_900, tags: &["bright"], notes: Some("Hook idea: second verse with a choir. Only the tagged MP3 goes out for now."), levels: [70, 55, 85, 100, 75, 60, 95, 100], colors: [[0xF2, 0xF0, 0xDC], [0x17, 0x7E, 0x68]] },
];
const GLASS: usize = 0;
const PAPER: usize = 1;
const COPPER: usize = 2;
const THIRD: usize = 3;
const NORTHERN: usize = 4;
const HARBOR: usize = 5;
const MIDNIGHT: usize = 6;
const LAGOS: usize = 7;

pub struct SalePlan {
    pub days_ago: i64,
    pub minute: i64,
    pub beat: usize,
    pub client: usize,
    pub license: License,
    pub currency: Currency,
    pub cents: i64,
    pub status: Status,
}

const fn sale(days_ago: i64, beat: usize, client: usize, license: License, cents: i64) -> SalePlan {
    let minute = 560 + (days_ago * 37) % 500;
    let (currency, status) = (Currency::Usd, Status::Completed);
    SalePlan { days_ago, minute, beat, client, license, currency, cents, status }
}

impl SalePlan {
    const fn in_currency(self, currency: Currency) -> Self {
        Self { currency, ..self }
    }

    const fn with_status(self, status: Status) -> Self {
        Self { status, ..self }
    }
}

/// How many days ago refunded sales were refunded.
pub(super) const REFUNDED_AGO: i64 = 146;

/// Oldest first.
pub const SALES: [SalePlan; 31] = [
    sale(338, GLASS, NOVA, License::Basic, 3_900),
    sale(321, GLASS, LOWTIDE, License::Premium, 14_900),
    sale(305, PAPER, NOVA, License::Premium, 14_900),
    sale(284, COPPER, ADE, License::Basic, 3_500).in_currency(Currency::Gbp),
    sale(262, COPPER, LOWTIDE, License::Unlimited, 45_000),
    sale(241, PAPER, IRIS, License::Basic, 3_900).in_currency(Currency::Eur),
    sale(226, THIRD, ADE, License::Premium, 14_900),
    sale(209, THIRD, NOVA, License::Exclusive, 95_000),
    sale(193, NORTHERN, LOWTIDE, License::Premium, 14_900),
    sale(178, NORTHERN, KITO, License::Basic, 3_900),
    sale(163, COPPER, IRIS, License::Premium, 13_900).in_currency(Currency::Eur),
    sale(149, GLASS, KITO, License::Premium, 14_900).with_status(Status::Refunded),
    sale(134, PAPER, ADE, License::Unlimited, 45_000),
    sale(118, HARBOR, IRIS, License::Basic, 3_900),
    sale(104, HARBOR, NOVA, License::Premium, 14_900),
    sale(91, NORTHERN, ADE, License::Premium, 11_900).in_currency(Currency::Gbp),
    sale(77, COPPER, KITO, License::Basic, 3_900),
    sale(64, GLASS, LOWTIDE, License::Unlimited, 45_000),
    sale(52, MIDNIGHT, ADE, License::Basic, 4_900),
    sale(43, MIDNIGHT, IRIS, License::Premium, 14_900),
    sale(34, NORTHERN, NOVA, License::Unlimited, 45_000),
    sale(29, LAGOS, KITO, License::Premium, 14_900),
    sale(23, LAGOS, ADE, License::Basic, 3_500).in_currency(Currency::Gbp),
    sale(17, PAPER, IRIS, License::Premium, 14_900),
    sale(12, HARBOR, NOVA, License::Exclusive, 98_000),
    sale(8, COPPER, KITO, License::Premium, 14_900).with_status(Status::Failed),
    sale(6, GLASS, LOWTIDE, License::Unlimited, 45_000),
    sale(4, NORTHERN, LOWTIDE, License::Unlimited, 45_000).with_status(Status::Pending),
    sale(3, GLASS, ADE, License::Premium, 14_900),
    sale(2, LAGOS, IRIS, License::Basic, 3_900).in_currency(Currency::Eur),
    sale(1, MIDNIGHT, NOVA, License::Exclusive, 120_000),
];

/// The content of a sample file.
#[derive(Debug, Clone, Copy)]
pub enum Content {
    /// Encoded beforehand: there is no encoder in the program.
    Mp3(&'static [u8]),
    /// A WAV file of constant loudness, in percent.
    Wav(u8),
    Stems,
    Midi,
    Artwork,
}

pub struct FilePlan {
    pub beat: usize,
    pub days_ago: i64,
    pub role: Role,
    pub name: &'static str,
    pub content: Content,
}

const fn file(
    days_ago: i64,
    beat: usize,
    role: Role,
    name: &'static str,
    content: Content,
) -> FilePlan {
    FilePlan { beat, days_ago, role, name, content }
}

/// In the order of their versions.
#[rustfmt::skip]
pub const FILES: [FilePlan; 15] = [
    file(347, GLASS, Role::Mp3, "Glass Garden.mp3", Content::Mp3(include_bytes!("mp3/glass-garden.mp3"))),
    file(347, GLASS, Role::Wav, "Glass Garden (premaster).wav", Content::Wav(60)),
    file(340, GLASS, Role::Wav, "Glass Garden (master).wav", Content::Wav(95)),
    file(340, GLASS, Role::Stems, "Glass Garden (stems).zip", Content::Stems),
    file(339, GLASS, Role::Artwork, "Glass Garden.png", Content::Artwork),
    file(310, PAPER, Role::Mp3, "Paper Moons.mp3", Content::Mp3(include_bytes!("mp3/paper-moons.mp3"))),
    file(288, COPPER, Role::Mp3, "Copper Sun.mp3", Content::Mp3(include_bytes!("mp3/copper-sun.mp3"))),
    file(288, COPPER, Role::Artwork, "Copper Sun.png", Content::Artwork),
    file(198, NORTHERN, Role::Mp3, "Northern Line.mp3", Content::Mp3(include_bytes!("mp3/northern-line.mp3"))),
    file(197, NORTHERN, Role::Stems, "Northern Line (stems).zip", Content::Stems),
    file(197, NORTHERN, Role::Midi, "Northern Line.mid", Content::Midi),
    file(122, HARBOR, Role::Mp3, "Slow Harbor.mp3", Content::Mp3(include_bytes!("mp3/slow-harbor.mp3"))),
    file(121, HARBOR, Role::Stems, "Slow Harbor (stems).zip", Content::Stems),
    file(121, HARBOR, Role::Midi, "Slow Harbor.mid", Content::Midi),
    file(33, LAGOS, Role::Tagged, "Lagos After Rain (tagged).mp3", Content::Mp3(include_bytes!("mp3/lagos-after-rain-tagged.mp3"))),
];

/// Own prices of some beats for a kind, in cents; `None` if it is not offered. All other beats have the kind's price.
pub(super) const PRICES: [(usize, &str, Option<i64>); 6] = [
    (GLASS, "MP3 Lease", Some(3_900)),
    (GLASS, "WAV Lease", Some(14_900)),
    (NORTHERN, "Exclusive", Some(180_000)),
    (COPPER, "Unlimited Lease", Some(45_000)),
    (LAGOS, "Unlimited Lease", None),
    (LAGOS, "Exclusive", None),
];
/// The currency of the kinds that come with an account.
pub(super) const DOLLAR: Currency = Currency::Usd;

/// The buyer of a license.
#[derive(Debug, Clone, Copy)]
pub enum BuyerPlan {
    Client(usize),
    /// A name and an e-mail address.
    Person(&'static str, &'static str),
}

/// The event of a sample license after its issue.
#[derive(Debug, Clone, Copy)]
pub enum LaterEvent {
    Nothing,
    Used { days_ago: i64, of: Use, times: u64 },
    Ended { days_ago: i64, reason: &'static str },
    Refunded { days_ago: i64 },
}

pub struct LicensePlan {
    pub days_ago: i64,
    pub kind: &'static str,
    pub beat: usize,
    pub to: BuyerPlan,
    /// The index of the sale that paid for the license.
    pub sale: Option<usize>,
    /// In how many days the license ends; for a license of `MONTHS` that was sold before the books began.
    pub ends_in: Option<i64>,
    /// The index in `LICENSES` of the license that this one replaces.
    pub replaces: Option<usize>,
    pub then: LaterEvent,
}

/// The term of an MP3 lease.
pub(super) const MONTHS: u16 = 24;

const fn license(days_ago: i64, kind: &'static str, beat: usize, to: BuyerPlan) -> LicensePlan {
    let (sale, ends_in, replaces, then) = (None, None, None, LaterEvent::Nothing);
    LicensePlan { days_ago, kind, beat, to, sale, ends_in, replaces, then }
}

impl LicensePlan {
    const fn paid_by(self, sale: usize) -> Self {
        Self { sale: Some(sale), ..self }
    }

    const fn ending_in(self, days: i64) -> Self {
        Self { ends_in: Some(days), ..self }
    }

    const fn in_place_of(self, other: usize) -> Self {
        Self { replaces: Some(other), ..self }
    }

    const fn then(self, then: LaterEvent) -> Self {
        Self { then, ..self }
    }
}

/// One of each kind and state, oldest first.
pub const LICENSES: [LicensePlan; 12] = [
    license(345, "MP3 Lease", GLASS, BuyerPlan::Person("Temi Adeyemi", "temi@adeyemi.example"))
        .ending_in(-20),
    license(344, "MP3 Lease", GLASS, BuyerPlan::Client(NOVA)).ending_in(41),
    license(321, "WAV Lease", GLASS, BuyerPlan::Client(LOWTIDE)).paid_by(1),
    license(305, "WAV Lease", PAPER, BuyerPlan::Client(NOVA)).paid_by(2).then(LaterEvent::Used {
        days_ago: 3,
        of: Use::Streams,
        times: 412_300,
    }),
    license(284, "MP3 Lease", COPPER, BuyerPlan::Client(ADE)).paid_by(3).then(LaterEvent::Ended {
        days_ago: 60,
        reason: "Registered with Content ID, which the license doesn't allow",
    }),
    license(193, "Trackout Lease", NORTHERN, BuyerPlan::Client(LOWTIDE)).paid_by(8),
    license(149, "WAV Lease", GLASS, BuyerPlan::Client(KITO))
        .paid_by(11)
        .then(LaterEvent::Refunded { days_ago: REFUNDED_AGO }),
    license(118, "MP3 Lease", HARBOR, BuyerPlan::Client(IRIS)).paid_by(13),
    license(64, "Unlimited Lease", GLASS, BuyerPlan::Client(LOWTIDE)).paid_by(17).in_place_of(2),
    license(29, "WAV Lease", LAGOS, BuyerPlan::Client(KITO)).paid_by(21),
    license(20, "Free demo", LAGOS, BuyerPlan::Person("Temi Adeyemi", "temi@adeyemi.example")),
    license(12, "Exclusive", HARBOR, BuyerPlan::Client(NOVA)).paid_by(24),
];

/// The beat that is reserved, the client it is reserved for, and for how many hours.
pub(super) const RESERVED: (usize, usize, i64) = (NORTHERN, LOWTIDE, 168);

pub(super) struct TransactionPlan {
    pub days_ago: i64,
    pub minute: i64,
    pub account: SampleAccount,
    pub kind: Kind,
    pub status: TransactionStatus,
    pub title: &'static str,
    pub description: Option<&'static str>,
    pub cents: i64,
    pub client: Option<usize>,
}

const fn transaction(
    days_ago: i64,
    account: SampleAccount,
    kind: Kind,
    title: &'static str,
    cents: i64,
) -> TransactionPlan {
    let (status, description, client) = (TransactionStatus::Completed, None, None);
    TransactionPlan {
        days_ago,
        minute: 1_005,
        account,
        kind,
        status,
        title,
        description,
        cents,
        client,
    }
}

impl TransactionPlan {
    const fn with_client(self, client: usize) -> Self {
        Self { client: Some(client), ..self }
    }

    const fn with_status(self, status: TransactionStatus) -> Self {
        Self { status, ..self }
    }

    const fn with_description(self, description: &'static str) -> Self {
        Self { description: Some(description), ..self }
    }
}

const RENT: &str = "Studio rent, Wharf Road";
const DOLLARS: SampleAccount = SampleAccount::Account(Currency::Usd);
const EUROS: SampleAccount = SampleAccount::Account(Currency::Eur);
const POUNDS: SampleAccount = SampleAccount::Account(Currency::Gbp);

/// Transactions that belong to no sale.
pub(super) const TRANSACTIONS: [TransactionPlan; 18] = [
    transaction(155, SampleAccount::Wallet, Kind::Payment, RENT, -64_000),
    transaction(125, SampleAccount::Wallet, Kind::Payment, RENT, -64_000),
    transaction(110, EUROS, Kind::Deposit, "Festival advance", 60_000),
    transaction(96, POUNDS, Kind::Payment, "Session singer", -22_000)
        .with_description("Two choruses and ad-libs"),
    transaction(95, SampleAccount::Wallet, Kind::Payment, RENT, -64_000),
    transaction(83, DOLLARS, Kind::Payment, "Equipment insurance", -21_000),
    transaction(73, SampleAccount::Wallet, Kind::Payment, "Plugin bundle", -12_900),
    transaction(66, EUROS, Kind::Payment, "Train to Berlin", -8_490),
    transaction(65, SampleAccount::Wallet, Kind::Payment, RENT, -64_000),
    transaction(58, SampleAccount::Wallet, Kind::Deposit, "Mixing session", 32_000)
        .with_client(ADE),
    transaction(47, SampleAccount::Wallet, Kind::Withdrawal, "To savings", -80_000),
    transaction(41, DOLLARS, Kind::Other, "Bank interest", 1_240),
    transaction(36, SampleAccount::Wallet, Kind::Deposit, "Streaming royalties", 41_225),
    transaction(35, SampleAccount::Wallet, Kind::Payment, RENT, -64_000),
    transaction(27, POUNDS, Kind::Deposit, "Broadcast royalties", 18_035),
    transaction(9, SampleAccount::Wallet, Kind::Withdrawal, "To First Harbor Bank", -150_000)
        .with_status(TransactionStatus::Failed),
    transaction(5, SampleAccount::Wallet, Kind::Payment, "Mastering, Kito Sound", -18_050)
        .with_client(KITO),
    transaction(2, SampleAccount::Wallet, Kind::Deposit, "Advance, Lowtide Films", 50_000)
        .with_client(LOWTIDE)
        .with_status(TransactionStatus::Pending),
];

pub(super) struct GoalPlan {
    pub title: &'static str,
    pub category: &'static str,
    pub target: &'static str,
    pub saved: i64,
    pub days_ahead: i64,
}

#[rustfmt::skip]
pub(super) const GOALS: [GoalPlan; 2] = [
    GoalPlan { title: "Emergency fund", category: "emergency", target: "10000", saved: 735_000, days_ahead: 240 },
    GoalPlan { title: "New monitor pair", category: "business", target: "4000", saved: 260_000, days_ahead: 105 },
];

pub(super) struct ApplicationPlan {
    pub days_ago: i64,
    pub kind: ApplicationKind,
    pub title: &'static str,
    pub organization: &'static str,
    pub cents: i64,
    pub currency: Currency,
    pub status: ApplicationStatus,
}

#[rustfmt::skip]
pub(super) const APPLICATIONS: [ApplicationPlan; 3] = [
    ApplicationPlan { days_ago: 48, kind: ApplicationKind::Distribution, title: "Worldwide release of Harbor EP", organization: "Blue Hour", cents: 60_000, currency: Currency::Usd, status: ApplicationStatus::Approved },
    ApplicationPlan { days_ago: 20, kind: ApplicationKind::Grant, title: "New Producers Fund", organization: "City Arts Council", cents: 500_000, currency: Currency::Gbp, status: ApplicationStatus::InReview },
    ApplicationPlan { days_ago: 7, kind: ApplicationKind::Sync, title: "Northern Line in a feature film", organization: "Lowtide Films", cents: 180_000, currency: Currency::Usd, status: ApplicationStatus::Submitted },
];

pub struct NoticePlan {
    pub days_ago: i64,
    pub minute: i64,
    pub kind: NotificationKind,
    pub title: &'static str,
    pub message: &'static str,
    pub link: &'static str,
    /// The client that the notification links to.
    pub client: Option<usize>,
    /// The sale that the notification is about; it then has the usual wording for sales.
    pub sale: Option<usize>,
    pub is_read: bool,
}

/// One of each type, oldest first.
#[rustfmt::skip]
pub const NOTICES: [NoticePlan; 7] = [
    NoticePlan { days_ago: 12, minute: 1_004, kind: NotificationKind::Sale, title: "", message: "", link: "", client: None, sale: Some(24), is_read: true },
    NoticePlan { days_ago: 5, minute: 1_006, kind: NotificationKind::Payment, title: "Payment sent", message: "$180.50 was paid from Wallet: Mastering, Kito Sound", link: "/transaction-history?q=Mastering", client: None, sale: None, is_read: true },
    NoticePlan { days_ago: 4, minute: 690, kind: NotificationKind::Message, title: "Message from Lowtide Films", message: "Could you send us the stems of “Northern Line”? Our mixer starts on Friday.", link: "/beneficiaries", client: Some(LOWTIDE), sale: None, is_read: false },
    NoticePlan { days_ago: 3, minute: 870, kind: NotificationKind::Review, title: "New review", message: "Ade Balogun gave “Glass Garden” five out of five: warm, patient, just right", link: "/beneficiaries", client: Some(ADE), sale: None, is_read: false },
    NoticePlan { days_ago: 2, minute: 615, kind: NotificationKind::Download, title: "Beat downloaded", message: "Iris Vance downloaded “Lagos After Rain”", link: "/documents", client: None, sale: None, is_read: true },
    NoticePlan { days_ago: 1, minute: 560, kind: NotificationKind::System, title: "Welcome to Ledgerline", message: "This is sample data. Look around, and clear it when you're ready.", link: "/dashboard", client: None, sale: None, is_read: false },
    NoticePlan { days_ago: 1, minute: 600, kind: NotificationKind::Sale, title: "", message: "", link: "", client: None, sale: Some(30), is_read: false },
];
