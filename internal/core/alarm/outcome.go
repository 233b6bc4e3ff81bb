package alarm

import (
	"encoding/binary"

	"plumbline/internal/platform/bytesread"
)

// Outcome is the outcome of one threshold at the last reading, from which the level of a point is derived on
// reading. Thresholds that have judged nothing have none.
type Outcome struct {
	Key   Key
	Level Level
	Side  Side  // on which Level was reached; "" at Normal
	Since int64 // UTC ms of the reading at which Level was reached; 0 at Normal
	Held  bool  // only the restore count keeps Level
	Done  int32 // if Held: consecutive readings beyond the restore line
}

// Outcomes returns the outcomes of a point's thresholds in the order of their keys.
func (f *Fold) Outcomes() []Outcome {
	var list []Outcome
	for i := range f.State.Keys {
		s := &f.State.Keys[i]
		if !s.Judged {
			continue
		}
		one := Outcome{Key: f.keys[i], Level: s.Level, Side: s.Side, Since: s.Since, Held: s.Held}
		if s.Held {
			one.Done = s.Below
		}
		list = append(list, one)
	}
	return list
}

// AppendDigest appends bytes that differ if LevelOf differs, for the same keys. Another panel may change the level, or
// its start, without a new judgement.
func (f *Fold) AppendDigest(dst []byte, p *Panel) []byte {
	level, since := f.levelSince(p)
	dst = binary.AppendVarint(append(dst, byte(level)), since)
	for i := range f.State.Keys {
		if s := &f.State.Keys[i]; s.Judged {
			done := int32(0)
			if s.Held {
				done = s.Below
			}
			dst = binary.AppendUvarint(dst, uint64(i))
			dst = append(dst, s.taken(), byte(done))
			dst = binary.AppendVarint(dst, s.Since)
		}
	}
	return dst
}

// LevelOf returns the level and outcomes of a point for the thresholds of a panel.
func (f *Fold) LevelOf(pointID int64, p *Panel) PointLevel {
	made := PointLevel{PointID: pointID, Outcomes: f.Outcomes()}
	made.Level, made.Since = f.levelSince(p)
	return made
}

// levelSince returns the level by the thresholds of a panel and when it began; 0 at Normal.
func (f *Fold) levelSince(p *Panel) (level Level, since int64) {
	level = f.Level(p)
	if p == nil {
		return level, 0
	}
	for i := range p.judges {
		if s := &f.State.Keys[p.judges[i].key]; s.Judged && s.Level == level && (since == 0 || s.Since < since) {
			since = s.Since
		}
	}
	return level, since
}

// AppendOutcomes encodes outcomes; equal outcomes have equal bytes.
func AppendOutcomes(dst []byte, list []Outcome) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(list)))
	for i := range list {
		s := &list[i]
		dst = appendKey(dst, s.Key)
		state := KeyState{Judged: true, Level: s.Level, Held: s.Held, Side: s.Side}
		dst = append(dst, state.taken())
		dst = binary.AppendVarint(dst, s.Since)
		dst = binary.AppendUvarint(dst, uint64(s.Done))
	}
	return dst
}

// DecodeOutcomes reads what AppendStanding wrote.
func DecodeOutcomes(data []byte) ([]Outcome, error) {
	d := decoder{bytesread.Reader{Rest: data}}
	var list []Outcome
	for count := d.Uvarint(); count > 0 && !d.Failed; count-- {
		one := Outcome{Key: d.key()}
		var state KeyState
		state.decode(d.Byte())
		one.Level, one.Held, one.Side = state.Level, state.Held, state.Side
		one.Since, one.Done = d.Varint(), int32(d.Uvarint())
		list = append(list, one)
	}
	if d.Failed || len(d.Rest) > 0 {
		return nil, errDamaged
	}
	return list, nil
}
