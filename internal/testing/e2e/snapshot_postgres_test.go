package e2e

import "fmt"

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
	tx, err := k.beside.Begin()
	k.must(err)
	_, err = tx.Exec("SET LOCAL session_replication_role = replica") // no triggers or foreign keys: tables are restored one by one
	k.must(err)
	for _, name := range changed {
		for _, statement := range []string{"DELETE FROM public.%[1]s", "INSERT INTO public.%[1]s SELECT * FROM kept.%[1]s"} {
			_, err := tx.Exec(fmt.Sprintf(statement, name))
			k.must(err)
		}
	}
	k.must(tx.Commit())
	k.seen = now
	k.in.Identity.ForgetPermissions(0)
}

func (k *onPostgres) exec(statements ...string) {
	k.Helper()
	for _, statement := range statements {
		_, err := k.beside.Exec(statement)
		k.must(err)
	}
}
