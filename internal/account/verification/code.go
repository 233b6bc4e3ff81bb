package verification

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/big"
	"net/mail"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Purpose is what a code is good for. A code for one thing opens no other.
type Purpose string

// The purposes.
const (
	SignUp     Purpose = "signUp"
	Reset      Purpose = "reset"
	OwnAddress Purpose = "address" // a new address of an account that is signed in
)

// Channel is how a code travels.
type Channel string

// The channels.
const (
	Mail Channel = "mail"
	SMS  Channel = "sms"
)

// How long codes live, how often they may be tried and asked for (decisions,
// "Accounts and permissions").
const (
	Digits = 6
	Life   = 10 * time.Minute
	// ResendAfter is the least time between two codes to one address.
	ResendAfter = time.Minute

	maxTries = 8 // right ones count too: a form may be refused for something else
	perHour  = time.Hour
	keep     = 7 * 24 * time.Hour // for the limits, and for who asks what was sent
)

// Limits are how many codes an hour may be asked for.
type Limits struct {
	PerTarget, PerIP, PerAccount int
	Gap, Window                  time.Duration
}

var limits = Limits{PerTarget: 5, PerIP: 20, PerAccount: 5, Gap: ResendAfter, Window: perHour}

// Code is one code that was asked for. The code itself is not kept.
type Code struct {
	ID        int64
	Purpose   Purpose
	Target    string // e-mail address in lower case, or mobile
	Hash      string // keyed, see Service.hash
	IP        string // who asked
	AccountID int64  // whose it is; 0: nobody's, or not known before it is sent
	Tries     int
	CreatedAt int64 // UTC ms, like the other times
	ExpiresAt int64
	SentAt    int64
	UsedAt    int64
}

// Channel is how the code travels.
func (c Code) Channel() Channel { return channelOf(c.Target) }

// Key says which code a person means: the newest for this purpose and address.
type Key struct {
	Purpose   Purpose
	Target    string
	AccountID int64 // of OwnAddress; 0 for the others
}

var mobile = regexp.MustCompile(`^[0-9]{11}$`)

// maxAddress is the length of the longest e-mail address (RFC 5321 4.5.3.1).
const maxAddress = 254

// ParseAddress reads an e-mail address or a mobile as a person types it.
func ParseAddress(text string) (target string, channel Channel, ok bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	if mobile.MatchString(text) {
		return text, SMS, true
	}
	parsed, err := mail.ParseAddress(text)
	if err != nil || parsed.Address != text || len(text) > maxAddress {
		return "", "", false
	}
	if _, domain, _ := strings.Cut(text, "@"); !strings.Contains(domain, ".") {
		return "", "", false
	}
	return text, Mail, true
}

func channelOf(target string) Channel {
	if strings.Contains(target, "@") {
		return Mail
	}
	return SMS
}

// Masked is an address as logs show it: "z…@example.com", "138…00".
func Masked(target string) string {
	if local, domain, ok := strings.Cut(target, "@"); ok {
		return string([]rune(local)[:1]) + "…@" + domain
	}
	const ends = 5
	if len(target) <= ends {
		return "…"
	}
	return target[:3] + "…" + target[len(target)-2:]
}

// newCode draws a code; every one is as likely as any other.
func newCode() (string, error) {
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		return "", fmt.Errorf("draw a code: %w", err)
	}
	return fmt.Sprintf("%0*d", Digits, n), nil
}

// hash is the keyed hash of a code and its purpose: a reader of the database
// cannot try out the million codes there are.
func (s *Service) hash(k Key, code string) string {
	mac := hmac.New(sha256.New, s.key)
	for _, part := range []string{string(k.Purpose), k.Target, strconv.FormatInt(k.AccountID, 10), code} {
		_, _ = mac.Write([]byte(part)) // never fails
		_, _ = mac.Write([]byte{0})
	}
	return hex.EncodeToString(mac.Sum(nil))
}
