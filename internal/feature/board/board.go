// Package board keeps the boards of projects: views of several points in a grid, with one time axis and one cursor.
// It stores what a board shows; the web draws it. It knows no readings.
package board

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"plumbline/internal/platform/errs"
)

const (
	kind = "board" // in the audit log

	maxName   = 40 // characters
	maxPanels = 6
	maxQuery  = 2000 // characters
	maxSide   = 6    // rows or columns
	// maxBoards is the number of boards of a project; a wall shows all of them in turn.
	maxBoards = 50
)

// Board is a grid of views of points.
type Board struct {
	ID            int64
	CorporationID int64
	ProjectID     int64
	Name          string
	Layout        Layout
	Panels        []Panel
	Sort          int64
	UpdatedAt     int64 // UTC ms
}

// Layout is the grid and what all panels share.
type Layout struct {
	Rows    int    `json:"rows" minimum:"1" maximum:"6" example:"2"`
	Columns int    `json:"columns" minimum:"1" maximum:"6" example:"2" doc:"rows × columns is at most 6"`
	Range   string `json:"range" maxLength:"40" example:"7d" doc:"As in the address of a view: 1h, 6h, 12h, 1d, 3d, 7d, 30d, 90d, 180d, 1y, 2y, 5y, 10y, or two times in UTC ms with a hyphen"`
	Axis    bool   `json:"linkedAxis" doc:"All panels show the range of the board; otherwise each one its own"`
	Cursor  bool   `json:"linkedCursor" doc:"One cursor runs through all panels"`
	Limits  bool   `json:"limits" doc:"Thresholds are drawn"`
	Events  bool   `json:"events" doc:"Corrections and changes of devices are drawn"`
}

// Panel is one view of a point.
type Panel struct {
	PointID int64  `json:"measuringPointId"`
	View    string `json:"view"`
	Query   string `json:"query"`
	// Name is that of the point when the board was saved, for points that are deleted later.
	Name string `json:"name"`
	// Gone reports that the point no longer exists in the project; it is not stored.
	Gone bool `json:"-"`
}

var (
	quickRange = regexp.MustCompile(`^(1h|6h|12h|1d|3d|7d|30d|90d|180d|1y|2y|5y|10y)$`)
	twoTimes   = regexp.MustCompile(`^(\d{1,15})-(\d{1,15})$`)
)

// check refuses what no board has, whatever points exist.
func (b *Board) check() error {
	var refused errs.Refusals
	b.Name = strings.TrimSpace(b.Name)
	switch n := utf8.RuneCountInString(b.Name); {
	case n == 0:
		refused.Add("name", errs.Empty)
	case n > maxName:
		refused.Add("name", errs.TooLong, "max", maxName)
	}
	for field, n := range map[string]int{"rows": b.Layout.Rows, "columns": b.Layout.Columns} {
		if n < 1 || n > maxSide {
			refused.Add(field, errs.OutOfRange, "min", 1, "max", maxSide)
		}
	}
	room := b.Layout.Rows * b.Layout.Columns
	if err := refused.Err(); err == nil && room > maxPanels {
		refused.Add("columns", errs.OutOfRange, "min", 1, "max", maxPanels/b.Layout.Rows)
	} else if len(b.Panels) > room {
		refused.Add("panels", errs.TooManyEntries, "max", room)
	}
	if !validRange(b.Layout.Range) {
		refused.Add("range", errs.FormatWrong)
	}
	for i, p := range b.Panels {
		if utf8.RuneCountInString(p.Query) > maxQuery {
			refused.Add(fmt.Sprintf("panels[%d].query", i), errs.TooLong, "max", maxQuery)
		}
	}
	return refused.Err()
}

func validRange(text string) bool {
	if quickRange.MatchString(text) {
		return true
	}
	times := twoTimes.FindStringSubmatch(text)
	if times == nil {
		return false
	}
	from, _ := strconv.ParseInt(times[1], 10, 64) // at most 15 digits
	to, _ := strconv.ParseInt(times[2], 10, 64)
	return from > 0 && from < to
}
