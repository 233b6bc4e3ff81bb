package httpapi

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/validation"

	"plumbline/internal/platform/blob"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
)

// Envelope is the body of every error response.
type Envelope struct {
	Message string            `json:"error" doc:"What went wrong, in the caller's language" example:"不能为空"`
	Code    int               `json:"code" doc:"Stable code of the catalog; 8007 means that the session has expired" example:"1001"`
	Fields  map[string]string `json:"fields,omitempty" doc:"If input was rejected: the errors by field path"`

	status  int
	Headers http.Header `json:"-"`
}

func (e *Envelope) Error() string { return e.Message }

// GetStatus returns the HTTP status.
func (e *Envelope) GetStatus() int { return e.status }

// GetHeaders returns headers of the error response, such as Retry-After.
func (e *Envelope) GetHeaders() http.Header { return e.Headers }

func init() {
	huma.DefaultArrayNullable = false // lists are never null: listOf makes them
	huma.NewErrorWithContext = func(ctx huma.Context, status int, text string, failures ...error) huma.StatusError {
		return EnvelopeOf(ctx.Context(), ofValidation(status, text, failures))
	}
	huma.NewError = func(status int, text string, failures ...error) huma.StatusError {
		return EnvelopeOf(context.Background(), ofValidation(status, text, failures))
	}
}

// EnvelopeOf turns an error into what users may see. An unexpected error is logged
// and reported as the unknown error.
func EnvelopeOf(ctx context.Context, err error) *Envelope {
	var made *Envelope
	if errors.As(err, &made) {
		return made
	}
	f, ok := errs.As(err)
	switch {
	case errors.Is(err, blob.ErrUnavailable): // also if it looked like a damaged file
		slog.ErrorContext(ctx, "request refused", "error", err)
		f = errs.New(errs.NotAvailable)
	case ok:
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		f = errs.New(errs.TimedOut)
	case database.TooSlow(err):
		slog.ErrorContext(ctx, "request took too long", "error", err)
		f = errs.New(errs.TimedOut)
	case database.Away(err):
		slog.ErrorContext(ctx, "request refused", "error", err)
		f = errs.New(errs.NotAvailable)
	default:
		slog.ErrorContext(ctx, "request failed", "error", err)
		f = errs.New(errs.Unknown)
	}
	if f.Kind == errs.Internal && f.Unwrap() != nil {
		slog.ErrorContext(ctx, "request failed", "error", err)
	}
	lang := LanguageOf(ctx)
	e := &Envelope{Message: f.Text(lang), Code: f.Code, Fields: f.FieldTexts(lang), status: statusOf(f), Headers: http.Header{}}
	switch f.Kind {
	case errs.TooMany:
		e.Headers.Set("Retry-After", fmt.Sprint(orDefault(f.Args["seconds"], 60)))
	case errs.Unavailable:
		e.Headers.Set("Retry-After", "5")
	case errs.Unauthenticated:
		e.Headers.Set("WWW-Authenticate", "Bearer")
	}
	return e
}

func orDefault(v any, fallback int) any {
	if v == nil {
		return fallback
	}
	return v
}

var statuses = map[errs.Kind]int{
	errs.Internal:        http.StatusInternalServerError,
	errs.Invalid:         http.StatusUnprocessableEntity,
	errs.NotFound:        http.StatusNotFound,
	errs.Forbidden:       http.StatusForbidden,
	errs.Unauthenticated: http.StatusUnauthorized,
	errs.Conflict:        http.StatusConflict,
	errs.TooMany:         http.StatusTooManyRequests,
	errs.Unavailable:     http.StatusServiceUnavailable,
	errs.TooLarge:        http.StatusRequestEntityTooLarge,
}

func statusOf(f *errs.Error) int {
	switch f.Code {
	case errs.BadJSON.Code:
		return http.StatusBadRequest
	case errs.MethodNotAllowed.Code:
		return http.StatusMethodNotAllowed
	case errs.MediaType.Code:
		return http.StatusUnsupportedMediaType
	}
	if status, ok := statuses[f.Kind]; ok {
		return status
	}
	return http.StatusInternalServerError
}

// ofValidation turns the framework's validation errors into ours. It omits submitted
// values, which may be passwords.
func ofValidation(status int, text string, failures []error) error {
	switch {
	case status == http.StatusRequestEntityTooLarge:
		return errs.New(errs.BodyTooLarge)
	case status == http.StatusUnsupportedMediaType:
		return errs.New(errs.MediaType, "type", "application/json")
	case status == http.StatusRequestTimeout:
		return errs.New(errs.TimedOut)
	case text == "request body is required":
		return errs.New(errs.BadJSON)
	case text == "cannot read request body": // a broken or truncated body, never the server's fault
		return errs.New(errs.BadRequest)
	case status >= http.StatusInternalServerError:
		return errors.Join(append([]error{errors.New(text)}, failures...)...)
	}
	var refusals errs.Refusals
	for _, err := range failures {
		if _, ok := errs.As(err); ok {
			return err
		}
		var detail *huma.ErrorDetail
		if !errors.As(err, &detail) {
			continue
		}
		if status == http.StatusBadRequest && detail.Location == "body" {
			return errs.New(errs.BadJSON)
		}
		name, message, args := fieldOf(detail)
		refusals.Add(name, message, args...)
	}
	if err := refusals.Err(); err != nil {
		return err
	}
	return errs.New(errs.BadRequest)
}

// refusalForms maps the framework's English texts to messages of the catalog.
var refusalForms = func() []refusalForm {
	form := func(text string, message *errs.Message, args ...any) refusalForm {
		pattern := regexp.QuoteMeta(text)
		for _, verb := range []string{"%v", "%d", "%s"} {
			pattern = strings.ReplaceAll(pattern, regexp.QuoteMeta(verb), "(.*)")
		}
		return refusalForm{regexp.MustCompile("^" + pattern + "$"), message, args}
	}
	kind := func(text, name string) refusalForm { return form(text, errs.WrongType, "type", name) }
	return []refusalForm{
		form(validation.MsgUnexpectedProperty, errs.Unexpected),
		form(validation.MsgExpectedRequiredProperty, errs.Empty),
		form(validation.MsgExpectedMinLength, errs.TooShort, "min"),
		form(validation.MsgExpectedMaxLength, errs.TooLong, "max"),
		form(validation.MsgExpectedMinItems, errs.TooFewEntries, "min"),
		form(validation.MsgExpectedMaxItems, errs.TooManyEntries, "max"),
		form(validation.MsgExpectedMaxProperties, errs.TooManyEntries, "max"),
		form(validation.MsgExpectedMinimumNumber, errs.TooSmall, "min"),
		form(validation.MsgExpectedMaximumNumber, errs.TooBig, "max"),
		form(validation.MsgExpectedOneOf, errs.NotOneOf, "allowed"),
		form(validation.MsgExpectedArrayItemsUnique, errs.Duplicate),
		kind(validation.MsgExpectedBoolean, "boolean"), kind(validation.MsgExpectedNumber, "number"),
		kind(validation.MsgExpectedInteger, "integer"), kind(validation.MsgExpectedString, "string"),
		kind(validation.MsgExpectedArray, "array"), kind(validation.MsgExpectedObject, "object"),
		kind("invalid integer", "integer"), kind("invalid boolean", "boolean"),
		kind("invalid floating value", "number"), kind("invalid float", "number"),
		form("required query parameter is missing", errs.Empty),
		form("required header parameter is missing", errs.Empty),
	}
}()

type refusalForm struct {
	pattern *regexp.Regexp
	message *errs.Message
	args    []any // a single name takes the submatch
}

func fieldOf(detail *huma.ErrorDetail) (name string, message *errs.Message, args []any) {
	name = detail.Location
	for _, place := range []string{"body.", "query.", "path.", "header."} {
		name = strings.TrimPrefix(name, place)
	}
	for _, form := range refusalForms {
		found := form.pattern.FindStringSubmatch(detail.Message)
		if found == nil {
			continue
		}
		if form.message == errs.Empty && len(found) > 1 { // the text names the missing property
			name = strings.TrimPrefix(strings.TrimPrefix(detail.Location+"."+found[1], "body"), ".")
		}
		if form.message == errs.TooShort && found[1] == "1" {
			return name, errs.Empty, nil
		}
		args := form.args
		if len(args) == 1 {
			args = []any{args[0], readable(found[1])}
		}
		return name, form.message, args
	}
	return name, errs.FormatWrong, nil
}

// readable formats 1e+06 as 1000000.
func readable(number string) string {
	if v, err := strconv.ParseFloat(number, 64); err == nil {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return number
}
