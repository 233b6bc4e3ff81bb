package identity

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/crypto/argon2"
)

// The cost of a password hash: argon2id, 19 MiB, two passes (about 44 ms).
const (
	argonMemory = 19 << 10 // KiB
	argonTime   = 2
	argonLanes  = 1
	argonSalt   = 16
	argonKey    = 32
	// argonAtOnce bounds the memory that a storm of sign-ins takes.
	argonAtOnce = 2
)

var argonPrefix = fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$", argon2.Version, argonMemory, argonTime, argonLanes)

// hasher hashes and verifies passwords, two at a time.
type hasher struct{ slots chan struct{} }

func newHasher() *hasher { return &hasher{slots: make(chan struct{}, argonAtOnce)} }

func (h *hasher) enter(ctx context.Context) error {
	select {
	case h.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait for password check: %w", ctx.Err())
	}
}

func (h *hasher) leave() { <-h.slots }

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

// verify tells whether a password belongs to a hash, and whether the hash was made
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

// The lengths of a password.
const (
	minPassword        = 8
	maxPassword        = 16
	minInitialPassword = 6 // handed out by an administrator
	maxInitialPassword = 64
)

// Strong tells whether a password follows the strong rule: 8 to 16 characters,
// upper and lower case letter, digit and symbol, none three times in a row, no
// Chinese characters (specification section 5).
func Strong(password string) bool {
	runes := []rune(password)
	if len(runes) < minPassword || len(runes) > maxPassword {
		return false
	}
	var upper, lower, digit, symbol bool
	for i, r := range runes {
		switch {
		case r <= ' ' || r > unicode.MaxASCII || r == 0x7F:
			return false
		case r >= 'A' && r <= 'Z':
			upper = true
		case r >= 'a' && r <= 'z':
			lower = true
		case r >= '0' && r <= '9':
			digit = true
		default:
			symbol = true
		}
		if i >= 2 && runes[i-1] == r && runes[i-2] == r {
			return false
		}
	}
	return upper && lower && digit && symbol
}

// initialPassword makes a strong random password for an account's first sign-in.
func initialPassword() (string, error) {
	const groups = 4
	sets := [groups]string{"ABCDEFGHJKLMNPQRSTUVWXYZ", "abcdefghijkmnpqrstuvwxyz", "23456789", "-_.+="}
	for {
		raw := make([]byte, 2*maxPassword)
		if _, err := rand.Read(raw); err != nil {
			return "", fmt.Errorf("make password: %w", err)
		}
		password := make([]byte, maxPassword)
		for i := range password {
			set := sets[int(raw[2*i])%3]
			if i%5 == 4 {
				set = sets[3]
			}
			password[i] = set[int(raw[2*i+1])%len(set)]
		}
		if Strong(string(password)) {
			return string(password), nil
		}
	}
}
