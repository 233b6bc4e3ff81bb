package timeline

import (
	"encoding/json"
	"fmt"
)

// OwnerKind tells whose configuration a record is.
type OwnerKind string

// The owners.
const (
	OfPoint  OwnerKind = "point"
	OfDevice OwnerKind = "device"
)

// Record is a stored version with its value still as JSON.
type Record struct {
	Version[json.RawMessage]
	OwnerKind    OwnerKind
	OwnerID      int64
	Aspect       string
	SupersededBy int64 // account; 0 while it stands
}

// Draft is a version that is to be recorded.
type Draft struct {
	Aspect    string
	ValidFrom int64 // UTC ms
	Value     json.RawMessage
	Note      string
}

// Decode turns the records of one aspect into versions of its type; records of
// other aspects are left out.
func Decode[T any](records []Record, aspect string) ([]Version[T], error) {
	return DecodeShared[T](records, aspect, nil)
}

// Shared holds values that were decoded, by aspect and JSON: most points of a site are
// configured alike, and equal values then take memory once. Nobody may change them.
type Shared map[string]any

// DecodeShared is Decode with values that are shared with earlier calls; nil shares none.
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

// OfAspect gives the records of one aspect, in their order; all for "". Never nil.
func OfAspect(records []Record, aspect string) []Record {
	kept := make([]Record, 0, len(records))
	for _, r := range records {
		if aspect == "" || r.Aspect == aspect {
			kept = append(kept, r)
		}
	}
	return kept
}
