package identity

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"

	"golang.org/x/crypto/argon2"

	"plumbline/internal/platform/errs"
)

// The cost of a password hash: argon2id, 19 MiB, two passes (about 44 ms).
const (
	argonMemory = 19 << 10 // KiB
	argonTime   = 2
	argonLanes  = 1
	argonSalt   = 16
	argonKey    = 32
	// argonWaiting bounds how many checks wait for their turn: 256 of them take some
	// 12 s on one core, less than a browser waits. Later requests get a 503 with Retry-After.
	argonWaiting = 256
	argonRetry   = 10 // s
)

// argonAtOnce bounds the memory and the processors that a storm of sign-ins takes: half
// of the processors go on with readings.
func argonAtOnce() int { return max(1, runtime.GOMAXPROCS(0)/2) }

var argonPrefix = fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$", argon2.Version, argonMemory, argonTime, argonLanes)

// hasher hashes and verifies passwords, few at a time and in a bounded queue.
type hasher struct {
	slots   chan struct{} // one for each at work
	queue   chan struct{} // one for each at work or waiting
	checked atomic.Int64  // hashes computed
}

func newHasher() *hasher {
	atOnce := argonAtOnce()
	return &hasher{slots: make(chan struct{}, atOnce), queue: make(chan struct{}, atOnce+argonWaiting)}
}

// enter waits for a turn, or refuses where too many wait already.
func (h *hasher) enter(ctx context.Context) error {
	select {
	case h.queue <- struct{}{}:
	default:
		return errs.New(errs.TooManyRequests, "seconds", argonRetry)
	}
	select {
	case h.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		<-h.queue
		return fmt.Errorf("wait for password check: %w", ctx.Err())
	}
}

// leave gives the turn on.
func (h *hasher) leave() {
	h.checked.Add(1)
	<-h.slots
	<-h.queue
}

func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	if err := h.enter(ctx); err != nil {
		return "", err
	}
	defer h.leave()
	salt := make([]byte, argonSalt)
	if _, err := rand.Read(salt); err != nil {
		return "", fmt.Errorf("salt: %w", err)
	}
	key := argon2.IDKey([]byte(password), salt, argonTime, argonMemory, argonLanes, argonKey)
	return argonPrefix + base64.RawStdEncoding.EncodeToString(salt) + "$" + base64.RawStdEncoding.EncodeToString(key), nil
}

// verify reports whether a password belongs to a hash, and whether the hash was made
// with other costs than today's.
func (h *hasher) verify(ctx context.Context, password, hash string) (ok, outdated bool, err error) {
	var version, memory, passes int
	var lanes uint8
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || parts[1] != "argon2id" {
		return false, false, fmt.Errorf("password hash of unknown form")
	}
	if _, err := fmt.Sscanf(parts[2], "v=%d", &version); err != nil || version != argon2.Version {
		return false, false, fmt.Errorf("password hash of unknown version %q", parts[2])
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &memory, &passes, &lanes); err != nil {
		return false, false, fmt.Errorf("password hash costs: %w", err)
	}
	salt, err := base64.RawStdEncoding.DecodeString(parts[4])
	if err != nil {
		return false, false, fmt.Errorf("password hash salt: %w", err)
	}
	key, err := base64.RawStdEncoding.DecodeString(parts[5])
	if err != nil {
		return false, false, fmt.Errorf("password hash: %w", err)
	}
	if err := h.enter(ctx); err != nil {
		return false, false, err
	}
	defer h.leave()
	tried := argon2.IDKey([]byte(password), salt, uint32(passes), uint32(memory), lanes, uint32(len(key)))
	return subtle.ConstantTimeCompare(tried, key) == 1, !strings.HasPrefix(hash, argonPrefix), nil
}

// PasswordChecks are figures of the password hashes: computed since the start, and
// waiting or at work now. A sign-in costs the same number whether its account exists.
func (s *Service) PasswordChecks() (checked, waiting int64) {
	return s.hasher.checked.Load(), int64(len(s.hasher.queue))
}
