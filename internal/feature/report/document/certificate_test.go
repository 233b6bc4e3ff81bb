package document_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/testing/peers"
	"plumbline/internal/testing/signertest"
)

const day = 24 * time.Hour

// approved begins a report and lets three persons sign it.
func (s *site) approved(t *testing.T) report {
	t.Helper()
	r := s.begun(t)
	s.sign(t, "manager", "made", r.ID)
	s.sign(t, "owner", "checked", r.ID)
	s.sign(t, "admin", "approved", r.ID)
	if r = s.settled(t, r.ID); r.Status != "issued" || len(r.Files) != 1 {
		t.Fatalf("%+v", r)
	}
	return r
}

// The PDF of a report that is issued with a certificate has a signature that others verify, and the report says whose; a draft has
// none. Printed once more, it is the same file. A certificate that has ended lets no report be approved.
func TestCertificateSignsIssuedReports(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		peers.Need(t, "../../../..", "pdfsig")
		pdfsig := func(id int64) string {
			t.Helper()
			path := filepath.Join(t.TempDir(), "report.pdf")
			if err := os.WriteFile(path, s.pdf(t, id), 0o600); err != nil {
				t.Fatal(err)
			}
			said, _ := exec.CommandContext(t.Context(), "pdfsig", "-nocert", path).CombinedOutput() // fails for a file without signatures
			return string(said)
		}
		set := func(query string, args ...any) {
			t.Helper()
			if err := s.Site.Store.Tables.Write(t.Context(), func(tx *sqlkit.Transaction) error {
				_, err := tx.Exec(t.Context(), query, args...)
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		path := fmt.Sprintf("/api/corporations/%d/signing-certificate", s.Project.CorporationID)
		now := clock.Now()
		s.Ask(t, "admin", "PUT", path, signertest.Body(signertest.File(t, "勘测院", now.Add(-day), now.Add(90*day)), signertest.Password), 200, nil)

		draft := s.begun(t)
		if said := pdfsig(draft.ID); !strings.Contains(said, "does not contain any signatures") || draft.Files[0].SignedBy != "" {
			t.Errorf("%+v: %s", draft, said)
		}
		r := s.approved(t)
		f := r.Files[0]
		if said := pdfsig(r.ID); !strings.Contains(said, "Signature is Valid") || !strings.Contains(said, "Total document signed") || !strings.Contains(said, "勘测院") {
			t.Errorf("pdfsig: %s", said)
		}
		if f.SignedBy != "勘测院" || len(f.Certificate) != 64 {
			t.Errorf("%+v", f)
		}
		set("UPDATE document SET state = 'issuing' WHERE id = ?", r.ID) // as if its print had failed
		s.Ask(t, "manager", "POST", s.one(r.ID)+"/retry", "", 202, nil)
		if again := s.settled(t, r.ID); again.Status != "issued" || again.Files[0] != f {
			t.Errorf("%+v, first %+v", again, f)
		}

		set("UPDATE signing_certificate SET ends_at = ?", clock.Now().UnixMilli())
		s.sign(t, "manager", "made", draft.ID)
		s.sign(t, "owner", "checked", draft.ID)
		s.refuses(t, "admin", "POST", s.one(draft.ID)+"/sign", signature("approved"), errs.CertificateCannotSign)
		s.Ask(t, "admin", "DELETE", path, "", 200, nil)
		s.sign(t, "admin", "approved", draft.ID)
		if r = s.settled(t, draft.ID); r.Status != "issued" || r.Files[0].SignedBy != "" {
			t.Errorf("%+v", r)
		}
	})
}
