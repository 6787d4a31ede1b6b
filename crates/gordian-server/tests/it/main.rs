//! The API as clients see it, and the guards over real sockets: each attack gets its answer while other
//! clients get theirs.

mod api;
mod bans;
mod bodies;
mod clients;
mod connections;
mod documents;
mod jobs;
mod logs;
mod requests;
mod service;
mod stop;
mod upgrade;
mod work;
