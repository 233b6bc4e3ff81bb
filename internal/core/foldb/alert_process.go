package foldb

import (
	"cmp"
	"context"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/marks"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
)

func (s *Store) Process(ctx context.Context, who audit.Actor, record alarm.Record, was alarm.Status, transition alarm.Transition, markFrom int64) error {
	return s.Write(ctx, func(tx *Change) error {
		if record.PointID != 0 { // before the row is locked, as the fold does
			if err := tx.Exclude(ctx, []int64{record.CorporationID}); err != nil {
				return err
			}
		}
		after, err := alertRowOf(record)
		if err != nil {
			return err
		}
		// Only the columns of the handling, so that what the fold found since is kept.
		result, err := s.Bun.NewUpdate().Conn(tx.Tx).Model(&after).
			Column("status", "processed_at", "processed_by", "processed_level", "seen_until", "cause", "measure", "note", "changed_at").
			WherePK().Where("status = ?", was).
			Where("id IN (?)", sqlkit.Visible(tx.Selects((*AlertRow)(nil)).Column("al.id"), who.Scope, "al.corporation_id", "al.project_id").
				Where("al.id = ?", record.ID)).
			Exec(ctx)
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			if err != nil {
				return err
			}
			return tx.notProcessed(ctx, who, record.ID)
		}
		transition.AlertID = record.ID
		if transition.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		if transition.RecordedAt == 0 {
			transition.RecordedAt = tx.Now
		}
		row := transitionRowOf(transition)
		if err := tx.Insert(ctx, &row); err != nil {
			return err
		}
		if err := SavePictures(ctx, tx.Transaction, record.ID, transition.ID, 0, transition.Pictures); err != nil {
			return err
		}
		switch {
		case record.Kind == alarm.OfGraded:
			if err := marks.AddGraded(ctx, tx.Tx.Tx, record.ProjectID, []marks.Mark{{Point: gradedPoint(&record), From: markFrom}}); err != nil {
				return err
			}
		case record.PointID != 0:
			tx.Mark(markFrom, record.PointID)
		}
		name, err := tx.NameOf(ctx, cmp.Or(record.PointID, record.DeviceID))
		if err != nil {
			return err
		}
		return tx.Log(ctx, who, auditdb.Entry{
			Kind: "alert", Action: auditdb.Updated, ID: record.ID, Corporation: record.CorporationID, Project: record.ProjectID, Content: name,
			Before: map[string]any{"status": was},
			After: map[string]any{
				"status": record.Status, "cause": record.Cause, "measure": record.Measure, "note": record.Note, "pictures": len(transition.Pictures),
			},
		})
	})
}

// gradedPoint returns the point whose mark makes the gradings of a project judge a record again: one that rests on several
// points has the number of its grading, which no point has.
func gradedPoint(r *alarm.Record) int64 { return cmp.Or(r.PointID, r.GradingID) }

// notProcessed returns why an alert could not be processed: it is out of scope, or its status has changed.
func (c *Change) notProcessed(ctx context.Context, who audit.Actor, id int64) error {
	var row AlertRow
	err := sqlkit.Visible(c.Selects(&row).Where("al.id = ?", id), who.Scope, "al.corporation_id", "al.project_id").Scan(ctx)
	return cmp.Or(sqlkit.Translate(err), error(errs.New(errs.Changed)))
}
