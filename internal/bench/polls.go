package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/field/transport/loadgen"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
)

// The size of the site for polls: each instrument is asked once in 5 minutes, all of them when the server starts.
const (
	buses       = 1000
	instruments = 10 // on each bus
)

// polls measures how fast instruments on many buses are asked, from its cycle to the result of its point.
func (r *run) polls(ctx context.Context) (err error) {
	var registers []string
	s, address, err := r.withLines(ctx, "polls", func(b *builder) (err error) {
		registers, err = setUpBuses(ctx, b)
		return err
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	lines := new(loadgen.Buses)
	if err := lines.Connect(ctx, address, registers); err != nil {
		return err
	}
	defer lines.Close()
	for {
		folded, err := s.metric(ctx, "plumbline_readings_folded_total")
		if err != nil {
			return err
		}
		if folded >= buses*instruments {
			break
		}
		if err := pause(ctx, 20*time.Millisecond); err != nil {
			return err
		}
	}
	rate := buses * instruments / lines.Since().Seconds()
	if n := lines.Answered.Load(); n > buses*instruments*101/100 {
		return fmt.Errorf("%d requests for %d polls", n, buses*instruments)
	}
	r.report.add("line_modbus_polls_per_s", rate, "1/s", ">= 2,000",
		fmt.Sprintf("%d instruments on %d buses without gap, each asked once, from the first request to the last result", buses*instruments, buses))
	return nil
}

// setUpBuses creates DTUs with instruments that are collected by command, each with a point, and returns the register IDs.
func setUpBuses(ctx context.Context, b *builder) (registers []string, err error) {
	var dtus, behind []device.NewDevice
	for bus := range buses {
		register := fmt.Sprintf("BENCHBUS%06d", bus+1)
		registers = append(registers, register)
		dtus = append(dtus, device.NewDevice{Device: device.Device{
			CorporationID: b.corporation, ProjectID: b.project, Kind: device.DTU, Model: "DTU-1", Type: "DTU", ProtocolCode: "OTHER",
			Name: register, SNCode: "SN" + register, Register: register,
		}})
		for unit := 1; unit <= instruments; unit++ {
			link := device.Link{Protocol: "modbus", Profile: json.RawMessage(`{"preset":"vw","channels":1}`), Address: unit, Gap: -1}
			sn := fmt.Sprintf("WL%06d%02d", bus+1, unit)
			behind = append(behind, device.NewDevice{
				Device: device.Device{
					CorporationID: b.corporation, ProjectID: b.project, Kind: device.Measuring, Model: "own", Type: "WATERLEVEL", Name: sn, SNCode: sn,
				},
				Config: []timeline.Draft{draft(string(device.AspectLink), link)}, Collector: "SN" + register, ChannelNo: int32(unit),
			})
		}
	}
	var points []point.New
	for part := range slices.Chunk(append(dtus, behind...), device.MaxBatch) {
		_, made, err := b.Bulk.Import(ctx, who(), b.project, part)
		if err != nil {
			return nil, err
		}
		for _, d := range made {
			if d.Kind != device.Measuring {
				continue
			}
			points = append(points, point.New{
				Point: point.Point{StructureID: b.structure, Name: d.Name, Kind: point.Normal, Measurement: "Waterlevel", Category: "WATERLEVEL"},
				Config: []timeline.Draft{
					draft(string(definition.AspectBinding), definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: d.ID}}}),
					draft(string(definition.AspectCollect), definition.Collect{Mode: definition.CommandCollect, Interval: everyFiveMinutes}),
				},
			})
		}
	}
	for part := range slices.Chunk(points, namesInBatch) {
		if _, err := b.Points.Create(ctx, who(), b.project, part); err != nil {
			return nil, err
		}
	}
	return registers, nil
}
