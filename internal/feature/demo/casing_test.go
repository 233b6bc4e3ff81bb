package demo

import (
	"testing"

	"plumbline/internal/core/formula"
)

// Of the surveys of the casing only the one read in haste has doubtful checksums; one lacks the second run, one stops early.
func TestSurveysOfTheCasing(t *testing.T) {
	records, err := surveys()
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range records {
		once := 0
		for _, fields := range [2][2]string{{"a0", "a180"}, {"b0", "b180"}} {
			var sums []float64
			for _, n := range r.Nodes {
				turned, ok := n.Values[fields[1]]
				if !ok {
					once++
					continue
				}
				sums = append(sums, formula.Checksum(n.Values[fields[0]], turned))
			}
			_, scatter := formula.ChecksumScatter(sums)
			if doubtful := scatter > formula.MaxChecksumScatter; doubtful != (i == 4) {
				t.Errorf("survey %d scatters by %.1f along %s", i+1, scatter, fields[0])
			}
		}
		if want := map[bool]int{true: 80}[i == 6]; once != want {
			t.Errorf("survey %d has %d readings in one direction, want %d", i+1, once, want)
		}
		if want := 40 - map[bool]int{true: 2}[i == 5]; len(r.Nodes) != want {
			t.Errorf("survey %d has %d stations, want %d", i+1, len(r.Nodes), want)
		}
	}
}
