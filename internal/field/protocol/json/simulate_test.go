package json

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/field/protocol"
)

func TestMessageOfChannelsAndNodes(t *testing.T) {
	targets := []protocol.Target{
		{Field: "a"}, {Channel: 2, Field: "b"}, {Channel: 2, Node: 1, Field: "c"}, {Node: 4, Field: "d"}, {Channel: 3, Node: 9, Field: "e"},
	}
	got := string(simulate(protocol.Sample{Seq: 70000, Time: 5, Targets: targets, Values: []float64{1, 2, 3, 4, 5}}))
	want := `{"type":"data","seq":4464,"t":5,"v":{"a":1},"nodes":[{"no":4,"d":4}],"ch":[{"no":2,"b":2,"nodes":[{"no":1,"c":3}]},{"no":3,"nodes":[{"no":9,"e":5}]}]}`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
