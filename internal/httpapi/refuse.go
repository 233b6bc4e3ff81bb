package httpapi

import "net/http"

// Refuse writes the error envelope, for handlers mounted outside the API.
func Refuse(w http.ResponseWriter, r *http.Request, err error) { writeFault(w, r.Context(), err) }
