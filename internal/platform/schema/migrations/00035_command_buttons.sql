-- +goose Up
-- The commands that a project keeps as buttons, in their order.
CREATE TABLE command_buttons (
    project_id BIGINT PRIMARY KEY REFERENCES project (id),
    buttons TEXT NOT NULL -- JSON
);

-- +goose Down
DROP TABLE command_buttons;
