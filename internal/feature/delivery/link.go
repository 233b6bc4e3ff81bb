package delivery

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"strings"
	"time"

	"plumbline/internal/platform/secrets"
)

// LinkPath is the page of the web app that a link in a message opens; the token follows.
const LinkPath = "/a/"

const (
	linkLife = 24 * time.Hour // from the time at which the message was written or, after quiet hours, sent
	macBytes = 16
)

// Links are the links in messages, which open one alert for one recipient without a session. A token is the id of the
// message with a signature, so that the ledger alone says whom it is for and how long it holds.
type Links struct {
	key  []byte
	base string // public address of the installation; empty: messages have no links
}

// NewLinks returns the links of an installation with a public address, such as https://monitor.example.com.
func NewLinks(vault *secrets.Vault, address string) Links {
	return Links{vault.Key("links in messages about alerts"), strings.TrimRight(address, "/")}
}

// To returns the link of a message, empty without a public address or person.
func (l Links) To(m *Message) string {
	if l.base == "" || m.WebhookID != 0 || m.Content.TestBy != "" {
		return ""
	}
	return l.base + LinkPath + l.Token(m.ID)
}

// Token returns the part of a link that names a message.
func (l Links) Token(message int64) string {
	id := binary.BigEndian.AppendUint64(nil, uint64(message))
	return base64.RawURLEncoding.EncodeToString(append(id, l.sign(id)...))
}

func (l Links) sign(id []byte) []byte {
	mac := hmac.New(sha256.New, l.key)
	mac.Write(id)
	return mac.Sum(nil)[:macBytes]
}

// Message returns the message of a token.
func (l Links) Message(token string) (id int64, ok bool) {
	decoded, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(decoded) != 8+macBytes {
		return 0, false
	}
	return int64(binary.BigEndian.Uint64(decoded)), hmac.Equal(decoded[8:], l.sign(decoded[:8]))
}
