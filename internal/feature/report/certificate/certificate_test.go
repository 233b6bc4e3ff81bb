package certificate_test

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"database/sql"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"plumbline/internal/feature/notify"
	"plumbline/internal/feature/report/certificate"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/testing/apptest"
	"plumbline/internal/testing/signertest"
)

const day = 24 * time.Hour

type shown struct {
	State, Subject, Issuer, Serial, SHA256, Algorithm, Account string
	BeginsAt, EndsAt, ChangedAt                                int64
}

func on(t *testing.T, test func(t *testing.T, s *apptest.Server, path string)) {
	t.Helper()
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s := apptest.Start(t, engine, apptest.Options{})
			test(t, s, fmt.Sprintf("/api/corporations/%d/signing-certificate", s.Project.CorporationID))
		})
	}
}

func TestCorporationKeepsACertificate(t *testing.T) {
	on(t, func(t *testing.T, s *apptest.Server, path string) {
		now := clock.Now()
		good := signertest.File(t, "勘测院", now.Add(-day), now.Add(365*day))
		ended := signertest.File(t, "Old", now.Add(-9*day), now.Add(-day))
		refused := func(body string, want *errs.Message, field string, args errs.Args) {
			t.Helper()
			var failure struct{ Fields map[string]string }
			s.Ask(t, "admin", "PUT", path, body, 422, &failure)
			if len(failure.Fields) != 1 || failure.Fields[field] != want.Text(errs.English, args) {
				t.Errorf("%+v, want %s of %s", failure, want.Text(errs.English, args), field)
			}
		}
		refused(signertest.Body(good, "other"), errs.CertificatePassword, "password", nil)
		refused(signertest.Body([]byte("text"), ""), errs.CertificateFile, "file", nil)
		refused(signertest.Body(ended, signertest.Password), errs.CertificateEnded, "file", errs.Args{"day": now.Add(-day).UTC().Format(time.DateOnly)})
		short, err := ecdsa.GenerateKey(elliptic.P224(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		pack := func(key crypto.Signer, wanted x509.Certificate) []byte {
			t.Helper()
			wanted.SerialNumber = big.NewInt(1)
			file, err := signertest.Pack(key, &wanted)
			if err != nil {
				t.Fatal(err)
			}
			return file
		}
		weak := pack(short, x509.Certificate{})
		refused(signertest.Body(weak, signertest.Password), errs.CertificateKey, "file", nil)
		long, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		encrypts := pack(long, x509.Certificate{KeyUsage: x509.KeyUsageKeyEncipherment})
		refused(signertest.Body(encrypts, signertest.Password), errs.CertificateUse, "file", nil)
		var c shown
		if s.Ask(t, "admin", "GET", path, "", 200, &c); c != (shown{State: "none"}) {
			t.Errorf("%+v", c)
		}
		s.Ask(t, "admin", "PUT", path, signertest.Body(good, signertest.Password), 200, &c)
		if c.State != "valid" || c.Subject != "勘测院" || c.Issuer != "勘测院" || c.Serial != "abc" || c.Algorithm != "ECDSA P-256" || len(c.SHA256) != 64 ||
			c.EndsAt != now.Add(365*day).Truncate(time.Second).UnixMilli() || c.Account == "" {
			t.Errorf("%+v", c)
		}
		early := signertest.File(t, "Next", now.Add(day), now.Add(20*day))
		if s.Ask(t, "admin", "PUT", path, signertest.Body(early, signertest.Password), 200, &c); c.State != "early" || c.Subject != "Next" {
			t.Errorf("%+v", c)
		}
		s.Ask(t, "guest", "PUT", path, signertest.Body(good, signertest.Password), 403, nil)
		s.Ask(t, "stranger", "GET", path, "", 404, nil)
		s.Ask(t, "admin", "DELETE", path, "", 200, nil)
		s.Ask(t, "admin", "DELETE", path, "", 404, nil)
		if s.Ask(t, "admin", "GET", path, "", 200, &c); c.State != "none" {
			t.Errorf("%+v", c)
		}
	})
}

// inbox keeps what administrators hear.
type inbox struct{ said []string }

func (i *inbox) CertificateEnds(_ context.Context, _ *sql.Tx, _ int64, subject string, days int, ended bool) error {
	i.said = append(i.said, fmt.Sprint(subject, " ", days, " ", ended))
	return nil
}

// Administrators hear once that a certificate ends within 30 days, and once that it has ended, from one of several servers; a
// new one begins again.
func TestAdministratorsHearThatACertificateEnds(t *testing.T) {
	on(t, func(t *testing.T, s *apptest.Server, path string) {
		heard := &inbox{}
		watches := []certificate.Watch{
			{Store: &certificate.Store{Tables: s.Site.Store.Tables, Vault: s.Secrets}, Inbox: heard},
			{Store: &certificate.Store{Tables: s.Site.Store.Tables, Vault: s.Secrets}, Inbox: heard},
		}
		look := func(want ...string) {
			t.Helper()
			for i := range watches {
				if err := watches[i].Run(t.Context(), nil); err != nil {
					t.Fatal(err)
				}
			}
			if strings.Join(heard.said, ", ") != strings.Join(want, ", ") {
				t.Errorf("heard %q, want %q", heard.said, want)
			}
		}
		put := func(name string, left time.Duration) {
			t.Helper()
			now := clock.Now()
			s.Ask(t, "admin", "PUT", path, signertest.Body(signertest.File(t, name, now.Add(-day), now.Add(left)), signertest.Password), 200, nil)
		}
		end := func() {
			t.Helper()
			if err := s.Site.Store.Tables.Write(t.Context(), func(tx *sqlkit.Transaction) error {
				_, err := tx.Exec(t.Context(), "UPDATE signing_certificate SET ends_at = ?", clock.Now().UnixMilli())
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		put("Long", 40*day)
		look()
		put("Short", 20*day)
		look("Short 20 false")
		end()
		look("Short 20 false", "Short 0 true")
		put("Shorter", 3*day)
		look("Short 20 false", "Short 0 true", "Shorter 3 false")
		var c shown
		if s.Ask(t, "admin", "GET", path, "", 200, &c); c.State != "ending" {
			t.Errorf("%+v", c)
		}
	})
}

// What administrators read in the app.
func TestTitlesOfCertificatesThatEnd(t *testing.T) {
	soon := notify.Notification{Kind: notify.CertificateEnds, Args: []byte(`{"subject":"Survey","days":20}`)}
	ended := notify.Notification{Kind: notify.CertificateEnded, Args: []byte(`{"subject":"Survey"}`)}
	for _, test := range []struct {
		n              notify.Notification
		language, want string
	}{
		{soon, "en", "The certificate “Survey”, which signs reports, ends in 20 days: replace it, or no report can be approved then"},
		{soon, "zh", "报告签名证书“Survey”将于 20 天后到期：到期后报告不能批准，请更换"},
		{ended, "zh-TW", "報告簽名憑證「Survey」已到期：更換或刪除後才能核准報告"},
	} {
		if got := test.n.Title(test.language); got != test.want {
			t.Errorf("%s: %s", test.language, got)
		}
	}
}
