package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/jackc/pgx/v5"

	"plumbline/internal/platform/citus"
	"plumbline/internal/platform/database"
)

// sequencesFile is the part of a backup with the last number of each sequence of PostgreSQL.
const sequencesFile = "sequences.json"

type sequence struct {
	Name string
	Last int64
}

func saveSequences(ctx context.Context, tx pgx.Tx, path string) error {
	rows, err := tx.Query(ctx, "SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY 1")
	if err != nil {
		return fmt.Errorf("list sequences: %w", err)
	}
	list, err := pgx.CollectRows(rows, pgx.RowToStructByPos[sequence])
	if err != nil {
		return fmt.Errorf("list sequences: %w", err)
	}
	text, err := json.Marshal(list)
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o600)
}

// restoreSequences continues the numbering of the backup. Backups of earlier versions have none.
func restoreSequences(ctx context.Context, tx pgx.Tx, path string) error {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	var list []sequence
	if err := errors.Join(err, json.Unmarshal(text, &list)); err != nil {
		return fmt.Errorf("sequences of the backup: %w", err)
	}
	for _, s := range list {
		if _, err := tx.Exec(ctx, "SELECT setval($1::text::regclass, $2)", pgx.Identifier{s.Name}.Sanitize(), s.Last); err != nil {
			return fmt.Errorf("restore sequence %s: %w", s.Name, err)
		}
	}
	return nil
}

// awaitWorkers waits until the workers of Citus show what the coordinator shows.
func awaitWorkers(ctx context.Context, url string) error {
	db, err := database.OpenPostgres(ctx, url)
	if err != nil {
		return err
	}
	defer db.Close()
	if !db.OnCitus() {
		return nil
	}
	return citus.AwaitCommits(ctx, db.Reader())
}
