package alarm

import (
	"cmp"
	"math"
	"slices"
)

// bridged is the longest pause between two alerts of one incident, in ms: a value that swings around its limit, or points that
// are read one after another, make one incident.
const bridged = 30 * 60 * 1000

// Part is what an incident needs of an alert about a threshold that is not withdrawn.
type Part struct {
	ID          int64
	StructureID int64
	PointID     int64
	Key         Key
	Status      Status
	Level       Level // the highest reached
	Opened      int64 // UTC ms of the reading that opened it
	Ended       int64 // UTC ms; 0: ongoing
}

// Incident is the alerts of one structure that overlap in time, with pauses of at most 30 min.
type Incident struct {
	ID          int64 // of its earliest alert
	StructureID int64
	From        int64 // UTC ms
	Until       int64 // UTC ms; 0: one of its alerts is ongoing
	Level       Level // the highest reached
	Active      int   // alerts that nobody has processed and that have not restored
	Points      int
	Parts       []Part // in the order of their beginning, at least one
}

// Gather returns the incidents of alerts, by structure and time. It depends on the alerts alone, not on their order.
func Gather(parts []Part) []Incident {
	parts = slices.Clone(parts)
	slices.SortFunc(parts, func(a, b Part) int {
		return cmp.Or(cmp.Compare(a.StructureID, b.StructureID), cmp.Compare(a.Opened, b.Opened), cmp.Compare(a.PointID, b.PointID),
			compareKeys(a.Key, b.Key), cmp.Compare(a.ID, b.ID))
	})
	var list []Incident
	for first := 0; first < len(parts); {
		end, next := parts[first].end(), first+1
		for next < len(parts) && parts[next].StructureID == parts[first].StructureID && parts[next].Opened-bridged <= end {
			end = max(end, parts[next].end())
			next++
		}
		list = append(list, incidentOf(parts[first:next:next], end))
		first = next
	}
	return list
}

// end returns the time until which an alert lasts.
func (p *Part) end() int64 {
	if p.Ended == 0 {
		return math.MaxInt64
	}
	return max(p.Opened, p.Ended)
}

func incidentOf(parts []Part, end int64) Incident {
	i := Incident{ID: parts[0].ID, StructureID: parts[0].StructureID, From: parts[0].Opened, Parts: parts}
	if end != math.MaxInt64 {
		i.Until = end
	}
	points := map[int64]bool{}
	for _, p := range parts {
		i.Level = max(i.Level, p.Level)
		if p.Status.Active() {
			i.Active++
		}
		points[p.PointID] = true
	}
	i.Points = len(points)
	return i
}

// Over reports whether the incident has ended and no alert that opens at a time (UTC ms) or later continues it.
func (i *Incident) Over(now int64) bool { return i.Until != 0 && i.Until+bridged < now }

// Has reports whether an alert belongs to the incident.
func (i *Incident) Has(alert int64) bool {
	return slices.ContainsFunc(i.Parts, func(p Part) bool { return p.ID == alert })
}

// Alerts returns the ids of its alerts, in the order of their beginning.
func (i *Incident) Alerts() []int64 {
	ids := make([]int64, len(i.Parts))
	for k, p := range i.Parts {
		ids[k] = p.ID
	}
	return ids
}
