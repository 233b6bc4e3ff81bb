// Package certificate keeps the certificates with which corporations sign the PDFs of issued reports.
package certificate

import (
	"context"
	"database/sql"
	"embed"
	"time"

	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/platform/pdfsign"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Certificate is the certificate of a corporation, without its key.
type Certificate struct {
	CorporationID int64
	Subject       string // whose it is
	Issuer        string
	Serial        string // hexadecimal
	SHA256        string // of the certificate, hexadecimal
	Algorithm     string // of its key, such as RSA 2048
	BeginsAt      int64  // UTC ms, as all times
	EndsAt        int64
	Account       string // name of who stored it
	ChangedAt     int64
}

// State is whether a certificate can sign.
type State string

// States of a certificate.
const (
	None    State = "none"    // the corporation has none
	Early   State = "early"   // its time has not begun
	Valid   State = "valid"   // it can sign
	Ending  State = "ending"  // it can sign for another 30 days at most
	Expired State = "expired" // its time has ended
)

const soon = 30 * 24 * time.Hour

// At returns the state at a time (UTC ms).
func (c *Certificate) At(now int64) State {
	switch {
	case c.CorporationID == 0:
		return None
	case now < c.BeginsAt:
		return Early
	case now >= c.EndsAt:
		return Expired
	case now >= c.EndsAt-soon.Milliseconds():
		return Ending
	}
	return Valid
}

func describe(corporation int64, id *pdfsign.Identity) Certificate {
	c := id.Certificate
	return Certificate{
		CorporationID: corporation, Subject: id.Name(), Issuer: id.Issuer(), Serial: c.SerialNumber.Text(16), SHA256: id.Fingerprint(),
		Algorithm: id.Algorithm(), BeginsAt: c.NotBefore.UnixMilli(), EndsAt: c.NotAfter.UnixMilli(),
	}
}

// Inbox notifies the administrators of a corporation in the app, in a transaction.
type Inbox interface {
	// CertificateEnds notifies them that the certificate of subject ends in some days; ended: it has ended.
	CertificateEnds(ctx context.Context, tx *sql.Tx, corporation int64, subject string, days int, ended bool) error
}

const (
	kindOfJobs = "signing-certificates"
	every      = time.Hour
)

// Feature returns the feature.
func Feature(inbox Inbox) feature.Feature {
	return feature.Feature{Name: "certificate", Migrations: migrations, New: func(host feature.Host) (feature.Parts, error) {
		store := &Store{host.Tables, host.Secrets}
		watch := &Watch{store, inbox}
		return feature.Parts{
			Calls: func(k *httpapi.Kernel) error {
				(&server{k, store}).register()
				return nil
			},
			Jobs: []feature.Job{{Kind: kindOfJobs, Run: watch.Run, Every: every}},
		}, nil
	}}
}

// kindLogged is the kind of a certificate in the operation log.
const kindLogged = "signingcertificate"

func init() {
	audit.Register(audit.Names{
		Kinds: map[string]i18n.Label{kindLogged: {Zh: "报告签名证书", En: "Certificate for reports", Tw: "報告簽名憑證"}},
		Fields: map[string]i18n.Label{
			"certificatesubject": {Zh: "持有者", En: "Subject", Tw: "持有者"},
			"certificateissuer":  {Zh: "签发机构", En: "Issuer", Tw: "簽發機構"},
			"certificatesha256":  {Zh: "证书指纹", En: "Fingerprint", Tw: "憑證指紋"},
			"certificateends":    {Zh: "有效期至", En: "Valid until", Tw: "有效期至"},
		},
	})
}

type logged struct {
	Name               string `json:"name"`
	CertificateSubject string `json:"certificatesubject"`
	CertificateIssuer  string `json:"certificateissuer"`
	CertificateSHA256  string `json:"certificatesha256"`
	CertificateEnds    string `json:"certificateends"`
}

func (c *Certificate) logged() logged {
	return logged{c.Subject, c.Subject, c.Issuer, c.SHA256, date(c.EndsAt)}
}

// date is a day in UTC, as certificates state them.
func date(ms int64) string { return time.UnixMilli(ms).UTC().Format(time.DateOnly) }
