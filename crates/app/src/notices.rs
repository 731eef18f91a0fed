//! How events are worded for the person they happen to, each with the page that shows it.

use domain::{
    attempts::PIN_BY_ACCOUNT,
    documents::Category,
    money::{Currency, Minor, written},
    notifications::{Kind as Type, Notice},
    sales::Status as Sold,
    sessions::device,
    transactions::{Kind, Status, reference},
};
use storage::{
    documents::Document, exports::Export, goals::Goal, sales::Sale, transactions::Transaction,
};

use crate::Caller;

/// A transaction that has come to its end, well or not. Pending ones and corrections tell nothing yet.
pub(crate) fn settled(transaction: &Transaction, account: &str) -> Option<Notice> {
    let content = &transaction.content;
    let (title, what) = match (content.kind, content.status) {
        (Kind::Deposit, Status::Completed) => {
            ("Deposit received", format!("was added to {account}"))
        }
        (Kind::Withdrawal, Status::Completed) => {
            ("Withdrawal made", format!("was taken from {account}"))
        }
        (Kind::Payment, Status::Completed) => ("Payment made", format!("was paid from {account}")),
        (Kind::Deposit, Status::Failed) => {
            ("Deposit failed", format!("could not be added to {account}"))
        }
        (Kind::Withdrawal, Status::Failed) => {
            ("Withdrawal failed", format!("could not be taken from {account}"))
        }
        (Kind::Payment, Status::Failed) => {
            ("Payment failed", format!("could not be paid from {account}"))
        }
        _ => return None,
    };
    let amount = magnitude(content.amount, content.currency);
    // "Deposit" and "Withdrawal" alone say nothing that the sentence does not.
    let about = match content.title.as_str() {
        "Deposit" | "Withdrawal" => String::new(),
        other => format!(": {other}"),
    };
    let message = format!("{amount} {what}{about}");
    Some(Notice::new(Type::Payment, title, message, history(transaction)))
}

pub(crate) fn uploaded(document: &Document) -> Notice {
    let heading = match document.category {
        Category::Beat => "Beat uploaded",
        Category::Video => "Video uploaded",
    };
    let message = format!("{} is in your library", document.title);
    Notice::new(Type::System, heading, message, "/documents")
}

pub(crate) fn client_paid(transaction: &Transaction, client: &str, account: &str) -> Notice {
    let content = &transaction.content;
    let amount = magnitude(content.amount, content.currency);
    let note = content.description.as_ref().map(|note| format!(": {note}")).unwrap_or_default();
    let message = format!("{amount} was paid to {client} from {account}{note}");
    Notice::new(Type::Payment, "Payment sent", message, history(transaction))
}

/// A sale that has come to its end. A pending one tells nothing yet.
pub(crate) fn sold(sale: &Sale) -> Option<Notice> {
    let content = &sale.content;
    let (title, client) = (&content.title, &content.buyer.name);
    let amount = magnitude(content.amount, content.currency);
    let (heading, message) = match content.status {
        Sold::Completed => {
            let license = content.license.name().to_lowercase();
            ("Beat sold", format!("{client} bought “{title}” for {amount} ({license} license)"))
        }
        Sold::Failed => {
            ("Sale failed", format!("The sale of “{title}” to {client} for {amount} failed"))
        }
        Sold::Refunded => {
            ("Sale refunded", format!("{amount} for “{title}” was given back to {client}"))
        }
        Sold::Pending => return None,
    };
    let link = format!("/payment-history?sale={}", sale.id);
    Some(Notice::new(Type::Sale, heading, message, link))
}

pub(crate) fn goal_reached(goal: &Goal) -> Notice {
    let message = format!(
        "“{}”: {} of {} put by",
        goal.title,
        grouped(goal.current_amount),
        grouped(goal.target_amount)
    );
    Notice::new(Type::Payment, "Goal reached", message, "/my-account")
}

pub(crate) fn export_ready(export: &Export) -> Notice {
    let what = match export.kind {
        domain::exports::Kind::All => "everything",
        kind => kind.as_str(),
    };
    let message = format!(
        "Your export of {what} as {} is ready. It is kept for seven days",
        export.format.as_str().to_uppercase()
    );
    Notice::new(Type::Download, "Export ready", message, "/my-account")
}

pub(crate) fn archive_ready() -> Notice {
    let message = "Everything your account holds is in one file now. It is kept for seven days";
    Notice::new(Type::Download, "Your data is ready", message, ARCHIVES)
}

/// The screen with the archives.
pub(crate) const ARCHIVES: &str = "/settings#archives";

pub(crate) fn new_device(caller: &Caller) -> Notice {
    let device = device(caller.user_agent.as_deref());
    let message = format!(
        "{device} at {} signed in to your account. If this was not you, end the session and change your password",
        caller.address
    );
    Notice::alert("Sign-in from a new device", message, "/settings#security")
}

pub(crate) fn pin_locked(caller: &Caller) -> Notice {
    let device = device(caller.user_agent.as_deref());
    let message = format!(
        "Card details are locked for a quarter of an hour after {} wrong PINs from {device} at {}",
        PIN_BY_ACCOUNT.tries, caller.address
    );
    Notice::alert("Card PIN locked", message, "/settings#security")
}

fn history(transaction: &Transaction) -> String {
    format!("/transaction-history?q={}", reference(transaction.number))
}

fn magnitude(amount: Minor, currency: Currency) -> String {
    written(amount.get().abs(), currency)
}

/// Goals have no currency: the digits alone.
fn grouped(amount: Minor) -> String {
    written(amount.get(), Currency::Usd).replacen(Currency::Usd.sign(), "", 1)
}
