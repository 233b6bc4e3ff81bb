// Package pointconfig changes the dated configuration of several points at once: the same
// version for many, presets of thresholds, and the replacement of a point's devices. What is to be
// done is a plan, which is previewed and carried out as one: before or after, never between.
package pointconfig

import (
	"plumbline/internal/core/correction"
	"plumbline/internal/core/timeline"
)

// Plan is what happens together, all or none.
type Plan struct {
	Versions    []Step
	Corrections []correction.Correction // to be recorded
	TakenBack   []correction.Correction // that end
}

// Step records a version of a point. Supersedes is the version that it takes the place of, 0
// for none; a draft without value only takes that one out of force, and From is when it began.
type Step struct {
	PointID    int64
	Draft      timeline.Draft
	Supersedes int64
	From       int64 // UTC ms from which results may differ
}

// Points are the points that the plan changes, each once, in the order in which they come.
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
	for _, c := range p.TakenBack {
		add(c.PointID)
	}
	return list
}

// From is the first moment at which the plan has effect, UTC ms.
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
	for _, c := range p.TakenBack {
		earlier(c.From)
	}
	return from
}
