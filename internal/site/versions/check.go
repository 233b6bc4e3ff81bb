package versions

import (
	"encoding/json"
	"unicode/utf8"

	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/errs"
)

const maxNote = 500 // characters

// CheckDate checks the time and the note of a draft.
func CheckDate(draft timeline.Draft) error {
	var refusals errs.Refusals
	// Time 0 means "always": the first versions of an owner apply to all earlier readings too.
	if draft.ValidFrom != 0 && !timeline.Possible(draft.ValidFrom) {
		refusals.Add("validFrom", errs.TimeOutOfRange)
	}
	if utf8.RuneCountInString(draft.Note) > maxNote {
		refusals.Add("note", errs.TooLong, "max", maxNote)
	}
	return refusals.Err()
}

// Decoded decodes a value of an aspect, without unknown fields, and checks it.
func Decoded[T any](value json.RawMessage, check func(T) error) error {
	var v T
	if err := errs.Decode(value, &v); err != nil {
		return err
	}
	return check(v)
}

// Holder returns the arguments of errs.ChannelTaken for a clash.
func Holder(clash timeline.Clash) []any {
	return []any{"channel", clash.ChannelNo, "name", clash.Name, "time", errs.Moment(clash.At)}
}

// InForce returns the value of an aspect in effect at a time (UTC ms); nil if there is none.
func InForce(records []timeline.Record, aspect string, at int64) json.RawMessage {
	var list []timeline.Version[json.RawMessage]
	for _, r := range timeline.OfAspect(records, aspect) {
		list = append(list, r.Version)
	}
	v, _ := timeline.Of(list).At(at)
	return v.Value
}

// Drafted returns drafts as records, to check other drafts against them.
func Drafted(kind timeline.OwnerKind, drafts ...timeline.Draft) []timeline.Record {
	records := make([]timeline.Record, len(drafts))
	for i, draft := range drafts {
		records[i].OwnerKind, records[i].Aspect = kind, draft.Aspect
		records[i].ValidFrom, records[i].Value = draft.ValidFrom, draft.Value
	}
	return records
}
