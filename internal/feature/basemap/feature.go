package basemap

import (
	"path/filepath"

	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
)

// tilesFolder contains the cached tiles. Backups exclude it.
const tilesFolder = "map-tiles"

// Feature returns the feature with the provider of config.
func Feature(config Config) feature.Feature {
	return feature.Feature{Name: "basemap", New: func(host feature.Host) (feature.Parts, error) {
		service, err := Open(config, filepath.Join(host.Folder, tilesFolder), host.Log)
		if err != nil {
			return feature.Parts{}, err
		}
		return feature.Parts{Calls: func(k *httpapi.Kernel) error {
			searches, err := httpapi.NewThrottle()
			if err != nil {
				return err
			}
			(&server{Kernel: k, Map: service, searches: searches}).onlineMap()
			return nil
		}}, nil
	}}
}
