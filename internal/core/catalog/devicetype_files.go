package catalog

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"

	"plumbline/internal/platform/i18n"
)

//go:embed devicetypes/*.json
var deviceTypeFolder embed.FS

// deviceTypeFile is a file in devicetypes: everything that the product knows about a device type. A new type needs
// only a new file.
type deviceTypeFile struct {
	Order        int              `json:"order"` // position in lists
	Code         string           `json:"code"`
	Label        i18n.Label       `json:"label"`
	Kind         string           `json:"kind"` // Measuring, Collector, DTU
	Sensor       bool             `json:"sensor"`
	Network      bool             `json:"network"`
	Nodes        bool             `json:"nodes"`
	Shared       bool             `json:"shared"`
	OwnLengths   bool             `json:"ownLengths"`
	Protocols    []string         `json:"protocols"`
	Measurements []deliveredFile  `json:"measurements"`
	Pages        []string         `json:"pages"`
	Init         string           `json:"init"`
	Blocks       []string         `json:"blocks"` // in addition to those of every type
	Coefficients []string         `json:"coefficients"`
	Defaults     Defaults         `json:"defaults"`
	Repeated     float64          `json:"repeatedHours"` // 0: identical readings are normal
	LowVoltage   float64          `json:"lowVoltage"`    // V, by the battery; 0: none, or unknown
	Fields       []rawFieldOfFile `json:"fields"`

	// Quantities are the labels of fields that no other type has, by label key.
	Quantities map[string]i18n.Label `json:"quantities"`
}

// deliveredFile is a measurement that a type serves, with the attributes that it delivers; empty: all.
type deliveredFile struct {
	Code       string   `json:"code"`
	Attributes []string `json:"attributes"`
}

type rawFieldOfFile struct {
	Level   string   `json:"level"`
	Name    string   `json:"name"`
	Label   string   `json:"label"` // a key of quantities
	Unit    string   `json:"unit"`
	Min     *float64 `json:"min"`
	Max     *float64 `json:"max"`
	Step    float64  `json:"resolution"`
	Spike   float64  `json:"spike"`
	PowerOn *float64 `json:"powerOn"`
}

// blocksOfAll are the configuration blocks of every type.
var blocksOfAll = []string{"config", "collectConfig", "healthThreshold", "abnormal"}

// readDeviceTypes reads the files in devicetypes in order. A faulty file stops the program, and with it every test of
// this package.
func readDeviceTypes() []DeviceType {
	paths, err := fs.Glob(deviceTypeFolder, "devicetypes/*.json")
	if err != nil {
		panic(err)
	}
	files := make([]deviceTypeFile, len(paths))
	for i, path := range paths {
		text, err := deviceTypeFolder.ReadFile(path)
		if err != nil {
			panic(err)
		}
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&files[i]); err != nil {
			panic(fmt.Sprintf("%s: %v", path, err))
		}
	}
	slices.SortFunc(files, func(a, b deviceTypeFile) int { return cmp.Compare(a.Order, b.Order) })
	types := make([]DeviceType, len(files))
	for i := range files {
		types[i] = files[i].deviceType()
	}
	return types
}

func (f *deviceTypeFile) deviceType() DeviceType {
	t := DeviceType{
		Code: f.Code, Label: f.Label, Kind: f.Kind, Sensor: f.Sensor, Network: f.Network, Nodes: f.Nodes, Shared: f.Shared, OwnLengths: f.OwnLengths,
		Families: f.Protocols, Measurements: make([]string, len(f.Measurements)), Pages: f.Pages, Init: f.Init,
		Blocks: slices.Concat(blocksOfAll, f.Blocks), Coefficients: f.Coefficients, Fields: make([]RawField, len(f.Fields)),
		RepeatedHours: f.Repeated, LowVoltage: f.LowVoltage, delivers: map[string][]string{},
	}
	for i, m := range f.Measurements {
		t.Measurements[i] = m.Code
		if m.Attributes != nil {
			t.delivers[m.Code] = m.Attributes
		}
	}
	for i, r := range f.Fields {
		label, own := f.Quantities[r.Label]
		if !own {
			label = quantities[r.Label]
		}
		t.Fields[i] = RawField{
			Level: r.Level, Name: r.Name, LabelKey: r.Label, Label: label, Unit: r.Unit,
			Min: r.Min, Max: r.Max, Step: r.Step, Spike: r.Spike, PowerOn: r.PowerOn,
		}
	}
	t.Geometry = t.Nodes || contains(t.Pages, "adm-data")
	t.Defaults = f.Defaults.of(&t)
	return t
}
