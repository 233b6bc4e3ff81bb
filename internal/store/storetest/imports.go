package storetest

import (
	"bytes"
	"testing"
	"time"

	"plumbline/internal/fault"
	"plumbline/internal/testkit/fixture"
)

// A file of a logger is there until its job's time is over, and what was refused of it too.
func importFiles(t *testing.T, s *fixture.Site) {
	ctx := t.Context()
	content, refused := []byte{0, 1, 2, 255}, []byte("packed")
	id := must(s.Store.AddImportFile(ctx, s.Collector.ID, content))(t)
	if got := must(s.Store.ImportFile(ctx, id))(t); !bytes.Equal(got, content) {
		t.Errorf("content %v", got)
	}
	if got := must(s.Store.ImportRefusals(ctx, id))(t); len(got) != 0 {
		t.Errorf("refused before anything was read: %v", got)
	}
	if err := s.Store.SaveImportRefusals(ctx, id, refused); err != nil {
		t.Fatal(err)
	}
	if got := must(s.Store.ImportRefusals(ctx, id))(t); !bytes.Equal(got, refused) {
		t.Errorf("refusals %q", got)
	}
	hour := time.Now().Add(-time.Hour).UnixMilli()
	if err := s.Store.ForgetImports(ctx, hour); err != nil {
		t.Fatal(err)
	}
	must(s.Store.ImportFile(ctx, id))(t)
	if err := s.Store.ForgetImports(ctx, hour+2*3600_000); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Store.ImportFile(ctx, id); !fault.Is(err, fault.NothingHere) {
		t.Errorf("a forgotten file: %v", err)
	}
}
