package exclusion_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"plumbline/internal/platform/cluster"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/exclusion"
	"plumbline/internal/testing/pgtest"
)

// The table corporation as far as turns need it, with two corporations, and what changes write.
const tables = `
	CREATE TABLE exclusion (corporation_id BIGINT NOT NULL PRIMARY KEY, number BIGINT NOT NULL, server BIGINT NOT NULL);
	CREATE TABLE corporation (id BIGINT NOT NULL PRIMARY KEY);
	INSERT INTO corporation (id) VALUES (1), (2);
	CREATE TABLE written (name TEXT NOT NULL)`

var one = exclusion.Owners{Corporations: []int64{1}}

// server is a process with its own connections; on PostgreSQL it has a row in table server.
type server struct {
	*testing.T
	turns *exclusion.Turns
	db    *database.DB
	id    int64
}

// change writes a name unless the name is there, as changes do: first check, then write.
func (s *server) change(name string) error {
	return s.turns.Run(s.Context(), one, func(ctx context.Context) error {
		var there int
		if err := s.db.Reader().QueryRowContext(ctx, "SELECT count(*) FROM written WHERE name = $1", name).Scan(&there); err != nil {
			return err
		}
		if there > 0 {
			return errs.New(errs.NameUsed)
		}
		return s.write(ctx, name)
	})
}

func (s *server) write(ctx context.Context, name string) error {
	return s.db.Write(ctx, func(tx *database.Tx) error {
		if err := exclusion.Check(ctx, tx.Tx); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, "INSERT INTO written (name) VALUES ($1)", name)
		return err
	})
}

func (s *server) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

// embedded returns the only server of a SQLite file.
func embedded(t *testing.T) []*server {
	db, err := database.OpenSQLite(t.Context(), filepath.Join(t.TempDir(), "t.db"))
	s := &server{T: t, db: db, turns: exclusion.New(db)}
	s.must(err)
	t.Cleanup(func() { _ = db.Close() })
	s.must(db.Write(t.Context(), func(tx *database.Tx) error {
		_, err := tx.ExecContext(t.Context(), tables)
		return err
	}))
	return []*server{s}
}

// several returns two servers on one PostgreSQL.
func several(t *testing.T) (list []*server) {
	url := pgtest.URL(t)
	for id := int64(1); id <= 2; id++ {
		db, err := database.OpenPostgres(t.Context(), url)
		s := &server{T: t, db: db, turns: exclusion.New(db), id: id}
		s.must(err)
		t.Cleanup(func() { _ = db.Close() })
		if id == 1 {
			s.must(cluster.Migrate(t.Context(), db))
			_, err := db.Reader().ExecContext(t.Context(), tables)
			s.must(err)
		}
		s.turns.SetServer(id)
		_, err = db.Reader().ExecContext(t.Context(), `INSERT INTO server (id, name, version, lease_until)
			VALUES ($1, 'one', 'test', clock_timestamp() + interval '1 hour')`, id)
		s.must(err)
		list = append(list, s)
	}
	return list
}

func TestOneOfManyEqualChangesIsWritten(t *testing.T) {
	for engine, open := range map[string]func(*testing.T) []*server{"sqlite": embedded, "postgres": several} {
		t.Run(engine, func(t *testing.T) {
			servers := open(t)
			failures := make(chan error, 80)
			var changing sync.WaitGroup
			for i := range cap(failures) {
				changing.Go(func() { failures <- servers[i%len(servers)].change(fmt.Sprint("name ", i/8)) })
			}
			changing.Wait()
			close(failures)
			written := 0
			for err := range failures {
				if err == nil {
					written++
				} else if !errs.Is(err, errs.NameUsed) {
					t.Error(err)
				}
			}
			if written != 10 {
				t.Errorf("%d changes were written, want one of each of 10 names", written)
			}
		})
	}
}

func TestOtherCorporationsDoNotWait(t *testing.T) {
	servers := several(t)
	for _, other := range servers {
		servers[0].must(servers[0].turns.Run(t.Context(), one, func(context.Context) error {
			return other.turns.Run(t.Context(), exclusion.Owners{Corporations: []int64{2}}, func(context.Context) error { return nil })
		}))
	}
}

// TestAServerThatLostItsTurnDoesNotWrite: a server is paused between its check and its write, and taken for dead.
func TestAServerThatLostItsTurnDoesNotWrite(t *testing.T) {
	servers := several(t)
	paused, other := servers[0], servers[1]
	err := paused.turns.Run(t.Context(), one, func(ctx context.Context) error {
		_, err := other.db.Reader().ExecContext(ctx, "DELETE FROM server WHERE id = $1", paused.id)
		other.must(err)
		other.must(other.change("of the other"))
		return paused.write(ctx, "too late")
	})
	if !errs.Is(err, errs.Changed) {
		t.Errorf("the paused server wrote: %v", err)
	}
}

// TestATurnLastsUntilTheCommit: the next turn waits for the transaction of a server that was taken for dead.
func TestATurnLastsUntilTheCommit(t *testing.T) {
	servers := several(t)
	paused, other := servers[0], servers[1]
	changed := make(chan error)
	paused.must(paused.turns.Run(t.Context(), one, func(ctx context.Context) error {
		return paused.db.Write(ctx, func(tx *database.Tx) error {
			paused.must(exclusion.Check(ctx, tx.Tx))
			_, err := other.db.Reader().ExecContext(ctx, "DELETE FROM server WHERE id = $1", paused.id)
			other.must(err)
			go func() { changed <- other.change("same") }()
			waiting := 0
			for waiting == 0 { // until the other server waits for the row
				other.must(other.db.Reader().QueryRowContext(ctx, "SELECT count(*) FROM pg_locks WHERE NOT granted").Scan(&waiting))
			}
			_, err = tx.ExecContext(ctx, "INSERT INTO written (name) VALUES ('same')")
			return err
		})
	}))
	if err := <-changed; !errs.Is(err, errs.NameUsed) {
		t.Errorf("the other server did not see the committed name: %v", err)
	}
}

// TestAFailedTurnIsGivenBack: the next change, here or elsewhere, gets the turn.
func TestAFailedTurnIsGivenBack(t *testing.T) {
	boom := errors.New("boom")
	servers := several(t)
	for _, s := range append(servers, servers...) {
		if err := s.turns.Run(t.Context(), one, func(context.Context) error { return boom }); !errors.Is(err, boom) {
			t.Fatal(err)
		}
	}
}
