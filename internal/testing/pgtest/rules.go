package pgtest

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"plumbline/internal/platform/citus"
	"plumbline/internal/platform/schema"
)

// allowed begins statements that the plan does not show to be right, or that may read all shards because they are rare.
var allowed = []string{
	"SELECT series_id, count(*), sum(size) FROM (SELECT series_id",       // what is due to be sealed
	"SELECT DISTINCT series_id FROM series_hot",                          // the same
	"SELECT coalesce(sum(rows), $1), coalesce(sum(vals)",                 // size of the store
	"SELECT count(*) FROM (SELECT series_id FROM series_state UNION",     // the same
	"SELECT series_id, data FROM series_hot",                             // the same
	"SELECT part FROM frame_sequence ORDER BY part",                      // lanes
	"SELECT part, last FROM frame_sequence",                              // the same
	"SELECT s.series_id, CASE",                                           // joins tables of a group by series_id, in a subplan
	"SELECT series_id FROM series_state WHERE hot_rows",                  // the previous version, in the test of an upgrade
	"SELECT EXISTS (SELECT $1 FROM ",                                     // a restore, into an empty database
	"SELECT count(*) FROM series_hot;",                                   // a test
	"DELETE FROM checkpoint;",                                            // migrations
	"WITH stored AS MATERIALIZED (SELECT part, max(seq) AS seq FROM fra", // a test
}

// plainOnly are statements for PostgreSQL without Citus: of the series store with an array per column, and several
// statements in one. To Citus others are sent.
var plainOnly = regexp.MustCompile(`(?s)^(WITH (hot|added|chunks) AS \((INSERT|DELETE)|SELECT i\.series_id, CASE)|` +
	`^UPDATE frame_sequence SET last = \$1 WHERE part = \$2 RETURNING \(SELECT generation |` +
	`^INSERT INTO series_\w+ \([^)]*\) SELECT \* FROM unnest\(\$1::bigint\[\]`)

// statistics is the extension that records the statements of a server.
const statistics = "pg_stat_statements"

// recordStatements makes a server record statements if it can.
func (s *Server) recordStatements() {
	if extensionInstalled(s.bin, statistics) {
		s.Set("shared_preload_libraries", statistics)
		s.Set(statistics+".track_utility", "off")
	}
}

// showStatements makes the recorded statements readable.
func (s *Server) showStatements() error {
	if s.settings["shared_preload_libraries"] != statistics {
		return nil
	}
	db, err := sql.Open("pgx", s.URL())
	if err != nil {
		return err
	}
	_, err = db.Exec("CREATE EXTENSION " + statistics)
	return errors.Join(err, db.Close())
}

func extensionInstalled(bin, name string) bool {
	if program, err := filepath.EvalSymlinks(filepath.Join(bin, "postgres")); err == nil {
		bin = filepath.Dir(program)
	}
	major := filepath.Base(filepath.Dir(bin))
	return exists(filepath.Join(bin, "../share/extension", name+".control")) || exists("/usr/share/postgresql/"+major+"/extension/"+name+".control")
}

// holdRules fails a test whose statements Citus would refuse or send to all shards. The tables of a copy are those of its template,
// which were checked.
func holdRules(t testing.TB, name string, copied bool) {
	t.Helper()
	ctx := context.Background()
	statements, recorded := sentTo(t, name)
	if !recorded {
		return
	}
	statements = slices.DeleteFunc(statements, func(text string) bool {
		_, right := rightStatements.Load(text)
		return right
	})
	tables := schema.Distributed
	if copied {
		tables = nil
	}
	if len(tables)+len(statements) == 0 {
		return
	}
	for _, broken := range brokenRules(ctx, t, address(name), tables, statements) {
		t.Error(broken)
	}
}

// sentTo returns the statements that a database was sent; recorded is false if the server does not record them.
func sentTo(t testing.TB, name string) (statements []string, recorded bool) {
	t.Helper()
	asAdmin(t, func(ctx context.Context, admin *pgx.Conn) error {
		if err := admin.QueryRow(ctx, "SELECT to_regclass($1) IS NOT NULL", statistics).Scan(&recorded); err != nil || !recorded {
			return err
		}
		rows, err := admin.Query(ctx, "SELECT query FROM pg_stat_statements JOIN pg_database AS d ON d.oid = dbid WHERE d.datname = $1", name)
		if err == nil {
			statements, err = pgx.CollectRows(rows, pgx.RowTo[string])
		}
		return err
	})
	return statements, recorded
}

// brokenRules returns what is wrong with statements and tables of a database (design storage.md section 3).
func brokenRules(ctx context.Context, t testing.TB, url string, tables []citus.Table, statements []string) (broken []error) {
	t.Helper()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(ctx)
	if _, err := conn.Exec(ctx, "SET plan_cache_mode = force_generic_plan"); err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		broken = append(broken, brokenByTable(ctx, conn, table)...)
	}
	for _, text := range statements {
		if err := brokenByStatement(ctx, conn, text); err != nil {
			broken = append(broken, fmt.Errorf("Citus: %w: %s", err, text))
			continue
		}
		rightStatements.Store(text, nil)
	}
	return broken
}

// rightStatements are those that break no rule. The tests of a program have the same tables.
var rightStatements sync.Map

// brokenByTable checks foreign keys, triggers and unique indexes of a table. The triggers kept_… are of a test.
func brokenByTable(ctx context.Context, conn *pgx.Conn, table citus.Table) (broken []error) {
	for _, rule := range []struct{ what, query string }{
		{"a foreign key", "SELECT 1 FROM pg_constraint WHERE contype = 'f' AND to_regclass($1) IN (conrelid, confrelid) AND $2 <> ''"},
		{"a trigger", "SELECT 1 FROM pg_trigger WHERE NOT tgisinternal AND NOT starts_with(tgname, 'kept_') AND tgrelid = to_regclass($1) AND $2 <> ''"},
		{"a unique index without its column", `SELECT 1 FROM pg_index AS i WHERE i.indisunique AND i.indrelid = to_regclass($1) AND NOT EXISTS
			(SELECT 1 FROM pg_attribute AS a WHERE a.attrelid = i.indrelid AND a.attname = $2 AND a.attnum = ANY (i.indkey))`},
	} {
		var found bool
		if err := conn.QueryRow(ctx, "SELECT EXISTS ("+rule.query+")", table.Name, table.By).Scan(&found); err != nil {
			broken = append(broken, err)
		}
		if found {
			broken = append(broken, fmt.Errorf("Citus: %s, which is distributed by %s, has %s", table.Name, table.By, rule.what))
		}
	}
	return broken
}

var ofDistributed = regexp.MustCompile(`(?i)\b(FROM|JOIN|INTO|UPDATE|ONLY)\s+"?(` + strings.Join(distributedNames(), "|") + `)\b`)

func distributedNames() (names []string) {
	for _, table := range schema.Distributed {
		names = append(names, table.Name)
	}
	return names
}

// plan is a node of EXPLAIN.
type plan struct {
	NodeType    string `json:"Node Type"`
	Operation   string `json:"Operation"`
	Relation    string `json:"Relation Name"`
	IndexCond   string `json:"Index Cond"`
	RecheckCond string `json:"Recheck Cond"`
	Filter      string `json:"Filter"`
	Plans       []plan `json:"Plans"`
}

// brokenByStatement checks a statement by the plan that PostgreSQL makes of it.
func brokenByStatement(ctx context.Context, conn *pgx.Conn, text string) error {
	if !ofDistributed.MatchString(text) || plainOnly.MatchString(text) {
		return nil
	}
	for _, begin := range allowed {
		if strings.HasPrefix(text+";", begin) {
			return nil
		}
	}
	defer func() { _, _ = conn.Exec(ctx, "DEALLOCATE checked") }()
	if _, err := conn.Exec(ctx, "PREPARE checked AS "+text, pgx.QueryExecModeSimpleProtocol); err != nil {
		return fmt.Errorf("it cannot be planned: %w", err)
	}
	var parameters int
	err := conn.QueryRow(ctx, "SELECT cardinality(parameter_types) FROM pg_prepared_statements WHERE name = 'checked'").Scan(&parameters)
	if err != nil {
		return err
	}
	nulls := ""
	if parameters > 0 {
		nulls = "(" + strings.TrimSuffix(strings.Repeat("NULL, ", parameters), ", ") + ")"
	}
	var out []byte
	err = conn.QueryRow(ctx, "EXPLAIN (VERBOSE, FORMAT JSON) EXECUTE checked"+nulls, pgx.QueryExecModeSimpleProtocol).Scan(&out)
	if err != nil {
		return fmt.Errorf("it cannot be planned: %w", err)
	}
	var plans []struct{ Plan plan }
	if err := json.Unmarshal(out, &plans); err != nil {
		return err
	}
	return plans[0].Plan.check(text, false)
}

// check returns which rule a node breaks. locked says that it locks the rows.
func (p *plan) check(text string, locked bool) error {
	table, distributed := distributedTable(p.Relation)
	conditions := p.IndexCond + " " + p.RecheckCond + " " + p.Filter
	one := regexp.MustCompile(`\b` + table.By + ` = (\$|'?\d|ANY|\w+\.` + table.By + `\b)`)
	switch {
	case !distributed && p.Relation != "":
		return errors.New("it joins a distributed table with a local one")
	case !distributed:
	case p.NodeType == "ModifyTable" && p.Operation == "Insert":
		if len(p.Plans) == 1 && p.Plans[0].NodeType != "Result" && p.Plans[0].NodeType != "Values Scan" {
			return fmt.Errorf("INSERT .. SELECT into %s goes through the coordinator", table.Name)
		}
	case p.NodeType == "ModifyTable":
	case !one.MatchString(conditions):
		return fmt.Errorf("%s is read without a value of %s", table.Name, table.By)
	case locked && strings.Contains(conditions, table.By+" = ANY"):
		return fmt.Errorf("FOR UPDATE of several values of %s", table.By)
	}
	if distributed && regexp.MustCompile(`[\s,]`+table.By+` *=`).MatchString(setClause(text)) {
		return fmt.Errorf("%s of %s is changed", table.By, table.Name)
	}
	for i := range p.Plans {
		if err := p.Plans[i].check(text, locked || p.NodeType == "LockRows"); err != nil {
			return err
		}
	}
	return nil
}

// setClause returns what an UPDATE sets, without its conditions.
func setClause(text string) string {
	_, set, found := cutWord(text, "SET")
	if !found {
		return ""
	}
	before, _, _ := cutWord(set, "WHERE")
	return before
}

func cutWord(text, word string) (before, after string, found bool) {
	at := regexp.MustCompile(`(?i)\b` + word + `\b`).FindStringIndex(text)
	if at == nil {
		return text, "", false
	}
	return text[:at[0]], text[at[1]:], true
}

func distributedTable(relation string) (citus.Table, bool) {
	for _, table := range schema.Distributed {
		if table.Name == relation {
			return table, true
		}
	}
	return citus.Table{}, false
}
