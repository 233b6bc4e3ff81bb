package timeline

import (
	"encoding/json"
	"fmt"
)

// OwnerKind is the kind of a record's owner.
type OwnerKind string

const (
	OfPoint  OwnerKind = "point"
	OfDevice OwnerKind = "device"
)

// Record is a stored version; its value is still JSON.
type Record struct {
	Version[json.RawMessage]
	OwnerKind    OwnerKind
	OwnerID      int64
	Aspect       string
	SupersededBy int64 // account; 0 while in effect
}

// Draft is a version to be recorded.
type Draft struct {
	Aspect    string
	ValidFrom int64 // UTC ms
	Value     json.RawMessage
	Note      string
}

// Decode decodes the records of one aspect into versions and ignores other aspects.
func Decode[T any](records []Record, aspect string) ([]Version[T], error) {
	return DecodeShared[T](records, aspect, nil)
}

// Shared caches decoded values by aspect and JSON: most points of a site have the same configuration, so equal values
// take memory once. The values must not be changed.
type Shared map[string]any

// DecodeShared is Decode with values shared with earlier calls; a nil cache shares none.
func DecodeShared[T any](records []Record, aspect string, shared Shared) ([]Version[T], error) {
	var versions []Version[T]
	for _, r := range records {
		if r.Aspect != aspect {
			continue
		}
		v := Version[T]{ID: r.ID, ValidFrom: r.ValidFrom, RecordedAt: r.RecordedAt, RecordedBy: r.RecordedBy, Note: r.Note, SupersededAt: r.SupersededAt}
		key := ""
		if shared != nil {
			key = aspect + " " + string(r.Value)
			if value, ok := shared[key].(T); ok {
				v.Value = value
				versions = append(versions, v)
				continue
			}
		}
		if err := json.Unmarshal(r.Value, &v.Value); err != nil {
			return nil, fmt.Errorf("version %d of %s %d, %s: %w", r.ID, r.OwnerKind, r.OwnerID, aspect, err)
		}
		if shared != nil {
			shared[key] = v.Value
		}
		versions = append(versions, v)
	}
	return versions, nil
}

// OfAspect returns the records of one aspect, in order; all for "". Never nil.
func OfAspect(records []Record, aspect string) []Record {
	kept := make([]Record, 0, len(records))
	for _, r := range records {
		if aspect == "" || r.Aspect == aspect {
			kept = append(kept, r)
		}
	}
	return kept
}
