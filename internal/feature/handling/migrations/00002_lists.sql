-- +goose Up
-- The causes and measures that a corporation has instead of the product's. No row: those of the product.
CREATE TABLE alert_handling_list (
    corporation_id BIGINT PRIMARY KEY REFERENCES corporation (id) ON DELETE CASCADE,
    causes         TEXT NOT NULL, -- JSON: texts in three languages, in their order
    measures       TEXT NOT NULL, -- the same
    updated_at     BIGINT NOT NULL -- UTC ms
);

-- +goose Down
DROP TABLE alert_handling_list;
