package fieldapi

import (
	"context"
	"encoding/base64"
	"net/http"
	"regexp"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/field/ingest"
	"plumbline/internal/field/ingest/files"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
)

// Frames gives access to stored frames and imports; ingest.Service implements it.
type Frames interface {
	files.Importer
	Frames(ctx context.Context, device int64, before ingest.Entry, limit int) (frames []ingest.Logged, more ingest.Entry, err error)
	DeadFrames(ctx context.Context, device int64, before ingest.Entry, limit int) ([]ingest.DeadLetter, error)
	// Replay parses dead frames of a device again, the named ones or all, and returns how many were stored.
	Replay(ctx context.Context, device int64, only []ingest.Entry) (revived int, failed []ingest.DeadLetter, err error)
	// Dead returns dead frames of a device, oldest first: the named ones, or all.
	Dead(ctx context.Context, device int64, only []ingest.Entry) ([]ingest.DeadLetter, error)
	// RefusedByHour counts dead frames by hour, device and reason; device 0: all.
	RefusedByHour(ctx context.Context, device, from, to int64) ([]ingest.RefusedHour, error)
	// Dismiss deletes dead frames of a device.
	Dismiss(ctx context.Context, device int64, frames []ingest.Entry) (gone int, err error)
	// Try decodes a frame of a device without storing it; draft may be nil.
	Try(ctx context.Context, f ingest.Frame, draft *ingest.Draft) (ingest.Trial, error)
	// Watch sends the frames of a device as they come, until ctx ends.
	Watch(ctx context.Context, device int64) <-chan ingest.Logged
	// Pictures returns the pictures of a device, newest first, before a time (UTC ms; 0: from the newest).
	Pictures(ctx context.Context, device, before int64, limit int) ([]ingest.Picture, error)
	// Picture returns the content of a picture, a JPEG; false if there is none of that time.
	Picture(ctx context.Context, device, time int64) (content []byte, found bool, err error)
	// Records returns the vibration records of a device that began in [from, before), newest first.
	Records(ctx context.Context, device, from, before int64, limit int) ([]ingest.Record, error)
	// Record returns a vibration record of a device; false if there is none of that channel and time.
	Record(ctx context.Context, device int64, channel int32, time int64) (ingest.Record, bool, error)
	// Attempts signals attempts of devices to connect.
	Attempts() *ingest.Attempts
	// Directory returns the devices with a register ID.
	Directory() *ingest.Directory
}

// Frame is a message from or to a device, byte for byte, except the signature of a download link.
type Frame struct {
	Seq       int64  `json:"seq" doc:"Position in the journal"`
	Index     int32  `json:"index"`
	Register  string `json:"register"`
	Transport string `json:"transport" enum:"mqtt,http,file,tcp,udp,serial"`
	Kind      string `json:"kind" enum:"up,status,down,part,polled,stray,refused,unanswered,late" doc:"polled: sent and answered; refused: in the answer"`
	Received  int64  `json:"received" doc:"UTC ms"`
	Text      string `json:"text" doc:"The payload, if it is text"`
	Base64    string `json:"base64" doc:"The payload, if it is not text"`
}

// FramePage is a page of a device's frames, newest first.
type FramePage struct {
	List []LiveFrame `json:"list"`
	More *Before     `json:"more" doc:"Cursor of the next page; null at the end"`
}

// TransformSchema documents that there may be no further page.
func (FramePage) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return httpapi.Nullable(s, "more")
}

// Before is a position in the journal.
type Before struct {
	Seq   int64 `json:"seq"`
	Index int32 `json:"index"`
}

// DeadFrame is a frame that could not be turned into readings.
type DeadFrame struct {
	Frame
	Reason string            `json:"reason" doc:"In the caller's language"`
	Code   int               `json:"code" doc:"Of the error catalog"`
	Fields map[string]string `json:"fields,omitempty" doc:"Errors by field"`
}

type frameInput struct {
	httpapi.DevicePath
	Seq   int64 `query:"seq" minimum:"0" doc:"Older than this position; 0: from the newest"`
	Index int32 `query:"index" minimum:"0"`
	Limit int   `query:"limit" minimum:"1" maximum:"200" default:"50"`
}

type frameLogInput struct {
	httpapi.DevicePath
	Seq    int64 `query:"seq" minimum:"0" doc:"Older than this position; 0: from the newest"`
	Index  int32 `query:"index" minimum:"0"`
	Limit  int   `query:"limit" minimum:"1" maximum:"200" default:"50"`
	Decode bool  `query:"decode" doc:"With the decoded content of each frame"`
}

// Replayed is the outcome of parsing dead frames again.
type Replayed struct {
	Count  int         `json:"count" doc:"Frames that became readings"`
	Failed []StillDead `json:"failed" doc:"Frames that failed again"`
}

// StillDead is a dead frame that failed again, with the reason.
type StillDead struct {
	Before
	Reason string `json:"reason" doc:"In the caller's language"`
	Code   int    `json:"code" doc:"Of the error catalog"`
}

type dismissInput struct {
	httpapi.DevicePath
	Body struct {
		Frames []Before `json:"frames" minItems:"1" maxItems:"2000" doc:"Positions of the frames"`
	}
}

type replayInput struct {
	httpapi.DevicePath
	Body *struct {
		Frames []Before `json:"frames,omitempty" maxItems:"2000" doc:"Positions of the frames; omitted: all"`
	}
}

// signature makes a download link valid; it is secret.
var signature = regexp.MustCompile(`sign=[\w-]+`)

func (s *server) frames() {
	const one = "/corporations/{corporationId}/devices/{deviceId}"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listFrames", Method: http.MethodGet, Path: one + "/frames", Tag: "devices", Need: httpapi.DevicePermission(access.Retrieve),
		Summary: "Last frames of a device, newest first",
	}, s.listFrames)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listDeadFrames", Method: http.MethodGet, Path: one + "/dead-frames", Tag: "devices", Need: httpapi.DevicePermission(access.Retrieve),
		Summary: "Frames of a device that could not be decoded, with the reason", Detail: "Newest first.",
	}, s.listDeadFrames)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "replayDeadFrames", Method: http.MethodPost, Path: one + "/dead-frames/replay", Tag: "devices", Need: httpapi.DevicePermission(access.Update),
		Summary: "Retry undecodable frames of a device",
		Detail:  "For use after the configuration was corrected. Retries the listed frames, or all if none are listed. A frame that fails again does not block the others.",
	}, s.replayDeadFrames)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "dismissDeadFrames", Method: http.MethodPost, Path: one + "/dead-frames/dismiss", Tag: "devices", Need: httpapi.DevicePermission(access.Update),
		Summary: "Remove undecodable frames of a device from the list",
		Detail:  "For frames that will never become readings, such as empty ones. The journal keeps the original frames.",
	}, s.dismissDeadFrames)
}

func (s *server) listFrames(ctx context.Context, in *frameLogInput) (*httpapi.Output[FramePage], error) {
	list, more, err := s.Frames.Frames(ctx, in.DeviceID, ingest.Entry{Seq: in.Seq, Index: in.Index}, in.Limit)
	page := FramePage{List: httpapi.ListOf(list, func(l ingest.Logged) LiveFrame { return LiveFrame{Frame: frameOf(l)} })}
	for i := 0; in.Decode && err == nil && i < len(list); i++ {
		page.List[i].Decoded, err = s.decoded(ctx, list[i])
	}
	if more != (ingest.Entry{}) {
		page.More = &Before{more.Seq, more.Index}
	}
	return httpapi.Reply(page), err
}

func (s *server) listDeadFrames(ctx context.Context, in *frameInput) (*httpapi.Output[httpapi.List[DeadFrame]], error) {
	list, err := s.Frames.DeadFrames(ctx, in.DeviceID, ingest.Entry{Seq: in.Seq, Index: in.Index}, in.Limit)
	lang := httpapi.LanguageOf(ctx)
	return httpapi.ReplyList(list, func(d ingest.DeadLetter) DeadFrame {
		return DeadFrame{Frame: frameOf(d.Logged), Reason: d.Reason.Text(lang), Code: d.Reason.Code, Fields: d.Reason.FieldTexts(lang)}
	}), err
}

func (s *server) replayDeadFrames(ctx context.Context, in *replayInput) (*httpapi.Output[Replayed], error) {
	d, err := s.Devices.Get(ctx, httpapi.CallerOf(ctx).Scope, in.DeviceID)
	if err != nil {
		return nil, err
	}
	n, failed, err := s.Frames.Replay(ctx, in.DeviceID, in.entries())
	if err != nil {
		return nil, err
	}
	lang := httpapi.LanguageOf(ctx)
	still := httpapi.ListOf(failed, func(f ingest.DeadLetter) StillDead {
		return StillDead{Before{f.Seq, f.Index}, f.Reason.Text(lang), f.Reason.Code}
	})
	return httpapi.Reply(Replayed{n, still}), s.LogDevice(ctx, d, "replay", map[string]any{"count": n, "failed": len(still)})
}

func (s *server) dismissDeadFrames(ctx context.Context, in *dismissInput) (*httpapi.Output[httpapi.Counted], error) {
	d, err := s.Devices.Get(ctx, httpapi.CallerOf(ctx).Scope, in.DeviceID)
	if err != nil {
		return nil, err
	}
	n, err := s.Frames.Dismiss(ctx, in.DeviceID, httpapi.ListOf(in.Body.Frames, func(f Before) ingest.Entry {
		return ingest.Entry{Seq: f.Seq, Index: f.Index}
	}))
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(httpapi.Counted{Count: n}), s.LogDevice(ctx, d, "dismiss", map[string]any{"count": n})
}

func frameOf(l ingest.Logged) Frame {
	f := Frame{
		Seq: l.Seq, Index: l.Index, Register: l.Register, Transport: l.Transport.String(), Kind: l.Kind.String(), Received: l.Received,
	}
	if utf8.Valid(l.Payload) {
		f.Text = string(l.Payload)
		if l.Kind == ingest.Down {
			f.Text = signature.ReplaceAllString(f.Text, "sign=***")
		}
	} else {
		f.Base64 = base64.StdEncoding.EncodeToString(l.Payload)
	}
	return f
}
