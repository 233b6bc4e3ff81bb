package catalog

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"
)

// TestDeviceTypeFiles checks the members of each file in devicetypes.
func TestDeviceTypeFiles(t *testing.T) {
	paths, err := fs.Glob(deviceTypeFolder, "devicetypes/*.json")
	if err != nil {
		t.Fatal(err)
	}
	orders, codes := map[int]string{}, map[string]bool{}
	for _, name := range paths {
		text, err := deviceTypeFolder.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var f deviceTypeFile
		if err := json.NewDecoder(bytes.NewReader(text)).Decode(&f); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		wrong := func(member, allowed string) { t.Errorf("%s: %s: %s", name, member, allowed) }
		if f.Code != strings.TrimSuffix(path.Base(name), ".json") || codes[f.Code] {
			wrong("code", "it is the name of the file, and the only one")
		}
		codes[f.Code] = true
		if other, taken := orders[f.Order]; taken || f.Order <= 0 {
			wrong("order", "above 0, and not that of "+other)
		}
		orders[f.Order] = f.Code
		if f.Label.Zh == "" || f.Label.En == "" || f.Label.Tw == "" {
			wrong("label", "in three languages")
		}
		if !slices.Contains([]string{Measuring, Collector, DTU}, f.Kind) {
			wrong("kind", "Measuring, Collector or DTU")
		}
		if !slices.Contains([]string{"none", "values", "nodes", "coordinates", "run"}, f.Init) {
			wrong("init", "none, values, nodes, coordinates or run")
		}
		for _, code := range f.Protocols {
			if !slices.ContainsFunc(protocols, func(p Protocol) bool { return p.Code == code }) {
				wrong("protocols", "unknown protocol "+code)
			}
		}
		for _, m := range f.Measurements {
			if measurementIndex[m.Code] == nil {
				wrong("measurements", "unknown measurement "+m.Code)
				continue
			}
			for _, attribute := range m.Attributes {
				if _, ok := Field(m.Code, attribute); !ok {
					wrong("measurements", m.Code+" has no attribute "+attribute)
				}
			}
		}
		for _, block := range f.Blocks {
			if slices.Contains(blocksOfAll, block) {
				wrong("blocks", block+" is that of every type")
			}
		}
		for _, r := range f.Fields {
			if _, own := f.Quantities[r.Label]; !own && quantities[r.Label].Zh == "" {
				wrong("fields", r.Name+": unknown quantity "+r.Label)
			}
			if (r.Min == nil) != (r.Max == nil) || r.Min != nil && *r.Min >= *r.Max {
				wrong("fields", r.Name+": min below max, or neither")
			}
		}
		if f.Repeated < 0 || f.Repeated > MostRepeatedHours {
			wrong("repeatedHours", "0 to 8760")
		}
		if f.LowVoltage < 0 || f.LowVoltage > 36 {
			wrong("lowVoltage", "0 to 36 V")
		}
	}
}
