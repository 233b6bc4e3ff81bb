package foldb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/sqlkit"
)

type pictureRow struct {
	bun.BaseModel `bun:"table:alert_picture,alias:pic"`
	ID            int64 `bun:",pk"`
	AlertID       int64
	TransitionID  int64
	CommentID     int64
	Path          string
}

// SavePictures stores the pictures of a decision or of a comment about an alert, in the caller's transaction.
func SavePictures(ctx context.Context, tx *sqlkit.Transaction, alert, transition, comment int64, paths []string) error {
	if len(paths) == 0 {
		return nil
	}
	rows := make([]pictureRow, len(paths))
	for i, path := range paths {
		id, err := tx.ID(ctx)
		if err != nil {
			return err
		}
		rows[i] = pictureRow{ID: id, AlertID: alert, TransitionID: transition, CommentID: comment, Path: path}
	}
	if err := tx.Insert(ctx, &rows); err != nil {
		return fmt.Errorf("store %d pictures of alert %d: %w", len(paths), alert, err)
	}
	return nil
}

// CommentPictures returns the paths of the pictures of comments on alerts, by the id of the comment.
// The caller has read the comments with a scope.
func CommentPictures(ctx context.Context, tables *sqlkit.Tables, alerts []int64) (map[int64][]string, error) {
	of := map[int64][]string{}
	err := pictures(ctx, tables, alerts, func(r pictureRow) {
		if r.CommentID != 0 {
			of[r.CommentID] = append(of[r.CommentID], r.Path)
		}
	})
	return of, err
}

// DecisionPictures returns the paths of the pictures of decisions about alerts, by the id of the transition.
// The caller has read the alerts with a scope.
func DecisionPictures(ctx context.Context, tables *sqlkit.Tables, alerts []int64) (map[int64][]string, error) {
	of := map[int64][]string{}
	err := pictures(ctx, tables, alerts, func(r pictureRow) {
		if r.TransitionID != 0 {
			of[r.TransitionID] = append(of[r.TransitionID], r.Path)
		}
	})
	return of, err
}

// addPictures gives the transitions of alerts their pictures.
func (s *Store) addPictures(ctx context.Context, alerts []int64, list []alarm.Transition) error {
	of, err := DecisionPictures(ctx, s.Tables, alerts)
	for i := range list {
		list[i].Pictures = of[list[i].ID]
	}
	return err
}

func pictures(ctx context.Context, tables *sqlkit.Tables, alerts []int64, visit func(pictureRow)) error {
	if len(alerts) == 0 {
		return nil
	}
	var rows []pictureRow
	if err := tables.Selects(&rows).Where("pic.alert_id IN (?)", bun.List(alerts)).OrderExpr("pic.id").Scan(ctx); err != nil {
		return fmt.Errorf("pictures of %d alerts: %w", len(alerts), err)
	}
	for _, r := range rows {
		visit(r)
	}
	return nil
}
