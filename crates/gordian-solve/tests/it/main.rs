//! Integration tests, through the public interface only.

mod goishi;
