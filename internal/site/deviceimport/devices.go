package deviceimport

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
)

// reader converts the rows of a workbook to devices.
type reader struct {
	*Book
	Choices
	f     *excelize.File
	names []string
	bySN  map[string]int // row indices

	geometry map[int]*definition.Geometry
}

func (in *reader) devices() {
	in.geometry = map[int]*definition.Geometry{}
	in.Devices = make([]device.NewDevice, len(in.Rows))
	for i, row := range in.Rows {
		in.Devices[i] = in.device(i, row)
		if _, again := in.bySN[row.Cells[keySN]]; !again {
			in.bySN[row.Cells[keySN]] = i
		}
	}
}

func (in *reader) device(i int, row Row) device.NewDevice {
	c := cells{in: in, sheet: sheets[deviceSheet], row: row}
	d := device.NewDevice{Device: device.Device{
		Name: c.text(keyName), SNCode: c.text(keySN), Register: c.text(keyRegister), Manufacturer: c.text("manufacturer"), TimeZone: c.text("timeZone"),
		Model: in.codeOf(listModels, c.text(keyModel)), Type: in.codeOf(listTypes, c.text(keyType)),
		ProtocolCode:     in.codeOf(listProtocols, c.text("protocolCode")),
		VoltageThreshold: c.number("voltageThreshold"), LostThreshold: c.whole("lostThreshold"), ProjectID: in.Project,
	}}
	for _, m := range in.Models {
		if d.Type == "" && m.Code == d.Model {
			d.Type = m.Type
		}
	}
	if kind, ok := catalog.DeviceTypeOf(d.Type); ok {
		d.Kind = kind.Kind
	}
	if name := c.text(keyProject); name != "" {
		d.ProjectID = 0
		for _, p := range in.Projects {
			if p.Name == name {
				d.ProjectID = p.ID
			}
		}
		if d.ProjectID == 0 {
			c.problem(keyProject, errs.MustExist)
		}
	}
	d.Collector, d.ChannelNo = c.text(keyCollector), int32(c.whole(keyChannel))
	values := map[string]float64{}
	for key := range row.Cells {
		if name, ok := strings.CutPrefix(key, coefficient); ok {
			if v := c.number(key); v != nil {
				values[name] = *v
			}
		}
	}
	if len(values) > 0 {
		d.Config = append(d.Config, versionOf(definition.AspectCoefficients, definition.Coefficients{Values: values}))
	}
	if g := c.array(); g != nil {
		in.geometry[i] = g
	}
	return d
}

// array returns the geometry of a row, or nil.
func (c cells) array() *definition.Geometry {
	var g definition.Geometry
	said := false
	for key, to := range map[string]*float64{"segmentLen": &g.SegmentLen, "minDepth": &g.MinDepth, "markAngle": &g.MarkAngle, "initTwist": &g.InitTwist} {
		if v := c.number(key); v != nil {
			*to, said = *v, true
		}
	}
	if n := c.whole(keyNodes); n > 0 {
		said = true
		for no := range min(n, 2000) { // the limit of nodes is checked with the device
			g.Nodes = append(g.Nodes, definition.Node{No: int32(no + 1), Used: true})
		}
	}
	if !said {
		return nil
	}
	return &g
}

// versionOf returns a first version, valid from the beginning.
func versionOf(aspect definition.DeviceAspect, value any) timeline.Draft {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // these types, with finite numbers, always have a JSON form
	}
	return timeline.Draft{Aspect: string(aspect), Value: text}
}

// each reads another sheet with rows about devices of the first one.
func (in *reader) each(which int, take func(i int, c cells)) error {
	rows, err := in.table(in.f, in.names[which], sheets[which])
	if err != nil {
		return err
	}
	for _, row := range rows {
		c := cells{in: in, sheet: sheets[which], row: row}
		sn := c.text(keySN)
		if sn == ExampleSN {
			continue
		}
		i, ok := in.bySN[sn]
		if !ok {
			c.problem(keySN, errs.DeviceNotInFile)
			continue
		}
		take(i, c)
	}
	return nil
}

func (in *reader) nodes() error {
	own := map[int]bool{}
	err := in.each(nodeSheet, func(i int, c cells) {
		if in.geometry[i] == nil {
			in.geometry[i] = &definition.Geometry{}
		}
		g := in.geometry[i]
		if !own[i] {
			g.Nodes, own[i] = nil, true // replaces the default nodes
		}
		in.from(i, definition.AspectGeometry, nodeSheet, c.row.Line)
		node := definition.Node{No: int32(c.whole("no")), SN: c.text(keyNodeSN), Twist: c.number("twist"), Used: c.yes("used")}
		if v := c.number("len"); v != nil {
			node.Len = *v
		}
		g.Nodes = append(g.Nodes, node)
	})
	if err != nil {
		return err
	}
	for i, g := range in.geometry {
		in.Devices[i].Config = append(in.Devices[i].Config, versionOf(definition.AspectGeometry, g))
	}
	return nil
}

func (in *reader) channels() error {
	found := map[int]*definition.Channels{}
	err := in.each(channelSheet, func(i int, c cells) {
		if found[i] == nil {
			found[i] = &definition.Channels{}
		}
		in.from(i, definition.AspectChannels, channelSheet, c.row.Line)
		channel := definition.Channel{
			ChannelNo: int32(c.whole(keyChannel)), Name: c.text("name"), Signal: in.codeOf(listSignals, c.text("signal")), IsUsed: c.yes("used"),
			Address: int32(c.whole("address")), Baud: int32(c.whole("baud")),
		}
		if v := c.number("rate"); v != nil {
			channel.Rate = *v
		}
		low, high, mode := c.number("fMin"), c.number("fMax"), c.text("mode")
		if low != nil || high != nil || mode != "" {
			channel.Excitation = &definition.Excitation{Mode: mode}
			if low != nil {
				channel.Excitation.FMin = *low
			}
			if high != nil {
				channel.Excitation.FMax = *high
			}
		}
		found[i].Channels = append(found[i].Channels, channel)
	})
	for i, channels := range found {
		in.Devices[i].Config = append(in.Devices[i].Config, versionOf(definition.AspectChannels, channels))
	}
	return err
}

// from records the lines of a block and its entries.
func (in *reader) from(i int, aspect definition.DeviceAspect, sheet, line int) {
	id := block{i, aspect}
	in.origins[id] = origin{sheet: sheet, lines: append(in.origins[id].lines, line)}
}

// inColumns are the aspects with their own columns, or computed from columns.
var inColumns = map[string]bool{
	string(definition.AspectCoefficients): true, string(definition.AspectGeometry): true,
	string(definition.AspectChannels): true, string(definition.AspectConnection): true,
}

func (in *reader) blocks() error {
	seen := map[string]bool{}
	return in.each(blockSheet, func(i int, c cells) {
		aspect, value := c.text("aspect"), c.text(keyValue)
		id := strconv.Itoa(i) + aspect
		switch {
		case inColumns[aspect]:
			c.problem("aspect", errs.Unexpected)
		case seen[id]:
			c.problem("aspect", errs.Duplicate)
		case !json.Valid([]byte(value)):
			c.problem(keyValue, errs.CellJSON)
		default:
			in.from(i, definition.DeviceAspect(aspect), blockSheet, c.row.Line)
			in.Devices[i].Config = append(in.Devices[i].Config, timeline.Draft{Aspect: aspect, Value: json.RawMessage(value)})
		}
		seen[id] = true
	})
}

// cells reads the cells of one row and collects errors.
type cells struct {
	in    *reader
	sheet sheet
	row   Row
}

func (c cells) problem(key string, message *errs.Message) {
	c.in.problem(c.sheet, c.row.Line, key, message, nil)
}

func (c cells) text(key string) string { return c.row.Cells[key] }

// number returns nil for an empty cell or an invalid number.
func (c cells) number(key string) *float64 {
	cell := c.row.Cells[key]
	if cell == "" {
		return nil
	}
	v, err := strconv.ParseFloat(cell, 64)
	if err != nil || !numeral.MatchString(cell) {
		c.problem(key, errs.NumberWanted)
		return nil
	}
	return &v
}

func (c cells) whole(key string) int {
	v := c.number(key)
	if v == nil {
		return 0
	}
	if *v != math.Trunc(*v) || math.Abs(*v) > math.MaxInt32 {
		c.problem(key, errs.WholeWanted)
		return 0
	}
	return int(*v)
}

func (c cells) yes(key string) bool {
	cell := c.row.Cells[key]
	switch {
	case cell == "", is(yes, cell), cell == "1", strings.EqualFold(cell, "true"):
		return true
	case is(no, cell), cell == "0", strings.EqualFold(cell, "false"):
		return false
	}
	c.problem(key, errs.YesNoWanted)
	return true
}
