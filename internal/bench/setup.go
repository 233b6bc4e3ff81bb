package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"

	"plumbline/internal/app"
	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/audit"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
	"plumbline/internal/site/project"
)

// The size of the benchmark's site.
const (
	gateways         = 10
	channelsEach     = 1000 // points per gateway: 10,000 in total
	mqttDevices      = 200
	historyPoints    = 10 // points with a year of 5-minute readings
	alarmChannels    = 500
	yearOfReadings   = 105_120
	fiveYears        = 5 * yearOfReadings
	namesInBatch     = point.MaxBatch
	redAt            = 0.9 // degrees; generated values stay below, raised ones do not
	liftOfAnAlarm    = 2.0
	coefficientOfT   = 0.0001
	referenceOfT     = 20.0
	everyFiveMinutes = 300
)

// site is the measured installation, set up before the server starts.
type site struct {
	live      []*gateway // for the throughput over HTTP
	alarms    *gateway
	years     []*gateway // one channel each
	five      *gateway
	mqtt      []mqttDevice
	project   int64
	structure int64
	month     int64 // a project whose points have a month of readings
}

type mqttDevice struct {
	register, secret string
}

// setUp creates devices and points with formulas and thresholds in an empty folder and database.
func setUp(ctx context.Context, folder, database string) (made *site, err error) {
	b, err := newBuilder(ctx, folder, database)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	if err := b.newProject(ctx, "bench"); err != nil {
		return nil, err
	}
	made = &site{project: b.project, structure: b.structure}
	for i := range gateways {
		g, err := b.gateway(ctx, fmt.Sprintf("BENCH%02d", i), channelsEach)
		if err != nil {
			return nil, err
		}
		made.live = append(made.live, g)
	}
	if made.alarms, err = b.gateway(ctx, "BENCHALARM", alarmChannels); err != nil {
		return nil, err
	}
	for i := range historyPoints {
		g, err := b.gateway(ctx, fmt.Sprintf("BENCHYEAR%02d", i), 1)
		if err != nil {
			return nil, err
		}
		made.years = append(made.years, g)
	}
	if made.five, err = b.gateway(ctx, "BENCHFIVE", 1); err != nil {
		return nil, err
	}
	for i := range mqttDevices {
		g, err := b.gateway(ctx, fmt.Sprintf("BENCHMQTT%03d", i), 1)
		if err != nil {
			return nil, err
		}
		made.mqtt = append(made.mqtt, mqttDevice{register: g.register, secret: g.secret})
	}
	return made, nil
}

type builder struct {
	*app.Installation
	corporation, project, structure int64
}

// newBuilder makes an installation in an empty folder and database. Close it at the end.
func newBuilder(ctx context.Context, folder, database string) (*builder, error) {
	if err := distribute(ctx, database); err != nil {
		return nil, err
	}
	installation, err := app.Open(ctx, app.Config{Data: folder, DatabaseURL: database, AdminPassword: adminPassword}, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	corporation, _, _, err := installation.FirstStart(ctx)
	if err != nil {
		return nil, errors.Join(err, installation.Close())
	}
	return &builder{Installation: installation, corporation: corporation}, nil
}

// newProject creates a project with a structure, to which the next devices and points belong.
func (b *builder) newProject(ctx context.Context, name string) error {
	p, err := b.Projects.Create(ctx, who(), project.Project{CorporationID: b.corporation, Name: name, UseStructure: true})
	if err != nil {
		return err
	}
	structure, err := b.Projects.CreateStructure(ctx, who(), project.Structure{ProjectID: p.ID, Name: "bench", Type: "Other"})
	b.project, b.structure = p.ID, structure.ID
	return err
}

func who() audit.Actor { return audit.Program("bench") }

// unit creates an acquisition unit.
func (b *builder) unit(ctx context.Context, register string) (*gateway, error) {
	made, secret, err := b.Devices.Create(ctx, who(), device.Device{
		CorporationID: b.corporation, ProjectID: b.project, Name: register, Kind: device.Collector, Type: "HDA3", Model: "bench",
		SNCode: register, Register: register, ProtocolCode: "HDA",
	}, nil)
	if err != nil {
		return nil, fmt.Errorf("device %s: %w", register, err)
	}
	return &gateway{register: register, secret: secret, device: made.ID}, nil
}

// gateway creates a unit with a point on each of its channels: two temperature-compensated angles and a temperature,
// with four threshold levels.
func (b *builder) gateway(ctx context.Context, register string, channels int) (*gateway, error) {
	g, err := b.unit(ctx, register)
	if err != nil {
		return nil, err
	}
	g.channels = channels
	compensated := func(field string) definition.Rule {
		return definition.Rule{
			ComputedField: field, FormulaType: definition.CustomFormula, Text: field + "-Kt*(temp-t0)",
			Params: map[string]float64{"Kt": coefficientOfT, "t0": referenceOfT},
		}
	}
	formula := definition.Formula{Rules: []definition.Rule{
		compensated("angleX"), compensated("angleY"),
		{ComputedField: "temp", FormulaType: definition.SystemFormula, SysFormula: "DIRECT", Options: map[string]string{"field": "temp"}},
	}}
	for start := 0; start < channels; start += namesInBatch {
		var batch []point.New
		for c := start; c < min(start+namesInBatch, channels); c++ {
			batch = append(batch, point.New{
				Point: point.Point{
					StructureID: b.structure, Name: fmt.Sprintf("%s-%d", register, c+1), Kind: point.Normal, Measurement: "Tilt", Category: "IDM",
				},
				Config: []timeline.Draft{
					draft(string(definition.AspectBinding),
						definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: g.device, ChannelNo: int32(c + 1)}}}),
					draft(string(definition.AspectFormula), formula),
					draft(string(definition.AspectInitial), definition.Initial{Mode: "auto", Count: 3}),
					draft(string(definition.AspectCollect), definition.Collect{Mode: "UploadCollect", Interval: everyFiveMinutes}),
					draft(string(definition.AspectThresholds), alarm.Thresholds{List: []alarm.Threshold{threshold("angleX"), threshold("angleY")}}),
				},
			})
		}
		made, err := b.Points.Create(ctx, who(), b.project, batch)
		if err != nil {
			return nil, fmt.Errorf("points of %s: %w", register, err)
		}
		for _, p := range made {
			g.points = append(g.points, p.ID)
		}
	}
	return g, nil
}

func threshold(field string) alarm.Threshold {
	levels := [4]float64{redAt * 0.7, redAt * 0.8, redAt * 0.9, redAt}
	return alarm.Threshold{Field: field, ValueType: alarm.Accumulated, Blue: &levels[0], Yellow: &levels[1], Orange: &levels[2], Red: &levels[3], Enable: true}
}

func draft(aspect string, value any) timeline.Draft {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // only numbers and strings from this package
	}
	return timeline.Draft{Aspect: aspect, Value: text}
}
