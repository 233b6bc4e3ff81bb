package deviceimport

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/xuri/excelize/v2"
	"pgregory.net/rapid"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/spreadsheet"
	"plumbline/internal/site/device"
)

var projects = []Project{{ID: 7, Name: "North slope"}, {ID: 8, Name: "大桥 2"}}

func choices(language string) Choices {
	return Choices{Language: language, Projects: projects, Models: catalog.Models()}
}

// genDevice draws a device that the form can represent.
func genDevice(t *rapid.T, i int) device.NewDevice {
	word := rapid.StringMatching(`[A-Za-z0-9一-龥][A-Za-z0-9一-龥 ._()-]{0,10}[A-Za-z0-9一-龥]`)
	kind := rapid.SampledFrom(catalog.DeviceTypes()).Draw(t, "type")
	d := device.NewDevice{Device: device.Device{
		Name: word.Draw(t, "name"), SNCode: fmt.Sprintf("%s-%d", rapid.StringMatching(`[0-9A-Z]{1,12}`).Draw(t, "sn"), i), Type: kind.Code, Kind: kind.Kind,
		Model:        rapid.OneOf(rapid.StringMatching(`own-[0-9]{1,4}`), rapid.SampledFrom([]string{"CRK-VW", "HDA3-32", "ADM-V500"})).Draw(t, "model"),
		Manufacturer: rapid.SampledFrom([]string{"", "华思测控", "A & B <c>"}).Draw(t, "maker"),
		Register:     rapid.SampledFrom([]string{"", fmt.Sprintf("R%d", i)}).Draw(t, "register"),
		ProtocolCode: rapid.SampledFrom([]string{"", "HDA", "vw"}).Draw(t, "protocol"),
		TimeZone:     rapid.SampledFrom([]string{"", "Asia/Shanghai"}).Draw(t, "zone"),
		ProjectID:    rapid.SampledFrom([]int64{0, 7, 8}).Draw(t, "project"), LostThreshold: rapid.IntRange(0, 1000).Draw(t, "lost"),
	}}
	if rapid.Bool().Draw(t, "voltage") {
		v := rapid.Float64Range(0, 36).Draw(t, "threshold")
		d.VoltageThreshold = &v
	}
	if rapid.Bool().Draw(t, "hangs") {
		d.Collector, d.ChannelNo = "HD3-1", rapid.Int32Range(1, 64).Draw(t, "channel")
	}
	add := func(aspect definition.DeviceAspect, value any) { d.Config = append(d.Config, versionOf(aspect, value)) }
	if values := rapid.MapOfN(rapid.SampledFrom([]string{"K", "Kt", "f0", "t0", "fullscale", "ownFactor"}), rapid.Float64Range(-1e9, 1e9), 0, 4).
		Draw(t, "coefficients"); len(values) > 0 {
		add(definition.AspectCoefficients, definition.Coefficients{Values: values})
	}
	if rapid.Bool().Draw(t, "array") {
		g := definition.Geometry{
			SegmentLen: rapid.Float64Range(500, 3000).Draw(t, "len"),
			MinDepth:   rapid.Float64Range(0, 90).Draw(t, "depth"), MarkAngle: float64(rapid.IntRange(0, 360).Draw(t, "angle")),
		}
		own := rapid.Bool().Draw(t, "own nodes")
		for no := range rapid.IntRange(1, 6).Draw(t, "nodes") {
			n := definition.Node{No: int32(no + 1), Used: true}
			if own {
				n.SN, n.Len, n.Used = fmt.Sprintf("N%d", no), rapid.SampledFrom([]float64{0, 500, 1000.5}).Draw(t, "node"), rapid.Bool().Draw(t, "used")
			}
			g.Nodes = append(g.Nodes, n)
		}
		add(definition.AspectGeometry, g)
	}
	if rapid.Bool().Draw(t, "channels") {
		var list definition.Channels
		for no := range rapid.IntRange(1, 4).Draw(t, "channel count") {
			list.Channels = append(list.Channels,
				definition.Channel{
					ChannelNo: int32(no + 1), IsUsed: rapid.Bool().Draw(t, "in use"),
					Signal: rapid.SampledFrom([]string{"", "vw", "dynamic"}).Draw(t, "signal"), Rate: rapid.SampledFrom([]float64{0, 12.5}).Draw(t, "rate"),
				})
		}
		add(definition.AspectChannels, list)
	}
	if rapid.Bool().Draw(t, "more") {
		d.Config = append(d.Config, timeline.Draft{Aspect: "chart", Value: json.RawMessage(`{"decimals":3}`)})
	}
	return d
}

var alike = cmp.Options{
	cmpopts.SortSlices(func(a, b timeline.Draft) bool { return a.Aspect < b.Aspect }),
	cmp.Comparer(func(a, b json.RawMessage) bool {
		var x, y any
		return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && cmp.Equal(x, y)
	}),
}

func TestExportRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list []device.NewDevice
		for i := range rapid.IntRange(1, 5).Draw(t, "devices") {
			list = append(list, genDevice(t, i))
		}
		written, read := rapid.SampledFrom([]string{"zh", "en", "zh-TW"}).
			Draw(t, "written in"), rapid.SampledFrom([]string{"zh", "en", "zh-TW"}).Draw(t, "read in")
		data, err := Export(choices(written), list)
		if err != nil {
			t.Fatal(err)
		}
		book, err := Read(t.Context(), data, choices(read))
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
			if _, err := Read(t.Context(), data, choices(language)); !errs.Is(err, errs.RowsNone) {
				t.Errorf("the empty template: %v, want no rows: the example is skipped", err)
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

// filled returns a template with rows, by heading.
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

func TestBadCellsAreMarkedInUploadedFile(t *testing.T) {
	data := filled(t,
		map[string]any{"设备名称": "L1", "序列号": "A1", "型号": "CRK-VW 振弦裂缝计", "标定系数K": "about 3"},
		map[string]any{"设备名称": "L2", "序列号": "A2", "型号": "own", "项目": "Nowhere"},
	)
	book, err := Read(t.Context(), data, choices("en"))
	if err != nil {
		t.Fatal(err)
	}
	if got := book.Devices[0].Type; got != "Crack" {
		t.Errorf("type %q, want that of the model", got)
	}
	var refusals errs.Refusals
	refusals.Add("devices[1].type", errs.TypeUndefined)
	refusals.Add("devices[1].sncode", errs.AlsoInRow, "row", 1)
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
		if p.Column == keySN && p.Text("en") != "Same as in row 3" {
			t.Errorf("the row is reported as %q", p.Text("en"))
		}
	}
	marked, err := Mark(t.Context(), data, book, choices("en"))
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
	// After correction and marking again, no old mark is left.
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
	again, err := Read(t.Context(), out.Bytes(), choices("en"))
	if err != nil || len(again.Problems) > 0 {
		t.Fatalf("after fixing: %+v, %v", again, err)
	}
	clean, err := Mark(t.Context(), out.Bytes(), again, choices("en"))
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

// Whatever people and spreadsheets do to a form is reported at its cell, and the marked file is returned.
func TestSpoiledCells(t *testing.T) {
	row := map[string]any{"设备名称": "L1", "序列号": "A1", "型号": "ADM-V500"}
	put := func(sheet, at string, value any) func(*excelize.File) error {
		return func(f *excelize.File) error { return f.SetCellValue(sheet, at, value) }
	}
	for name, test := range map[string]struct {
		change func(*excelize.File) error
		want   string // sheet, line, column, message key
	}{
		"a date as serial number":          {put("设备", "B3", time.Now()), "设备 3 序列号 errCellSpoiled"},
		"a boolean as name":                {put("设备", "A3", true), "设备 3 设备名称 errCellSpoiled"},
		"a number without its last digits": {put("设备", "B3", 1.5e20), "设备 3 序列号 errCellSpoiled"},
		"a number as serial number":        {put("设备", "B3", 20260017), ""},
		"full-width digits":                {put("设备", "B3", "Ａ１２３"), ""},
		"zero-width spaces":                {put("设备", "B3", "\u00a0A1\u200b\u3000"), ""},
		"a formula error":                  {put("设备", "A3", "#REF!"), "设备 3 设备名称 errCellError"},
		"a fraction as channel":            {put("设备", "J3", 1.5), "设备 3 通道号 errWholeWanted"},
		"a hexadecimal number":             {put("设备", "L3", "0x1p3"), "设备 3 低电压阈值 (V) errNumberWanted"},
		"a remark outside the form":        {put("设备", "BZ3", "ask Li"), "设备 1 BZ errHeadingMissing"},
		"an unknown heading":               {put("设备", "G1", "Maker"), "设备 1 G errColumnUnknown"},
		"a heading in another language":    {put("设备", "G1", "Manufacturer"), ""},
		"a node of a missing device": {func(f *excelize.File) error {
			return f.SetSheetRow("节点", "A2", &[]any{"ZZ", 1})
		}, "节点 2 设备序列号 errDeviceNotInFile"},
		"an invalid yes or no": {func(f *excelize.File) error {
			return f.SetSheetRow("节点", "A2", &[]any{"A1", 1, "", "", "", "maybe"})
		}, "节点 2 使用 errYesNoWanted"},
		"invalid JSON": {func(f *excelize.File) error {
			return f.SetSheetRow("更多配置", "A2", &[]any{"A1", "chart", "{"})
		}, "更多配置 2 内容 (JSON) errCellJson"},
		"another sheet in front": {func(f *excelize.File) error {
			return errors.Join(second(f.NewSheet("A")), f.MoveSheet("A", "设备"), f.SetSheetName("设备", "B"))
		}, ""},
		"merged rows": {func(f *excelize.File) error { return f.MergeCell("设备", "A3", "A4") }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := excelize.OpenReader(bytes.NewReader(filled(t, row)))
			if err != nil {
				t.Fatal(err)
			}
			if err := test.change(f); err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if err := f.Write(&out); err != nil {
				t.Fatal(err)
			}
			book, err := Read(t.Context(), out.Bytes(), choices("zh"))
			if err != nil {
				t.Fatal(err)
			}
			var told []string
			for _, p := range book.Problems {
				told = append(told, fmt.Sprintf("%s %d %s %s", SheetLabel(p, "zh"), p.Line, p.Label("zh"), p.Message.Key))
			}
			if got := strings.Join(told, "; "); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			if _, err := Mark(t.Context(), out.Bytes(), book, choices("zh")); err != nil {
				t.Errorf("mark: %v", err)
			}
		})
	}
}

func second(_ int, err error) error { return err }

// Errors in a node, channel or block are reported on the sheet where it was entered; errors of a whole block where it
// is named.
func TestErrorsAppearOnTheirSheets(t *testing.T) {
	f, err := excelize.OpenReader(bytes.NewReader(filled(t, map[string]any{"设备名称": "L1", "序列号": "A1", "型号": "ADM-V500"})))
	if err != nil {
		t.Fatal(err)
	}
	for at, row := range map[string][]any{
		"节点 A2": {"A1", 1}, "节点 A3": {"A1", 2}, "通道 A2": {"A1", 1}, "通道 A3": {"A1", 2}, "更多配置 A2": {"A1", "chart", "{}"},
	} {
		sheet, first, _ := strings.Cut(at, " ")
		if err := f.SetSheetRow(sheet, first, &row); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		t.Fatal(err)
	}
	book, err := Read(t.Context(), out.Bytes(), choices("zh"))
	if err != nil || len(book.Problems) > 0 {
		t.Fatalf("%v %+v", err, book.Problems)
	}
	var refusals errs.Refusals
	at := func(aspect definition.DeviceAspect) string {
		n := slices.IndexFunc(book.Devices[0].Config, func(d timeline.Draft) bool { return d.Aspect == string(aspect) })
		return fmt.Sprintf("devices[0].config[%d].value", n)
	}
	refusals.Add(at(definition.AspectGeometry)+".segmentLen", errs.TooSmall, "min", 500)
	refusals.Add(at(definition.AspectGeometry)+".nodes[1].len", errs.TooSmall, "min", 500)
	refusals.Add(at(definition.AspectChannels), errs.BlockNotHere, "type", "ADM")
	refusals.Add(at(device.AspectChart)+".decimals", errs.OutOfRange, "min", 0, "max", 9)
	if err := book.Refuse(refusals.Err()); err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, p := range book.Problems {
		told = append(told, fmt.Sprintf("%s %d %s: %s", SheetLabel(p, "en"), p.Line, p.Label("en"), p.Text("en")))
	}
	want := []string{
		"Devices 3 Segment length (mm): Must be at least 500", "Nodes 3 Length (mm): Must be at least 500",
		"Channels 2 Device serial number: Devices of type ADM do not have this configuration",
		"Channels 3 Device serial number: Devices of type ADM do not have this configuration",
		"More configuration 2 Value (JSON): decimals: Must be between 0 and 9",
	}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Error(diff)
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
			if style, err := f.GetStyle(id); err == nil && slices.Contains(style.Fill.Color, spreadsheet.MarkColor) {
				marked = append(marked, cell(i+1, line+1))
			}
		}
	}
	return marked
}
