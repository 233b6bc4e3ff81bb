package compute

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// Handover describes both sides of the time at which a point gets other devices.
type Handover struct {
	Last    int64            // UTC ms of the last valid result before it; 0: none
	First   int64            // UTC ms of the first reading of the new devices after Last, up to that time; 0: none
	Columns []reading.Column // of Changes
	Changes []float64        // accumulated changes at Last without shift corrections; nil without an initial value
}

// Handover examines the stored results of a point and the readings of the devices of another binding, whose
// configuration d contains.
func (v *Previewer) Handover(ctx context.Context, d definition.Definition, at int64, next definition.Binding) (Handover, error) {
	var found Handover
	p := compiled.Compile(d)
	id := d.Point.ID
	past := lookback{ctx: ctx, store: v.Series, id: series.ResultID(id), base: compiled.Forever}
	rows, err := past.before(compiled.Beginning, at-1, 1)
	if err != nil {
		return found, err
	}
	if len(rows) > 0 {
		last := rows[0]
		found.Last = last.time
		initials, err := v.Store.InitialValues(ctx, []int64{id})
		if err != nil {
			return found, err
		}
		version, known := p.Initials().At(last.time)
		formed := slices.ContainsFunc(initials, func(i compiled.InitialValue) bool { return i.Version == version.ID && i.From == version.ValidFrom })
		if known && !formed { // too few readings, and no more will follow
			initialsAt, err := valuesAt(p, &past, last.time)
			if err != nil {
				return found, err
			}
			initials = append(initials, initialsAt...)
			slices.SortFunc(initials, func(a, b compiled.InitialValue) int { return cmp.Compare(a.From, b.From) })
		}
		changes := compiled.NewChanges(p, initials)
		found.Columns, found.Changes = changes.Unshifted(last.time, last.values, last.columns)
	}
	if len(next.Sources) == 0 || next.Sources[0].DeviceID == 0 {
		return found, nil
	}
	err = v.Series.Scan(ctx, p.Channel(next.Sources[0], at), found.Last+1, at, nil, func(b *series.Block) error {
		if len(b.Times) > 0 {
			found.First = b.Times[0]
			return errEnough
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		return found, err
	}
	return found, nil
}
