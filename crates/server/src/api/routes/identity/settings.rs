//! An account's settings: all of them, and the few that concern its security.

use std::sync::Arc;

use app::App;
use app::identity::settings::{self, AccountSettings};
use axum::{Json, extract::State};
use domain::{
    error::Faults,
    identity::settings::{Change, Choose},
};
use http::error::{ErrorBody, Result};
use http::extract::{Body, SignedIn};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new()
        .routes(routes!(show_settings, update_settings))
        .routes(routes!(show_security_settings, update_security_settings))
}

#[derive(Serialize, ToSchema)]
#[schema(as = Settings)]
struct SettingsBody {
    email_notifications: bool,
    push_notifications: bool,
    sales_notifications: bool,
    message_notifications: bool,
    system_notifications: bool,
    /// One of USD, EUR, GBP, KES.
    default_currency: &'static str,
    /// Each Friday, a pending withdrawal of what the wallet holds, announced the day before.
    auto_withdraw: bool,
    /// Where the weekly withdrawal goes: the bank's name as the user writes it; empty if none is chosen.
    auto_withdraw_bank: String,
    payment_reminders: bool,
    /// Whether sign-in needs a two-factor code. Change it under /security/2fa.
    two_factor_auth: bool,
    login_alerts: bool,
    /// Session timeout in minutes: 2, 15, 30, 60 or 120.
    session_timeout: i64,
    /// One of light, dark, glassmorphism.
    theme: &'static str,
    /// One of default, blue, green, orange, teal, rose, amber.
    accent_color: &'static str,
    /// One of inter, roboto, openSans, sourceSans, nunito, comfortaa, quicksand, fredoka.
    font: &'static str,
    compact_mode: bool,
    /// One of public, private, clients only.
    profile_visibility: &'static str,
    show_online_status: bool,
    allow_messages: bool,
    /// The time zone whose days count for figures, due dates and expiry, by its IANA name. Buyers see it beside days and times.
    #[schema(example = "America/New_York")]
    time_zone: String,
    /// The seller's name on receipts; empty for the account holder's.
    studio_name: String,
    /// Up to a few lines on receipts.
    studio_address: String,
    /// Such as a VAT or EIN number, as receipts show it.
    studio_tax_line: String,
    /// Path of the logo on receipts, which needs the bearer token; null if there is none.
    #[schema(required)]
    studio_logo: Option<String>,
    /// Whether receipts can be emailed: there is a mail server.
    can_email: bool,
    /// Whether the account still has sample data. DELETE /users/sample-data removes it.
    sample_data: bool,
}

#[derive(Serialize, ToSchema)]
struct SettingsAnswer {
    success: bool,
    settings: SettingsBody,
}

/// Any subset of the settings.
#[derive(Deserialize, ToSchema, Default)]
#[serde(default)]
#[schema(example = json!({"theme": "dark", "default_currency": "EUR"}))]
struct SettingsRequest {
    #[schema(nullable = false)]
    email_notifications: Option<bool>,
    #[schema(nullable = false)]
    push_notifications: Option<bool>,
    #[schema(nullable = false)]
    sales_notifications: Option<bool>,
    #[schema(nullable = false)]
    message_notifications: Option<bool>,
    #[schema(nullable = false)]
    system_notifications: Option<bool>,
    #[schema(nullable = false)]
    default_currency: Option<String>,
    #[schema(nullable = false)]
    auto_withdraw: Option<bool>,
    /// At most 80 characters.
    #[schema(nullable = false)]
    auto_withdraw_bank: Option<String>,
    #[schema(nullable = false)]
    payment_reminders: Option<bool>,
    #[schema(nullable = false)]
    two_factor_auth: Option<bool>,
    #[schema(nullable = false)]
    login_alerts: Option<bool>,
    #[schema(nullable = false)]
    session_timeout: Option<i64>,
    #[schema(nullable = false)]
    theme: Option<String>,
    #[schema(nullable = false)]
    accent_color: Option<String>,
    #[schema(nullable = false)]
    font: Option<String>,
    #[schema(nullable = false)]
    compact_mode: Option<bool>,
    #[schema(nullable = false)]
    profile_visibility: Option<String>,
    #[schema(nullable = false)]
    show_online_status: Option<bool>,
    #[schema(nullable = false)]
    allow_messages: Option<bool>,
    /// An IANA name, such as America/New_York. New accounts have what `timeZone` at sign-up said, else UTC.
    #[schema(nullable = false, example = "America/New_York")]
    time_zone: Option<String>,
    /// At most 100 characters.
    #[schema(nullable = false)]
    studio_name: Option<String>,
    /// At most 300 characters.
    #[schema(nullable = false)]
    studio_address: Option<String>,
    /// At most 100 characters.
    #[schema(nullable = false)]
    studio_tax_line: Option<String>,
}

impl SettingsRequest {
    fn changes(&self) -> Result<Vec<Change>, app::Error> {
        let flags = [
            self.email_notifications.map(Change::email_notifications),
            self.push_notifications.map(Change::push_notifications),
            self.sales_notifications.map(Change::sales_notifications),
            self.message_notifications.map(Change::message_notifications),
            self.system_notifications.map(Change::system_notifications),
            self.auto_withdraw.map(Change::auto_withdraw),
            self.payment_reminders.map(Change::payment_reminders),
            self.login_alerts.map(Change::login_alerts),
            self.compact_mode.map(Change::compact_mode),
            self.show_online_status.map(Change::show_online_status),
            self.allow_messages.map(Change::allow_messages),
        ];
        let choices = [
            self.session_timeout.map(Choose::session_timeout),
            self.default_currency.as_deref().map(Choose::default_currency),
            self.auto_withdraw_bank.as_deref().map(Choose::auto_withdraw_bank),
            self.theme.as_deref().map(Choose::theme),
            self.accent_color.as_deref().map(Choose::accent_color),
            self.font.as_deref().map(Choose::font),
            self.profile_visibility.as_deref().map(Choose::profile_visibility),
            self.time_zone.as_deref().map(Choose::time_zone),
            self.studio_name.as_deref().map(Choose::studio_name),
            self.studio_address.as_deref().map(Choose::studio_address),
            self.studio_tax_line.as_deref().map(Choose::studio_tax_line),
        ];
        let mut faults = Faults::default();
        let mut changes: Vec<Change> = flags.into_iter().flatten().collect();
        changes.extend(choices.into_iter().flatten().filter_map(|choice| faults.take(choice)));
        faults.finish()?;
        Ok(changes)
    }
}

/// Show all settings.
#[utoipa::path(get, path = "/api/users/settings", tag = "Account",
    responses((status = 200, body = SettingsAnswer), (status = 401, body = ErrorBody)))]
async fn show_settings(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<SettingsAnswer>> {
    Ok(Json(settings::load(&app, &actor).await?.into()))
}

/// Change settings
///
/// To turn off login alerts or extend the session timeout, a proof of identity from the last ten minutes is needed:
/// POST /users/verify-password.
#[utoipa::path(put, path = "/api/users/settings", tag = "Account", request_body = SettingsRequest,
    responses(
        (status = 200, body = SettingsAnswer), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody, description = "A fresh proof of identity is needed (`requiresProof`)"),
    ))]
async fn update_settings(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<SettingsRequest>,
) -> Result<Json<SettingsAnswer>> {
    let changes = sent.changes()?;
    Ok(Json(settings::update(&app, &actor, changes, sent.two_factor_auth).await?.into()))
}

#[derive(Serialize, ToSchema)]
#[schema(as = SecuritySettings)]
struct SecuritySettingsBody {
    two_factor_auth: bool,
    login_alerts: bool,
    session_timeout: i64,
    recovery_codes_left: i64,
}

#[derive(Serialize, ToSchema)]
struct SecuritySettingsAnswer {
    success: bool,
    settings: SecuritySettingsBody,
}

#[derive(Deserialize, ToSchema, Default)]
#[serde(default)]
#[schema(example = json!({"login_alerts": true, "session_timeout": 30}))]
struct SecuritySettingsRequest {
    #[schema(nullable = false)]
    two_factor_auth: Option<bool>,
    #[schema(nullable = false)]
    login_alerts: Option<bool>,
    #[schema(nullable = false)]
    session_timeout: Option<i64>,
}

/// Show the security settings.
#[utoipa::path(get, path = "/api/security/settings", tag = "Security",
    responses((status = 200, body = SecuritySettingsAnswer), (status = 401, body = ErrorBody)))]
async fn show_security_settings(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<SecuritySettingsAnswer>> {
    Ok(Json(settings::load(&app, &actor).await?.into()))
}

/// Change the security settings.
#[utoipa::path(put, path = "/api/security/settings", tag = "Security",
    request_body = SecuritySettingsRequest,
    responses(
        (status = 200, body = SecuritySettingsAnswer), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody, description = "A fresh proof of identity is needed (`requiresProof`)"),
    ))]
async fn update_security_settings(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<SecuritySettingsRequest>,
) -> Result<Json<SecuritySettingsAnswer>> {
    let changes = SettingsRequest {
        login_alerts: sent.login_alerts,
        session_timeout: sent.session_timeout,
        ..SettingsRequest::default()
    }
    .changes()?;
    Ok(Json(settings::update(&app, &actor, changes, sent.two_factor_auth).await?.into()))
}

impl From<AccountSettings> for SettingsAnswer {
    fn from(account: AccountSettings) -> Self {
        let AccountSettings { settings, two_factor, has_sample_data, logo, can_email, .. } =
            account;
        let settings = SettingsBody {
            email_notifications: settings.email_notifications,
            push_notifications: settings.push_notifications,
            sales_notifications: settings.sales_notifications,
            message_notifications: settings.message_notifications,
            system_notifications: settings.system_notifications,
            default_currency: settings.default_currency,
            auto_withdraw: settings.auto_withdraw,
            auto_withdraw_bank: settings.auto_withdraw_bank,
            payment_reminders: settings.payment_reminders,
            two_factor_auth: two_factor,
            login_alerts: settings.login_alerts,
            session_timeout: settings.session_timeout,
            theme: settings.theme,
            accent_color: settings.accent_color,
            font: settings.font,
            compact_mode: settings.compact_mode,
            profile_visibility: settings.profile_visibility,
            show_online_status: settings.show_online_status,
            allow_messages: settings.allow_messages,
            time_zone: settings.time_zone.name().to_owned(),
            studio_name: settings.studio_name,
            studio_address: settings.studio_address,
            studio_tax_line: settings.studio_tax_line,
            studio_logo: logo.map(|hash| format!("/api/users/studio-logo?v={hash}")),
            can_email,
            sample_data: has_sample_data,
        };
        Self { success: true, settings }
    }
}

impl From<AccountSettings> for SecuritySettingsAnswer {
    fn from(account: AccountSettings) -> Self {
        let settings = SecuritySettingsBody {
            two_factor_auth: account.two_factor,
            login_alerts: account.settings.login_alerts,
            session_timeout: account.settings.session_timeout,
            recovery_codes_left: account.recovery_codes_left,
        };
        Self { success: true, settings }
    }
}
