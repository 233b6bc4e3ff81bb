// Package guide lists the chapters of the user guide and the release notes that ship with the product. The web build
// makes the pages from the same files.
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

// Document is a chapter of the guide.
type Document struct {
	Name     string // the same in all languages, such as alerts
	Title    string
	Headings []Heading
}

// Heading is a section of a chapter. Its id is its number: s1, s2, …
type Heading struct {
	ID    string
	Title string
	Level int // 2 or 3
}

// Release contains the changes of one version.
type Release struct {
	Version string       `json:"version"`
	Date    string       `json:"date"` // YYYY-MM-DD
	Changes []i18n.Label `json:"changes"`
}

// Chapters returns the chapters of the guide in their order.
func Chapters(language errs.Language) ([]Document, error) {
	folder := "user/" + string(language)
	files, err := fs.ReadDir(docs.Guide, folder) // sorted by name, which starts with a number
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

// outline returns the title and headings of a chapter. It skips code blocks.
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

// Releases returns the notes of all releases, the newest first.
func Releases() ([]Release, error) {
	var list []Release
	if err := json.Unmarshal(docs.Releases, &list); err != nil {
		return nil, fmt.Errorf("notes of releases: %w", err)
	}
	return list, nil
}
