// Package push keeps the browsers in which people get messages about alerts, and sends to them: each account subscribes
// its own browsers, the keys of the installation are one row that all servers share, and a browser that has ended its
// subscription is forgotten.
package push

import (
	"strings"
	"unicode/utf8"

	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/webpush"
)

const (
	maxBrowsers = 10 // of an account
	maxName     = 50 // characters
	maxAnswer   = 300
)

// Browser is a browser in which an account gets messages.
type Browser struct {
	ID            int64
	CorporationID int64
	AccountID     int64
	Name          string
	Enabled       bool
	Host          string // of the push service
	Digest        string // SHA-256 of the address, hexadecimal
	CreatedAt     int64  // UTC ms
	UsedAt        int64  // UTC ms at which a push service took a message; 0: never
	AskedAt       int64  // UTC ms of the last attempt; 0: never
	Outcome       string // of the last attempt: sent, failed, unknown
	Answer        string

	subscription webpush.Subscription
}

// check trims a name and returns what is wrong with it.
func check(name *string, refused *errs.Refusals) {
	*name = strings.Join(strings.Fields(*name), " ")
	switch n := utf8.RuneCountInString(*name); {
	case n == 0:
		refused.Add("name", errs.Empty)
	case n > maxName:
		refused.Add("name", errs.TooLong, "max", maxName)
	}
}

// logged is what the audit log keeps of a browser.
type logged struct {
	Name   string `json:"name"`
	Enable bool   `json:"enable"`
	Host   string `json:"pushService"`
}

func (b *Browser) logged() logged { return logged{b.Name, b.Enabled, b.Host} }
