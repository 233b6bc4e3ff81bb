-- +goose Up
-- Connections of devices. A row is also the session of the device, which may outlive its connection. Numbers are unique
-- in the installation. A server that no longer has a lease holds nothing, whatever the row says.
CREATE SEQUENCE connection_number;
CREATE TABLE connection (
    client          TEXT PRIMARY KEY, -- client id, which is the register ID
    device          BIGINT NOT NULL,
    server          BIGINT NOT NULL,  -- that holds the connection; 0: not connected
    number          BIGINT NOT NULL,
    transport       TEXT NOT NULL,
    address         TEXT NOT NULL,
    since           TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    ended           TIMESTAMPTZ,      -- NULL: connected
    expiry          BIGINT NOT NULL,  -- s for which the session outlives the connection
    resumed         BOOLEAN NOT NULL, -- the session is older than the connection
    previous        BIGINT,           -- server and number before
    previous_number BIGINT,
    qos             SMALLINT,         -- of the subscription to commands; NULL: none
    identifier      BIGINT            -- of the subscription, MQTT 5; 0: none
) WITH (fillfactor = 50);

-- QoS 1 messages to devices that they have not acknowledged, in order.
CREATE TABLE connection_message (
    client  TEXT NOT NULL REFERENCES connection (client) ON DELETE CASCADE,
    place   BIGINT GENERATED ALWAYS AS IDENTITY,
    packet  INTEGER NOT NULL, -- packet identifier
    payload BYTEA NOT NULL,
    PRIMARY KEY (client, place)
);

-- Connections that a server must end, because the device has connected to another one.
CREATE TABLE connection_taken (
    server BIGINT NOT NULL,
    client TEXT NOT NULL,
    number BIGINT NOT NULL,
    PRIMARY KEY (server, client, number)
);

-- +goose Down
DROP TABLE connection_taken;
DROP TABLE connection_message;
DROP TABLE connection;
DROP SEQUENCE connection_number;
