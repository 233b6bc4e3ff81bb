// Package guide reads the user's guide and the notes of releases that ship with the
// product. The pages themselves are made from the same files when the web is built;
// this package knows what there is and what it is called.
package guide

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"plumbline/docs"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// Document is one chapter of the guide.
type Document struct {
	Name     string // the same in all languages, such as alerts
	Title    string
	Headings []Heading
}

// Heading is a section of a chapter. Its id is its place among them: s1, s2, …
type Heading struct {
	ID    string
	Title string
	Level int // 2 or 3
}

// Release is what one version brought.
type Release struct {
	Version string       `json:"version"`
	Date    string       `json:"date"` // YYYY-MM-DD
	Changes []i18n.Label `json:"changes"`
}

// Topo gives the chapters of the guide in their order.
func Topo(language errs.Language) ([]Document, error) {
	folder := "user/" + string(language)
	files, err := fs.ReadDir(docs.Guide, folder) // in the order of their names, which begin with a number
	if err != nil {
		return nil, fmt.Errorf("the guide in %s: %w", language, err)
	}
	list := make([]Document, 0, len(files))
	for _, file := range files {
		text, err := fs.ReadFile(docs.Guide, path.Join(folder, file.Name()))
		if err != nil {
			return nil, fmt.Errorf("the guide in %s: %w", language, err)
		}
		_, name, _ := strings.Cut(strings.TrimSuffix(file.Name(), ".md"), "-")
		list = append(list, outline(name, string(text)))
	}
	return list, nil
}

// outline finds the title and the headings of a chapter. Code blocks have none.
func outline(name, text string) Document {
	d := Document{Name: name, Headings: []Heading{}}
	code := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		if code {
			continue
		}
		marks, title, isHeading := strings.Cut(line, " ")
		switch {
		case !isHeading:
		case marks == "#" && d.Title == "":
			d.Title = title
		case marks == "##", marks == "###":
			d.Headings = append(d.Headings, Heading{ID: fmt.Sprintf("s%d", len(d.Headings)+1), Title: title, Level: len(marks)})
		}
	}
	return d
}

// Releases gives the notes of all releases, the newest first.
func Releases() ([]Release, error) {
	var list []Release
	if err := json.Unmarshal(docs.Releases, &list); err != nil {
		return nil, fmt.Errorf("notes of releases: %w", err)
	}
	return list, nil
}
