package deviceimport

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/xuri/excelize/v2"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/site/device"
)

// listSheet is a hidden sheet with the entries of the drop-down lists.
const listSheet = "Lists"

// Template returns the empty form with lists, notes and an example row.
func Template(o Choices) ([]byte, error) { return write(o, nil, true) }

// Export returns the form filled in with devices.
func Export(o Choices, list []device.NewDevice) ([]byte, error) { return write(o, list, false) }

func write(o Choices, list []device.NewDevice, template bool) ([]byte, error) {
	w := &writer{Choices: o, f: excelize.NewFile(), lines: map[int]int{}}
	defer w.f.Close()
	if err := w.begin(list); err != nil {
		return nil, fmt.Errorf("write workbook: %w", err)
	}
	if template {
		list = []device.NewDevice{example(o)}
	}
	for _, d := range list {
		if err := w.device(d); err != nil {
			return nil, fmt.Errorf("write device %s: %w", d.SNCode, err)
		}
	}
	if template {
		if err := w.f.SetCellStyle(w.name(deviceSheet), "A2", cell(len(w.columns[deviceSheet]), 2), w.gray); err != nil {
			return nil, fmt.Errorf("write example: %w", err)
		}
	}
	var out bytes.Buffer
	if err := w.f.Write(&out); err != nil {
		return nil, fmt.Errorf("write workbook: %w", err)
	}
	return out.Bytes(), nil
}

// example returns the example row.
func example(o Choices) device.NewDevice {
	words := label{Zh: "示例（不导入）", En: "Example, not imported", Tw: "範例（不匯入）"}
	d := device.NewDevice{
		Device: device.Device{Name: words.In(o.Language), SNCode: ExampleSN, Model: "CRK-VW", Type: "Crack"}, Collector: "HD3-0001", ChannelNo: 1,
	}
	d.Config = []timeline.Draft{
		versionOf(definition.AspectCoefficients, definition.Coefficients{Values: map[string]float64{"K": 0.00125, "f0": 2500, "t0": 20}}),
	}
	return d
}

type writer struct {
	Choices
	f       *excelize.File
	columns [][]column
	lines   map[int]int // last written row by sheet
	gray    int
}

func (w *writer) name(which int) string { return sheets[which].name.In(w.Language) }

func cell(column, line int) string {
	name, err := excelize.CoordinatesToCellName(column, line)
	if err != nil {
		panic(err) // both are small and positive
	}
	return name
}

// begin creates the sheets with headings, notes, formats and lists.
func (w *writer) begin(list []device.NewDevice) error {
	for _, s := range sheets {
		w.columns = append(w.columns, s.columns)
	}
	w.columns[deviceSheet] = append(columns[:len(columns):len(columns)], furtherCoefficients(list)...)
	var err error
	if w.gray, err = w.f.NewStyle(&excelize.Style{Font: &excelize.Font{Italic: true, Color: "8A8F98"}, NumFmt: 49}); err != nil {
		return err
	}
	for i := range sheets {
		if i == 0 {
			err = w.f.SetSheetName(w.f.GetSheetName(0), w.name(i))
		} else {
			_, err = w.f.NewSheet(w.name(i))
		}
		if err != nil {
			return err
		}
	}
	ranges, err := w.lists()
	if err != nil {
		return err
	}
	for i := range sheets {
		if err := w.head(i, ranges); err != nil {
			return err
		}
	}
	return nil
}

// furtherCoefficients returns columns for coefficients that the catalog does not have.
func furtherCoefficients(list []device.NewDevice) []column {
	known := map[string]bool{}
	for _, c := range columns {
		known[c.key] = true
	}
	var more []column
	for _, d := range list {
		for _, name := range sorted(coefficientsOf(d)) {
			if key := coefficient + name; !known[key] {
				known[key] = true
				more = append(more, coefficientColumn(name))
			}
		}
	}
	return more
}

// lists writes the hidden sheet and returns the range of each list.
func (w *writer) lists() (map[string]string, error) {
	if _, err := w.f.NewSheet(listSheet); err != nil {
		return nil, err
	}
	ranges := map[string]string{}
	for i, name := range lists {
		choices := w.list(name)
		for n, c := range choices {
			if err := w.f.SetCellStr(listSheet, cell(i+1, n+1), c.written(w.Language)); err != nil {
				return nil, err
			}
		}
		if len(choices) > 0 {
			letter, err := excelize.ColumnNumberToName(i + 1)
			if err != nil {
				return nil, err
			}
			ranges[name] = fmt.Sprintf("%s!$%s$1:$%s$%d", listSheet, letter, letter, len(choices))
		}
	}
	return ranges, w.f.SetSheetVisible(listSheet, false)
}

// head writes the headings of a sheet with notes, and formats its columns.
func (w *writer) head(which int, ranges map[string]string) error {
	name := w.name(which)
	bold, err := w.f.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}, Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"E8EEF7"}}})
	if err != nil {
		return err
	}
	asText, err := w.f.NewStyle(&excelize.Style{NumFmt: 49}) // so that a serial number keeps its leading zeros
	if err != nil {
		return err
	}
	for i, c := range w.columns[which] {
		letter, err := excelize.ColumnNumberToName(i + 1)
		if err != nil {
			return err
		}
		if err := w.f.SetColWidth(name, letter, letter, c.width); err != nil {
			return err
		}
		if c.kind == plainText || c.kind == yesNo {
			if err := w.f.SetColStyle(name, letter, asText); err != nil {
				return err
			}
		}
		if err := w.f.SetCellStr(name, cell(i+1, 1), c.heading(w.Language)); err != nil {
			return err
		}
		if err := w.f.SetCellStyle(name, cell(i+1, 1), cell(i+1, 1), bold); err != nil {
			return err
		}
		if note := c.note.In(w.Language); note != "" {
			if err := w.f.AddComment(name, excelize.Comment{Cell: cell(i+1, 1), Author: author, Text: note, Width: 220, Height: 70}); err != nil {
				return err
			}
		}
		if where := ranges[c.list]; c.list != "" && where != "" {
			v := excelize.NewDataValidation(true)
			v.Sqref = fmt.Sprintf("%s2:%s%d", letter, letter, device.MaxBatch+2)
			v.SetSqrefDropList(where)
			strict := c.list != listModels && c.list != listProtocols // other values are allowed
			v.ShowErrorMessage = strict
			if err := w.f.AddDataValidation(name, v); err != nil {
				return err
			}
		}
	}
	w.lines[which] = 1
	return w.f.SetPanes(name, &excelize.Panes{Freeze: true, XSplit: freeze(which), YSplit: 1, TopLeftCell: cell(freeze(which)+1, 2), ActivePane: "bottomRight"})
}

// freeze returns the number of columns that stay visible when scrolling: those that identify the device.
func freeze(which int) int {
	if which == deviceSheet {
		return 2
	}
	return 1
}

// author is the author of the notes.
const author = "Plumbline"

// put writes one row of a sheet; nil values leave cells empty.
func (w *writer) put(which int, values map[string]any) error {
	w.lines[which]++
	name := w.name(which)
	for i, c := range w.columns[which] {
		v, there := values[c.key]
		if !there || v == nil || v == "" {
			continue
		}
		if err := w.f.SetCellValue(name, cell(i+1, w.lines[which]), v); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) device(d device.NewDevice) error {
	values := map[string]any{
		keyName: d.Name, keySN: d.SNCode, "register": d.Register, "manufacturer": d.Manufacturer, "timeZone": d.TimeZone, keyCollector: d.Collector,
		keyModel: w.shown(listModels, d.Model), keyType: w.shown(listTypes, d.Type), "protocolCode": w.shown(listProtocols, d.ProtocolCode),
	}
	for _, p := range w.Projects {
		if p.ID == d.ProjectID {
			values[keyProject] = p.Name
		}
	}
	if d.VoltageThreshold != nil {
		values["voltageThreshold"] = *d.VoltageThreshold
	}
	if d.LostThreshold != 0 {
		values["lostThreshold"] = d.LostThreshold
	}
	if d.ChannelNo != 0 {
		values[keyChannel] = d.ChannelNo
	}
	for name, v := range coefficientsOf(d) {
		values[coefficient+name] = v
	}
	for _, draft := range d.Config {
		if err := w.aspect(d, draft, values); err != nil {
			return err
		}
	}
	return w.put(deviceSheet, values)
}

// shown returns a code as in its list.
func (w *writer) shown(list, code string) string {
	for _, c := range w.list(list) {
		if c.code == code {
			return c.written(w.Language)
		}
	}
	return code
}

func coefficientsOf(d device.NewDevice) map[string]float64 {
	for _, draft := range d.Config {
		var c definition.Coefficients
		if draft.Aspect == string(definition.AspectCoefficients) && json.Unmarshal(draft.Value, &c) == nil {
			return c.Values
		}
	}
	return nil
}

// aspect adds an aspect to values if it is in the device's own row, or writes it to its sheet.
func (w *writer) aspect(d device.NewDevice, draft timeline.Draft, values map[string]any) error {
	switch definition.DeviceAspect(draft.Aspect) {
	case definition.AspectCoefficients, definition.AspectConnection:
		return nil // in the row
	case definition.AspectGeometry:
		return w.geometry(d, draft, values)
	case definition.AspectChannels:
		return w.channels(d, draft)
	}
	return w.put(blockSheet, map[string]any{keySN: d.SNCode, "aspect": draft.Aspect, "value": string(draft.Value)})
}

func (w *writer) geometry(d device.NewDevice, draft timeline.Draft, values map[string]any) error {
	var g definition.Geometry
	if err := json.Unmarshal(draft.Value, &g); err != nil {
		return fmt.Errorf("geometry: %w", err)
	}
	values["segmentLen"], values["minDepth"], values["markAngle"] = g.SegmentLen, g.MinDepth, g.MarkAngle
	if g.InitTwist != 0 {
		values["initTwist"] = g.InitTwist
	}
	if plain(g.Nodes) {
		values[keyNodes] = len(g.Nodes)
		return nil
	}
	for _, n := range g.Nodes {
		row := map[string]any{keySN: d.SNCode, "no": n.No, "sn": n.SN, "used": w.yesNo(n.Used)}
		if n.Len != 0 {
			row["len"] = n.Len
		}
		if n.Twist != nil {
			row["twist"] = *n.Twist
		}
		if err := w.put(nodeSheet, row); err != nil {
			return err
		}
	}
	return nil
}

// plain reports whether nodes have only numbers.
func plain(nodes []definition.Node) bool {
	for i, n := range nodes {
		if n != (definition.Node{No: int32(i + 1), Used: true}) {
			return false
		}
	}
	return len(nodes) > 0
}

func (w *writer) yesNo(v bool) string {
	if v {
		return yes.In(w.Language)
	}
	return no.In(w.Language)
}

func (w *writer) channels(d device.NewDevice, draft timeline.Draft) error {
	var list definition.Channels
	if err := json.Unmarshal(draft.Value, &list); err != nil {
		return fmt.Errorf("channels: %w", err)
	}
	for _, c := range list.Channels {
		row := map[string]any{keySN: d.SNCode, keyChannel: c.ChannelNo, "name": c.Name, "signal": w.shown(listSignals, c.Signal), "used": w.yesNo(c.IsUsed)}
		for key, v := range map[string]float64{"rate": c.Rate, "address": float64(c.Address), "baud": float64(c.Baud)} {
			if v != 0 {
				row[key] = v
			}
		}
		if e := c.Excitation; e != nil {
			row["fMin"], row["fMax"], row["mode"] = e.FMin, e.FMax, e.Mode
		}
		if err := w.put(channelSheet, row); err != nil {
			return err
		}
	}
	return nil
}
