package files_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"plumbline/internal/field/ingest/files"
	"plumbline/internal/field/protocol/loggerfile"
	"plumbline/internal/platform/errs"
)

func zipped(t *testing.T, entries map[string]string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for name, content := range entries {
		f, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Write([]byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// A zip of several files is imported as a whole, with counts for each file; files added by operating systems are
// ignored.
func TestZipAndGz(t *testing.T) {
	in := startImporting(t, direct)
	layout := loggerfile.Layout{
		Separator: loggerfile.Comma, HeaderLines: 1, Time: []loggerfile.TimeColumn{{Role: loggerfile.RoleUnixMs}},
		Columns: []loggerfile.Mapping{{Column: 1, Field: "x"}},
	}
	all := zipped(t, map[string]string{"a.csv": "t,x\n1705134600000,1\n", "sub/b.csv": "t,x\n1705134601000,2\n1705134602000,3\n", "__MACOSX/._a.csv": "x"})
	if p := look(t, all, files.Wish{}); len(p.Entries) != 2 || !p.Recognized {
		t.Errorf("%+v", p.Entries)
	}
	r := in.report(in.ended(in.queue(string(all), layout).ID))
	if r.Rows != 3 || r.Stored != 3 || len(r.Files) != 2 {
		t.Errorf("%+v", r)
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write([]byte("t,x\n1705134600000,1\n1705134603000,4\n"))
	_ = w.Close()
	if r := in.report(in.ended(in.queue(packed.String(), layout).ID)); r.Stored != 1 || r.Equal != 1 {
		t.Errorf("%+v", r)
	}
}

func TestArchivesAreBounded(t *testing.T) {
	many := map[string]string{}
	for i := range 201 {
		many[strings.Repeat("x", i+1)] = "1"
	}
	for name, content := range map[string][]byte{
		"a bomb":         zipped(t, map[string]string{"zeros": strings.Repeat("0", 8<<20)}),
		"too many files": zipped(t, many),
	} {
		path := filepath.Join(t.TempDir(), "file.zip")
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if file, err := files.OpenLocal(path); !errs.Is(err, errs.ArchiveTooBig) {
			t.Errorf("%s: %v %v", name, file, err)
		}
	}
}

// Any bytes give a preview, and every row that a layout reads is accounted for.
func FuzzAnyFile(f *testing.F) {
	f.Add([]byte(toa5))
	f.Add([]byte("\xff\xfet\x00,\x00x\x00\n\x00"))
	f.Add([]byte("t;x\r1/2/2026 1:00:00 +01:00;1,5\r"))
	samples, err := filepath.Glob("testdata/formats/*")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range samples {
		content, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content[:min(len(content), 4000)])
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		b, err := loggerfile.ReadBeginning(bytes.NewReader(content), "")
		if err != nil {
			t.Fatal(err)
		}
		b.Raw()
		layout := loggerfile.Recognize(b).Layout
		if layout.Zone == "" {
			layout.Zone = "Asia/Shanghai"
		}
		if len(layout.Time) == 0 {
			layout.StartTime = "2026-11-20"
		}
		layout.Columns = []loggerfile.Mapping{{Column: 1, Field: "a"}, {Column: 5, Field: "b"}, {Column: 2, Part: 2, Field: "c"}}
		for _, source := range []string{layout.Source, loggerfile.SourceGSI, loggerfile.SourceNikon, loggerfile.SourceNMEA, loggerfile.SourceXLE} {
			layout.Source = source
			if layout.Check() != nil {
				continue
			}
			refused := 0
			counts, err := layout.Read(bytes.NewReader(content), func(loggerfile.Row) error { return nil }, func(r loggerfile.Refused) {
				if !r.Cell {
					refused++
				}
			})
			if _, ok := errs.As(err); err != nil && !ok {
				t.Fatalf("not a fault: %v", err)
			}
			if counts.Rows != counts.Read+counts.Refused+counts.Empty || counts.Refused != refused {
				t.Fatalf("%+v with %d refused", counts, refused)
			}
		}
	})
}
