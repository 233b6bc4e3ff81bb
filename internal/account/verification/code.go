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

// Purpose is the purpose of a code. A code works for one purpose only.
type Purpose string

// Purposes.
const (
	SignUp     Purpose = "signUp"
	Reset      Purpose = "reset"
	OwnAddress Purpose = "address"  // new address of a signed-in account
	Decision   Purpose = "decision" // on an alert, by the recipient of a message
)

// Channel is the way a code is sent.
type Channel string

// Channels.
const (
	Mail Channel = "mail"
	SMS  Channel = "sms"
)

// Lifetime of codes, and limits of attempts and requests (decision 0025).
const (
	Digits = 6
	Life   = 10 * time.Minute
	// ResendAfter is the minimum time between two codes to one address.
	ResendAfter = time.Minute

	maxTries = 8 // successful ones count too: the form may be refused for another reason
	perHour  = time.Hour
	keep     = 7 * 24 * time.Hour // for the limits, and for support questions
)

// Limits are the numbers of codes that may be requested per hour.
type Limits struct {
	PerTarget, PerIP, PerAccount int
	Gap, Window                  time.Duration
}

var limits = Limits{PerTarget: 5, PerIP: 20, PerAccount: 5, Gap: ResendAfter, Window: perHour}

// Code is a requested code. Only a hash of the code itself is stored.
type Code struct {
	ID        int64
	Purpose   Purpose
	Target    string // e-mail address in lower case, or mobile
	Hash      string // keyed, see Service.hash
	IP        string // of the requester
	AccountID int64  // 0: none, or unknown until it is sent
	Tries     int
	CreatedAt int64 // UTC ms, like the other times
	ExpiresAt int64
	SentAt    int64
	UsedAt    int64
}

// Channel returns the way the code is sent.
func (c Code) Channel() Channel { return channelOf(c.Target) }

// Key identifies the newest code for a purpose and address.
type Key struct {
	Purpose   Purpose
	Target    string
	AccountID int64 // only for OwnAddress, otherwise 0
	About     int64 // only for Decision: the alert; a code for another one is wrong
}

var mobile = regexp.MustCompile(`^[0-9]{11}$`)

// maxAddress is the length of the longest e-mail address (RFC 5321 4.5.3.1).
const maxAddress = 254

// ParseAddress parses an e-mail address or a mobile entered by a user.
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

// Masked returns an address as logs show it: "z…@example.com", "138…00".
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

// newCode returns a random code; all codes are equally likely.
func newCode() (string, error) {
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
	if err != nil {
		return "", fmt.Errorf("generate a code: %w", err)
	}
	return fmt.Sprintf("%0*d", Digits, n), nil
}

// hash returns the keyed hash of a code and its purpose. Without the key, the database does not allow trying all
// million codes.
func (s *Service) hash(k Key, code string) string {
	mac := hmac.New(sha256.New, s.key)
	for _, part := range []string{string(k.Purpose), k.Target, strconv.FormatInt(k.AccountID, 10), strconv.FormatInt(k.About, 10), code} {
		_, _ = mac.Write([]byte(part)) // never fails
		_, _ = mac.Write([]byte{0})
	}
	return hex.EncodeToString(mac.Sum(nil))
}
