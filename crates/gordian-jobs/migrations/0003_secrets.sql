-- What all servers of this database must know and nobody else, such as the key of signed cookies.
CREATE TABLE secret (
    name TEXT PRIMARY KEY,
    bytes @bytes NOT NULL
);
