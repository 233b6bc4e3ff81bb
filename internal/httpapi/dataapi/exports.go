package dataapi

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/point"
)

// ExportQuery requests readings as a file.
type ExportQuery struct {
	TableQuery
	Format string `json:"format,omitempty" enum:"csv,xlsx" doc:"Default csv"`
}

type exportInput struct{ Body ExportQuery }

// exportLinkLife is how long a link to a file can be opened; running downloads are not cut off.
const exportLinkLife = time.Minute

// ExportLink is the link to a file that a browser opens without a session header, so that it streams to disk.
type ExportLink struct {
	Path      string `json:"path" doc:"To open with GET, below the server's address"`
	ExpiresAt int64  `json:"expiresAt" doc:"UTC ms; a download already started continues"`
}

type exportLinkInput struct {
	Ticket string `query:"ticket" required:"true" minLength:"1" maxLength:"65536" doc:"From monitorExportLink"`
}

// exportTicket is the sealed content of a link: the request of an authorized user.
type exportTicket struct {
	Query   ExportQuery `json:"query"`
	Name    string      `json:"name"`
	Lang    string      `json:"lang"`
	Devices string      `json:"devices"` // that the user may see
	Expires int64       `json:"expires"` // UTC ms
}

// exportOwner separates tickets from other sealed values.
var exportOwner = []byte("export link")

func (s *server) exports() {
	need := access.Permission{Area: access.Data, Action: access.Retrieve}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "monitorExport", Method: http.MethodPost, Path: "/monitor/export", Tag: "monitor", Need: need,
		Held: httpapi.InBody, Limit: -1, Extra: httpapi.TableContent,
		Example:  rangeExample,
		Summary:  "Readings of a point as csv or xlsx",
		Detail:   "Streamed, with no row limit, times in the project's time zone. csv is UTF-8 with byte order mark; an xlsx continues in further sheets.",
		Unlogged: httpapi.ReadsOnly,
	}, s.monitorExport)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "monitorExportLink", Method: http.MethodPost, Path: "/monitor/export-link", Tag: "monitor", Need: need, Held: httpapi.InBody,
		Example:  rangeExample,
		Summary:  "A link to readings of a point as csv or xlsx",
		Detail:   "For browsers, which can save a link of any size to disk but cannot send a session with it. The link is valid for one minute.",
		Unlogged: httpapi.ReadsOnly,
	}, s.monitorExportLink)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "monitorExportFile", Method: http.MethodGet, Path: "/monitor/export", Tag: "monitor", Open: true, Limit: -1, Extra: httpapi.TableContent,
		Summary: "Readings of a point as csv or xlsx, by a link", Detail: "The link comes from monitorExportLink, which checked the permission.",
	}, s.monitorExportFile)
}

func (s *server) monitorExport(ctx context.Context, in *exportInput) (*httpapi.Streamed, error) {
	p, request, err := s.tableRequest(ctx, in.Body.TableQuery)
	if err != nil {
		return nil, err
	}
	from, err := s.read(in.Body.Known)
	if err != nil {
		return nil, err
	}
	if request.Instruments, err = s.fedBy(ctx, from, p, &request); err != nil {
		return nil, err
	}
	request.Known = in.Body.KnownAt.Millis()
	return s.file(ctx, from, request, in.Body.Format, p.Name, string(httpapi.LanguageOf(ctx))), nil
}

func (s *server) monitorExportLink(ctx context.Context, in *exportInput) (*httpapi.Output[ExportLink], error) {
	p, request, err := s.tableRequest(ctx, in.Body.TableQuery)
	if err != nil {
		return nil, err
	}
	from, err := s.read(in.Body.Known)
	if err != nil {
		return nil, err
	}
	devices, err := s.fedBy(ctx, from, p, &request)
	if err != nil {
		return nil, err
	}
	return s.exportLink(ctx, p, in.Body, devices)
}

func (s *server) monitorExportFile(ctx context.Context, in *exportLinkInput) (*httpapi.Streamed, error) {
	ticket, err := s.openTicket(in.Ticket, clock.Now())
	if err != nil {
		return nil, err
	}
	request, err := ticket.Query.request()
	if err != nil {
		return nil, err
	}
	from, err := s.read(ticket.Query.Known)
	if err != nil {
		return nil, err
	}
	request.Instruments, request.Known = ticket.Devices, ticket.Query.KnownAt.Millis()
	return s.file(ctx, from, request, ticket.Query.Format, ticket.Name, ticket.Lang), nil
}

func (s *server) exportLink(ctx context.Context, p point.Point, q ExportQuery, devices string) (*httpapi.Output[ExportLink], error) {
	expires := clock.Now().Add(exportLinkLife).UnixMilli()
	text, err := json.Marshal(exportTicket{Query: q, Name: p.Name, Lang: string(httpapi.LanguageOf(ctx)), Devices: devices, Expires: expires})
	if err != nil {
		return nil, fmt.Errorf("write export ticket: %w", err)
	}
	sealed, err := s.Secrets.Seal(exportOwner, string(text))
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(ExportLink{Path: httpapi.Prefix + "/monitor/export?ticket=" + base64.RawURLEncoding.EncodeToString(sealed), ExpiresAt: expires}), nil
}

// fedBy names the devices of the readings of a request, as far as the caller may see them.
func (s *server) fedBy(ctx context.Context, from Monitor, p point.Point, r *query.Request) (string, error) {
	ids, err := from.Feeding(ctx, r.Point, r.Start, r.End)
	if err != nil {
		return "", err
	}
	named, err := s.instrumentsOf(ctx, p.ProjectID, ids)
	var list []string
	for _, id := range ids {
		if name := named[id]; name != "" {
			list = append(list, name)
		}
	}
	return strings.Join(list, "; "), err
}

// openTicket decrypts a ticket; a forged, damaged or expired one gives an error as if it did not exist.
func (s *server) openTicket(given string, now time.Time) (ticket exportTicket, err error) {
	sealed, err := base64.RawURLEncoding.Strict().DecodeString(given)
	if err != nil {
		return ticket, errs.New(errs.NothingHere)
	}
	text, err := s.Secrets.Open(exportOwner, sealed)
	if err != nil {
		return ticket, errs.New(errs.NothingHere)
	}
	if err := json.Unmarshal([]byte(text), &ticket); err != nil || now.UnixMilli() > ticket.Expires {
		return ticket, errs.New(errs.NothingHere)
	}
	return ticket, nil
}

// file streams the readings of a request, with the point's name as file name.
func (s *server) file(ctx context.Context, from Monitor, r query.Request, format, name, lang string) *httpapi.Streamed {
	export, extension, content := query.Export(from.ExportCSV), ".csv", "text/csv; charset=utf-8"
	if format == "xlsx" {
		export, extension, content = from.ExportXLSX, ".xlsx", httpapi.WorkbookType
	}
	return &httpapi.Streamed{
		Disposition: mime.FormatMediaType("attachment", map[string]string{"filename": name + extension}),
		Type:        content,
		Body: func(hc huma.Context) {
			out := &counted{Writer: hc.BodyWriter()}
			switch err := export(hc.Context(), out, r, lang); {
			case err == nil:
			case out.bytes == 0: // nothing was sent: return the error
				hc.SetHeader("Content-Disposition", "inline")
				s.Refuse(hc, ctx, err)
			default:
				httpapi.EnvelopeOf(ctx, err) // logs unexpected errors
				panic(http.ErrAbortHandler)  // the header was sent: abort, so that a truncated file does not look complete
			}
		},
	}
}

// counted counts the bytes sent.
type counted struct {
	io.Writer
	bytes int64
}

func (c *counted) Write(p []byte) (int, error) {
	n, err := c.Writer.Write(p)
	c.bytes += int64(n)
	return n, err
}
