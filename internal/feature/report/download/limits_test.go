package download_test

import (
	"fmt"
	"strings"
	"testing"

	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
)

func TestLimitsOfFiles(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		add := func(n int, state string, size int64) {
			t.Helper()
			if err := s.Store.Tables.Write(t.Context(), func(tx *sqlkit.Transaction) error {
				for range n {
					id, err := tx.ID(t.Context())
					if err != nil {
						return err
					}
					_, err = tx.Exec(t.Context(), "INSERT INTO download VALUES (?, ?, ?, 1, 'measuring-point-data', 'csv', 'A', 'zh', '{}', ?, '', 0, '', '.zip', ?, '', 0, 1, 1, 1)",
						id, s.Corporation.ID, s.Project.ID, state, size)
					if err != nil {
						return err
					}
				}
				return nil
			}); err != nil {
				t.Fatal(err)
			}
		}
		refused := func(method, path, body string, want *errs.Message) {
			t.Helper()
			got := s.Call(t.Context(), t, "member", method, path, body)
			if !strings.Contains(got.Body.String(), fmt.Sprintf(`"code":%d`, want.Code)) {
				t.Errorf("%s %s: %d %s, want %d", method, path, got.Code, got.Body, want.Code)
			}
		}
		const path = "/api/exports/measuring-point-data"
		one := s.ask(t, s.wanted("csv", ""))
		refused("POST", fmt.Sprintf("%s/%d/link", s.files, one.ID), "", errs.DownloadUnfinished)
		refused("POST", fmt.Sprintf("%s/%d/retry", s.files, one.ID), "", errs.DownloadEnded)
		refused("POST", path, strings.Replace(s.wanted("xlsx", `,"singleSheet":true`), "csv", "xlsx", 1), errs.OneSheetOnly)
		add(500, "pending", 0)
		refused("POST", path, s.wanted("csv", ""), errs.TooManyDownloads)
		var page struct{ List []report }
		s.Ask(t, "guest", "GET", s.files+"?status=error", "", 200, &page) // their jobs were lost
		if len(page.List) == 0 || page.List[0].Reason != errs.New(errs.DownloadFailed).Text(errs.English) {
			t.Errorf("files without a job: %+v", page.List)
		}
		if err := s.Store.Tables.Write(t.Context(), func(tx *sqlkit.Transaction) error {
			_, err := tx.Exec(t.Context(), "DELETE FROM download")
			return err
		}); err != nil {
			t.Fatal(err)
		}
		add(1, "done", 20<<30)
		refused("POST", path, s.wanted("csv", ""), errs.DownloadsFull)
	})
}
