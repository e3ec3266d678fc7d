//! The application from outside: one program of tests, so that it is linked once.

mod api;
mod api_edges;
mod brought;
mod bundles;
mod cli;
#[cfg(unix)]
mod crash;
mod datasets;
mod docs;
mod foreign_text;
mod gradings;
mod imports;
mod readers;
mod schema;
mod scoring;
mod secrecy;
mod serve;
mod store;
mod support;
