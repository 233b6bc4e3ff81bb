package httpapi

import (
	"bytes"
	"embed"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
)

// The reference page renders the document in the browser, with embedded files only: nothing from
// other hosts, no inline script or style.
//
//go:embed reference
var referenceFiles embed.FS

var referenceTypes = map[string]string{
	"reference.html": "text/html; charset=utf-8",
	"reference.js":   "text/javascript; charset=utf-8",
	"reference.css":  "text/css; charset=utf-8",
}

func reference(router chi.Router) {
	for name, kind := range referenceTypes {
		content, err := referenceFiles.ReadFile("reference/" + name)
		if err != nil {
			panic("api: " + err.Error()) // embedded, so missing only if the build is broken
		}
		path := Prefix + "/" + name
		if name == "reference.html" {
			path = Prefix + "/reference"
		}
		router.Get(path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.Header().Set("Cache-Control", "no-cache")
			w.Header().Set("Content-Security-Policy",
				"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'")
			http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(content))
		})
	}
}
