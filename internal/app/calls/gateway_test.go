package calls_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"plumbline/internal/httpapi/dataapi"
	"plumbline/internal/testing/await"
)

// value waits until a point has a value of a field at a time.
func (h *harness) value(point, field, kind string, at int64) float64 {
	h.t.Helper()
	body := fmt.Sprintf(`{"measuringPointId":{%s},"fields":[%q],"valueType":%q,"start":%d,"end":%d}`, point, field, kind, at, at)
	for deadline := time.Now().Add(20 * time.Second); ; {
		chart := decoded[dataapi.Chart](h.t, h.must("guest", "POST", "/api/monitor/query", body))
		if len(chart.Series) == 1 && len(chart.Series[0].Values) == 1 && chart.Series[0].Values[0] != nil {
			return *chart.Series[0].Values[0]
		}
		if time.Now().After(deadline) {
			h.t.Fatalf("%s of %s at %d: %+v", field, point, at, chart.Series)
		}
		await.Pause()
	}
}

// TestGatewayFromFrameToPoint: a field data gateway sends its own tilt, a crack meter that its message names by serial number
// and a rain gauge by channel. Each is the value of its point; the tilt is a change once the initial tilt is set. The gateway's
// camera sends a picture in parts, and one of a camera behind it.
func TestGatewayFromFrameToPoint(t *testing.T) {
	h := newHarness(t)
	create := func(name, body string) map[string]any {
		t.Helper()
		made := decoded[map[string]any](t, h.must("admin", "POST", "/api/corporations/{ours}/devices", body))
		h.ids[name] = int64(made["id"].(float64))
		return made
	}
	behind := func(name, kind, sn string, channel int) {
		create(name, fmt.Sprintf(`{"name":%q,"type":%q,"model":"own","sncode":%q,"projectId":{project},
			"config":[{"aspect":"connection","validFrom":0,"value":{"collectorId":{gateway},"channelNo":%d}}]}`, name, kind, sn, channel))
	}
	const register = "GDM20260001"
	secret := create("gateway", `{"name":"Gateway","type":"GDM","model":"GDM-1","sncode":"GDM-1","register":"`+register+`","projectId":{project}}`)["secret"].(string)
	behind("cracks", "Crack", "CRK20260007", 1)
	behind("rain", "Rain", "RN20260002", 2)
	behind("camera", "Camera", "CAM20260003", 3)
	pointOf := func(name, measurement, category, device, field, formula string) {
		t.Helper()
		list := decoded[map[string][]map[string]any](t, h.must("admin", "POST", "/api/structures/{structure}/measuring-points",
			fmt.Sprintf(`{"points":[{"name":%q,"measurement":%q,"category":%q}]}`, name, measurement, category)))["list"]
		h.ids[name] = int64(list[0]["id"].(float64))
		versions := "/api/structures/{structure}/measuring-points/{" + name + "}/versions"
		h.must("admin", "POST", versions, `{"aspect":"binding","validFrom":1700000000000,"value":{"sources":[{"role":"main","deviceId":{`+device+`}}]}}`)
		h.must("admin", "POST", versions, fmt.Sprintf(`{"aspect":"formula","validFrom":1700000000000,"value":{"rules":[
			{"computedField":%q,"formulaType":"CUSTOM_FORMULA","formula":%q}]}}`, field, formula))
	}
	pointOf("tilted", "Tilt", "GDM", "gateway", "angleX", "angleX")
	pointOf("opened", "Crack", "Crack", "cracks", "width", "disp")
	pointOf("rained", "Rainfall", "Rain", "rain", "rain", "rain")

	const device = "/api/corporations/{ours}/devices/{gateway}"
	if w := h.call("owner", "PATCH", h.path(device+"/gdm-angle-init"), `{"mode":"current"}`); w.Code != http.StatusConflict {
		t.Errorf("an initial tilt before any reading: %d %s", w.Code, w.Body)
	}
	from := time.Now().Add(-time.Hour).Truncate(time.Second).UnixMilli()
	at := func(n int) int64 { return from + int64(n)*60_000 }
	for n, angle := range []float64{0.9, 1.0, 1.1, 1.25} {
		if n == 3 { // the mean of the three before holds from now on
			set := decoded[map[string]any](t, h.must("owner", "PATCH", device+"/gdm-angle-init",
				fmt.Sprintf(`{"mode":"current","count":3,"validFrom":%d}`, at(n)-1)))
			if init, _ := set["gdmAngleInit"].(map[string]any); init == nil || math.Abs(init["x0"].(float64)-1) > 1e-9 || init["count"] != 3.0 {
				t.Errorf("the initial tilt: %v", set["gdmAngleInit"])
			}
		}
		w := h.send(register, secret, fmt.Sprintf(`{"t":%d,"seq":%d,"items":[{"v":{"angleX":%g,"angleY":-0.26,"angleZ":89.02,"voltage":12.3}},
			{"sn":"CRK20260007","v":{"disp":%g}},{"ch":[{"no":2,"rain":0.4}]}]}`, at(n), n, angle, 3+float64(n)/4))
		if w.Code != http.StatusOK {
			t.Fatalf("a message of the gateway: %d %s", w.Code, w.Body)
		}
		h.value("tilted", "angleX", "observed", at(n))
	}
	for _, want := range []struct {
		point, field, kind string
		n                  int
		value              float64
	}{
		{"tilted", "angleX", "observed", 2, 1.1},
		{"tilted", "angleX", "accumulated", 3, 0.25},
		{"opened", "width", "observed", 0, 3},
		{"opened", "width", "observed", 3, 3.75},
		{"rained", "rain", "observed", 3, 0.4},
	} {
		if got := h.value(want.point, want.field, want.kind, at(want.n)); math.Abs(got-want.value) > 1e-9 {
			t.Errorf("%s %s of reading %d is %v, want %v", want.kind, want.field, want.n, got, want.value)
		}
	}

	tilt := decoded[dataapi.GatewayTilt](t, h.must("guest", "POST", "/api/monitor/gdm-angle",
		fmt.Sprintf(`{"measuringPointId":{tilted},"start":%d,"end":%d}`, at(0), at(3))))
	if tilt.DeviceID != h.ids["gateway"] || tilt.Initial == nil || math.Abs(tilt.Initial.X0-1) > 1e-9 || tilt.Table.Total != 4 {
		t.Errorf("the tilt of the gateway: %+v", tilt)
	}
	if columns, newest := tilt.Table.Columns, tilt.Table.List[0]; len(columns) != 2 || columns[1].ValueType != "accumulated" ||
		*newest.Values[0] != 1.25 || math.Abs(*newest.Values[1]-0.25) > 1e-9 {
		t.Errorf("columns %+v, newest reading %v", columns, newest)
	}
	if w := h.call("guest", "POST", h.path("/api/monitor/gdm-angle"), h.path(fmt.Sprintf(`{"measuringPointId":{opened},"start":%d,"end":%d}`, at(0), at(3)))); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("the tilt of a crack meter: %d %s", w.Code, w.Body)
	}

	photo := append([]byte("\xFF\xD8\xFF\xE0"), bytes.Repeat([]byte("plumbline"), 40_000)...)
	const parts = 3
	each := (len(photo) + parts - 1) / parts
	for n := range parts {
		part := photo[n*each : min((n+1)*each, len(photo))]
		for _, child := range []string{"", `,"sn":"CAM20260003"`} {
			w := h.send(register, secret, fmt.Sprintf(`{"type":"capture","t":%d,"enc":"jpg-b64","part":%d,"parts":%d,"data":"%s"%s}`,
				from, n+1, parts, base64.StdEncoding.EncodeToString(part), child))
			if w.Code != http.StatusOK {
				t.Fatalf("part %d of a picture: %d %s", n+1, w.Code, w.Body)
			}
		}
	}
	if err := h.Intake.WaitAllStored(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, owner := range []string{"gateway", "camera"} {
		list := "/api/corporations/{ours}/devices/{" + owner + "}/pictures"
		if got := string(h.must("guest", "GET", list, "")); strings.Count(got, `"time":`) != 1 || !strings.Contains(got, `"size":`+strconv.Itoa(len(photo))) {
			t.Errorf("pictures of the %s: %s", owner, got)
		}
		if got := h.must("guest", "GET", fmt.Sprintf("%s/%d", list, from), ""); !bytes.Equal(got, photo) {
			t.Errorf("the picture of the %s has %d bytes, want %d", owner, len(got), len(photo))
		}
	}
}
