package api

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

	"plumbline/internal/platform/database"
	"plumbline/internal/platform/fault"
)

// Envelope is the body of every failure (decisions, "Replies and errors").
type Envelope struct {
	Message string            `json:"error" doc:"What went wrong, in the caller's language" example:"不能为空"`
	Code    int               `json:"code" doc:"Stable code of the catalogue; 8007 means that the session has expired" example:"1001"`
	Fields  map[string]string `json:"fields,omitempty" doc:"When input was refused: what is wrong with which field, by the field's path"`

	status  int
	headers http.Header
}

// Error satisfies error.
func (e *Envelope) Error() string { return e.Message }

// GetStatus is the HTTP status.
func (e *Envelope) GetStatus() int { return e.status }

// GetHeaders are headers that go with the failure, such as Retry-After.
func (e *Envelope) GetHeaders() http.Header { return e.headers }

func init() {
	huma.DefaultArrayNullable = false // lists are never null: listOf makes them
	huma.NewErrorWithContext = func(ctx huma.Context, status int, text string, errs ...error) huma.StatusError {
		return envelopeOf(ctx.Context(), ofValidation(status, text, errs))
	}
	huma.NewError = func(status int, text string, errs ...error) huma.StatusError {
		return envelopeOf(context.Background(), ofValidation(status, text, errs))
	}
}

// envelopeOf turns any error into what people may see. What is no fault is logged
// and told as the unknown error.
func envelopeOf(ctx context.Context, err error) *Envelope {
	var made *Envelope
	if errors.As(err, &made) {
		return made
	}
	f, ok := fault.As(err)
	switch {
	case ok:
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		f = fault.New(fault.TimedOut)
	case database.Away(err):
		slog.ErrorContext(ctx, "request refused", "error", err)
		f = fault.New(fault.NotAvailable)
	default:
		slog.ErrorContext(ctx, "request failed", "error", err)
		f = fault.New(fault.Unknown)
	}
	if f.Kind == fault.Internal && f.Unwrap() != nil {
		slog.ErrorContext(ctx, "request failed", "error", err)
	}
	lang := languageOf(ctx)
	e := &Envelope{Message: f.Text(lang), Code: f.Code, Fields: f.FieldTexts(lang), status: statusOf(f), headers: http.Header{}}
	switch f.Kind {
	case fault.TooMany:
		e.headers.Set("Retry-After", fmt.Sprint(orDefault(f.Args["seconds"], 60)))
	case fault.Unavailable:
		e.headers.Set("Retry-After", "5")
	case fault.Unauthenticated:
		e.headers.Set("WWW-Authenticate", "Bearer")
	}
	return e
}

func orDefault(v any, fallback int) any {
	if v == nil {
		return fallback
	}
	return v
}

var statuses = map[fault.Kind]int{
	fault.Internal:        http.StatusInternalServerError,
	fault.Invalid:         http.StatusUnprocessableEntity,
	fault.NotFound:        http.StatusNotFound,
	fault.Forbidden:       http.StatusForbidden,
	fault.Unauthenticated: http.StatusUnauthorized,
	fault.Conflict:        http.StatusConflict,
	fault.TooMany:         http.StatusTooManyRequests,
	fault.Unavailable:     http.StatusServiceUnavailable,
	fault.TooLarge:        http.StatusRequestEntityTooLarge,
}

func statusOf(f *fault.Error) int {
	switch f.Code {
	case fault.BadJSON.Code:
		return http.StatusBadRequest
	case fault.MethodNotAllowed.Code:
		return http.StatusMethodNotAllowed
	case fault.MediaType.Code:
		return http.StatusUnsupportedMediaType
	}
	if status, ok := statuses[f.Kind]; ok {
		return status
	}
	return http.StatusInternalServerError
}

// ofValidation turns what the framework refuses into faults. Submitted values are
// left out: they may be passwords.
func ofValidation(status int, text string, errs []error) error {
	switch {
	case status == http.StatusRequestEntityTooLarge:
		return fault.New(fault.BodyTooLarge)
	case status == http.StatusUnsupportedMediaType:
		return fault.New(fault.MediaType, "type", "application/json")
	case status == http.StatusRequestTimeout:
		return fault.New(fault.TimedOut)
	case text == "request body is required":
		return fault.New(fault.BadJSON)
	case text == "cannot read request body": // a broken or cut off body, never our doing
		return fault.New(fault.BadRequest)
	case status >= http.StatusInternalServerError:
		return errors.Join(append([]error{errors.New(text)}, errs...)...)
	}
	var refusals fault.Refusals
	for _, err := range errs {
		if _, ok := fault.As(err); ok {
			return err
		}
		var detail *huma.ErrorDetail
		if !errors.As(err, &detail) {
			continue
		}
		if status == http.StatusBadRequest && detail.Location == "body" {
			return fault.New(fault.BadJSON)
		}
		name, message, args := fieldOf(detail)
		refusals.Add(name, message, args...)
	}
	if err := refusals.Err(); err != nil {
		return err
	}
	return fault.New(fault.BadRequest)
}

// refusalForms pair the framework's English texts with messages of the catalogue.
var refusalForms = func() []refusalForm {
	form := func(text string, message *fault.Message, args ...any) refusalForm {
		pattern := regexp.QuoteMeta(text)
		for _, verb := range []string{"%v", "%d", "%s"} {
			pattern = strings.ReplaceAll(pattern, regexp.QuoteMeta(verb), "(.*)")
		}
		return refusalForm{regexp.MustCompile("^" + pattern + "$"), message, args}
	}
	kind := func(text, name string) refusalForm { return form(text, fault.WrongType, "type", name) }
	return []refusalForm{
		form(validation.MsgUnexpectedProperty, fault.Unexpected),
		form(validation.MsgExpectedRequiredProperty, fault.Empty),
		form(validation.MsgExpectedMinLength, fault.TooShort, "min"),
		form(validation.MsgExpectedMaxLength, fault.TooLong, "max"),
		form(validation.MsgExpectedMinItems, fault.TooFewEntries, "min"),
		form(validation.MsgExpectedMaxItems, fault.TooManyEntries, "max"),
		form(validation.MsgExpectedMaxProperties, fault.TooManyEntries, "max"),
		form(validation.MsgExpectedMinimumNumber, fault.TooSmall, "min"),
		form(validation.MsgExpectedMaximumNumber, fault.TooBig, "max"),
		form(validation.MsgExpectedOneOf, fault.NotOneOf, "allowed"),
		form(validation.MsgExpectedArrayItemsUnique, fault.Duplicate),
		kind(validation.MsgExpectedBoolean, "boolean"), kind(validation.MsgExpectedNumber, "number"),
		kind(validation.MsgExpectedInteger, "integer"), kind(validation.MsgExpectedString, "string"),
		kind(validation.MsgExpectedArray, "array"), kind(validation.MsgExpectedObject, "object"),
		kind("invalid integer", "integer"), kind("invalid boolean", "boolean"),
		kind("invalid floating value", "number"), kind("invalid float", "number"),
		form("required query parameter is missing", fault.Empty),
		form("required header parameter is missing", fault.Empty),
	}
}()

type refusalForm struct {
	pattern *regexp.Regexp
	message *fault.Message
	args    []any // a lone name takes what the pattern found
}

func fieldOf(detail *huma.ErrorDetail) (name string, message *fault.Message, args []any) {
	name = detail.Location
	for _, place := range []string{"body.", "query.", "path.", "header."} {
		name = strings.TrimPrefix(name, place)
	}
	for _, form := range refusalForms {
		found := form.pattern.FindStringSubmatch(detail.Message)
		if found == nil {
			continue
		}
		if form.message == fault.Empty && len(found) > 1 { // the missing property is named in the text
			name = strings.TrimPrefix(strings.TrimPrefix(detail.Location+"."+found[1], "body"), ".")
		}
		if form.message == fault.TooShort && found[1] == "1" {
			return name, fault.Empty, nil
		}
		args := form.args
		if len(args) == 1 {
			args = []any{args[0], readable(found[1])}
		}
		return name, form.message, args
	}
	return name, fault.FormatWrong, nil
}

// readable writes 1e+06 as 1000000.
func readable(number string) string {
	if v, err := strconv.ParseFloat(number, 64); err == nil {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return number
}
