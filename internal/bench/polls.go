package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"time"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/field/transport/loadgen"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
)

// pollSite is a site for polls: each instrument is asked once in 5 minutes, all of them when the DTUs connect.
type pollSite struct {
	buses, instruments int           // instruments on each bus
	gap                time.Duration // between an answer and the next request
}

func (s pollSite) polls() int { return s.buses * s.instruments }

// polls measures how fast instruments on many buses are asked, from its cycle to the result of its point.
func (r *run) polls(ctx context.Context) error {
	site, lines := pollSite{buses: 1000, instruments: 10}, new(loadgen.Buses)
	took, err := r.askOnce(ctx, "polls", site, lines, lines.Connect)
	if err != nil {
		return err
	}
	r.report.add("line_modbus_polls_per_s", float64(site.polls())/took.Seconds(), "1/s", ">= 2,000",
		fmt.Sprintf("%d instruments on %d buses without gap, each asked once, from the first request to the last result", site.polls(), site.buses))
	return nil
}

// pollsAtRate measures how much of the time that gaps and instruments leave is used for polls.
func (r *run) pollsAtRate(ctx context.Context) error {
	if _, err := exec.LookPath("socat"); err != nil {
		fmt.Fprintln(r.Log, "polls through DTUs of socat: not measured, socat is not installed")
		return nil
	}
	site, lines := pollSite{buses: 200, instruments: 30, gap: 100 * time.Millisecond}, &loadgen.Buses{AnswerTime: 50 * time.Millisecond}
	if _, err := r.askOnce(ctx, "socat", site, lines, lines.ConnectSocat); err != nil {
		return err
	}
	needed := time.Duration(site.buses) * (time.Duration(site.instruments)*lines.AnswerTime + time.Duration(site.instruments-1)*site.gap)
	r.report.add("line_modbus_polls_share", needed.Seconds()/lines.Asked().Seconds(), "", ">= 0.95", fmt.Sprintf(
		"%d DTUs of socat, %d instruments each that answer after %v, gap %v: the time they need at least, of the time that they took",
		site.buses, site.instruments, lines.AnswerTime, site.gap))
	return nil
}

// askOnce sets up a site, lets each instrument be asked once, and returns the time from the first request to the last
// result.
func (r *run) askOnce(ctx context.Context, name string, site pollSite, lines *loadgen.Buses,
	connect func(ctx context.Context, address string, registers []string) error,
) (took time.Duration, err error) {
	var registers []string
	s, address, err := r.withLines(ctx, name, func(b *builder) (err error) {
		registers, err = site.setUp(ctx, b)
		return err
	})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	defer lines.Close()
	if err := connect(ctx, address, registers); err != nil {
		return 0, err
	}
	for {
		folded, err := s.metric(ctx, "plumbline_readings_folded_total")
		if err != nil {
			return 0, err
		}
		if int(folded) >= site.polls() {
			break
		}
		if err := pause(ctx, 20*time.Millisecond); err != nil {
			return 0, err
		}
	}
	took = lines.Since()
	if n := lines.Answered.Load(); n > int64(site.polls())*101/100 {
		return 0, fmt.Errorf("%d requests for %d polls", n, site.polls())
	}
	return took, nil
}

// setUp creates DTUs with instruments that are collected by command, each with a point, and returns the register IDs.
func (s pollSite) setUp(ctx context.Context, b *builder) (registers []string, err error) {
	var dtus, behind []device.NewDevice
	gap := -1 // none
	if s.gap > 0 {
		gap = int(s.gap.Milliseconds())
	}
	for bus := range s.buses {
		register := fmt.Sprintf("BENCHBUS%06d", bus+1)
		registers = append(registers, register)
		dtus = append(dtus, device.NewDevice{Device: device.Device{
			CorporationID: b.corporation, ProjectID: b.project, Kind: device.DTU, Model: "DTU-1", Type: "DTU", ProtocolCode: "OTHER",
			Name: register, SNCode: "SN" + register, Register: register,
		}})
		for unit := 1; unit <= s.instruments; unit++ {
			link := device.Link{Protocol: "modbus", Profile: json.RawMessage(`{"preset":"vw","channels":1}`), Address: unit, Gap: gap}
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
