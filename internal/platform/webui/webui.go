// Package webui serves the web app embedded in the binary: pre-compressed files, one page for all routes, and a strict
// content security policy with a nonce per response. It does not depend on the API.
package webui

import (
	"bytes"
	"crypto/rand"
	"embed"
	"encoding/base64"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
)

//go:embed all:dist
var embedded embed.FS

// nonceMark is the placeholder of the nonce in the page.
const nonceMark = "__CSP_NONCE__"

const (
	immutable = "public, max-age=31536000, immutable" // names under /assets/ contain a hash of the content
	shortly   = "public, max-age=3600"
)

// New returns the handler of the embedded web app, or of a page that says that it is missing.
func New() (http.Handler, error) {
	dist, err := fs.Sub(embedded, "dist")
	if err != nil {
		return nil, fmt.Errorf("embedded web: %w", err)
	}
	return serve(dist)
}

type web struct {
	files fs.FS
	page  [][]byte // parts of the page, split at the nonce
}

func serve(files fs.FS) (http.Handler, error) {
	page, err := fs.ReadFile(files, "index.html")
	if err != nil {
		if page, err = fs.ReadFile(files, "placeholder.html"); err != nil {
			return nil, fmt.Errorf("the web's page: %w", err)
		}
	}
	return &web{files: files, page: bytes.Split(page, []byte(nonceMark))}, nil
}

func (web *web) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	switch {
	case web.isFile(name):
		web.serveFile(w, r, name)
	case name == "api", strings.HasPrefix(name, "api/"), strings.HasPrefix(name, "ingest/"), strings.HasPrefix(name, "assets/"),
		strings.Contains(path.Base(name), ".") && name != "":
		// The page must not replace a missing file: browsers would run it as a script or cache it.
		http.Error(w, "not found", http.StatusNotFound)
	default:
		web.servePage(w, r)
	}
}

// isFile reports whether a path is a public file. Build files, the page and the compressed variants are not.
func (web *web) isFile(name string) bool {
	if !fs.ValidPath(name) || name == "index.html" || name == "placeholder.html" || strings.HasSuffix(name, ".br") || strings.HasSuffix(name, ".gz") {
		return false
	}
	for part := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(part, ".") {
			return false
		}
	}
	info, err := fs.Stat(web.files, name)
	return err == nil && info.Mode().IsRegular()
}

func (web *web) serveFile(w http.ResponseWriter, r *http.Request, name string) {
	h := w.Header()
	h.Set("Content-Type", typeOf(name))
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", shortly)
	h.Set("Content-Security-Policy", policy("")) // a worker gets the policy of its file
	if strings.HasPrefix(name, "assets/") {
		h.Set("Cache-Control", immutable)
	}
	file, err := web.open(name, r.Header.Get("Accept-Encoding"), h)
	if err != nil {
		http.Error(w, "not found", http.StatusNotFound)
		return
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil {
		h.Set("Content-Length", strconv.FormatInt(info.Size(), 10))
	}
	if r.Method == http.MethodHead {
		return
	}
	_, _ = io.Copy(w, file) // fails only if the client has disconnected
}

// open opens the smallest variant of a file that the client accepts.
func (web *web) open(name, accept string, h http.Header) (fs.File, error) {
	for _, form := range []struct{ encoding, suffix string }{{"br", ".br"}, {"gzip", ".gz"}} {
		if !accepts(accept, form.encoding) {
			continue
		}
		if file, err := web.files.Open(name + form.suffix); err == nil {
			h.Set("Content-Encoding", form.encoding)
			return file, nil
		}
	}
	return web.files.Open(name)
}

// accepts reports whether an Accept-Encoding header allows an encoding (RFC 9110 12.5.3).
func accepts(header, encoding string) bool {
	for part := range strings.SplitSeq(header, ",") {
		name, params, _ := strings.Cut(part, ";")
		if !strings.EqualFold(strings.TrimSpace(name), encoding) {
			continue
		}
		q, weighted := strings.CutPrefix(strings.ReplaceAll(params, " ", ""), "q=")
		weight, err := strconv.ParseFloat(q, 64)
		return !weighted || err == nil && weight > 0
	}
	return false
}

// typeOf ignores the MIME table of the machine, which varies.
func typeOf(name string) string {
	switch path.Ext(name) {
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".json":
		return "application/json"
	case ".svg":
		return "image/svg+xml"
	case ".wasm":
		return "application/wasm"
	case ".woff2":
		return "font/woff2"
	case ".webp":
		return "image/webp"
	case ".txt":
		return "text/plain; charset=utf-8"
	}
	if known := mime.TypeByExtension(path.Ext(name)); known != "" {
		return known
	}
	return "application/octet-stream"
}

func (web *web) servePage(w http.ResponseWriter, r *http.Request) {
	var raw [18]byte
	_, _ = rand.Read(raw[:]) // never fails
	nonce := base64.StdEncoding.EncodeToString(raw[:])
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", policy(nonce))
	if r.Method == http.MethodHead {
		return
	}
	_, _ = w.Write(bytes.Join(web.page, []byte(nonce))) // fails only if the client has disconnected
}

// policy allows the page to load its own files, to apply styles with the nonce if there is one, and to run wasm. It
// blocks all other hosts.
func policy(nonce string) string {
	if nonce != "" {
		nonce = " 'nonce-" + nonce + "'"
	}
	return "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'" + nonce + "; style-src-attr 'none'; " +
		"img-src 'self' data: blob:; media-src 'self' blob:; worker-src 'self' blob:; connect-src 'self'; object-src 'none'; " +
		"base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
}
