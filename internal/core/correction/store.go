package correction

import (
	"context"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/paging"
)

// Filter narrows the corrections of a project; a zero field does not.
type Filter struct {
	paging.Query
	ProjectID int64
	PointID   int64
	Kind      Kind
}

// Listed is a correction with what its point is called and measures.
type Listed struct {
	Correction
	PointName   string
	StructureID int64
	Measurement string
}

// Store keeps corrections. Both changes mark the point for computation in the same
// transaction.
type Store interface {
	Corrections(ctx context.Context, scope access.Scope, pointID int64) ([]Correction, error)
	// ProjectCorrections lists those of a project's points, newest first unless sorted.
	ProjectCorrections(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[Listed], error)
	Correction(ctx context.Context, scope access.Scope, id int64) (Correction, error)
	// CreateCorrections records all of them or none, and fills in what was given to them.
	CreateCorrections(ctx context.Context, who audit.Actor, list []Correction) error
	// WithdrawCorrection returns the correction as it is afterwards; Conflict if it was withdrawn before.
	WithdrawCorrection(ctx context.Context, who audit.Actor, id int64, note string) (Correction, error)
	// Measurement returns the measurement code of a point, for the check of fields.
	Measurement(ctx context.Context, scope access.Scope, pointID int64) (string, error)
}
