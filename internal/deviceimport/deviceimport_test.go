package deviceimport

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"plumbline/internal/catalogue"
	"plumbline/internal/dated"
	"plumbline/internal/device"
	"plumbline/internal/fault"
)

var projects = []Project{{ID: 7, Name: "North slope"}, {ID: 8, Name: "大桥 2"}}

func choices(language string) Choices {
	return Choices{Language: language, Projects: projects, Models: catalogue.Models()}
}

// genDevice draws a device as the form can hold it.
func genDevice(t *rapid.T, i int) device.NewDevice {
	word := rapid.StringMatching(`[A-Za-z0-9一-龥][A-Za-z0-9一-龥 ._()-]{0,10}[A-Za-z0-9一-龥]`)
	kind := rapid.SampledFrom(catalogue.DeviceTypes()).Draw(t, "type")
	d := device.NewDevice{Device: device.Device{
		Name: word.Draw(t, "name"), SNCode: fmt.Sprintf("%s-%d", rapid.StringMatching(`[0-9A-Z]{1,12}`).Draw(t, "sn"), i), Type: kind.Code, Kind: kind.Kind,
		Model:        rapid.OneOf(rapid.StringMatching(`own-[0-9]{1,4}`), rapid.SampledFrom([]string{"CRK-VW", "HDA3-32", "ADM-V500"})).Draw(t, "model"),
		Manufacturer: rapid.SampledFrom([]string{"", "华思测控", "A & B <c>"}).Draw(t, "maker"), Register: rapid.SampledFrom([]string{"", fmt.Sprintf("R%d", i)}).Draw(t, "register"),
		ProtocolCode: rapid.SampledFrom([]string{"", "HDA", "vw"}).Draw(t, "protocol"), TimeZone: rapid.SampledFrom([]string{"", "Asia/Shanghai"}).Draw(t, "zone"),
		ProjectID: rapid.SampledFrom([]int64{0, 7, 8}).Draw(t, "project"), LostThreshold: rapid.IntRange(0, 1000).Draw(t, "lost"),
	}}
	if rapid.Bool().Draw(t, "voltage") {
		v := rapid.Float64Range(0, 36).Draw(t, "threshold")
		d.VoltageThreshold = &v
	}
	if rapid.Bool().Draw(t, "hangs") {
		d.Collector, d.ChannelNo = "HD3-1", rapid.Int32Range(1, 64).Draw(t, "channel")
	}
	add := func(aspect device.Aspect, value any) { d.Config = append(d.Config, versionOf(aspect, value)) }
	if values := rapid.MapOfN(rapid.SampledFrom([]string{"K", "Kt", "f0", "t0", "fullscale", "ownFactor"}), rapid.Float64Range(-1e9, 1e9), 0, 4).Draw(t, "coefficients"); len(values) > 0 {
		add(device.AspectCoefficients, device.Coefficients{Values: values})
	}
	if rapid.Bool().Draw(t, "array") {
		g := device.Geometry{SegmentLen: rapid.Float64Range(500, 3000).Draw(t, "len"), MinDepth: rapid.Float64Range(0, 90).Draw(t, "depth"), MarkAngle: float64(rapid.IntRange(0, 360).Draw(t, "angle"))}
		own := rapid.Bool().Draw(t, "own nodes")
		for no := range rapid.IntRange(1, 6).Draw(t, "nodes") {
			n := device.Node{No: int32(no + 1), Used: true}
			if own {
				n.SN, n.Len, n.Used = fmt.Sprintf("N%d", no), rapid.SampledFrom([]float64{0, 500, 1000.5}).Draw(t, "node"), rapid.Bool().Draw(t, "used")
			}
			g.Nodes = append(g.Nodes, n)
		}
		add(device.AspectGeometry, g)
	}
	if rapid.Bool().Draw(t, "channels") {
		var list device.Channels
		for no := range rapid.IntRange(1, 4).Draw(t, "channel count") {
			list.Channels = append(list.Channels, device.Channel{ChannelNo: int32(no + 1), IsUsed: rapid.Bool().Draw(t, "in use"), Signal: rapid.SampledFrom([]string{"", "vw", "dynamic"}).Draw(t, "signal"), Rate: rapid.SampledFrom([]float64{0, 12.5}).Draw(t, "rate")})
		}
		add(device.AspectChannels, list)
	}
	if rapid.Bool().Draw(t, "more") {
		d.Config = append(d.Config, dated.Draft{Aspect: "chart", Value: json.RawMessage(`{"decimals":3}`)})
	}
	return d
}

var alike = cmp.Options{
	cmpopts.SortSlices(func(a, b dated.Draft) bool { return a.Aspect < b.Aspect }),
	cmp.Comparer(func(a, b json.RawMessage) bool {
		var x, y any
		return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && cmp.Equal(x, y)
	}),
}

func TestExportComesBackAsItWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list []device.NewDevice
		for i := range rapid.IntRange(1, 5).Draw(t, "devices") {
			list = append(list, genDevice(t, i))
		}
		written, read := rapid.SampledFrom([]string{"zh", "en", "zh-TW"}).Draw(t, "written in"), rapid.SampledFrom([]string{"zh", "en", "zh-TW"}).Draw(t, "read in")
		data, err := Export(choices(written), list)
		if err != nil {
			t.Fatal(err)
		}
		book, err := Read(data, choices(read))
		if err != nil {
			t.Fatal(err)
		}
		if len(book.Problems) > 0 {
			t.Fatalf("problems: %+v", book.Problems)
		}
		if diff := cmp.Diff(list, book.Devices, alike); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestTemplateHasListsNotesAndAnExample(t *testing.T) {
	for _, language := range []string{"zh", "en", "zh-TW"} {
		t.Run(language, func(t *testing.T) {
			data, err := Template(choices(language))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := Read(data, choices(language)); !fault.Is(err, fault.RowsNone) {
				t.Errorf("the empty template: %v, want no rows: the example is not taken", err)
			}
			f, err := excelize.OpenReader(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			sheet := sheets[deviceSheet].name.In(language)
			validations, err := f.GetDataValidations(sheet)
			if err != nil || len(validations) != 4 {
				t.Errorf("%d lists (%v), want those of types, models, protocols, projects", len(validations), err)
			}
			comments, err := f.GetComments(sheet)
			if err != nil || len(comments) < 10 {
				t.Errorf("%d notes at headings: %v", len(comments), err)
			}
			rows, err := f.GetRows(sheet)
			if err != nil || len(rows) != 2 || rows[1][1] != ExampleSN {
				t.Errorf("rows %v, %v", rows, err)
			}
		})
	}
}

// filled is a template with rows written into it, by heading.
func filled(t *testing.T, rows ...map[string]any) []byte {
	t.Helper()
	data, err := Template(choices("zh"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	heads, err := f.GetRows("设备")
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		for heading, value := range row {
			column := slices.IndexFunc(heads[0], func(h string) bool { return strings.HasPrefix(h, heading) })
			if column < 0 {
				t.Fatalf("no column %s", heading)
			}
			if err := f.SetCellValue("设备", cell(column+1, i+3), value); err != nil {
				t.Fatal(err)
			}
		}
	}
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestBadCellsAreMarkedInThePersonsOwnFile(t *testing.T) {
	data := filled(t,
		map[string]any{"设备名称": "L1", "序列号": "A1", "型号": "CRK-VW 振弦裂缝计", "标定系数K": "about 3"},
		map[string]any{"设备名称": "L2", "序列号": "A2", "型号": "own", "项目": "Nowhere"},
	)
	book, err := Read(data, choices("en"))
	if err != nil {
		t.Fatal(err)
	}
	if got := book.Devices[0].Type; got != "Crack" {
		t.Errorf("type %q, want that of the model", got)
	}
	var refusals fault.Refusals
	refusals.Add("devices[1].type", fault.TypeUndefined)
	refusals.Add("devices[1].sncode", fault.AlsoInRow, "row", 1)
	if err := book.Refuse(refusals.Err()); err != nil {
		t.Fatal(err)
	}
	want := map[string]int{coefficient + "K": 3, keyProject: 4, keyType: 4, keySN: 4}
	if len(book.Problems) != len(want) {
		t.Fatalf("problems: %+v", book.Problems)
	}
	for _, p := range book.Problems {
		if want[p.Column] != p.Line {
			t.Errorf("%s at line %d, want %d", p.Column, p.Line, want[p.Column])
		}
		if p.Column == keySN && p.Text("en") != "Stands in row 3 as well" {
			t.Errorf("the row is told as %q", p.Text("en"))
		}
	}
	marked, err := Mark(data, book, choices("en"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := excelize.OpenReader(bytes.NewReader(marked))
	if err != nil {
		t.Fatal(err)
	}
	if got := filledCells(t, f); len(got) != 4 {
		t.Errorf("marked %v, want four cells", got)
	}
	// Mended and marked anew, nothing of the old marks is left.
	column := book.places["设备"][coefficient+"K"]
	if err := f.SetCellValue("设备", cell(column, 3), 3); err != nil {
		t.Fatal(err)
	}
	for key, value := range map[string]string{keyProject: "North slope", keyType: "Crack"} {
		if err := f.SetCellValue("设备", cell(book.places["设备"][key], 4), value); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		t.Fatal(err)
	}
	again, err := Read(out.Bytes(), choices("en"))
	if err != nil || len(again.Problems) > 0 {
		t.Fatalf("mended: %+v, %v", again, err)
	}
	clean, err := Mark(out.Bytes(), again, choices("en"))
	if err != nil {
		t.Fatal(err)
	}
	if f, err = excelize.OpenReader(bytes.NewReader(clean)); err != nil {
		t.Fatal(err)
	}
	if got := filledCells(t, f); len(got) != 0 {
		t.Errorf("still marked: %v", got)
	}
}

func filledCells(t *testing.T, f *excelize.File) []string {
	t.Helper()
	rows, err := f.GetRows("设备")
	if err != nil {
		t.Fatal(err)
	}
	var marked []string
	for line := range rows {
		for i := range rows[0] {
			id, err := f.GetCellStyle("设备", cell(i+1, line+1))
			if err != nil {
				t.Fatal(err)
			}
			if style, err := f.GetStyle(id); err == nil && slices.Contains(style.Fill.Color, markColor) {
				marked = append(marked, cell(i+1, line+1))
			}
		}
	}
	return marked
}

// FuzzRead: no bytes stop the program.
func FuzzRead(f *testing.F) {
	data, err := Template(choices("zh"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte("PK\x03\x04"))
	f.Fuzz(func(_ *testing.T, data []byte) { _, _ = Read(data, choices("zh")) })
}

func BenchmarkRead2000(b *testing.B) {
	list := make([]device.NewDevice, device.MaxBatch)
	for i := range list {
		list[i] = device.NewDevice{Device: device.Device{Name: fmt.Sprintf("S%d", i), SNCode: fmt.Sprintf("SN%d", i), Model: "CRK-VW", Type: "Crack", Kind: device.Measuring}, Collector: "HD3-1", ChannelNo: int32(i + 1)}
		list[i].Config = []dated.Draft{versionOf(device.AspectCoefficients, device.Coefficients{Values: map[string]float64{"K": 1, "f0": 2, "t0": 3}})}
	}
	data, err := Export(choices("zh"), list)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(len(data)), "bytes")
	for b.Loop() {
		if _, err := Read(data, choices("zh")); err != nil {
			b.Fatal(err)
		}
	}
}
