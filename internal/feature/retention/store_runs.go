package retention

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/field/ingest"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
)

// Run is what a job deleted of a kind in a project.
type Run struct {
	bun.BaseModel `bun:"table:retention_run,alias:r"`
	ID            int64 `bun:",pk"`
	JobID         int64
	ProjectID     int64
	Kind          string
	Days          int
	BeganAt       int64 // UTC ms, as all times
	EndedAt       int64 // 0: it goes on
	RowCount      int64
	Bytes         int64
	FirstTime     int64 // of what was deleted
	LastTime      int64
}

// Mark says that data of a device were deleted.
type Mark struct {
	bun.BaseModel `bun:"table:retention_mark,alias:m"`
	DeviceID      int64 `bun:",pk"`
	Kind          string
	DeletedAt     int64
	RowCount      int64
	LastTime      int64 // the newest that was deleted
}

// deleteSome deletes one batch of a device, and records it. more reports whether there may be more to delete.
func (s *Store) deleteSome(
	ctx context.Context, job int64, place Place, k *Kind, device int64, protected []Protected,
) (deleted ingest.Amount, more bool, err error) {
	err = s.Write(ctx, func(tx *sqlkit.Transaction) error {
		deleted, more = ingest.Amount{}, false
		if err := locked(ctx, tx, place.Corporation); err != nil {
			return err
		}
		setting, err := s.Setting(ctx, tx.Tx, place, k)
		if err != nil {
			return err
		}
		before, due := setting.before(tx.Now)
		if !due {
			return nil
		}
		here, err := s.Bun.NewSelect().Conn(tx.Tx).Table("device").Where("id = ? AND project_id = ?", device, place.Project).Exists(ctx)
		if err != nil || !here {
			return err
		}
		holds, err := holdsOf(ctx, tx.Tx, place.Corporation, protected)
		if err != nil {
			return err
		}
		for _, span := range free(Span{0, before}, byDevice(holds)[device]) {
			if deleted, err = k.Delete(ctx, tx.Tx.Tx, device, span.From, span.To, k.Batch); err != nil {
				return err
			}
			if more = deleted.Rows > 0; more {
				break
			}
		}
		if !more {
			return nil
		}
		return record(ctx, tx, job, place, k, setting.Days, device, deleted)
	})
	return deleted, more, err
}

func holdsOf(ctx context.Context, db bun.IConn, corporation int64, protected []Protected) (all []Hold, err error) {
	for _, p := range protected {
		holds, err := p.Holds(ctx, db, corporation)
		if err != nil {
			return nil, err
		}
		all = append(all, holds...)
	}
	return all, nil
}

// record counts what was deleted, in the run and at the device.
func record(ctx context.Context, tx *sqlkit.Transaction, job int64, place Place, k *Kind, days int, device int64, a ingest.Amount) error {
	id, err := tx.ID(ctx)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `INSERT INTO retention_run (id, job_id, project_id, kind, days, began_at, ended_at, row_count, bytes, first_time, last_time)
		VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?) ON CONFLICT (project_id, job_id, kind) DO UPDATE SET
		days = excluded.days, row_count = retention_run.row_count + excluded.row_count, bytes = retention_run.bytes + excluded.bytes,
		first_time = CASE WHEN retention_run.first_time < excluded.first_time THEN retention_run.first_time ELSE excluded.first_time END,
		last_time = CASE WHEN retention_run.last_time > excluded.last_time THEN retention_run.last_time ELSE excluded.last_time END`,
		id, job, place.Project, k.Code, days, tx.Now, a.Rows, a.Bytes, a.First, a.Last); err != nil {
		return fmt.Errorf("count what was deleted: %w", err)
	}
	_, err = tx.Exec(ctx, `INSERT INTO retention_mark (device_id, kind, deleted_at, row_count, last_time) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (device_id, kind) DO UPDATE SET deleted_at = excluded.deleted_at, row_count = retention_mark.row_count + excluded.row_count,
		last_time = CASE WHEN retention_mark.last_time > excluded.last_time THEN retention_mark.last_time ELSE excluded.last_time END`,
		device, k.Code, tx.Now, a.Rows, a.Last)
	return err
}

// deletedLog is what the operation log keeps of a run.
type deletedLog struct {
	Deleted []deletedKind `json:"deleted"`
}

type deletedKind struct {
	DataKind string `json:"dataKind"`
	Days     int    `json:"retentionDays"`
	From     int64  `json:"from"`
	To       int64  `json:"to"`
	Rows     int64  `json:"rowCount"`
	Bytes    int64  `json:"byteCount"`
}

// finish ends the runs of a project, and writes one entry for each job to the operation log. It also ends runs of jobs
// that never came back.
func (s *Store) finish(ctx context.Context, place Place) error {
	open, err := s.Selects((*Run)(nil)).Where("r.project_id = ? AND r.ended_at = 0", place.Project).Exists(ctx)
	if err != nil || !open {
		return err
	}
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		if err := locked(ctx, tx, place.Corporation); err != nil {
			return err
		}
		var runs []Run
		if err := tx.Selects(&runs).Where("r.project_id = ? AND r.ended_at = 0", place.Project).OrderExpr("r.job_id, r.id").Scan(ctx); err != nil {
			return fmt.Errorf("open runs of the retention: %w", err)
		}
		var name string
		if err := s.Bun.NewSelect().Conn(tx.Tx).Table("project").Column("name").Where("id = ?", place.Project).Scan(ctx, &name); err != nil {
			return err
		}
		var entries []auditdb.Entry
		for i, r := range runs {
			if i == 0 || r.JobID != runs[i-1].JobID {
				entries = append(entries, auditdb.Entry{
					Kind: "retention", Action: "deleteOld", ID: place.Project, Corporation: place.Corporation, Project: place.Project, Content: name,
				})
			}
			entry := &entries[len(entries)-1]
			what, _ := entry.After.(deletedLog)
			what.Deleted = append(what.Deleted, deletedKind{r.Kind, r.Days, r.FirstTime, r.LastTime, r.RowCount, r.Bytes})
			entry.After = what
		}
		if len(entries) == 0 { // another server has ended them
			return nil
		}
		if _, err := tx.Exec(ctx, "UPDATE retention_run SET ended_at = ? WHERE project_id = ? AND ended_at = 0", tx.Now, place.Project); err != nil {
			return err
		}
		log := auditdb.WithLog(tx)
		return log.Log(ctx, audit.Program(Job), entries...)
	})
}

// Runs returns what was deleted in a project, the latest first.
//
// Unscoped: the service has just looked the project up in the caller's scope.
func (s *Store) Runs(ctx context.Context, project int64, query paging.Query) (paging.Page[Run], error) {
	var rows []Run
	q, err := sqlkit.Paged(s.Selects(&rows).Where("r.project_id = ?", project), query, sqlkit.Ordering{}, "r.began_at DESC", "r.id DESC")
	if err != nil {
		return paging.Page[Run]{}, err
	}
	return sqlkit.ReadPage(ctx, q, &rows, "runs of the retention", func(r Run) Run { return r })
}

// Marks returns what was deleted of a device.
//
// Unscoped: the device is in the path, which is looked up in the caller's scope.
func (s *Store) Marks(ctx context.Context, device int64) (list []Mark, err error) {
	if err := s.Selects(&list).Where("m.device_id = ?", device).OrderExpr("m.kind").Scan(ctx); err != nil {
		return nil, fmt.Errorf("what was deleted of a device: %w", err)
	}
	return list, nil
}
