//! The comparison for a request: one axum endpoint that answers with a body of the same size and does nothing else.

use std::error::Error;

use axum::{Json, Router, routing::get};
use serde::Serialize;
use tokio::net::TcpListener;

pub const COMMAND: &str = "bare";

#[derive(Serialize)]
struct Answer {
    success: bool,
    user: User,
}

#[derive(Serialize)]
struct User {
    id: &'static str,
    name: &'static str,
    email: &'static str,
    role: &'static str,
    phone: Option<&'static str>,
    location: Option<&'static str>,
    specialty: Option<&'static str>,
    experience: Option<&'static str>,
    bio: Option<&'static str>,
    avatar: Option<&'static str>,
    created_at: &'static str,
}

async fn user() -> Json<Answer> {
    let user = User {
        id: "01a1dd1f-281b-7c90-bebd-33735d49ab30",
        name: "Maya Okafor",
        email: "maya@ledgerline.example",
        role: "Music Producer",
        phone: None,
        location: None,
        specialty: None,
        experience: None,
        bio: None,
        avatar: None,
        created_at: "2026-11-15T02:52:49.051Z",
    };
    Json(Answer { success: true, user })
}

pub async fn serve() -> Result<(), Box<dyn Error>> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("listens on http://{}", listener.local_addr()?);
    Ok(axum::serve(listener, Router::new().route("/bare", get(user))).await?)
}
