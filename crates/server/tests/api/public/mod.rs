//! Public pages, as people without an account see them.

mod attacks;
mod figures;
mod gate;
pub mod hooks;
mod limits;
mod pages;
mod reports;
mod requests;
pub mod shop;
mod weight;

use serde_json::{Value, json};

use crate::harness::library::{File, multipart_form, multipart_type};
use crate::harness::people::Person;
use crate::harness::{Answer, Server};
use crate::shares::{ids, link_path, share};

/// The user agent of a visitor's browser.
pub const BROWSER: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/// The content type of a submitted form.
pub const FORM: &str = "application/x-www-form-urlencoded";

/// A form as it is sent: path, headers and body.
pub type Form = (String, Vec<(&'static str, String)>, String);

/// A visitor at a link: keeps cookies and the token of the last page.
pub struct Visitor<'a> {
    server: &'a Server,
    path: String,
    cookies: Vec<(String, String)>,
    pub page_token: String,
    pub agent: String,
    pub origin: Option<String>,
}

impl<'a> Visitor<'a> {
    pub fn at_link(server: &'a Server, link: &Value) -> Self {
        let address = link["address"].as_str().expect("an address");
        Self::at_url(server, address)
    }

    /// A visitor at a public URL.
    pub fn at_url(server: &'a Server, address: &str) -> Self {
        let (_, path) =
            address.split_once(&server.address().to_string()).expect("an address of ours");
        Self::at_path(server, path)
    }

    /// A visitor of the page at a path.
    pub fn at_path(server: &'a Server, path: &str) -> Self {
        Self {
            server,
            path: path.to_owned(),
            cookies: Vec::new(),
            page_token: String::new(),
            agent: BROWSER.to_owned(),
            origin: Some(format!("http://{}", server.address())),
        }
    }

    pub fn path(&self, rest: &str) -> String {
        format!("{}{rest}", self.path)
    }

    pub fn page_token(&self) -> String {
        self.page_token.clone()
    }

    fn cookie_line(&self) -> String {
        let pairs: Vec<String> =
            self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        pairs.join("; ")
    }

    pub fn get(&self, rest: &str) -> Answer {
        self.call("GET", rest, &[])
    }

    pub fn call(&self, method: &str, rest: &str, headers: &[(&str, &str)]) -> Answer {
        let mut call = self.server.call(method, &self.path(rest)).header("user-agent", &self.agent);
        if !self.cookies.is_empty() {
            call = call.header("cookie", &self.cookie_line());
        }
        for (name, value) in headers {
            call = call.header(name, value);
        }
        call.send()
    }

    /// Opens the page, which must exist, and keeps its page token.
    pub fn open(&mut self) -> String {
        let answer = self.get("");
        assert_eq!(answer.status, 200, "{answer:?}");
        self.keep_cookies_and_token(&answer);
        answer.text()
    }

    /// Opens an address that redirects to the page, and keeps its cookies.
    pub fn follow(&mut self, rest: &str) {
        let answer = self.get(rest);
        assert_eq!((answer.status, answer.header("location")), (303, self.path.as_str()));
        self.keep_cookies_and_token(&answer);
    }

    fn keep_cookies_and_token(&mut self, answer: &Answer) {
        let text = answer.text();
        if let Some((_, rest)) = text.split_once("name=\"page_token\" value=\"") {
            self.page_token = rest.split('"').next().unwrap_or_default().to_owned();
        } else if let Some((_, rest)) = text.split_once("data-page-token=\"") {
            self.page_token = rest.split('"').next().unwrap_or_default().to_owned();
        }
        for line in answer.headers.get_all("set-cookie") {
            let line = line.to_str().expect("text");
            assert!(line.contains("HttpOnly; SameSite=Lax"), "{line}");
            assert!(line.contains(&format!("Path={};", self.path)), "{line}");
            let (name, rest) = line.split_once('=').expect("a cookie");
            let value = rest.split(';').next().unwrap_or_default();
            self.cookies.retain(|(known, _)| known != name);
            self.cookies.push((name.to_owned(), value.to_owned()));
        }
    }

    pub fn post(&mut self, rest: &str, fields: &[(&str, &str)]) -> Answer {
        let token = self.page_token.clone();
        let mut fields = fields.to_vec();
        fields.push(("page_token", &token));
        self.send(rest, &fields, "text/html")
    }

    /// Posts a form as the page's script does, which accepts JSON.
    pub fn post_as_script(&mut self, rest: &str, fields: &[(&str, &str)]) -> Answer {
        let token = self.page_token.clone();
        let mut fields = fields.to_vec();
        fields.push(("page_token", &token));
        self.send(rest, &fields, "application/json")
    }

    pub fn send(&mut self, rest: &str, fields: &[(&str, &str)], accept: &str) -> Answer {
        let (path, headers, body) = self.form(rest, fields, accept);
        let mut call = self.server.call("POST", &path);
        for (name, value) in &headers {
            call = call.header(name, value);
        }
        let answer = call.body(FORM, body).send();
        self.keep_cookies_and_token(&answer);
        answer
    }

    /// The path, the headers (without the content type) and the body of a form.
    pub fn form(&self, rest: &str, fields: &[(&str, &str)], accept: &str) -> Form {
        let mut body = form_urlencoded::Serializer::new(String::new());
        for (name, value) in fields {
            body.append_pair(name, value);
        }
        let mut headers = vec![("user-agent", self.agent.clone()), ("accept", accept.to_owned())];
        if let Some(origin) = &self.origin {
            headers.push(("origin", origin.clone()));
        }
        if !self.cookies.is_empty() {
            headers.push(("cookie", self.cookie_line()));
        }
        (self.path(rest), headers, body.finish())
    }

    /// Takes a ticket for the preview of a beat; returns its address below the page's path.
    pub fn ticket(&mut self, beat: &Value) -> String {
        let answer =
            self.post_as_script("/tickets", &[("beat", beat["id"].as_str().unwrap())]).expect(200);
        let url = answer.body["url"].as_str().expect("an address");
        assert!((7100..=7200).contains(&answer.body["expires_in"].as_i64().unwrap()), "{answer:?}");
        url.strip_prefix(self.path.as_str()).expect("under the link").to_owned()
    }
}

/// A WAV file with a tone of `seconds`.
pub fn tone_bytes(seconds: u32, pitch: u32) -> Vec<u8> {
    let wave =
        |n: u32| (f64::from(n) * f64::from(200 + pitch) / 8_000.0 * std::f64::consts::TAU).sin();
    let samples: Vec<f32> = (0..seconds * 8_000).map(|n| wave(n) as f32 * 0.5).collect();
    testbed::fixtures::wav(8_000, 1, &samples)
}

/// Uploads a beat of `seconds` and waits for its analysis.
pub fn upload_beat(server: &Server, person: &Person, title: &str, seconds: u32) -> Value {
    let bytes = tone_bytes(seconds, title.len() as u32);
    let file = File { name: &format!("{title}.wav"), kind: "audio/wav", bytes: &bytes };
    let sent =
        crate::harness::library::send_file(server, person, &file, &[("title", title)]).expect(201);
    crate::harness::library::wait_for_analysis(server, person, &sent.body["document"])
}

/// Adds a tagged file, which visitors hear as the preview; returns its bytes.
pub fn add_tagged_file(server: &Server, person: &Person, beat: &Value, seconds: u32) -> Vec<u8> {
    let bytes = tone_bytes(seconds, 700);
    let file = File { name: "tagged.wav", kind: "audio/wav", bytes: &bytes };
    add_file(server, person, beat, "tagged", &file);
    bytes
}

pub fn add_file(
    server: &Server,
    person: &Person,
    beat: &Value,
    role: &str,
    file: &File<'_>,
) -> Value {
    let form = multipart_form(std::slice::from_ref(file), &[("role", role)]);
    let at = format!("{}/files", crate::harness::library::path(beat));
    let answer =
        person.at(server).call("POST", &at).body(&multipart_type(), form).send().expect(201);
    answer.body["file"].clone()
}

/// Shares a beat that has a preview; returns the beat and the share's only link.
pub fn share_beat(server: &Server, person: &Person, more: &Value) -> (Value, Value) {
    let beat = upload_beat(server, person, "Lagos After Rain", 30);
    add_tagged_file(server, person, &beat, 30);
    let mut form = json!({"title": "Four for the winter EP", "message": "Ade, these came out.", "beats": ids(std::slice::from_ref(&beat))});
    for (name, value) in more.as_object().expect("fields") {
        form[name] = value.clone();
    }
    let link = share(server, person, &form)["links"][0].clone();
    (beat, link)
}

pub fn get_figures(server: &Server, person: &Person, link: &Value) -> Value {
    person.at(server).get(&link_path(link)).expect(200).body
}
