// Package picture draws the charts of the data views on the server with the script of the web app, for mails, reports
// and other programs.
package picture

import (
	"embed"
	"io/fs"

	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
)

//go:embed all:dist
var embedded embed.FS

// Feature returns the feature.
func Feature() feature.Feature {
	return feature.Feature{Name: "picture", New: func(host feature.Host) (feature.Parts, error) {
		s := &server{Points: host.Points, Projects: host.Projects, Read: host.Read}
		if _, err := fs.Stat(embedded, "dist/picture.js"); err == nil { // exists if the web app was built
			s.engines = newEngines(embedded)
		}
		return feature.Parts{Calls: func(k *httpapi.Kernel) error {
			s.Kernel = k
			s.pictures()
			return nil
		}}, nil
	}}
}
