package compiled

import (
	"slices"
	"time"

	"plumbline/internal/core/definition"
)

// Requests returns, for a time (UTC ms), the main devices of points that are asked for readings, each with the
// shortest interval of its points.
func (d *Directory) Requests(at int64) []definition.Request {
	var list []definition.Request
	byDevice := map[int64]int{}
	for _, p := range d.Points() {
		id, interval, ok := p.schedule(at)
		if !ok {
			continue
		}
		collect, _ := p.Definition.Config.Collect.At(at)
		if !collect.Value.Asked() {
			continue
		}
		lineOnly := collect.Value.Mode == definition.TCPStandard
		every := time.Duration(interval) * time.Millisecond
		if k, known := byDevice[id]; known {
			list[k].Every, list[k].LineOnly = min(list[k].Every, every), list[k].LineOnly && lineOnly
			continue
		}
		byDevice[id] = len(list)
		of := &p.Definition.Point
		list = append(list, definition.Request{Device: id, CorporationID: of.CorporationID, ProjectID: of.ProjectID, Every: every, LineOnly: lineOnly})
	}
	return list
}

// SwitchedOff returns, for a time (UTC ms), the main devices all of whose points are switched off.
func (d *Directory) SwitchedOff(at int64) []int64 {
	off := map[int64]bool{}
	for _, p := range d.Points() {
		id, _, ok := p.mainAt(at)
		if !ok {
			continue
		}
		monitoring, _ := p.Definition.Config.Monitoring.At(at)
		others, known := off[id]
		off[id] = monitoring.Value.Off && (others || !known)
	}
	list := make([]int64, 0, len(off))
	for id, all := range off {
		if all {
			list = append(list, id)
		}
	}
	slices.Sort(list)
	return list
}
