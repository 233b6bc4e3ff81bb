package push

import (
	"embed"
	"strings"

	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Feature returns the feature. off: the operator has switched browser push off.
func Feature(off bool) feature.Feature {
	return feature.Feature{Name: "push", Migrations: migrations, New: func(host feature.Host) (feature.Parts, error) {
		return feature.Parts{Calls: func(k *httpapi.Kernel) error {
			(&server{Kernel: k, sender: NewSender(host, off)}).register()
			return nil
		}}, nil
	}}
}

// NewSender returns what sends to browsers. Push services may ask at the public address or the sender of mails.
func NewSender(host feature.Host, off bool) *Sender {
	s := &Sender{Store: Store{host.Tables, host.Secrets}, Outbound: host.Outbound, Off: off, Log: host.Log}
	switch {
	case strings.HasPrefix(host.PublicURL, "https://"):
		s.Contact = host.PublicURL
	case host.Mail != nil:
		s.Contact = "mailto:" + host.Mail.From()
	}
	return s
}
