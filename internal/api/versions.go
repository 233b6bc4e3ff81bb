package api

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/core/dated"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
)

// AspectValue is the value of a version; its shape depends on the aspect.
type AspectValue json.RawMessage

// MarshalJSON writes the value as it is.
func (v AspectValue) MarshalJSON() ([]byte, error) {
	if len(v) == 0 {
		return []byte("null"), nil
	}
	return v, nil
}

// UnmarshalJSON keeps the value as it is.
func (v *AspectValue) UnmarshalJSON(data []byte) error {
	*v = append((*v)[:0], data...)
	return nil
}

// Schema documents the value as an object: what it must hold is checked by aspect.
func (AspectValue) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeObject, AdditionalProperties: true,
		Description: "By aspect: binding PointBinding, formula PointFormula, initial PointInitial, processor PointProcessor, collect PointCollect, " +
			"thresholds AlarmThresholds, engineering PointEngineering, chart PointCharts; coefficients DeviceCoefficients, geometry DeviceGeometry, ranges DeviceRanges, connection DeviceConnection, channels DeviceChannels, " +
			"basic DeviceBasic, hem DeviceHem, chart DeviceChart, pam DevicePam, gdmAngle DeviceGDMAngle, resolve DeviceResolve",
	}
}

// VersionDraft is a version that is to be recorded.
type VersionDraft struct {
	Aspect    string      `json:"aspect" minLength:"1" maxLength:"20" example:"formula"`
	ValidFrom int64       `json:"validFrom" doc:"UTC ms"`
	Value     AspectValue `json:"value"`
	Note      string      `json:"note,omitempty" maxLength:"500"`
}

func (d VersionDraft) draft() dated.Draft {
	return dated.Draft{Aspect: d.Aspect, ValidFrom: d.ValidFrom, Value: json.RawMessage(d.Value), Note: d.Note}
}

// Version is one version of one aspect. It holds until the next one of its aspect
// begins; superseded ones are kept.
type Version struct {
	ID           int64       `json:"id"`
	Aspect       string      `json:"aspect"`
	ValidFrom    int64       `json:"validFrom" doc:"UTC ms"`
	Value        AspectValue `json:"value"`
	Note         string      `json:"note"`
	RecordedAt   int64       `json:"recordedAt" doc:"UTC ms"`
	RecordedBy   int64       `json:"recordedBy" doc:"Account; 0: the program"`
	SupersededAt int64       `json:"supersededAt" doc:"UTC ms; 0 while it stands"`
	SupersededBy int64       `json:"supersededBy" doc:"Account; 0 while it stands"`
	UpdateTips   string      `json:"updateTips,omitempty" doc:"Of a collection that was changed: when the device will apply it, or that it is to be set on site"`
}

func versionOf(r dated.Record) Version {
	return Version{
		ID: r.ID, Aspect: r.Aspect, ValidFrom: r.ValidFrom, Value: AspectValue(r.Value), Note: r.Note, RecordedAt: r.RecordedAt,
		RecordedBy: r.RecordedBy, SupersededAt: r.SupersededAt, SupersededBy: r.SupersededBy,
	}
}

// versionCalls are the calls for the dated configuration of a point or a device.
type versionCalls struct {
	owner, base, tag string
	need             func(access.Action) access.Permission
	list             func(ctx context.Context, id int64, aspect string) ([]dated.Record, error)
	record           func(ctx context.Context, id int64, d dated.Draft) (dated.Record, error)
	mend             func(ctx context.Context, id, version int64, d dated.Draft) (dated.Record, error)
	supersede        func(ctx context.Context, id, version int64, note string) (dated.Record, error)
	preview          func(ctx context.Context, id, version int64, d dated.Draft) (Consequences, error)
	// without is what taking a version out of force would change.
	without func(ctx context.Context, id int64, version dated.Record) (Consequences, error)
	// changed is done after a version was recorded, mended or taken away, and says what
	// becomes of it; nil: nothing.
	changed func(ctx context.Context, id int64, version dated.Record) (tips string, err error)
}

// answered is the answer to a change, with what becomes of it.
func (c versionCalls) answered(ctx context.Context, id int64, r dated.Record, err error) (*output[Version], error) {
	shown := versionOf(r)
	if err == nil && c.changed != nil {
		shown.UpdateTips, err = c.changed(ctx, id, r)
	}
	return answer(shown), err
}

type versionList struct {
	Aspect string `query:"aspect" maxLength:"20" doc:"Empty: all"`
}

type versionBody struct{ Body VersionDraft }

type VersionPath struct {
	VersionID int64 `path:"versionId" minimum:"1"`
}

type versionMend struct {
	VersionPath
	Body VersionMend
}

// VersionMend is what takes the place of a version.
type VersionMend struct {
	ValidFrom int64       `json:"validFrom" doc:"UTC ms"`
	Value     AspectValue `json:"value"`
	Note      string      `json:"note,omitempty" maxLength:"500"`
}

type versionSupersede struct {
	VersionPath
	Note string `query:"note" maxLength:"500"`
}

type versionPreview struct {
	Body struct {
		VersionDraft
		Supersedes int64 `json:"supersedes,omitempty" minimum:"0" doc:"The version that it would mend; 0: none"`
	}
}

func (s *server) versions(c versionCalls) {
	owner := func(ctx context.Context) int64 {
		if at := callerOf(ctx).place; at.point != 0 {
			return at.point
		}
		return callerOf(ctx).place.device
	}
	path := c.base + "/versions"
	register(s, operation{
		id: "list" + c.owner + "Versions", method: http.MethodGet, path: path, tag: c.tag, need: c.need(access.Retrieve),
		summary: "Versions of the configuration, superseded ones too",
	}, func(ctx context.Context, in *versionList) (*output[List[Version]], error) {
		records, err := c.list(ctx, owner(ctx), in.Aspect)
		return listAnswer(records, versionOf), err
	})
	register(s, operation{
		id: "record" + c.owner + "Version", method: http.MethodPost, path: path, tag: c.tag, need: c.need(access.Update), status: http.StatusCreated,
		summary: "Record a version that is valid from a time on", detail: "Everything that depends on it is computed again from that time on.",
	}, func(ctx context.Context, in *versionBody) (*output[Version], error) {
		r, err := c.record(ctx, owner(ctx), in.Body.draft())
		return c.answered(ctx, owner(ctx), r, err)
	})
	register(s, operation{
		id: "mend" + c.owner + "Version", method: http.MethodPut, path: path + "/{versionId}", tag: c.tag, need: c.need(access.Update),
		summary: "Record a version in the place of another, which is kept as superseded",
	}, func(ctx context.Context, in *versionMend) (*output[Version], error) {
		r, err := c.mend(ctx, owner(ctx), in.VersionID, dated.Draft{ValidFrom: in.Body.ValidFrom, Value: json.RawMessage(in.Body.Value), Note: in.Body.Note})
		return c.answered(ctx, owner(ctx), r, err)
	})
	register(s, operation{
		id: "supersede" + c.owner + "Version", method: http.MethodDelete, path: path + "/{versionId}", tag: c.tag, need: c.need(access.Update),
		summary: "Take a version out of force without another in its place",
	}, func(ctx context.Context, in *versionSupersede) (*output[Version], error) {
		r, err := c.supersede(ctx, owner(ctx), in.VersionID, in.Note)
		return c.answered(ctx, owner(ctx), r, err)
	})
	register(s, operation{
		id: "preview" + c.owner + "Version", method: http.MethodPost, path: path + "/preview", tag: c.tag, need: c.need(access.Update), unlogged: asks,
		summary: "What a version would change, without recording it",
	}, func(ctx context.Context, in *versionPreview) (*output[Consequences], error) {
		if len(in.Body.Value) == 0 {
			return nil, fault.OnField("value", fault.Empty)
		}
		found, err := c.preview(ctx, owner(ctx), in.Body.Supersedes, in.Body.draft())
		return answer(found), err
	})
	register(s, operation{
		id: "previewSupersede" + c.owner + "Version", method: http.MethodPost, path: path + "/{versionId}/preview", tag: c.tag, need: c.need(access.Update), unlogged: asks,
		summary: "What taking a version out of force would change, without doing it",
	}, func(ctx context.Context, in *VersionPath) (*output[Consequences], error) {
		records, err := c.list(ctx, owner(ctx), "")
		if err != nil {
			return nil, err
		}
		for _, r := range records {
			if r.ID != in.VersionID {
				continue
			}
			if r.SupersededAt != 0 {
				return nil, fault.New(fault.Changed)
			}
			found, err := c.without(ctx, owner(ctx), r)
			return answer(found), err
		}
		return nil, fault.New(fault.NothingHere)
	})
}
