package siteapi

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/field/command"
	"plumbline/internal/httpapi"
	"plumbline/internal/httpapi/fieldapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
	"plumbline/internal/site/pointconfig"
)

// CollectConfig is how a point is collected (domain devices.md 3.10).
type CollectConfig struct {
	ID       int64  `json:"id,omitempty" minimum:"0" doc:"The version that was shown; if another is now in force, the change is rejected. 0: do not check"`
	Mode     string `json:"mode,omitempty" enum:"UploadCollect,CommandCollect,tcpStandard,NoCollect" doc:"UploadCollect: the device sends by itself; CommandCollect: the platform requests each reading; tcpStandard: as CommandCollect, but only over the line of the device (TCP, UDP, serial) in its standard protocol; omitted: unchanged, UploadCollect if none was set"`
	Interval int64  `json:"interval,omitempty" minimum:"300" maximum:"604800" doc:"Seconds; omitted in a response: not set"`
	Start    int64  `json:"start,omitempty" minimum:"0" doc:"UTC ms; 0: open"`
	End      int64  `json:"end,omitempty" minimum:"0" doc:"UTC ms; 0: open"`
}

// CollectUpdated is the outcome of a changed collection.
type CollectUpdated struct {
	UpdateTips string             `json:"updateTips" doc:"When the devices will apply it, in the caller's language"`
	Commands   []fieldapi.Command `json:"commands" doc:"Sent to the devices"`
}

type collectInput struct {
	httpapi.PointPath
	Body struct {
		CollectConfig
		Note string `json:"note,omitempty" maxLength:"500"`
	}
}

type collectBatch struct {
	httpapi.ProjectPath
	Body struct {
		Points        []int64       `json:"points" minItems:"1" maxItems:"1000" doc:"Measuring points of the project"`
		CollectConfig CollectConfig `json:"collectConfig"`
		Note          string        `json:"note,omitempty" maxLength:"500"`
	}
}

// collection registers the calls about collection: a version for each point, and an interval command to each reachable
// device.
func (s *server) collection() {
	need := access.Permission{Area: access.MeasuringPoint, Action: access.Update}
	const one = "/structures/{structureId}/measuring-points/{measuringPointId}/collect-config"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getCollectConfig", Method: http.MethodGet, Path: one, Tag: "measuring points",
		Need: access.Permission{Area: access.MeasuringPoint, Action: access.Retrieve}, Summary: "Collection settings of a point now",
	}, s.getCollectConfig)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updateCollectConfig", Method: http.MethodPatch, Path: one, Tag: "measuring points", Need: need,
		Example:  `{"interval":900}`,
		NearMiss: httpapi.NearMiss{Body: `{"interval":-1}`, Field: "interval"},
		Summary:  "Change how a point is collected, from now on", Detail: "The interval is sent to the device that feeds it, at once or at its next wake-up.",
	}, s.updateCollectConfig)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updateCollectConfigs", Method: http.MethodPatch,
		Path: "/projects/{projectId}/measuring-points/collect-config", Tag: "measuring points", Need: need,
		Example: `{"points":[{measuringPointId}],"collectConfig":{"interval":900}}`,
		Summary: "Change how many points are collected, from now on",
		Detail:  "All or none. Each device that feeds any of them is sent the shortest interval of its points.",
	}, s.updateCollectConfigs)
}

func (s *server) getCollectConfig(ctx context.Context, in *httpapi.PointPath) (*httpapi.Output[CollectConfig], error) {
	version, _, err := s.collectNow(ctx, in.MeasuringPointID)
	c := version.Value
	return httpapi.Reply(CollectConfig{ID: version.ID, Mode: c.Mode, Interval: c.Interval, Start: c.Start, End: c.End}), err
}

func (s *server) updateCollectConfig(ctx context.Context, in *collectInput) (*httpapi.Output[CollectUpdated], error) {
	return s.collect(ctx, []int64{in.MeasuringPointID}, in.Body.CollectConfig, in.Body.Note)
}

func (s *server) updateCollectConfigs(ctx context.Context, in *collectBatch) (*httpapi.Output[CollectUpdated], error) {
	return s.collect(ctx, in.Body.Points, in.Body.CollectConfig, in.Body.Note)
}

// collectNow returns the collection of a point in effect; ok is false if there is none.
func (s *server) collectNow(ctx context.Context, id int64) (version timeline.Version[definition.Collect], ok bool, err error) {
	records, err := s.Points.Versions(ctx, httpapi.CallerOf(ctx).Scope, id, definition.AspectCollect)
	if err != nil {
		return version, false, err
	}
	versions, err := timeline.Decode[definition.Collect](records, string(definition.AspectCollect))
	if err != nil {
		return version, false, err
	}
	version, ok = timeline.Of(versions).At(clock.Now().UnixMilli())
	return version, ok, nil
}

func (s *server) collect(ctx context.Context, points []int64, c CollectConfig, note string) (*httpapi.Output[CollectUpdated], error) {
	who := httpapi.CallerOf(ctx)
	if c.Start != 0 && c.End != 0 && c.Start > c.End {
		return nil, errs.OnField("end", errs.StartAfterEnd)
	}
	changes, err := s.collectChanges(ctx, points, c)
	if err != nil {
		return nil, err
	}
	_, err = s.Configuration.RecordBulk(ctx, who.Actor(), who.Target.Project, pointconfig.Bulk{
		Aspect: definition.AspectCollect, ValidFrom: clock.Now().UnixMilli(), Note: note, Changes: changes,
	})
	if err != nil {
		return nil, err
	}
	updated, err := s.tellCollection(ctx, points)
	return httpapi.Reply(updated), err
}

// tellCollection sends the new interval to the devices that feed points.
func (s *server) tellCollection(ctx context.Context, points []int64) (CollectUpdated, error) {
	updated := CollectUpdated{Commands: []fieldapi.Command{}}
	devices, err := s.collectedBy(ctx, points)
	if err != nil {
		return updated, err
	}
	hanging := 0
	for _, d := range devices {
		sent, ok, err := s.tellInterval(ctx, d)
		if err != nil {
			return updated, err
		}
		if ok {
			updated.Commands = append(updated.Commands, fieldapi.CommandOf(sent))
			if sent.State == command.Hanging {
				hanging++
			}
		}
	}
	mode := ""
	if len(points) == 1 {
		now, _, err := s.collectNow(ctx, points[0])
		if err != nil {
			return updated, err
		}
		mode = now.Value.Mode
	}
	updated.UpdateTips = collectTips(mode, len(points), len(updated.Commands), hanging).Text(httpapi.LanguageOf(ctx))
	return updated, nil
}

// tipsOf informs devices about recorded, corrected or revoked versions of collection, and returns the outcome for the
// user; "" for other aspects, and if the collection in effect did not change.
func (s *server) tipsOf(ctx context.Context, points []int64, r timeline.Record) (string, error) {
	if r.Aspect != string(definition.AspectCollect) || len(points) == 0 {
		return "", nil
	}
	if r.ValidFrom > clock.Now().UnixMilli() {
		return errs.New(errs.CollectLater).Text(httpapi.LanguageOf(ctx)), nil
	}
	now, there, err := s.collectNow(ctx, points[0])
	if err != nil || there && now.ValidFrom > r.ValidFrom {
		return "", err // in the past: another version is in effect now
	}
	told, err := s.tellCollection(ctx, points)
	return told.UpdateTips, err
}

// collectTips returns the outcome of a changed collection; mode is that of a single point.
func collectTips(mode string, points, told, hanging int) *errs.Error {
	switch {
	case points > 1:
		return errs.New(errs.CollectBatch, "points", points, "devices", told, "hanging", hanging)
	case mode == definition.CommandCollect || mode == definition.TCPStandard:
		return errs.New(errs.CollectAsked)
	case mode == definition.NoCollect:
		return errs.New(errs.CollectNone)
	case told == 0:
		return errs.New(errs.CollectHere)
	case hanging > 0:
		return errs.New(errs.CollectHanging)
	}
	return errs.New(errs.CollectSent)
}

// collectChanges returns the new values of points: a missing mode is kept.
func (s *server) collectChanges(ctx context.Context, points []int64, c CollectConfig) ([]pointconfig.Assignment, error) {
	byMode := map[string][]int64{}
	if c.Mode != "" && c.ID == 0 {
		byMode[c.Mode] = points
	} else {
		for _, id := range points {
			now, ok, err := s.collectNow(ctx, id)
			if err != nil && !errs.IsKind(err, errs.NotFound) { // RecordBulk reports missing points
				return nil, err
			}
			if c.ID != 0 && now.ID != c.ID {
				return nil, errs.New(errs.Changed)
			}
			mode := c.Mode
			if mode == "" {
				mode = "UploadCollect"
				if ok {
					mode = now.Value.Mode
				}
			}
			byMode[mode] = append(byMode[mode], id)
		}
	}
	changes := make([]pointconfig.Assignment, 0, len(byMode))
	for mode, ids := range byMode {
		value, err := json.Marshal(definition.Collect{Mode: mode, Interval: c.Interval, Start: c.Start, End: c.End})
		if err != nil {
			return nil, err
		}
		changes = append(changes, pointconfig.Assignment{PointIDs: ids, Value: value})
	}
	return changes, nil
}

// collectedBy returns the current main devices of points, with the interval that their points need.
func (s *server) collectedBy(ctx context.Context, points []int64) ([]device.Listed, error) {
	const atOnce = 200
	scope := httpapi.CallerOf(ctx).Scope
	var ids []int64
	for piece := range slices.Chunk(points, atOnce) {
		page, err := s.Points.List(ctx, scope, point.Filter{Query: paging.Query{Page: 1, Size: atOnce}, IDs: piece})
		if err != nil {
			return nil, err
		}
		for _, p := range page.List {
			for _, source := range p.Sources {
				if source.Role == "main" && source.DeviceID != 0 {
					ids = append(ids, source.DeviceID)
				}
			}
		}
	}
	slices.Sort(ids)
	var devices []device.Listed
	for piece := range slices.Chunk(slices.Compact(ids), atOnce) {
		page, err := s.Devices.List(ctx, scope, device.Filter{Query: paging.Query{Page: 1, Size: atOnce}, IDs: piece})
		if err != nil {
			return nil, err
		}
		devices = append(devices, page.List...)
	}
	return devices, nil
}

// tellInterval sends a device the interval of its points; false if they have none, the device cannot be reached, or it
// is in another project.
func (s *server) tellInterval(ctx context.Context, d device.Listed) (command.Command, bool, error) {
	who := httpapi.CallerOf(ctx)
	own := d.State.Own
	if own.Interval == 0 || d.ProjectID != who.Target.Project && !who.May(access.Device, access.Update, d.ProjectID) {
		return command.Command{}, false, nil
	}
	args, err := json.Marshal(struct {
		Interval int64 `json:"interval"`
		Start    int64 `json:"start,omitempty"`
		End      int64 `json:"end,omitempty"`
	}{max(own.Interval, command.MinInterval), own.Start, own.End})
	if err != nil {
		return command.Command{}, false, err
	}
	sent, err := s.Commands.Send(ctx, who.Actor(), d.Device,
		command.Order{Kind: command.SetInterval, Args: args, Priority: command.ByConfiguration, Replace: true})
	if f, ok := errs.As(err); ok && (f.Code == errs.NoWayToDevice.Code || f.Code == errs.CommandOutstanding.Code) {
		return command.Command{}, false, nil
	}
	return sent, err == nil, err
}
