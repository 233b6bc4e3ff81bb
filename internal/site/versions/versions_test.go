package versions_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/exclusion"
	"plumbline/internal/site/versions"
)

type (
	aspect string
	pipe   struct{ id int64 }
)

// tables keeps the versions of pipe 1 in memory.
type tables struct {
	records []timeline.Record
	inside  bool
}

func (s *tables) Exclusively(ctx context.Context, _ exclusion.Owners, do func(context.Context) error) error {
	s.inside = true
	defer func() { s.inside = false }()
	return do(ctx)
}

func (s *tables) VersionsOf(context.Context, access.Scope, timeline.OwnerKind, int64) ([]timeline.Record, error) {
	return slices.Clone(s.records), nil
}

func (s *tables) RecordVersion(_ context.Context, _ audit.Actor, kind timeline.OwnerKind, id int64,
	draft timeline.Draft, supersedes int64,
) (timeline.Record, error) {
	if !s.inside {
		return timeline.Record{}, errors.New("recorded without the lock")
	}
	var r timeline.Record
	for i := range s.records {
		if s.records[i].ID == supersedes {
			s.records[i].SupersededAt = 1
			r = s.records[i]
		}
	}
	if draft.Value == nil {
		return r, nil
	}
	r = timeline.Record{OwnerKind: kind, OwnerID: id, Aspect: draft.Aspect}
	r.ID, r.ValidFrom, r.Value, r.Note = int64(len(s.records)+1), draft.ValidFrom, draft.Value, draft.Note
	s.records = append(s.records, r)
	return r, nil
}

// service manages the versions of pipes: "width" is a number below 10, "key" is a secret, and no width may be revoked
// while locked is set.
func service(s *tables, locked *bool) *versions.Service[pipe, aspect] {
	return versions.New(s, versions.Rules[pipe, aspect]{
		Kind: "pipe", Aspects: []aspect{"width", "key"},
		Find: func(_ context.Context, _ access.Scope, id int64) (pipe, error) {
			if id != 1 {
				return pipe{}, errs.New(errs.NothingHere)
			}
			return pipe{id}, nil
		},
		CheckValue: func(_ context.Context, _ pipe, _ []timeline.Record, draft timeline.Draft, _ int64) error {
			if draft.Aspect == "key" {
				return nil
			}
			return versions.Decoded(draft.Value, func(v struct{ Width int }) error {
				if v.Width >= 10 {
					return errs.OnField("width", errs.OutOfRange, "min", 0, "max", 9)
				}
				return nil
			})
		},
		CheckRevoked: func(_ context.Context, _ pipe, revoked timeline.Record) error {
			if *locked && revoked.Aspect == "width" {
				return errs.OnField("width", errs.ChannelTaken)
			}
			return nil
		},
		Seal: func(a aspect, value, before json.RawMessage) (json.RawMessage, error) {
			if a != "key" || string(value) != `"***"` {
				return value, nil
			}
			if before == nil {
				return nil, errs.OnField("secret", errs.SecretAnew)
			}
			return before, nil
		},
		Show: func(a aspect, value json.RawMessage) (json.RawMessage, error) {
			if a == "key" {
				return json.RawMessage(`"***"`), nil
			}
			return value, nil
		},
	})
}

var (
	ctx = context.Background()
	who audit.Actor
)

func draft(a, value string, from int64) timeline.Draft {
	return timeline.Draft{Aspect: a, ValidFrom: from, Value: json.RawMessage(value)}
}

// refused checks the message and the field of an error.
func refused(t *testing.T, err error, want *errs.Message, field string) {
	t.Helper()
	e, ok := errs.As(err)
	if !ok || !errs.Is(err, want) {
		t.Fatalf("%v, want %s", err, want.Key)
	}
	if field != "" && (len(e.Fields) != 1 || e.Fields[0].Name != field) {
		t.Errorf("fields %+v, want %s", e.Fields, field)
	}
}

func TestVersionsAreRecordedCorrectedAndRevoked(t *testing.T) {
	var locked bool
	s := &tables{}
	pipes := service(s, &locked)
	first, err := pipes.Record(ctx, who, 1, draft("width", `{"Width":1}`, 0))
	if err != nil || first.ID != 1 || first.OwnerKind != "pipe" || first.OwnerID != 1 {
		t.Fatalf("recorded %+v, %v", first, err)
	}
	second, err := pipes.Correct(ctx, who, 1, first.ID, draft("", `{"Width":2}`, 0))
	if err != nil || second.Aspect != "width" {
		t.Fatalf("corrected %+v, %v; the aspect is that of the old version", second, err)
	}
	_, err = pipes.Correct(ctx, who, 1, first.ID, draft("", `{"Width":3}`, 0))
	refused(t, err, errs.Changed, "")
	_, err = pipes.Supersede(ctx, who, 1, first.ID, "")
	refused(t, err, errs.Changed, "")
	_, err = pipes.Supersede(ctx, who, 1, 99, "")
	refused(t, err, errs.NothingHere, "")
	locked = true
	_, err = pipes.Supersede(ctx, who, 1, second.ID, "")
	refused(t, err, errs.ChannelTaken, "width")
	refused(t, pipes.CheckRevoke(ctx, access.Scope{}, 1, second), errs.ChannelTaken, "width")
	locked = false
	gone, err := pipes.Supersede(ctx, who, 1, second.ID, "")
	if err != nil || gone.ID != second.ID || gone.SupersededAt == 0 {
		t.Errorf("revoked %+v, %v", gone, err)
	}
	list, err := pipes.Versions(ctx, access.Scope{}, 1, "width")
	if err != nil || len(list) != 2 || list[0].SupersededAt == 0 || list[1].SupersededAt == 0 {
		t.Errorf("versions %+v, %v; superseded ones are listed", list, err)
	}
}

func TestDraftIsChecked(t *testing.T) {
	var locked bool
	s := &tables{}
	pipes := service(s, &locked)
	for _, c := range []struct {
		name  string
		draft timeline.Draft
		want  *errs.Message
		field string
	}{
		{"a value out of range", draft("width", `{"Width":10}`, 0), errs.OutOfRange, "value.width"},
		{"an unknown field", draft("width", `{"Depth":1}`, 0), errs.Unexpected, "value.Depth"},
		{"a value that is not an object", draft("width", `[`, 0), errs.BadJSON, "value"},
		{"an unknown aspect", draft("depth", `{}`, 0), errs.NotOneOf, "aspect"},
		{"a time before the earliest", draft("width", `{}`, timeline.Earliest-1), errs.TimeOutOfRange, "validFrom"},
		{"a time far ahead", draft("width", `{}`, time.Now().Add(25*time.Hour).UnixMilli()), errs.TimeOutOfRange, "validFrom"},
		{"a long note", timeline.Draft{Aspect: "width", Value: json.RawMessage(`{}`), Note: strings.Repeat("准", 501)}, errs.TooLong, "note"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := pipes.Record(ctx, who, 1, c.draft)
			refused(t, err, c.want, c.field)
			refused(t, pipes.Check(ctx, access.Scope{}, 1, c.draft, 0), c.want, c.field)
		})
	}
	if len(s.records) != 0 {
		t.Errorf("recorded %+v", s.records)
	}
	_, err := pipes.Record(ctx, who, 2, draft("width", `{}`, 0))
	refused(t, err, errs.NothingHere, "")
	if err := pipes.Check(ctx, access.Scope{}, 1, draft("width", `{"Width":9}`, time.Now().UnixMilli()), 0); err != nil || len(s.records) != 0 {
		t.Errorf("checked: %v, recorded %+v", err, s.records)
	}
}

func TestSecretIsKeptAndMasked(t *testing.T) {
	var locked bool
	s := &tables{}
	pipes := service(s, &locked)
	_, err := pipes.Record(ctx, who, 1, draft("key", `"***"`, 0))
	refused(t, err, errs.SecretAnew, "value.secret")
	first, err := pipes.Record(ctx, who, 1, draft("key", `"open"`, 0))
	if err != nil || string(first.Value) != `"***"` {
		t.Fatalf("shown %s, %v", first.Value, err)
	}
	if _, err := pipes.Record(ctx, who, 1, draft("key", `"later"`, timeline.Earliest)); err != nil {
		t.Fatal(err)
	}
	// The mask keeps the secret of the corrected version, or else of the one in effect at the time.
	for _, c := range []struct {
		correct int64
		from    int64
		want    string
	}{{first.ID, timeline.Earliest + 1, `"open"`}, {0, timeline.Earliest + 2, `"open"`}, {0, timeline.Earliest, `"later"`}} {
		d := draft("key", `"***"`, c.from)
		if c.correct != 0 {
			_, err = pipes.Correct(ctx, who, 1, c.correct, d)
		} else {
			_, err = pipes.Record(ctx, who, 1, d)
		}
		if held := string(s.records[len(s.records)-1].Value); err != nil || held != c.want {
			t.Errorf("from %d, correcting %d: held %s, %v, want %s", c.from, c.correct, held, err, c.want)
		}
	}
	list, err := pipes.Versions(ctx, access.Scope{}, 1, "")
	for _, r := range list {
		if err != nil || string(r.Value) != `"***"` {
			t.Errorf("shown %s, %v", r.Value, err)
		}
	}
}
