package alarm

import (
	"context"
	"database/sql"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/paging"
)

// PointSince is a point and a time (UTC ms).
type PointSince struct{ Point, From int64 }

// FoldStore is the storage of the fold. Methods with a transaction are called in the one that stores the results.
type FoldStore interface {
	// PointRecords lists, for each of some points, the records of OfThreshold that had not ended by a time, or were
	// decided on after it, withdrawn ones included, in the order of Opened.
	PointRecords(ctx context.Context, tx *sql.Tx, points ...PointSince) ([][]Record, error)
	// DeviceRecords lists the open records about devices, processed ones included.
	DeviceRecords(ctx context.Context) ([]Record, error)
	// DeviceRecordsSince lists the records about a device that had not ended by a time, withdrawn ones included, in
	// the order of Opened.
	DeviceRecordsSince(ctx context.Context, tx *sql.Tx, deviceID, from int64) ([]Record, error)
	// SaveAlerts stores records and transitions and sets the ids of new records in place. If a person has processed a
	// record in the meantime, only the columns of the fold are overwritten.
	SaveAlerts(ctx context.Context, tx *sql.Tx, changes []Change) error
	// SaveLevels stores the levels of points, with the outcomes of their thresholds.
	SaveLevels(ctx context.Context, tx *sql.Tx, levels []PointLevel) error
}

// Store is the storage of the service. Every method returns errs.NotFound for records outside the scope.
type Store interface {
	Alerts(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[Listed], error)
	AlertCounts(ctx context.Context, scope access.Scope, filter Filter) (Counts, error)
	// EachAlert visits all records that match a filter, newest first.
	EachAlert(ctx context.Context, scope access.Scope, filter Filter, visit func(Listed) error) error
	Alert(ctx context.Context, scope access.Scope, id int64) (Listed, error)
	Transitions(ctx context.Context, scope access.Scope, id int64) ([]Transition, error)
	// EachHistory visits the alerts of a project that changed since a time (UTC ms) or are open, by id, with all
	// transitions of each in the order in which they were recorded.
	EachHistory(ctx context.Context, scope access.Scope, project, since int64, visit func(Listed, []Transition) error) error
	// Parts returns the alerts about thresholds of a project that are not withdrawn, of one structure or of all (0).
	Parts(ctx context.Context, scope access.Scope, project, structure int64) ([]Part, error)
	// Named returns alerts by id, those in the scope.
	Named(ctx context.Context, scope access.Scope, ids []int64) (map[int64]Listed, error)
	// LatestResult returns the time of the newest valid result of a point, UTC ms; 0: none.
	LatestResult(ctx context.Context, pointID int64) (int64, error)
	// Process stores a decision in one transaction: the record as given, the transition, an entry of the operation log
	// and, for a record of a point, a mark of the point from markFrom on. It returns a conflict if the record's status
	// is no longer was.
	Process(ctx context.Context, who audit.Actor, record Record, was Status, transition Transition, markFrom int64) error
	// Notice turns pending alerts into Notice after messages about some of their transitions were sent, except those that
	// were raised, escalated or reopened again since. It keeps folds of their corporations from storing until the commit,
	// and returns the alerts whose status has changed.
	Notice(ctx context.Context, tx *database.Tx, alerts, sent []int64, now int64) ([]int64, error)
}

// Notifier writes the notifications caused by transitions, in the transaction that stores them. Features implement it.
type Notifier interface {
	NotifyAlerts(ctx context.Context, tx *sql.Tx, changes []Change) error
}

// Notifiers are called one after another.
type Notifiers []Notifier

func (list Notifiers) NotifyAlerts(ctx context.Context, tx *sql.Tx, changes []Change) error {
	for _, n := range list {
		if err := n.NotifyAlerts(ctx, tx, changes); err != nil {
			return err
		}
	}
	return nil
}
