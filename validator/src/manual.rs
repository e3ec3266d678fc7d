//! Embedding the validator: a server, a CI job, a page.
//!
//! The check is fed bytes and gives a [`Report`](crate::Report); who reads the
//! bytes is up to you. Three things hold everywhere:
//!
//! - **Memory** stays below 32 MiB and 64 bytes a record for any file, so an
//!   upload need not be limited for the validator's sake.
//! - **Nothing panics** on any bytes, and no time is spent beyond one pass.
//! - **A good verdict is not trust in the answers**: they are not signed. What
//!   it proves is in [`Summary::proves`](crate::Summary::proves); show that
//!   sentence.
//!
//! # In a server
//!
//! An axum handler that checks an upload while it arrives, without keeping it.
//! `report.to_json` is the document that `eval752-validate --json` prints.
//!
//! ```
//! use axum::body::Body;
//! use axum::http::{StatusCode, header};
//! use axum::response::IntoResponse;
//! use axum::routing::{Router, post};
//! use eval752_validator::{Options, Validator};
//! use futures_util::StreamExt as _;
//!
//! async fn check(body: Body) -> Result<impl IntoResponse, StatusCode> {
//!     let mut validator = Validator::new(Options::default());
//!     let mut pieces = body.into_data_stream();
//!     while let Some(piece) = pieces.next().await {
//!         validator.feed(&piece.map_err(|_broken_off| StatusCode::BAD_REQUEST)?);
//!     }
//!     let report = validator.finish();
//!     let status = if report.is_good() {
//!         StatusCode::OK
//!     } else {
//!         StatusCode::UNPROCESSABLE_ENTITY
//!     };
//!     let json = [(header::CONTENT_TYPE, "application/json")];
//!     Ok((status, json, report.to_json("upload")))
//! }
//!
//! let app: Router = Router::new().route("/check", post(check));
//! # let _ = app;
//! ```
//!
//! Feeding is work for the processor, not waiting. A piece of an upload is a
//! matter of microseconds; a whole file from a disk belongs on a thread for
//! blocking work.
//!
//! An import that stores what it reads passes a [`Consumer`](crate::Consumer).
//! It gets each record as it is read, before the verdict is known, so it must
//! be able to take everything back: a transaction does.
//!
//! ```
//! use eval752_contract::capture::Record;
//! use eval752_validator::{Consumer, Options, Validator};
//!
//! #[derive(Default)]
//! struct Failed(Vec<String>);
//!
//! impl Consumer for Failed {
//!     fn record(&mut self, _number: u64, record: Record) {
//!         if record.error().is_some() {
//!             self.0.push(record.dataset_item_id.as_str().to_owned());
//!         }
//!     }
//! }
//!
//! let mut validator = Validator::with_consumer(Options::default(), Failed::default());
//! validator.feed(b"{}");
//! let (report, failed) = validator.finish_with();
//! assert!(!report.is_good());
//! assert!(failed.unwrap_or_default().0.is_empty());
//! ```
//!
//! # In a CI job
//!
//! The command is enough for most: it exits with 0 when every file is good, 1
//! when one is bad, 2 when one cannot be read.
//!
//! ```text
//! eval752-validate --key keys.json --pack pack.json --summary captures/
//! ```
//!
//! As a test of your own, with rules of your own on top:
//!
//! ```
//! use std::fs::File;
//! use std::path::Path;
//!
//! use eval752_validator::report::Completeness;
//! use eval752_validator::{Options, validate_reader};
//!
//! /// Every capture must be good, and complete for its signed pack.
//! fn check(path: &Path, keys: &str) -> Result<(), Box<dyn std::error::Error>> {
//!     let options = Options {
//!         keys: Some(eval752_contract::token::KeySet::parse(keys)?),
//!         threads: 2,
//!         ..Options::default()
//!     };
//!     let report = validate_reader(File::open(path)?, &options)?;
//!     if !report.is_good() {
//!         return Err(report.lines(&path.display().to_string()).join("\n").into());
//!     }
//!     match report.summary.completeness {
//!         Completeness::Complete { .. } => Ok(()),
//!         _ => Err("the capture is not complete".into()),
//!     }
//! }
//! # assert!(check(Path::new("no such file"), "").is_err());
//! ```
//!
//! # In a page
//!
//! Compiled to WebAssembly the library needs neither threads nor a clock; take
//! it with `default-features = false`. A page reads a file in slices and feeds
//! them, so a file of gigabytes never lies in memory:
//!
//! ```
//! use eval752_validator::report::note_name;
//! use eval752_validator::{Options, Validator};
//! use wasm_bindgen::prelude::wasm_bindgen;
//!
//! #[wasm_bindgen]
//! pub struct Check(Option<Validator>);
//!
//! #[wasm_bindgen]
//! impl Check {
//!     #[wasm_bindgen(constructor)]
//!     pub fn new() -> Check {
//!         Check(Some(Validator::new(Options::default())))
//!     }
//!
//!     pub fn feed(&mut self, bytes: &[u8]) {
//!         if let Some(validator) = &mut self.0 {
//!             validator.feed(bytes);
//!         }
//!     }
//!
//!     /// The report as JSON; empty when it was taken already.
//!     pub fn finish(&mut self, name: &str) -> String {
//!         self.0.take().map_or_else(String::new, |validator| {
//!             let mut report = validator.finish();
//!             note_name(&mut report, name, &Options::default());
//!             report.to_json(name)
//!         })
//!     }
//! }
//! ```
//!
//! ```text
//! const check = new Check();
//! for (let at = 0; at < file.size; at += 4 << 20)
//!   check.feed(new Uint8Array(await file.slice(at, at + (4 << 20)).arrayBuffer()));
//! const { files: [report] } = JSON.parse(check.finish(file.name));
//! ```
//!
//! # What the findings mean
//!
//! Codes are stable: [`finding::codes`](crate::finding::codes) is the registry,
//! and [`finding::explain`](crate::finding::explain) turns a row into text,
//! Markdown or JSON. A container error stands alone, since nothing behind it
//! can be trusted; findings about content are collected up to
//! [`Options::max_findings`](crate::Options::max_findings) of each severity,
//! and counted beyond. No message ever shows the token or the judge.
