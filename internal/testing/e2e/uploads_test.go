package e2e

import (
	"bytes"
	"encoding/json"
	"mime/multipart"
	"net/textproto"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// upload sends a file in a form, with a name and type chosen by the client.
func (w *world) upload(who *actor, name, kind, content string) answer {
	w.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	head := textproto.MIMEHeader{}
	head.Set("Content-Disposition", `form-data; name="file"; filename="`+name+`"`)
	head.Set("Content-Type", kind)
	part, err := form.CreatePart(head)
	w.must(err)
	_, err = part.Write([]byte(content))
	w.must(err)
	w.must(form.Close())
	return w.do(who, request{method: "POST", path: "/api/upload/images?scope=avatar", kind: form.FormDataContentType(), body: body.String()})
}

// The server detects a picture by its content and measures its size in the stream. Paths from the client never reach
// the disk, and a signed link opens only one file.
func TestUploadsDoNotTrustTheClient(t *testing.T) {
	w := newWorld(t)
	guest := w.person("guest")
	for what, c := range map[string]struct{ name, kind, content string }{
		"a page":               {"a.png", "image/png", "<!doctype html><script>alert(1)</script>"},
		"a script in SVG":      {"a.svg", "image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`},
		"a program":            {"a.png", "image/png", "\x7fELF\x02\x01\x01"},
		"a PNG header":         {"a.png", "image/png", "\x89PNG\r\n\x1a\n"},
		"nothing":              {"a.png", "image/png", ""},
		"too large":            {"a.png", "image/png", picture() + strings.Repeat("x", 6<<20)},
		"a decompression bomb": {"a.png", "image/png", strings.Replace(picture(), "\x00\x00\x00\x08\x00\x00\x00\x08", "\x00\x00\xff\xff\x00\x00\xff\xff", 1)},
	} {
		if a := w.upload(guest, c.name, c.kind, c.content); a.status != 413 && a.status != 415 && a.status != 422 {
			t.Errorf("%s: %d %s", what, a.status, a.body)
		}
	}
	a := w.upload(guest, "../../../../outside.png", "text/html", picture())
	var made struct{ URL string }
	w.must(json.Unmarshal(a.body, &made))
	if a.status != 200 || !regexp.MustCompile(`^/api/files/\d+\?`).MatchString(made.URL) || strings.Contains(made.URL, "outside") {
		t.Fatalf("a picture under a wrong name and type: %d %s", a.status, a.body)
	}
	w.must(filepath.WalkDir(w.in.Config.Data, func(path string, _ os.DirEntry, err error) error {
		if strings.Contains(filepath.Base(path), "outside") {
			t.Errorf("the client chose the path %s", path)
		}
		return err
	}))
	nobody := w.person("nobody")
	file := w.do(nobody, request{method: "GET", path: made.URL})
	if file.status != 200 || file.kind() != "image/png" || file.head.Get("X-Content-Type-Options") != "nosniff" ||
		!strings.Contains(file.head.Get("Content-Security-Policy"), "sandbox") {
		t.Errorf("the picture: %d %v", file.status, file.head)
	}
	path, query, _ := strings.Cut(made.URL, "?")
	for what, address := range map[string]string{
		"without a signature": path, "with another end": path + "?" + strings.Replace(query, "until=", "until=9", 1),
		"another file": path + "1?" + query, "a forged signature": made.URL[:len(made.URL)-1] + "!",
	} {
		if a := w.do(nobody, request{method: "GET", path: address}); a.status != 404 && a.status != 401 && a.status != 403 {
			t.Errorf("%s: %d", what, a.status)
		}
	}
}
