package calls_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"plumbline/internal/core/catalog"
	"plumbline/internal/httpapi"
	"plumbline/internal/httpapi/dataapi"
	"plumbline/internal/httpapi/siteapi"
	"plumbline/internal/platform/events"
	"plumbline/internal/platform/i18n"
)

// viewed is one kind of point: its sources and its formula.
type viewed struct {
	name                        string
	category, kind, measurement string
	rules, processor            string
	nodes                       bool // its device is an array
	sources                     string
	page                        string // its default page
	point                       int64
}

const (
	someNodes = 6
	nodeLen   = 500 // mm
)

// kindsOfPoints returns a point of every device type and measurement, every orientation of an array and every kind
// without a device.
func kindsOfPoints() []viewed {
	var list []viewed
	for _, device := range catalog.DeviceTypes() {
		if device.Code == "Artificial" {
			continue
		}
		for _, measurement := range catalog.MeasurementFields(device.Code) {
			list = append(list, usual(device, measurement))
		}
		if slices.Contains(device.Pages, "adm-settlement") {
			list = append(list,
				viewed{
					name: device.Code + " horizontal", category: device.Code, measurement: "StructuralDeformation",
					nodes: true, rules: system("ARRAY_HORIZONTAL", "settlement", "input=angle"), page: "adm-settlement",
				},
				viewed{
					name: device.Code + " deflection", category: device.Code, measurement: "StructuralDeformation",
					nodes: true, rules: system("ARRAY_HORIZONTAL", "deflection", "input=angle"),
					processor: `{"mode":"deflection"}`, page: "adm-settlement",
				},
				viewed{
					name: device.Code + " vertical", category: device.Code, measurement: "StructuralDeformation",
					nodes: true, rules: system("INCLINO_CHAIN", "", "input=angle"), page: "adm-profile",
				},
				viewed{
					name: device.Code + " circular", category: device.Code, measurement: "StructuralDeformation",
					nodes: true, rules: system("ARRAY_CIRCULAR", "", "input=acceleration"), processor: `{"mode":"circular"}`, page: "adm-circular",
				},
			)
		}
	}
	return list
}

// usual returns the typical point of a device type and measurement.
func usual(device catalog.DeviceType, m catalog.Measurement) viewed {
	v := viewed{name: device.Code + " " + m.Code, category: device.Code, measurement: m.Code, page: "hda-chart"}
	chain := device.Code == "RionInclino" && m.Code == "DeepDisplacement"
	v.nodes = device.Nodes && m.Code != "Tilt" && m.Code != "Track" || chain
	switch {
	case m.Code == "Camera":
		v.page = "camera"
		return v
	case device.Code == "GNSS" && m.Code == "SurfaceDisplacement":
		v.rules, v.page = system("GNSS_ENU", "", ""), "gnss-chart"
		return v
	case device.Code == "HSL":
		v.rules, v.page = system("HSL", "", ""), "hsl-settlement"
		return v
	case device.Code == "RDM":
		v.rules, v.page = system("INCLINO_PROBE", "", ""), "rdm-change-chart"
		return v
	case device.Code == "GDM":
		v.page = "gdm-angle-data"
	case device.Code == "Station" && m.Code == "StructuralDeformation":
		v.page = "station-convergence"
	case device.Code == "WeatherStation":
		v.page = "weather-station-chart"
	case v.nodes && slices.Contains(device.Pages, "adm-profile") && m.Code == "DeepDisplacement":
		v.rules, v.page = system("INCLINO_CHAIN", "", "input=angle"), "adm-profile"
		return v
	case v.nodes && m.Code == "DBCJ":
		v.rules, v.page = system("ARRAY_HORIZONTAL", "settlement", "input=angle"), "adm-settlement"
		return v
	case v.nodes && slices.Contains(device.Pages, "adm-circular"):
		v.rules, v.page = system("ARRAY_CIRCULAR", "", "input=acceleration"), "adm-circular"
		return v
	}
	// What the instrument sends is used as the main field.
	field := m.Main
	if !slices.ContainsFunc(m.Attributes, func(a catalog.Attribute) bool { return a.Name == field }) {
		field = m.Attributes[slices.IndexFunc(m.Attributes, func(a catalog.Attribute) bool { return len(a.Types) > 0 })].Name
	}
	options := "field=" + someRaw(device)
	if v.nodes {
		options += ",perNode=true"
		switch v.page = "adm-prop"; {
		case m.Code == "DeepDisplacement":
			v.page = "adm-profile"
		case device.Code == "DT":
			v.page = "dt-data"
		}
	}
	v.rules = system("DIRECT", field, options)
	return v
}

// someRaw returns a raw field of a device type.
func someRaw(device catalog.DeviceType) string {
	for _, field := range device.Fields {
		if field.Unit != "bytes" && field.Unit != "jpg" && field.Name != "depth" {
			return field.Name
		}
	}
	return "reg"
}

func system(code, field, options string) string {
	picks := map[string]string{}
	for _, pick := range strings.Split(options, ",") {
		if name, value, ok := strings.Cut(pick, "="); ok {
			picks[name] = value
		}
	}
	rule, _ := json.Marshal(map[string]any{"computedField": field, "formulaType": "SYSTEM_FORMULA", "sysFormula": code, "options": picks})
	return `{"rules":[` + string(rule) + `]}`
}

// The default page of every point calls endpoints that return values, the same ones as known a moment ago.
func TestDefaultPageOfEveryPointHasValues(t *testing.T) {
	h := newHarness(t)
	start := time.Now().Add(-2 * time.Hour).UnixMilli()
	live := h.Bus.Subscribe(t.Context(), events.Live)
	list := kindsOfPoints()
	for i := range list {
		h.install(&list[i], i, start)
	}
	list = append(list, h.others(list, start)...)
	overview := h.arrived(live, list)
	known := nextSecond()
	for _, v := range list {
		t.Run(v.name, func(t *testing.T) {
			at := slices.IndexFunc(overview.List, func(p dataapi.OverviewPoint) bool { return p.MeasuringPointID == v.point })
			if at < 0 {
				t.Fatal("not in the overview")
			}
			p := overview.List[at]
			if len(p.Pages) == 0 || p.Pages[0] != v.page {
				t.Fatalf("pages %v, want %s first", p.Pages, v.page)
			}
			if v.page == "camera" {
				return
			}
			if p.Time == 0 || p.Value == nil {
				t.Fatalf("empty header: %+v", p)
			}
			for _, page := range p.Pages {
				h.drawn(t, p, page, start)
				h.pictured(t, p, page, start)
			}
			h.knownNow(t, v.point, start, known)
		})
	}
}

// drawn makes the calls of a page and requires a value of its first field.
func (h *harness) drawn(t *testing.T, p dataapi.OverviewPoint, page string, start int64) {
	fields := decoded[httpapi.List[siteapi.ComputedFields]](t, h.must("owner", "GET",
		fmt.Sprintf("/api/projects/{project}/device-fields?measuringPointId=%d", p.MeasuringPointID), "")).List
	if len(fields) != 1 || !slices.ContainsFunc(fields[0].Fields, func(f siteapi.ComputedField) bool { return f.Name == p.Field }) {
		t.Fatalf("the fields of the point lack %s: %+v", p.Field, fields)
	}
	first := []string{p.Field}
	switch page {
	case "gnss-chart":
		first = []string{"n", "e", "u"}
	case "adm-profile", "adm-data":
		first = nil
		for _, f := range fields[0].Fields {
			if f.Name == "x" || f.Name == "y" || f.Name == p.Field {
				first = append(first, f.Name)
			}
		}
	}
	names, _ := json.Marshal(first)
	ask := fmt.Sprintf(`{"measuringPointId":%d,"fields":%s,"valueType":"%s","start":%d,"end":%d`, p.MeasuringPointID,
		names, p.ValueType, start, time.Now().UnixMilli())
	some := func(values []*float64) bool {
		return slices.ContainsFunc(values, func(v *float64) bool { return v != nil })
	}
	if strings.HasSuffix(page, "-data") || page == "adm-profile" {
		table := decoded[dataapi.Table](t, h.must("owner", "POST", "/api/monitor/pagination", ask+"}"))
		if len(table.List) == 0 || !some(table.List[0].Values) {
			t.Errorf("%s: no values in %+v", page, table)
		}
		return
	}
	chart := decoded[dataapi.Chart](t, h.must("owner", "POST", "/api/monitor/query", ask+"}"))
	if !slices.ContainsFunc(chart.Series, func(s dataapi.Series) bool { return some(s.Values) }) {
		t.Errorf("%s: no values in %+v", page, chart.Series)
	}
}

// install creates device and point of a kind, and sends readings.
func (h *harness) install(v *viewed, i int, start int64) {
	h.t.Helper()
	register := fmt.Sprintf("VIEW%03d", i)
	device := decoded[struct {
		ID     int64  `json:"id"`
		Secret string `json:"secret"`
	}](h.t, h.must("owner", "POST", "/api/corporations/{ours}/devices", fmt.Sprintf(
		`{"name":"%s","type":"%s","model":"own","sncode":"%s","register":"%s","projectId":{project}}`, register, v.category, register, register)))
	kind, _ := catalog.DeviceTypeOf(v.category)
	if v.nodes {
		var nodes []string
		for no := 1; no <= someNodes; no++ {
			nodes = append(nodes, fmt.Sprintf(`{"no":%d,"len":%d,"used":true}`, no, nodeLen))
		}
		h.must("owner", "PATCH", fmt.Sprintf("/api/corporations/{ours}/devices/%d/config", device.ID),
			fmt.Sprintf(`{"validFrom":%d,"geometry":{"segmentLen":%d,"minDepth":0.5,"markAngle":0,"nodes":[%s]}}`, start, nodeLen, strings.Join(nodes, ",")))
	}
	v.sources = fmt.Sprintf(`{"role":"main","deviceId":%d}`, device.ID)
	h.point(v, i, start)
	if v.rules == "" {
		return
	}
	if err := h.IntakeDevices.Refresh(h.t.Context(), []int64{device.ID}); err != nil {
		h.t.Fatal(err)
	}
	for k := range int64(3) {
		if w := h.send(register, device.Secret, message(kind, v.nodes, start+1000*(1+k), float64(k))); w.Code != 200 {
			h.t.Fatalf("%s: %d %s", v.name, w.Code, w.Body)
		}
	}
}

// point creates a point with binding, formula and processor.
func (h *harness) point(v *viewed, i int, start int64) {
	h.t.Helper()
	kind := v.kind
	if kind == "" {
		kind = "normal"
	}
	made := decoded[httpapi.List[struct {
		ID int64 `json:"id"`
	}]](h.t, h.must("owner", "POST", "/api/structures/{structure}/measuring-points", fmt.Sprintf(
		`{"points":[{"name":"V%d","type":"%s","measurement":"%s","category":"%s"}]}`, i, kind, v.measurement, v.category)))
	v.point = made.List[0].ID
	record := func(aspect, value string) {
		if value != "" {
			h.must("owner", "POST", fmt.Sprintf("/api/structures/{structure}/measuring-points/%d/versions", v.point),
				fmt.Sprintf(`{"aspect":"%s","validFrom":%d,"value":%s}`, aspect, start, value))
		}
	}
	if v.sources != "" {
		record("binding", `{"sources":[`+v.sources+`]}`)
	}
	record("processor", v.processor)
	record("formula", v.rules)
	record("initial", fmt.Sprintf(`{"mode":"auto","time":%d,"count":1}`, start))
}

// message returns a message of a device type at a time; k varies its values.
func message(kind catalog.DeviceType, nodes bool, t int64, k float64) string {
	values := map[string]float64{"reg": 5 + k}
	for _, field := range kind.Fields {
		value := 1 + 0.1*k
		switch {
		case field.Name == "quality":
			value = 4
		case field.Name == "lat" || field.Name == "lon":
			value = 31 + 1e-6*k
		case field.Min != nil && field.Max != nil && (value < *field.Min || value > *field.Max):
			value = *field.Min + (0.1+0.01*k)*(*field.Max-*field.Min)
		}
		values[field.Name] = value
	}
	if !nodes {
		text, _ := json.Marshal(map[string]any{"t": t, "v": values})
		return string(text)
	}
	list := make([]map[string]float64, someNodes)
	for i := range list {
		node := map[string]float64{"no": float64(i + 1)}
		for name, value := range values {
			node[name] = value + 0.01*float64(i)*k
		}
		node["ax"], node["ay"], node["angleX"], node["angleY"] = 0.1*float64(i), 0.3+0.001*k, 1+float64(i)+0.1*k, 2+0.1*k
		list[i] = node
	}
	text, _ := json.Marshal(map[string]any{"t": t, "nodes": list})
	return string(text)
}

// others creates the points without a device: composite, virtual, manual.
func (h *harness) others(list []viewed, start int64) []viewed {
	h.t.Helper()
	of := func(category, measurement string) int64 {
		return list[slices.IndexFunc(list, func(v viewed) bool { return v.category == category && v.measurement == measurement })].point
	}
	steel := of("Steel", "AxialForce")
	more := []viewed{
		{
			name: "composite", category: "Composite", kind: "composite", measurement: "AxialForce", page: "master-hda-chart",
			sources: fmt.Sprintf(`{"role":"main","pointId":%d}`, steel),
			rules:   fmt.Sprintf(`{"rules":[{"computedField":"force","formulaType":"CUSTOM_FORMULA","formula":"P%d.force*2"}]}`, steel),
		},
		{
			name: "virtual", category: "Virtual", kind: "virtual", measurement: "AxialForce", page: "hda-chart",
			rules: fmt.Sprintf(`{"rules":[{"computedField":"force","formulaType":"CUSTOM_FORMULA","formula":"P%d.force*3"}]}`, steel),
		},
		{name: "manual", category: "Artificial", kind: "artificial", measurement: "Crack", page: "artificial-data"},
		{name: "manual inclinometer", category: "Artificial", kind: "artificial", measurement: "DeepDisplacement", page: "artificial-data"},
	}
	for i := range more {
		h.point(&more[i], 900+i, start)
	}
	typed := func(v viewed, rows string) {
		h.must("owner", "POST", fmt.Sprintf("/api/structures/{structure}/measuring-points/%d/artificial-data", v.point), `{"rows":[`+rows+`]}`)
	}
	at := func(k int64) string { return time.UnixMilli(start + 60_000*(1+k)).In(shanghai).Format(time.DateTime) }
	typed(more[2], fmt.Sprintf(`{"time":"%s","values":{"width":1.5}},{"time":"%s","values":{"width":1.75}}`, at(0), at(1)))
	typed(more[3], fmt.Sprintf(`{"time":"%s","nodes":[{"depth":0.5,"values":{"x":1.2,"y":0.1}},{"depth":1,"values":{"x":0.8,"y":0.2}}]}`, at(0)))
	return more
}

var shanghai = func() *time.Location {
	zone, err := time.LoadLocation(i18n.DefaultTimeZone)
	if err != nil {
		panic(err)
	}
	return zone
}()

// arrived waits until every computing point has results; live signals new ones.
func (h *harness) arrived(live <-chan events.Event, list []viewed) dataapi.Overview {
	h.t.Helper()
	computes := map[int64]string{}
	for _, v := range list {
		if v.rules != "" || v.kind == "artificial" {
			computes[v.point] = v.name
		}
	}
	for {
		overview := decoded[dataapi.Overview](h.t, h.must("owner", "POST", "/api/monitor/overview", `{"projectId":{project}}`))
		var missing []string
		for _, p := range overview.List {
			if name := computes[p.MeasuringPointID]; name != "" && p.Time == 0 {
				missing = append(missing, name)
			}
		}
		if len(missing) == 0 {
			return overview
		}
		select {
		case <-live:
		case <-time.After(time.Minute):
			h.t.Fatalf("no results of %v", missing)
		}
	}
}
