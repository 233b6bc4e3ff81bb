// Package xmltree holds the XML of office files as trees that are changed and written again. Names keep their prefixes.
package xmltree

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
)

// maxDepth is the depth of the deepest tree that is read; office programs write less than 60.
const maxDepth = 200

// Node is an element, or a text without a name.
type Node struct {
	Name     string // without its prefix; empty: a text
	Prefix   string
	Attrs    []Attr
	Children []*Node
	Text     string
}

// Attr is an attribute.
type Attr struct{ Prefix, Name, Value string }

// ErrRefused is the error of XML with a document type, of text that is not UTF-8, and of trees that are too deep.
var ErrRefused = errors.New("XML that is not read")

// Parse reads a tree. Comments are left out.
func Parse(data []byte) (*Node, error) {
	d := xml.NewDecoder(bytes.NewReader(data))
	root := &Node{}
	stack := []*Node{root}
	for {
		token, err := d.RawToken()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		top := stack[len(stack)-1]
		switch t := token.(type) {
		case xml.StartElement:
			n := &Node{Name: t.Name.Local, Prefix: t.Name.Space, Attrs: make([]Attr, len(t.Attr))}
			for i, a := range t.Attr {
				n.Attrs[i] = Attr{a.Name.Space, a.Name.Local, a.Value}
			}
			top.Children = append(top.Children, n)
			if stack = append(stack, n); len(stack) > maxDepth {
				return nil, ErrRefused
			}
		case xml.EndElement:
			if len(stack) == 1 || top.Name != t.Name.Local || top.Prefix != t.Name.Space {
				return nil, ErrRefused
			}
			stack = stack[:len(stack)-1]
		case xml.CharData:
			if len(stack) > 1 {
				top.Children = append(top.Children, &Node{Text: string(t)})
			}
		case xml.Directive:
			return nil, ErrRefused
		}
	}
	if len(stack) != 1 || len(root.Children) != 1 {
		return nil, ErrRefused
	}
	return root.Children[0], nil
}

// Bytes returns the XML of a tree.
func (n *Node) Bytes() []byte {
	var out bytes.Buffer
	out.WriteString(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n")
	n.write(&out)
	return out.Bytes()
}

func (n *Node) write(out *bytes.Buffer) {
	if n.Name == "" {
		escape(out, n.Text)
		return
	}
	out.WriteByte('<')
	full := n.Name
	if n.Prefix != "" {
		full = n.Prefix + ":" + n.Name
	}
	out.WriteString(full)
	for _, a := range n.Attrs {
		out.WriteByte(' ')
		if a.Prefix != "" {
			out.WriteString(a.Prefix + ":")
		}
		out.WriteString(a.Name + `="`)
		escape(out, a.Value)
		out.WriteByte('"')
	}
	if len(n.Children) == 0 {
		out.WriteString("/>")
		return
	}
	out.WriteByte('>')
	for _, c := range n.Children {
		c.write(out)
	}
	out.WriteString("</" + full + ">")
}

func escape(out *bytes.Buffer, text string) {
	_ = xml.EscapeText(out, []byte(text)) // into memory; replaces what XML cannot hold
}

// Get returns an attribute without a prefix; empty: there is none.
func (n *Node) Get(name string) string {
	if n == nil {
		return ""
	}
	for _, a := range n.Attrs {
		if a.Name == name && a.Prefix == "" {
			return a.Value
		}
	}
	return ""
}

// GetAny returns an attribute with any prefix other than none, such as r:id.
func (n *Node) GetAny(name string) string {
	if n == nil {
		return ""
	}
	for _, a := range n.Attrs {
		if a.Name == name && a.Prefix != "" {
			return a.Value
		}
	}
	return ""
}

// Set sets an attribute without a prefix.
func (n *Node) Set(name, value string) { n.SetAs("", name, value) }

// SetAs sets an attribute with a prefix.
func (n *Node) SetAs(prefix, name, value string) {
	for i := range n.Attrs {
		if n.Attrs[i].Name == name && n.Attrs[i].Prefix == prefix {
			n.Attrs[i].Value = value
			return
		}
	}
	n.Attrs = append(n.Attrs, Attr{prefix, name, value})
}

// Unset removes an attribute without a prefix.
func (n *Node) Unset(name string) {
	kept := n.Attrs[:0]
	for _, a := range n.Attrs {
		if a.Name != name || a.Prefix != "" {
			kept = append(kept, a)
		}
	}
	n.Attrs = kept
}

// Child returns the first child with a name; nil: there is none.
func (n *Node) Child(name string) *Node {
	if n == nil {
		return nil
	}
	for _, c := range n.Children {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// All returns the children with a name.
func (n *Node) All(name string) []*Node {
	var found []*Node
	if n != nil {
		for _, c := range n.Children {
			if c.Name == name {
				found = append(found, c)
			}
		}
	}
	return found
}

// Walk visits a node and what is below it, in order.
func (n *Node) Walk(visit func(*Node)) {
	visit(n)
	for _, c := range n.Children {
		c.Walk(visit)
	}
}

// Content returns the text of a node and what is below it.
func (n *Node) Content() string {
	if n == nil {
		return ""
	}
	if n.Name == "" {
		return n.Text
	}
	var b strings.Builder
	for _, c := range n.Children {
		b.WriteString(c.Content())
	}
	return b.String()
}

// SetContent makes a text the only child.
func (n *Node) SetContent(text string) { n.Children = []*Node{{Text: text}} }

// Clone returns a copy of a tree.
func (n *Node) Clone() *Node {
	c := *n
	c.Attrs = append([]Attr(nil), n.Attrs...)
	c.Children = make([]*Node, len(n.Children))
	for i := range n.Children {
		c.Children[i] = n.Children[i].Clone()
	}
	return &c
}

// New returns an element with the prefix of another; attributes are names and values in turn.
func (n *Node) New(name string, attrs ...string) *Node {
	c := &Node{Name: name, Prefix: n.Prefix}
	for i := 0; i+1 < len(attrs); i += 2 {
		c.Attrs = append(c.Attrs, Attr{Name: attrs[i], Value: attrs[i+1]})
	}
	return c
}

// Add adds an element as New returns it.
func (n *Node) Add(name string, attrs ...string) *Node {
	c := n.New(name, attrs...)
	n.Children = append(n.Children, c)
	return c
}

// Remove removes the children with a name.
func (n *Node) Remove(name string) {
	kept := n.Children[:0]
	for _, c := range n.Children {
		if c.Name != name {
			kept = append(kept, c)
		}
	}
	n.Children = kept
}

// Insert inserts an element before the first child that has one of the names, else at the end.
func (n *Node) Insert(one *Node, names ...string) {
	for i, c := range n.Children {
		if slices.Contains(names, c.Name) {
			n.Children = slices.Insert(n.Children, i, one)
			return
		}
	}
	n.Children = append(n.Children, one)
}
