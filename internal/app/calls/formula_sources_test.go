package calls_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"plumbline/internal/httpapi/dataapi"
)

// newPoints creates points in one call and returns the id of the first.
func (h *harness) newPoints(points string) int64 {
	h.t.Helper()
	made := decoded[struct{ List []struct{ ID int64 } }](h.t,
		h.must("owner", "POST", "/api/structures/{structure}/measuring-points", `{"points":[`+points+`]}`))
	return made.List[0].ID
}

// A setting of a system formula may name a point of the same project that does not depend on the point itself.
func TestSettingsNamePointsOfTheProject(t *testing.T) {
	h := newHarness(t)
	for i, name := range []string{"near", "far"} {
		h.ids[name] = h.newPoints(fmt.Sprintf(`{"name":"V-%d","type":"virtual","measurement":"AxialForce","category":"Virtual"}`, i))
	}
	try := func(of string, from int64) (int, string) {
		w := h.call("owner", "POST", h.path("/api/structures/{structure}/measuring-points/{"+of+"}/versions"), fmt.Sprintf(`{"aspect":"formula","validFrom":0,"value":{"rules":[{"computedField":"force","formulaType":"SYSTEM_FORMULA",
			"sysFormula":"DIRECT","options":{"role":"P%d"}}]}}`, from))
		return w.Code, w.Body.String()
	}
	if code, answer := try("near", h.ids["far"]); code != 200 && code != 201 {
		t.Fatalf("a point of the project was refused: %d %s", code, answer)
	}
	for name, other := range map[string]int64{"itself through another point": h.ids["near"], "itself": h.ids["far"], "a point outside": 1 << 40} {
		if code, answer := try("far", other); code != 422 || !strings.Contains(answer, "sysFormula") {
			t.Errorf("a point computed from %s: %d %s", name, code, answer)
		}
	}
}

// An anchor load cell of three wires gives force, loss and eccentricity, with the worked force of the domain's formulas.
func TestLoadCellThroughTheCalls(t *testing.T) {
	h := newHarness(t)
	rules := make([]string, 0, 3)
	for _, field := range []string{"force", "loss", "eccentricity"} {
		rules = append(rules, `{"computedField":"`+field+`","formulaType":"SYSTEM_FORMULA","sysFormula":"VW_LOADCELL",
			"params":{"K":0.0019875,"f01":1521.3,"f02":1519.8,"f03":1530.2,"Kt":0.15,"t0":16,"lockOff":550}}`)
	}
	h.ids["anchor"] = h.newPoints(`{"name":"MS-1","measurement":"AnchorForce","category":"Anchor","config":[
		{"aspect":"binding","validFrom":0,"value":{"sources":[{"role":"main","deviceId":{logger},"channelNo":9}]}},
		{"aspect":"formula","validFrom":0,"value":{"rules":[` + strings.Join(rules, ",") + `]}}]}`)
	at := time.Now().Add(-time.Minute).UnixMilli()
	w := h.send("HDA3-110742", h.Secret, fmt.Sprintf(`{"t":%d,"ch":[{"no":9,"freq1":1432.6,"freq2":1441.9,"freq3":1425.0,"temp":19.0}]}`, at))
	if w.Code != 200 || !strings.Contains(w.Body.String(), `"accepted":1`) {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	var latest dataapi.LatestList
	for tries := 0; len(latest.List) == 0 || latest.List[0].Time != at; tries++ {
		if tries == 5000 {
			t.Fatal("no result")
		}
		latest = decoded[dataapi.LatestList](t, h.must("guest", "POST", "/api/monitor/latest", `{"measuringPointIds":[{anchor}]}`))
	}
	if got := latest.List[0].Observed; got == nil || math.Abs(*got-532.84454) > 1e-5 {
		t.Errorf("force %v, want 532.84454", got)
	}
	why := string(h.must("guest", "POST", "/api/monitor/explain", h.path(fmt.Sprintf(`{"measuringPointId":{anchor},"field":"loss","time":%d}`, at))))
	for _, part := range []string{`"M0"`, "2321885.92", "2054014.45", `"f03"`, "F_lock", "3.11917"} {
		if !strings.Contains(why, part) {
			t.Errorf("the explanation lacks %s: %s", part, why)
		}
	}
}
