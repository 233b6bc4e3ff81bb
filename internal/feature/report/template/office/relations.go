package office

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"plumbline/internal/feature/report/template/xmltree"
	"plumbline/internal/platform/errs"
)

// Relation is a relationship of a part.
type Relation struct {
	ID       string
	Type     string // the last word of its type, such as worksheet
	Part     string // the part to which it points; of an external one its address
	External bool
}

const officeTypes = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"

func relsOf(part string) string {
	return path.Join(path.Dir(part), "_rels", path.Base(part)+".rels")
}

// Relations returns the relationships of a part, of the package if the name is empty.
func (p *Package) Relations(part string) ([]Relation, error) {
	name := relsOf(part)
	if part == "" {
		name = "_rels/.rels"
	}
	if p.parts[name] == nil {
		return nil, nil
	}
	tree, err := p.Tree(name)
	if err != nil {
		return nil, err
	}
	var list []Relation
	for _, n := range tree.All("Relationship") {
		r := Relation{ID: n.Get("Id"), Type: path.Base(n.Get("Type")), Part: n.Get("Target"), External: strings.EqualFold(n.Get("TargetMode"), "External")}
		if !r.External {
			if !strings.HasPrefix(r.Part, "/") {
				r.Part = path.Join("/", path.Dir("/"+part), r.Part)
			}
			r.Part = strings.TrimPrefix(path.Clean(r.Part), "/")
		}
		list = append(list, r)
	}
	return list, nil
}

// Relate adds a relationship to a part and returns its id.
func (p *Package) Relate(part, kind, to string) (string, error) {
	name := relsOf(part)
	if p.parts[name] == nil {
		p.parts[name] = []byte(`<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>`)
	}
	tree, err := p.Tree(name)
	if err != nil {
		return "", err
	}
	used := map[string]bool{}
	for _, n := range tree.All("Relationship") {
		used[n.Get("Id")] = true
	}
	id := ""
	for n := len(used) + 1; id == "" || used[id]; n++ {
		id = fmt.Sprint("rId", n)
	}
	tree.Add("Relationship", "Id", id, "Type", officeTypes+kind, "Target", "/"+to)
	return id, nil
}

// Unrelate removes the relationships of a part that a function chooses.
func (p *Package) Unrelate(part string, remove func(Relation) bool) error {
	list, err := p.Relations(part)
	if err != nil || len(list) == 0 {
		return err
	}
	tree, err := p.Tree(relsOf(part))
	if err != nil {
		return err
	}
	for _, r := range list {
		if remove(r) {
			tree.Children = slices.DeleteFunc(tree.Children, func(n *xmltree.Node) bool { return n.Name == "Relationship" && n.Get("Id") == r.ID })
		}
	}
	return nil
}

// relations are the types of relationships that a template may have, of parts that hold no more than text, its looks and pictures.
var relations = strings.Fields(`officeDocument worksheet styles stylesWithEffects sharedStrings theme themeOverride drawing image chart chartEx
	chartStyle chartColorStyle table comments vmlDrawing printerSettings calcChain core-properties extended-properties custom-properties
	thumbnail hyperlink customXml customXmlProps fontTable font settings webSettings numbering footnotes endnotes header footer
	people commentsExtended commentsIds commentsExtensible glossaryDocument metadata person threadedComment sheetMetadata
	diagramData diagramLayout diagramQuickStyle diagramColors diagramDrawing chartUserShapes labelInfo richValueRel documenttasks`)

// macros and objects are parts of names of parts that are refused.
var (
	macros  = strings.Fields("vbaproject vbadata macrosheets dialogsheets intlmacrosheet")
	objects = strings.Fields("activex/ embeddings/ ctrlprops/ connections.xml querytables/ pivottables/ pivotcache/ externallinks/ oleobject xmlmaps.xml afchunk " +
		"webextensions/ customui/ model/ slicers/ timelines/")
)

// refuse refuses parts and relationships that a report must not have.
func (p *Package) refuse() error {
	names := make([]string, 0, len(p.parts))
	for name := range p.parts {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		kind, err := p.contentType(name)
		if err != nil {
			return err
		}
		lower := strings.ToLower(name + " " + kind)
		holds := func(s string) bool { return strings.Contains(lower, s) }
		if slices.ContainsFunc(macros, holds) || strings.Contains(lower, "macroenabled") {
			return errs.OnField("file", errs.TemplateMacros, "part", name)
		}
		if slices.ContainsFunc(objects, holds) && !strings.HasSuffix(name, ".rels") {
			if strings.Contains(lower, "externallinks/") {
				return errs.OnField("file", errs.TemplateExternal, "part", name, "target", p.firstTarget(name))
			}
			return errs.OnField("file", errs.TemplatePart, "part", name)
		}
	}
	for _, name := range names {
		if strings.HasSuffix(name, ".rels") {
			if err := p.refuseRelations(name); err != nil {
				return err
			}
		}
		if ending := path.Ext(name); ending == ".xml" || ending == ".rels" || ending == ".vml" {
			if err := wellFormed(name, p.parts[name]); err != nil {
				return err
			}
		}
	}
	return nil
}

// firstTarget is the first address of the relationships of a part.
func (p *Package) firstTarget(part string) string {
	list, err := p.Relations(part)
	if err != nil || len(list) == 0 {
		return part
	}
	return list[0].Part
}

func (p *Package) refuseRelations(name string) error {
	part := strings.TrimSuffix(path.Join(path.Dir(path.Dir(name)), path.Base(name)), ".rels")
	list, err := p.Relations(part)
	if err != nil {
		return err
	}
	for _, r := range list {
		if r.External {
			address := strings.ToLower(r.Part)
			link := slices.ContainsFunc([]string{"https://", "http://", "mailto:", "#"}, func(begin string) bool { return strings.HasPrefix(address, begin) })
			if r.Type != "hyperlink" || !link {
				return errs.OnField("file", errs.TemplateExternal, "part", name, "target", r.Part)
			}
			continue
		}
		if !slices.Contains(relations, r.Type) {
			return errs.OnField("file", errs.TemplatePart, "part", r.Type+" ("+r.Part+")")
		}
	}
	return nil
}

// wellFormed parses a part that the filling may never look at, so that no report carries a damaged one.
func wellFormed(name string, content []byte) error {
	if path.Ext(name) == ".vml" {
		return nil // Excel itself writes VML that is no XML
	}
	if _, err := xmltree.Parse([]byte(strings.TrimPrefix(string(content), "\xef\xbb\xbf"))); err != nil {
		return broken(name)
	}
	return nil
}
