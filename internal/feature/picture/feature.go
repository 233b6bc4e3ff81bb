// Package picture draws the charts of the data views on the server with the script of the web app, for mails, reports
// and other programs.
package picture

import (
	"embed"

	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
)

//go:embed all:dist
var embedded embed.FS

// Feature returns the feature, which draws with the engines of a studio.
func Feature(studio *Studio) feature.Feature {
	return feature.Feature{Name: "picture", New: func(host feature.Host) (feature.Parts, error) {
		s := &server{Points: host.Points, Projects: host.Projects, Read: host.Read, engines: studio.engines}
		return feature.Parts{Calls: func(k *httpapi.Kernel) error {
			s.Kernel = k
			s.pictures()
			return nil
		}}, nil
	}}
}
