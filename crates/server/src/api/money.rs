//! Amounts of money in JSON: a number with two decimals. Its digits are copied from and to the JSON text as they are; a
//! float would round them before they can be checked.

use std::borrow::Cow;

use serde::{Deserialize, Deserializer, Serialize, Serializer, ser::Error};
use serde_json::value::RawValue;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// The text of a JSON number. An amount from a request is not validated yet: the domain does that, where the field has
/// a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amount(String);

impl Amount {
    pub fn of_minor(units: i64) -> Self {
        Self(domain::money::print(units))
    }

    /// An exchange rate, with as many decimals as it has.
    pub fn of_rate(rate: domain::money::transfers::ExchangeRate) -> Self {
        Self(rate.to_string())
    }

    pub fn into_text(self) -> String {
        self.0
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.0.clone()).map_err(S::Error::custom)?.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Box::<RawValue>::deserialize(deserializer).map(|raw| Self(raw.get().to_owned()))
    }
}

impl PartialSchema for Amount {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::Number)
            .description(Some(
                "Money: a number with at most two decimals, at most 10^12 either way",
            ))
            .examples([serde_json::json!(1234.5)])
            .build()
            .into()
    }
}

impl ToSchema for Amount {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("Amount")
    }
}
