//! Answer types that the dashboard and the analytics share: values with their change from the previous period, and top
//! clients.

use app::figures::periods::{Change, Rate, TopClient};
use serde::Serialize;
use utoipa::ToSchema;

use crate::api::money::Amount;

#[derive(Serialize, ToSchema)]
pub struct CountChange {
    value: i64,
    /// Value in the previous period; null if there is nothing to compare with.
    #[schema(required)]
    previous: Option<i64>,
}

impl From<Change> for CountChange {
    fn from(change: Change) -> Self {
        Self { value: change.value, previous: change.previous }
    }
}

#[derive(Serialize, ToSchema)]
pub struct AmountChange {
    value: Amount,
    /// Value in the previous period; null if there is nothing to compare with.
    #[schema(required)]
    previous: Option<Amount>,
}

impl From<Change> for AmountChange {
    fn from(change: Change) -> Self {
        Self {
            value: Amount::of_minor(change.value),
            previous: change.previous.map(Amount::of_minor),
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct RateChange {
    /// Percentage with one decimal; null if there were no sales.
    #[schema(required, example = 87.5)]
    value: Option<f64>,
    /// Value in the previous period; null if there were no sales or there is nothing to compare with.
    #[schema(required)]
    previous: Option<f64>,
}

impl RateChange {
    pub fn new(value: Option<Rate>, previous: Option<Rate>) -> Self {
        Self { value: value.map(Rate::percent), previous: previous.map(Rate::percent) }
    }
}

#[derive(Serialize, ToSchema)]
#[schema(as = TopClient)]
pub struct TopClientBody {
    /// Null if the buyer is not a client of the account, or was deleted.
    #[schema(required)]
    id: Option<String>,
    name: String,
    /// Number of completed sales in the chosen currency.
    sales: i64,
    revenue: Amount,
}

impl From<TopClient> for TopClientBody {
    fn from(client: TopClient) -> Self {
        Self {
            id: client.id.map(|id| id.to_string()),
            name: client.name,
            sales: client.sales,
            revenue: Amount::of_minor(client.revenue),
        }
    }
}
