package point

import (
	"encoding/json"
	"strings"
	"testing"

	"plumbline/internal/platform/errs"
)

// Design and ground lines have at least two places, which rise, and numbers that a site can have.
func TestEngineeringLines(t *testing.T) {
	many := strings.Repeat(`{"chainage":1,"elevation":1},`, maxPlaces) + `{"chainage":2,"elevation":1}`
	tests := []struct {
		value, field string
		code         int
	}{
		{`{"designLine":[{"depth":0,"offsetA":40,"offsetB":-5},{"depth":20,"offsetA":0}],"groundLine":[{"chainage":0,"elevation":3},{"chainage":9,"elevation":-4}]}`, "", 0},
		{`{"designLine":[{"depth":0,"offsetA":40}]}`, "designLine", errs.TooFewEntries.Code},
		{`{"designLine":[{"depth":5,"offsetA":40},{"depth":5,"offsetA":0}]}`, "designLine[1].depth", errs.AboveOther.Code},
		{`{"designLine":[{"depth":-1,"offsetA":40},{"depth":5,"offsetA":0}]}`, "designLine[0].depth", errs.OutOfRange.Code},
		{`{"designLine":[{"depth":1,"offsetA":1e6},{"depth":5,"offsetA":0}]}`, "designLine[0].offsetA", errs.OutOfRange.Code},
		{`{"designLine":[{"depth":1,"offsetA":1},{"depth":5,"offsetA":0,"offsetB":-1e6}]}`, "designLine[1].offsetB", errs.OutOfRange.Code},
		{`{"groundLine":[{"chainage":9,"elevation":3},{"chainage":0,"elevation":4}]}`, "groundLine[1].chainage", errs.AboveOther.Code},
		{`{"groundLine":[{"chainage":0,"elevation":3},{"chainage":2e5,"elevation":4}]}`, "groundLine[1].chainage", errs.OutOfRange.Code},
		{`{"groundLine":[{"chainage":0,"elevation":1e4},{"chainage":2,"elevation":4}]}`, "groundLine[0].elevation", errs.OutOfRange.Code},
		{`{"groundLine":[` + many + `]}`, "groundLine", errs.TooManyEntries.Code},
	}
	for _, test := range tests {
		var e Engineering
		if err := json.Unmarshal([]byte(test.value), &e); err != nil {
			t.Fatal(err)
		}
		refused, _ := errs.As(checkEngineering(e))
		if test.field == "" {
			if refused != nil {
				t.Errorf("%s: %v", test.value, refused)
			}
			continue
		}
		if refused == nil || len(refused.Fields) != 1 || refused.Fields[0].Name != test.field || refused.Fields[0].Message.Code != test.code {
			t.Errorf("%.100s: %+v, want %s and %d", test.value, refused, test.field, test.code)
		}
	}
}
