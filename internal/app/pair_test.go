package app

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"plumbline/internal/feature/backup"
	"plumbline/internal/platform/database"
)

// installed returns the data folder of an installation with a frame.
func installed(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	reopen(t, folder, false, nil)
	frames, err := database.OpenSQLite(t.Context(), filepath.Join(folder, backup.FramesFile))
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{"CREATE TABLE IF NOT EXISTS frame_sequence (part BIGINT, last BIGINT)", "INSERT INTO frame_sequence VALUES (0, 7)"} {
		if err := frames.Write(t.Context(), func(tx *database.Tx) error {
			_, err := tx.ExecContext(t.Context(), statement)
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	if err := frames.Close(); err != nil {
		t.Fatal(err)
	}
	reopen(t, folder, false, nil)
	return folder
}

// reopen opens and closes an installation; want is the expected error.
func reopen(t *testing.T, folder string, newJournal bool, want error) {
	t.Helper()
	in, err := Open(t.Context(), Config{Data: folder, NewJournal: newJournal}, slog.New(slog.DiscardHandler))
	if !errors.Is(err, want) {
		t.Errorf("%v, want %v", err, want)
	}
	if err == nil {
		if err := in.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestJournalMustMatchData(t *testing.T) {
	path := func(folder, name string) string { return filepath.Join(folder, name) }
	remove := func(t *testing.T, folder, name string) {
		for _, suffix := range []string{"", "-wal", "-shm"} {
			if err := os.Remove(path(folder, name) + suffix); err != nil && !os.IsNotExist(err) {
				t.Fatal(err)
			}
		}
	}
	empty := func(t *testing.T, folder, name string) {
		remove(t, folder, name)
		if err := os.WriteFile(path(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("journal missing", func(t *testing.T) {
		folder := installed(t)
		remove(t, folder, backup.FramesFile)
		reopen(t, folder, false, errNoJournal)
		reopen(t, folder, false, errNoJournal) // the refused start created an empty one
		reopen(t, folder, true, nil)
		reopen(t, folder, false, nil)
	})
	t.Run("journal emptied", func(t *testing.T) {
		folder := installed(t)
		empty(t, folder, backup.FramesFile)
		reopen(t, folder, false, errNoJournal)
	})
	t.Run("data emptied", func(t *testing.T) {
		folder := installed(t)
		empty(t, folder, backup.DataFile)
		reopen(t, folder, true, errNoData)
	})
	t.Run("journal of another installation", func(t *testing.T) {
		folder, other := installed(t), installed(t)
		remove(t, folder, backup.FramesFile)
		if err := os.Rename(path(other, backup.FramesFile), path(folder, backup.FramesFile)); err != nil {
			t.Fatal(err)
		}
		reopen(t, folder, true, errOtherData)
	})
	t.Run("data missing before anything was received", func(t *testing.T) {
		folder := t.TempDir()
		reopen(t, folder, false, nil)
		remove(t, folder, backup.DataFile)
		reopen(t, folder, false, nil)
	})
	t.Run("files of a version without the numbers", func(t *testing.T) {
		folder := installed(t)
		for _, name := range []string{backup.DataFile, backup.FramesFile} {
			db, err := database.OpenSQLite(t.Context(), path(folder, name))
			if err == nil {
				err = errors.Join(setApplicationID(t.Context(), db, 0), db.Close())
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		reopen(t, folder, false, nil)
	})
}
