// Package link makes and reads the links in messages about alerts, which open one alert for one recipient without a session.
package link

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"strings"
	"time"

	"plumbline/internal/platform/secrets"
)

// Path is the page of the web app that a link in a message opens; the token follows.
const Path = "/a/"

// Life is how long a link holds, from the time at which the message was written or, after quiet hours, sent.
const Life = 24 * time.Hour

const macBytes = 16

// Links are the links of an installation. A token is the id of a message with a signature, so that the ledger alone says whom
// it is for and how long it holds.
type Links struct {
	key  []byte
	base string // public address of the installation; empty: messages have no links
}

// New returns the links of an installation with a public address, such as https://monitor.example.com.
func New(vault *secrets.Vault, address string) Links {
	return Links{vault.Key("links in messages about alerts"), strings.TrimRight(address, "/")}
}

// To returns the link of a message, empty without a public address.
func (l Links) To(message int64) string {
	if l.base == "" {
		return ""
	}
	return l.base + Path + l.Token(message)
}

// Page returns the address of a page of the web app, empty without a public address.
func (l Links) Page(path string) string {
	if l.base == "" {
		return ""
	}
	return l.base + path
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
