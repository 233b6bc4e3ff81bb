package compiled

import (
	"context"
	"slices"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/series"
	"plumbline/internal/core/vibration"
)

// Reach is which points read a raw reading, or why none does.
type Reach struct {
	Points []int64
	Why    Unread // Fed if a point reads it
	Point  int64  // of the reason; 0: none
	At     int64  // UTC ms: when the source of that point begins or ended
	Unused []int  // columns that no point reads
}

// Unread is why no point reads a reading.
type Unread string

// The reasons, from the point that comes closest.
const (
	Fed           Unread = ""
	FaultyFormula Unread = "faultyFormula" // of a point with this source
	NoFormula     Unread = "noFormula"     // of a point with this source
	Later         Unread = "later"         // a point has this source from a later time on
	Ended         Unread = "ended"         // a point had this source until an earlier time
	NoPoint       Unread = "noPoint"       // has this source
)

// Reached returns which points read a reading. devices are those whose readings these may be: its sender, and the
// sensors on its channel.
func (d *Directory) Reached(ctx context.Context, put *series.Put, devices []int64) (Reach, error) {
	sender, channel := put.Series.Channel()
	ids := d.AppendPoints(nil, sender, channel, Beginning)
	find, err := d.FindAll(ctx, slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return id == sender }))
	if err != nil {
		return Reach{}, err
	}
	var near []*Point
	for _, id := range ids {
		if p, ok := find(id); ok {
			near = append(near, p)
		}
	}
	for _, id := range devices {
		near = append(near, d.MainOf(id)...)
	}
	r := Reach{Why: NoPoint}
	used := make([]bool, len(put.Columns.List))
	for _, p := range near {
		r.consider(p, put, used)
	}
	slices.Sort(r.Points)
	r.Points = slices.Compact(r.Points)
	for i := range used {
		if !used[i] {
			r.Unused = append(r.Unused, i)
		}
	}
	return r, nil
}

// consider adds what one point does with a reading.
func (r *Reach) consider(p *Point, put *series.Put, used []bool) {
	id := p.Definition.Point.ID
	s := p.At(put.Time)
	if s.Reads(put.Series) {
		r.Points, r.Why, r.Point, r.At = append(r.Points, id), Fed, 0, 0
		for i, column := range put.Columns.List {
			used[i] = used[i] || column.Field == vibration.BlockField && s.Vibration != nil && s.Main == put.Series
		}
		for _, in := range s.Inputs {
			own := in.Feed == OfMain && s.Main == put.Series || in.Feed >= 0 && s.Feeds[in.Feed] == put.Series
			if at := slices.Index(put.Columns.List, in.Column); own && at >= 0 {
				used[at] = true
			}
		}
		return
	}
	if len(r.Points) > 0 {
		return
	}
	versions := p.Definition.Config.Binding.Versions()
	for i, version := range versions {
		until := int64(Forever)
		if i+1 < len(versions) {
			until = versions[i+1].ValidFrom
		}
		if !slices.ContainsFunc(version.Value.Sources, func(source definition.Source) bool {
			return source.DeviceID != 0 && p.Channel(source, max(put.Time, version.ValidFrom)) == put.Series
		}) {
			continue
		}
		why, at := NoFormula, int64(0)
		switch {
		case version.ValidFrom > put.Time:
			why, at = Later, version.ValidFrom
		case until <= put.Time:
			why, at = Ended, until
		case s.Problem != nil:
			why = FaultyFormula
		}
		if closer(why, r.Why) || why == Ended && r.Why == Ended && at > r.At {
			r.Why, r.Point, r.At = why, id, at
		}
	}
}

// closer reports whether a reason is closer to a result than another.
func closer(a, b Unread) bool {
	order := []Unread{FaultyFormula, NoFormula, Later, Ended, NoPoint}
	return slices.Index(order, a) < slices.Index(order, b)
}
