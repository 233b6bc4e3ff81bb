package httpapi

import (
	"io"
	"mime"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
)

// StoredFile is a stored file as a response, to be saved. An interrupted download resumes with Range.
type StoredFile struct {
	ContentType    string `header:"Content-Type"`
	Disposition    string `header:"Content-Disposition"`
	CacheControl   string `header:"Cache-Control"`
	Policy         string `header:"Content-Security-Policy"`
	ResourcePolicy string `header:"Cross-Origin-Resource-Policy"`
	ETag           string `header:"ETag"`
	Body           func(huma.Context)
}

// NewStoredFile returns the response with a file, whose content it closes: name is shown to the person, stored is when the
// content was stored (UTC ms).
func NewStoredFile(content io.ReadSeekCloser, name, sha256 string, stored int64) *StoredFile {
	return &StoredFile{
		ContentType: "application/octet-stream", Disposition: mime.FormatMediaType("attachment", map[string]string{"filename": name}),
		CacheControl: "private, no-store", Policy: "default-src 'none'; frame-ancestors 'none'; sandbox", ResourcePolicy: "same-origin",
		ETag: `"` + sha256 + `"`,
		Body: func(hc huma.Context) {
			defer content.Close()
			r, w := humachi.Unwrap(hc)
			http.ServeContent(w, r, "", time.UnixMilli(stored), content)
		},
	}
}
