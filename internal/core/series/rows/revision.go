package rows

import (
	"encoding/binary"
	"math"
	"slices"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/series/codec"
	"plumbline/internal/platform/bytesread"
)

// Superseded is the stored form of revisions of one time that arrived and were replaced together: a shape sent in two
// parts makes one, not one per node.
type Superseded struct {
	Received, Replaced int64
	Data               []byte // columns; then the bits of the values, unless all are missing
}

// PackRevisions groups the values superseded by one message.
func PackRevisions(list []series.Revision) []Superseded {
	var groups []Superseded
	for len(list) > 0 {
		received := list[0].Received
		var columns []reading.Column
		var values []byte
		missing := true
		var others []series.Revision
		for _, r := range list {
			if r.Received != received {
				others = append(others, r)
				continue
			}
			columns = append(columns, r.Column)
			values = binary.LittleEndian.AppendUint64(values, math.Float64bits(r.Value))
			missing = missing && reading.IsMissing(r.Value)
		}
		data := codec.AppendColumns(nil, reading.Intern(columns))
		if !missing {
			data = append(data, values...)
		}
		groups = append(groups, Superseded{Received: received, Replaced: list[0].Replaced, Data: data})
		list = others
	}
	return groups
}

// AppendRevisions appends the revisions of a time that PackRevisions packed.
func AppendRevisions(list []series.Revision, time int64, s Superseded) ([]series.Revision, error) {
	columns, values, err := codec.ReadColumns(s.Data)
	if err != nil {
		return list, err
	}
	if len(values) != 0 && len(values) != 8*columns.Len() {
		return list, ErrDamaged
	}
	list = slices.Grow(list, columns.Len())
	bits := bytesread.Reader{Rest: values}
	for _, column := range columns.List {
		r := series.Revision{Time: time, Column: column, Value: reading.Missing, Received: s.Received, Replaced: s.Replaced}
		if len(values) > 0 {
			r.Value = bits.Float64()
		}
		list = append(list, r)
	}
	return list, nil
}
