// Package typeface has the typeface of what the server draws and prints, Noto Sans (SIL Open Font License 1.1), in several
// files, each with some of the letters.
package typeface

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/image/font/sfnt"
)

//go:embed all:dist
var embedded embed.FS

// ErrMissing says that the program was built without the web app, which brings the typeface.
var ErrMissing = errors.New("the program was built without its typeface")

// Face is a typeface. A file is loaded when it is first needed. It is safe for concurrent use.
type Face struct {
	files fs.FS
	parts []part

	mu     sync.Mutex
	loaded map[string]*File // nil: missing or unreadable
	found  map[rune]*File   // nil: no file has the letter
	buffer sfnt.Buffer
}

// File is a font file.
type File struct {
	Name string
	Data []byte // OpenType; must not be changed
	Font *sfnt.Font
}

// part is a font file and the Unicode ranges of its letters.
type part struct {
	file   string
	ranges [][2]rune
}

// Embedded returns the typeface of the program, or ErrMissing.
var Embedded = sync.OnceValues(func() (*Face, error) {
	folder, err := fs.Sub(embedded, "dist")
	if err != nil {
		return nil, fmt.Errorf("font: %w", err)
	}
	if _, err := fs.Stat(folder, "parts.json"); err != nil {
		return nil, ErrMissing
	}
	return New(folder)
})

// New returns the typeface in a folder. Its parts.json lists WOFF files in the order in which letters are looked up:
// [{"file": NAME, "ranges": Unicode ranges as in CSS}].
func New(files fs.FS) (*Face, error) {
	text, err := fs.ReadFile(files, "parts.json")
	if err != nil {
		return nil, fmt.Errorf("font: %w", err)
	}
	var listed []struct{ File, Ranges string }
	if err := json.Unmarshal(text, &listed); err != nil {
		return nil, fmt.Errorf("font: parts.json: %w", err)
	}
	f := &Face{files: files, loaded: map[string]*File{}, found: map[rune]*File{}}
	for _, one := range listed {
		p := part{file: one.File}
		for text := range strings.SplitSeq(one.Ranges, ",") {
			from, to, isRange := strings.Cut(strings.TrimPrefix(strings.TrimSpace(text), "U+"), "-")
			if !isRange {
				to = from
			}
			a, errFrom := strconv.ParseUint(from, 16, 32)
			b, errTo := strconv.ParseUint(to, 16, 32)
			if errFrom != nil || errTo != nil {
				return nil, fmt.Errorf("font: range %q of %s", text, one.File)
			}
			p.ranges = append(p.ranges, [2]rune{rune(a), rune(b)})
		}
		f.parts = append(f.parts, p)
	}
	return f, nil
}

// Find returns the first file that has a letter; nil: none has it.
func (f *Face) Find(letter rune) *File {
	f.mu.Lock()
	defer f.mu.Unlock()
	if file, known := f.found[letter]; known {
		return file
	}
	f.found[letter] = nil
	for i := range f.parts {
		if !f.parts[i].has(letter) {
			continue
		}
		file := f.load(f.parts[i].file)
		if file == nil {
			continue
		}
		if glyph, err := file.Font.GlyphIndex(&f.buffer, letter); err == nil && glyph != 0 {
			f.found[letter] = file
			break
		}
	}
	return f.found[letter]
}

func (p *part) has(letter rune) bool {
	return slices.ContainsFunc(p.ranges, func(r [2]rune) bool { return r[0] <= letter && letter <= r[1] })
}

// load reads a file; nil: it cannot be read.
func (f *Face) load(name string) *File {
	if file, ok := f.loaded[name]; ok {
		return file
	}
	f.loaded[name] = nil
	packed, err := fs.ReadFile(f.files, name)
	if err != nil {
		return nil
	}
	data, err := unpack(packed)
	if err != nil {
		return nil
	}
	font, err := sfnt.Parse(data)
	if err != nil {
		return nil
	}
	f.loaded[name] = &File{name, data, font}
	return f.loaded[name]
}
