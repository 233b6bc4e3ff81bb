package storetest

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/field/testrun"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/apptest"
)

// A saved run is returned unchanged, at its device only, and a device has a limited number of them.
func testRuns(t *testing.T, s *apptest.Site) {
	ctx, who, scope := t.Context(), audit.Program("test"), everywhere(s)
	save := func(name string, from int64) (testrun.Run, error) {
		r := testrun.Run{DeviceID: s.Collector.ID, Name: name, Remark: "loaded", From: from, To: from + 1000, AccountID: s.Admin.ID}
		err := s.Store.AddTestRun(ctx, who, &r)
		return r, err
	}
	first := must(save("zero", 5000))(t)
	later := must(save("load", 9000))(t)
	list := must(s.Store.TestRuns(ctx, scope, s.Collector.ID))(t)
	if len(list) != 2 || list[0].ID != later.ID {
		t.Fatalf("the latest first: %+v", list)
	}
	if list[1].AccountName == "" {
		t.Error("nobody saved it")
	}
	first.AccountName = list[1].AccountName
	if diff := cmp.Diff(first, list[1]); diff != "" {
		t.Error(diff)
	}
	if _, err := save("zero", 7000); !hasField(err, "name", errs.NameUsed) {
		t.Errorf("a duplicate name: %v", err)
	}
	if others := must(s.Store.TestRuns(ctx, scope, s.Gauge.ID))(t); len(others) != 0 {
		t.Errorf("runs of another device: %+v", others)
	}
	if _, err := s.Store.TestRuns(ctx, s.Stranger.Scope(), s.Collector.ID); !errs.Is(err, errs.NothingHere) {
		t.Errorf("a stranger: %v", err)
	}
	if err := s.Store.DeleteTestRun(ctx, who, s.Gauge.ID, first.ID); !errs.Is(err, errs.NothingHere) {
		t.Errorf("a run of another device: %v", err)
	}
	if err := s.Store.DeleteTestRun(ctx, who, s.Collector.ID, first.ID); err != nil {
		t.Fatal(err)
	}
	for i := range testrun.MaxRuns - 1 {
		must(save(fmt.Sprint("run ", i), int64(i)))(t)
	}
	if _, err := save("one more", 1); !errs.Is(err, errs.TooManyEntries) {
		t.Errorf("beyond the limit: %v", err)
	}
}
