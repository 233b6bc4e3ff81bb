package calls_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"plumbline/internal/httpapi/dataapi"
	"plumbline/internal/testing/await"
)

// TestNodeGetsAnotherDepth: node 2 of an array is found to lie deeper from some reading on. From there on its values are a
// column and a curve of that depth; the earlier ones keep their own. As known before, it is one.
func TestNodeGetsAnotherDepth(t *testing.T) {
	h := newHarness(t)
	const register, step = "ADM20260071", 600_000
	from := time.Now().Add(-time.Hour).Truncate(time.Minute).UnixMilli()
	at := func(n int) int64 { return from + int64(n)*step }
	made := decoded[map[string]any](t, h.must("admin", "POST", "/api/corporations/{ours}/devices",
		`{"name":"Array","type":"ADM","model":"own","sncode":"ADM-71","register":"`+register+`","projectId":{project}}`))
	h.ids["array"] = int64(made["id"].(float64))
	layout := func(t int64, second int) string {
		return fmt.Sprintf(`{"validFrom":%d,"geometry":{"segmentLen":500,"minDepth":0.5,"markAngle":0,"nodes":[{"no":1,"used":true},{"no":2,"len":%d,"used":true},{"no":3,"used":true}]}}`, t, second)
	}
	const config = "/api/corporations/{ours}/devices/{array}/config"
	h.must("admin", "PATCH", config, layout(from-step, 500))
	list := decoded[map[string][]map[string]any](t, h.must("admin", "POST", "/api/structures/{structure}/measuring-points",
		`{"points":[{"name":"hole","measurement":"DeepDisplacement","category":"ADM"}]}`))["list"]
	h.ids["hole"] = int64(list[0]["id"].(float64))
	for aspect, value := range map[string]string{
		"binding": `{"sources":[{"role":"main","deviceId":{array}}]}`, "formula": `{"rules":[{"formulaType":"SYSTEM_FORMULA","sysFormula":"INCLINO_CHAIN"}]}`,
	} {
		h.must("admin", "POST", "/api/structures/{structure}/measuring-points/{hole}/versions",
			fmt.Sprintf(`{"aspect":%q,"validFrom":%d,"value":%s}`, aspect, from-step, value))
	}
	if err := h.IntakeDevices.Refresh(t.Context(), []int64{h.ids["array"]}); err != nil {
		t.Fatal(err)
	}
	for n := range 4 {
		body := fmt.Sprintf(`{"t":%d,"nodes":[{"no":1,"angleX":1,"angleY":0},{"no":2,"angleX":%d,"angleY":0},{"no":3,"angleX":3,"angleY":0}]}`, at(n), n)
		if w := h.send(register, made["secret"].(string), body); w.Code != 200 {
			t.Fatalf("reading: %d %s", w.Code, w.Body)
		}
	}
	span := fmt.Sprintf(`{"measuringPointId":{hole},"fields":["x"],"nodes":[1,2],"start":%d,"end":%d`, from, at(9))
	// The curves of node 1 and 2 with the number of their values; those of depths that a node no longer has are marked.
	curves := func(more string) []string {
		chart := decoded[dataapi.Chart](t, h.must("guest", "POST", "/api/monitor/query", span+`,"valueType":"observed"`+more+"}"))
		var found []string
		for _, s := range chart.Series {
			found = append(found, fmt.Sprintf("%d@%g %v %d", s.Node, *s.Depth, s.Old, s.Statistics.Count))
		}
		return found
	}
	wait := func(want ...string) {
		t.Helper()
		for deadline := time.Now().Add(20 * time.Second); !slices.Equal(curves(""), want); {
			if time.Now().After(deadline) {
				t.Fatalf("curves %v, want %v", curves(""), want)
			}
			await.Pause()
		}
	}
	one := []string{"1@1 false 4", "2@1.5 false 4"}
	wait(one...)
	known := nextSecond()

	h.must("admin", "PATCH", config, layout(at(2), 1500))
	wait("1@1 false 4", "2@2.5 false 2", "2@1.5 true 2")
	if then := curves(fmt.Sprintf(`,"knownAt":%d`, known)); !slices.Equal(then, one) {
		t.Errorf("as known before: %v", then)
	}

	table := decoded[dataapi.Table](t, h.must("guest", "POST", "/api/monitor/pagination", span+`,"valueTypes":["observed"],"order":"asc"}`))
	var rows []string
	for _, row := range table.List {
		text := ""
		for _, v := range row.Values {
			text += map[bool]string{true: "v", false: "-"}[v != nil]
		}
		rows = append(rows, text)
	}
	if got := strings.Join(rows, " "); got != "v-v v-v vv- vv-" {
		t.Errorf("rows of the table: %s", got)
	}
	file := h.must("guest", "POST", "/api/monitor/export", span+`,"valueTypes":["observed"]}`)
	lines, err := csv.NewReader(bytes.NewReader(file)).ReadAll()
	if err != nil || len(lines) != 5 {
		t.Fatalf("file: %v, %d lines", err, len(lines))
	}
	if head := lines[0]; len(head) != 5 || !strings.Contains(head[2], "@ 2.50 m") || !strings.Contains(head[3], "2") || !strings.Contains(head[3], "@ 1.50 m") {
		t.Errorf("head %q", head)
	}
	if lines[1][2] != "#N/A" || lines[1][3] == "#N/A" || lines[4][2] == "#N/A" || lines[4][3] != "#N/A" {
		t.Errorf("lines %q", lines[1:])
	}
}
