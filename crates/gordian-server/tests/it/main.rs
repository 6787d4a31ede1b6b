//! Tests of the API, and of the guards over real sockets: each attack is rejected while other
//! clients are served.

mod api;
mod attacks;
mod bodies;
mod clients;
mod compute;
mod connections;
mod database_faults;
mod documents;
mod jobs;
mod logs;
mod page_thumbnails;
mod page_types;
mod quotas;
mod requests;
mod service;
mod shutdown;
mod upgrade;
mod workers;
