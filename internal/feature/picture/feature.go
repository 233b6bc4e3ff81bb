// Package picture draws the charts of the data views on the server, with the script that draws them on the screen:
// for mails, reports and other programs.
package picture

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"plumbline/internal/feature"
	"plumbline/internal/feature/picture/raster"
	"plumbline/internal/httpapi"
)

//go:embed all:dist
var embedded embed.FS

// Feature returns the feature.
func Feature() feature.Feature {
	return feature.Feature{Name: "picture", New: func(host feature.Host) (feature.Parts, error) {
		s := &server{Points: host.Points, Projects: host.Projects, Read: host.Read}
		if err := s.load(); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return feature.Parts{}, fmt.Errorf("pictures: %w", err)
		}
		return feature.Parts{Calls: func(k *httpapi.Kernel) error {
			s.Kernel = k
			s.pictures()
			return nil
		}}, nil
	}}
}

// load reads the charts and the font, which are there if the web was built.
func (s *server) load() error {
	script, err := fs.ReadFile(embedded, "dist/picture.js")
	if err != nil {
		return err
	}
	font, err := fs.Sub(embedded, "dist/font")
	if err != nil {
		return err
	}
	if s.fonts, err = raster.NewFonts(font); err != nil {
		return err
	}
	s.engines = newEngines(string(script), s.fonts)
	return nil
}
