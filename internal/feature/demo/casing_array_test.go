package demo

import (
	"math"
	"testing"
)

// The array in the casing is as old as the surveys, and differs from the casing by a few millimeters.
func TestArrayInCasingFollowsIt(t *testing.T) {
	records, err := holeArray()
	if err != nil {
		t.Fatal(err)
	}
	unit, _ := arrayInCasing()
	sent := int(float64(len(records)) * unit.history)
	last := records[sent-1]
	if days := float64(last.Time) / float64(day) / 1000; math.Abs(days-104.04) > 0.25 {
		t.Errorf("the newest reading is %.2f days after the first survey, want 104: the last survey is 4 days old", days)
	}
	at := func(r Record, depth float64) (sum float64) {
		for _, node := range r.Nodes[int(depth*1000/segmentLength):] {
			sum += segmentLength * math.Sin(node.Values["angleX"]*math.Pi/180)
		}
		return sum
	}
	moved, want := at(last, 9.5)-at(records[0], 9.5), casingPushed(9.5, 1)[0]
	if off := math.Abs(moved - want); off < 0.3 || off > 4 {
		t.Errorf("at 9.5 m the array moved %.2f mm, the casing %.2f", moved, want)
	}
}
