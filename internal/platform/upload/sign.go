package upload

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
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
	return fmt.Sprintf("%s?until=%d&sign=%s", path, until, s.signature(id, until))
}

func (s *Service) signed(id, until int64, signature string) bool {
	now := clock.Now()
	if until <= now.UnixMilli() || until > now.Add(pathLife).UnixMilli() {
		return false
	}
	return hmac.Equal([]byte(s.signature(id, until)), []byte(signature))
}

func (s *Service) signature(id, until int64) string {
	mac := hmac.New(sha256.New, s.key)
	fmt.Fprintf(mac, "%d %d", id, until)
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
