package upload

import (
	"time"

	"plumbline/internal/platform/clock"
)

// A signed path is valid for up to pathLife. It stays the same for half of that time, so that browsers can cache the
// picture.
const (
	pathLife  = 5 * time.Minute
	pathStays = pathLife / 2
)

// Sign returns a path that opens a stored file for up to five minutes. It returns any other path unchanged.
func (s *Service) Sign(path string) string {
	id, ok := idOf(path)
	if !ok {
		return path
	}
	until := clock.Now().Truncate(pathStays).Add(pathLife).UnixMilli()
	return s.paths.SignUntil(path, id, until)
}
