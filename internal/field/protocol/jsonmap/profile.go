package jsonmap

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/core/reading"
	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
)

// Mapping is where readings stand in a message.
type Mapping struct {
	Success *Condition `json:"success,omitempty" doc:"What a good message has, such as code 0; path from the top"`
	Message string     `json:"message,omitempty" maxLength:"200" doc:"Path of the sender's own text about a failure"`
	Rows    string     `json:"rows,omitempty" maxLength:"200" doc:"Path of the records, such as data.list or stations[].data[]; omitted: the message itself"`
	Only    *Condition `json:"only,omitempty" doc:"Other records are skipped"`
	Time    Time       `json:"time,omitzero"`
	Device  string     `json:"device,omitempty" maxLength:"200" doc:"Path of the serial number of the device behind the one that receives"`
	Channel string     `json:"channel,omitempty" maxLength:"200" doc:"Path of the channel number"`
	Name    string     `json:"name,omitempty" maxLength:"200" doc:"Path of the receiving device's own name for a channel"`
	Node    string     `json:"node,omitempty" maxLength:"200" doc:"Path of the node number"`
	Values  []Value    `json:"values" maxItems:"500" nullable:"true"`
}

// Time is where the time of a record stands.
type Time struct {
	Path   string `json:"path,omitempty" maxLength:"200" doc:"Omitted: the time of receipt"`
	Format string `json:"format,omitempty" maxLength:"60" doc:"ms or s since 1970, iso (RFC 3339; default), or a pattern such as YYYY-MM-DD HH:mm:ss"`
	Zone   string `json:"zone,omitempty" maxLength:"60" doc:"IANA name or offset such as +08:00, of times without one; omitted: that of the device"`
}

// Value is where a number stands.
type Value struct {
	Path    string     `json:"path" maxLength:"200"`
	Field   string     `json:"field" maxLength:"64"`
	Channel int32      `json:"channel,omitempty" minimum:"0" maximum:"16383"`
	Node    int32      `json:"node,omitempty" minimum:"0" maximum:"65535"`
	Factor  float64    `json:"factor,omitempty" doc:"The stored value is value × factor + offset; 0 or omitted: 1"`
	Offset  float64    `json:"offset,omitempty"`
	Only    *Condition `json:"only,omitempty" doc:"Only of these records, if a record has one value and its name"`
}

// Condition is a path and the texts or numbers that fit.
type Condition struct {
	Path string   `json:"path" maxLength:"200"`
	Is   []string `json:"is" maxItems:"1000" nullable:"true"`
}

const (
	maxValues     = 500
	maxConditions = 1000
	maxPath       = 200
)

// Profile is a checked mapping.
type Profile struct {
	success, only               condition
	message, rows               path
	at, device, no, name, place path
	clock                       clock
	values                      []value
}

type condition struct {
	path path
	is   []string
}

type value struct {
	Value
	from path
	only condition
}

// ReadProfile reads and checks a mapping. An empty text is a profile that decodes nothing: a mapping has no default.
func ReadProfile(text json.RawMessage) (*Profile, error) {
	if len(text) == 0 {
		return nil, nil
	}
	var m Mapping
	if err := errs.Decode(text, &m); err != nil {
		return nil, err
	}
	return m.Check()
}

// Check validates a mapping.
func (m *Mapping) Check() (*Profile, error) {
	var refused errs.Refusals
	at := func(field, text string, lists bool) path {
		p, ok := parsePath(text, lists)
		switch {
		case len(text) > maxPath:
			refused.Add(field, errs.TooLong, "max", maxPath)
		case !ok:
			refused.Add(field, errs.PathInvalid)
		}
		return p
	}
	when := func(field string, c *Condition) (made condition) {
		if c == nil {
			return made
		}
		made = condition{at(field+".path", c.Path, false), c.Is}
		switch {
		case c.Path == "":
			refused.Add(field+".path", errs.Empty)
		case len(c.Is) == 0:
			refused.Add(field+".is", errs.TooFewEntries, "min", 1)
		case len(c.Is) > maxConditions:
			refused.Add(field+".is", errs.TooManyEntries, "max", maxConditions)
		}
		return made
	}
	p := &Profile{
		success: when("success", m.Success), only: when("only", m.Only), message: at("message", m.Message, false), rows: at("rows", m.Rows, true),
		at: at("time.path", m.Time.Path, false), device: at("device", m.Device, false), no: at("channel", m.Channel, false),
		name: at("name", m.Name, false), place: at("node", m.Node, false),
	}
	if p.rows.top || p.rows.up > 0 {
		refused.Add("rows", errs.PathInvalid)
	}
	if count := len(slices.DeleteFunc([]string{m.Device, m.Channel, m.Name}, func(s string) bool { return s == "" })); count > 1 {
		refused.Add("channel", errs.FieldWrong, "reason", "device | channel | name")
	}
	p.clock = m.Time.check(&refused)
	m.checkValues(&refused)
	for i, v := range m.Values[:min(len(m.Values), maxValues)] {
		field := "values[" + strconv.Itoa(i) + "]."
		p.values = append(p.values, value{v, at(field+"path", v.Path, false), when(field+"only", v.Only)})
	}
	if err := refused.Err(); err != nil {
		return nil, err
	}
	return p, nil
}

func (m *Mapping) checkValues(refused *errs.Refusals) {
	switch {
	case len(m.Values) == 0:
		refused.Add("values", errs.TooFewEntries, "min", 1)
	case len(m.Values) > maxValues:
		refused.Add("values", errs.TooManyEntries, "max", maxValues)
		return
	}
	for i, v := range m.Values {
		field := "values[" + strconv.Itoa(i) + "]."
		if v.Path == "" {
			refused.Add(field+"path", errs.Empty)
		}
		if !protocol.FieldName(v.Field) {
			refused.Add(field+"field", errs.FormatWrong)
		}
		switch {
		case v.Channel < 0 || v.Channel > protocol.MaxChannel:
			refused.Add(field+"channel", errs.OutOfRange, "min", 0, "max", protocol.MaxChannel)
		case v.Channel != 0 && m.Device+m.Channel+m.Name != "":
			refused.Add(field+"channel", errs.Unexpected)
		}
		switch {
		case v.Node < 0 || v.Node > protocol.MaxNode:
			refused.Add(field+"node", errs.OutOfRange, "min", 0, "max", protocol.MaxNode)
		case v.Node != 0 && m.Node != "":
			refused.Add(field+"node", errs.Unexpected)
		}
		if !reading.IsFinite(v.Factor) {
			refused.Add(field+"factor", errs.FormatWrong)
		}
		if !reading.IsFinite(v.Offset) {
			refused.Add(field+"offset", errs.FormatWrong)
		}
	}
}

// holds reports whether a record fits a condition; none is always fulfilled.
func (c *condition) holds(r *record) bool {
	if !c.path.set {
		return true
	}
	found, ok := r.at(c.path)
	if !ok {
		return false
	}
	text, ok := textOf(found)
	return ok && slices.Contains(c.is, text)
}

// textOf returns a text, number or truth value as text.
func textOf(value any) (string, bool) {
	switch v := value.(type) {
	case string:
		return strings.TrimSpace(v), true
	case json.Number:
		return v.String(), true
	case bool:
		return strconv.FormatBool(v), true
	}
	return "", false
}
