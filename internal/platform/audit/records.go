package audit

import (
	"context"
	"encoding/json"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/paging"
)

// About selects update records: of a project and its contents, a structure with its items and points, a point with its
// corrections, or a device. Exactly one id is set.
type About struct{ ProjectID, StructureID, PointID, DeviceID int64 }

// UpdateRecord is a log entry about configuration, with the configuration version that it created or revoked.
type UpdateRecord struct {
	Entry
	VersionID    int64 // 0: no version
	ValidFrom    int64 // UTC ms when the version becomes valid; 0: always
	SupersededAt int64 // UTC ms; 0 while the version is in force
}

// UpdateRecords lists configuration changes, newest first, without refused attempts. The caller has checked access to
// about.
func (s *Service) UpdateRecords(ctx context.Context, scope access.Scope, about About, filter Filter) (paging.Page[UpdateRecord], error) {
	if err := filter.Check(); err != nil {
		return paging.Page[UpdateRecord]{}, err
	}
	return s.store.UpdateRecords(ctx, scope, about, filter)
}

// Version returns the configuration version of an entry and when it becomes valid. id is 0 if there is none.
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
