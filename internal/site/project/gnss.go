package project

import (
	"context"
	"regexp"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
)

// GNSSTask is how the GNSS stations of a structure are solved relative to a base station (specification sections 3 and
// 5).
type GNSSTask struct {
	TaskName        string  `json:"taskName"` // digits, letters, underscore, hyphen
	BaseStation     int64   `json:"baseStation"`
	Sites           []int64 `json:"sites"`
	FilterPeriod    int     `json:"filterPeriod"`    // hours
	Frequency       int     `json:"frequency"`       // seconds between epochs
	ProcessInterval int     `json:"processInterval"` // minutes
}

// Station is a GNSS device that can be a base station or rover.
type Station struct {
	ID     int64
	Name   string
	SNCode string
}

const (
	maxSites           = 500
	maxFilterPeriod    = 30 * 24 // hours
	maxFrequency       = 3600    // seconds
	maxProcessInterval = 7 * 24 * 60
)

var taskName = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// Stations returns the GNSS devices of a project, by name.
func (s *Service) Stations(ctx context.Context, scope access.Scope, projectID int64) ([]Station, error) {
	return s.store.Stations(ctx, scope, projectID)
}

// SetGNSS sets the GNSS task of a structure; nil removes it.
func (s *Service) SetGNSS(ctx context.Context, who audit.Actor, id int64, task *GNSSTask) (Structure, error) {
	st, err := s.store.Structure(ctx, who.Scope, id)
	if err != nil {
		return Structure{}, err
	}
	if task != nil {
		if err := s.checkGNSS(ctx, who.Scope, st, *task); err != nil {
			return Structure{}, err
		}
	}
	st.GNSS = task
	return st, s.store.UpdateStructure(ctx, who, st)
}

// SetDisplay sets how a structure is displayed.
func (s *Service) SetDisplay(ctx context.Context, who audit.Actor, id int64, display string) (Structure, error) {
	st, err := s.store.Structure(ctx, who.Scope, id)
	if err != nil {
		return Structure{}, err
	}
	st.DisplayType = display
	return s.UpdateStructure(ctx, who, st)
}

func (s *Service) checkGNSS(ctx context.Context, scope access.Scope, st Structure, task GNSSTask) error {
	var refusals errs.Refusals
	switch {
	case st.IsItem:
		refusals.Add("taskName", errs.Unexpected)
	case task.TaskName == "":
		refusals.Add("taskName", errs.Empty)
	case len(task.TaskName) > maxName:
		refusals.Add("taskName", errs.TooLong, "max", maxName)
	case !taskName.MatchString(task.TaskName):
		refusals.Add("taskName", errs.TaskName)
	}
	stations, err := s.store.Stations(ctx, scope, st.ProjectID)
	if err != nil {
		return err
	}
	known := make(map[int64]bool, len(stations))
	for _, station := range stations {
		known[station.ID] = true
	}
	switch {
	case task.BaseStation == 0:
		refusals.Add("baseStation", errs.Empty)
	case !known[task.BaseStation]:
		refusals.Add("baseStation", errs.NotGNSS)
	}
	if len(task.Sites) > maxSites {
		refusals.Add("sites", errs.TooManyEntries, "max", maxSites)
		return refusals.Err()
	}
	seen := map[int64]bool{task.BaseStation: true} // a base station is not a rover
	for _, id := range task.Sites {
		switch {
		case !known[id]:
			refusals.Add("sites", errs.NotGNSS)
		case seen[id]:
			refusals.Add("sites", errs.Duplicate)
		}
		seen[id] = true
	}
	for _, number := range []struct {
		field      string
		value, max int
	}{
		{"filterPeriod", task.FilterPeriod, maxFilterPeriod},
		{"frequency", task.Frequency, maxFrequency},
		{"processInterval", task.ProcessInterval, maxProcessInterval},
	} {
		if number.value < 1 || number.value > number.max {
			refusals.Add(number.field, errs.OutOfRange, "min", 1, "max", number.max)
		}
	}
	return refusals.Err()
}
