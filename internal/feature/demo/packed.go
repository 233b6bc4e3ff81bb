package demo

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// packed is a record in the memory of a running device. Text takes far less memory than maps.
type packed struct {
	time   int64
	values json.RawMessage // the object of a Record, without its time
}

func pack(records []Record) ([]packed, error) {
	list := make([]packed, len(records))
	for i, r := range records {
		list[i].time = r.Time
		r.Time = 0
		var err error
		if list[i].values, err = json.Marshal(r); err != nil {
			return nil, fmt.Errorf("pack records: %w", err)
		}
	}
	return list, nil
}

// message returns the uplink message of the JSON protocol for a record measured at a time (UTC ms).
func (p packed) message(at int64) []byte {
	b := make([]byte, 0, len(p.values)+40)
	b = append(b, `{"type":"data","t":`...)
	b = strconv.AppendInt(b, at, 10)
	b = append(b, ',')
	return append(b, p.values[1:]...)
}

// measured returns a device's response to a read command: its own values, or else those of its channels.
func (p packed) measured() (json.RawMessage, error) {
	var parts struct {
		Values   json.RawMessage `json:"v"`
		Channels json.RawMessage `json:"ch"`
	}
	if err := json.Unmarshal(p.values, &parts); err != nil {
		return nil, fmt.Errorf("unpack a record: %w", err)
	}
	if parts.Values != nil {
		return parts.Values, nil
	}
	return parts.Channels, nil
}
