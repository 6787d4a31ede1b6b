//! What the techniques conclude, seen from outside.

mod als;
mod chains;
mod document;
mod exocet;
mod explainer;
mod explanation;
mod fish;
mod fish_exhaustive;
mod forcing;
mod generate;
mod kraken;
mod many;
mod multi_sector;
mod published;
mod sentences;
mod sound;
mod technique_pages;
mod wings_and_uniqueness;
