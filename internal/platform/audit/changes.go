package audit

import (
	"encoding/json"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/platform/i18n"
)

// Change is a changed field, in readable form.
type Change struct {
	Field  string // path in the object, such as sources[0].deviceId
	Label  string // field name in the reader's language
	Before string // "" if there was no value
	After  string // "" if the value was removed
}

// omitted are fields that add nothing to the rest of the entry.
var omitted = map[string]bool{
	"id": true, "corporationid": true, "projectid": true, "createdat": true, "recordedat": true, "recordedby": true,
	"ownerkind": true, "ownerid": true, "aspect": true, "accountid": true, "sort": true, "simplepassword": true, "lastusedat": true,
}

// Changes lists the differences between an entry's before and after in a language (zh, en, zh-TW), sorted by field
// name. Elements of lists keep their order. Times are in the time zone of the entry.
func Changes(e Entry, language string) []Change {
	zone, err := time.LoadLocation(e.TimeZone)
	if err != nil || e.TimeZone == "" {
		zone = time.UTC
	}
	w := words{language: language, zone: zone, names: e.Names, measurement: e.Measurement}
	before, after := leaves(e.Before), leaves(e.After)
	paths := make([]path, 0, len(before)+len(after))
	for _, side := range []map[string]leaf{before, after} {
		for _, l := range side {
			paths = append(paths, l.path)
		}
	}
	sort.Slice(paths, func(i, j int) bool { return paths[i].less(paths[j]) })
	changes := make([]Change, 0, len(paths))
	for i, p := range paths {
		name := p.String()
		if i > 0 && name == paths[i-1].String() {
			continue
		}
		c := Change{Field: name, Label: w.path(p), Before: w.value(before[name]), After: w.value(after[name])}
		if c.Before != c.After {
			changes = append(changes, c)
		}
	}
	return changes
}

// Summary returns the changes in one line, for exports.
func Summary(changes []Change) string {
	parts := make([]string, len(changes))
	for i, c := range changes {
		switch {
		case c.Before == "":
			parts[i] = c.Label + ": " + c.After
		default:
			parts[i] = c.Label + ": " + c.Before + " → " + orNothing(c.After)
		}
	}
	return strings.Join(parts, "; ")
}

func orNothing(s string) string {
	if s == "" {
		return "—"
	}
	return s
}

// path is the path of a value: field names, and indices from 0.
type path []step

type step struct {
	field string
	index int // -1: a field
}

func (p path) String() string {
	var b strings.Builder
	for _, s := range p {
		if s.index >= 0 {
			fmt.Fprintf(&b, "[%d]", s.index)
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('.')
		}
		b.WriteString(s.field)
	}
	return b.String()
}

func (p path) less(q path) bool {
	for i := range min(len(p), len(q)) {
		if p[i].index != q[i].index {
			return p[i].index < q[i].index
		}
		if p[i].field != q[i].field {
			return p[i].field < q[i].field
		}
	}
	return len(p) < len(q)
}

// leaf is a value without fields. A list of simple values is one leaf.
type leaf struct {
	path  path
	value any
}

func leaves(data json.RawMessage) map[string]leaf {
	found := map[string]leaf{}
	if len(data) == 0 {
		return found
	}
	v, err := decoded(data)
	if err != nil {
		return found // an unreadable entry still shows the actor, action and time
	}
	gather(found, nil, v)
	return found
}

// keyedByName are fields whose keys are codes or user-given names, so they are kept unchanged.
var keyedByName = map[string]bool{"marks": true, "values": true, "params": true, "options": true}

func gather(found map[string]leaf, at path, v any) {
	switch v := v.(type) {
	case map[string]any:
		given := len(at) > 0 && keyedByName[at[len(at)-1].field]
		for name, inner := range v {
			if omitted[strings.ToLower(name)] {
				continue
			}
			if strings.EqualFold(name, "value") && len(at) == 0 { // of a version: list its fields directly
				gather(found, at, inner)
				continue
			}
			field := lowerFirst(name)
			if given {
				field = name
			}
			gather(found, append(at[:len(at):len(at)], step{field, -1}), inner)
		}
		return
	case []any:
		for i, inner := range v {
			if _, plain := inner.(map[string]any); plain {
				gather(found, append(at[:len(at):len(at)], step{index: i}), inner)
			}
		}
		if len(v) > 0 {
			if _, nested := v[0].(map[string]any); nested {
				return
			}
		}
	}
	found[at.String()] = leaf{at, v}
}

// lowerFirst converts a Go field name to its JSON name: SNCode becomes snCode.
func lowerFirst(s string) string {
	upper := 0
	for upper < len(s) && 'A' <= s[upper] && s[upper] <= 'Z' {
		upper++
	}
	if upper > 1 && upper < len(s) {
		upper-- // the last capital starts the next word
	}
	return strings.ToLower(s[:upper]) + s[upper:]
}

// words formats labels and values for a reader.
type words struct {
	language    string
	zone        *time.Location
	names       map[int64]string
	measurement string
}

func (w words) path(p path) string {
	parts := make([]string, 0, len(p))
	for i, s := range p {
		if s.index >= 0 {
			parts[len(parts)-1] += " " + strconv.Itoa(s.index+1)
			continue
		}
		if i > 0 && keyedByCode[p[i-1].field] {
			parts = append(parts, w.inside(p[i-1].field, s.field))
			continue
		}
		parts = append(parts, FieldName(s.field, w.language))
	}
	if len(parts) == 0 {
		return FieldName("", w.language)
	}
	return strings.Join(parts, " · ")
}

func (w words) value(l leaf) string {
	field := ""
	if n := len(l.path); n > 0 {
		field = strings.ToLower(l.path[n-1].field)
	}
	switch v := l.value.(type) {
	case nil:
		return ""
	case bool:
		return yesNo[v].In(w.language)
	case string:
		switch {
		case field == "permissions":
			return permissionName(v, w.language)
		case inOptions(l.path) && field == "field": // a field of the instrument, not of the point
			return w.code(v)
		case holdsCode[field]:
			return w.field(v)
		}
		return valueName(field, v, w.language)
	case json.Number:
		return w.number(field, v)
	case []any:
		parts := make([]string, len(v))
		for i, inner := range v {
			parts[i] = w.value(leaf{l.path, inner})
		}
		return strings.Join(parts, ", ")
	}
	return fmt.Sprint(l.value)
}

const (
	timeLayout      = "2006-01-02 15:04:05"
	firstTime       = 946_684_800_000 // 2000-01-01, UTC ms: smaller numbers are not times
	microArcSeconds = 3600 * 1e6      // per degree
)

func (w words) number(field string, n json.Number) string {
	i, err := n.Int64()
	switch {
	case err != nil:
		return n.String()
	case i == 0 && (isTime(field) || isReference(field)):
		return ""
	case i >= firstTime && isTime(field):
		return time.UnixMilli(i).In(w.zone).Format(timeLayout)
	case (field == "longitude" || field == "latitude") && (i > 360 || i < -360):
		return strconv.FormatFloat(float64(i)/microArcSeconds, 'f', 6, 64) + "°"
	case fileFields[field]:
		return fileWord.In(w.language)
	case isReference(field):
		if name := w.names[i]; name != "" {
			return name + " #" + n.String()
		}
		return "#" + n.String()
	}
	return n.String()
}

// isReference reports whether a field contains an id.
func isReference(field string) bool {
	return strings.HasSuffix(field, "id") || strings.HasSuffix(field, "by")
}

// Mentions lists the ids in the entry's before and after.
func (e Entry) Mentions() []int64 {
	var ids []int64
	for _, side := range []json.RawMessage{e.Before, e.After} {
		for _, l := range leaves(side) {
			n, isNumber := l.value.(json.Number)
			if !isNumber || len(l.path) == 0 || !isReference(strings.ToLower(l.path[len(l.path)-1].field)) {
				continue
			}
			if id, err := n.Int64(); err == nil && id != 0 {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

var timeFields = map[string]bool{
	"validfrom": true, "from": true, "to": true, "time": true, "start": true, "end": true,
	"until": true, "since": true, "keepolduntil": true, "expiry": true,
}

// isTime reports whether a field is a time. Every name that ends with At is one.
func isTime(field string) bool { return timeFields[field] || strings.HasSuffix(field, "at") }

// fileFields contain ids of uploaded files, which have no display name.
var fileFields = map[string]bool{"fileid": true, "imageid": true, "pictureid": true}

var fileWord = i18n.Label{Zh: "已上传的文件", En: "uploaded file", Tw: "已上傳的檔案"}

var yesNo = map[bool]i18n.Label{true: {Zh: "是", En: "yes", Tw: "是"}, false: {Zh: "否", En: "no", Tw: "否"}}
