package office

import (
	"strconv"

	"plumbline/internal/feature/report/template/xmltree"
)

// Picture returns what a pic element of a drawing holds: the image with a relationship id in a size of EMU.
func Picture(pic *xmltree.Node, id string, number int, name, width, height string) []*xmltree.Node {
	const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
	const main = "http://schemas.openxmlformats.org/drawingml/2006/main"
	drawn := func(n *xmltree.Node) *xmltree.Node { // an element of the drawing's own namespace
		n.Prefix = "a"
		n.Attrs = append(n.Attrs, xmltree.Attr{Prefix: "xmlns", Name: "a", Value: main})
		return n
	}
	names := pic.New("nvPicPr")
	names.Add("cNvPr", "id", strconv.Itoa(number), "name", name)
	names.Add("cNvPicPr")
	fill := pic.New("blipFill")
	blip := drawn(fill.Add("blip"))
	blip.Attrs = append(blip.Attrs, xmltree.Attr{Prefix: "xmlns", Name: "r", Value: office}, xmltree.Attr{Prefix: "r", Name: "embed", Value: id})
	drawn(fill.Add("stretch")).Add("fillRect")
	shape := pic.New("spPr")
	place := drawn(shape.Add("xfrm"))
	place.Add("off", "x", "0", "y", "0")
	place.Add("ext", "cx", width, "cy", height)
	drawn(shape.Add("prstGeom", "prst", "rect")).Add("avLst")
	return []*xmltree.Node{names, fill, shape}
}
