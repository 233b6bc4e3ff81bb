package app

import "net/http"

// closedPolicy lets nothing of an answer run or load, and nobody frame it. Pages and
// their files put their own in its place.
const closedPolicy = "default-src 'none'; frame-ancestors 'none'"

// withSecurity gives every answer the headers that keep browsers from taking it for
// what it is not. No other origin is allowed anything: there is no CORS.
func withSecurity(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Content-Security-Policy", closedPolicy)
		h.Set("Permissions-Policy", "camera=(), microphone=(), payment=(), usb=(), geolocation=(self), fullscreen=(self)")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if r.TLS != nil {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		next.ServeHTTP(w, r)
	})
}
