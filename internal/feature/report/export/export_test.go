package export_test

import (
	"encoding/csv"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/apptest"
	"plumbline/internal/testing/peers"
)

// agrees requires that lines of a file have the values of the rows of reportPreview.
func (s *site) agrees(t *testing.T, lines table, p *previewed) {
	t.Helper()
	if len(lines) != len(p.Rows) {
		t.Fatalf("%d lines, %d rows: %v", len(lines), len(p.Rows), lines)
	}
	for i := range p.Rows {
		r, line := &p.Rows[i], lines[i]
		k := slices.IndexFunc(p.Points, func(one previewedPoint) bool { return one.MeasuringPointID == r.MeasuringPointID })
		of := &p.Points[k]
		for name, want := range map[string]string{
			"Measuring point": of.Name, "Unit": r.Unit, "Initial": shown(r.Initial, r.Decimals), "Previous": shown(r.Previous, r.Decimals),
			"This": shown(r.Value, r.Decimals), "Change unit": r.ChangeUnit, "Change": shown(r.Change, r.ChangeDecimals),
			"Accumulated": shown(r.Accumulated, r.ChangeDecimals), "Rate (/d)": shown(r.Rate, r.ChangeDecimals), "Control value": r.Control,
			"Time": s.serial(of.Time), "Previous time": s.serial(of.Previous),
		} {
			if line[name] != want {
				t.Errorf("%s of %s: %q, the preview has %q", name, of.Name, line[name], want)
			}
		}
	}
}

func TestPointReportAgreesWithItsPreview(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		s.Ask(t, "owner", "PUT", s.fill("/api/structures/{structure}/measuring-points/{V2}/thresholds"),
			`{"validFrom":1700000000000,"list":[{"field":"settlement","valueType":"accumulated","blue":0.5,"yellow":20,"orange":30,"red":40,"enable":true}]}`, 200, nil)
		s.Ask(t, "owner", "POST", s.fill("/api/structures/{structure}/measuring-points/{V1}/notes"), s.fill(`{"from":{end},"to":{end},"text":"=blasting"}`), 201, nil)
		const times = `"time":{end},"previous":{begin}`
		cells := sheets(t, s.made(t, "measuring-point-report",
			`{"projectId":{project},"measuringPointIds":[{V0},{V1},{V2},{=C1}],`+times+`,"instruments":true,"weather":"rain","format":"xlsx"}`))
		want := s.preview(t, `{"measuringPointIds":[{V0},{V1},{V2}],`+times+`}`)
		settled := under(t, cells["Ground surface settlement"], "Structure")
		s.agrees(t, settled, &want)
		if v := settled[2]; v["Verdict"] != "blue" || v["Control value"] == "" || v["Instrument"] != "HDA3-16 HDA3-110742" {
			t.Errorf("the judged point: %v", v)
		}
		crack := s.preview(t, `{"measuringPointIds":[{=C1}],`+times+`}`)
		s.agrees(t, under(t, cells["Crack"], "Structure"), &crack)
		below := cells["Ground surface settlement"][len(settled)+1:]
		if !slices.ContainsFunc(below, func(l []string) bool { return len(l) == 4 && l[0] == "Note" && l[1] == "V1" && l[3] == "=blasting" }) ||
			!slices.ContainsFunc(below, func(l []string) bool { return len(l) > 0 && l[0] == "Checked by" }) ||
			!slices.ContainsFunc(below, func(l []string) bool { return len(l) > 2 && l[0] == "Greatest rate" && l[2] == "V2" }) {
			t.Errorf("below the table: %q", below)
		}
		about := fmt.Sprint(cells["About"])
		for _, part := range []string{"Asia/Shanghai", "Plumbline", "rain", "#N/A", s.Project.Name} {
			if !strings.Contains(about, part) {
				t.Errorf("the sheet about the file lacks %q: %s", part, about)
			}
		}

		files := unzipped(t, s.made(t, "measuring-point-report", `{"projectId":{project},"measurement":"Crack",`+times+`,"format":"csv"}`))
		line := under(t, files["Crack.csv"], "Structure")
		if len(line) != 2 || line[1]["Measuring point"] != "'=C1" && line[0]["Measuring point"] != "'=C1" {
			t.Errorf("as csv, without a formula: %v", line)
		}
		if len(files["Crack below.csv"]) == 0 || len(files["About.csv"]) == 0 {
			t.Errorf("files %v", files)
		}
		// Before the readings came nothing was known.
		known := sheets(t, s.made(t, "measuring-point-report", `{"projectId":{project},"measuringPointIds":[{V1}],"time":{end},"knownAt":{begin},"format":"xlsx"}`))
		if one := under(t, known["Ground surface settlement"], "Structure"); len(one) != 1 || one[0]["This"] != "#N/A" || one[0]["Verdict"] != "#N/A" {
			t.Errorf("as known before: %v", one)
		}
	})
}

func TestLineReportHasDifferentialSettlement(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		cells := sheets(t, s.made(t, "hsl-settlement-report", `{"projectId":{project},"measuringPointId":{V1},"time":{end},"previous":{begin},"format":"xlsx"}`))
		lines := under(t, cells["Hydrostatic levels"], "Structure")
		want := s.preview(t, `{"measuringPointIds":[{V0},{V1},{V2}],"time":{end},"previous":{begin},"fields":["settlement"],"differential":true}`)
		s.agrees(t, lines, &want)
		for i, r := range want.Rows {
			if lines[i]["Chainage (m)"] != shown(r.Chainage, 3) || lines[i]["Differential settlement (‰)"] != shown(r.Differential, 3) {
				t.Errorf("line %d: %v, the preview has %v, %v", i, lines[i], r.Chainage, r.Differential)
			}
		}
		if lines[2]["Chainage (m)"] != "200" || lines[2]["Differential settlement (‰)"] == "#N/A" {
			t.Errorf("the last vessel: %v", lines[2])
		}
	})
}

func TestSectionReportAgreesWithTheSection(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		cells := sheets(t, s.made(t, "section-deformation-report",
			`{"projectId":{project},"structureId":{structure},"sections":["S1"],"start":{begin},"end":{end},"format":"xlsx"}`))
		summary := under(t, cells["Summary"], "Section")
		if len(summary) != 4 || summary[0]["Section"] != "S1" || summary[0]["Chainage (m)"] != "50" {
			t.Fatalf("the summary: %v", summary)
		}
		if _, drawn := cells["Curves"]; !drawn {
			t.Errorf("no curves in %v", slices.Collect(maps.Keys(cells)))
		}
		for kind, name := range map[string]string{"convergence": "S1 Convergence", "chord": "S1 Chord length"} {
			type chart struct {
				Series []struct {
					Unit     string
					Decimals int
					Times    []int64
					Values   []*float64
				}
			}
			var section struct {
				Members []struct {
					MeasuringPointID int64
					Chart            *chart
				}
			}
			s.Ask(t, "member", "POST", "/api/monitor/section",
				s.fill(fmt.Sprintf(`{"structureId":{structure},"section":"S1","kind":%q,"start":{begin},"end":{end}}`, kind)), 200, &section)
			lines := under(t, cells[name], "Time")
			if len(lines) != readings-1 || len(section.Members) != 2 {
				t.Fatalf("%s: %d lines of %d members, sheets %v", name, len(lines), len(section.Members), cells)
			}
			for m, member := range section.Members {
				point := []string{"S1-A", "S1-B"}[m]
				one := member.Chart.Series[0]
				for k, at := range one.Times {
					line := lines[k]
					if got := line[fmt.Sprintf("%s Accumulated change (%s)", point, one.Unit)]; line["Time"] != s.serial(at) || got != shown(one.Values[k], one.Decimals) {
						t.Errorf("%s of %s at %d: %v, the section has %s", kind, point, at, line, shown(one.Values[k], one.Decimals))
					}
				}
			}
		}
		one := unzipped(t, s.made(t, "section-deformation-report",
			`{"projectId":{project},"structureId":{structure},"kinds":["convergence"],"start":{begin},"end":{end},"format":"csv"}`))
		if len(one) != 3 || len(one["S1 Convergence.csv"]) != readings {
			t.Errorf("one kind as csv: %v", one)
		}
	})
}

func TestComparisonsShowDifferences(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		cells := sheets(t, s.made(t, "compare-report", `{"projectId":{project},"measuringPointIds":[{V1},{V2}],"times":{"first":{begin},"second":{end}},"format":"xlsx"}`))
		lines := under(t, cells["Ground surface settlement"], "Structure")
		want := s.preview(t, `{"measuringPointIds":[{V1},{V2}],"time":{end},"previous":{begin}}`)
		for i, r := range want.Rows {
			if l := lines[i]; l["First"] != shown(r.Previous, r.Decimals) || l["Second"] != shown(r.Value, r.Decimals) || l["Difference"] != shown(r.Change, r.ChangeDecimals) ||
				l["Time of first"] != s.serial(s.begin) || l["Difference"] == "#N/A" {
				t.Errorf("two times: %v, want %+v", l, r)
			}
		}
		cells = sheets(t, s.made(t, "compare-report", s.fill(fmt.Sprintf(`{"projectId":{project},"measuringPointIds":[{V1}],
			"periods":{"first":{"start":{begin},"end":%d},"second":{"start":%d,"end":{end}}},"format":"xlsx"}`, s.begin+2*hour, s.begin+4*hour))))
		line := under(t, cells["Ground surface settlement"], "Structure")[0]
		for k, period := range []struct{ start, end int64 }{{s.begin, s.begin + 2*hour}, {s.begin + 4*hour, s.end}} {
			w := s.Call(t.Context(), t, "member", "POST", "/api/monitor/query",
				s.fill(fmt.Sprintf(`{"measuringPointId":{V1},"fields":["settlement"],"valueType":"accumulated","start":%d,"end":%d}`, period.start, period.end)))
			type value struct{ Value *float64 }
			chart := decoded[struct {
				Series []struct {
					Statistics struct {
						Count          int
						Max, Min, Last *value
						Mean           *float64
					}
				}
			}](t, w.Body.Bytes())
			st, name := chart.Series[0].Statistics, []string{"First period ", "Second period "}[k]
			if line[name+"Valid readings"] != fmt.Sprint(st.Count) || line[name+"Maximum"] != shown(st.Max.Value, 2) || line[name+"Minimum"] != shown(st.Min.Value, 2) ||
				line[name+"Mean"] != shown(st.Mean, 2) || line[name+"Last value"] != shown(st.Last.Value, 2) || st.Count == 0 {
				t.Errorf("%s: %v, the statistics are %s", name, line, w.Body)
			}
		}
	})
}

func TestInformationTableOfPoints(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		path := s.fill("/api/projects/{project}/nsbd-points")
		fields := s.fill(`{"list":[{"measuringPointId":{V1},"designNumber":"J-02","range":"0–200 mm","offset":-1.5,"cableLength":0,"installer":"Team 2"}]}`)
		for range 2 { // the second changes nothing
			s.Ask(t, "owner", "PUT", path, fields, 200, nil)
		}
		for _, c := range []struct {
			who, body, want string
			status          int
		}{
			{"owner", `{"list":[{"measuringPointId":4711}]}`, `"list[0].measuringPointId"`, 404},
			{"owner", s.fill(`{"list":[{"measuringPointId":{V1}},{"measuringPointId":{V1}}]}`), `"list[1].measuringPointId"`, 422},
			{"owner", `{"list":[]}`, `"list"`, 422},
			{"guest", fields, "", 403},
			{"stranger", fields, "", 404},
		} {
			if got := s.Call(t.Context(), t, c.who, "PUT", path, c.body); got.Code != c.status || !strings.Contains(got.Body.String(), c.want) {
				t.Errorf("%s %s: %d %s", c.who, c.body, got.Code, got.Body)
			}
		}
		var page struct {
			Total int
			List  []struct {
				MeasuringPointName, DesignNumber string
				Offset, CableLength              *float64
			}
		}
		s.Ask(t, "guest", "GET", path+"?name=J-02", "", 200, &page)
		if page.Total != 1 || page.List[0].MeasuringPointName != "V1" || page.List[0].Offset == nil || *page.List[0].Offset != -1.5 || *page.List[0].CableLength != 0 {
			t.Errorf("the table: %+v", page)
		}
		s.Ask(t, "stranger", "GET", path, "", 404, nil)
		logs := s.Call(t.Context(), t, "admin", "GET", "/api/operation-logs?pageSize=100", "").Body.String()
		if n := strings.Count(logs, `"nsbdpoint"`); n != 1 {
			t.Errorf("%d entries in the log of operations: %s", n, logs)
		}

		cells := sheets(t, s.made(t, "nsbd-report", `{"projectId":{project},"measuringPointIds":[{V1},{=C1}],"time":{end},"format":"xlsx"}`))
		info := under(t, cells[s.Structure.Name+" Information"], "Design number")
		for name, want := range map[string]string{
			"Design number": "J-02", "Measuring point": "V1", "Instrument model and serial number": "HDA3-16 HDA3-110742", "Range": "0–200 mm", "Chainage": "K0+100",
			"Offset from axis (m)": "-1.5", "Elevation (m)": "", "Cable length (m)": "0", "Installed by": "Team 2", "Date of the initial value": s.serial(s.begin),
		} {
			if info[0][name] != want {
				t.Errorf("%s is %q, want %q", name, info[0][name], want)
			}
		}
		if info[1]["Design number"] != "=C1" || info[1]["Chainage"] != "" {
			t.Errorf("a point without information: %v", info[1])
		}
		want := s.preview(t, `{"measuringPointIds":[{V1}],"time":{end}}`).Rows[0]
		data := under(t, cells[s.Structure.Name+" Data"], "Design number")[0]
		if data["This value"] != shown(want.Value, want.Decimals) || data["Accumulated change"] != shown(want.Accumulated, want.ChangeDecimals) ||
			data["Initial value"] != shown(want.Initial, want.Decimals) || data["Time"] != s.serial(s.end) {
			t.Errorf("the data table: %v, the preview has %+v", data, want)
		}
		if !strings.Contains(fmt.Sprint(cells["About"]), "Points with incomplete information 2") {
			t.Errorf("about: %q", cells["About"])
		}
	})
}

func TestWrongExportsAreRefused(t *testing.T) {
	s := open(t, apptest.Start(t, "sqlite", apptest.Options{}))
	ahead := clock.Now().Add(time.Hour).UnixMilli()
	for _, c := range []struct {
		who, kind, body, want string
		status                int
	}{
		{"member", "measuring-point-report", `{"projectId":{project},"format":"parquet"}`, `"format"`, 422},
		{"member", "measuring-point-report", `{"projectId":{project},"time":{begin},"previous":{begin},"format":"csv"}`, `"previous"`, 422},
		{"member", "measuring-point-report", `{"projectId":{project},"measuringPointIds":[4711],"format":"csv"}`, `"measuringPointIds"`, 404},
		{"member", "measuring-point-report", `{"projectId":{project},"measurement":"Flow","format":"csv"}`, fmt.Sprint(errs.NoPointsChosen.Code), 422},
		{"member", "measuring-point-report", `{"projectId":{project},"measuringPointIds":[{V1}],"fields":["speed"],"format":"csv"}`, `"fields[0]"`, 422},
		{"member", "measuring-point-report", fmt.Sprintf(`{"projectId":{project},"knownAt":%d,"format":"csv"}`, ahead), `"knownAt"`, 422},
		{"guest", "measuring-point-report", `{"projectId":{project},"format":"csv"}`, "", 403},
		{"stranger", "measuring-point-report", `{"projectId":{project},"format":"csv"}`, `"projectId"`, 404},
		{"member", "hsl-settlement-report", `{"projectId":{project},"measuringPointId":{=C1},"format":"csv"}`, `"measuringPointId"`, 422},
		{"member", "hsl-settlement-report", `{"projectId":{project},"measuringPointId":4711,"format":"csv"}`, `"measuringPointId"`, 404},
		{"stranger", "hsl-settlement-report", `{"projectId":{project},"measuringPointId":{V1},"format":"csv"}`, `"projectId"`, 404},
		{"member", "section-deformation-report", `{"projectId":{project},"structureId":{structure},"sections":["S9"],"start":{begin},"end":{end},"format":"csv"}`, `"sections[0]"`, 404},
		{"member", "section-deformation-report", `{"projectId":{project},"structureId":{structure},"kinds":["chord","chord"],"start":{begin},"end":{end},"format":"csv"}`, `"kinds[1]"`, 422},
		{"member", "section-deformation-report", `{"projectId":{project},"structureId":{structure},"kinds":["offset"],"start":{begin},"end":{end},"format":"csv"}`, fmt.Sprint(errs.NoSections.Code), 422},
		{"member", "section-deformation-report", `{"projectId":{project},"structureId":4711,"start":{begin},"end":{end},"format":"csv"}`, `"structureId"`, 404},
		{"member", "section-deformation-report", `{"projectId":{project},"structureId":{structure},"start":1600000000000,"end":{end},"format":"csv"}`, `"start"`, 422},
		{"stranger", "section-deformation-report", `{"projectId":{project},"structureId":{structure},"start":{begin},"end":{end},"format":"csv"}`, `"projectId"`, 404},
		{"member", "device-research", `{"projectId":{project},"deviceIds":[4711],"start":{begin},"end":{end},"format":"csv"}`, `"deviceIds"`, 404},
		{"member", "device-research", `{"projectId":{project},"start":{end},"end":{begin},"format":"csv"}`, fmt.Sprint(errs.StartAfterEnd.Code), 422},
		{"stranger", "device-research", `{"projectId":{project},"start":{begin},"end":{end},"format":"csv"}`, `"projectId"`, 404},
		{"member", "compare-report", `{"projectId":{project},"format":"csv"}`, fmt.Sprint(errs.OneComparison.Code), 422},
		{"member", "compare-report", `{"projectId":{project},"times":{"first":{begin},"second":{begin}},"format":"csv"}`, `"times.second"`, 422},
		{"member", "compare-report", `{"projectId":{project},"periods":{"first":{"start":{end},"end":{begin}},"second":{"start":{begin},"end":{end}}},"format":"csv"}`, `"periods.first.end"`, 422},
		{"member", "compare-report", `{"projectId":{project},"manual":{"pairs":[{"measuringPointId":{V1},"manualId":{V2}}],"start":{begin},"end":{end}},"format":"csv"}`, `"manual.pairs[0].manualId"`, 422},
		{"member", "compare-report", `{"projectId":{project},"manual":{"pairs":[{"measuringPointId":4711,"manualId":{V2}}],"start":{begin},"end":{end}},"format":"csv"}`, `"manual.pairs[0].measuringPointId"`, 404},
		{"stranger", "nsbd-report", `{"projectId":{project},"format":"csv"}`, `"projectId"`, 404},
		{"stranger", "compare-report", `{"projectId":{project},"times":{"first":{begin},"second":{end}},"format":"csv"}`, `"projectId"`, 404},
	} {
		got := s.Call(t.Context(), t, c.who, "POST", "/api/exports/"+c.kind, s.fill(c.body))
		if got.Code != c.status || !strings.Contains(got.Body.String(), c.want) {
			t.Errorf("%s %s %s: %d %s, want %d and %s", c.who, c.kind, c.body, got.Code, got.Body, c.status, c.want)
		}
	}
	var empty struct{ ID int64 }
	s.Ask(t, "admin", "POST", "/api/projects", `{"name":"Without devices"}`, 201, &empty)
	s.ids["empty"] = empty.ID
	got := s.Call(t.Context(), t, "admin", "POST", "/api/exports/device-research", s.fill(`{"projectId":{empty},"start":{begin},"end":{end},"format":"csv"}`))
	if got.Code != 422 || !strings.Contains(got.Body.String(), fmt.Sprint(errs.NoDevicesChosen.Code)) {
		t.Errorf("a project without devices: %d %s", got.Code, got.Body)
	}
	var page struct{ Total int }
	s.Ask(t, "guest", "GET", fmt.Sprintf("/api/projects/%d/reports", s.Project.ID), "", 200, &page)
	if page.Total != 0 {
		t.Errorf("%d refused requests are listed", page.Total)
	}
}

// LibreOffice opens all workbooks in one run and shows the values and dates of the API.
func TestLibreOfficeReadsTheWorkbooks(t *testing.T) {
	peers.Need(t, filepath.Join("..", "..", "..", ".."), "soffice")
	s := open(t, apptest.Start(t, "sqlite", apptest.Options{}))
	s.work(t)
	folder := t.TempDir()
	args := []string{
		"-env:UserInstallation=file://" + filepath.Join(folder, "profile"), "--headless", "--norestore", "--convert-to",
		"csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1", "--outdir", folder,
	}
	for name, wanted := range map[string][2]string{
		"points":  {"measuring-point-report", `"measuringPointIds":[{V1}],"time":{end},"previous":{begin}`},
		"line":    {"hsl-settlement-report", `"measuringPointId":{V1},"time":{end},"previous":{begin}`},
		"section": {"section-deformation-report", `"structureId":{structure},"start":{begin},"end":{end}`},
		"devices": {"device-research", `"deviceIds":[{logger}],"start":{begin},"end":{end}`},
		"compare": {"compare-report", `"measuringPointIds":[{V1}],"times":{"first":{begin},"second":{end}}`},
	} {
		path := filepath.Join(folder, name+".xlsx")
		if err := os.WriteFile(path, s.made(t, wanted[0], `{"projectId":{project},`+wanted[1]+`,"format":"xlsx"}`), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, path)
	}
	if out, err := exec.CommandContext(t.Context(), "soffice", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	read := func(name string) [][]string {
		text, err := os.ReadFile(filepath.Join(folder, name+".csv"))
		if err != nil {
			t.Fatal(err)
		}
		lines := csv.NewReader(strings.NewReader(string(text)))
		lines.FieldsPerRecord = -1
		cells, err := lines.ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		return cells
	}
	want := s.preview(t, `{"measuringPointIds":[{V1}],"time":{end},"previous":{begin}}`).Rows[0]
	local := func(t int64) string { return time.UnixMilli(t).In(s.zone).Format(time.DateTime) }
	for file, columns := range map[string]map[string]string{
		"points-Ground surface settlement": {"This": shown(want.Value, 2), "Rate (/d)": shown(want.Rate, 2), "Time": local(s.end), "Previous time": local(s.begin)},
		"line-Hydrostatic levels":          {"Time": local(s.end)},
		"section-S1 Convergence":           {"Time": local(s.begin)},
		"devices-Devices":                  {"Received": "4", "Last reading": local(s.begin + 4*hour)},
		"compare-Ground surface settlement": {
			"Time of first": local(s.begin), "Difference": shown(want.Change, 2),
		},
	} {
		cells := read(file)
		line := under(t, cells, cells[0][0])[0]
		for name, v := range columns {
			if line[name] != v {
				t.Errorf("%s of %s: %q, want %q", name, file, line[name], v)
			}
		}
	}
}
