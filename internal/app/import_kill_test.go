package app

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"plumbline/internal/core/correction"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/bulk"
	"plumbline/internal/site/device"
)

const (
	importedAtOnce  = 120 // devices, the first is a collector
	correctedAtOnce = 40
)

// importForEver repeatedly imports devices from a workbook and initial-value corrections from another, and undoes the
// devices.
func importForEver(argument string, ready func()) error {
	ctx := context.Background()
	k, in, err := opened(ctx, argument)
	if err != nil {
		return err
	}
	who := program("test")
	p, err := in.Points.Get(ctx, who.Scope, k.Point)
	if err != nil {
		return err
	}
	done, err := in.Bulk.List(ctx, who.Scope, bulk.Filter{Query: paging.Query{Page: 1, Size: paging.MaxSize}})
	if err != nil {
		return err
	}
	ready()
	for _, a := range done.List { // left by the last kill
		if a.UndoneAt == 0 {
			if _, err := in.Bulk.Undo(ctx, who, a.ID, importedAtOnce); err != nil {
				return err
			}
		}
	}
	for n := 0; ; n++ {
		list := make([]device.NewDevice, importedAtOnce)
		mark := fmt.Sprintf("%d-%d", time.Now().UnixNano(), n)
		for i := range list {
			list[i] = device.NewDevice{Device: device.Device{
				CorporationID: p.CorporationID, ProjectID: p.ProjectID, Name: "Gauge", Kind: device.Measuring,
				Type: "Crack", Model: "own", SNCode: fmt.Sprintf("%s-%d", mark, i),
			}, Collector: mark + "-0", ChannelNo: int32(i)}
			value, err := json.Marshal(definition.Coefficients{Values: map[string]float64{"K": 1}})
			if err != nil {
				return err
			}
			list[i].Config = []timeline.Draft{{Aspect: string(definition.AspectCoefficients), Value: value}}
		}
		list[0].Device.Kind, list[0].Device.Type, list[0].Register, list[0].Collector = device.Collector, "HDA3", mark, ""
		a, _, err := in.Bulk.Import(ctx, who, p.ProjectID, list)
		if err != nil {
			return err
		}
		corrections := make([]correction.Correction, correctedAtOnce)
		for i := range corrections {
			corrections[i] = correction.Correction{
				PointID: p.ID, Kind: correction.InitShift, From: began + int64(i)*hour, Values: map[string]float64{"width": 1}, Note: mark,
			}
		}
		if err := in.Corrections.CreateAll(ctx, who, corrections); err != nil {
			return err
		}
		if _, err := in.Bulk.Undo(ctx, who, a.ID, 0); err != nil {
			return err
		}
	}
}

// A server killed during an import has taken all of a file or nothing, and an undo has removed all or nothing.
func TestKilledWhileFilesAreImported(t *testing.T) {
	k := killed{Folder: t.TempDir()}
	t.Run("seed", func(t *testing.T) { k.Point = rehearseIn(t, k.Folder).point.ID })
	found, kills := map[string]int{}, 8
	k.again(t, "import", kills, 200*time.Millisecond, func(t *testing.T) { k.whole(t, found) })
	t.Logf("after %d kills: %v", kills, found)
}

// whole compares what exists with the records of the actions.
func (k killed) whole(t *testing.T, found map[string]int) {
	t.Helper()
	in, err := k.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := in.Close(); err != nil {
			t.Error(err)
		}
	}()
	list, err := in.Bulk.List(t.Context(), program("test").Scope, bulk.Filter{Query: paging.Query{Page: 1, Size: paging.MaxSize}})
	if err != nil {
		t.Fatal(err)
	}
	standing := 0
	for _, a := range list.List {
		if len(a.Effects.Devices) != importedAtOnce {
			t.Errorf("an import of %d devices", len(a.Effects.Devices))
		}
		if a.UndoneAt == 0 {
			standing++
		}
	}
	found[fmt.Sprintf("%d standing", standing)]++
	const furniture = 2 // devices of the set-up, with register IDs
	for what, want := range map[string]struct {
		query string
		n     int
	}{
		"devices":                    {"SELECT COUNT(*) FROM device", furniture + standing*importedAtOnce},
		"secrets":                    {"SELECT COUNT(*) FROM device_secret", furniture + standing},
		"coefficients":               {"SELECT COUNT(*) FROM version WHERE aspect = 'coefficients'", furniture + standing*importedAtOnce},
		"channels":                   {"SELECT COUNT(*) FROM version WHERE aspect = 'connection'", standing * (importedAtOnce - 1)},
		"entries of devices made":    {"SELECT COUNT(*) FROM oplog WHERE kind = 'device' AND action = 'create'", furniture + list.Total*importedAtOnce},
		"entries of devices removed": {"SELECT COUNT(*) FROM oplog WHERE kind = 'device' AND action = 'delete'", (list.Total - standing) * importedAtOnce},
		"files of corrections cut off": {
			fmt.Sprintf("SELECT COUNT(*) FROM (SELECT note FROM correction GROUP BY note HAVING COUNT(*) <> %d) AS cut", correctedAtOnce), 0,
		},
	} {
		var n int
		if err := in.DB.Reader().QueryRowContext(t.Context(), want.query).Scan(&n); err != nil {
			t.Fatal(err)
		}
		if n != want.n {
			t.Errorf("%d %s, want %d with %d of %d imports in effect", n, what, want.n, standing, list.Total)
		}
	}
}
