-- +goose Up
CREATE TABLE project (
    id BIGINT NOT NULL PRIMARY KEY,
    corporation_id BIGINT NOT NULL REFERENCES corporation (id),
    name TEXT NOT NULL,
    address TEXT NOT NULL,
    longitude BIGINT, -- millionths of an arc second
    latitude BIGINT,
    time_zone TEXT NOT NULL,
    language TEXT NOT NULL,
    picture TEXT NOT NULL,
    use_structure BOOLEAN NOT NULL,
    remarks TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX project_name ON project (corporation_id, name);

CREATE TABLE project_member (
    project_id BIGINT NOT NULL REFERENCES project (id),
    account_id BIGINT NOT NULL REFERENCES account (id),
    since BIGINT NOT NULL,
    PRIMARY KEY (project_id, account_id)
);
CREATE INDEX project_member_account ON project_member (account_id);

CREATE TABLE member_role (
    project_id BIGINT NOT NULL,
    account_id BIGINT NOT NULL,
    role_id BIGINT NOT NULL REFERENCES role (id),
    PRIMARY KEY (project_id, account_id, role_id),
    FOREIGN KEY (project_id, account_id) REFERENCES project_member (project_id, account_id)
);
CREATE INDEX member_role_account ON member_role (account_id);

CREATE TABLE structure (
    id BIGINT NOT NULL PRIMARY KEY,
    corporation_id BIGINT NOT NULL,
    project_id BIGINT NOT NULL REFERENCES project (id),
    parent_id BIGINT NOT NULL, -- items: the structure; 0 otherwise
    is_item BOOLEAN NOT NULL,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    address TEXT NOT NULL,
    longitude BIGINT,
    latitude BIGINT,
    picture TEXT NOT NULL,
    display_type TEXT NOT NULL,
    remarks TEXT NOT NULL,
    sort BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX structure_name ON structure (project_id, parent_id, name);

CREATE TABLE device (
    id BIGINT NOT NULL PRIMARY KEY,
    corporation_id BIGINT NOT NULL REFERENCES corporation (id),
    project_id BIGINT NOT NULL, -- 0: in stock
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    type TEXT NOT NULL,
    model TEXT NOT NULL,
    manufacturer TEXT NOT NULL,
    sn_code TEXT NOT NULL,
    register TEXT NOT NULL,
    protocol_code TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    voltage_threshold DOUBLE PRECISION,
    lost_threshold BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX device_sn_code ON device (sn_code);
CREATE UNIQUE INDEX device_register ON device (register) WHERE register <> '';
CREATE INDEX device_corporation ON device (corporation_id);
CREATE INDEX device_project ON device (project_id);

CREATE TABLE device_state (
    device_id BIGINT NOT NULL PRIMARY KEY REFERENCES device (id),
    last_seen BIGINT NOT NULL,
    voltage DOUBLE PRECISION,
    temperature DOUBLE PRECISION,
    rssi DOUBLE PRECISION,
    firmware TEXT NOT NULL,
    low_voltage BOOLEAN NOT NULL
);

CREATE TABLE device_secret ( -- sealed with the key of the installation, base64
    device_id BIGINT NOT NULL PRIMARY KEY REFERENCES device (id),
    current_secret TEXT NOT NULL,
    previous_secret TEXT NOT NULL,
    previous_until BIGINT NOT NULL
);

CREATE TABLE point (
    id BIGINT NOT NULL PRIMARY KEY,
    corporation_id BIGINT NOT NULL,
    project_id BIGINT NOT NULL REFERENCES project (id),
    structure_id BIGINT NOT NULL REFERENCES structure (id),
    item_id BIGINT NOT NULL, -- 0: directly under the structure
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    measurement TEXT NOT NULL,
    category TEXT NOT NULL,
    longitude DOUBLE PRECISION,
    latitude DOUBLE PRECISION,
    planx DOUBLE PRECISION,
    plany DOUBLE PRECISION,
    sort BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX point_name ON point (project_id, name);
CREATE INDEX point_structure ON point (structure_id);

-- Dated configuration of points and devices: rows are added; of a row only the
-- superseding changes, once.
CREATE TABLE version (
    id BIGINT NOT NULL PRIMARY KEY,
    owner_kind TEXT NOT NULL, -- point, device
    owner_id BIGINT NOT NULL,
    aspect TEXT NOT NULL,
    valid_from BIGINT NOT NULL,
    value TEXT NOT NULL,
    note TEXT NOT NULL,
    recorded_at BIGINT NOT NULL,
    recorded_by BIGINT NOT NULL,
    superseded_at BIGINT NOT NULL, -- 0 while it stands
    superseded_by BIGINT NOT NULL
);
CREATE INDEX version_owner ON version (owner_kind, owner_id, aspect);

-- What the standing and superseded bindings and connections name, to find who
-- depends on a device or point without reading every version.
CREATE TABLE version_source (
    version_id BIGINT NOT NULL REFERENCES version (id),
    owner_kind TEXT NOT NULL,
    owner_id BIGINT NOT NULL,
    device_id BIGINT NOT NULL, -- 0: a point
    channel_no BIGINT NOT NULL,
    point_id BIGINT NOT NULL, -- 0: a device
    main BOOLEAN NOT NULL
);
CREATE INDEX version_source_version ON version_source (version_id);
CREATE INDEX version_source_device ON version_source (device_id, owner_kind);
CREATE INDEX version_source_point ON version_source (point_id);
CREATE INDEX version_source_owner ON version_source (owner_kind, owner_id);

CREATE TABLE correction (
    id BIGINT NOT NULL PRIMARY KEY,
    corporation_id BIGINT NOT NULL,
    project_id BIGINT NOT NULL,
    point_id BIGINT NOT NULL REFERENCES point (id),
    kind TEXT NOT NULL,
    fields TEXT NOT NULL,
    nodes TEXT NOT NULL,
    from_time BIGINT NOT NULL,
    to_time BIGINT NOT NULL,
    amount DOUBLE PRECISION NOT NULL,
    value_map TEXT NOT NULL,
    note TEXT NOT NULL,
    recorded_at BIGINT NOT NULL,
    recorded_by BIGINT NOT NULL,
    taken_back_at BIGINT NOT NULL,
    taken_back_by BIGINT NOT NULL
);
CREATE INDEX correction_point ON correction (point_id);

-- +goose Down
DROP TABLE correction;
DROP TABLE version_source;
DROP TABLE version;
DROP TABLE point;
DROP TABLE device_secret;
DROP TABLE device_state;
DROP TABLE device;
DROP TABLE structure;
DROP TABLE member_role;
DROP TABLE project_member;
DROP TABLE project;
