package correction

import (
	"context"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
)

const (
	maxNote  = 500 // characters
	maxNodes = 1024

	maxNodeNo = 1_000_000
	maxDepth  = 10_000 // m
)

// Service validates and records corrections.
type Service struct{ store Store }

func New(store Store) *Service { return &Service{store: store} }

// List returns the corrections of a point, newest first, revoked ones included.
func (s *Service) List(ctx context.Context, scope access.Scope, pointID int64) ([]Correction, error) {
	return s.store.Corrections(ctx, scope, pointID)
}

// ListProject returns the corrections of a project's points, revoked ones included. It sorts by point, kind, from or
// recordedAt.
func (s *Service) ListProject(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[Listed], error) {
	return s.store.ProjectCorrections(ctx, scope, filter)
}

// Get returns a correction, or errs.NotFound outside the scope.
func (s *Service) Get(ctx context.Context, scope access.Scope, id int64) (Correction, error) {
	return s.store.Correction(ctx, scope, id)
}

// Create records a correction. It takes effect when the point is refolded.
func (s *Service) Create(ctx context.Context, who audit.Actor, c Correction) (Correction, error) {
	list := []Correction{c}
	if err := s.CreateAll(ctx, who, list); err != nil {
		return Correction{}, err
	}
	return list[0], nil
}

// CreateAll records all corrections or none, and sets the fields assigned by the store.
func (s *Service) CreateAll(ctx context.Context, who audit.Actor, list []Correction) error {
	for i := range list {
		if err := s.Check(ctx, who.Scope, list[i]); err != nil {
			return err
		}
		c := &list[i]
		c.ID, c.RecordedBy, c.RevokedAt, c.RevokedBy = 0, who.AccountID, 0, 0
	}
	return s.store.CreateCorrections(ctx, who, list)
}

// Revoke revokes a correction: results return to what they were without it.
func (s *Service) Revoke(ctx context.Context, who audit.Actor, id int64, note string) (Correction, error) {
	if utf8.RuneCountInString(note) > maxNote {
		return Correction{}, errs.OnField("note", errs.TooLong, "max", maxNote)
	}
	return s.store.WithdrawCorrection(ctx, who, id, note)
}

// Check validates a correction without recording it, for previews.
func (s *Service) Check(ctx context.Context, scope access.Scope, c Correction) error {
	measurement, err := s.store.Measurement(ctx, scope, c.PointID)
	if err != nil {
		return err
	}
	var refusals errs.Refusals
	checkTime(&refusals, "from", c.From)
	if utf8.RuneCountInString(c.Note) > maxNote {
		refusals.Add("note", errs.TooLong, "max", maxNote)
	}
	if len(c.Nodes) > maxNodes {
		refusals.Add("nodes", errs.TooManyEntries, "max", maxNodes)
	}
	known := func(field string) bool { _, ok := catalog.Field(measurement, field); return ok }
	for i, field := range c.Fields {
		if !known(field) {
			refusals.Add("fields["+strconv.Itoa(i)+"]", errs.FieldUnknown, "field", field)
		}
	}
	switch c.Kind {
	case Withdraw, Suspect:
		checkTime(&refusals, "to", c.To)
		if c.To < c.From {
			refusals.Add("to", errs.StartAfterEnd)
		}
	case Shift:
		switch {
		case len(c.Fields) == 0:
			refusals.Add("fields", errs.Empty)
		case len(c.Fields) > 1:
			refusals.Add("fields", errs.TooManyEntries, "max", 1)
		}
		if !reading.IsFinite(c.Amount) {
			refusals.Add("amount", errs.NotFinite)
		}
	case TopShift:
		checkValues(&refusals, "values", c.Values, func(field string) bool { return (field == "x" || field == "y") && known(field) })
	case Replace:
		if len(c.NodeValues) == 0 || len(c.Values) > 0 {
			checkValues(&refusals, "values", c.Values, known)
		}
		checkNodeValues(&refusals, c.NodeValues, func(field string) bool { a, ok := catalog.Field(measurement, field); return ok && a.PerNode })
	case Amend:
		if len(c.NodeValues) == 0 {
			refusals.Add("nodeValues", errs.Empty)
		}
		checkNodeValues(&refusals, c.NodeValues, catalog.IsNodeReading)
	case InitShift:
		checkValues(&refusals, "values", c.Values, known)
	case Casing:
		if !known("x") {
			refusals.Add("kind", errs.NotOneOf, "allowed", "withdraw, suspect, shift, topshift, initshift, replace, amend")
		}
		checkCasing(&refusals, c.Values)
	default:
		refusals.Add("kind", errs.NotOneOf, "allowed", "withdraw, suspect, shift, topshift, initshift, replace, amend, casing")
	}
	if c.Kind != Replace && c.Kind != Amend && len(c.NodeValues) > 0 {
		refusals.Add("nodeValues", errs.NotOneOf, "allowed", "")
	}
	return refusals.Err()
}

// checkValues validates values by field. at is the path under which errors are reported.
func checkValues(refusals *errs.Refusals, at string, values map[string]float64, known func(string) bool) {
	if len(values) == 0 {
		refusals.Add(at, errs.Empty)
	}
	for field, value := range values {
		switch {
		case !known(field):
			refusals.Add(at+"."+field, errs.FieldUnknown, "field", field)
		case !reading.IsFinite(value):
			refusals.Add(at+"."+field, errs.NotFinite)
		}
	}
}

// checkCasing checks that the terms of a casing correction are known and not larger than an error of a survey can be.
func checkCasing(refusals *errs.Refusals, values map[string]float64) {
	checkValues(refusals, "values", values, func(name string) bool { return slices.Contains(formula.CasingTerms[:], name) })
	for k, name := range formula.CasingTerms {
		if most := formula.MostCasingErrors[k]; math.Abs(values[name]) > most {
			refusals.Add("values."+name, errs.OutOfRange, "min", -most, "max", most)
		}
	}
}

// checkNodeValues checks that each node appears once, and only with known fields.
func checkNodeValues(refusals *errs.Refusals, nodes []NodeValue, known func(string) bool) {
	if len(nodes) > maxNodes {
		refusals.Add("nodeValues", errs.TooManyEntries, "max", maxNodes)
		return
	}
	seen := map[int32]bool{}
	for i, node := range nodes {
		at := "nodeValues[" + strconv.Itoa(i) + "]."
		switch {
		case node.No < 1 || node.No > maxNodeNo:
			refusals.Add(at+"no", errs.OutOfRange, "min", 1, "max", maxNodeNo)
		case seen[node.No]:
			refusals.Add(at+"no", errs.Duplicate)
		}
		seen[node.No] = true
		if d := node.Depth; d != nil && !(*d >= -maxDepth && *d <= maxDepth) {
			refusals.Add(at+"depth", errs.OutOfRange, "min", -maxDepth, "max", maxDepth)
		}
		checkValues(refusals, at+"values", node.Values, known)
	}
}

func checkTime(refusals *errs.Refusals, field string, t int64) {
	if !timeline.Possible(t) {
		refusals.Add(field, errs.TimeOutOfRange)
	}
}
