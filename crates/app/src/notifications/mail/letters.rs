//! The wording of every letter.

use std::time::Duration;

use domain::identity::sessions::device;
use domain::money::cards::pin_locks::Lock;
use domain::notifications::Notification;
use domain::time::Timestamp;

use super::Letter;
use crate::Caller;
use crate::crypto::Token;
use crate::notifications::wording::{self, SECURITY_PAGE};

const NOT_YOU: &str = "If this was not you, reset your password with “Forgot password?” on the sign-in page, and write to us.";

/// The link that confirms an address. It may go to somebody who does not know us, so it contains no text that a user
/// chose.
pub(crate) fn confirm_email(token: &Token, life: Duration, now: Timestamp) -> Letter {
    let days = life.as_secs() / (24 * 60 * 60);
    Letter::new("Confirm your email address")
        .paragraph("Someone, hopefully you, gave this address for an account here.")
        .paragraph(format!(
            "Follow the link below to confirm it. It works once, for {days} days. Until then we send you nothing else."
        ))
        .button("Confirm your email", format!("/login#confirm={}", token.expose()))
        .closing("If this was not you, ignore this message. You will hear no more of it.")
        .good_until(now + life)
}

/// Sent to the owner of an address that another account entered.
pub(crate) fn address_wanted_elsewhere() -> Letter {
    Letter::new("Your email address was entered elsewhere")
        .paragraph("Someone tried to move another account to this address. It belongs to your account, so nothing has changed.")
        .paragraph("If it was you, sign in with this address instead.")
        .button("Sign in", "/login")
        .closing("If it was not you, there is nothing to do.")
}

/// Sent to the present address, before the new one is confirmed.
pub(crate) fn email_change_requested(new: &str, caller: &Caller, now: Timestamp) -> Letter {
    Letter::new("A new email address waits to be confirmed")
        .paragraph(format!(
            "Your account is to move to {new}. This was asked for {}. It happens once that address is confirmed.",
            by(caller, now)
        ))
        .button("Review your profile", "/profile")
        .closing(NOT_YOU)
}

/// Sent to the new address after the change.
pub(crate) fn email_is_here(caller: &Caller, now: Timestamp) -> Letter {
    Letter::new("This is your email address now")
        .paragraph(format!(
            "Your account was moved to this address {}. Sign in with it from now on.",
            by(caller, now)
        ))
        .closing(NOT_YOU)
}

pub(crate) fn account_deleted(caller: &Caller, now: Timestamp) -> Letter {
    Letter::new("Your account was deleted")
        .paragraph(format!("Your account and everything in it was deleted {}.", by(caller, now)))
        .paragraph("This is the last message to this address.")
        .closing("If this was not you, please write to us at once.")
}

pub(crate) fn two_factor_enabled(caller: &Caller, now: Timestamp) -> Letter {
    Letter::new("Two-factor authentication was turned on")
        .paragraph(format!(
            "Two-factor authentication of your account was turned on {}. Signing in asks for a code from now on.",
            by(caller, now)
        ))
        .button("Open security settings", SECURITY_PAGE)
        .closing(NOT_YOU)
}

pub(crate) fn recovery_code_used(left: i64, caller: &Caller, now: Timestamp) -> Letter {
    let left = match left {
        0 => "None is left".to_owned(),
        1 => "One is left".to_owned(),
        more => format!("{more} are left"),
    };
    Letter::new("A recovery code was used")
        .paragraph(format!("A recovery code of your account was used {}. {left}.", by(caller, now)))
        .button("Open security settings", SECURITY_PAGE)
        .closing(NOT_YOU)
}

/// Somebody who knows the password enters wrong codes.
pub(crate) fn wrong_codes(attempts: i64, caller: &Caller, now: Timestamp) -> Letter {
    Letter::new("Wrong two-factor codes at sign-in")
        .paragraph(format!(
            "Someone entered the right password of your account and then {attempts} wrong codes, the last {}.",
            by(caller, now)
        ))
        .paragraph("If it was you, there is nothing to do.")
        .button("Change your password", "/profile")
        .closing("If this was not you, somebody knows your password. Change it now.")
}

/// Unknown devices guess the password.
pub(crate) fn many_failed_sign_ins(attempts: i64, now: Timestamp) -> Letter {
    Letter::new("Many failed sign-ins")
        .paragraph(format!(
            "By {} there were {attempts} failed sign-ins to your account within a day, from devices we do not know. \
             They have to wait longer and longer now.",
            moment(now)
        ))
        .paragraph("Nobody got in. You can sign in from your own devices as always.")
        .button("Review your sign-in history", SECURITY_PAGE)
        .closing("A long password that you use nowhere else, and two-factor authentication, keep it so.")
}

pub(crate) fn card_pin_changed(caller: &Caller, now: Timestamp) -> Letter {
    Letter::new("Your card PIN was changed")
        .paragraph(format!("The PIN before your card details was set {}.", by(caller, now)))
        .button("Open security settings", SECURITY_PAGE)
        .closing(NOT_YOU)
}

/// The link to set a new password.
pub(crate) fn password_reset(token: &Token, life: Duration, now: Timestamp) -> Letter {
    let minutes = life.as_secs() / 60;
    Letter::new("Reset your password")
        .paragraph("Someone, hopefully you, asked for a new password for your account.")
        .paragraph(format!(
            "Follow the link below to choose one. It works once, for {minutes} minutes."
        ))
        .button("Choose a new password", format!("/login#reset={}", token.expose()))
        .closing("If you did not ask for this, you can ignore this message. Your password stays as it is.")
        .good_until(now + life)
}

pub(crate) fn password_changed(caller: &Caller, now: Timestamp) -> Letter {
    Letter::new("Your password was changed")
        .paragraph(format!("The password of your account was changed {}.", by(caller, now)))
        .paragraph("Every other device has been signed out.")
        .closing(NOT_YOU)
}

/// Sent by `ledgerline user reset-password`.
pub(crate) fn password_changed_by_operator(now: Timestamp) -> Letter {
    Letter::new("Your password was changed")
        .paragraph(format!(
            "The operator of this installation gave your account a new password on {}.",
            moment(now)
        ))
        .paragraph(
            "Every device has been signed out. Please ask the operator for the new password.",
        )
}

pub(crate) fn two_factor_disabled(caller: &Caller, now: Timestamp) -> Letter {
    Letter::new("Two-factor authentication was turned off")
        .paragraph(format!(
            "Two-factor authentication of your account was turned off {}. Your password alone now opens it.",
            by(caller, now)
        ))
        .button("Open security settings", SECURITY_PAGE)
        .closing(NOT_YOU)
}

pub(crate) fn passkey_added(name: &str, caller: &Caller, now: Timestamp) -> Letter {
    Letter::new("A passkey was added")
        .paragraph(format!(
            "The passkey “{name}” was added to your account {}. It signs in without a password or a code.",
            by(caller, now)
        ))
        .button("Open security settings", SECURITY_PAGE)
        .closing("If this was not you, remove the passkey, end all other sessions and change your password.")
}

pub(crate) fn passkey_removed(name: &str, caller: &Caller, now: Timestamp) -> Letter {
    Letter::new("A passkey was removed")
        .paragraph(format!(
            "The passkey “{name}” was removed from your account {}. It no longer signs in.",
            by(caller, now)
        ))
        .button("Open security settings", SECURITY_PAGE)
        .closing(NOT_YOU)
}

pub(crate) fn two_factor_disabled_by_operator(now: Timestamp) -> Letter {
    Letter::new("Two-factor authentication was turned off")
        .paragraph(format!(
            "The operator of this installation turned two-factor authentication of your account off on {}. \
             Your password alone now opens it.",
            moment(now)
        ))
        .button("Open security settings", SECURITY_PAGE)
}

/// Sent by `ledgerline user disable`.
pub(crate) fn account_disabled(now: Timestamp) -> Letter {
    Letter::new("Your account was disabled")
        .paragraph(format!(
            "The operator of this installation disabled your account on {}. Every device has been signed out.",
            moment(now)
        ))
        .paragraph("Everything in your account is kept. Please ask the operator if you have questions.")
}

pub(crate) fn account_enabled(now: Timestamp) -> Letter {
    Letter::new("Your account was enabled")
        .paragraph(format!(
            "The operator of this installation enabled your account again on {}. You can sign in as before.",
            moment(now)
        ))
        .button("Sign in", "/login")
}

/// Sent by `ledgerline user invite`.
pub(crate) fn invitation(link: &str, life: Duration, now: Timestamp) -> Letter {
    let days = life.as_secs() / (24 * 60 * 60);
    Letter::new("You are invited to Ledgerline")
        .paragraph("The operator of this installation invites you to open an account.")
        .paragraph(format!("The link below works once, for {days} days."))
        .button("Create your account", link.to_owned())
        .closing("If you did not expect this, you can ignore this message.")
        .good_until(now + life)
}

/// Sent to the old address after the change.
pub(crate) fn email_changed(new: &str, caller: &Caller, now: Timestamp) -> Letter {
    Letter::new("Your e-mail address was changed")
        .paragraph(format!(
            "The e-mail address of your account was changed to {new} {}. Messages go there from now on.",
            by(caller, now)
        ))
        .closing("If this was not you, please write to us at once.")
}

pub(crate) fn new_device(caller: &Caller, now: Timestamp) -> Letter {
    Letter::new("Sign-in from a new device")
        .paragraph(format!("Your account was signed in to {}.", by(caller, now)))
        .paragraph("We have not seen this device before. If it was you, there is nothing to do.")
        .button("Review your sessions", SECURITY_PAGE)
        .closing("If this was not you, end the session and change your password.")
}

pub(crate) fn pin_locked(lock: Lock, caller: &Caller, now: Timestamp) -> Letter {
    Letter::new("Your card PIN was locked")
        .paragraph(format!("{}, the last {}.", wording::pin_locked_in_words(lock), by(caller, now)))
        .button("Review your sessions", SECURITY_PAGE)
        .closing("If this was not you, end the session and change your password.")
}

/// A digest of notifications: one is the letter itself, several are a list. `None` for an empty digest.
pub(crate) fn news(all: &[Notification]) -> Option<Letter> {
    const WHY: &str = "You get this because e-mail notifications are on in your settings.";
    let letter = match all {
        [] => return None,
        [one] => Letter::new(&one.title)
            .paragraph(format!("{}.", one.message.trim_end_matches('.')))
            .button("Open in Ledgerline", one.link.as_deref().unwrap_or("/notifications")),
        [.., newest] => all.iter().rev().fold(
            Letter::new(format!("{} and {} more", newest.title, all.len() - 1))
                .paragraph("This has happened in your account:")
                .button("Open notifications", "/notifications"),
            |letter, one| letter.item(&one.title, &one.message),
        ),
    };
    Some(letter.closing(WHY).unsubscribe("/settings#notifications"))
}

pub(crate) fn archive_ready(life: Duration, now: Timestamp) -> Letter {
    let days = life.as_secs() / (24 * 60 * 60);
    Letter::new("Your data is ready")
        .paragraph("Everything your account holds is in one file now: your rows, and your beats and videos.")
        .paragraph(format!("Sign in to download it. The file is kept for {days} days."))
        .button("Download your data", wording::ARCHIVES)
        .closing("If you did not ask for this, change your password: it was needed to ask.")
        .good_until(now + life)
}

/// Device, address and time, for the end of a sentence.
fn by(caller: &Caller, now: Timestamp) -> String {
    let device = device(caller.user_agent.as_deref());
    format!("from {device} at {} on {}", caller.address, moment(now))
}

/// `2026-11-15 at 14:02 UTC`.
fn moment(now: Timestamp) -> String {
    use domain::calendar::{Day, TimeOfDay};
    format!("{} at {} UTC", Day::of(now), TimeOfDay::of(now))
}
