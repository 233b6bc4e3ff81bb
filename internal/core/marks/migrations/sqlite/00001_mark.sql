-- +goose Up
CREATE TABLE dirty_mark (
    seq  INTEGER PRIMARY KEY AUTOINCREMENT,
    data BLOB NOT NULL
);
