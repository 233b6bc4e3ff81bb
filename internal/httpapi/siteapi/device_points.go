package siteapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/timeline"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
	"plumbline/internal/site/pointconfig"
)

const defaultInitialCount = 3

// maxFed is the maximum number of points of one device in a call.
const maxFed = 200

// DeviceInit is an initial value for the points that a device feeds.
type DeviceInit struct {
	Dated
	MeasuringPointIDs []int64 `json:"measuringPointIds,omitempty" maxItems:"200" doc:"Points that the device feeds; may be omitted if it feeds only one, or for modes auto and current"`
	definition.Initial
}

// DeviceProcessor is the processor for the points that a device feeds.
type DeviceProcessor struct {
	Dated
	MeasuringPointIDs []int64 `json:"measuringPointIds,omitempty" maxItems:"200" doc:"Points that the device feeds; omitted: all of them"`
	definition.Processor
}

type deviceInitInput struct {
	httpapi.DevicePath
	Body DeviceInit
}

type deviceProcessorInput struct {
	httpapi.DevicePath
	Body DeviceProcessor
}

type initReadings struct {
	httpapi.DevicePath
	Count  int               `query:"count" minimum:"1" maximum:"100" default:"3" doc:"Readings to show and average"`
	Before httpapi.AskedTime `query:"before" doc:"UTC ms; 0: now"`
}

// InitSource is the data for a point's initial value, and the one in effect.
type InitSource struct {
	MeasuringPointID int64         `json:"measuringPointId"`
	Name             string        `json:"name"`
	StructureID      int64         `json:"structureId"`
	Measurement      string        `json:"measurement"`
	Columns          []InitColumn  `json:"columns"`
	Readings         []InitReading `json:"readings" doc:"Last observed values, newest first"`
	Initial          *Version      `json:"initial,omitempty" doc:"In force now"`
	Processor        *Version      `json:"processor,omitempty" doc:"In force now"`
}

// InitColumn is one observed value with its mean over the readings.
type InitColumn struct {
	Field    string     `json:"field"`
	Node     int32      `json:"node" doc:"0: a value without node"`
	Label    i18n.Label `json:"label"`
	Unit     string     `json:"unit"`
	Decimals int        `json:"decimals"`
	Mean     float64    `json:"mean"`
}

// InitReading is one row of observed values, by column; null if missing.
type InitReading struct {
	Time   int64      `json:"time" doc:"UTC ms"`
	Values []*float64 `json:"values"`
}

func (s *server) devicePoints() {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getDeviceInit", Method: http.MethodGet, Path: deviceHere + "/init", Tag: "devices", Need: httpapi.DevicePermission(access.Retrieve),
		Summary: "Last observed values of the points that a device feeds, with their means and the initial values in force",
	}, s.getDeviceInit)
	httpapi.Register(s.Kernel, patch("updateDeviceInit", "init", "Give the points of a device an initial value",
		"Of the last readings (current), of the first ones from a time on (auto), or typed (manual). A new version takes the place of the one before from validFrom on.").Sending(`{"mode":"auto","time":1700000000000}`),
		s.updateDeviceInit)
	httpapi.Register(s.Kernel, patch("updateProcessorConfig", "processor-config", "Change how the readings of a device are processed",
		"At the points that it feeds, from validFrom on. The value takes the place of the whole block.").Sending(`{"abnormal":[{"field":"width","value":5}]}`),
		s.updateProcessorConfig)
}

func (s *server) updateDeviceInit(ctx context.Context, in *deviceInitInput) (*httpapi.Output[httpapi.List[Version]], error) {
	return s.recordAtPoints(ctx, in.DeviceID, in.Body.MeasuringPointIDs, in.Body.Mode == "manual", in.Body.Dated, definition.AspectInitial, in.Body.Initial)
}

func (s *server) updateProcessorConfig(ctx context.Context, in *deviceProcessorInput) (*httpapi.Output[httpapi.List[Version]], error) {
	return s.recordAtPoints(ctx, in.DeviceID, in.Body.MeasuringPointIDs, false, in.Body.Dated, definition.AspectProcessor, in.Body.Processor)
}

func (s *server) getDeviceInit(ctx context.Context, in *initReadings) (*httpapi.Output[httpapi.List[InitSource]], error) {
	points, err := s.fedBy(ctx, in.DeviceID, nil)
	if err != nil {
		return nil, err
	}
	before := in.Before.Millis()
	if before == 0 {
		before = clock.Now().UnixMilli()
	}
	list := make([]InitSource, 0, len(points))
	for _, p := range points {
		source, err := s.initSource(ctx, p, before, in.Count)
		if err != nil {
			return nil, err
		}
		list = append(list, source)
	}
	return httpapi.Reply(httpapi.List[InitSource]{List: list}), nil
}

// fedBy returns the points that a device feeds now, optionally limited.
func (s *server) fedBy(ctx context.Context, deviceID int64, only []int64) ([]point.Point, error) {
	page, err := s.Points.List(ctx, httpapi.CallerOf(ctx).Scope, point.Filter{Query: paging.Query{Page: 1, Size: maxFed}, DeviceID: deviceID})
	if err != nil {
		return nil, err
	}
	points := httpapi.ListOf(page.List, func(p point.Listed) point.Point { return p.Point })
	if len(only) == 0 {
		return points, nil
	}
	var foreign []string
	for _, id := range only {
		if !slices.ContainsFunc(points, func(p point.Point) bool { return p.ID == id }) {
			foreign = append(foreign, strconv.FormatInt(id, 10))
		}
	}
	if len(foreign) > 0 {
		return nil, errs.OnField("measuringPointIds", errs.FeedsOthers, "points", strings.Join(foreign, ", "))
	}
	return slices.DeleteFunc(points, func(p point.Point) bool { return !slices.Contains(only, p.ID) }), nil
}

func (s *server) initSource(ctx context.Context, p point.Point, before int64, count int) (InitSource, error) {
	source := InitSource{MeasuringPointID: p.ID, Name: p.Name, StructureID: p.StructureID, Measurement: p.Measurement}
	readings, err := s.Monitor.ObservedBefore(ctx, p.ID, before, count)
	if err != nil {
		return source, err
	}
	columns, mean := query.Columns(readings), query.Mean(readings)
	source.Columns = httpapi.ListOf(columns, func(c reading.Column) InitColumn {
		shown := catalog.Shown(p.Measurement, c.Field)
		return InitColumn{Field: c.Field, Node: c.Node, Label: shown.Label, Unit: shown.Unit, Decimals: shown.Decimals, Mean: mean[c]}
	})
	source.Readings = httpapi.ListOf(readings, func(r query.Reading) InitReading {
		return InitReading{Time: r.Time, Values: httpapi.ListOf(columns, func(c reading.Column) *float64 {
			if v, ok := r.Values[c]; ok {
				return &v
			}
			return nil
		})}
	})
	records, err := s.Points.Versions(ctx, httpapi.CallerOf(ctx).Scope, p.ID, "")
	if err != nil {
		return source, err
	}
	now := clock.Now().UnixMilli()
	source.Initial = inForce(timeline.OfAspect(records, string(definition.AspectInitial)), now)
	source.Processor = inForce(timeline.OfAspect(records, string(definition.AspectProcessor)), now)
	return source, nil
}

// inForce returns the version of one aspect in effect at a time, or nil.
func inForce(records []timeline.Record, at int64) *Version {
	versions := make([]timeline.Version[timeline.Record], len(records))
	for i, r := range records {
		versions[i] = timeline.Version[timeline.Record]{ID: r.ID, ValidFrom: r.ValidFrom, Value: r, RecordedAt: r.RecordedAt, SupersededAt: r.SupersededAt}
	}
	found, ok := timeline.Of(versions).At(at)
	if !ok {
		return nil
	}
	v := versionOf(found.Value)
	return &v
}

// recordAtPoints records a version of an aspect at the points of a device. one says that the value is for a single
// point.
func (s *server) recordAtPoints(ctx context.Context, deviceID int64, only []int64, one bool, when Dated,
	aspect definition.PointAspect, value any,
) (*httpapi.Output[httpapi.List[Version]], error) {
	points, err := s.fedBy(ctx, deviceID, only)
	switch {
	case err != nil:
		return nil, err
	case len(points) == 0:
		return nil, errs.New(errs.FeedsNothing)
	case one && len(points) > 1:
		return nil, errs.OnField("measuringPointIds", errs.WhichPoint, "count", len(points))
	}
	data, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", aspect, err)
	}
	change := pointconfig.Bulk{
		Aspect: aspect, ValidFrom: clock.Now().UnixMilli(), Note: when.Note,
		Changes: []pointconfig.Assignment{{PointIDs: httpapi.ListOf(points, func(p point.Point) int64 { return p.ID }), Value: data}},
	}
	if when.ValidFrom != nil {
		change.ValidFrom = *when.ValidFrom
	}
	made, err := s.Configuration.RecordBulk(ctx, httpapi.CallerOf(ctx).Actor(), points[0].ProjectID, change)
	return httpapi.ReplyList(made, versionOf), fieldsOf(err)
}

// fieldsOf removes the path of a bulk change from field names in an error.
func fieldsOf(err error) error {
	f, ok := errs.As(err)
	if !ok {
		return err
	}
	for i := range f.Fields {
		if _, field, cut := strings.Cut(f.Fields[i].Name, "value."); cut {
			f.Fields[i].Name = field
		}
	}
	return f
}

// meanOf returns the means of fields without a node over the readings that have all of them, and their number.
func meanOf(readings []query.Reading, fields ...string) ([]float64, int) {
	var whole []query.Reading
	for _, r := range readings {
		if !slices.ContainsFunc(fields, func(name string) bool { _, there := r.Values[reading.Column{Field: name}]; return !there }) {
			whole = append(whole, r)
		}
	}
	mean := query.Mean(whole)
	return httpapi.ListOf(fields, func(name string) float64 { return mean[reading.Column{Field: name}] }), len(whole)
}

// DeviceRelation is a device with the points that it feeds.
type DeviceRelation struct {
	DeviceID int64         `json:"deviceId"`
	Name     string        `json:"name"`
	SNCode   string        `json:"sncode"`
	Points   []DevicePoint `json:"points"`
}

// ResolvedDevice is a receiver with its positioning settings.
type ResolvedDevice struct {
	DeviceID      int64           `json:"deviceId"`
	Name          string          `json:"name"`
	SNCode        string          `json:"sncode"`
	Status        string          `json:"status" enum:"online,offline,sleep"`
	ResolveConfig *device.Resolve `json:"resolveConfig,omitempty"`
}

type relatedInput struct {
	httpapi.ProjectPath
	httpapi.Paging
	DeviceID int64 `query:"deviceId" minimum:"0" doc:"0: all devices of the project"`
}

func (s *server) deviceLookups() {
	const base = "/projects/{projectId}/devices"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "relateMp", Method: http.MethodGet, Path: base + "/relate-mp", Tag: "devices", Need: httpapi.DevicePermission(access.Retrieve),
		Summary: "Points currently fed by the devices of a project",
	}, s.relateMp)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listResolveConfigs", Method: http.MethodGet, Path: base + "/resolve-config", Tag: "devices", Need: httpapi.DevicePermission(access.Retrieve),
		Summary: "Receivers of a project with their positioning settings",
	}, s.listResolveConfigs)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listGnssBaseStations", Method: http.MethodGet, Path: base + "/gnss-base-station", Tag: "devices", Need: httpapi.DevicePermission(access.Retrieve),
		Summary: "Receivers of a project that are base stations",
	}, s.listGnssBaseStations)
}

func (s *server) listResolveConfigs(ctx context.Context, in *httpapi.ProjectPath) (*httpapi.Output[httpapi.List[ResolvedDevice]], error) {
	return s.receivers(ctx, in.ProjectID, false)
}

func (s *server) listGnssBaseStations(ctx context.Context, in *httpapi.ProjectPath) (*httpapi.Output[httpapi.List[ResolvedDevice]], error) {
	return s.receivers(ctx, in.ProjectID, true)
}

// receivers returns the receivers of a project with their positioning settings, or only its base stations.
func (s *server) receivers(ctx context.Context, project int64, base bool) (*httpapi.Output[httpapi.List[ResolvedDevice]], error) {
	scope := httpapi.CallerOf(ctx).Scope
	page, err := s.Devices.List(ctx, scope, device.Filter{
		Query: paging.Query{Page: 1, Size: maxFed, Sort: "name"}, ProjectID: project, Types: catalog.TypesWith("resolveConfig"),
	})
	if err != nil {
		return nil, err
	}
	list := make([]ResolvedDevice, 0, len(page.List))
	for _, d := range page.List {
		found, err := s.configured(ctx, d.ID, 0)
		if err != nil {
			return nil, err
		}
		one := ResolvedDevice{DeviceID: d.ID, Name: d.Name, SNCode: d.SNCode, Status: deviceStateOf(d.State).Status, ResolveConfig: found.Body.ResolveConfig}
		if !base || one.ResolveConfig != nil && one.ResolveConfig.Role == "base" {
			list = append(list, one)
		}
	}
	return httpapi.Reply(httpapi.List[ResolvedDevice]{List: list}), nil
}

func (s *server) relateMp(ctx context.Context, in *relatedInput) (*httpapi.Output[httpapi.Page[DeviceRelation]], error) {
	filter := device.Filter{Query: in.Query(), ProjectID: in.ProjectID}
	if in.DeviceID != 0 {
		filter.IDs = []int64{in.DeviceID}
	}
	page, err := s.Devices.List(ctx, httpapi.CallerOf(ctx).Scope, filter)
	return httpapi.ReplyPage(page, func(d device.Listed) DeviceRelation {
		return DeviceRelation{
			DeviceID: d.ID, Name: d.Name, SNCode: d.SNCode, Points: httpapi.ListOf(d.Points, func(p device.PointRef) DevicePoint { return DevicePoint(p) }),
		}
	}), err
}
