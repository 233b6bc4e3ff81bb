package alarm

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"

	"plumbline/internal/platform/bytesread"
)

// AppendState encodes a state; equal states have equal bytes, whatever keys they were made with: keys without a state
// are left out.
func AppendState(dst []byte, keys []Key, s State) []byte {
	dst = binary.AppendVarint(dst, s.Time)
	count := 0
	for i := range s.Keys {
		if s.Keys[i] != (KeyState{}) {
			count++
		}
	}
	dst = binary.AppendUvarint(dst, uint64(count))
	for i := range s.Keys {
		k := &s.Keys[i]
		if *k == (KeyState{}) {
			continue
		}
		dst = appendKey(dst, keys[i])
		dst = append(dst, k.taken(), byte(k.Processed))
		dst = binary.AppendVarint(dst, k.Since)
		dst = binary.AppendUvarint(dst, uint64(k.Over))
		dst = binary.AppendUvarint(dst, uint64(k.Below))
		if k.Days != nil {
			for _, d := range k.Days {
				dst = binary.AppendVarint(dst, d.Since)
				dst = binary.AppendVarint(dst, d.Count)
			}
		}
		dst = appendEpisode(dst, k.Episode)
	}
	return dst
}

// How the level of a key was reached, in the bits above the three bits of the level.
const (
	bitJudged = 1 << 3
	bitHeld   = 1 << 4
	bitLower  = 1 << 5
	bitUpper  = 1 << 6
	bitDays   = 1 << 7
)

func (k *KeyState) taken() byte {
	b := byte(k.Level)
	for _, bit := range [...]struct {
		set bool
		bit byte
	}{{k.Judged, bitJudged}, {k.Held, bitHeld}, {k.Side == LowerLimit, bitLower}, {k.Side == Upper, bitUpper}, {k.Days != nil, bitDays}} {
		if bit.set {
			b |= bit.bit
		}
	}
	return b
}

func (k *KeyState) decode(b byte) {
	k.Level = min(Level(b&7), Red)
	k.Judged, k.Held = b&bitJudged != 0, b&bitHeld != 0
	switch {
	case b&bitLower != 0:
		k.Side = LowerLimit
	case b&bitUpper != 0:
		k.Side = Upper
	}
}

func appendKey(dst []byte, key Key) []byte {
	dst = appendString(dst, key.Field)
	dst = appendString(dst, string(key.ValueType))
	if !key.NodeRange.Limited {
		return append(dst, 0)
	}
	dst = append(dst, 1)
	dst = binary.AppendVarint(dst, int64(key.NodeRange.From))
	return binary.AppendVarint(dst, int64(key.NodeRange.To))
}

func appendEpisode(dst []byte, e *Episode) []byte {
	if e == nil {
		return append(dst, 0)
	}
	dst = append(dst, byte(len(e.Steps)), byte(e.Current))
	dst = binary.AppendVarint(dst, e.Opened)
	for _, step := range e.Steps {
		dst = append(dst, byte(step.Level))
		dst = binary.AppendVarint(dst, step.Time)
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(step.Value))
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(step.Limit))
		dst = appendString(dst, string(step.Side))
		dst = binary.AppendVarint(dst, int64(step.Node))
		dst = appendString(dst, step.Direction)
		dst = binary.LittleEndian.AppendUint64(dst, math.Float64bits(step.Reference))
	}
	return dst
}

func appendString(dst []byte, s string) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(s)))
	return append(dst, s...)
}

var errDamaged = errors.New("damaged state of the alarms")

// DecodeState reads what AppendState wrote, for a point that now has these keys. States of other keys are dropped.
func DecodeState(data []byte, keys []Key) (s State, rest []byte, err error) {
	d := decoder{bytesread.Reader{Rest: data}}
	s = NewState(len(keys))
	s.Time = d.Varint()
	for count := d.Uvarint(); count > 0 && !d.Failed; count-- {
		key := d.key()
		var state KeyState
		taken := d.Byte()
		state.decode(taken)
		state.Processed, state.Since = d.level(), d.Varint()
		state.Over, state.Below = int32(d.Uvarint()), int32(d.Uvarint())
		if taken&bitDays != 0 {
			state.Days = new([4]daily)
			for i := range state.Days {
				state.Days[i] = daily{d.Varint(), d.Varint()}
			}
		}
		state.Episode = d.episode(key)
		if i, found := slices.BinarySearchFunc(keys, key, compareKeys); found {
			s.Keys[i] = state
		}
	}
	if d.Failed {
		return State{}, nil, errDamaged
	}
	return s, d.Rest, nil
}

type decoder struct{ bytesread.Reader }

func (d *decoder) level() Level { return min(Level(d.Byte()), Red) }

func (d *decoder) key() Key {
	key := Key{Field: d.String(), ValueType: ValueType(d.String())}
	if d.Byte() == 1 {
		key.NodeRange = NodeRange{From: int32(d.Varint()), To: int32(d.Varint()), Limited: true}
	}
	return key
}

func (d *decoder) episode(key Key) *Episode {
	count := d.Byte()
	if count == 0 {
		return nil
	}
	e := &Episode{Key: key, Current: d.level(), Opened: d.Varint()}
	for ; count > 0 && !d.Failed; count-- {
		e.Steps = append(e.Steps, Step{
			Level: d.level(), Time: d.Varint(), Value: d.Float64(), Limit: d.Float64(), Side: Side(d.String()), Node: int32(d.Varint()),
			Direction: d.String(), Reference: d.Float64(),
		})
	}
	return e
}
