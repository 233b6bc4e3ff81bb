package api

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/core/monitor"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/site/point"
)

// exportLinkLife is how long a link to a csv file can be opened; a download that has
// begun is not cut off.
const exportLinkLife = time.Minute

// ExportLink is where a browser finds a csv file, without the header of a session: the
// file goes to the disk as it comes, whatever its length.
type ExportLink struct {
	Path      string `json:"path" doc:"To open with GET, below the server's address"`
	ExpiresAt int64  `json:"expiresAt" doc:"UTC ms; a download that has begun goes on"`
}

type exportLinkInput struct {
	Ticket string `query:"ticket" required:"true" minLength:"1" maxLength:"65536" doc:"Of monitorExportLink"`
}

// exportTicket is what a link carries, sealed: what was asked, by somebody who might.
type exportTicket struct {
	Query   TableQuery `json:"query"`
	Name    string     `json:"name"`
	Lang    string     `json:"lang"`
	Expires int64      `json:"expires"` // UTC ms
}

// exportOwner keeps tickets apart from everything else that the vault seals.
var exportOwner = []byte("csv export link")

type streamed struct {
	Disposition string `header:"Content-Disposition"`
	Type        string `header:"Content-Type"`
	Body        func(huma.Context)
}

// csvAnswer documents an operation that answers a csv file.
func csvAnswer(h *huma.Operation) {
	h.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{"text/csv": {Schema: &huma.Schema{Type: huma.TypeString}}}}
}

func (s *server) exports() {
	need := access.Permission{Area: access.Data, Action: access.Retrieve}
	register(s, operation{
		id: "monitorExport", method: http.MethodPost, path: "/monitor/export", tag: "monitor", need: need, held: inBody, limit: -1, extra: csvAnswer,
		summary: "Readings of a point as csv", detail: "Streamed, any number of rows. UTF-8 with byte order mark, times in the project's zone.",
		unlogged: asks,
	}, func(ctx context.Context, in *tableInput) (*streamed, error) {
		p, request, err := s.tableRequest(ctx, in.Body)
		if err != nil {
			return nil, err
		}
		return s.csv(ctx, request, p.Name, string(languageOf(ctx))), nil
	})
	register(s, operation{
		id: "monitorExportLink", method: http.MethodPost, path: "/monitor/export-link", tag: "monitor", need: need, held: inBody,
		summary: "A link to readings of a point as csv", detail: "For browsers, which save a link of any length to the disk but cannot give it a session. It can be opened for a minute.",
		unlogged: asks,
	}, func(ctx context.Context, in *tableInput) (*output[ExportLink], error) {
		p, _, err := s.tableRequest(ctx, in.Body)
		if err != nil {
			return nil, err
		}
		return s.exportLink(ctx, p, in.Body)
	})
	register(s, operation{
		id: "monitorExportFile", method: http.MethodGet, path: "/monitor/export", tag: "monitor", open: true, limit: -1, extra: csvAnswer,
		summary: "Readings of a point as csv, by a link", detail: "Of monitorExportLink, which asked for the permission.",
	}, func(ctx context.Context, in *exportLinkInput) (*streamed, error) {
		ticket, err := s.openTicket(in.Ticket, time.Now())
		if err != nil {
			return nil, err
		}
		request, err := ticket.Query.request()
		if err != nil {
			return nil, err
		}
		return s.csv(ctx, request, ticket.Name, ticket.Lang), nil
	})
}

func (s *server) exportLink(ctx context.Context, p point.Point, q TableQuery) (*output[ExportLink], error) {
	expires := time.Now().Add(exportLinkLife).UnixMilli()
	text, err := json.Marshal(exportTicket{Query: q, Name: p.Name, Lang: string(languageOf(ctx)), Expires: expires})
	if err != nil {
		return nil, fmt.Errorf("write export ticket: %w", err)
	}
	sealed, err := s.Vault.Seal(exportOwner, string(text))
	if err != nil {
		return nil, err
	}
	return answer(ExportLink{Path: prefix + "/monitor/export?ticket=" + base64.RawURLEncoding.EncodeToString(sealed), ExpiresAt: expires}), nil
}

// openTicket reads a ticket; one that is forged, damaged or too old is not there.
func (s *server) openTicket(given string, now time.Time) (ticket exportTicket, err error) {
	sealed, err := base64.RawURLEncoding.DecodeString(given)
	if err != nil {
		return ticket, fault.New(fault.NothingHere)
	}
	text, err := s.Vault.Open(exportOwner, sealed)
	if err != nil {
		return ticket, fault.New(fault.NothingHere)
	}
	if err := json.Unmarshal([]byte(text), &ticket); err != nil || now.UnixMilli() > ticket.Expires {
		return ticket, fault.New(fault.NothingHere)
	}
	return ticket, nil
}

// csv streams the readings of a request under the name of their point.
func (s *server) csv(ctx context.Context, r monitor.Request, name, lang string) *streamed {
	return &streamed{
		Disposition: mime.FormatMediaType("attachment", map[string]string{"filename": name + ".csv"}),
		Type:        "text/csv; charset=utf-8",
		Body: func(hc huma.Context) {
			out := &counted{Writer: hc.BodyWriter()}
			switch err := s.Monitor.ExportCSV(hc.Context(), out, r, lang); {
			case err == nil:
			case out.bytes == 0: // there is time to say why
				hc.SetHeader("Content-Disposition", "inline")
				s.refuse(hc, ctx, err)
			default:
				envelopeOf(ctx, err)        // logs what is ours
				panic(http.ErrAbortHandler) // the header is out: break the connection rather than end a cut off file as if it were whole
			}
		},
	}
}

// counted knows how much of an answer is out.
type counted struct {
	io.Writer
	bytes int64
}

func (c *counted) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	c.bytes += int64(n)
	return n, err
}
