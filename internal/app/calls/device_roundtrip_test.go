package calls_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/site/device"
	"plumbline/internal/site/deviceimport"
	"plumbline/internal/testing/apptest"
)

// blocksOf returns first versions of a device of a type, one of each block.
func blocksOf(t *testing.T, kind catalog.DeviceType) []timeline.Draft {
	length, on, decimals := 12.5, true, 3
	var drafts []timeline.Draft
	add := func(aspect definition.DeviceAspect, value any) {
		drafts = append(drafts, apptest.Draft(t, string(aspect), 0, value))
	}
	add(definition.AspectCoefficients, definition.Coefficients{Values: map[string]float64{"K": 0.1 + 0.2, "ownFactor": -1e-7}})
	add(definition.AspectGeometry, definition.Geometry{SegmentLen: 500, MinDepth: 0.5, MarkAngle: 45, InitTwist: -2.5, Nodes: []definition.Node{
		{No: 1, SN: "007", Len: 1000.5, Twist: &length, Used: true}, {No: 2, Len: 500, Used: false},
	}})
	add(definition.AspectBasic, definition.Basic{
		CoorSystem: "WGS84", CameraSerial: "012345678", ValidationCode: "CODE",
		BaseStation: &definition.Endpoint{IP: "caster.example.com", Port: 2101, Mountpoint: "M", User: "u", Password: "pass"},
	})
	for _, block := range kind.Blocks {
		switch block {
		case "channelConfig":
			add(definition.AspectChannels, definition.Channels{Channels: []definition.Channel{
				{ChannelNo: 1, IsUsed: true, Signal: "vw", Name: "1-2", Excitation: &definition.Excitation{FMin: 400, FMax: 6000, Mode: "sweep"}},
				{ChannelNo: 2, Signal: "rs485", Address: 7, Baud: 9600},
			}})
		case "hemConfig":
			add(device.AspectHem, device.Hem{Slaves: []device.Slave{{SN: "M1", Address: 1, Channels: 8, Type: "vw", FirstChannelNo: 100}}})
		case "chartConfig":
			add(device.AspectChart, device.Chart{Thresholds: &on, Decimals: &decimals, Palette: "cool", Nodes: []int32{1, 2}})
		case "pamConfig":
			add(definition.AspectPam, definition.Pam{Entry: &definition.Station{N: 1, E: 2, Z: 3}, Step: 0.5, Length: 120, Direction: "forward", Average: true})
		case "gdmAngleInit":
			add(definition.AspectGDMAngle, definition.GDMAngle{X0: 0.25, Y0: -1, Count: 3})
		case "resolveConfig":
			add(device.AspectResolve, device.Resolve{
				TaskName: "t-1", Role: "rover", AntennaHeight: 1.5, Systems: []string{"G", "C"},
				RTCM: &device.RTCM{Source: "ntrip", Endpoint: definition.Endpoint{IP: "h", Port: 1, Password: "secret"}},
			})
		}
	}
	return drafts
}

// Devices of every type with all settings survive an export and import. Secrets are not exported; entered ones are
// sealed as usual.
func TestEveryDeviceTypeSurvivesExportAndImport(t *testing.T) {
	h := newHarness(t)
	admin := apptest.Actor(h.Admin)
	var ids []int64
	for i, kind := range catalog.DeviceTypes() {
		d := device.Device{
			CorporationID: h.Corporation.ID, ProjectID: h.Project.ID, Name: "Trip " + kind.Code, Kind: kind.Kind, Type: kind.Code, Model: "own",
			SNCode: fmt.Sprintf("00%d", i), Register: fmt.Sprintf("1e%d", i), TimeZone: "Asia/Taipei", LostThreshold: 5, VoltageThreshold: new(float64),
		}
		made, _, err := h.Devices.Create(t.Context(), admin, d, blocksOf(t, kind))
		if err != nil {
			t.Fatalf("%s: %v", kind.Code, err)
		}
		ids = append(ids, made.ID)
	}
	export := func() ([]byte, []device.NewDevice) {
		w := h.call("owner", "GET", h.path(workbookPath+"?projectId={project}&name=Trip"), "")
		book, err := deviceimport.Read(t.Context(), w.Body.Bytes(),
			deviceimport.Choices{Language: "zh", Models: catalog.Models(), Projects: []deviceimport.Project{{ID: h.Project.ID, Name: h.Project.Name}}})
		if err != nil || len(book.Problems) > 0 {
			t.Fatalf("%d %v %+v", w.Code, err, book)
		}
		for _, d := range book.Devices {
			slices.SortFunc(d.Config, func(a, b timeline.Draft) int { return cmp.Compare(a.Aspect, b.Aspect) })
			for _, draft := range d.Config {
				for _, secret := range []string{"CODE", "pass", "secret", "sealed"} {
					if slices.Contains(stringsIn(t, draft.Value), secret) {
						t.Errorf("%s of %s: %s", draft.Aspect, d.Name, draft.Value)
					}
				}
			}
		}
		return w.Body.Bytes(), book.Devices
	}
	file, before := export()
	if len(before) != len(ids) {
		t.Fatalf("%d devices exported, want %d", len(before), len(ids))
	}
	for _, id := range ids {
		if err := h.Devices.Delete(t.Context(), admin, id); err != nil {
			t.Fatal(err)
		}
	}
	if w := h.sendForm("owner", workbookPath+"?projectId={project}", file); w.Code != 201 {
		t.Fatalf("%d %.2000s", w.Code, w.Body)
	}
	_, after := export()
	if diff := gocmp.Diff(before, after); diff != "" {
		t.Error(diff)
	}
}

// stringsIn returns the strings in a JSON value; for a sealed one only its prefix.
func stringsIn(t *testing.T, value json.RawMessage) (found []string) {
	t.Helper()
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			if len(v) > 6 && v[:6] == "sealed" {
				v = "sealed"
			}
			found = append(found, v)
		case []any:
			for _, e := range v {
				walk(e)
			}
		case map[string]any:
			for _, e := range v {
				walk(e)
			}
		}
	}
	var v any
	if err := json.Unmarshal(value, &v); err != nil {
		t.Fatal(err)
	}
	walk(v)
	return found
}
