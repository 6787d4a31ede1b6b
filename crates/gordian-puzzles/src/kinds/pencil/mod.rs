//! The rules of the pencil puzzles, a module for each kind.

pub mod balance;
pub mod castle;
pub mod country;
pub mod geradeweg;
pub mod gokigen;
pub mod hashi;
pub mod koburin;
pub mod mashu;
pub mod midloop;
pub mod moonsun;
pub mod numlin;
pub mod nurikabe;
pub mod shikaku;
pub mod simpleloop;
pub mod slither;
pub mod yajilin;
pub mod yajilin_regions;
