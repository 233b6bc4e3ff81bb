package api

import "net/http"

// Refuse writes the error envelope, for handlers that are mounted beside the API's
// own calls.
func Refuse(w http.ResponseWriter, r *http.Request, err error) { writeFault(w, r.Context(), err) }
