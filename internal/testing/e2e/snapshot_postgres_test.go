package e2e

import (
	"fmt"

	"plumbline/internal/platform/database"
)

// onPostgres keeps rows in copies of the tables. A sequence for each table counts the statements that wrote to it,
// because sequences never wait for locks.
type onPostgres struct {
	*world
	seen map[string]int64 // values of the sequences when the tables were last restored
}

func (k *onPostgres) keep() {
	k.exec(`DROP SCHEMA IF EXISTS kept CASCADE`, `CREATE SCHEMA kept`,
		`CREATE FUNCTION kept.count() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM nextval('kept.' || TG_TABLE_NAME || '_writes'); RETURN NULL; END $$`)
	for _, name := range k.changing("SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' ORDER BY 1") {
		k.exec(
			fmt.Sprintf(`CREATE TABLE kept.%[1]s AS SELECT * FROM public.%[1]s`, name),
			fmt.Sprintf(`CREATE SEQUENCE kept.%s_writes`, name),
			fmt.Sprintf(`CREATE TRIGGER kept_count AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON public.%s FOR EACH STATEMENT EXECUTE FUNCTION kept.count()`,
				name),
		)
	}
	k.seen = k.written()
}

// written returns the number of writes to each table.
func (k *onPostgres) written() map[string]int64 {
	rows, err := k.beside.Query(`SELECT replace(sequencename::text, '_writes', ''), coalesce(last_value, 0) FROM pg_sequences WHERE schemaname = 'kept'`)
	k.must(err)
	defer rows.Close()
	at := map[string]int64{}
	for rows.Next() {
		var name string
		var n int64
		k.must(rows.Scan(&name, &n))
		at[name] = n
	}
	k.must(rows.Err())
	return at
}

func (k *onPostgres) putBack() {
	k.Helper()
	now := k.written()
	var changed []string
	for name, n := range now {
		if k.seen[name] != n {
			changed = append(changed, name)
		}
	}
	if len(changed) == 0 {
		return
	}
	// The server works in the background, so the two may wait for each other.
	err := k.restore(changed)
	for tries := 1; database.TooSlow(err) && tries < 5; tries++ {
		err = k.restore(changed)
	}
	k.must(err)
	k.seen = now
	k.in.Identity.ForgetPermissions(0)
}

func (k *onPostgres) restore(tables []string) error {
	tx, err := k.beside.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	// No triggers or foreign keys: tables are restored one by one.
	if _, err := tx.Exec("SET LOCAL session_replication_role = replica"); err != nil {
		return err
	}
	for _, name := range tables {
		statements := []string{"DELETE FROM public.%[1]s", "INSERT INTO public.%[1]s SELECT * FROM kept.%[1]s"}
		if name == "server" { // its lease is renewed meanwhile: a deleted row would look as if another server had taken over
			statements = []string{"UPDATE public.%[1]s AS s SET drain = k.drain, draining = k.draining FROM kept.%[1]s AS k WHERE k.id = s.id"}
		}
		for _, statement := range statements {
			if _, err := tx.Exec(fmt.Sprintf(statement, name)); err != nil {
				return err
			}
		}
	}
	return tx.Commit()
}

func (k *onPostgres) exec(statements ...string) {
	k.Helper()
	for _, statement := range statements {
		_, err := k.beside.Exec(statement)
		k.must(err)
	}
}
