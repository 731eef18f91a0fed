//! The wording of notifications, each with a link to the page that shows the event.

use std::time::Duration;

use domain::applications::{Application, Status as ApplicationStatus};
use domain::calendar::Day;
use domain::deliveries::Missing;
use domain::exports::Export;
use domain::identity::rate_limits::wait_in_words;
use domain::identity::sessions::device;
use domain::library::documents::{Category, Document};
use domain::licenses::issued::{Level, License};
use domain::licenses::spelling::in_figures;
use domain::licenses::terms::{Cap, Terms, Use};
use domain::money::cards::pin_locks::{Lock, TRIES};
use domain::money::goals::Goal;
use domain::money::transactions::{Kind, Status, Transaction, reference};
use domain::money::{Currency, Minor, display};
use domain::notifications::reminders::in_words;
use domain::notifications::{Kind as NotificationKind, Notice};
use domain::offers::Offer;
use domain::sales::{Sale, Status as SaleStatus};
use domain::shares::{Link, Message};
use domain::shop::NewMessage;
use domain::text::plain::unlinked;

use crate::Caller;

/// The notification of an export that was made within this time is already read, because the page that requested the
/// export has downloaded it.
const ON_THE_SPOT: Duration = Duration::from_secs(10);

/// The page of security alerts; no other notification links to it.
pub(crate) const SECURITY_PAGE: &str = "/settings#security";

/// A completed or failed transaction. Pending ones and corrections give no notification.
pub(crate) fn transaction_settled(transaction: &Transaction, account: &str) -> Option<Notice> {
    let content = &transaction.content;
    let (title, what) = match (content.kind, content.status) {
        (Kind::Deposit, Status::Completed) => {
            ("Deposit received", format!("was added to {account}"))
        }
        (Kind::Withdrawal, Status::Completed) => {
            ("Withdrawal made", format!("was taken from {account}"))
        }
        (Kind::Payment, Status::Completed) => ("Payment sent", format!("was paid from {account}")),
        (Kind::Deposit, Status::Failed) => {
            ("Deposit failed", format!("couldn't be added to {account}"))
        }
        (Kind::Withdrawal, Status::Failed) => {
            ("Withdrawal failed", format!("couldn't be taken from {account}"))
        }
        (Kind::Payment, Status::Failed) => {
            ("Payment failed", format!("couldn't be paid from {account}"))
        }
        _ => return None,
    };
    let amount = magnitude(content.amount, content.currency);
    // The titles "Deposit" and "Withdrawal" add nothing to the sentence.
    let about = match content.title.as_str() {
        "Deposit" | "Withdrawal" => String::new(),
        other => format!(": {other}"),
    };
    let message = format!("{amount} {what}{about}");
    let notice = Notice::new(NotificationKind::Payment, title, message, history(transaction));
    Some(notice.of_own_action())
}

pub(crate) fn file_uploaded(document: &Document) -> Notice {
    let heading = match document.category {
        Category::Beat => "Beat uploaded",
        Category::Video => "Video uploaded",
    };
    let message = format!("{} is in your library", document.title);
    Notice::new(NotificationKind::System, heading, message, "/documents").of_own_action()
}

pub(crate) fn client_paid(transaction: &Transaction, client: &str, account: &str) -> Notice {
    let content = &transaction.content;
    let amount = magnitude(content.amount, content.currency);
    let note = content.description.as_ref().map(|note| format!(": {note}")).unwrap_or_default();
    let message = format!("{amount} was paid to {client} from {account}{note}");
    let link = history(transaction);
    Notice::new(NotificationKind::Payment, "Payment sent", message, link).of_own_action()
}

/// A completed, refunded or failed sale. A pending one gives no notification.
pub(crate) fn sale_settled(sale: &Sale) -> Option<Notice> {
    let content = &sale.content;
    let (title, client) = (&content.title, &content.buyer.name);
    let amount = magnitude(content.amount, content.currency);
    let (heading, message) = match content.status {
        SaleStatus::Completed => {
            let license = content.license.name().to_lowercase();
            ("Beat sold", format!("{client} bought “{title}” for {amount} ({license} license)"))
        }
        SaleStatus::Failed => {
            ("Sale failed", format!("The sale of “{title}” to {client} for {amount} failed"))
        }
        SaleStatus::Refunded => {
            ("Sale refunded", format!("{amount} for “{title}” was refunded to {client}"))
        }
        SaleStatus::Pending => return None,
    };
    let link = format!("/payment-history?sale={}", sale.id);
    Some(Notice::new(NotificationKind::Sale, heading, message, link).of_own_action())
}

pub(crate) fn goal_reached(goal: &Goal) -> Notice {
    let message = format!(
        "“{}”: {} of {} saved",
        goal.title,
        grouped(goal.current_amount),
        grouped(goal.target_amount)
    );
    Notice::new(NotificationKind::Payment, "Goal reached", message, "/my-account")
}

/// A changed application. A status that the organization sets is a message; one that the applicant sets is a system
/// notification.
pub(crate) fn application_moved(application: &Application) -> Option<Notice> {
    let Application { title, organization, .. } = application;
    let (heading, message) = match application.status {
        ApplicationStatus::Draft => return None,
        ApplicationStatus::Submitted => {
            ("Application submitted", format!("“{title}” was sent to {organization}"))
        }
        ApplicationStatus::InReview => {
            ("Application in review", format!("{organization} is reviewing “{title}”"))
        }
        ApplicationStatus::Approved => {
            ("Application approved", format!("{organization} approved “{title}”"))
        }
        ApplicationStatus::Rejected => {
            ("Application rejected", format!("{organization} rejected “{title}”"))
        }
        ApplicationStatus::Withdrawn => {
            ("Application withdrawn", format!("“{title}” was withdrawn"))
        }
    };
    let link = "/applications#applications";
    Some(if application.status.is_answer() {
        Notice::new(NotificationKind::Message, heading, message, link)
    } else {
        Notice::new(NotificationKind::System, heading, message, link).of_own_action()
    })
}

/// The weekly withdrawal of the next day.
pub(crate) fn withdrawal_planned(amount: Minor, currency: Currency, bank: &str) -> Notice {
    let amount = magnitude(amount, currency);
    let to = if bank.is_empty() { "your bank" } else { bank };
    let message =
        format!("A withdrawal of {amount} from your wallet to {to} will be added as pending");
    Notice::planned("Weekly withdrawal tomorrow", message, "/settings#payments")
}

pub(crate) fn goal_due(goal: &Goal, today: Day) -> Notice {
    let title = format!("Goal due {}", in_words(goal.target_date, today));
    let message = format!(
        "“{}”: {} of {} saved",
        goal.title,
        grouped(goal.current_amount),
        grouped(goal.target_amount)
    );
    Notice::reminder(title, message, "/my-account")
}

pub(crate) fn payment_due(payment: &Transaction, today: Day) -> Notice {
    let content = &payment.content;
    let title = format!("Payment due {}", in_words(content.day, today));
    let amount = magnitude(content.amount, content.currency);
    let message = format!("{amount} is still pending: {}", content.title);
    Notice::reminder(title, message, history(payment))
}

/// A cap that a buyer has nearly or wholly used up.
pub(crate) fn cap_reached(license: &License, of: Use, cap: Cap, level: Level) -> Notice {
    let used = in_figures(license.usage.get(&of).copied().unwrap_or(0));
    let (noun, buyer) = (of.noun(), &license.grant.buyer.name);
    let title = match level {
        Level::Full => format!("{} is over its limit", license.reference()),
        Level::Near | Level::Free => format!("{} is near its limit", license.reference()),
    };
    let message = match cap {
        Cap::Limit(limit) => {
            let limit = in_figures(limit);
            format!("{buyer} has {used} of {limit} {noun} for “{}”", license.grant.title)
        }
        Cap::NotAllowed | Cap::Unlimited => {
            format!("{buyer} has {used} {noun} for “{}”, which aren't allowed", license.grant.title)
        }
    };
    Notice::new(NotificationKind::Sale, title, message, upgrade_page(license))
}

/// A license whose last day comes near.
pub(crate) fn license_expiring(license: &License, last: Day, today: Day) -> Notice {
    let title = format!("{} expires {}", license.reference(), in_words(last, today));
    let License { grant, .. } = license;
    let message = format!(
        "{} of “{}” for {} ends on {}",
        grant.kind_name,
        grant.title,
        grant.buyer.name,
        last.in_words()
    );
    Notice::reminder(title, message, upgrade_page(license))
}

/// The page of a license with the offer of an upgrade open.
pub(crate) fn upgrade_page(license: &License) -> String {
    format!("/licenses/{}?upgrade=1", license.id)
}

/// A delivery was opened, and promised files are missing.
pub(crate) fn delivery_waits(licenses: &[(License, Terms)], missing: &[Missing]) -> Notice {
    let files: Vec<String> =
        missing.iter().map(|file| format!("{} of “{}”", file.role.noun(), file.title)).collect();
    let message = format!(
        "Add {} to the beat, and {} gets it right away",
        files.join(", "),
        buyer_of(licenses)
    );
    let link = delivery_page(licenses);
    Notice::new(NotificationKind::Sale, "A delivery waits for files", message, link)
}

/// The last promised file of a delivery was added.
pub(crate) fn delivery_complete(licenses: &[(License, Terms)]) -> Notice {
    let message = format!("{} can download everything now", buyer_of(licenses));
    let link = delivery_page(licenses);
    Notice::new(NotificationKind::Sale, "A delivery is complete", message, link)
}

/// The buyer has downloaded something for the first time.
pub(crate) fn delivery_downloaded(licenses: &[(License, Terms)], file: &str) -> Notice {
    let message = format!("{} downloaded {file}", buyer_of(licenses));
    let link = delivery_page(licenses);
    Notice::new(NotificationKind::Download, "Files downloaded", message, link)
}

fn buyer_of(licenses: &[(License, Terms)]) -> &str {
    licenses.first().map_or("the buyer", |(license, _)| license.grant.buyer.name.as_str())
}

fn delivery_page(licenses: &[(License, Terms)]) -> String {
    licenses
        .first()
        .map_or("/licenses".to_owned(), |(license, _)| format!("/licenses/{}", license.id))
}

/// The first play of a recipient's link.
pub(crate) fn link_played(link: &Link, beat: &str, share: &str) -> Notice {
    let who = listener(link);
    let title = format!("{who} is listening");
    let message = format!("{who} played “{beat}” from “{share}”");
    Notice::new(NotificationKind::Message, title, message, shares_page(link))
}

pub(crate) fn beat_hearted(link: &Link, beat: &str) -> Notice {
    let message = format!("{} likes “{beat}”", listener(link));
    Notice::new(NotificationKind::Review, "A heart for your beat", message, shares_page(link))
}

/// A listener left a note on a beat.
pub(crate) fn listener_wrote(link: &Link, message: &Message) -> Notice {
    let Message { title, text, .. } = message;
    let words = format!("{} wrote:\n“{}”", listener(link), unlinked(text));
    Notice::new(NotificationKind::Message, format!("Note on “{title}”"), words, shares_page(link))
}

/// A listener asked for a license of a shared beat.
pub(crate) fn license_asked(message: &Message) -> Notice {
    let Message { title, license_kind_name, name, email, text, .. } = message;
    let who = format!("{} ({email})", unlinked(name));
    let words = match text.as_str() {
        "" => format!("A visitor of your link asks for a license, {license_kind_name}:\n{who}"),
        text => format!(
            "A visitor of your link asks for a license, {license_kind_name}, and wrote:\n{who}: “{}”",
            unlinked(text)
        ),
    };
    let heading = format!("License asked for “{title}”");
    let link = format!("/notifications?message={}", message.id);
    Notice::new(NotificationKind::Message, heading, words, link)
}

/// A visitor wrote a message at the public page.
pub(crate) fn visitor_wrote(message: &NewMessage) -> Notice {
    let NewMessage { name, email, text, .. } = message;
    let (name, text) = (unlinked(name), unlinked(text));
    let words = format!("A visitor of your page wrote:\n{name} ({email}): “{text}”");
    let link = format!("/notifications?message={}", message.id);
    Notice::new(NotificationKind::Message, "A visitor wrote to you", words, link)
}

fn listener(link: &Link) -> &str {
    link.recipient.display_name().unwrap_or("Somebody")
}

/// The page of a link.
fn shares_page(link: &Link) -> String {
    format!("/documents?share={}", link.id)
}

pub(crate) fn offer_viewed(offer: &Offer, subject: &str) -> Notice {
    let message = format!("{} opened your offer of “{subject}”", offer.buyer.name);
    let title = format!("{} was opened", offer.reference());
    Notice::new(NotificationKind::Sale, title, message, offer_page(offer))
}

pub(crate) fn offer_accepted(offer: &Offer, subject: &str) -> Notice {
    let price = display(offer.total.get(), offer.currency);
    let message = format!("{} accepted “{subject}” for {price}", offer.buyer.name);
    let title = format!("{} was accepted", offer.reference());
    Notice::new(NotificationKind::Sale, title, message, offer_page(offer))
}

pub(crate) fn offer_declined(offer: &Offer, subject: &str) -> Notice {
    let message = format!("{} declined your offer of “{subject}”", offer.buyer.name);
    let title = format!("{} was declined", offer.reference());
    Notice::new(NotificationKind::Sale, title, message, offer_page(offer))
}

/// The buyer of an offer named another price.
pub(crate) fn offer_countered(offer: &Offer, subject: &str, price: &str) -> Notice {
    let message = format!("{} would pay {price} for “{subject}”", offer.buyer.name);
    let title = format!("{price} for {}", offer.reference());
    Notice::new(NotificationKind::Sale, title, message, offer_page(offer))
}

/// A payment service reported the payment of an offer.
pub(crate) fn offer_paid(offer: &Offer, subject: &str) -> Notice {
    let price = display(offer.total.get(), offer.currency);
    let message = format!("{} paid {price} for “{subject}”", offer.buyer.name);
    let title = format!("{} was paid", offer.reference());
    Notice::new(NotificationKind::Sale, title, message, offer_page(offer))
}

/// A reported payment, refund or dispute that the producer has to look at. `sentence` says what happened.
pub(crate) fn payment_to_look_at(
    offer: Option<&Offer>,
    sentence: &str,
    payer: Option<&str>,
) -> Notice {
    match offer {
        Some(offer) => {
            let title = format!("Look at {}", offer.reference());
            let message = format!("{}: {sentence}", offer.buyer.name);
            Notice::money(title, message, offer_page(offer))
        }
        None => {
            let from = payer.map(|payer| format!("{payer}: ")).unwrap_or_default();
            Notice::money("Look at a payment", format!("{from}{sentence}"), "/offers")
        }
    }
}

/// News of a payment that need nothing.
pub(crate) fn payment_news(offer: &Offer, told: &str) -> Notice {
    let title = format!("News of {}", offer.reference());
    Notice::money(title, format!("{told}."), offer_page(offer))
}

fn offer_page(offer: &Offer) -> String {
    format!("/offers/{}", offer.id)
}

pub(crate) fn export_ready(export: &Export) -> Notice {
    let what = match export.kind {
        domain::exports::Kind::All => "full",
        domain::exports::Kind::Beneficiaries => "client",
        domain::exports::Kind::Documents => "beat library",
        domain::exports::Kind::Transactions => "transaction",
        domain::exports::Kind::Sales => "sales",
        domain::exports::Kind::Licenses => "license",
        domain::exports::Kind::Goals => "goal",
        domain::exports::Kind::Applications => "application",
        domain::exports::Kind::Notifications => "notification",
    };
    let message = format!(
        "Your {what} export ({}) is ready. It's available for seven days.",
        export.format.as_str().to_uppercase()
    );
    let notice = Notice::new(NotificationKind::Download, "Export ready", message, "/my-account");
    let took = export.completed_at.map(|at| at.since(export.created_at));
    if took.is_some_and(|took| took < ON_THE_SPOT) { notice.of_own_action() } else { notice }
}

pub(crate) fn archive_ready() -> Notice {
    let message = "All your data is ready in one file. It's available for seven days.";
    Notice::new(NotificationKind::Download, "Your data is ready", message, ARCHIVES)
}

/// The path of the settings page with the archives.
pub(crate) const ARCHIVES: &str = "/settings#archives";

pub(crate) fn new_device(caller: &Caller) -> Notice {
    let device = device(caller.user_agent.as_deref());
    let message = format!(
        "{device} at {} signed in to your account. If this wasn't you, sign out that session and change your password.",
        caller.address
    );
    Notice::alert("Sign-in from a new device", message, SECURITY_PAGE)
}

/// `Card details are locked for 30 minutes after 5 wrong PINs`.
pub(crate) fn pin_locked_in_words(lock: Lock) -> String {
    match lock {
        Lock::For(length) => format!(
            "Card details are locked for {} after {TRIES} wrong PINs",
            wait_in_words(length)
        ),
        Lock::Open | Lock::UntilNewPin => {
            "Card details are locked until a new PIN is set, after too many wrong PINs".to_owned()
        }
    }
}

pub(crate) fn many_failed_sign_ins(attempts: i64) -> Notice {
    let message = format!(
        "{attempts} sign-ins failed within a day, from devices we don't recognize. No one got in."
    );
    Notice::alert("Many failed sign-ins", message, SECURITY_PAGE)
}

pub(crate) fn pin_locked(lock: Lock, caller: &Caller) -> Notice {
    let device = device(caller.user_agent.as_deref());
    let message =
        format!("{}, most recently from {device} at {}", pin_locked_in_words(lock), caller.address);
    Notice::alert("Card PIN locked", message, SECURITY_PAGE)
}

fn history(transaction: &Transaction) -> String {
    format!("/transaction-history?q={}", reference(transaction.number))
}

fn magnitude(amount: Minor, currency: Currency) -> String {
    display(amount.get().abs(), currency)
}

/// A goal's amount without a currency sign, since goals have no currency.
fn grouped(amount: Minor) -> String {
    display(amount.get(), Currency::Usd).replacen(Currency::Usd.sign(), "", 1)
}
