package compute

import (
	"encoding/binary"
	"errors"
	"math"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
	"plumbline/internal/platform/bytesread"
)

// state is what the fold of a point remembers between readings. Its vectors are in the order of columns, the observed
// columns of the segment of the last reading.
type state struct {
	time     int64 // UTC ms of the last reading; beginning before the first
	columns  *reading.Columns
	previous []float64   // observed values of the last valid reading, empty before the first
	recent   [][]float64 // earlier values that the processor needs, unfiltered, newest last
	at       int64       // its time
	initial  forming
	held     held
	alarms   alarm.State

	rawHash   uint64 // of the last reading's raw fields
	same      int32  // consecutive readings with this hash, up to five
	sameSince int64  // time of the first of them
}

// forming is the initial value in effect, or being formed.
type forming struct {
	version int64 // 0: none
	from    int64
	formed  bool
	count   int32     // readings in sum
	last    int64     // time of the last of them
	sum     []float64 // by column
	numbers []float64 // number of values in each sum
	value   []float64 // once formed
}

// held is a reading that the next one decides about (the spike filter).
type held struct {
	pending bool
	time    int64
	flag    reading.Flag
	values  []float64
}

func newState(keys int) state {
	return state{time: compiled.Beginning, alarms: alarm.NewState(keys)}
}

// appendState encodes a state; equal states have equal bytes.
func appendState(dst []byte, keys []alarm.Key, s *state) []byte {
	dst = binary.AppendVarint(dst, s.time)
	dst = binary.AppendUvarint(dst, uint64(s.same))
	if s.same > 0 {
		dst = binary.LittleEndian.AppendUint64(dst, s.rawHash)
		dst = binary.AppendVarint(dst, s.sameSince)
	}
	dst = appendColumns(dst, s.columns)
	dst = appendValues(dst, s.previous)
	dst = binary.AppendVarint(dst, s.at)
	dst = binary.AppendUvarint(dst, uint64(len(s.recent)))
	for _, row := range s.recent {
		dst = appendValues(dst, row)
	}

	i := &s.initial
	dst = binary.AppendVarint(dst, i.version)
	dst = binary.AppendVarint(dst, i.from)
	dst = append(dst, flagByte(i.formed))
	dst = binary.AppendVarint(dst, i.last)
	dst = binary.AppendUvarint(dst, uint64(i.count))
	dst = appendValues(dst, i.sum)
	dst = appendValues(dst, i.numbers)
	dst = appendValues(dst, i.value)

	dst = append(dst, flagByte(s.held.pending))
	if s.held.pending {
		dst = binary.AppendVarint(dst, s.held.time)
		dst = binary.AppendUvarint(dst, uint64(s.held.flag))
		dst = appendValues(dst, s.held.values)
	}
	return alarm.AppendState(dst, keys, s.alarms)
}

func flagByte(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// appendColumns writes a field name only if it differs from the previous one.
func appendColumns(dst []byte, columns *reading.Columns) []byte {
	if columns == nil {
		return binary.AppendUvarint(dst, 0)
	}
	dst = binary.AppendUvarint(dst, uint64(columns.Len()))
	last := ""
	for i, column := range columns.List {
		if i > 0 && column.Field == last {
			dst = append(dst, 0)
		} else {
			dst = binary.AppendUvarint(dst, uint64(len(column.Field))+1)
			dst = append(dst, column.Field...)
			last = column.Field
		}
		dst = binary.AppendVarint(dst, int64(column.Node))
	}
	return dst
}

func appendValues(dst []byte, values []float64) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(values)))
	for _, v := range values {
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(v))
	}
	return dst
}

var errDamagedState = errors.New("damaged checkpoint")

// decodeState reads what appendState wrote, for a point that now has these keys.
func decodeState(data []byte, keys []alarm.Key) (state, error) {
	d := decoder{bytesread.Reader{Rest: data}}
	var s state
	s.time = d.Varint()
	if s.same = int32(d.Uvarint()); s.same > 0 {
		s.rawHash = d.Uint64()
		s.sameSince = d.Varint()
	}
	s.columns = d.columns()
	s.previous = d.values()
	s.at = d.Varint()
	for range min(d.Uvarint(), compiled.OutlierWindow) {
		s.recent = append(s.recent, d.values())
	}

	i := &s.initial
	i.version, i.from = d.Varint(), d.Varint()
	i.formed = d.Byte() == 1
	i.last = d.Varint()
	i.count = int32(d.Uvarint())
	i.sum, i.numbers, i.value = d.values(), d.values(), d.values()

	if s.held.pending = d.Byte() == 1; s.held.pending {
		s.held.time = d.Varint()
		s.held.flag = reading.Flag(d.Uvarint())
		s.held.values = d.values()
	}
	if d.Failed {
		return state{}, errDamagedState
	}
	alarms, rest, err := alarm.DecodeState(d.Rest, keys)
	if err != nil {
		return state{}, err
	}
	if len(rest) > 0 {
		return state{}, errDamagedState
	}
	s.alarms = alarms
	n := 0
	if s.columns != nil {
		n = s.columns.Len()
	}
	for _, vector := range [][]float64{s.previous, i.sum, i.numbers, i.value, s.held.values} {
		if len(vector) != 0 && len(vector) != n {
			return state{}, errDamagedState
		}
	}
	for _, row := range s.recent {
		if len(row) != n {
			return state{}, errDamagedState
		}
	}
	return s, nil
}

type decoder struct{ bytesread.Reader }

func (d *decoder) values() []float64 {
	n := d.Count(8)
	if n == 0 {
		return nil
	}
	values := make([]float64, n)
	d.Floats(values)
	return values
}

func (d *decoder) columns() *reading.Columns {
	n := d.Count(1)
	if n == 0 {
		return nil
	}
	list := make([]reading.Column, 0, n)
	field := ""
	for range n {
		if length := d.Uvarint(); length > uint64(len(d.Rest))+1 {
			d.Fail()
			return nil
		} else if length > 0 {
			field = string(d.Take(int(length - 1)))
		}
		list = append(list, reading.Column{Field: field, Node: int32(d.Varint())})
	}
	return reading.Intern(list)
}
