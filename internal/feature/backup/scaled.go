package backup

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"plumbline/internal/platform/database"
)

// SaveScaled writes a backup of a PostgreSQL installation: every table from one snapshot, the key that encrypts device
// secrets, and the uploaded files.
func SaveScaled(ctx context.Context, url string, place Place, version string, w io.Writer) error {
	conn, err := connect(ctx, url)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	work, err := os.MkdirTemp("", "plumbline-backup-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	manifest := Manifest{Format: 1, Engine: Scaled, Version: version, Created: time.Now().UTC()}
	snapshot := pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}
	err = pgx.BeginTxFunc(ctx, conn, snapshot, func(tx pgx.Tx) error {
		names, err := tables(ctx, tx)
		if err != nil {
			return err
		}
		// The snapshot of the coordinator is taken: those of the workers of Citus come later, and contain all that it shows.
		if err := awaitWorkers(ctx, url); err != nil {
			return err
		}
		for _, table := range names {
			if err := copyOut(ctx, conn, table, filepath.Join(work, table+".copy")); err != nil {
				return fmt.Errorf("copy table %s: %w", table, err)
			}
			manifest.Parts = append(manifest.Parts, Part{Name: table + ".copy"})
		}
		manifest.Parts = append(manifest.Parts, Part{Name: sequencesFile})
		return saveSequences(ctx, tx, filepath.Join(work, sequencesFile))
	})
	if err != nil {
		return err
	}
	if key, err := os.ReadFile(filepath.Join(place.Folder, KeyFile)); err == nil {
		if err := os.WriteFile(filepath.Join(work, KeyFile), key, 0o600); err != nil {
			return err
		}
		manifest.Parts = append(manifest.Parts, Part{Name: KeyFile})
	}
	files, err := saveFiles(ctx, place.Blobs, work)
	if err != nil {
		return fmt.Errorf("copy the uploaded files: %w", err)
	}
	manifest.Parts = append(manifest.Parts, files...)
	return pack(w, work, manifest)
}

// RestoreScaled checks the whole backup and loads it in one transaction into an empty database. migrate creates the
// tables; the backup replaces the rows that it writes.
func RestoreScaled(ctx context.Context, r io.Reader, url string, place Place, migrate func(context.Context) error) (Manifest, error) {
	work, err := os.MkdirTemp("", "plumbline-restore-")
	if err != nil {
		return Manifest{}, err
	}
	defer os.RemoveAll(work)
	manifest, err := unpack(ctx, r, work)
	if err != nil {
		return manifest, err
	}
	if manifest.Engine != Scaled {
		return manifest, fmt.Errorf("this is a backup of an embedded installation: give --data of a new folder")
	}
	conn, err := connect(ctx, url)
	if err != nil {
		return manifest, err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	before, err := tables(ctx, conn)
	if err != nil {
		return manifest, err
	}
	if len(before) > 0 {
		return manifest, fmt.Errorf("the database is not empty (it has the table %s): restore into a new database", before[0])
	}
	if err := restoreFiles(ctx, place.Blobs, work, manifest.Parts); err != nil { // before the database, so that a retry finds it empty
		return manifest, err
	}
	if err := migrate(ctx); err != nil {
		return manifest, err
	}
	err = pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		made, err := tables(ctx, tx)
		if err != nil {
			return err
		}
		// The backup also contains the rows that the migrations wrote. Skip tables without rows: some of them cannot
		// be emptied.
		for _, table := range made {
			var filled bool
			name := pgx.Identifier{table}.Sanitize()
			if err := tx.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM "+name+")").Scan(&filled); err != nil {
				return fmt.Errorf("count rows of the new tables: %w", err)
			}
			if !filled {
				continue
			}
			if _, err := tx.Exec(ctx, "TRUNCATE "+name+" CASCADE"); err != nil {
				return fmt.Errorf("empty the new table %s: %w", table, err)
			}
		}
		for _, part := range manifest.Parts {
			table, ok := strings.CutSuffix(part.Name, ".copy")
			if !ok {
				continue
			}
			if err := copyIn(ctx, conn, table, filepath.Join(work, part.Name)); err != nil {
				return fmt.Errorf("load table %s: %w", table, err)
			}
		}
		return restoreSequences(ctx, tx, filepath.Join(work, sequencesFile))
	})
	if err != nil {
		return manifest, err
	}
	key, err := os.ReadFile(filepath.Join(work, KeyFile))
	if errors.Is(err, os.ErrNotExist) {
		return manifest, nil
	}
	if err != nil {
		return manifest, err
	}
	if err := os.MkdirAll(place.Folder, 0o750); err != nil {
		return manifest, err
	}
	return manifest, os.WriteFile(filepath.Join(place.Folder, KeyFile), key, 0o600)
}

// connect opens a session whose statements may take as long as a large table needs.
func connect(ctx context.Context, url string) (*pgx.Conn, error) {
	conn, err := database.Connect(ctx, url)
	if err != nil {
		return nil, err
	}
	if _, err := conn.Exec(ctx, "SET statement_timeout = 0"); err != nil {
		return nil, errors.Join(err, conn.Close(ctx))
	}
	return conn, nil
}

type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// tables lists the tables of the installation, referenced tables first.
func tables(ctx context.Context, q querier) ([]string, error) {
	rows, err := q.Query(ctx, `
		WITH RECURSIVE depth AS (
			SELECT c.oid, 0 AS level FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
			WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p')
			UNION ALL
			SELECT k.conrelid, d.level + 1 FROM depth d JOIN pg_constraint k ON k.confrelid = d.oid AND k.contype = 'f' AND k.conrelid <> d.oid
			WHERE d.level < 20
		)
		SELECT c.relname FROM depth d JOIN pg_class c ON c.oid = d.oid GROUP BY c.relname ORDER BY MAX(d.level), c.relname`)
	if err != nil {
		return nil, fmt.Errorf("list tables: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

func copyOut(ctx context.Context, conn *pgx.Conn, table, path string) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	buffered := bufio.NewWriterSize(file, 1<<20)
	_, err = conn.PgConn().CopyTo(ctx, buffered, "COPY "+pgx.Identifier{table}.Sanitize()+" TO STDOUT (FORMAT binary)")
	return errors.Join(err, buffered.Flush(), file.Close())
}

func copyIn(ctx context.Context, conn *pgx.Conn, table, path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = conn.PgConn().CopyFrom(ctx, bufio.NewReaderSize(file, 1<<20), "COPY "+pgx.Identifier{table}.Sanitize()+" FROM STDIN (FORMAT binary)")
	return err
}
