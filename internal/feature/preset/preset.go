// Package preset keeps presets: the controls of a data view that a person saved under a name, for one type of device.
// A preset is private, or shared with everybody who sees a project of the corporation. It knows no readings and no
// points: it applies to every point of its type.
package preset

import (
	"strings"
	"unicode/utf8"

	"plumbline/internal/core/catalog"
	"plumbline/internal/platform/errs"
)

const (
	kind = "viewPreset" // in the audit log

	maxName  = 30   // characters
	maxQuery = 2000 // characters
	// maxPresets is the number of presets of one person for a view of a type.
	maxPresets = 30
)

// Preset is a saved state of the controls of a view.
type Preset struct {
	ID            int64
	CorporationID int64
	AccountID     int64
	Owner         string // display name of the account
	View          string
	DeviceType    string
	Name          string
	Query         string
	Shared        bool
	UpdatedAt     int64 // UTC ms
}

func (p *Preset) check() error {
	var refused errs.Refusals
	p.Name = strings.TrimSpace(p.Name)
	switch n := utf8.RuneCountInString(p.Name); {
	case n == 0:
		refused.Add("name", errs.Empty)
	case n > maxName:
		refused.Add("name", errs.TooLong, "max", maxName)
	}
	if _, known := catalog.PageOf(p.View); p.ID == 0 && !known {
		refused.Add("view", errs.MustExist)
	}
	if utf8.RuneCountInString(p.Query) > maxQuery {
		refused.Add("query", errs.TooLong, "max", maxQuery)
	}
	return refused.Err()
}
