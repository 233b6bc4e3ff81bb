package api

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"plumbline/internal/core/dated"
	"plumbline/internal/core/definition"
	"plumbline/internal/field/command"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/listing"
	"plumbline/internal/site/configuration"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
)

// CollectConfig is how a point is collected (domain devices.md 3.10).
type CollectConfig struct {
	ID       int64  `json:"id,omitempty" minimum:"0" doc:"The version that was shown; where another is in force by now, the change is refused. 0: whatever is in force"`
	Mode     string `json:"mode,omitempty" enum:"UploadCollect,CommandCollect,NoCollect" doc:"Left out: it stays; UploadCollect where none was set"`
	Interval int64  `json:"interval,omitempty" minimum:"300" maximum:"604800" doc:"Seconds; left out in an answer: none is set"`
	Start    int64  `json:"start,omitempty" minimum:"0" doc:"UTC ms; 0: open"`
	End      int64  `json:"end,omitempty" minimum:"0" doc:"UTC ms; 0: open"`
}

// CollectUpdated says what becomes of a changed collection.
type CollectUpdated struct {
	UpdateTips string    `json:"updateTips" doc:"When the devices will apply it, in the caller's language"`
	Commands   []Command `json:"commands" doc:"What the devices are sent"`
}

type collectInput struct {
	PointPath
	Body struct {
		CollectConfig
		Note string `json:"note,omitempty" maxLength:"500"`
	}
}

type collectBatch struct {
	ProjectPath
	Body struct {
		Points        []int64       `json:"points" minItems:"1" maxItems:"1000" doc:"Measuring points of the project"`
		CollectConfig CollectConfig `json:"collectConfig"`
		Note          string        `json:"note,omitempty" maxLength:"500"`
	}
}

// collection is the collection of points: a dated version of each, and an interval
// command to each device that can be told.
func (s *server) collection() {
	need := access.Permission{Area: access.MeasuringPoint, Action: access.Update}
	const one = "/structures/{structureId}/measuring-points/{measuringPointId}/collect-config"
	register(s, operation{
		id: "getCollectConfig", method: http.MethodGet, path: one, tag: "measuring points",
		need: access.Permission{Area: access.MeasuringPoint, Action: access.Retrieve}, summary: "How a point is collected now",
	}, func(ctx context.Context, in *PointPath) (*output[CollectConfig], error) {
		version, _, err := s.collectNow(ctx, in.MeasuringPointID)
		c := version.Value
		return answer(CollectConfig{ID: version.ID, Mode: c.Mode, Interval: c.Interval, Start: c.Start, End: c.End}), err
	})
	register(s, operation{
		id: "updateCollectConfig", method: http.MethodPatch, path: one, tag: "measuring points", need: need,
		summary: "Change how a point is collected, from now on", detail: "The device that feeds it is told its interval, at once or at its next wake-up.",
	}, func(ctx context.Context, in *collectInput) (*output[CollectUpdated], error) {
		return s.collect(ctx, []int64{in.MeasuringPointID}, in.Body.CollectConfig, in.Body.Note)
	})
	register(s, operation{
		id: "updateCollectConfigs", method: http.MethodPatch, path: "/projects/{projectId}/measuring-points/collect-config", tag: "measuring points", need: need,
		summary: "Change how many points are collected, from now on", detail: "All or none. Each device that feeds some of them is told the shortest interval of its points.",
	}, func(ctx context.Context, in *collectBatch) (*output[CollectUpdated], error) {
		return s.collect(ctx, in.Body.Points, in.Body.CollectConfig, in.Body.Note)
	})
}

// collectNow is the collection of a point in force; ok is false when none was set.
func (s *server) collectNow(ctx context.Context, id int64) (version dated.Version[definition.Collect], ok bool, err error) {
	records, err := s.Points.Versions(ctx, callerOf(ctx).scope, id, definition.AspectCollect)
	if err != nil {
		return version, false, err
	}
	versions, err := dated.Decode[definition.Collect](records, string(definition.AspectCollect))
	if err != nil {
		return version, false, err
	}
	version, ok = dated.Of(versions).At(time.Now().UnixMilli())
	return version, ok, nil
}

func (s *server) collect(ctx context.Context, points []int64, c CollectConfig, note string) (*output[CollectUpdated], error) {
	who := callerOf(ctx)
	if c.Start != 0 && c.End != 0 && c.Start > c.End {
		return nil, fault.OnField("end", fault.StartAfterEnd)
	}
	changes, err := s.collectChanges(ctx, points, c)
	if err != nil {
		return nil, err
	}
	_, err = s.Configuration.RecordBulk(ctx, who.actor(), who.place.project, configuration.Bulk{
		Aspect: definition.AspectCollect, ValidFrom: time.Now().UnixMilli(), Note: note, Changes: changes,
	})
	if err != nil {
		return nil, err
	}
	updated, err := s.tellCollection(ctx, points)
	return answer(updated), err
}

// tellCollection tells the devices that feed points how often to collect from now on.
func (s *server) tellCollection(ctx context.Context, points []int64) (CollectUpdated, error) {
	updated := CollectUpdated{Commands: []Command{}}
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
			updated.Commands = append(updated.Commands, commandOf(sent))
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
	updated.UpdateTips = collectTips(mode, len(points), len(updated.Commands), hanging).Text(languageOf(ctx))
	return updated, nil
}

// tipsOf tells the devices about versions of the collection of points that were recorded,
// mended or taken away, and says what becomes of it; "" for other aspects, and where what
// holds now has not changed.
func (s *server) tipsOf(ctx context.Context, points []int64, r dated.Record) (string, error) {
	if r.Aspect != string(definition.AspectCollect) || len(points) == 0 {
		return "", nil
	}
	if r.ValidFrom > time.Now().UnixMilli() {
		return fault.New(fault.CollectLater).Text(languageOf(ctx)), nil
	}
	now, there, err := s.collectNow(ctx, points[0])
	if err != nil || there && now.ValidFrom > r.ValidFrom {
		return "", err // of the past: another is in force since
	}
	told, err := s.tellCollection(ctx, points)
	return told.UpdateTips, err
}

// collectTips says what becomes of a changed collection; mode is that of a single point.
func collectTips(mode string, points, told, hanging int) *fault.Error {
	switch {
	case points > 1:
		return fault.New(fault.CollectBatch, "points", points, "devices", told, "hanging", hanging)
	case mode == "CommandCollect":
		return fault.New(fault.CollectAsked)
	case mode == "NoCollect":
		return fault.New(fault.CollectNone)
	case told == 0:
		return fault.New(fault.CollectHere)
	case hanging > 0:
		return fault.New(fault.CollectHanging)
	}
	return fault.New(fault.CollectSent)
}

// collectChanges are the values that points take: a mode that is left out stays as it is.
func (s *server) collectChanges(ctx context.Context, points []int64, c CollectConfig) ([]configuration.Assignment, error) {
	byMode := map[string][]int64{}
	if c.Mode != "" && c.ID == 0 {
		byMode[c.Mode] = points
	} else {
		for _, id := range points {
			now, ok, err := s.collectNow(ctx, id)
			if err != nil && !fault.IsKind(err, fault.NotFound) { // RecordBulk names what is not there
				return nil, err
			}
			if c.ID != 0 && now.ID != c.ID {
				return nil, fault.New(fault.Changed)
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
	changes := make([]configuration.Assignment, 0, len(byMode))
	for mode, ids := range byMode {
		value, err := json.Marshal(definition.Collect{Mode: mode, Interval: c.Interval, Start: c.Start, End: c.End})
		if err != nil {
			return nil, err
		}
		changes = append(changes, configuration.Assignment{PointIDs: ids, Value: value})
	}
	return changes, nil
}

// collectedBy are the devices that are the main source of points now, with the
// interval that their points ask for.
func (s *server) collectedBy(ctx context.Context, points []int64) ([]device.Listed, error) {
	const atOnce = 200
	scope := callerOf(ctx).scope
	var ids []int64
	for piece := range slices.Chunk(points, atOnce) {
		page, err := s.Points.List(ctx, scope, point.Filter{Query: listing.Query{Page: 1, Size: atOnce}, IDs: piece})
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
		page, err := s.Devices.List(ctx, scope, device.Filter{Query: listing.Query{Page: 1, Size: atOnce}, IDs: piece})
		if err != nil {
			return nil, err
		}
		devices = append(devices, page.List...)
	}
	return devices, nil
}

// tellInterval sends a device the interval that its points ask of it; false when they ask
// none, there is no way to it, or it is another project's.
func (s *server) tellInterval(ctx context.Context, d device.Listed) (command.Command, bool, error) {
	who := callerOf(ctx)
	own := d.State.Own
	if own.Interval == 0 || d.ProjectID != who.place.project && !who.may(access.Device, access.Update, d.ProjectID) {
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
	sent, err := s.Commands.Send(ctx, who.actor(), d.Device, command.Order{Kind: command.SetInterval, Args: args, Priority: command.ByConfiguration, Replace: true})
	if f, ok := fault.As(err); ok && (f.Code == fault.NoWayToDevice.Code || f.Code == fault.CommandOutstanding.Code) {
		return command.Command{}, false, nil
	}
	return sent, err == nil, err
}
