// Package views names the data views that the web has: each folder here that declares a view, under its slug.
package views

import "embed"

//go:embed */view.ts
var folders embed.FS

// Slugs returns the slugs of all data views, sorted.
func Slugs() []string {
	entries, err := folders.ReadDir(".")
	if err != nil {
		panic(err) // the embedded tree always has its root
	}
	slugs := make([]string, len(entries))
	for i, entry := range entries {
		slugs[i] = entry.Name()
	}
	return slugs
}
