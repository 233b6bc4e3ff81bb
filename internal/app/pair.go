package app

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"plumbline/internal/feature/backup"
	"plumbline/internal/platform/database"
)

// Both files of an embedded installation have the same random number as their SQLite application_id, so that a lost,
// empty or foreign file is noticed: it may contain acknowledged readings.
var (
	errNoJournal = fmt.Errorf(
		"%s is missing or empty, and acknowledged readings may be lost with it: restore it, or start once with --new-journal to give them up",
		backup.FramesFile)
	errNoData = fmt.Errorf("%s is missing or empty, but %s is not: restore %s, or move %s away to begin a new installation",
		backup.DataFile, backup.FramesFile, backup.DataFile, backup.FramesFile)
	errOtherData = fmt.Errorf("%s belongs to another installation than %s: restore both from one backup", backup.FramesFile, backup.DataFile)
)

// pair checks that the journal belongs to the data, and pairs two files that are new or come from a version without
// the numbers. newJournal accepts an empty journal.
func pair(ctx context.Context, data, frames *database.DB, newJournal bool) error {
	ofData, err := applicationID(ctx, data)
	if err != nil {
		return err
	}
	ofFrames, err := applicationID(ctx, frames)
	if err != nil {
		return err
	}
	if ofData == ofFrames && ofData != 0 {
		return nil
	}
	used, err := holdsFrames(ctx, frames)
	if err != nil {
		return err
	}
	switch {
	case ofData == 0 && ofFrames == 0:
		ofData = rand.Int32N(1<<31-2) + 1
	case ofData == 0 && used:
		return errNoData
	case ofData == 0: // an interrupted first start
		ofData = ofFrames
	case used:
		return errOtherData
	case !newJournal:
		return errNoJournal
	}
	// The journal first: an interruption in between is a first start again.
	return errors.Join(setApplicationID(ctx, frames, ofData), setApplicationID(ctx, data, ofData))
}

func applicationID(ctx context.Context, db *database.DB) (id int32, err error) {
	err = db.Reader().QueryRowContext(ctx, "PRAGMA application_id").Scan(&id)
	return id, err
}

func setApplicationID(ctx context.Context, db *database.DB, id int32) error {
	return db.Write(ctx, func(tx *database.Tx) error {
		_, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA application_id = %d", id))
		return err
	})
}

// holdsFrames reports whether a journal has ever stored a frame.
func holdsFrames(ctx context.Context, frames *database.DB) (bool, error) {
	var tables int
	err := frames.Reader().QueryRowContext(ctx, "SELECT count(*) FROM sqlite_master WHERE name = 'frame_sequence'").Scan(&tables)
	if err != nil || tables == 0 {
		return false, err
	}
	var last int64
	err = frames.Reader().QueryRowContext(ctx, "SELECT max(last) FROM frame_sequence").Scan(&last)
	return last > 0, err
}
