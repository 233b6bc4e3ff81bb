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

// Cost of a password hash: argon2id, 19 MiB, two passes (about 44 ms).
const (
	argonMemory = 19 << 10 // KiB
	argonTime   = 2
	argonLanes  = 1
	argonSalt   = 16
	argonKey    = 32
	// argonWaiting is the maximum number of queued checks: 256 checks take about 12 s on one core, less than the
	// timeout of a browser. Later requests get a 503 with Retry-After.
	argonWaiting = 256
	argonRetry   = 10 // s
)

// argonAtOnce limits the memory and CPU that a burst of sign-ins uses: half of the CPUs remain for readings.
func argonAtOnce() int { return max(1, runtime.GOMAXPROCS(0)/2) }

var argonPrefix = fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$", argon2.Version, argonMemory, argonTime, argonLanes)

// hasher hashes and verifies passwords with limited concurrency and a bounded queue.
type hasher struct {
	slots   chan struct{} // one per running check
	queue   chan struct{} // one per running or waiting check
	checked atomic.Int64  // hashes computed
}

func newHasher() *hasher {
	atOnce := argonAtOnce()
	return &hasher{slots: make(chan struct{}, atOnce), queue: make(chan struct{}, atOnce+argonWaiting)}
}

// enter waits for a slot, or returns an error if the queue is full.
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

// leave releases the slot.
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
	return encoded(salt, argon2.IDKey([]byte(password), salt, argonTime, argonMemory, argonLanes, argonKey)), nil
}

func encoded(salt, key []byte) string {
	return argonPrefix + base64.RawStdEncoding.EncodeToString(salt) + "$" + base64.RawStdEncoding.EncodeToString(key)
}

// hashOfNothing returns a hash that no password has, and that takes as long to check as another.
func hashOfNothing() string {
	bytes := make([]byte, argonSalt+argonKey)
	_, _ = rand.Read(bytes) // never fails
	return encoded(bytes[:argonSalt], bytes[argonSalt:])
}

// verify reports whether a password matches a hash, and whether the hash used other cost parameters than today's.
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

// PasswordChecks returns the number of hashes computed since the start, and the number waiting or running. A sign-in
// costs the same number of hashes whether or not its account exists.
func (s *Service) PasswordChecks() (checked, waiting int64) {
	return s.hasher.checked.Load(), int64(len(s.hasher.queue))
}
