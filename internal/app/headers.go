package app

import "net/http"

// closedPolicy forbids responses to run or load anything or to be framed. Pages and their files replace it.
const closedPolicy = "default-src 'none'; frame-ancestors 'none'"

// withSecurity adds security headers to every response. There is no CORS: other origins are not allowed anything.
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
