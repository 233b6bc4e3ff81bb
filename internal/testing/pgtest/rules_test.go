package pgtest

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"plumbline/internal/platform/schema"
)

// TestRulesOfCitus shows the check what Citus would refuse or spread over all shards.
func TestRulesOfCitus(t *testing.T) {
	ctx := context.Background()
	url := address(newDatabase(t, ""))
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	run := func(statement string) {
		t.Helper()
		if _, err := conn.Exec(ctx, statement); err != nil {
			t.Fatal(err)
		}
	}
	run("CREATE TABLE series_state (series_id BIGINT PRIMARY KEY, last_ts BIGINT)")
	run("CREATE TABLE series_hot (series_id BIGINT, ts BIGINT, data BYTEA, PRIMARY KEY (series_id, ts))")
	run("CREATE TABLE point (id BIGINT PRIMARY KEY)")
	for statement, want := range map[string]string{
		"SELECT data FROM series_hot WHERE series_id = $1 AND ts > $2":                                          "",
		"SELECT data FROM series_hot WHERE series_id = ANY($1::bigint[]) ORDER BY ts":                           "",
		"DELETE FROM series_hot WHERE series_id = $1":                                                           "",
		"INSERT INTO series_state VALUES ($1, $2), ($3, $4) ON CONFLICT (series_id) DO UPDATE SET last_ts = $2": "",
		"SELECT id FROM point": "",
		"SELECT * FROM series_state WHERE series_id = $1 FOR UPDATE":                                                        "",
		"INSERT INTO series_hot (series_id, ts, data) SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bytea[])":        "",
		"SELECT data FROM series_hot WHERE ts > $1":                                                                         "without a value of series_id",
		"DELETE FROM series_hot WHERE ts < $1":                                                                              "without a value of series_id",
		"UPDATE series_state SET last_ts = 0, series_id = series_id + 1 WHERE series_id = $1":                               "is changed",
		"SELECT * FROM series_state WHERE series_id = ANY($1::bigint[]) FOR UPDATE":                                         "FOR UPDATE",
		"SELECT h.data FROM series_hot AS h JOIN point AS p ON p.id = h.series_id WHERE h.series_id = $1":                   "local one",
		"INSERT INTO series_state SELECT series_id, max(ts) FROM series_hot WHERE series_id = ANY($1::bigint[]) GROUP BY 1": "INSERT .. SELECT",
		"SELECT nothing FROM series_hot WHERE series_id = $1":                                                               "cannot be planned",
	} {
		broken := brokenRules(ctx, t, url, schema.Distributed, []string{statement})
		switch {
		case want == "" && len(broken) > 0:
			t.Errorf("refused: %v", broken)
		case want != "" && (len(broken) != 1 || !strings.Contains(broken[0].Error(), want)):
			t.Errorf("%s: %v, want %q", statement, broken, want)
		}
	}
	run("ALTER TABLE series_hot ADD UNIQUE (ts)")
	run("ALTER TABLE series_state ADD FOREIGN KEY (last_ts) REFERENCES point (id)")
	run("CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'")
	run("CREATE TRIGGER noted BEFORE INSERT ON series_hot FOR EACH ROW EXECUTE FUNCTION nothing()")
	if broken := brokenRules(ctx, t, url, schema.Distributed, nil); len(broken) != 3 {
		t.Errorf("tables: %v", broken)
	}
}
