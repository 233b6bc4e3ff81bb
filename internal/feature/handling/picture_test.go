package handling_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"regexp"
	"slices"
	"strings"
	"testing"

	"plumbline/internal/account/identity"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/upload"
	"plumbline/internal/testing/apptest"
)

func TestCommentsAndDecisionsHavePictures(t *testing.T) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s := apptest.Start(t, engine, apptest.Options{})
			call := caller(t, s)
			id := alertOf(t, s)
			comments, status := fmt.Sprintf("/api/alerts/%d/comments", id), fmt.Sprintf("/api/alerts/%d/status", id)
			var blobs []string
			saved := func(who identity.Account, use upload.Scope) string {
				var file bytes.Buffer
				if err := png.Encode(&file, image.NewGray(image.Rect(0, 0, 3, 2))); err != nil {
					t.Fatal(err)
				}
				made, err := s.Uploads.Save(t.Context(), apptest.Actor(who), use, &file)
				if err != nil {
					t.Fatal(err)
				}
				blobs = append(blobs, made.Blob)
				return made.Path()
			}
			first, second, third := saved(s.Member, upload.Alert), saved(s.Member, upload.Alert), saved(s.Owner, upload.Alert)
			logo, foreign := saved(s.Admin, upload.Logo), saved(s.Stranger, upload.Alert)

			for _, c := range []struct{ pictures, field string }{
				{fmt.Sprintf(`%q`, logo), "pictures[0]"},
				{fmt.Sprintf(`%q,%q`, first, foreign), "pictures[1]"},
				{fmt.Sprintf(`%q,%q`, first, first), "pictures[1]"},
				{`""`, "pictures[0]"},
				{strings.TrimSuffix(strings.Repeat(fmt.Sprintf(`%q,`, first), 10), ","), "pictures"},
			} {
				body := `{"text":"seen","pictures":[` + c.pictures + `]}`
				if got := call("member", "POST", comments, body, 422); !strings.Contains(got, c.field) {
					t.Errorf("%.80s: %s, want %s", c.pictures, got, c.field)
				}
				body = `{"status":"Confirm","note":"seen","pictures":[` + c.pictures + `]}`
				if got := call("member", "PATCH", status, body, 422); !strings.Contains(got, c.field) {
					t.Errorf("decision with %.80s: %s, want %s", c.pictures, got, c.field)
				}
			}
			call("member", "POST", comments, fmt.Sprintf(`{"text":" ","pictures":[%q,%q]}`, second, first), 201)
			call("owner", "PATCH", status, fmt.Sprintf(`{"status":"Confirm","note":"crack seen","pictures":[%q]}`, third), 200)

			link := regexp.MustCompile(`/api/files/(\d+)\?until=\d+&sign=[\w-]+`)
			shown := func(path, body string) (paths []string) {
				for _, found := range link.FindAllString(strings.ReplaceAll(body, `\u0026`, "&"), -1) {
					if got := s.Call(t.Context(), t, "", "GET", found, ""); got.Code != 200 || got.Header().Get("Content-Type") != "image/png" {
						t.Errorf("picture of %s: %d %s", path, got.Code, got.Header().Get("Content-Type"))
					}
					paths = append(paths, found[:strings.Index(found, "?")])
				}
				return paths
			}
			if got := shown(comments, call("guest", "GET", comments, "", 200)); !slices.Equal(got, []string{second, first}) {
				t.Errorf("pictures of the comment: %v", got)
			}
			alert := fmt.Sprintf("/api/alerts/%d", id)
			if got := shown(alert, call("guest", "GET", alert, "", 200)); !slices.Equal(got, []string{third}) {
				t.Errorf("pictures of the decision: %v", got)
			}
			later := clock.Now().UnixMilli() + 1000
			orphans, err := s.Store.DeleteOrphans(t.Context(), later)
			slices.Sort(orphans)
			if want := slices.Sorted(slices.Values(blobs[3:])); err != nil || !slices.Equal(orphans, want) {
				t.Errorf("unused pictures: %v, want %v: %v", orphans, want, err)
			}
			if err := s.Points.Delete(t.Context(), apptest.Actor(s.Admin), s.Level.ID); err != nil {
				t.Fatal(err)
			}
			if orphans, err = s.Store.DeleteOrphans(t.Context(), later); err != nil || len(orphans) != 3 {
				t.Errorf("pictures of a deleted point: %v: %v", orphans, err)
			}
		})
	}
}
