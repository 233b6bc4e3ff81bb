package demo

import (
	"math"
	"testing"
)

// A device's own results differ from the sum of its tilts by its segment length and by rounding.
func TestDeviceResultsFollowTheTilts(t *testing.T) {
	records, err := inclinometer("5")
	if err != nil {
		t.Fatal(err)
	}
	last := withDeviceResults(records)[len(records)-1]
	if deepest := last.Nodes[len(last.Nodes)-1].Values; deepest["dx"] != 0 || deepest["dy"] != 0 {
		t.Errorf("the toe moved: %v", deepest)
	}
	var sum float64
	for _, node := range last.Nodes[1:] {
		sum += stringSegment * math.Sin(node.Values["angleX"]*math.Pi/180)
	}
	if got := last.Nodes[0].Values["dx"]; math.Abs(got-0.996*sum) > 0.006 || got == 0 {
		t.Errorf("node 1 is at %.2f mm, want %.3f", got, 0.996*sum)
	}
}
