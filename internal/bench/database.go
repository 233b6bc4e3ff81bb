package bench

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/jackc/pgx/v5"

	"plumbline/internal/app"
	"plumbline/internal/platform/citus"
)

// databases makes an empty schema per installation of a run in one PostgreSQL database.
type databases struct {
	url   string // "": the embedded database
	names []string
}

// open makes the schema of an installation and returns an address that leads to it.
func (d *databases) open(ctx context.Context, name string) (string, error) {
	if d.url == "" {
		return "", nil
	}
	schema := "plumbline_bench_" + name
	if err := d.exec(ctx, "DROP SCHEMA IF EXISTS "+schema+" CASCADE", "CREATE SCHEMA "+schema); err != nil {
		return "", err
	}
	d.names = append(d.names, schema)
	if !strings.Contains(d.url, "://") { // key=value
		return d.url + " search_path=" + schema, nil
	}
	separator := "?"
	if strings.Contains(d.url, "?") {
		separator = "&"
	}
	return d.url + separator + "search_path=" + schema, nil
}

// distribute distributes the tables of an installation if its database has the extension Citus.
func distribute(ctx context.Context, address string) error {
	if address == "" {
		return nil
	}
	err := app.Distribute(ctx, address, app.DistributeOptions{Shards: app.DefaultShards}, io.Discard)
	if errors.Is(err, citus.ErrMissing) {
		return nil
	}
	return err
}

// close drops the schemas.
func (d *databases) close(ctx context.Context) error {
	var errs []error
	for _, schema := range d.names {
		errs = append(errs, d.exec(ctx, "DROP SCHEMA IF EXISTS "+schema+" CASCADE"))
	}
	return errors.Join(errs...)
}

func (d *databases) exec(ctx context.Context, statements ...string) error {
	conn, err := pgx.Connect(ctx, d.url)
	if err != nil {
		return err
	}
	for _, statement := range statements {
		if _, err := conn.Exec(ctx, statement); err != nil {
			return errors.Join(err, conn.Close(ctx))
		}
	}
	return conn.Close(ctx)
}

// flags returns the flags with which the program uses a database.
func flags(database string, more ...string) []string {
	if database == "" {
		return more
	}
	return append([]string{"--database-url", database}, more...)
}
