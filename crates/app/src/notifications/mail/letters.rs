//! The text of every letter.

use std::time::Duration;

use domain::calendar::{Day, TimeOfDay};
use domain::identity::sessions::device;
use domain::money::cards::pin_locks::Lock;
use domain::notifications::Notification;
use domain::offers::Offer;
use domain::payment_reports::Report;
use domain::time::Timestamp;

use super::Letter;
use crate::Caller;
use crate::crypto::Token;
use crate::notifications::wording::{self, SECURITY_PAGE};

const NOT_YOU: &str = "If this wasn't you, reset your password with “Forgot password?” on the sign-in page and contact us.";

/// The link that confirms an address. It may go to somebody who does not know us, so it contains no text that a user
/// chose.
pub(crate) fn confirm_email(token: &Token, life: Duration, now: Timestamp) -> Letter {
    let days = life.as_secs() / (24 * 60 * 60);
    Letter::new("Confirm your email address")
        .paragraph("Someone, hopefully you, used this address to create an account.")
        .paragraph(format!(
            "Use the link below to confirm it. It works once and expires in {days} days. We won't send you anything else until then."
        ))
        .button("Confirm your email", format!("/login#confirm={}", token.expose()))
        .closing("If this wasn't you, ignore this email. You won't hear from us again.")
        .good_until(now + life)
}

/// Sent to the owner of an address that another account entered.
pub(crate) fn address_wanted_elsewhere() -> Letter {
    Letter::new("Someone tried to use your email address")
        .paragraph("Someone tried to switch another account to this address. It belongs to your account, so nothing has changed.")
        .paragraph("If it was you, sign in with this address instead.")
        .button("Sign in", "/login")
        .closing("If it wasn't you, you don't need to do anything.")
}

/// Sent to the present address, before the new one is confirmed.
pub(crate) fn email_change_requested(new: &str, caller: &Caller, now: Timestamp) -> Letter {
    Letter::new("Your email address is about to change")
        .paragraph(format!(
            "A change of your account's email address to {new} was requested {}. It takes effect once that address is confirmed.",
            by(caller, now)
        ))
        .button("Review your profile", "/profile")
        .closing(NOT_YOU)
}

/// Sent to the new address after the change.
pub(crate) fn email_is_here(caller: &Caller, now: Timestamp) -> Letter {
    Letter::new("Your email address was changed")
        .paragraph(format!(
            "Your account's email address was changed to this one {}. Use it to sign in from now on.",
            by(caller, now)
        ))
        .closing(NOT_YOU)
}

pub(crate) fn account_deleted(caller: &Caller, now: Timestamp) -> Letter {
    Letter::new("Your account was deleted")
        .paragraph(format!("Your account and everything in it were deleted {}.", by(caller, now)))
        .paragraph("This is the last email we'll send to this address.")
        .closing("If this wasn't you, please contact us right away.")
}

pub(crate) fn two_factor_enabled(caller: &Caller, now: Timestamp) -> Letter {
    Letter::new("Two-factor authentication was turned on")
        .paragraph(format!(
            "Two-factor authentication was turned on for your account {}. You'll be asked for a code when you sign in.",
            by(caller, now)
        ))
        .button("Open security settings", SECURITY_PAGE)
        .closing(NOT_YOU)
}

pub(crate) fn recovery_code_used(left: i64, caller: &Caller, now: Timestamp) -> Letter {
    let left = match left {
        0 => "You have none left".to_owned(),
        1 => "You have one left".to_owned(),
        more => format!("You have {more} left"),
    };
    Letter::new("A recovery code was used")
        .paragraph(format!("One of your recovery codes was used {}. {left}.", by(caller, now)))
        .button("Open security settings", SECURITY_PAGE)
        .closing(NOT_YOU)
}

/// Somebody who knows the password enters wrong codes.
pub(crate) fn wrong_codes(attempts: i64, caller: &Caller, now: Timestamp) -> Letter {
    Letter::new("Wrong two-factor codes at sign-in")
        .paragraph(format!(
            "Someone entered your password correctly and then {attempts} wrong codes, most recently {}.",
            by(caller, now)
        ))
        .paragraph("If it was you, you don't need to do anything.")
        .button("Change your password", "/profile")
        .closing("If this wasn't you, someone knows your password. Change it now.")
}

/// Unknown devices guess the password.
pub(crate) fn many_failed_sign_ins(attempts: i64, now: Timestamp) -> Letter {
    Letter::new("Many failed sign-ins")
        .paragraph(format!(
            "As of {}, there were {attempts} failed attempts to sign in to your account within a day, from devices we \
             don't recognize. They now have to wait longer between tries.",
            moment(now)
        ))
        .paragraph("No one got in. You can sign in from your own devices as usual.")
        .button("Review your sign-in history", SECURITY_PAGE)
        .closing("A long, unique password and two-factor authentication keep your account safe.")
}

pub(crate) fn card_pin_changed(caller: &Caller, now: Timestamp) -> Letter {
    Letter::new("Your card PIN was changed")
        .paragraph(format!(
            "The PIN that protects your card details was changed {}.",
            by(caller, now)
        ))
        .button("Open security settings", SECURITY_PAGE)
        .closing(NOT_YOU)
}

/// The link to set a new password.
pub(crate) fn password_reset(token: &Token, life: Duration, now: Timestamp) -> Letter {
    let minutes = life.as_secs() / 60;
    Letter::new("Reset your password")
        .paragraph("Someone, hopefully you, asked to reset the password for your account.")
        .paragraph(format!(
            "Use the link below to choose a new one. It works once and expires in {minutes} minutes."
        ))
        .button("Choose a new password", format!("/login#reset={}", token.expose()))
        .closing("If you didn't ask for this, you can ignore this email. Your password won't change.")
        .good_until(now + life)
}

pub(crate) fn password_changed(caller: &Caller, now: Timestamp) -> Letter {
    Letter::new("Your password was changed")
        .paragraph(format!("Your account's password was changed {}.", by(caller, now)))
        .paragraph("Every other device has been signed out.")
        .closing(NOT_YOU)
}

/// Sent by `ledgerline user reset-password`.
pub(crate) fn password_changed_by_operator(now: Timestamp) -> Letter {
    Letter::new("Your password was changed")
        .paragraph(format!(
            "The operator of this server set a new password for your account on {}.",
            moment(now)
        ))
        .paragraph(
            "Every device has been signed out. Please ask the operator for the new password.",
        )
}

pub(crate) fn two_factor_disabled(caller: &Caller, now: Timestamp) -> Letter {
    Letter::new("Two-factor authentication was turned off")
        .paragraph(format!(
            "Two-factor authentication was turned off for your account {}. You can now sign in with just your password.",
            by(caller, now)
        ))
        .button("Open security settings", SECURITY_PAGE)
        .closing(NOT_YOU)
}

pub(crate) fn passkey_added(name: &str, caller: &Caller, now: Timestamp) -> Letter {
    Letter::new("A passkey was added")
        .paragraph(format!(
            "The passkey “{name}” was added to your account {}. You can use it to sign in without a password or code.",
            by(caller, now)
        ))
        .button("Open security settings", SECURITY_PAGE)
        .closing("If this wasn't you, remove the passkey, sign out all other sessions and change your password.")
}

pub(crate) fn passkey_removed(name: &str, caller: &Caller, now: Timestamp) -> Letter {
    Letter::new("A passkey was removed")
        .paragraph(format!(
            "The passkey “{name}” was removed from your account {}. It can no longer be used to sign in.",
            by(caller, now)
        ))
        .button("Open security settings", SECURITY_PAGE)
        .closing(NOT_YOU)
}

pub(crate) fn two_factor_disabled_by_operator(now: Timestamp) -> Letter {
    Letter::new("Two-factor authentication was turned off")
        .paragraph(format!(
            "The operator of this server turned off two-factor authentication for your account on {}. \
             You can now sign in with just your password.",
            moment(now)
        ))
        .button("Open security settings", SECURITY_PAGE)
}

/// Sent by `ledgerline user disable`.
pub(crate) fn account_disabled(now: Timestamp) -> Letter {
    Letter::new("Your account was disabled")
        .paragraph(format!(
            "The operator of this server disabled your account on {}. Every device has been signed out.",
            moment(now)
        ))
        .paragraph("Your data is kept. Please contact the operator if you have questions.")
}

pub(crate) fn account_enabled(now: Timestamp) -> Letter {
    Letter::new("Your account was enabled")
        .paragraph(format!(
            "The operator of this server enabled your account again on {}. You can sign in as before.",
            moment(now)
        ))
        .button("Sign in", "/login")
}

/// Sent by `ledgerline user invite`.
pub(crate) fn invitation(link: &str, life: Duration, now: Timestamp) -> Letter {
    let days = life.as_secs() / (24 * 60 * 60);
    Letter::new("You're invited to Ledgerline")
        .paragraph("The operator of this server invites you to create an account.")
        .paragraph(format!("The link below works once and expires in {days} days."))
        .button("Create your account", link.to_owned())
        .closing("If you weren't expecting this, you can ignore this email.")
        .good_until(now + life)
}

/// Sent to the old address after the change.
pub(crate) fn email_changed(new: &str, caller: &Caller, now: Timestamp) -> Letter {
    Letter::new("Your email address was changed")
        .paragraph(format!(
            "Your account's email address was changed to {new} {}. We'll write to you there from now on.",
            by(caller, now)
        ))
        .closing("If this wasn't you, please contact us right away.")
}

pub(crate) fn new_device(caller: &Caller, now: Timestamp) -> Letter {
    Letter::new("Sign-in from a new device")
        .paragraph(format!("Someone signed in to your account {}.", by(caller, now)))
        .paragraph(
            "We haven't seen this device before. If it was you, you don't need to do anything.",
        )
        .button("Review your sessions", SECURITY_PAGE)
        .closing("If this wasn't you, sign out that session and change your password.")
}

pub(crate) fn pin_locked(lock: Lock, caller: &Caller, now: Timestamp) -> Letter {
    Letter::new("Your card PIN was locked")
        .paragraph(format!(
            "{}, most recently {}.",
            wording::pin_locked_in_words(lock),
            by(caller, now)
        ))
        .button("Review your sessions", SECURITY_PAGE)
        .closing("If this wasn't you, sign out that session and change your password.")
}

/// A digest of notifications: one is the letter itself, several are a list. `None` for an empty digest.
pub(crate) fn news(all: &[Notification]) -> Option<Letter> {
    const WHY: &str = "You're getting this because email notifications are on in your settings.";
    let letter = match all {
        [] => return None,
        [one] => paragraphs(Letter::new(&one.title), &one.message)
            .button("Open in Ledgerline", one.link.as_deref().unwrap_or("/notifications")),
        [.., newest] => all.iter().rev().fold(
            Letter::new(format!("{} and {} more", newest.title, all.len() - 1))
                .paragraph("Here's what happened in your account:")
                .button("Open notifications", "/notifications"),
            |letter, one| letter.item(&one.title, &one.message),
        ),
    };
    Some(letter.closing(WHY).unsubscribe("/settings#notifications"))
}

/// The message of a notification: a sentence, or what a visitor wrote below a sentence that says so.
fn paragraphs(letter: Letter, message: &str) -> Letter {
    match message.split_once('\n') {
        None => letter.paragraph(format!("{}.", message.trim_end_matches('.'))),
        Some((sentence, quotation)) => letter.paragraph(sentence).paragraph(quotation),
    }
}

/// A receipt for a client of the account. Answers go to the seller.
pub(crate) fn receipt(
    seller: &str,
    seller_email: &str,
    title: &str,
    file_name: String,
    pdf: &[u8],
) -> Letter {
    Letter::new(format!("Your receipt from {seller}"))
        .paragraph(format!("Thank you for your purchase of “{title}”. Your receipt is attached."))
        .closing(format!("Sent for {seller}. Reply to this email to reach them."))
        .reply_to(seller_email)
        .attachment(file_name, pdf)
}

/// The link to a buyer's files.
pub(crate) fn delivery(
    seller: &str,
    title: &str,
    reference: &str,
    url: &str,
    until: &str,
) -> Letter {
    Letter::new(format!("Your files from {seller}"))
        .paragraph(format!("The files of “{title}” ({reference}) are ready for you to download."))
        .paragraph(format!(
            "The link is for you alone and works until {until}. Keep your own copy of the files."
        ))
        .button("Get your files", url)
}

pub(crate) fn archive_ready(life: Duration, now: Timestamp) -> Letter {
    let days = life.as_secs() / (24 * 60 * 60);
    Letter::new("Your data is ready")
        .paragraph("All your data is ready in one file: your records, beats and videos.")
        .paragraph(format!("Sign in to download it. The file is available for {days} days."))
        .button("Download your data", wording::ARCHIVES)
        .closing("If you didn't ask for this, change your password now. It was used to request this file.")
        .good_until(now + life)
}

/// Device, address and time, for the end of a sentence.
fn by(caller: &Caller, now: Timestamp) -> String {
    let device = device(caller.user_agent.as_deref());
    format!("from {device} at {} on {}", caller.address, moment(now))
}

/// `Nov 15, 2026 at 2:02 PM UTC`.
fn moment(now: Timestamp) -> String {
    format!("{} at {} UTC", Day::of(now).in_words(), TimeOfDay::of(now).in_words())
}

/// A reported payment, refund or dispute that the producer has to look at.
pub(crate) fn reported_payment(offer: Option<&Offer>, report: &Report, sentence: &str) -> Letter {
    let subject = match offer {
        Some(offer) => format!("Look at the payment of {}", offer.reference()),
        None => "Look at a payment".to_owned(),
    };
    let mut letter = Letter::new(subject).paragraph(sentence);
    let items = [
        ("Amount", report.amount.map(|_| report.amount_in_words())),
        ("Offer", offer.map(Offer::reference)),
        ("Buyer", offer.map(|offer| offer.buyer.name.clone())),
        ("Paid by", report.payer.clone()),
        ("Payment", report.reference.clone()),
        ("Reported", Some(moment(report.received_at))),
    ];
    for (label, text) in items {
        if let Some(text) = text {
            letter = letter.item(label, text);
        }
    }
    let page = offer.map_or("/offers".to_owned(), |offer| format!("/offers/{}", offer.id));
    letter.button("Look at it", page)
}
