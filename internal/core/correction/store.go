package correction

import (
	"context"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/paging"
)

// Filter limits the corrections of a project; zero fields have no effect.
type Filter struct {
	paging.Query
	ProjectID int64
	PointID   int64
	Kind      Kind
}

// Listed is a correction with the name and measurement of its point.
type Listed struct {
	Correction
	PointName   string
	StructureID int64
	Measurement string
}

// Store stores corrections. Creating or revoking one marks its point for a refold in the same transaction.
type Store interface {
	Corrections(ctx context.Context, scope access.Scope, pointID int64) ([]Correction, error)
	// ProjectCorrections lists the corrections of a project's points, newest first by default.
	ProjectCorrections(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[Listed], error)
	Correction(ctx context.Context, scope access.Scope, id int64) (Correction, error)
	// CreateCorrections records all or none, and sets the fields that the store assigns, such as ID.
	CreateCorrections(ctx context.Context, who audit.Actor, list []Correction) error
	// WithdrawCorrection revokes a correction and returns it, or a conflict if it is already revoked.
	WithdrawCorrection(ctx context.Context, who audit.Actor, id int64, note string) (Correction, error)
	// Measurement returns the measurement code of a point, to check fields.
	Measurement(ctx context.Context, scope access.Scope, pointID int64) (string, error)
}
