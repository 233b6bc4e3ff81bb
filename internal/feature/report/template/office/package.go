// Package office reads the archives of office files within limits, refuses what could do harm, and writes them so that the same
// parts give the same bytes.
package office

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"plumbline/internal/feature/report/template/xmltree"
	"plumbline/internal/platform/errs"
)

// Limits of a template.
const (
	MaxBytes    = 2 << 20
	maxParts    = 400
	maxUnpacked = 24 << 20
	megabyte    = 1 << 20
)

// Kind is what an office file is.
type Kind string

// Kinds, with the content types of their main parts.
const (
	Workbook Kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
	Document Kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
)

// Package is an office file: its parts by name, without the slash at the beginning.
type Package struct {
	Main     Kind
	MainPart string
	parts    map[string][]byte
	trees    map[string]*xmltree.Node // parts that were parsed; they are written from their trees
}

func broken(part string) error { return errs.OnField("file", errs.TemplateBroken, "part", part) }

// Open reads a template and refuses those that are too large, damaged, or hold what a report must not.
func Open(data []byte) (*Package, error) {
	if len(data) > MaxBytes {
		return nil, errs.OnField("file", errs.TemplateSize, "limit", MaxBytes/megabyte)
	}
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, errs.OnField("file", errs.TemplateFormat)
	}
	p := &Package{parts: map[string][]byte{}, trees: map[string]*xmltree.Node{}}
	if err := p.unpack(archive.File); err != nil {
		return nil, err
	}
	if err := p.identify(); err != nil {
		return nil, err
	}
	return p, p.refuse()
}

func (p *Package) unpack(files []*zip.File) error {
	tooLarge := func(part string) error {
		return errs.OnField("file", errs.TemplateUnpacked, "part", part, "limit", maxUnpacked/megabyte)
	}
	if len(files) > maxParts {
		return tooLarge(files[maxParts].Name)
	}
	left, declared := int64(maxUnpacked), uint64(0)
	seen := map[string]bool{}
	for _, f := range files {
		if strings.HasSuffix(f.Name, "/") {
			continue
		}
		name := strings.TrimPrefix(f.Name, "/")
		if lower := strings.ToLower(name); path.Clean("/"+name) != "/"+name || strings.Contains(name, `\`) || seen[lower] {
			return broken(f.Name)
		} else {
			seen[lower] = true
		}
		if declared += min(f.UncompressedSize64, maxUnpacked+1); declared > maxUnpacked {
			return tooLarge(f.Name)
		}
		r, err := f.Open()
		if err != nil {
			return broken(f.Name)
		}
		content, err := io.ReadAll(io.LimitReader(r, left+1)) // the declared size may be wrong
		_ = r.Close()                                         // nothing was written
		if left -= int64(len(content)); left < 0 {
			return tooLarge(f.Name)
		}
		if err != nil {
			return broken(f.Name)
		}
		p.parts[name] = content
	}
	return nil
}

const typesPart = "[Content_Types].xml"

// identify finds the main part and its kind.
func (p *Package) identify() error {
	format := errs.OnField("file", errs.TemplateFormat)
	if p.parts[typesPart] == nil || p.parts["_rels/.rels"] == nil {
		return format
	}
	rels, err := p.Relations("")
	if err != nil {
		return err
	}
	for _, r := range rels {
		if r.Type == "officeDocument" && !r.External {
			p.MainPart = r.Part
		}
	}
	kind, err := p.contentType(p.MainPart)
	if err != nil {
		return err
	}
	if strings.Contains(strings.ToLower(kind), "macroenabled") {
		return errs.OnField("file", errs.TemplateMacros, "part", p.MainPart)
	}
	if p.Main = Kind(kind); p.parts[p.MainPart] == nil || p.Main != Workbook && p.Main != Document {
		return format
	}
	return nil
}

// Has reports whether there is a part.
func (p *Package) Has(name string) bool { return p.parts[name] != nil || p.trees[name] != nil }

// Tree returns the XML of a part. Changes of it are written.
func (p *Package) Tree(name string) (*xmltree.Node, error) {
	if t := p.trees[name]; t != nil {
		return t, nil
	}
	t, err := xmltree.Parse(bytes.TrimPrefix(p.parts[name], []byte("\xef\xbb\xbf")))
	if err != nil {
		return nil, broken(name)
	}
	p.trees[name] = t
	return t, nil
}

// Put adds or replaces a part. A content type is added if the ending of its name has none.
func (p *Package) Put(name string, content []byte, contentType string) error {
	p.parts[name] = content
	delete(p.trees, name)
	types, err := p.Tree(typesPart)
	if err != nil {
		return err
	}
	if ending := strings.TrimPrefix(path.Ext(name), "."); ending != "xml" {
		for _, d := range types.All("Default") {
			if strings.EqualFold(d.Get("Extension"), ending) {
				return nil
			}
		}
		types.Children = slices.Insert(types.Children, 0, types.New("Default", "Extension", ending, "ContentType", contentType))
		return nil
	}
	types.Add("Override", "PartName", "/"+name, "ContentType", contentType)
	return nil
}

// Drop removes a part with its relationships and its content type. Relationships to it stay: see Unrelate.
func (p *Package) Drop(name string) error {
	for _, n := range []string{name, relsOf(name)} {
		delete(p.parts, n)
		delete(p.trees, n)
	}
	types, err := p.Tree(typesPart)
	if err != nil {
		return err
	}
	types.Children = slices.DeleteFunc(types.Children, func(n *xmltree.Node) bool {
		return n.Name == "Override" && strings.EqualFold(n.Get("PartName"), "/"+name)
	})
	return nil
}

func (p *Package) contentType(part string) (string, error) {
	types, err := p.Tree(typesPart)
	if err != nil {
		return "", err
	}
	for _, o := range types.All("Override") {
		if strings.EqualFold(o.Get("PartName"), "/"+part) {
			return o.Get("ContentType"), nil
		}
	}
	for _, d := range types.All("Default") {
		if strings.EqualFold("."+d.Get("Extension"), path.Ext(part)) {
			return d.Get("ContentType"), nil
		}
	}
	return "", nil
}

// Write writes the file: its parts by name, the content types first, without times.
func (p *Package) Write(w io.Writer) error {
	names := make([]string, 0, len(p.parts))
	for name := range p.parts {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if (a == typesPart) != (b == typesPart) {
			return map[bool]int{true: -1, false: 1}[a == typesPart]
		}
		return strings.Compare(a, b)
	})
	out := zip.NewWriter(w)
	for _, name := range names {
		content := p.parts[name]
		if t := p.trees[name]; t != nil {
			content = t.Bytes()
		}
		part, err := out.Create(name)
		if err == nil {
			_, err = part.Write(content)
		}
		if err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
	}
	return out.Close()
}
