-- Secrets shared by all servers of this database, such as the key of signed cookies.
CREATE TABLE secret (
    name TEXT PRIMARY KEY,
    bytes @bytes NOT NULL
);
