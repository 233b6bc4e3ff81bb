package handling

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/events"
	"plumbline/internal/platform/sqlkit"
)

// watchEvery is how often owned incidents are looked at.
const watchEvery = 5 * time.Second

// OwnerMessenger writes the in-app messages to owners of incidents, see package notify. record is the earliest alert of the incident.
type OwnerMessenger interface {
	IncidentEscalated(ctx context.Context, tx *sql.Tx, record *alarm.Record, structure string, level alarm.Level, account int64) error
	IncidentEnded(ctx context.Context, tx *sql.Tx, record *alarm.Record, structure string, level alarm.Level, account int64) error
}

// Watcher notifies the owners of incidents when the level rises and when an incident is over.
type Watcher struct {
	*sqlkit.Tables
	Alerts   *alarm.Service
	Messages OwnerMessenger
	Log      *slog.Logger
	Resting  func() bool // nil: never
}

type noticeRow struct {
	bun.BaseModel `bun:"table:incident_notice,alias:inn"`
	ChangeID      int64 `bun:",pk"`
	ProjectID     int64
	StructureID   int64
	Level         alarm.Level
	EndedAt       int64
}

// noticeOf returns what a new owner has heard: the level of the incident as it is now.
func noticeOf(i *Incident, project, change, now int64) noticeRow {
	row := noticeRow{ChangeID: change, ProjectID: project, StructureID: i.StructureID, Level: i.Level}
	if i.Over(now) {
		row.EndedAt = now
	}
	return row
}

// heard is what the owner named by a change hears now.
type heard struct {
	noticeRow           // as it is then
	of        *Incident // the gravest that still has this owner; nil: nobody hears anything
	risen     bool
	ended     bool
}

// next returns what the owner hears at a time (UTC ms) of the incidents that have alerts of the change. They can be several,
// or have another owner. Once they are over, nothing follows, whatever late data say.
func (r noticeRow) next(list []Incident, now int64) heard {
	h := heard{noticeRow: r}
	over := len(list) > 0
	for i := range list {
		over = over && list[i].Over(now)
		if list[i].Owner.ChangeID == r.ChangeID && (h.of == nil || list[i].Level > h.of.Level) {
			h.of = &list[i]
		}
	}
	if h.of != nil && h.of.Level > r.Level {
		h.Level, h.risen = h.of.Level, true
	}
	if over {
		h.EndedAt, h.ended = now, h.of != nil
	}
	return h
}

// Run looks until ctx ends, and not while other servers do the work of this one.
func (w *Watcher) Run(ctx context.Context) {
	look := time.NewTicker(watchEvery)
	defer look.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
			if w.Resting != nil && w.Resting() {
				continue
			}
			if err := w.Look(ctx, clock.Now().UnixMilli()); err != nil && ctx.Err() == nil {
				w.Log.ErrorContext(ctx, "owners of incidents", "error", err)
			}
		}
	}
}

// Look announces what owners have not heard yet at a time (UTC ms).
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (w *Watcher) Look(ctx context.Context, now int64) error {
	var due []struct{ ProjectID, StructureID int64 }
	err := w.Bun.NewSelect().TableExpr("incident_notice AS inn").ColumnExpr("DISTINCT inn.project_id, inn.structure_id").
		Where("inn.ended_at = 0 AND inn.project_id NOT IN "+sqlkit.DeletedProjects).OrderExpr("inn.structure_id").Scan(ctx, &due)
	if err != nil {
		return fmt.Errorf("owned incidents: %w", err)
	}
	var failed error
	for _, d := range due {
		if err := w.look(ctx, d.ProjectID, d.StructureID, now); err != nil {
			failed = errors.Join(failed, fmt.Errorf("incidents of structure %d: %w", d.StructureID, err))
		}
	}
	return failed
}

// look reads once without a lock, because there is rarely news. What it announces rests on what it reads with the lock, under
// which owners change too.
func (w *Watcher) look(ctx context.Context, project, structure, now int64) error {
	list, err := w.news(ctx, w.Bun.NewSelect(), project, structure, now)
	if err != nil || len(list) == 0 {
		return err
	}
	return w.Write(ctx, func(tx *sqlkit.Transaction) error {
		if err := tx.Lock(ctx, "structure", structure); err != nil {
			return err
		}
		list, err := w.news(ctx, tx.Tables.Bun.NewSelect().Conn(tx.Tx), project, structure, now)
		if err != nil {
			return err
		}
		for i := range list {
			if err := w.announce(ctx, tx, &list[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// news returns what is new for the ledger of a structure.
func (w *Watcher) news(ctx context.Context, q *bun.SelectQuery, project, structure, now int64) (list []heard, err error) {
	var rows []struct {
		noticeRow   `bun:",extend"`
		AlertID     int64 `bun:",scanonly"`
		WithdrawnAt int64 `bun:",scanonly"`
	}
	err = q.Model(&rows).ColumnExpr("inn.*").ColumnExpr("COALESCE(al.id, 0) AS alert_id, COALESCE(al.withdrawn_at, 0) AS withdrawn_at").
		Join("LEFT JOIN incident_owner AS io ON io.change_id = inn.change_id").Join("LEFT JOIN alert AS al ON al.id = io.alert_id").
		Where("inn.structure_id = ? AND inn.ended_at = 0", structure).OrderExpr("inn.change_id, al.id").Scan(ctx)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	parts, err := w.Alerts.Parts(ctx, access.Scope{All: true}, project, structure)
	if err != nil {
		return nil, err
	}
	owned := map[int64]bool{}
	for _, r := range rows {
		owned[r.AlertID] = true
	}
	gathered := slices.DeleteFunc(alarm.Gather(parts), func(i alarm.Incident) bool {
		return !slices.ContainsFunc(i.Parts, func(p alarm.Part) bool { return owned[p.ID] })
	})
	store := Store{Tables: w.Tables}
	incidents, err := store.withOwners(ctx, gathered)
	if err != nil {
		return nil, err
	}
	for first := 0; first < len(rows); {
		row, withdrawn, next := rows[first].noticeRow, int64(1), first
		alerts := map[int64]bool{}
		for ; next < len(rows) && rows[next].ChangeID == row.ChangeID; next++ {
			alerts[rows[next].AlertID] = true
			withdrawn = max(withdrawn, rows[next].WithdrawnAt)
		}
		first = next
		mine := slices.DeleteFunc(slices.Clone(incidents), func(i Incident) bool {
			return !slices.ContainsFunc(i.Parts, func(p alarm.Part) bool { return alerts[p.ID] })
		})
		h := row.next(mine, now)
		if gone := (alarm.Incident{Until: withdrawn}); len(mine) == 0 && gone.Over(now) {
			h.EndedAt = now // there was none: nobody hears of its end
		}
		if h.noticeRow != row {
			list = append(list, h)
		}
	}
	return list, nil
}

// announce writes what an owner hears, together with the ledger. Owners who have left hear nothing.
func (w *Watcher) announce(ctx context.Context, tx *sqlkit.Transaction, h *heard) error {
	if _, err := tx.Exec(ctx, "UPDATE incident_notice SET level = ?, ended_at = ? WHERE change_id = ?", h.Level, h.EndedAt, h.ChangeID); err != nil {
		return err
	}
	if h.of == nil || !h.of.Owner.Here {
		return nil
	}
	alert, err := w.Alerts.Get(ctx, access.Scope{All: true}, h.of.ID)
	if err != nil {
		return err
	}
	account := h.of.Owner.AccountID
	if h.risen {
		if err := w.Messages.IncidentEscalated(ctx, tx.Tx.Tx, &alert.Record, h.of.StructureName, h.Level, account); err != nil {
			return err
		}
	}
	if h.ended {
		if err := w.Messages.IncidentEnded(ctx, tx.Tx.Tx, &alert.Record, h.of.StructureName, h.of.Level, account); err != nil {
			return err
		}
	}
	tx.AfterCommit(func() {
		events.Publish(context.WithoutCancel(ctx), w.Bus, events.Notification, 0, events.NotificationPayload{Accounts: []int64{account}})
	})
	return nil
}
