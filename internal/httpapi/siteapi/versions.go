package siteapi

import (
	"context"
	"encoding/json"
	"net/http"

	"plumbline/internal/core/timeline"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/preview"
)

// VersionDraft is a version to record.
type VersionDraft struct {
	Aspect    string              `json:"aspect" minLength:"1" maxLength:"20" example:"formula"`
	ValidFrom int64               `json:"validFrom" doc:"UTC ms"`
	Value     httpapi.AspectValue `json:"value"`
	Note      string              `json:"note,omitempty" maxLength:"500"`
}

func (d VersionDraft) draft() timeline.Draft {
	return timeline.Draft{Aspect: d.Aspect, ValidFrom: d.ValidFrom, Value: json.RawMessage(d.Value), Note: d.Note}
}

// Version is one version of one aspect. It applies until the next one starts; superseded ones are kept.
type Version struct {
	ID           int64               `json:"id"`
	Aspect       string              `json:"aspect"`
	ValidFrom    int64               `json:"validFrom" doc:"UTC ms"`
	Value        httpapi.AspectValue `json:"value"`
	Note         string              `json:"note"`
	RecordedAt   int64               `json:"recordedAt" doc:"UTC ms"`
	RecordedBy   int64               `json:"recordedBy" doc:"Account; 0: the program"`
	SupersededAt int64               `json:"supersededAt" doc:"UTC ms; 0 while in force"`
	SupersededBy int64               `json:"supersededBy" doc:"Account; 0 while in force"`
	UpdateTips   string              `json:"updateTips,omitempty" doc:"For a changed collection: when the device will apply it, or that it must be set on site"`
}

func versionOf(r timeline.Record) Version {
	return Version{
		ID: r.ID, Aspect: r.Aspect, ValidFrom: r.ValidFrom, Value: httpapi.AspectValue(r.Value), Note: r.Note, RecordedAt: r.RecordedAt,
		RecordedBy: r.RecordedBy, SupersededAt: r.SupersededAt, SupersededBy: r.SupersededBy,
	}
}

// versionCalls are the calls about the versioned configuration of a point or device.
type versionCalls struct {
	owner, base, tag string
	// Bodies that record and correct a version, for the document and the tests.
	example, corrected string
	need               func(access.Action) access.Permission
	list               func(ctx context.Context, id int64, aspect string) ([]timeline.Record, error)
	record             func(ctx context.Context, id int64, d timeline.Draft) (timeline.Record, error)
	correct            func(ctx context.Context, id, version int64, d timeline.Draft) (timeline.Record, error)
	supersede          func(ctx context.Context, id, version int64, note string) (timeline.Record, error)
	preview            func(ctx context.Context, id, version int64, d timeline.Draft) (preview.Consequences, error)
	// without returns the effect of revoking a version.
	without func(ctx context.Context, id int64, version timeline.Record) (preview.Consequences, error)
	// changed runs after a version was recorded, corrected or revoked, and returns the outcome; may be nil.
	changed func(ctx context.Context, id int64, version timeline.Record) (tips string, err error)
}

// answered returns the response to a change, with its outcome.
func (c versionCalls) answered(ctx context.Context, id int64, r timeline.Record, err error) (*httpapi.Output[Version], error) {
	shown := versionOf(r)
	if err == nil && c.changed != nil {
		shown.UpdateTips, err = c.changed(ctx, id, r)
	}
	return httpapi.Reply(shown), err
}

type versionList struct {
	Aspect string `query:"aspect" maxLength:"20" doc:"Empty: all"`
}

type versionBody struct{ Body VersionDraft }

type VersionPath struct {
	VersionID int64 `path:"versionId" minimum:"1"`
}

type versionCorrection struct {
	VersionPath
	Body VersionCorrection
}

// VersionCorrection replaces a version.
type VersionCorrection struct {
	ValidFrom int64               `json:"validFrom" doc:"UTC ms"`
	Value     httpapi.AspectValue `json:"value"`
	Note      string              `json:"note,omitempty" maxLength:"500"`
}

type versionSupersede struct {
	VersionPath
	Note string `query:"note" maxLength:"500"`
}

type versionPreview struct {
	Body struct {
		VersionDraft
		Supersedes int64 `json:"supersedes,omitempty" minimum:"0" doc:"The version that it would correct; 0: none"`
	}
}

func (s *server) versions(c versionCalls) {
	owner := func(ctx context.Context) int64 {
		if at := httpapi.CallerOf(ctx).Target; at.Point != 0 {
			return at.Point
		}
		return httpapi.CallerOf(ctx).Target.Device
	}
	path := c.base + "/versions"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "list" + c.owner + "Versions", Method: http.MethodGet, Path: path, Tag: c.tag, Need: c.need(access.Retrieve),
		Summary: "Versions of the configuration, including superseded ones",
	}, func(ctx context.Context, in *versionList) (*httpapi.Output[httpapi.List[Version]], error) {
		records, err := c.list(ctx, owner(ctx), in.Aspect)
		return httpapi.ReplyList(records, versionOf), err
	})
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "record" + c.owner + "Version", Method: http.MethodPost, Path: path, Tag: c.tag, Need: c.need(access.Update), Status: http.StatusCreated,
		Summary: "Record a version valid from a time on", Detail: "Everything that depends on it is recomputed from that time on.",
		Example: c.example,
	}, func(ctx context.Context, in *versionBody) (*httpapi.Output[Version], error) {
		r, err := c.record(ctx, owner(ctx), in.Body.draft())
		return c.answered(ctx, owner(ctx), r, err)
	})
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "mend" + c.owner + "Version", Method: http.MethodPut, Path: path + "/{versionId}", Tag: c.tag, Need: c.need(access.Update),
		Summary: "Correct a version; the old one is kept as superseded", Example: c.corrected,
	}, func(ctx context.Context, in *versionCorrection) (*httpapi.Output[Version], error) {
		r, err := c.correct(ctx, owner(ctx), in.VersionID,
			timeline.Draft{ValidFrom: in.Body.ValidFrom, Value: json.RawMessage(in.Body.Value), Note: in.Body.Note})
		return c.answered(ctx, owner(ctx), r, err)
	})
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "supersede" + c.owner + "Version", Method: http.MethodDelete, Path: path + "/{versionId}", Tag: c.tag, Need: c.need(access.Update),
		Summary: "Revoke a version without replacing it",
	}, func(ctx context.Context, in *versionSupersede) (*httpapi.Output[Version], error) {
		r, err := c.supersede(ctx, owner(ctx), in.VersionID, in.Note)
		return c.answered(ctx, owner(ctx), r, err)
	})
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "preview" + c.owner + "Version", Method: http.MethodPost, Path: path + "/preview", Tag: c.tag,
		Need: c.need(access.Update), Unlogged: httpapi.ReadsOnly,
		Summary: "Preview a version", Example: c.example,
	}, func(ctx context.Context, in *versionPreview) (*httpapi.Output[preview.Consequences], error) {
		if len(in.Body.Value) == 0 {
			return nil, errs.OnField("value", errs.Empty)
		}
		found, err := c.preview(ctx, owner(ctx), in.Body.Supersedes, in.Body.draft())
		return httpapi.Reply(found), err
	})
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "previewSupersede" + c.owner + "Version", Method: http.MethodPost, Path: path + "/{versionId}/preview",
		Tag: c.tag, Need: c.need(access.Update), Unlogged: httpapi.ReadsOnly,
		Summary: "Preview revoking a version",
	}, func(ctx context.Context, in *VersionPath) (*httpapi.Output[preview.Consequences], error) {
		records, err := c.list(ctx, owner(ctx), "")
		if err != nil {
			return nil, err
		}
		for _, r := range records {
			if r.ID != in.VersionID {
				continue
			}
			if r.SupersededAt != 0 {
				return nil, errs.New(errs.Changed)
			}
			found, err := c.without(ctx, owner(ctx), r)
			return httpapi.Reply(found), err
		}
		return nil, errs.New(errs.NothingHere)
	})
}
