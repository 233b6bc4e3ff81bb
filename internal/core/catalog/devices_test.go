package catalog_test

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"plumbline/internal/core/catalog"
)

// domainTables is section 4 and the appendices of the domain's devices.md, verbatim.
//
//go:embed testdata/devices.md
var domainTables string

// table returns the rows below a heading, with trimmed cells.
func table(t *testing.T, heading string) [][]string {
	t.Helper()
	_, after, ok := strings.Cut(domainTables, "## "+heading)
	if !ok {
		t.Fatalf("no section %q", heading)
	}
	var rows [][]string
	for line := range strings.Lines(after) {
		if strings.HasPrefix(line, "## ") {
			break
		}
		if !strings.HasPrefix(line, "|") || strings.HasPrefix(line, "|---") {
			continue
		}
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		rows = append(rows, cells)
	}
	if len(rows) < 20 {
		t.Fatalf("section %q has %d rows", heading, len(rows))
	}
	return rows[1:] // without the header
}

// typesIn splits "SDM, SDMX", "HDA2/HDA3" or "(GDM)".
func typesIn(cell string) []string {
	return strings.FieldsFunc(cell, func(r rune) bool { return strings.ContainsRune(", /()", r) })
}

func typeOf(t *testing.T, code string) catalog.DeviceType {
	t.Helper()
	kind, ok := catalog.DeviceTypeOf(code)
	if !ok {
		t.Fatalf("no device type %s", code)
	}
	return kind
}

func has(list []string, code string) bool { return slices.Contains(list, code) }

func TestTypesMatchDomain(t *testing.T) {
	rows := table(t, "4. Overview")
	seen := map[string]bool{}
	for _, row := range rows {
		for _, code := range typesIn(row[0]) {
			seen[code] = true
			kind := typeOf(t, code)
			if !strings.HasPrefix(row[1], kind.Kind) {
				t.Errorf("%s: kind %s, want %s", code, kind.Kind, row[1])
			}
			if strings.Contains(row[1], "network") && !kind.Network {
				t.Errorf("%s has no network of its own, want %q", code, row[1])
			}
			if strings.Contains(row[1], "(sensor)") && !kind.Sensor {
				t.Errorf("%s is not a bare sensor, want %q", code, row[1])
			}
			if families := strings.Split(row[2], ", "); !slices.Equal(kind.Families, families) {
				t.Errorf("%s: families %v, want %v", code, kind.Families, families)
			}
			for _, measurement := range catalog.Measurements() {
				// "as ADM" and the measurements that HYDRO adds are given in words.
				told := row[3]
				if told == "as ADM" {
					told = rows[0][3]
				}
				want := slices.ContainsFunc(strings.FieldsFunc(told, func(r rune) bool { return strings.ContainsRune(" ,;()→", r) }),
					func(word string) bool { return word == measurement.Code })
				if code == "HDA2" {
					want = false // "(channels) Vibration on HDA3"
				}
				if code == "GDM" && measurement.Code == "Camera" {
					want = true // takes pictures: model GDM-1
				}
				if got := has(kind.Measurements, measurement.Code); got != want {
					t.Errorf("%s serves %s: %t, want %t (%s)", code, measurement.Code, got, want, row[3])
				}
			}
			nodes := row[4] == "yes" || row[4] == "stations" || row[4] == "profile points"
			if kind.Nodes != nodes {
				t.Errorf("%s is an array: %t, want %t (%s)", code, kind.Nodes, nodes, row[4])
			}
			for _, page := range catalog.Pages() {
				if strings.Contains(" "+strings.NewReplacer(",", " ", "(", " ", ")", " ").Replace(row[5])+" ", " "+page.Slug+" ") && !has(kind.Pages, page.Slug) && code != "IDM" {
					t.Errorf("%s lacks page %s", code, page.Slug)
				}
			}
			for word, slug := range map[string]string{"scalar": "hda-chart", "array": "adm-data"} {
				if strings.Contains(row[5], word) && !has(kind.Pages, slug) {
					t.Errorf("%s lacks the %s pages", code, word)
				}
			}
		}
	}
	if len(seen) != 36 {
		t.Errorf("%d types in the table, want the 35 and GDM", len(seen))
	}
}

var unitless = map[string]bool{"–": true, "tip": true, "count": true, "digit": true, "bytes": true, "jpg": true, "per sensor": true}

// numbers parses "0…2³²", "±90", "≤ 3 MB" or "–" as a range.
func numbers(cell string) (low, high float64, ok bool) {
	cell = strings.NewReplacer("−", "-", "2³²", "4294967296", "int", "").Replace(cell)
	if most, found := strings.CutPrefix(cell, "±"); found {
		v, err := strconv.ParseFloat(most, 64)
		return -v, v, err == nil
	}
	from, to, found := strings.Cut(cell, "…")
	if !found {
		return 0, 0, false
	}
	low, err1 := strconv.ParseFloat(from, 64)
	high, err2 := strconv.ParseFloat(to, 64)
	return low, high, err1 == nil && err2 == nil
}

// each returns the cell of the i-th of n names. A cell has one value for all names, one per name ("V, °C, dBm"), one
// for several names ("mm/s, Hz" for six), or one per group ("g / mm" for "ax, ay, az / x, y, z").
func each(cell string, group, groups, i, n int) string {
	if parts := strings.Split(cell, " / "); len(parts) == groups && groups > 1 {
		return parts[group]
	}
	if parts := strings.Split(cell, ", "); n%len(parts) == 0 {
		return parts[i*len(parts)/n]
	}
	return cell
}

func fieldNames(cell string) [][]string {
	cell = strings.Trim(cell, "`")
	if cell == "freq1…freq6" {
		return [][]string{{"freq1", "freq2", "freq3", "freq4", "freq5", "freq6"}}
	}
	var groups [][]string
	for group := range strings.SplitSeq(cell, " / ") {
		groups = append(groups, strings.Split(strings.ReplaceAll(group, " or ", ", "), ", "))
	}
	return groups
}

func TestRawFieldsMatchDomain(t *testing.T) {
	checked := 0
	for _, row := range table(t, "Appendix A. Raw field catalogue") {
		groups := fieldNames(row[2])
		total := 0
		for _, group := range groups {
			total += len(group)
		}
		for _, code := range typesIn(row[0]) {
			at := 0
			for g, names := range groups {
				for _, name := range names {
					i := at
					cell := func(column int) string { return each(row[column], g, len(groups), i, total) }
					at++
					if reason := rawField(typeOf(t, code), row[1], name, cell(3), cell(4), cell(5), cell(6)); reason != "" {
						t.Errorf("%s %s.%s: %s", code, row[1], name, reason)
					}
					checked++
				}
			}
		}
	}
	if checked < 150 {
		t.Errorf("compared only %d fields", checked)
	}
}

// rawField returns what is wrong with a raw field of a type, or "".
func rawField(kind catalog.DeviceType, level, name, unit, span, step, spike string) string {
	for _, field := range kind.Fields {
		if field.Name != name || field.Level != level && !strings.HasPrefix(level, field.Level+"/") {
			continue
		}
		if unitless[unit] {
			unit = ""
		}
		if field.Unit != unit {
			return fmt.Sprintf("unit %q, want %q", field.Unit, unit)
		}
		if low, high, ok := numbers(span); ok && (field.Min == nil || *field.Min != low || *field.Max != high) {
			return fmt.Sprintf("range %v to %v, want %s", field.Min, field.Max, span)
		}
		first, _, _ := strings.Cut(step, " or ")
		second := step[strings.LastIndex(step, " ")+1:]
		if a, err := strconv.ParseFloat(first, 64); err == nil && field.Min != nil {
			if b, _ := strconv.ParseFloat(second, 64); field.Step != a && field.Step != b {
				return fmt.Sprintf("resolution %v, want %s", field.Step, step)
			}
		}
		want := 0.0
		if v, err := strconv.ParseFloat(spike, 64); err == nil {
			want = v
		}
		if field.Spike != want {
			return fmt.Sprintf("spike %v, want %s", field.Spike, spike)
		}
		return ""
	}
	return "is missing"
}

func TestConfigurationBlocksMatchDomain(t *testing.T) {
	inits := map[string]string{
		"none": "none", "values": "values", "per node angles": "nodes", "first position": "values", "all vessels at one time": "values", "coordinates": "coordinates",
		"first collection": "run", "first survey": "run", "mean of 3 sections": "run", "gdm-angle-init": "values", "values or per node angles": "values",
	}
	for _, row := range table(t, "Appendix B. Which configuration blocks apply") {
		for _, code := range typesIn(row[0]) {
			kind := typeOf(t, code)
			want, known := inits[row[1]]
			if !known {
				t.Fatalf("%s: unknown init %q", code, row[1])
			}
			if kind.Init != want {
				t.Errorf("%s: init %s, want %s", code, kind.Init, row[1])
			}
			for block, there := range map[string]bool{
				"init":            row[1] != "none" && row[1] != "gdm-angle-init",
				"gdmAngleInit":    row[1] == "gdm-angle-init",
				"channelConfig":   row[2] == "yes",
				"hemConfig":       row[3] == "yes" || row[3] == "HDA3 only" && code == "HDA3",
				"processorConfig": row[4] != "–",
				"chartConfig":     row[5] != "–",
				"pamConfig":       strings.Contains(row[6], "pamConfig"),
				"stationConfig":   strings.Contains(row[6], "station access"),
				"gnssConfig":      strings.Contains(row[6], "gnss-config"),
				"resolveConfig":   code == "GNSS",
				"calibrationFile": strings.Contains(row[6], "calibration file"),
				"config":          true, "collectConfig": true, "healthThreshold": true, "abnormal": true,
			} {
				if has(kind.Blocks, block) != there {
					t.Errorf("%s has block %s: %t, want %t", code, block, !there, there)
				}
			}
		}
	}
}

func TestModelsMatchDomain(t *testing.T) {
	rows := table(t, "Appendix C. Predefined models")
	if len(rows) != len(catalog.Models()) {
		t.Errorf("%d models, want %d", len(catalog.Models()), len(rows))
	}
	dash := func(cell string) string { return strings.Trim(cell, "–()") }
	list := func(cell string) []string {
		return strings.Fields(strings.NewReplacer(",", " ", "GK logger", "GKLogger", "local service", "LocalService").Replace(dash(cell)))
	}
	for _, row := range rows {
		model, ok := catalog.ModelOf(row[0])
		if !ok {
			t.Errorf("no model %s", row[0])
			continue
		}
		flags := ""
		for _, flag := range []struct {
			letter string
			set    bool
		}{{"S", model.Sensor}, {"M", model.Measuring}, {"C", model.WithCollector}, {"X", model.MultiChannel}, {"N", model.WithNetwork}, {"R", model.RegisterIsSame}} {
			if flag.set {
				flags += flag.letter + " "
			}
		}
		if got, want := []string{
			model.Label.Zh, model.Type, strings.TrimSpace(flags), model.ChannelProtocol, model.SNPrefix, model.RegisterPrefix,
		}, []string{row[1], dash(row[2]), row[5], row[6], dash(row[8]), dash(row[9])}; !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", row[0], got, want)
		}
		if !slices.Equal(model.Measurements, list(row[4])) || !slices.Equal(model.Collectors, list(row[7])) {
			t.Errorf("%s: measures %v on %v, want %s on %s", row[0], model.Measurements, model.Collectors, row[4], row[7])
		}
	}
}

func TestSensorsOfACollector(t *testing.T) {
	for collector, want := range map[string]string{"GDM": "Rain", "vw": "STRAIN", "rs485": "HSL", "HDA2": "VOLWL", "all": "Crack"} {
		codes := codesOf(catalog.SensorsOn(collector), func(d catalog.DeviceType) string { return d.Code })
		if !has(codes, want) || has(codes, "GNSS") {
			t.Errorf("sensors on %s are %v, want %s among them and no GNSS", collector, codes, want)
		}
	}
	if codes := catalog.SensorsOn("vw"); len(codes) == 0 || len(codes) >= len(catalog.SensorsOn("all")) {
		t.Errorf("%d sensors have vibrating wires", len(codes))
	}
	if len(catalog.SensorsOn("toaster")) != 0 {
		t.Error("an unknown collector has sensors")
	}
}

func TestDefaultsMatchDomain(t *testing.T) {
	// Domain devices.md section 5, formulas.md section 2.
	for code, want := range map[string]struct {
		segment           float64
		nodes             int32
		minutes           int64
		dir, value        float64
		coefficient, unit string
	}{
		"ADM": {segment: 500, nodes: 40, minutes: 60}, "ADMI": {segment: 500, nodes: 40, minutes: 60},
		"SDM": {segment: 1000, minutes: 60}, "SDMX": {segment: 2000, minutes: 60}, "SDMPRO": {segment: 1000, minutes: 60},
		"RDM": {segment: 500}, "RionInclino": {segment: 500}, "HDA2": {minutes: 30}, "HDA3": {minutes: 30},
		"VOLWL": {coefficient: "fullscale", value: 10}, "Crack": {dir: 1, coefficient: "Kr", value: 1},
		"STRAIN": {dir: 1, coefficient: "E", value: 2.06e5, unit: "MPa"}, "Steel": {dir: 1, coefficient: "Kt", unit: "/°C"},
		"Anchor": {dir: -1}, "AFM": {dir: -1}, "SPM": {dir: -1}, "WATERLEVEL": {dir: -1, minutes: 30},
		"TDM": {minutes: 10}, "HSL": {minutes: 30}, "Station": {minutes: 120}, "GNSS": {minutes: 60}, "IDM": {minutes: 60}, "SHM": {minutes: 60, coefficient: "Kr", value: 1},
		"Rain": {minutes: 60, coefficient: "Kr", value: 0.2}, "RangerFinder": {minutes: 30}, "WDM": {coefficient: "iMax", value: 20, unit: "mA"},
	} {
		got := typeOf(t, code).Defaults
		if got.SegmentLen != want.segment || got.Nodes != want.nodes || got.Interval != 60*want.minutes || got.Coefficients["dir"] != want.dir {
			t.Errorf("%s starts with %+v, want %+v", code, got, want)
		}
		if want.coefficient == "" {
			continue
		}
		known, _ := catalog.CoefficientOf(want.coefficient)
		if v, there := got.Coefficients[want.coefficient]; !there || v != want.value || known.Unit != want.unit {
			t.Errorf("%s: %s is %v %q, want %v %q", code, want.coefficient, v, known.Unit, want.value, want.unit)
		}
	}
}

func TestCoefficientsOfTypesExist(t *testing.T) {
	for _, kind := range catalog.DeviceTypes() {
		for _, name := range kind.Coefficients {
			if _, ok := catalog.CoefficientOf(name); !ok {
				t.Errorf("%s has the unknown coefficient %s", kind.Code, name)
			}
		}
	}
}

func TestWithDirectionKeepsGivenValue(t *testing.T) {
	crack, rain := typeOf(t, "Crack"), typeOf(t, "Rain")
	said := map[string]float64{"K": 2, "dir": -1}
	if got := crack.WithDirection(said); got["dir"] != -1 || got["K"] != 2 {
		t.Errorf("said %v, got %v", said, got)
	}
	unsaid := map[string]float64{"K": 2}
	if got := crack.WithDirection(unsaid); got["dir"] != 1 || got["K"] != 2 || len(unsaid) != 1 {
		t.Errorf("crack gauge: got %v, and changed the input to %v", got, unsaid)
	}
	if got := rain.WithDirection(nil); len(got) != 0 {
		t.Errorf("a rain gauge has no wire, got %v", got)
	}
}
