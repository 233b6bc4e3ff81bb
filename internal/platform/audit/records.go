package audit

import (
	"context"
	"encoding/json"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/paging"
)

// About is what update records are about: a project with all in it, a structure with
// its items and points, a point with its corrections, or a device. One id is set.
type About struct{ ProjectID, StructureID, PointID, DeviceID int64 }

// UpdateRecord is an entry of the log about what is set up, as people who work on it
// read it: with the version of the dated configuration that it made or took away.
type UpdateRecord struct {
	Entry
	VersionID    int64 // 0: the entry is about no version
	ValidFrom    int64 // UTC ms from which the version holds; 0: always
	SupersededAt int64 // UTC ms; 0 while the version stands
}

// UpdateRecords answers who changed what, the newest first; refused attempts are not
// among them. The caller has looked up what they are about.
func (s *Service) UpdateRecords(ctx context.Context, scope access.Scope, about About, filter Filter) (paging.Page[UpdateRecord], error) {
	if err := filter.Check(); err != nil {
		return paging.Page[UpdateRecord]{}, err
	}
	return s.store.UpdateRecords(ctx, scope, about, filter)
}

// Version reads which version of the dated configuration an entry is about, 0 for none,
// and from when it holds.
func (e Entry) Version() (id, validFrom int64) {
	text := e.After
	if text == nil {
		text = e.Before
	}
	var v struct {
		ID        int64
		ValidFrom *int64
		OwnerKind string
	}
	if err := json.Unmarshal(text, &v); err != nil || v.ValidFrom == nil || v.OwnerKind == "" {
		return 0, 0
	}
	return v.ID, *v.ValidFrom
}
