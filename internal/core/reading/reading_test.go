package reading_test

import (
	"math"
	"runtime"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/core/reading"
)

// Equal lists are interned as one pointer, different lists are not, and Index finds every column.
func TestInternedColumns(t *testing.T) {
	column := rapid.Custom(func(t *rapid.T) reading.Column {
		return reading.Column{Field: rapid.StringN(0, 5, -1).Draw(t, "field"), Node: rapid.Int32Range(0, 300).Draw(t, "node")}
	})
	lists := rapid.SliceOfNDistinct(column, 0, 8, rapid.ID[reading.Column])
	rapid.Check(t, func(t *rapid.T) {
		a, b := lists.Draw(t, "a"), lists.Draw(t, "b")
		same := len(a) == len(b)
		for i := 0; same && i < len(a); i++ {
			same = a[i] == b[i]
		}
		if got := reading.Intern(a) == reading.Intern(b); got != same {
			t.Fatalf("%v and %v are the same: %v, want %v", a, b, got, same)
		}
		for i, c := range a {
			if at := reading.Intern(a).Index(c); at != i {
				t.Fatalf("column %v found at %d, want %d", c, at, i)
			}
		}
	})
}

// Unused lists are garbage-collected. A list in use stays the only one with its content.
func TestUnusedListsAreCollected(t *testing.T) {
	kept := reading.Intern([]reading.Column{{Field: "kept", Node: 7}})
	before := reading.Interned()
	for i := range 10_000 {
		reading.Intern([]reading.Column{{Field: "invented", Node: int32(i)}, {Field: "again"}})
	}
	for range 200 {
		if runtime.GC(); reading.Interned() <= before {
			break
		}
		runtime.Gosched() // cleanups run in their own goroutine
	}
	if left := reading.Interned() - before; left > 0 {
		t.Errorf("%d unused lists are still in memory", left)
	}
	if reading.Intern([]reading.Column{{Field: "kept", Node: 7}}) != kept {
		t.Error("a list in use was replaced by another")
	}
}

func TestMissingDiffersFromNaN(t *testing.T) {
	if !reading.IsMissing(reading.Missing) || reading.IsMissing(math.NaN()) || reading.IsMissing(0) {
		t.Error("a NaN sent by an instrument must not count as missing")
	}
}

func TestFlags(t *testing.T) {
	for flag, want := range map[reading.Flag]struct{ valid, judged bool }{
		0:                                       {true, true},
		reading.Provisional:                     {true, false},
		reading.Repeated | reading.NoTemp:       {true, true},
		reading.Abnormal:                        {false, false},
		reading.Withdrawn | reading.Partial:     {false, false},
		reading.OutOfRange | reading.TimeFixed:  {false, false},
		reading.Invalid | reading.Provisional:   {false, false},
		reading.Interpolated | reading.Manual:   {true, true},
		reading.Replaced | reading.Interpolated: {true, true},
	} {
		if flag.Valid() != want.valid || flag.Judged() != want.judged {
			t.Errorf("%v: valid %v, judged %v; want %v", flag.Names(), flag.Valid(), flag.Judged(), want)
		}
	}
}
