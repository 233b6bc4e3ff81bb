// Package pointconfig changes the versioned configuration of several points at once: one version for many, threshold
// presets, and the replacement of a point's devices. A change is a plan, which is previewed and executed as a whole.
package pointconfig

import (
	"plumbline/internal/core/correction"
	"plumbline/internal/core/timeline"
)

// Plan is a set of changes that are made together, all or none.
type Plan struct {
	Versions    []Step
	Corrections []correction.Correction // to record
	Revoked     []correction.Correction // to revoke
}

// Step records a version of a point. Supersedes is the version that it replaces, 0 for none; a draft without a value
// only revokes that version, and From is its start.
type Step struct {
	PointID    int64
	Draft      timeline.Draft
	Supersedes int64
	From       int64 // UTC ms from which results may change
}

// Points returns the points that the plan changes, once each, in order.
func (p Plan) Points() []int64 {
	var list []int64
	seen := map[int64]bool{}
	add := func(id int64) {
		if !seen[id] {
			seen[id] = true
			list = append(list, id)
		}
	}
	for _, step := range p.Versions {
		add(step.PointID)
	}
	for _, c := range p.Corrections {
		add(c.PointID)
	}
	for _, c := range p.Revoked {
		add(c.PointID)
	}
	return list
}

// From returns the first time at which the plan has effect, UTC ms.
func (p Plan) From() (from int64) {
	first := true
	earlier := func(t int64) {
		if first || t < from {
			from, first = t, false
		}
	}
	for _, step := range p.Versions {
		earlier(step.From)
	}
	for _, c := range p.Corrections {
		earlier(c.From)
	}
	for _, c := range p.Revoked {
		earlier(c.From)
	}
	return from
}
