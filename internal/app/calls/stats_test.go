package calls_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/field/ingest"
	"plumbline/internal/httpapi"
	"plumbline/internal/httpapi/siteapi"
	"plumbline/internal/httpapi/statapi"
	"plumbline/internal/site/stats"
	"plumbline/internal/testing/apptest"
)

const figuresOfProject = "/api/stats/projects/{project}"

// A site small enough to count: a slope with one item; a crack on the slope at orange, without an interval; a
// piezometer in the item, due every five minutes, that never had data; a logger with the piezometer connected.
func TestStatsMatchManualCount(t *testing.T) {
	h := newHarness(t)
	h.must("admin", "POST", aPoint+"/versions", binding)
	h.must("admin", "POST", aPoint+"/versions", `{"aspect":"formula","validFrom":1700000000000,"value":{"rules":[
		{"computedField":"width","formulaType":"SYSTEM_FORMULA","sysFormula":"DIRECT","options":{"field":"disp"}}]}}`)
	h.must("admin", "PUT", aPoint+"/thresholds",
		`{"validFrom":1700000000000,"list":[{"field":"width","valueType":"observed","blue":1,"yellow":2,"orange":3,"red":4,"enable":true}]}`)
	wait := h.listen("guest")
	wait("ready")
	last := time.Now().UnixMilli() - 300_000
	body := fmt.Sprintf(`{"records":[{"t":%d,"ch":[{"no":2,"disp":0.25}]},{"t":%d,"ch":[{"no":2,"disp":3.5}]}]}`, last-300_000, last)
	if w := h.send("HDA3-110742", h.Secret, body); w.Code != 200 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	wait("alert")

	const (
		both   = `"level":3,"points":2,"judged":1,"notJudged":1,"noData":1,"stale":0,"levels":[0,0,0,1,0],`
		none   = `"level":null,"points":1,"judged":0,"notJudged":1,"noData":1,"stale":0,"levels":[0,0,0,0,0],`
		counts = `"structures":1,"items":1,"measuringPoints":2,` + both
		levels = `"structureLevels":[0,0,0,1,0],"measuringPointLevels":[0,0,0,1,0],`
		slopes = `"structureStatList":[{"type":"Slope","count":1,"levels":[0,0,0,1,0]}],"itemStatList":[{"type":"Slope","count":1,"levels":[0,0,0,0,0]}],`
		cracks = `{"type":"Crack","count":1,"levels":[0,0,0,1,0]}`
		waters = `{"type":"Waterlevel","count":1,"levels":[0,0,0,0,0]}`
		alerts = `{"type":"Pending","count":1,"levels":[0,0,0,1,0]}`
		rest   = `"activeAlerts":1,"alertStatusStatList":[` + alerts +
			`],"healthStatusStat":{"total":2,"online":0,"sleep":0,"offline":2,"normal":0,"unknown":2,"lowVoltage":0,"dataLost":0,"dataRepeated":0},"unhealthStat":[],"lastReading":{last}}`
		site = `{` + counts + levels + slopes + `"measurementTypeStat":[` + cracks + `,` + waters +
			`],"measuringPointStatList":[` + cracks + `,{"type":"WATERLEVEL","count":1,"levels":[0,0,0,0,0]}],` + rest
		stands = both + `"measuringPoints":2,"read":0,"fresh":0,"waiting":1,"lastReading":{last},"activeAlerts":1`
		crack  = `{"name":"LF-01","structureId":{structure},"itemId":0,"measurement":"Crack","category":"Crack","pages":["hda-chart","hda-data","hda-report"],"measuringPointId":{point},"projectId":{project},"time":{last},"level":3,"flags":[],"field":"width","node":0,` +
			`"valueType":"observed","unit":"mm","decimals":2,"value":3.5,"observed":3.5,"accumulated":null,"rate":null,"share":0.875,"interval":0,"noInitial":true,` +
			`"judgement":{"code":"judged","reason":"Judged","since":{last},"fields":[]},"judgedBy":{"field":"width","valueType":"observed","node":0,"value":3.5,"limit":3,"side":"upper","direction":"both","reference":0,"unit":"mm","decimals":2}}`
		water = `{"name":"SW-09","structureId":{structure},"itemId":{item},"measurement":"Waterlevel","category":"WATERLEVEL","pages":["hda-chart","hda-data","hda-report"],"measuringPointId":{level},"projectId":{project},"time":0,"level":null,"flags":[],"field":"level","node":0,` +
			`"valueType":"observed","unit":"m","decimals":3,"value":null,"observed":null,"accumulated":null,"rate":null,"share":null,"interval":300000,` +
			`"judgement":{"code":"noFormula","reason":"No formula","since":0,"fields":[]}}`
		health = `"total":1,"online":0,"sleep":0,"offline":1,"normal":0,"unknown":1,"lowVoltage":0,"dataLost":0,"dataRepeated":0}`
	)
	for path, want := range map[string]string{
		"/api/stats/corporation": `{"projects":1,` + counts + `"projectLevels":[0,0,0,1,0],` + levels +
			`"projectStatList":[{"type":"Slope","count":1,"levels":[0,0,0,1,0]}],` + slopes +
			`"measuringPointStatList":[` + cracks + `,` + waters + `],` + rest,
		figuresOfProject: site,
		figuresOfProject + "/structures/{structure}": site,
		figuresOfProject + "/structures/{item}": `{"structures":0,"items":1,"measuringPoints":1,` + none +
			`"structureLevels":[0,0,0,0,0],"measuringPointLevels":[0,0,0,0,0],"structureStatList":[],` +
			`"itemStatList":[{"type":"","count":1,"levels":[0,0,0,0,0]}],"measurementTypeStat":[` + waters +
			`],"measuringPointStatList":[{"type":"WATERLEVEL","count":1,"levels":[0,0,0,0,0]}],` +
			`"activeAlerts":0,"alertStatusStatList":[],"healthStatusStat":{"total":1,"online":0,"sleep":0,"offline":1,"normal":0,"unknown":1,"lowVoltage":0,"dataLost":0,"dataRepeated":0},"unhealthStat":[],"lastReading":0}`,
		"/api/stats/projects": `{"list":[{"projectId":{project},"name":"Landslide K12","timeZone":"Asia/Shanghai","longitude":116.11111111111111,"latitude":39.72222222222222,` + stands + `,"worst":` + crack + `}],"total":1}`,
		figuresOfProject +
			"/structures": `{"structureStatList":[{"structureId":{structure},"parentId":0,"name":"Upper slope","type":"Slope",` + stands + `}],` +
			`"itemStatList":[{"structureId":{item},"parentId":{structure},"name":"Pore pressure","type":"",` + none +
			`"measuringPoints":1,"read":0,"fresh":0,"waiting":1,"lastReading":0,"activeAlerts":0}]}`,
		"/api/stats/measurement-values?projectId={project}": `{"list":[{"measurement":"Crack","level":3,"points":1,"judged":1,"notJudged":0,"noData":0,"stale":0,"levels":[0,0,0,1,0],"measuringPoints":1,"read":0,"fresh":0,"waiting":0,"lastReading":{last},"activeAlerts":0,"worst":` + crack + `,"control":4},` +
			`{"measurement":"Waterlevel",` + none +
			`"measuringPoints":1,"read":0,"fresh":0,"waiting":1,"lastReading":0,"activeAlerts":0,"worst":` + water + `,"control":null}]}`,
		"/api/stats/alert-status?projectId={project}":  `{"list":[` + alerts + `]}`,
		"/api/stats/device-health?projectId={project}": `{"list":[{"type":"HDA3",` + health + `,{"type":"WATERLEVEL",` + health + `]}`,
		"/api/stats/weather?projectId={project}":       `{"list":[]}`,
	} {
		want = h.path(strings.ReplaceAll(want, "{last}", strconv.FormatInt(last, 10)))
		if diff := cmp.Diff(want, strings.TrimSpace(string(h.must("guest", "GET", path, "")))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}

	day := decoded[statapi.DayCompleteness](t, h.must("guest", "GET", "/api/stats/completeness?projectId={project}", ""))
	if day.Share != nil || day.Hours[0] != nil || len(day.List) != 0 || day.End-day.Start != 24*3600_000 {
		t.Errorf("nothing is due yet for new points: %+v", day)
	}
	intervals := 0
	for _, d := range decoded[httpapi.Page[siteapi.DeviceSummary]](t, h.must("admin", "GET", "/api/corporations/{ours}/devices?sort=completeness", "")).List {
		if d.Completeness != nil {
			t.Errorf("nothing was due for %s, yet completeness is %v", d.SNCode, *d.Completeness)
		}
		if d.Interval > 0 {
			intervals++
		}
	}
	if intervals != 1 {
		t.Errorf("%d devices have a collection interval", intervals)
	}
	opened := 0
	for _, day := range decoded[httpapi.List[statapi.TrendDay]](t, h.must("guest", "GET", "/api/stats/alert-trend?days=2", "")).List {
		opened += day.Levels[3]
	}
	if opened != 1 {
		t.Errorf("%d orange alerts were opened", opened)
	}
}

// Another corporation without projects and devices counts nothing, not even from this one.
func TestStatsOfEmptyCorporation(t *testing.T) {
	h := newHarness(t)
	nobody := `"total":0,"online":0,"sleep":0,"offline":0,"normal":0,"unknown":0,"lowVoltage":0,"dataLost":0,"dataRepeated":0}`
	for path, want := range map[string]string{
		"/api/stats/corporation": `{"projects":0,"structures":0,"items":0,"measuringPoints":0,"level":null,"points":0,"judged":0,"notJudged":0,"noData":0,"stale":0,"levels":[0,0,0,0,0],"projectLevels":[0,0,0,0,0],"structureLevels":[0,0,0,0,0],"measuringPointLevels":[0,0,0,0,0],` +
			`"projectStatList":[],"structureStatList":[],"itemStatList":[],"measuringPointStatList":[],"activeAlerts":0,"alertStatusStatList":[],"healthStatusStat":{` + nobody + `,"unhealthStat":[],"lastReading":0}`,
		"/api/stats/projects":           `{"list":[],"total":0}`,
		"/api/stats/measurement-values": `{"list":[]}`,
		"/api/stats/alert-status":       `{"list":[]}`,
		"/api/stats/device-health":      `{"list":[]}`,
		"/api/stats/weather":            `{"list":[]}`,
	} {
		if diff := cmp.Diff(want, strings.TrimSpace(string(h.must("stranger", "GET", path, "")))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", path, diff)
		}
	}
	day := decoded[statapi.DayCompleteness](t, h.must("stranger", "GET", "/api/stats/completeness", ""))
	if day.Share != nil || len(day.List) != 0 {
		t.Errorf("completeness without points: %+v", day)
	}
}

// A collector is heard when its sensors are read: between two readings it sleeps like them.
func TestCollectorSleepsBetweenReadings(t *testing.T) {
	h := newHarness(t)
	const heard = int64(1_800_000_000_000)
	if err := h.Store.SaveSeen(t.Context(), []ingest.Seen{{Device: h.Collector.ID, LastSeen: heard}}); err != nil {
		t.Fatal(err)
	}
	for after, want := range map[time.Duration]stats.Health{
		time.Minute:      {Total: 1, Online: 1, Normal: 1},
		6 * time.Minute:  {Total: 1, Sleep: 1, Normal: 1}, // its piezometer is read every five minutes
		20 * time.Minute: {Total: 1, Offline: 1, Normal: 1},
	} {
		types, err := h.Store.DeviceHealth(t.Context(), apptest.Actor(h.Admin).Scope, h.Project.ID, 0, heard+after.Milliseconds())
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range types {
			if one.Type == "HDA3" && one.Health != want {
				t.Errorf("after %s: %+v, want %+v", after, one.Health, want)
			}
		}
	}
}
