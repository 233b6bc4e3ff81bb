package fieldapi

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"time"

	"plumbline/internal/field/ingest"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

// RefusedFrames are the undecodable frames of a corporation, by hour, reason and device.
type RefusedFrames struct {
	From    int64           `json:"from" doc:"UTC ms"`
	To      int64           `json:"to" doc:"UTC ms"`
	Reasons []RefusedReason `json:"reasons" doc:"The most frequent first"`
	Devices []RefusedDevice `json:"devices" doc:"Those with the most frames first"`
	Hours   []RefusedCount  `json:"hours" doc:"In order; hours and reasons without frames are omitted"`
}

// RefusedReason is why frames were refused.
type RefusedReason struct {
	Code  int    `json:"code" doc:"Of the error catalog"`
	Text  string `json:"text" doc:"Of one of the frames, in the caller's language"`
	Count int64  `json:"count"`
}

// RefusedDevice is a device with refused frames.
type RefusedDevice struct {
	DeviceID int64  `json:"deviceId"`
	SNCode   string `json:"sncode"`
	Register string `json:"register"`
	Count    int64  `json:"count"`
	Newest   int64  `json:"newest" doc:"UTC ms"`
}

// RefusedCount is the number of frames refused in an hour for a reason.
type RefusedCount struct {
	Time  int64 `json:"time" doc:"UTC ms: when the hour begins"`
	Code  int   `json:"code"`
	Count int64 `json:"count"`
}

// ReplayPreview is what a replay would do.
type ReplayPreview struct {
	Frames   int             `json:"frames"`
	Decoded  int             `json:"decoded" doc:"Frames that would become readings"`
	Readings int             `json:"readings"`
	Values   int             `json:"values"`
	Points   int             `json:"points" doc:"Measuring points whose results would be computed again"`
	Failed   []RefusedReason `json:"failed" doc:"Why the others would fail again; the most frequent reason first"`
}

type refusedInput struct {
	httpapi.CorporationPath
	DeviceID int64 `query:"deviceId" minimum:"0" doc:"0: all devices that the caller may see"`
	From     int64 `query:"from" minimum:"0" doc:"UTC ms; 0: a week ago"`
	To       int64 `query:"to" minimum:"0" doc:"UTC ms; 0: now"`
}

// longestRefused is the longest range of counts.
const longestRefused = 31 * 24 * time.Hour

func (s *server) refusedFrames() {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listRefusedFrames", Method: http.MethodGet, Path: "/corporations/{corporationId}/refused-frames", Tag: "devices",
		Need: httpapi.DevicePermission(access.Retrieve), Held: httpapi.Anywhere,
		Summary: "Undecodable frames by hour, reason and device",
		Detail:  "Counts the frames that listDeadFrames has: at most 2,000 of each device, without those that were replayed or dismissed. At most 31 days.",
	}, s.listRefusedFrames)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "previewReplay", Method: http.MethodPost, Path: "/corporations/{corporationId}/devices/{deviceId}/dead-frames/replay/preview", Tag: "devices",
		Need: httpapi.DevicePermission(access.Update), Unlogged: httpapi.ReadsOnly,
		Summary: "What a retry of undecodable frames would do",
		Detail:  "Counts frames, readings and measuring points, with the present configuration. Nothing is stored.",
	}, s.previewReplay)
}

func (s *server) listRefusedFrames(ctx context.Context, in *refusedInput) (*httpapi.Output[RefusedFrames], error) {
	if in.To == 0 {
		in.To = clock.Now().Truncate(time.Hour).Add(time.Hour).UnixMilli() // the whole of this hour
	}
	if in.From == 0 {
		in.From = max(0, in.To-7*24*time.Hour.Milliseconds())
	}
	if in.From >= in.To || in.To-in.From > longestRefused.Milliseconds() {
		return nil, errs.OnField("from", errs.OutOfRange, "min", in.To-longestRefused.Milliseconds(), "max", in.To-1)
	}
	counts, err := s.Frames.RefusedByHour(ctx, in.DeviceID, in.From, in.To)
	if err != nil {
		return nil, err
	}
	who := httpapi.CallerOf(ctx)
	reasons, devices := reasonCounts{}, map[int64]*RefusedDevice{}
	result := RefusedFrames{From: in.From, To: in.To, Hours: []RefusedCount{}}
	for _, c := range counts {
		d, known := s.Frames.Directory().ByID(c.Device)
		if !known || d.CorporationID != in.CorporationID || who.Require(httpapi.DevicePermission(access.Retrieve), d.ProjectID) != nil {
			continue
		}
		reasons.add(ctx, c.Reason, c.Count)
		if devices[d.ID] == nil {
			devices[d.ID] = &RefusedDevice{DeviceID: d.ID, SNCode: d.SNCode, Register: d.Register}
		}
		devices[d.ID].Count += c.Count
		devices[d.ID].Newest = max(devices[d.ID].Newest, c.Newest)
		last := len(result.Hours) - 1
		at := slices.IndexFunc(result.Hours[max(0, last-len(reasons)):], func(h RefusedCount) bool { return h.Time == c.Hour && h.Code == c.Reason.Code })
		if at >= 0 {
			result.Hours[max(0, last-len(reasons))+at].Count += c.Count
			continue
		}
		result.Hours = append(result.Hours, RefusedCount{Time: c.Hour, Code: c.Reason.Code, Count: c.Count})
	}
	result.Reasons = reasons.list()
	for _, d := range devices {
		result.Devices = append(result.Devices, *d)
	}
	slices.SortFunc(result.Devices, func(a, b RefusedDevice) int {
		if a.Count != b.Count {
			return int(b.Count - a.Count)
		}
		return int(a.DeviceID - b.DeviceID)
	})
	result.Devices = httpapi.ListOf(result.Devices, httpapi.AsIs)
	return httpapi.Reply(result), nil
}

func (s *server) previewReplay(ctx context.Context, in *replayInput) (*httpapi.Output[ReplayPreview], error) {
	list, err := s.Frames.Dead(ctx, in.DeviceID, in.entries())
	if err != nil {
		return nil, err
	}
	preview := ReplayPreview{Frames: len(list)}
	failed, points := reasonCounts{}, map[int64]bool{}
	for i := range list {
		trial, err := s.Frames.Try(ctx, list[i].Frame, nil)
		if err != nil {
			return nil, err
		}
		if trial.Refused != nil {
			failed.add(ctx, trial.Refused, 1)
		} else {
			preview.Decoded++
		}
		preview.Readings += len(trial.Rows)
		for r := range trial.Rows {
			preview.Values += len(trial.Rows[r].Values)
			reach, err := s.Trials.Reached(ctx, &trial.Rows[r], nil)
			if err != nil {
				return nil, err
			}
			for _, id := range reach.Points {
				points[id] = true
			}
		}
	}
	preview.Points, preview.Failed = len(points), failed.list()
	return httpapi.Reply(preview), nil
}

// entries returns the named frames; nil: all.
func (in *replayInput) entries() (only []ingest.Entry) {
	if in.Body != nil {
		for _, f := range in.Body.Frames {
			only = append(only, ingest.Entry{Seq: f.Seq, Index: f.Index})
		}
	}
	return only
}

// reasonCounts counts frames by the code of their reason.
type reasonCounts map[int]*RefusedReason

func (r reasonCounts) add(ctx context.Context, why *errs.Error, n int64) {
	if r[why.Code] == nil {
		lang := httpapi.LanguageOf(ctx)
		text := why.Text(lang)
		if fields := why.FieldTexts(lang); len(fields) > 0 {
			name := slices.Min(slices.Collect(maps.Keys(fields)))
			text = name + ": " + fields[name]
		}
		r[why.Code] = &RefusedReason{Code: why.Code, Text: text}
	}
	r[why.Code].Count += n
}

func (r reasonCounts) list() []RefusedReason {
	list := make([]RefusedReason, 0, len(r))
	for _, one := range r {
		list = append(list, *one)
	}
	slices.SortFunc(list, func(a, b RefusedReason) int {
		if a.Count != b.Count {
			return int(b.Count - a.Count)
		}
		return a.Code - b.Code
	})
	return list
}
