package alarm

import (
	"context"
	"database/sql"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/paging"
)

// FoldStore is what the fold reads and writes; implemented by the store. The
// methods with a transaction are called inside the one that stores the results.
type FoldStore interface {
	// PointRecords lists the records of OfThreshold of a point that have not ended, or were
	// decided on, before a time, withdrawn ones included, in the order of Opened.
	PointRecords(ctx context.Context, tx *sql.Tx, pointID, from int64) ([]Record, error)
	// DeviceRecords lists the records about devices that have not ended, processed ones included.
	DeviceRecords(ctx context.Context) ([]Record, error)
	// DeviceRecordsSince lists the records about a device that have not ended before a time,
	// withdrawn ones included, in the order of Opened.
	DeviceRecordsSince(ctx context.Context, tx *sql.Tx, deviceID, from int64) ([]Record, error)
	// SaveAlerts stores records and transitions and gives new ones their ids, in
	// place. Of a stored record with a status other than Change.Record.Status only
	// the columns of the fold are overwritten when a person processed it meanwhile.
	SaveAlerts(ctx context.Context, tx *sql.Tx, changes []Change) error
	// SaveLevels stores the levels of points, with the standing of their thresholds.
	SaveLevels(ctx context.Context, tx *sql.Tx, levels []PointLevel) error
}

// Store is what the service needs; implemented by the store. Every method answers
// fault NotFound for what lies outside of the scope.
type Store interface {
	Alerts(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[Listed], error)
	AlertCounts(ctx context.Context, scope access.Scope, filter Filter) (Counts, error)
	// EachAlert visits the records that a filter leaves, newest first, however many there are.
	EachAlert(ctx context.Context, scope access.Scope, filter Filter, visit func(Listed) error) error
	Alert(ctx context.Context, scope access.Scope, id int64) (Listed, error)
	Transitions(ctx context.Context, scope access.Scope, id int64) ([]Transition, error)
	// LatestResult is the time of the newest result of a point that counts, UTC ms; 0: none.
	LatestResult(ctx context.Context, pointID int64) (int64, error)
	// Process stores what a person decided: the record as given, the transition, an
	// entry of the operation log and, for a record of a point, a mark of the point
	// from markFrom on; all in one transaction. fault Conflict when the record's
	// status is no longer was.
	Process(ctx context.Context, who audit.Actor, record Record, was Status, transition Transition, markFrom int64) error
}

// Notifier writes the notifications that transitions give rise to, in the
// transaction that stores them: a seam of the fold, implemented by package notify.
type Notifier interface {
	NotifyAlerts(ctx context.Context, tx *sql.Tx, changes []Change) error
}
