package demo

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/upload"
	"plumbline/internal/site/device"
	"plumbline/internal/site/drawing"
	"plumbline/internal/site/point"
	"plumbline/internal/site/pointconfig"
	"plumbline/internal/site/project"
)

// Services are the services that create the demo, the same that users call.
type Services struct {
	Projects *project.Service
	Drawings *drawing.Service
	Points   *point.Service
	Devices  *device.Service
	Uploads  *upload.Service
	// Configuration enters manual readings.
	Configuration *pointconfig.Service
	// SaveBoard saves a board of a project; points are its points by name.
	SaveBoard func(ctx context.Context, who audit.Actor, projectID int64, b Board, points map[string]int64) error
	// SaveRules makes the administrator a member of a project, saves rules about its alerts for them, and drills the rules.
	SaveRules func(ctx context.Context, who audit.Actor, projectID int64, rules []Rule) error
	// Send passes an uplink message of a device to the intake, which has committed it when Send returns.
	Send func(ctx context.Context, deviceID int64, register string, message []byte) error
	// Refresh makes the directories load new devices and points before messages arrive.
	Refresh func(ctx context.Context, points, devices []int64) error
}

// Load creates the demo in a corporation and sends the past readings of its devices. The records end at now (UTC ms).
func Load(ctx context.Context, s Services, corporationID, now int64) error {
	for _, one := range sites() {
		if err := loadSite(ctx, s, one, corporationID, now); err != nil {
			return fmt.Errorf("demo project %s: %w", one.name, err)
		}
	}
	return nil
}

// actor returns the audit log's actor for the demo.
func actor() audit.Actor { return audit.Program("demo") }

func loadSite(ctx context.Context, s Services, one site, corporationID, now int64) error {
	lon, lat := arcSeconds(one.lon), arcSeconds(one.lat)
	made, err := s.Projects.Create(ctx, actor(), project.Project{
		CorporationID: corporationID, Name: one.name, Address: one.address, Remarks: one.remarks,
		Longitude: &lon, Latitude: &lat, UseStructure: true,
	})
	if err != nil {
		return err
	}
	sources := map[string]int64{} // register or serial number -> device
	var devices []int64
	for _, u := range one.units {
		id, err := loadUnit(ctx, s, u, made, sources)
		if err != nil {
			return fmt.Errorf("device %s: %w", u.register, err)
		}
		devices = append(devices, id)
	}
	for _, id := range sources {
		if !slices.Contains(devices, id) {
			devices = append(devices, id)
		}
	}
	points, err := loadStructures(ctx, s, one, made, sources)
	if err != nil {
		return err
	}
	if err := s.Refresh(ctx, points, devices); err != nil {
		return err
	}
	for _, u := range one.units {
		if err := sendPast(ctx, s, u, sources[u.register], now); err != nil {
			return fmt.Errorf("record of %s: %w", u.register, err)
		}
	}
	if err := enterManual(ctx, s, one, points, now); err != nil {
		return err
	}
	if err := loadRules(ctx, s, one.name, made.ID); err != nil {
		return err
	}
	return loadBoards(ctx, s, one, made.ID, points)
}

// enterManual enters the manual readings of a site; points are its points in order.
func enterManual(ctx context.Context, s Services, one site, points []int64, now int64) error {
	next := 0
	for _, st := range one.structures {
		for _, it := range st.items {
			for _, p := range it.points {
				id := points[next]
				next++
				if len(p.manual) == 0 {
					continue
				}
				readings := slices.Clone(p.manual)
				for i := range readings {
					readings[i].Time = (now + readings[i].Time) / 60_000 * 60_000
				}
				if _, err := s.Configuration.EnterManual(ctx, actor(), []pointconfig.Typed{{PointID: id, Readings: readings}}, p.manualNote); err != nil {
					return fmt.Errorf("readings of %s: %w", p.name, err)
				}
			}
		}
	}
	return nil
}

// loadUnit creates a device and the sensors on its channels.
func loadUnit(ctx context.Context, s Services, u unit, in project.Project, sources map[string]int64) (int64, error) {
	var config []timeline.Draft
	if u.geometry != nil {
		config = append(config, draft(string(definition.AspectGeometry), *u.geometry))
	}
	if u.tilt != nil {
		config = append(config, draft(string(definition.AspectGDMAngle), *u.tilt))
	}
	if u.pam != nil {
		config = append(config, draft(string(definition.AspectPam), *u.pam))
	}
	if len(u.channels) > 0 {
		config = append(config, draft(string(definition.AspectChannels), definition.Channels{Channels: u.channels}))
	}
	made, _, err := s.Devices.Create(ctx, actor(), device.Device{
		CorporationID: in.CorporationID, ProjectID: in.ID, Name: u.name, Kind: u.kind, Type: u.deviceType, Model: u.model,
		Manufacturer: catalog.DefaultManufacturer, SNCode: u.register, Register: u.register, ProtocolCode: "OTHER",
	}, config)
	if err != nil {
		return 0, err
	}
	sources[u.register] = made.ID
	for _, one := range u.sensors {
		config := []timeline.Draft{draft(string(definition.AspectConnection), definition.Connection{CollectorID: made.ID, ChannelNo: one.channel})}
		if one.coefficients != nil {
			config = append(config, draft(string(definition.AspectCoefficients), definition.Coefficients{Values: one.coefficients}))
		}
		hung, _, err := s.Devices.Create(ctx, actor(), device.Device{
			CorporationID: in.CorporationID, ProjectID: in.ID, Name: one.name, Kind: device.Measuring, Type: one.deviceType, Model: one.model,
			Manufacturer: catalog.DefaultManufacturer, SNCode: one.sn,
		}, config)
		if err != nil {
			return 0, fmt.Errorf("sensor %s: %w", one.sn, err)
		}
		sources[one.sn] = hung.ID
	}
	return made.ID, nil
}

func loadStructures(ctx context.Context, s Services, one site, in project.Project, sources map[string]int64) ([]int64, error) {
	var ids []int64
	for _, st := range one.structures {
		structure, err := s.Projects.CreateStructure(ctx, actor(), project.Structure{
			ProjectID: in.ID, Name: st.name, Type: st.kind, Longitude: in.Longitude, Latitude: in.Latitude, DisplayType: project.Image,
		})
		if err != nil {
			return nil, fmt.Errorf("structure %s: %w", st.name, err)
		}
		var marks []drawing.Mark
		for _, it := range st.items {
			item, err := s.Projects.CreateStructure(ctx, actor(),
				project.Structure{ProjectID: in.ID, ParentID: structure.ID, IsItem: true, Name: it.name, DisplayType: project.Image})
			if err != nil {
				return nil, fmt.Errorf("item %s: %w", it.name, err)
			}
			made, err := loadPoints(ctx, s, it.points, structure, item.ID, sources)
			if err != nil {
				return nil, fmt.Errorf("points of %s: %w", it.name, err)
			}
			ids = append(ids, made...)
			for i, p := range it.points {
				marks = append(marks, drawing.Mark{PointID: made[i], X: p.planX, Y: p.planY})
			}
		}
		if err := loadPlan(ctx, s, structure, st.drawing, marks); err != nil {
			return nil, fmt.Errorf("plan of %s: %w", st.name, err)
		}
	}
	return ids, nil
}

// loadPlan places the points of a structure on a drawing.
func loadPlan(ctx context.Context, s Services, in project.Structure, d picture, marks []drawing.Mark) error {
	sheet := drawing.Sheet{ProjectID: in.ProjectID, StructureID: in.ID, Name: d.name, Kind: d.kind, North: d.north}
	if d.file != "" {
		var err error
		if sheet.Picture, err = savePicture(ctx, s, in.CorporationID, d.file); err != nil {
			return fmt.Errorf("picture %s: %w", d.file, err)
		}
		sheet.RealWidth = &d.width
	}
	sheet, err := s.Drawings.Create(ctx, actor(), sheet)
	if err != nil {
		return err
	}
	for some := range slices.Chunk(marks, drawing.MaxMarks) {
		if _, err := s.Drawings.Place(ctx, actor(), in.ProjectID, sheet.ID, some, nil); err != nil {
			return err
		}
	}
	return nil
}

// savePicture uploads a drawing to a corporation and returns its path.
func savePicture(ctx context.Context, s Services, corporationID int64, file string) (string, error) {
	content, err := files.ReadFile("data/" + file)
	if err != nil {
		return "", err
	}
	actor := actor()
	actor.CorporationID = corporationID
	saved, err := s.Uploads.Save(ctx, actor, upload.Plan, bytes.NewReader(content))
	if err != nil {
		return "", err
	}
	return s.Uploads.Keep(ctx, actor, "picture", upload.Plan, "", saved.Path())
}

// loadPoints creates the points of an item in order, because a point may depend on an earlier one.
func loadPoints(ctx context.Context, s Services, points []measuringPoint, in project.Structure, itemID int64, sources map[string]int64) ([]int64, error) {
	var ids []int64
	byName := map[string]int64{}
	for i, p := range points {
		feeding, ok := sources[p.from]
		if !ok && len(p.subPoints) == 0 && len(p.manual) == 0 {
			return nil, fmt.Errorf("point %s: no device %s", p.name, p.from)
		}
		binding := definition.Binding{}
		if ok {
			binding.Sources = append(binding.Sources, definition.Source{Role: "main", DeviceID: feeding, ChannelNo: p.channel})
		}
		for k, name := range p.subPoints {
			binding.Sources = append(binding.Sources, definition.Source{Role: roleOf(k), PointID: byName[name]})
		}
		if p.backsight != 0 {
			binding.Sources = append(binding.Sources, definition.Source{Role: "backsight1", DeviceID: feeding, ChannelNo: p.backsight})
		}
		if p.barometer != "" {
			binding.Sources = append(binding.Sources, definition.Source{Role: "barometer", PointID: byName[p.barometer]})
		}
		config := []timeline.Draft{draft(string(definition.AspectCollect), definition.Collect{Mode: "UploadCollect", Interval: p.interval})}
		if len(p.manual) == 0 {
			config = append(config,
				draft(string(definition.AspectBinding), binding), draft(string(definition.AspectFormula), definition.Formula{Rules: p.rules}))
		}
		processor := p.processor
		if p.reference != "" {
			processor = &definition.Processor{RefPoint: byName[p.reference]}
		}
		if processor != nil {
			config = append(config, draft(string(definition.AspectProcessor), *processor))
		}
		if p.engineering != nil {
			config = append(config, draft(string(point.AspectEngineering), *p.engineering))
		}
		if !p.noInitial {
			config = append(config, draft(string(definition.AspectInitial), definition.Initial{Mode: "auto", Count: cmp.Or(p.zeros, 3)}))
		}
		if len(p.thresholds) > 0 {
			config = append(config, draft(string(definition.AspectThresholds), alarm.Thresholds{List: p.thresholds}))
		}
		kind := p.kind
		if kind == "" {
			kind = point.Normal
		}
		one := point.New{Config: config, Point: point.Point{
			StructureID: in.ID, ItemID: itemID, Name: p.name, Kind: kind, Measurement: p.measurement,
			Category: p.category, Sort: int64(i + 1), // 0 would sort after existing points
		}}
		if p.lon != 0 {
			lon, lat := arcSeconds(p.lon), arcSeconds(p.lat)
			one.Longitude, one.Latitude = &lon, &lat
		}
		made, err := s.Points.Create(ctx, actor(), in.ProjectID, []point.New{one})
		if err != nil {
			return nil, fmt.Errorf("point %s: %w", p.name, err)
		}
		ids = append(ids, made[0].ID)
		byName[p.name] = made[0].ID
	}
	return ids, nil
}

// sendPast sends the part of a unit's record before now.
func sendPast(ctx context.Context, s Services, u unit, deviceID, now int64) error {
	records, err := u.record()
	if err != nil {
		return err
	}
	past := records[:cut(records, u.history)]
	shifted := Shifted(past, now-u.age-past[len(past)-1].Time)
	messages, err := Messages(shifted)
	if err != nil {
		return err
	}
	for _, message := range messages {
		if err := s.Send(ctx, deviceID, u.register, message); err != nil {
			return err
		}
	}
	return nil
}

// cut returns the number of records that are in the past when the demo is loaded.
func cut(records []Record, share float64) int {
	return max(1, min(len(records), int(float64(len(records))*share)))
}

func draft(aspect string, value any) timeline.Draft {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // only numbers and strings of this package
	}
	return timeline.Draft{Aspect: aspect, Value: text}
}

// arcSeconds converts degrees to millionths of an arc second, the unit of stored positions.
func arcSeconds(degrees float64) int64 { return int64(math.Round(degrees * 3600 * 1e6)) }

// LoadedAt returns when the demo was loaded (UTC ms); false if the installation has no demo.
func LoadedAt(ctx context.Context, projects *project.Service) (int64, bool, error) {
	name := sites()[0].name
	page, err := projects.List(ctx, actor().Scope, paging.Query{Keyword: name})
	if err != nil {
		return 0, false, err
	}
	for _, p := range page.List {
		if p.Name == name {
			return p.CreatedAt, true, nil
		}
	}
	return 0, false, nil
}
