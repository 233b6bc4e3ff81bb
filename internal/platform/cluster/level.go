package cluster

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"plumbline/internal/platform/database"
)

// Servers of two versions work together during an upgrade. A version has a level; oldest is the level of the oldest
// version that can work next to it, on its tables and with what it writes for others. Migrations that only add leave
// oldest as it is. One that removes or changes what an older version uses raises level, and oldest to the level of the
// first version that no longer uses it. They are variables because a test builds later versions with -ldflags -X.
var level, oldest = "1", "1"

// ErrTooOld means that the tables have been changed for newer versions. This program cannot work on them.
var ErrTooOld = errors.New("this version of Plumbline is too old for the database")

// ErrOlderServers means that servers are running that could not work on the tables of this version.
var ErrOlderServers = errors.New("servers of an older version still work on the database: stop them first")

func levels() (own, least int) {
	own, errOwn := strconv.Atoi(level)
	least, errLeast := strconv.Atoi(oldest)
	if err := errors.Join(errOwn, errLeast); err != nil {
		panic(err) // wrong build
	}
	return own, least
}

// Admit checks that this version can work on a PostgreSQL database and next to its running servers. From then on
// servers that are too old for this version are refused. Call it before the tables are migrated.
func Admit(ctx context.Context, db *database.DB) error {
	if err := Migrate(ctx, db); err != nil {
		return err
	}
	own, least := levels()
	return db.Write(ctx, func(tx *database.Tx) error {
		if err := lockPlacement(ctx, tx); err != nil {
			return err
		}
		if err := checkLevel(ctx, tx, own); err != nil {
			return err
		}
		if err := endExpired(ctx, tx, least); err != nil {
			return err
		}
		var name, version string
		var running int
		err := tx.QueryRowContext(ctx, "SELECT count(*), coalesce(min(name), ''), coalesce(min(version), '') FROM server WHERE level < $1", least).
			Scan(&running, &name, &version)
		if err != nil {
			return fmt.Errorf("servers of older versions: %w", err)
		}
		if running > 0 {
			return fmt.Errorf("%w: %d, one of them on %s with version %s", ErrOlderServers, running, name, version)
		}
		_, err = tx.ExecContext(ctx, "UPDATE required_level SET level = $1 WHERE level < $1", least)
		return err
	})
}

// First checks that this version can still work on the tables, and reports whether no server is running.
func First(ctx context.Context, db *database.DB) (first bool, err error) {
	own, _ := levels()
	err = db.Write(ctx, func(tx *database.Tx) error {
		if err := checkLevel(ctx, tx, own); err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, "SELECT NOT EXISTS (SELECT 1 FROM server WHERE lease_until > clock_timestamp())").Scan(&first)
	})
	return first, err
}

// checkLevel returns ErrTooOld if the tables need a newer version.
func checkLevel(ctx context.Context, tx *database.Tx, own int) error {
	var required int
	if err := tx.QueryRowContext(ctx, "SELECT level FROM required_level WHERE id = 1").Scan(&required); err != nil {
		return fmt.Errorf("level of the database: %w", err)
	}
	if required > own {
		return fmt.Errorf("%w: it has level %d, the database needs level %d", ErrTooOld, own, required)
	}
	return nil
}

// endExpired removes servers below a level whose leases have expired. One that was only paused then finds its row gone.
func endExpired(ctx context.Context, tx *database.Tx, below int) error {
	for _, statement := range []string{
		"SELECT id FROM server WHERE level < $1 AND lease_until < clock_timestamp() ORDER BY id FOR UPDATE",
		`UPDATE point_partition SET server = NULL
			WHERE server IN (SELECT id FROM server WHERE level < $1 AND lease_until < clock_timestamp())`,
		"DELETE FROM server WHERE level < $1 AND lease_until < clock_timestamp()",
	} {
		if _, err := tx.ExecContext(ctx, statement, below); err != nil {
			return fmt.Errorf("remove expired servers of older versions: %w", err)
		}
	}
	return nil
}
