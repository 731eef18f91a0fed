//! The legal profile: the producer's name, address and other details as a party of contracts.

use std::sync::Arc;

use app::App;
use app::licenses::legal_profile::{self, LegalProfileForm, LegalProfileView};
use axum::Json;
use axum::extract::State;
use http::error::{ErrorBody, Result};
use http::extract::{Body, SignedIn};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::routes::shapes::clearable;

const TAG: &str = "License kinds";

pub fn router() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::new().routes(routes!(show_legal_profile, update_legal_profile))
}

/// An empty text means that the value was not entered.
#[derive(Serialize, ToSchema)]
#[schema(as = LegalProfile)]
struct LegalProfileBody {
    legal_name: String,
    /// The professional name.
    alias: String,
    address: String,
    country: String,
    governing_law: String,
    /// The performing rights organization.
    pro: String,
    ipi: String,
    publisher: String,
    /// Whether contracts of offers state the address; else they say that it is on the page of record, which both parties
    /// get after the acceptance.
    shows_address: bool,
    /// The last characters of the tax number, at most four; null if there is none.
    #[schema(required, example = "4321")]
    tax_number: Option<String>,
}

#[derive(Serialize, ToSchema)]
struct LegalProfileAnswer {
    success: bool,
    legal_profile: LegalProfileBody,
}

impl LegalProfileAnswer {
    fn json(shown: LegalProfileView) -> Json<Self> {
        let LegalProfileView { profile, tax_number_ending } = shown;
        let legal_profile = LegalProfileBody {
            legal_name: profile.legal_name,
            alias: profile.alias,
            address: profile.address,
            country: profile.country,
            governing_law: profile.governing_law,
            pro: profile.pro,
            ipi: profile.ipi,
            publisher: profile.publisher,
            shows_address: profile.shows_address,
            tax_number: tax_number_ending,
        };
        Json(Self { success: true, legal_profile })
    }
}

/// Only fields that are sent change; an empty text or null clears one.
#[derive(Deserialize, ToSchema)]
#[schema(example = json!({
    "legal_name": "Maya Okafor", "alias": "MO", "address": "14 Wharf Road\nBrooklyn, NY 11201",
    "country": "United States", "governing_law": "New York", "pro": "ASCAP", "ipi": "00817441260"
}))]
struct LegalProfileRequest {
    #[serde(default, deserialize_with = "clearable")]
    legal_name: Option<String>,
    #[serde(default, deserialize_with = "clearable")]
    alias: Option<String>,
    #[serde(default, deserialize_with = "clearable")]
    address: Option<String>,
    #[serde(default, deserialize_with = "clearable")]
    country: Option<String>,
    #[serde(default, deserialize_with = "clearable")]
    governing_law: Option<String>,
    #[serde(default, deserialize_with = "clearable")]
    pro: Option<String>,
    /// 9 to 11 digits.
    #[serde(default, deserialize_with = "clearable")]
    ipi: Option<String>,
    #[serde(default, deserialize_with = "clearable")]
    publisher: Option<String>,
    /// Whether contracts of offers state the address, for everybody who has their link.
    #[schema(nullable = false)]
    shows_address: Option<bool>,
    /// Stored encrypted; answers only have the last characters.
    #[serde(default, deserialize_with = "clearable")]
    tax_number: Option<String>,
}

/// Show the legal profile: the producer as contracts name them.
#[utoipa::path(get, path = "/api/legal-profile", tag = TAG,
    responses((status = 200, body = LegalProfileAnswer), (status = 401, body = ErrorBody)))]
async fn show_legal_profile(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
) -> Result<Json<LegalProfileAnswer>> {
    Ok(LegalProfileAnswer::json(legal_profile::find(&app, &actor).await?))
}

/// Update the legal profile. Contracts that were issued stay as they are.
#[utoipa::path(put, path = "/api/legal-profile", tag = TAG, request_body = LegalProfileRequest,
    responses(
        (status = 200, body = LegalProfileAnswer), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody),
    ))]
async fn update_legal_profile(
    State(app): State<Arc<App>>,
    SignedIn(actor): SignedIn,
    Body(sent): Body<LegalProfileRequest>,
) -> Result<Json<LegalProfileAnswer>> {
    let form = LegalProfileForm {
        legal_name: sent.legal_name,
        alias: sent.alias,
        address: sent.address,
        country: sent.country,
        governing_law: sent.governing_law,
        pro: sent.pro,
        ipi: sent.ipi,
        publisher: sent.publisher,
        tax_number: sent.tax_number,
        shows_address: sent.shows_address,
    };
    Ok(LegalProfileAnswer::json(legal_profile::update(&app, &actor, form).await?))
}
