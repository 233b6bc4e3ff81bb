package api

import (
	"bytes"
	"embed"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
)

// The reference page reads the document in the browser: own files, nothing from
// outside, no inline script or style.
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
			panic("api: " + err.Error()) // embedded: missing only when the build is broken
		}
		path := prefix + "/" + name
		if name == "reference.html" {
			path = prefix + "/reference"
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
