package calls_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"plumbline/internal/httpapi"
	"plumbline/internal/httpapi/dataapi"
)

func TestUnpairedFaceIsATaskUntilPaired(t *testing.T) {
	h := newHarness(t)
	h.ids["prism"] = decoded[struct{ List []struct{ ID int64 } }](t, h.must("owner", "POST", "/api/structures/{structure}/measuring-points",
		`{"points":[{"name":"P-1","measurement":"SurfaceDisplacement","category":"Station","config":[
		{"aspect":"binding","validFrom":0,"value":{"sources":[{"role":"main","deviceId":{logger},"channelNo":9}]}},
		{"aspect":"formula","validFrom":0,"value":{"rules":[{"formulaType":"SYSTEM_FORMULA","sysFormula":"TS_POLAR","options":{"faces":"2","ppmApplied":"true"},
		"params":{"N0":0,"E0":0,"Z0":0,"orientation":-30}}]}}]}]}`)).List[0].ID
	send := func(ago time.Duration, face int, hz, v float64) int64 {
		t.Helper()
		at := time.Now().Add(-ago).UnixMilli()
		w := h.send("HDA3-110742", h.Secret, fmt.Sprintf(`{"t":%d,"ch":[{"no":9,"hz":%v,"v":%v,"sd":183.2746,"face":%d}]}`, at, hz, v, face))
		if w.Code != 200 || !strings.Contains(w.Body.String(), `"accepted":1`) {
			t.Fatalf("face %d: %d %s", face, w.Code, w.Body)
		}
		return at
	}
	// The stages learn of the point and the readings with a delay.
	until := func(what string, holds func() bool) {
		t.Helper()
		for tries := 0; !holds(); tries++ {
			if tries == 5000 {
				t.Fatal(what)
			}
		}
	}
	faces := func() (faces []dataapi.Task) {
		list := decoded[httpapi.List[dataapi.Task]](t, h.must("guest", "GET", "/api/structures/{structure}/measuring-points/{prism}/task-list", ""))
		for _, task := range list.List {
			if task.Kind == "face" {
				faces = append(faces, task)
			}
		}
		return faces
	}

	first := send(2*time.Minute, 1, 127.2356, 88.3596)
	until("one face does not wait", func() bool { return len(faces()) == 1 })
	if f := faces()[0]; f.From != first || f.PointID != h.ids["prism"] || f.PointName == "" || f.State != "waiting" {
		t.Errorf("one face: %+v", f)
	}
	second := send(time.Minute, 2, 307.2367, 271.6415)
	until("no result of both faces", func() bool {
		latest := decoded[dataapi.LatestList](t, h.must("guest", "POST", "/api/monitor/latest", `{"measuringPointIds":[{prism}]}`))
		return len(latest.List) == 1 && latest.List[0].Time == second
	})
	if f := faces(); len(f) != 0 {
		t.Errorf("both faces: %+v", f)
	}
}
