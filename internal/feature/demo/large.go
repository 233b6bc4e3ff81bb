package demo

import (
	"context"
	"fmt"
	"math"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/site/device"
	"plumbline/internal/site/drawing"
	"plumbline/internal/site/point"
	"plumbline/internal/site/project"
)

// Size is the size of a generated project.
type Size struct {
	Structures, Points, Devices int
}

// Large is the size for the product's performance figures.
var Large = Size{Structures: 200, Points: 10_000, Devices: 5_000}

const (
	largeName     = "大型工程 %d 测点"
	largeHours    = 24 // of readings before now
	sensorsShare  = 9  // sensors per acquisition unit
	collectorsDTU = 24 // acquisition units per DTU
	raisedEvery   = 53 // every 53rd point exceeds a level
)

// measured is a kind of instrument of a generated project.
type measured struct {
	deviceType, model, measurement, raw, field string
	rawScale, base, swing                      float64 // the raw value is rawScale times the result
	limits                                     [4]float64
	structureType                              string
}

var largeKinds = []measured{
	{"Crack", "own", "Crack", "volt", "width", 0.5, 1.2, 0.1, [4]float64{2, 3, 4, 5}, "Bridge"},
	{"WATERLEVEL", "WL-VW", "Waterlevel", "freq", "level", 100, 12, 0.4, [4]float64{14, 15, 16, 17}, "Dam"},
	{"STRAIN", "own", "ZCYL", "strain", "stress", 1, 40, 6, [4]float64{60, 70, 80, 90}, "FoundationPit"},
	{"Steel", "own", "AxialForce", "force", "force", 1, 320, 25, [4]float64{420, 460, 500, 540}, "Tunnel"},
}

// LoadLarge generates a project in a corporation through the same services that users call. It sends a day of hourly
// readings of all points, some of them above a level, and returns the id of the project.
func LoadLarge(ctx context.Context, s Services, corporationID, now int64, size Size) (int64, error) {
	lon, lat := arcSeconds(113.9), arcSeconds(22.6)
	made, err := s.Projects.Create(ctx, actor(), project.Project{
		CorporationID: corporationID, Name: fmt.Sprintf(largeName, size.Points), Remarks: "generated", Longitude: &lon, Latitude: &lat, UseStructure: true,
	})
	if err != nil {
		return 0, err
	}
	l := large{services: s, size: size, project: made, now: now}
	for _, step := range []func(context.Context) error{l.makeStructures, l.makeDevices, l.makePoints, l.makePlans, l.sendReadings} {
		if err := step(ctx); err != nil {
			return 0, fmt.Errorf("project of %d points: %w", size.Points, err)
		}
	}
	return made.ID, nil
}

type large struct {
	services   Services
	size       Size
	project    project.Project
	now        int64
	structures []int64
	items      []int64 // two per structure
	units      []largeUnit
	devices    []int64
	points     []int64
	limitsOf   []measured // by point
}

// largeUnit is an acquisition unit with the sensors on its channels.
type largeUnit struct {
	id       int64
	register string
	sensors  []int64 // on channels from 1
	points   []int   // by channel from 1: index of the point
}

func (l *large) makeStructures(ctx context.Context) error {
	side := int(math.Ceil(math.Sqrt(float64(l.size.Structures))))
	for i := range l.size.Structures {
		kind := largeKinds[i%len(largeKinds)]
		lon, lat := arcSeconds(113.9+0.004*float64(i%side)), arcSeconds(22.6+0.004*float64(i/side))
		made, err := l.services.Projects.CreateStructure(ctx, actor(), project.Structure{
			ProjectID: l.project.ID, Name: fmt.Sprintf("S-%03d", i+1), Type: kind.structureType, Longitude: &lon, Latitude: &lat, DisplayType: project.Image,
		})
		if err != nil {
			return err
		}
		l.structures = append(l.structures, made.ID)
		for _, name := range []string{"A", "B"} {
			item, err := l.services.Projects.CreateStructure(ctx, actor(), project.Structure{
				ProjectID: l.project.ID, ParentID: made.ID, IsItem: true, Name: name, Type: kind.structureType, DisplayType: project.Image,
			})
			if err != nil {
				return err
			}
			l.items = append(l.items, item.ID)
		}
	}
	return nil
}

// makeDevices creates DTUs, their acquisition units and the sensors on the channels.
func (l *large) makeDevices(ctx context.Context) error {
	units := max(1, l.size.Devices/(1+sensorsShare))
	transfers := max(1, units/collectorsDTU)
	var dtus []int64
	for i := range transfers {
		id, err := l.device(ctx, device.DTU, "DTU", "DTU-1", l.serial("DTU", i), "", nil)
		if err != nil {
			return err
		}
		dtus = append(dtus, id)
	}
	units -= transfers
	for i := range units {
		register := l.serial("HD", i)
		behind := definition.Connection{CollectorID: dtus[i%transfers], ChannelNo: int32(i/transfers + 1)}
		id, err := l.device(ctx, device.Collector, "HDA3", "HDA3-32", register, register, []timeline.Draft{draft(string(definition.AspectConnection), behind)})
		if err != nil {
			return err
		}
		l.units = append(l.units, largeUnit{id: id, register: register})
	}
	for i := range l.size.Devices - transfers - units {
		unit := &l.units[i%units]
		kind := largeKinds[i%units%len(largeKinds)]
		connection := definition.Connection{CollectorID: unit.id, ChannelNo: int32(len(unit.sensors) + 1)}
		id, err := l.device(ctx, device.Measuring, kind.deviceType, kind.model, l.serial("SN", i), "",
			[]timeline.Draft{draft(string(definition.AspectConnection), connection)})
		if err != nil {
			return err
		}
		unit.sensors = append(unit.sensors, id)
	}
	return nil
}

// serial returns a serial number that is unique across projects.
func (l *large) serial(prefix string, i int) string {
	return fmt.Sprintf("%s%d-%05d", prefix, l.project.ID, i+1)
}

func (l *large) device(ctx context.Context, kind string, deviceType, model, serial, register string, config []timeline.Draft) (int64, error) {
	made, _, err := l.services.Devices.Create(ctx, actor(), device.Device{
		CorporationID: l.project.CorporationID, ProjectID: l.project.ID, Name: serial, Kind: kind, Type: deviceType, Model: model,
		Manufacturer: catalog.DefaultManufacturer, SNCode: serial, Register: register, ProtocolCode: "OTHER",
	}, config)
	l.devices = append(l.devices, made.ID)
	return made.ID, err
}

// makePoints creates a point for every sensor, and further points on the units' free channels.
func (l *large) makePoints(ctx context.Context) error {
	fresh := make([]point.New, 0, l.size.Points)
	for i := range l.size.Points {
		unit := &l.units[i%len(l.units)]
		kind := largeKinds[i%len(l.units)%len(largeKinds)]
		channel := len(unit.points) + 1
		unit.points = append(unit.points, i)
		source := definition.Source{Role: "main", DeviceID: unit.id, ChannelNo: int32(channel)}
		if channel <= len(unit.sensors) {
			source = definition.Source{Role: "main", DeviceID: unit.sensors[channel-1]}
		}
		place := i % l.size.Structures
		nth := i / l.size.Structures
		blue, yellow, orange, red := kind.limits[0], kind.limits[1], kind.limits[2], kind.limits[3]
		fresh = append(fresh, point.New{
			Point: point.Point{
				StructureID: l.structures[place], ItemID: l.items[2*place+nth%2], Name: fmt.Sprintf("P-%05d", i+1), Kind: point.Normal,
				Measurement: kind.measurement, Category: kind.deviceType,
			},
			Config: []timeline.Draft{
				draft(string(definition.AspectBinding), definition.Binding{Sources: []definition.Source{source}}),
				draft(string(definition.AspectFormula),
					definition.Formula{Rules: []definition.Rule{custom(kind.field, fmt.Sprintf("%s/%g", kind.raw, kind.rawScale))}}),
				draft(string(definition.AspectCollect), definition.Collect{Mode: "UploadCollect", Interval: hour}),
				draft(string(definition.AspectInitial), definition.Initial{Mode: "auto", Count: 3}),
				draft(string(definition.AspectThresholds),
					alarm.Thresholds{List: []alarm.Threshold{rising(levels(kind.field, alarm.Observed, blue, yellow, orange, red))}}),
			},
		})
		l.limitsOf = append(l.limitsOf, kind)
	}
	for batch := range slices.Chunk(fresh, point.MaxBatch) {
		made, err := l.services.Points.Create(ctx, actor(), l.project.ID, batch)
		if err != nil {
			return err
		}
		for _, p := range made {
			l.points = append(l.points, p.ID)
		}
	}
	return l.services.Refresh(ctx, l.points, l.devices)
}

// makePlans places the points of each structure on a plan, in rows.
func (l *large) makePlans(ctx context.Context) error {
	columns := int(math.Ceil(math.Sqrt(float64(l.size.Points) / float64(l.size.Structures))))
	marks := make([][]drawing.Mark, l.size.Structures)
	for i, id := range l.points {
		place, nth := i%l.size.Structures, i/l.size.Structures
		marks[place] = append(marks[place], drawing.Mark{
			PointID: id, X: (float64(nth%columns) + 0.5) / float64(columns), Y: (float64(nth/columns) + 0.5) / float64(columns),
		})
	}
	for i, id := range l.structures {
		in := project.Structure{ID: id, ProjectID: l.project.ID}
		if err := loadPlan(ctx, l.services, in, picture{name: fmt.Sprintf("S-%03d", i+1), kind: drawing.Plan}, marks[i]); err != nil {
			return err
		}
	}
	return nil
}

// sendReadings sends the hourly readings of the units for the last day.
func (l *large) sendReadings(ctx context.Context) error {
	last := l.now - l.now%(hour*1000)
	for u := range l.units {
		unit := &l.units[u]
		records := make([]Record, 0, largeHours)
		for h := range largeHours {
			record := Record{Time: last - int64(largeHours-1-h)*hour*1000}
			for c, i := range unit.points {
				record.Channels = append(record.Channels, Numbered{No: c + 1, Values: map[string]float64{l.limitsOf[i].raw: l.reading(i, h)}})
			}
			records = append(records, record)
		}
		messages, err := Messages(records)
		if err != nil {
			return err
		}
		for _, message := range messages {
			if err := l.services.Send(ctx, unit.id, unit.register, message); err != nil {
				return err
			}
		}
	}
	return nil
}

// reading returns the value of a point in an hour of the day: a small wave, and for some points a rise above one of
// the four levels in the last hours.
func (l *large) reading(i, h int) float64 {
	kind := l.limitsOf[i]
	v := kind.base + kind.swing*math.Sin(float64(h)/4+float64(i))
	if i%raisedEvery == 0 && h >= largeHours-3 {
		v = kind.limits[i/raisedEvery%len(kind.limits)] * 1.01
	}
	return math.Round(v*kind.rawScale*1e4) / 1e4
}
