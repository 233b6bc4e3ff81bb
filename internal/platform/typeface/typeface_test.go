package typeface

import (
	"bytes"
	"io/fs"
	"testing"
	"testing/fstest"
)

// TestEveryFileIsAFont reads the files that the web app brings.
func TestEveryFileIsAFont(t *testing.T) {
	face, err := Embedded()
	if err != nil {
		t.Skip("the web was not built: make build")
	}
	for _, p := range face.parts {
		if file := face.load(p.file); file == nil || file.Font.NumGlyphs() < 2 {
			t.Errorf("%s cannot be read", p.file)
		}
	}
	for _, letter := range "Aé测測檻Ω—" {
		if face.Find(letter) == nil {
			t.Errorf("no file has %q", letter)
		}
	}
	if file := face.Find('\U000F0000'); file != nil {
		t.Errorf("%s has a letter for private use", file.Name)
	}
}

func TestMissingFileHasNoLetters(t *testing.T) {
	face, err := New(fstest.MapFS{"parts.json": {Data: []byte(`[{"file":"a","ranges":"U+0-10FFFF"}]`)}})
	if err != nil {
		t.Fatal(err)
	}
	if face.Find('A') != nil {
		t.Error("a missing file has a letter")
	}
}

func TestRangesAreChecked(t *testing.T) {
	for _, text := range []string{`[{"file":"a","ranges":"U+XY"}]`, `{`} {
		if _, err := New(fstest.MapFS{"parts.json": {Data: []byte(text)}}); err == nil {
			t.Errorf("%s is accepted", text)
		}
	}
}

func FuzzFont(f *testing.F) {
	f.Add([]byte("wOFF\x00\x01\x00\x00"))
	if file, err := fs.ReadFile(embedded, "dist/noto-sans-greek-400-normal.woff"); err == nil {
		f.Add(file)
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		if font, err := unpack(file); err == nil && !bytes.HasPrefix(font, file[4:8]) {
			t.Error("the flavor was lost")
		}
	})
}
