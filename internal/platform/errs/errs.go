package errs

import (
	"errors"
	"fmt"
	"strings"
)

// Kind classifies an error by its cause: the caller's input, permissions, or the server.
type Kind string

// Kinds, with the HTTP status of each.
const (
	Internal        Kind = "internal"        // 500; server error
	Invalid         Kind = "invalid"         // 422; invalid input
	NotFound        Kind = "notFound"        // 404; missing, or not visible to the caller
	Forbidden       Kind = "forbidden"       // 403; visible but not allowed
	Unauthenticated Kind = "unauthenticated" // 401; no valid session
	Conflict        Kind = "conflict"        // 409; conflicts with existing data
	TooMany         Kind = "tooMany"         // 429; argument "seconds" is the time to wait
	Unavailable     Kind = "unavailable"     // 503; retry later
	TooLarge        Kind = "tooLarge"        // 413; body or count exceeds a limit
)

// Args are the values of the {placeholders} of a message.
type Args map[string]any

// Message is an entry of the catalog.
type Message struct {
	Code int
	Key  string
	Kind Kind
	text map[Language]string
}

// Text returns the message with its values, in the fallback language if the language is unknown.
func (m *Message) Text(lang Language, args Args) string {
	text, ok := m.text[lang]
	if !ok {
		text = m.text[Chinese]
	}
	if len(args) == 0 {
		return text
	}
	pairs := make([]string, 0, 2*len(args))
	for name, value := range args {
		if label, ok := value.(interface{ In(language string) string }); ok {
			value = label.In(string(lang)) // translated value
		}
		pairs = append(pairs, "{"+name+"}", fmt.Sprint(value))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// Field is the error of one field of a request. Name is the path of the field in
// the JSON body, such as "sources[0].deviceId".
type Field struct {
	Name    string
	Message *Message
	Args    Args
}

// Error is an error that may be shown to users.
type Error struct {
	Kind   Kind
	Code   int
	Key    string
	Args   Args
	Fields []Field // only for refused input

	message *Message
	cause   error
}

// New returns an error with a message. args are pairs of names and values.
//
//	errs.New(errs.SpanTooLong, "days", 30)
func New(m *Message, args ...any) *Error {
	return &Error{Kind: m.Kind, Code: m.Code, Key: m.Key, Args: pairs(args), message: m}
}

// Wrap is like New and keeps the cause for the log. Users never see the cause.
func Wrap(cause error, m *Message, args ...any) *Error {
	e := New(m, args...)
	e.cause = cause
	return e
}

// OnField rejects the input of one field: the field's message is also the error's.
//
//	errs.OnField("name", errs.Empty)
func OnField(field string, m *Message, args ...any) *Error {
	var r Refusals
	r.Add(field, m, args...)
	return r.refused()
}

// Refusals collects the errors of a request, so that all are reported at once.
type Refusals struct{ fields []Field }

// Add adds the error of a field.
func (r *Refusals) Add(field string, m *Message, args ...any) {
	r.fields = append(r.fields, Field{Name: field, Message: m, Args: pairs(args)})
}

// Merge adds the field errors of another check, each under a prefix such as
// "devices[2]."; err may be nil. Errors of other types are returned.
func (r *Refusals) Merge(prefix string, err error) error {
	if err == nil {
		return nil
	}
	if e, ok := As(err); ok && len(e.Fields) > 0 {
		for _, f := range e.Fields {
			f.Name = prefix + f.Name
			r.fields = append(r.fields, f)
		}
		return nil
	}
	return err
}

// Within is Merge for a check of one field. It reports errors inside the field by path, and errors of the whole field
// by the field's name.
func (r *Refusals) Within(field string, err error) error {
	if e, ok := As(err); ok && len(e.Fields) == 0 && e.Kind == Invalid {
		r.fields = append(r.fields, Field{Name: field, Message: e.message, Args: e.Args})
		return nil
	}
	return r.Merge(field+".", err)
}

// MergeAs is Merge for a check whose fields all map to one field of the request.
func (r *Refusals) MergeAs(field string, err error) error {
	if e, ok := As(err); ok && len(e.Fields) > 0 {
		for _, f := range e.Fields {
			f.Name = field
			r.fields = append(r.fields, f)
		}
		return nil
	}
	return err
}

// Err returns nil if nothing was added.
func (r *Refusals) Err() error {
	if len(r.fields) == 0 {
		return nil
	}
	return r.refused()
}

// refused returns an error with the kind and code of the first field's message. A single wrong field is thus reported
// with its own stable code.
func (r *Refusals) refused() *Error {
	first := r.fields[0]
	e := New(first.Message)
	e.Args = first.Args
	e.Fields = r.fields
	return e
}

// Error returns the English text with the cause, for the log.
func (e *Error) Error() string {
	text := e.Text(English)
	for _, f := range e.Fields {
		text += "; " + f.Name + ": " + f.Message.Text(English, f.Args)
	}
	if e.cause != nil {
		text += ": " + e.cause.Error()
	}
	return text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.cause }

// Text returns the text for users.
func (e *Error) Text(lang Language) string { return e.message.Text(lang, e.Args) }

// FieldTexts returns the texts for users by field, or nil if there are none.
func (e *Error) FieldTexts(lang Language) map[string]string {
	if len(e.Fields) == 0 {
		return nil
	}
	texts := make(map[string]string, len(e.Fields))
	for _, f := range e.Fields {
		if _, told := texts[f.Name]; !told {
			texts[f.Name] = f.Message.Text(lang, f.Args)
		}
	}
	return texts
}

// As returns the first Error in an error's chain.
func As(err error) (*Error, bool) {
	var e *Error
	ok := errors.As(err, &e)
	return e, ok
}

// Is reports whether an error has this message.
func Is(err error, m *Message) bool {
	e, ok := As(err)
	return ok && e.Code == m.Code
}

// IsKind reports whether an error is an Error of a kind.
func IsKind(err error, kind Kind) bool {
	e, ok := As(err)
	return ok && e.Kind == kind
}

func pairs(list []any) Args {
	if len(list) == 0 {
		return nil
	}
	if len(list)%2 != 0 {
		panic("fault: arguments come in pairs of name and value")
	}
	args := make(Args, len(list)/2)
	for i := 0; i < len(list); i += 2 {
		args[list[i].(string)] = list[i+1]
	}
	return args
}
