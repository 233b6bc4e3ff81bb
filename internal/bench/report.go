// Package bench measures the product on this machine: the real program in its own process, a load generator, and
// figures that anybody can reproduce.
package bench

import (
	"encoding/json"
	"fmt"
	"io"
	"runtime"
)

// Figure is one measured number.
type Figure struct {
	Key   string
	Value float64
	Unit  string
	Goal  string // target on 2 cores
	Note  string
}

// Report is the figures of one run.
type Report struct {
	Version    string
	Quick      bool
	PostgreSQL bool   // measured on PostgreSQL; the goals are those of the embedded database
	Mode       string // how long or how often; "" for throughput
	Figures    []Figure
}

func (r *Report) add(key string, value float64, unit, goal, note string) {
	r.Figures = append(r.Figures, Figure{key, value, unit, goal, note})
}

// Value returns the figure of a key; ok is false if it was not measured.
func (r *Report) Value(key string) (float64, bool) {
	for _, f := range r.Figures {
		if f.Key == key {
			return f.Value, true
		}
	}
	return 0, false
}

// WriteTable prints the figures as a table.
func (r *Report) WriteTable(w io.Writer) {
	mode := "60 s a throughput"
	if r.Mode != "" {
		mode = r.Mode
	} else if r.Quick {
		mode = "quick: 10 s a throughput"
	}
	if r.PostgreSQL {
		mode += ", on PostgreSQL; the goals are those of the embedded database"
	}
	fmt.Fprintf(w, "Plumbline %s on %d cores, %s/%s, %s\n\n", r.Version, runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, mode)
	for _, f := range r.Figures {
		fmt.Fprintf(w, "%-34s %14s %-8s %-14s %s\n", f.Key, number(f.Value), f.Unit, f.Goal, f.Note)
	}
}

// WriteJSON prints one object with the keys as named, and "environment".
func (r *Report) WriteJSON(w io.Writer) error {
	object := map[string]any{"environment": map[string]any{
		"version": r.Version, "cores": runtime.NumCPU(), "os": runtime.GOOS, "arch": runtime.GOARCH, "go": runtime.Version(), "quick": r.Quick,
		"postgresql": r.PostgreSQL,
	}}
	for _, f := range r.Figures {
		object[f.Key] = f.Value
	}
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(object)
}

func number(v float64) string {
	switch {
	case v >= 1000:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	default:
		return fmt.Sprintf("%.3f", v)
	}
}
