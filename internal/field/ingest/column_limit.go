package ingest

import (
	"time"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/errs"
)

// Limits of the columns that a device may use within a day. Devices normally send the same ones; a device that keeps
// inventing names would widen its series with every reading, and their cost.
const (
	MaxFieldsPerChannel  = 256
	MaxColumnsPerChannel = 8 * reading.MaxNodes
	MaxColumnsPerDevice  = 4 * MaxColumnsPerChannel

	// maxCells bounds rows times columns of one device in a transaction of stage 1, since those rows are kept with all
	// their columns.
	maxCells = 4 << 20

	columnsLife = 24 * time.Hour
)

// columnLimit tracks the columns that devices sent within a day and bounds their number. It belongs to one worker and
// is not stored.
type columnLimit struct {
	channels map[series.ID]*channelWords
	columns  map[int64]int // total of a device's channels
	began    int64         // UTC ms
}

// channelWords is the columns of one channel: the single list used so far, or a set once there were others.
type channelWords struct {
	last    *reading.Columns // the last accepted list
	columns map[reading.Column]struct{}
	fields  map[string]struct{}
}

func newColumnLimit() *columnLimit {
	return &columnLimit{channels: map[series.ID]*channelWords{}, columns: map[int64]int{}}
}

// admit accepts the columns of a reading or returns the reason against them. cells is the transaction's current total
// for the device. After a day the count starts again, so that a reconfigured device is accepted.
func (v *columnLimit) admit(device int64, channel series.ID, columns *reading.Columns, received int64, cells map[int64]int) *misplaced {
	if received-v.began >= columnsLife.Milliseconds() {
		*v = *newColumnLimit()
		v.began = received
	}
	words := v.channels[channel]
	if words == nil {
		words = &channelWords{}
	}
	if words.last != columns {
		added, fields := words.count(columns)
		if fields > MaxFieldsPerChannel || words.size()+added > MaxColumnsPerChannel || v.columns[device]+added > MaxColumnsPerDevice {
			return tooManyColumns()
		}
		words.learn(columns)
		v.channels[channel] = words
		v.columns[device] += added
	}
	if cells[device] += words.size(); cells[device] > maxCells {
		return tooManyColumns()
	}
	return nil
}

func tooManyColumns() *misplaced {
	return &misplaced{field: "v", message: errs.TooManyColumns, args: []any{
		"fields", MaxFieldsPerChannel, "columns", MaxColumnsPerChannel, "total", MaxColumnsPerDevice,
	}}
}

func (w *channelWords) size() int {
	switch {
	case w.columns != nil:
		return len(w.columns)
	case w.last != nil:
		return w.last.Len()
	}
	return 0
}

func (w *channelWords) knows(column reading.Column) bool {
	if w.columns != nil {
		_, known := w.columns[column]
		return known
	}
	return w.last != nil && w.last.Index(column) >= 0
}

// count returns how many of the columns are new, and how many fields there would be.
func (w *channelWords) count(columns *reading.Columns) (added, fields int) {
	names := make(map[string]struct{}, len(w.fields)+8)
	for name := range w.fields {
		names[name] = struct{}{}
	}
	if w.fields == nil && w.last != nil {
		addNames(names, w.last)
	}
	for _, column := range columns.List {
		if !w.knows(column) {
			added++
			names[column.Field] = struct{}{}
		}
	}
	return added, len(names)
}

// learn records an accepted list.
func (w *channelWords) learn(columns *reading.Columns) {
	if w.last == nil {
		w.last = columns
		return
	}
	if w.columns == nil {
		w.columns, w.fields = make(map[reading.Column]struct{}, w.last.Len()), map[string]struct{}{}
		w.enter(w.last)
	}
	w.enter(columns)
	w.last = columns
}

func (w *channelWords) enter(columns *reading.Columns) {
	addNames(w.fields, columns)
	for _, column := range columns.List {
		w.columns[column] = struct{}{}
	}
}

func addNames(names map[string]struct{}, columns *reading.Columns) {
	for _, column := range columns.List {
		names[column.Field] = struct{}{}
	}
}
