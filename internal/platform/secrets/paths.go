package secrets

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"time"

	"plumbline/internal/platform/clock"
)

// Paths signs paths that open a thing for a while without a session.
type Paths struct {
	key  []byte
	life time.Duration
}

// Paths returns what signs the paths of a kind of things, valid for a duration.
func (v *Vault) Paths(kind string, life time.Duration) Paths { return Paths{v.Key(kind), life} }

// Sign returns the path to a thing, whose format has a %d for its id, and until when it is valid (UTC ms).
func (p Paths) Sign(format string, id int64) (path string, until int64) {
	until = clock.Now().Add(p.life).UnixMilli()
	return p.SignUntil(fmt.Sprintf(format, id), id, until), until
}

// SignUntil returns a path to a thing that is valid until a time (UTC ms), at most as long as paths are.
func (p Paths) SignUntil(path string, id, until int64) string {
	return fmt.Sprintf("%s?until=%d&sign=%s", path, until, p.signature(id, until))
}

// Valid reports whether a signature of a thing is genuine and still valid.
func (p Paths) Valid(id, until int64, signature string) bool {
	now := clock.Now()
	return until > now.UnixMilli() && until <= now.Add(p.life).UnixMilli() && hmac.Equal([]byte(p.signature(id, until)), []byte(signature))
}

func (p Paths) signature(id, until int64) string {
	mac := hmac.New(sha256.New, p.key)
	fmt.Fprintf(mac, "%d %d", id, until)
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
