// Package demo creates a monitored site from real measurements that ship with the product, and simulates devices that
// send more of them. Times are shifted to the present, as the projects state. See docs/demo.md.
package demo

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"sort"
	"time"
)

//go:embed data
var files embed.FS

// Record is a reading in the format of its device (domain protocols.md section 3). Time is UTC ms of the original
// measurement.
type Record struct {
	Time     int64              `json:"t,omitempty"`
	Values   map[string]float64 `json:"v,omitempty"`
	Nodes    []Numbered         `json:"nodes,omitempty"`
	Channels []Numbered         `json:"ch,omitempty"`
}

// Numbered are the values of one node or channel.
type Numbered struct {
	No     int
	Values map[string]float64
}

// MarshalJSON writes the number as a field next to the values, as the protocol requires.
func (n Numbered) MarshalJSON() ([]byte, error) {
	object := make(map[string]float64, len(n.Values)+1)
	for name, v := range n.Values {
		object[name] = v
	}
	object["no"] = float64(n.No)
	return json.Marshal(object)
}

// Shifted returns the records shifted in time; by is in ms.
func Shifted(records []Record, by int64) []Record {
	moved := make([]Record, len(records))
	for i, r := range records {
		r.Time += by
		moved[i] = r
	}
	return moved
}

// Messages packs records into uplink messages of the JSON protocol, up to 200 records each, marked as history.
func Messages(records []Record) ([][]byte, error) {
	const most = 200
	var out [][]byte
	for start := 0; start < len(records); start += most {
		type data struct {
			Type string `json:"type"`
			Record
			History bool `json:"hist,omitempty"`
		}
		batch := struct {
			Records []data `json:"records"`
		}{}
		for _, r := range records[start:min(start+most, len(records))] {
			batch.Records = append(batch.Records, data{Type: "data", Record: r, History: true})
		}
		message, err := json.Marshal(batch)
		if err != nil {
			return nil, fmt.Errorf("pack records: %w", err)
		}
		out = append(out, message)
	}
	return out, nil
}

func open(name string) ([]byte, error) {
	packed, err := files.ReadFile("data/" + name)
	if err != nil {
		return nil, fmt.Errorf("read demo data: %w", err)
	}
	plain, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("read demo data %s: %w", name, err)
	}
	all, err := io.ReadAll(plain)
	if err != nil {
		return nil, fmt.Errorf("read demo data %s: %w", name, err)
	}
	return all, nil
}

func at(layout, text string) (int64, error) {
	t, err := time.Parse(layout, text)
	if err != nil {
		return 0, fmt.Errorf("time %q: %w", text, err)
	}
	return t.UnixMilli(), nil
}

func sorted(byTime map[int64]*Record) []Record {
	out := make([]Record, 0, len(byTime))
	for _, r := range byTime {
		out = append(out, *r)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Time < out[j].Time })
	return out
}

func round(v float64, decimals int) float64 {
	scale := math.Pow10(decimals)
	return math.Round(v*scale) / scale
}
