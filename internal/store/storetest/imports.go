package storetest

import (
	"testing"
	"time"

	"plumbline/internal/fault"
	"plumbline/internal/intake/files"
	"plumbline/internal/testkit/fixture"
)

// An upload is there until its time is over, and what was refused of it until the job's.
func importFiles(t *testing.T, s *fixture.Site) {
	ctx := t.Context()
	u := files.Upload{DeviceID: s.Collector.ID, Name: "logger.csv", Size: 4, Blob: "1/0123456789abcdef0123456789abcdef"}
	if err := s.Store.AddUpload(ctx, &u); err != nil {
		t.Fatal(err)
	}
	if got := must(s.Store.Upload(ctx, s.Collector.ID, u.ID))(t); got != u {
		t.Errorf("upload %+v, want %+v", got, u)
	}
	if _, err := s.Store.Upload(ctx, s.Collector.ID+1, u.ID); !fault.Is(err, fault.NothingHere) {
		t.Errorf("the upload of another device: %v", err)
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
	if _, err := s.Store.Upload(ctx, s.Collector.ID, u.ID); !fault.Is(err, fault.NothingHere) {
		t.Errorf("a forgotten upload: %v", err)
	}
	if got := must(s.Store.ImportRefusals(ctx, job))(t); len(got) == 0 {
		t.Error("the refused rows went with the upload")
	}
	if err := s.Store.ForgetImports(ctx, after, after); err != nil {
		t.Fatal(err)
	}
	if got := must(s.Store.ImportRefusals(ctx, job))(t); len(got) != 0 {
		t.Error("refused rows that are kept for ever")
	}
}
