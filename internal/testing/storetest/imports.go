package storetest

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/field/ingest/files"
	"plumbline/internal/field/protocol/loggerfile"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/apptest"
)

// An upload exists until it expires, and its rejected rows until those of the job expire.
func importFiles(t *testing.T, s *apptest.Site) {
	ctx := t.Context()
	u := files.Upload{DeviceID: s.Collector.ID, Name: "logger.csv", Size: 4, Blob: "1/0123456789abcdef0123456789abcdef"}
	if err := s.Store.AddUpload(ctx, &u); err != nil {
		t.Fatal(err)
	}
	if got := must(s.Store.Upload(ctx, s.Collector.ID, u.ID))(t); got != u {
		t.Errorf("upload %+v, want %+v", got, u)
	}
	if _, err := s.Store.Upload(ctx, s.Collector.ID+1, u.ID); !errs.Is(err, errs.NothingHere) {
		t.Errorf("an upload of another device: %v", err)
	}
	if !must(s.Store.HasBlob(ctx, u.Blob))(t) {
		t.Error("the sweep would remove the content of an upload")
	}
	const job = 7
	if got := must(s.Store.ImportRefusals(ctx, job))(t); len(got) != 0 {
		t.Errorf("refused before anything was read: %v", got)
	}
	for _, refused := range []string{"packed", "packed again"} {
		if err := s.Store.SaveImportRefusals(ctx, job, []byte(refused)); err != nil {
			t.Fatal(err)
		}
		if got := must(s.Store.ImportRefusals(ctx, job))(t); string(got) != refused {
			t.Errorf("refusals %q", got)
		}
	}
	before, after := time.Now().Add(-time.Hour).UnixMilli(), time.Now().Add(time.Hour).UnixMilli()
	if err := s.Store.ForgetImports(ctx, after, before); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Store.Upload(ctx, s.Collector.ID, u.ID); !errs.Is(err, errs.NothingHere) {
		t.Errorf("a forgotten upload: %v", err)
	}
	if got := must(s.Store.ImportRefusals(ctx, job))(t); len(got) == 0 {
		t.Error("the refused rows were deleted with the upload")
	}
	if err := s.Store.ForgetImports(ctx, after, after); err != nil {
		t.Fatal(err)
	}
	if got := must(s.Store.ImportRefusals(ctx, job))(t); len(got) != 0 {
		t.Error("refused rows are never deleted")
	}
}

// A saved layout is returned unchanged, and only where it was saved.
func importMappings(t *testing.T, s *apptest.Site) {
	ctx, who := t.Context(), audit.Program("test")
	key, scope := 2, everywhere(s)
	layout := loggerfile.Layout{
		Format: "gsi", Source: loggerfile.SourceGSI, Encoding: loggerfile.GB18030, HeaderLines: 3, Comment: "#",
		End: "END", Separator: loggerfile.Fixed, Starts: []int{0, 10, 16},
		DecimalComma: true, Missing: []string{"-99", "Ø"},
		Time:      []loggerfile.TimeColumn{{Column: 0, Role: loggerfile.RoleYear}, {Column: 1, Role: loggerfile.RoleTimeOfDay, Format: "H:mm"}},
		StartTime: "2026-11-20 08:00:00", Zone: "Asia/Shanghai", KeyColumn: &key, SameTime: loggerfile.MeanSame,
		Columns: []loggerfile.Mapping{{Column: 3, Part: 2, Key: "P1", Channel: 7, Node: 1, Field: "freq", Unit: "Hz", Factor: 0.1, Offset: -2.5}},
	}
	save := func(name string, project, device int64) files.NamedLayout {
		t.Helper()
		l := files.NamedLayout{CorporationID: s.Corporation.ID, ProjectID: project, DeviceID: device, Name: name, Layout: layout, AccountID: s.Admin.ID}
		if err := s.Store.SaveNamedLayout(ctx, who, &l); err != nil {
			t.Fatal(err)
		}
		return l
	}
	names := func(scope access.Scope, device int64) string {
		t.Helper()
		list := must(s.Store.NamedLayouts(ctx, scope, device))(t)
		var all []string
		for _, l := range list {
			all = append(all, l.Name)
		}
		return strings.Join(all, " ")
	}
	wide, project := save("a-wide", 0, 0), save("b-project", s.Project.ID, 0)
	own := save("c-own", 0, s.Collector.ID)
	save("a-wide", 0, s.Collector.ID) // names are unique per place only

	found := must(s.Store.NamedLayouts(ctx, scope, s.Collector.ID))(t)
	same(t, "the closest first", names(scope, s.Collector.ID), "a-wide c-own b-project a-wide")
	same(t, "the whole layout", fmt.Sprintf("%+v", *found[1].Layout.KeyColumn), "2")
	found[1].Layout.KeyColumn = &key
	if diff := cmp.Diff(own, found[1]); diff != "" {
		t.Error(diff)
	}
	same(t, "another device of the project", names(scope, s.Gauge.ID), "b-project a-wide")
	same(t, "one in the stock", names(scope, s.Spare.ID), "a-wide")
	if _, err := s.Store.NamedLayouts(ctx, s.Stranger.Scope(), s.Collector.ID); !errs.Is(err, errs.NothingHere) {
		t.Errorf("a stranger: %v", err)
	}

	taken := files.NamedLayout{CorporationID: s.Corporation.ID, DeviceID: s.Collector.ID, Name: "c-own"}
	if err := s.Store.SaveNamedLayout(ctx, who, &taken); !hasField(err, "name", errs.NameUsed) {
		t.Errorf("a duplicate name: %v", err)
	}
	own.Name, own.Layout.Zone = "c-renamed", "UTC"
	if err := s.Store.SaveNamedLayout(ctx, who, &own); err != nil {
		t.Fatal(err)
	}
	changed := must(s.Store.NamedLayouts(ctx, scope, s.Collector.ID))(t)[1]
	same(t, "changed in its place", fmt.Sprint(changed.ID, changed.Name, changed.Layout.Zone), fmt.Sprint(own.ID, "c-renamed", "UTC"))

	for _, gone := range []int64{wide.ID, project.ID} {
		if err := s.Store.DeleteNamedLayout(ctx, who, s.Collector.ID, gone); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Store.DeleteNamedLayout(ctx, who, s.Gauge.ID, own.ID); !errs.Is(err, errs.NothingHere) {
		t.Errorf("a mapping of another device: %v", err)
	}
	same(t, "what is left", names(scope, s.Collector.ID), "a-wide c-renamed")
}

// hasField reports whether an error has a message on a field.
func hasField(err error, field string, m *errs.Message) bool {
	refused, ok := errs.As(err)
	return ok && slices.ContainsFunc(refused.Fields, func(f errs.Field) bool { return f.Name == field && f.Message == m })
}
