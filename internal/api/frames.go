package api

import (
	"context"
	"encoding/base64"
	"net/http"
	"regexp"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/field/intake"
	"plumbline/internal/field/intake/files"
	"plumbline/internal/platform/access"
)

// Frames is what the intake keeps of what devices sent, and where files go in;
// package intake has it.
type Frames interface {
	files.Importer
	Frames(ctx context.Context, device int64, before intake.Entry, limit int) (frames []intake.Logged, more intake.Entry, err error)
	DeadFrames(ctx context.Context, device int64, before intake.Entry, limit int) ([]intake.Dead, error)
	// Replay decodes dead frames of a device again, those named or else all, and answers how many became readings.
	Replay(ctx context.Context, device int64, only []intake.Entry) (revived int, failed []intake.Dead, err error)
	// Dismiss removes dead frames of a device.
	Dismiss(ctx context.Context, device int64, frames []intake.Entry) (gone int, err error)
	// Try decodes a frame of a device, and stores nothing.
	Try(ctx context.Context, f intake.Frame) (intake.Trial, error)
	// Watch gives the frames of a device as they are stored, until ctx ends.
	Watch(ctx context.Context, device int64) <-chan intake.Logged
	// Refusals is who was turned away, Directory who has a register.
	Refusals() *intake.Refusals
	// Attempts is how devices tried to reach the platform lately.
	Attempts() *intake.Attempts
	Directory() *intake.Directory
}

// Frame is what a device sent, or was sent, byte for byte; but for the signature of a link to a file.
type Frame struct {
	Seq       int64  `json:"seq" doc:"Place in the journal"`
	Index     int32  `json:"index"`
	Register  string `json:"register"`
	Transport string `json:"transport" enum:"mqtt,http,file"`
	Kind      string `json:"kind" enum:"up,status,down"`
	Received  int64  `json:"received" doc:"UTC ms"`
	Text      string `json:"text" doc:"The payload, when it is text"`
	Base64    string `json:"base64" doc:"The payload, when it is not"`
}

// FramePage is a piece of a device's frames, newest first.
type FramePage struct {
	List []LiveFrame `json:"list"`
	More *Before     `json:"more" doc:"What to ask for next; null at the end"`
}

// TransformSchema documents that there may be no more.
func (FramePage) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return orNull(s, "more")
}

// Before is a place in the journal.
type Before struct {
	Seq   int64 `json:"seq"`
	Index int32 `json:"index"`
}

// DeadFrame is a frame that could not become readings.
type DeadFrame struct {
	Frame
	Reason string            `json:"reason" doc:"In the caller's language"`
	Code   int               `json:"code" doc:"Of the error catalogue"`
	Fields map[string]string `json:"fields,omitempty" doc:"What is wrong with which field"`
}

type frameInput struct {
	DevicePath
	Seq   int64 `query:"seq" minimum:"0" doc:"Older than this place; 0: from the newest"`
	Index int32 `query:"index" minimum:"0"`
	Limit int   `query:"limit" minimum:"1" maximum:"200" default:"50"`
}

type frameLogInput struct {
	DevicePath
	Seq    int64 `query:"seq" minimum:"0" doc:"Older than this place; 0: from the newest"`
	Index  int32 `query:"index" minimum:"0"`
	Limit  int   `query:"limit" minimum:"1" maximum:"200" default:"50"`
	Decode bool  `query:"decode" doc:"With what each frame says"`
}

// Replayed is what came of trying dead frames again.
type Replayed struct {
	Count  int         `json:"count" doc:"Frames that became readings"`
	Failed []StillDead `json:"failed" doc:"Frames that could not be read again"`
}

// StillDead is a dead frame that failed again, and why.
type StillDead struct {
	Before
	Reason string `json:"reason" doc:"In the caller's language"`
	Code   int    `json:"code" doc:"Of the error catalogue"`
}

type dismissInput struct {
	DevicePath
	Body struct {
		Frames []Before `json:"frames" minItems:"1" maxItems:"2000" doc:"Places of the frames"`
	}
}

type replayInput struct {
	DevicePath
	Body *struct {
		Frames []Before `json:"frames,omitempty" maxItems:"2000" doc:"Places of the frames; left out: all"`
	}
}

// signature is what makes a link to a file good; it is the device's alone.
var signature = regexp.MustCompile(`sign=[\w-]+`)

func (s *server) frames() {
	const one = "/corporations/{corporationId}/devices/{deviceId}"
	register(s, operation{
		id: "listFrames", method: http.MethodGet, path: one + "/frames", tag: "devices", need: deviceNeed(access.Retrieve),
		summary: "Last frames of a device, newest first",
	}, func(ctx context.Context, in *frameLogInput) (*output[FramePage], error) {
		list, more, err := s.Frames.Frames(ctx, in.DeviceID, intake.Entry{Seq: in.Seq, Index: in.Index}, in.Limit)
		page := FramePage{List: listOf(list, func(l intake.Logged) LiveFrame { return LiveFrame{Frame: frameOf(l)} })}
		for i := 0; in.Decode && err == nil && i < len(list); i++ {
			page.List[i].Decoded, err = s.decoded(ctx, list[i])
		}
		if more != (intake.Entry{}) {
			page.More = &Before{more.Seq, more.Index}
		}
		return answer(page), err
	})
	register(s, operation{
		id: "listDeadFrames", method: http.MethodGet, path: one + "/dead-frames", tag: "devices", need: deviceNeed(access.Retrieve),
		summary: "Frames of a device that could not become readings, with the reason", detail: "Newest first.",
	}, func(ctx context.Context, in *frameInput) (*output[List[DeadFrame]], error) {
		list, err := s.Frames.DeadFrames(ctx, in.DeviceID, intake.Entry{Seq: in.Seq, Index: in.Index}, in.Limit)
		lang := languageOf(ctx)
		return listAnswer(list, func(d intake.Dead) DeadFrame {
			return DeadFrame{Frame: frameOf(d.Logged), Reason: d.Reason.Text(lang), Code: d.Reason.Code, Fields: d.Reason.FieldTexts(lang)}
		}), err
	})
	register(s, operation{
		id: "replayDeadFrames", method: http.MethodPost, path: one + "/dead-frames/replay", tag: "devices", need: deviceNeed(access.Update),
		summary: "Try dead frames of a device again", detail: "After its configuration was corrected: those that are named, or else all. One that fails again holds up no other.",
	}, func(ctx context.Context, in *replayInput) (*output[Replayed], error) {
		d, err := s.Devices.Get(ctx, callerOf(ctx).scope, in.DeviceID)
		if err != nil {
			return nil, err
		}
		var only []intake.Entry
		if in.Body != nil {
			for _, f := range in.Body.Frames {
				only = append(only, intake.Entry{Seq: f.Seq, Index: f.Index})
			}
		}
		n, failed, err := s.Frames.Replay(ctx, in.DeviceID, only)
		if err != nil {
			return nil, err
		}
		lang := languageOf(ctx)
		still := listOf(failed, func(f intake.Dead) StillDead {
			return StillDead{Before{f.Seq, f.Index}, f.Reason.Text(lang), f.Reason.Code}
		})
		return answer(Replayed{n, still}), s.logOutside(ctx, d, "replay", map[string]any{"count": n, "failed": len(still)})
	})
	register(s, operation{
		id: "dismissDeadFrames", method: http.MethodPost, path: one + "/dead-frames/dismiss", tag: "devices", need: deviceNeed(access.Update),
		summary: "Remove dead frames of a device from the list", detail: "Frames that will never become readings, such as empty ones. The journal keeps what was sent.",
	}, func(ctx context.Context, in *dismissInput) (*output[Counted], error) {
		d, err := s.Devices.Get(ctx, callerOf(ctx).scope, in.DeviceID)
		if err != nil {
			return nil, err
		}
		n, err := s.Frames.Dismiss(ctx, in.DeviceID, listOf(in.Body.Frames, func(f Before) intake.Entry { return intake.Entry{Seq: f.Seq, Index: f.Index} }))
		if err != nil {
			return nil, err
		}
		return answer(Counted{n}), s.logOutside(ctx, d, "dismiss", map[string]any{"count": n})
	})
}

func frameOf(l intake.Logged) Frame {
	f := Frame{
		Seq: l.Seq, Index: l.Index, Register: l.Register, Transport: l.Transport.String(), Kind: l.Kind.String(), Received: l.Received,
	}
	if utf8.Valid(l.Payload) {
		f.Text = string(l.Payload)
		if l.Kind == intake.Down {
			f.Text = signature.ReplaceAllString(f.Text, "sign=***")
		}
	} else {
		f.Base64 = base64.StdEncoding.EncodeToString(l.Payload)
	}
	return f
}
