package bulk

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/exclusion"
	"plumbline/internal/site/device"
)

// MaxMoved is the maximum number of devices in one move.
const MaxMoved = 500

// Relocation moves devices of one corporation to a project or to stock from a time on.
type Relocation struct {
	DeviceIDs     []int64
	CorporationID int64 // target
	ProjectID     int64 // 0: stock
	At            int64 // UTC ms; 0: now. Sources left behind end at this time
	// Release unbinds the devices from points outside the target, and disconnects them from collectors that stay.
	// Always true for another corporation.
	Release     bool
	WithSensors bool // also move the sensors connected to the devices
}

// move is one relocation being planned.
type move struct {
	*Service
	Relocation
	who     audit.Actor
	devices []device.Device
	moving  map[int64]bool
	abroad  bool // to another corporation
	plan    Plan
	places  map[int64]string
}

// PlanMove plans a relocation.
func (s *Service) PlanMove(r Relocation) Planner {
	return Planner{exclusion.Owners{Devices: r.DeviceIDs, Corporations: []int64{r.CorporationID}}, func(ctx context.Context, who audit.Actor) (Plan, error) {
		at, err := asOf(r.At)
		if err != nil {
			return Plan{}, err
		}
		r.At = at
		m := &move{Service: s, Relocation: r, who: who, moving: map[int64]bool{}}
		for _, step := range []func(context.Context) error{m.gather, m.place, m.releasePoints, m.releaseChannels, m.succeed} {
			if err := step(ctx); err != nil {
				return Plan{}, err
			}
		}
		return m.plan, nil
	}}
}

// gather collects the devices to move.
func (m *move) gather(ctx context.Context) error {
	switch {
	case len(m.DeviceIDs) == 0:
		return errs.OnField("deviceIds", errs.NoDevice)
	case len(m.DeviceIDs) > MaxMoved:
		return errs.OnField("deviceIds", errs.TooManyItems, "max", MaxMoved)
	}
	ids := slices.Clone(m.DeviceIDs)
	for i := 0; i < len(ids); i++ { // sensors are appended
		if m.moving[ids[i]] {
			continue
		}
		d, err := m.store.Device(ctx, m.who.Scope, ids[i])
		if err != nil {
			return err
		}
		if len(m.devices) > 0 && d.CorporationID != m.devices[0].CorporationID {
			return errs.OnField("deviceIds", errs.MustExist)
		}
		m.moving[d.ID] = true
		m.devices = append(m.devices, d)
		if m.WithSensors {
			sensors, err := m.store.SensorsOn(ctx, m.who.Scope, d.ID, m.At)
			if err != nil {
				return err
			}
			for _, sensor := range sensors {
				ids = append(ids, sensor.ID)
			}
		}
	}
	m.abroad = m.devices[0].CorporationID != m.CorporationID
	return nil
}

// place determines source and target.
func (m *move) place(ctx context.Context) error {
	from := m.devices[0]
	m.plan.Action = Operation{Kind: MoveDevices, CorporationID: from.CorporationID, ProjectID: from.ProjectID, ValidFrom: m.At}
	names := make([]string, len(m.devices))
	projects := []int64{}
	for i, d := range m.devices {
		names[i] = d.Name
		if d.ProjectID != from.ProjectID {
			m.plan.Action.ProjectID = 0 // from several places: the corporation's
		}
		projects = append(projects, d.ProjectID)
		m.plan.Action.Effects.touch(d.ProjectID, m.ProjectID)
	}
	if m.ProjectID != 0 {
		target, err := m.store.Project(ctx, m.who.Scope, m.ProjectID)
		if err != nil || target.CorporationID != m.CorporationID {
			return errs.OnField("projectId", errs.MustExist)
		}
	} else if !m.who.Scope.Covers(m.CorporationID) {
		return errs.OnField("corporationId", errs.MustExist)
	}
	m.plan.Action.Subject = subject(names)
	var err error
	if m.places, err = m.store.Names(ctx, m.who.Scope, append(projects, m.ProjectID)); err != nil {
		return err
	}
	for _, d := range m.devices {
		if !m.abroad && d.ProjectID == m.ProjectID && !m.WithSensors {
			return errs.OnField("deviceIds", errs.AlreadyPlaced, "name", d.Name)
		}
		if m.abroad || d.ProjectID != m.ProjectID {
			m.plan.Lines = append(m.plan.Lines, Line{
				Thing: "device", ID: d.ID, Name: d.Name, Change: Moved, From: m.places[d.ProjectID], To: m.places[m.ProjectID],
			})
			m.plan.Moves = append(m.plan.Moves, Move{DeviceID: d.ID, FromProject: d.ProjectID, ToProject: m.ProjectID})
		}
	}
	if len(m.plan.Moves) == 0 {
		return errs.OnField("deviceIds", errs.AlreadyPlaced, "name", from.Name)
	}
	return nil
}

// releasePoints ends the bindings of moving devices.
func (m *move) releasePoints(ctx context.Context) error {
	ids := make([]int64, 0, len(m.moving))
	for id := range m.moving {
		ids = append(ids, id)
	}
	points, err := m.store.PointsOfDevices(ctx, ids)
	if err != nil || len(points) == 0 {
		return err
	}
	records, err := m.store.Configuration(ctx, m.who.Scope, timeline.OfPoint, points, string(definition.AspectBinding))
	if err != nil {
		return err
	}
	names, err := m.store.Names(ctx, m.who.Scope, points)
	if err != nil {
		return err
	}
	projects, err := m.projectsOf(ctx, points)
	if err != nil {
		return err
	}
	for _, id := range points {
		bindings, err := timelineOf[definition.Binding](records, id, string(definition.AspectBinding))
		if err != nil {
			return err
		}
		stays := !m.abroad && (!m.Release || projects[id] == m.ProjectID)
		for _, v := range bindings.Versions() {
			if v.ValidFrom > m.At && m.names(v.Value) >= 0 && !stays {
				return errs.OnField("at", errs.LaterVersion, "name", names[id])
			}
		}
		bound, ok := bindings.At(m.At)
		first := m.names(bound.Value)
		if !ok || first < 0 {
			continue
		}
		line := Line{Thing: "point", ID: id, Name: names[id], Change: Unbound}
		if stays {
			line.Change = Keeps
			m.plan.Lines = append(m.plan.Lines, line)
			continue
		}
		left := definition.Binding{Sources: []definition.Source{}}
		if first > 0 { // without its main source a point has no source
			left.Sources = slices.DeleteFunc(slices.Clone(bound.Value.Sources), func(s definition.Source) bool { return m.moving[s.DeviceID] })
		}
		version, err := draft(string(definition.AspectBinding), m.At, left)
		if err != nil {
			return err
		}
		m.plan.Versions = append(m.plan.Versions, Change{Owner: timeline.OfPoint, ID: id, Name: names[id], Draft: version})
		m.plan.Lines = append(m.plan.Lines, line)
	}
	return nil
}

func (m *move) names(b definition.Binding) int {
	return slices.IndexFunc(b.Sources, func(s definition.Source) bool { return m.moving[s.DeviceID] })
}

func (m *move) projectsOf(ctx context.Context, points []int64) (map[int64]int64, error) {
	found, err := m.store.PointsByID(ctx, m.who.Scope, points)
	if err != nil {
		return nil, err
	}
	projects := make(map[int64]int64, len(found))
	for _, p := range found {
		projects[p.ID] = p.ProjectID
	}
	return projects, nil
}

// releaseChannels ends the connections to collectors that stay.
func (m *move) releaseChannels(ctx context.Context) error {
	ids := make([]int64, len(m.devices))
	for i, d := range m.devices {
		ids[i] = d.ID
	}
	records, err := m.store.Configuration(ctx, m.who.Scope, timeline.OfDevice, ids, string(definition.AspectConnection))
	if err != nil {
		return err
	}
	for _, d := range m.devices {
		if m.abroad && !m.WithSensors {
			if err := m.refuseSensors(ctx, d); err != nil {
				return err
			}
		}
		line, err := timelineOf[definition.Connection](records, d.ID, string(definition.AspectConnection))
		if err != nil {
			return err
		}
		hung, ok := line.At(m.At)
		if !ok || hung.Value.CollectorID == 0 || !m.abroad && (!m.Release || m.moving[hung.Value.CollectorID] || m.near(ctx, hung.Value.CollectorID)) {
			continue
		}
		if _, later := line.Until(m.At); later {
			return errs.OnField("at", errs.LaterVersion, "name", d.Name)
		}
		channels, err := m.channelNames(ctx, m.who.Scope, []definition.Connection{hung.Value})
		if err != nil {
			return err
		}
		version, err := draft(string(definition.AspectConnection), m.At, definition.Connection{})
		if err != nil {
			return err
		}
		m.plan.Versions = append(m.plan.Versions, Change{Owner: timeline.OfDevice, ID: d.ID, Name: d.Name, Draft: version})
		if m.abroad && m.moving[hung.Value.CollectorID] {
			continue // reconnected, successor to successor
		}
		m.plan.Lines = append(m.plan.Lines, Line{Thing: "device", ID: d.ID, Name: d.Name, Change: Disconnected, From: channels[0]})
	}
	return nil
}

// near reports whether a collector is at the target.
func (m *move) near(ctx context.Context, collector int64) bool {
	d, err := m.store.Device(ctx, m.who.Scope, collector)
	return err == nil && d.ProjectID == m.ProjectID
}

func (m *move) refuseSensors(ctx context.Context, d device.Device) error {
	sensors, err := m.store.SensorsOn(ctx, m.who.Scope, d.ID, m.At)
	if err != nil {
		return err
	}
	for _, sensor := range sensors {
		if !m.moving[sensor.ID] {
			return errs.OnField("deviceIds", errs.SensorsHang, "name", d.Name, "by", sensor.Name)
		}
	}
	return nil
}

// succeed creates successors in the other corporation with the same serial numbers, register IDs and secrets; past
// readings stay.
func (m *move) succeed(ctx context.Context) error {
	if !m.abroad {
		return nil
	}
	first, err := m.store.TakeIDs(ctx, len(m.devices))
	if err != nil {
		return err
	}
	m.plan.Action.Effects.Corporation = m.CorporationID
	heirs := make(map[int64]int64, len(m.devices))
	ids := make([]int64, len(m.devices))
	for i, d := range m.devices {
		ids[i] = d.ID
		heirs[d.ID] = first + int64(i)
	}
	records, err := m.store.Configuration(ctx, m.who.Scope, timeline.OfDevice, ids)
	if err != nil {
		return err
	}
	for i, d := range m.devices {
		heir := NewDevice{Device: d}
		heir.ID, heir.CorporationID, heir.ProjectID = heirs[d.ID], m.CorporationID, m.ProjectID
		if heir.Config, err = m.inherit(records, d.ID, heirs); err != nil {
			return err
		}
		went := &m.plan.Moves[i]
		if d.Register != "" {
			secret, err := m.store.Secret(ctx, d.ID)
			if err != nil {
				return err
			}
			went.Sealed = base64.StdEncoding.EncodeToString(secret.Current)
			if heir.Sealed, err = m.Service.devices.Reseal(secret.Current, d.ID, heir.ID); err != nil {
				return err
			}
		}
		m.plan.Devices = append(m.plan.Devices, heir)
		went.Successor, went.SNCode, went.Register, went.Retired = heir.ID, d.SNCode, d.Register, fmt.Sprintf("%.36s~%d", d.SNCode, heir.ID)
	}
	return nil
}

// inherit returns the configuration of a device in effect at the move; only channels of collectors that move too.
func (m *move) inherit(records []timeline.Record, id int64, heirs map[int64]int64) ([]timeline.Draft, error) {
	var drafts []timeline.Draft
	for _, aspect := range aspectsOf(records, id) {
		if aspect == string(definition.AspectConnection) {
			continue
		}
		line, err := timelineOf[json.RawMessage](records, id, aspect)
		if err != nil {
			return nil, err
		}
		if held, ok := line.At(m.At); ok {
			drafts = append(drafts, timeline.Draft{Aspect: aspect, Value: held.Value})
		}
	}
	line, err := timelineOf[definition.Connection](records, id, string(definition.AspectConnection))
	if err != nil {
		return nil, err
	}
	if hung, ok := line.At(m.At); ok && heirs[hung.Value.CollectorID] != 0 {
		version, err := draft(string(definition.AspectConnection), 0,
			definition.Connection{CollectorID: heirs[hung.Value.CollectorID], ChannelNo: hung.Value.ChannelNo})
		if err != nil {
			return nil, err
		}
		drafts = append(drafts, version)
	}
	return drafts, nil
}
