package fault

import (
	"errors"
	"fmt"
	"strings"
)

// Kind says who has to change what: the caller's input, rights, or us.
type Kind string

// The kinds and the HTTP status that each becomes.
const (
	Internal        Kind = "internal"        // 500; ours
	Invalid         Kind = "invalid"         // 422; the input
	NotFound        Kind = "notFound"        // 404; not there, or not the caller's to see
	Forbidden       Kind = "forbidden"       // 403; seen but not allowed
	Unauthenticated Kind = "unauthenticated" // 401; no valid session
	Conflict        Kind = "conflict"        // 409; against what is there
	TooMany         Kind = "tooMany"         // 429; slow down, argument "seconds" says how long
	Unavailable     Kind = "unavailable"     // 503; later
	TooLarge        Kind = "tooLarge"        // 413; body or count over a limit
)

// Args fill the {placeholders} of a message.
type Args map[string]any

// Message is one entry of the catalogue.
type Message struct {
	Code int
	Key  string
	Kind Kind
	text map[Language]string
}

// Text renders the message; the fallback language stands in for an unknown one.
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
			value = label.In(string(lang)) // a word of its own in each language
		}
		pairs = append(pairs, "{"+name+"}", fmt.Sprint(value))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// Field is what is wrong with one field of a request. Name is the path of the
// field in the JSON body, such as "sources[0].deviceId".
type Field struct {
	Name    string
	Message *Message
	Args    Args
}

// Error is a refusal that may be shown to people.
type Error struct {
	Kind   Kind
	Code   int
	Key    string
	Args   Args
	Fields []Field // only when input was refused

	message *Message
	cause   error
}

// New makes the error of a message. args are pairs of name and value.
//
//	fault.New(fault.SpanTooLong, "days", 30)
func New(m *Message, args ...any) *Error {
	return &Error{Kind: m.Kind, Code: m.Code, Key: m.Key, Args: pairs(args), message: m}
}

// Wrap is New that keeps the error behind it for the log; people never see it.
func Wrap(cause error, m *Message, args ...any) *Error {
	e := New(m, args...)
	e.cause = cause
	return e
}

// OnField refuses input for one field: the field's message is also the error's.
//
//	fault.OnField("name", fault.Empty)
func OnField(field string, m *Message, args ...any) *Error {
	var r Refusals
	r.Add(field, m, args...)
	return r.refused()
}

// Refusals gathers what is wrong with a request, so that all is told at once.
type Refusals struct{ fields []Field }

// Add notes what is wrong with a field.
func (r *Refusals) Add(field string, m *Message, args ...any) {
	r.fields = append(r.fields, Field{Name: field, Message: m, Args: pairs(args)})
}

// Merge takes over the fields of an error of another check, each under a prefix
// such as "devices[2]."; err may be nil. Errors that are no refusals are returned.
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

// Within is Merge for a check of one field: what is wrong inside of it is told by its path,
// and what is wrong with it as a whole by its own name.
func (r *Refusals) Within(field string, err error) error {
	if e, ok := As(err); ok && len(e.Fields) == 0 && e.Kind == Invalid {
		r.fields = append(r.fields, Field{Name: field, Message: e.message, Args: e.Args})
		return nil
	}
	return r.Merge(field+".", err)
}

// MergeAs is Merge for another check whose fields are all one field of the request.
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

// Err is nil when nothing was added.
func (r *Refusals) Err() error {
	if len(r.fields) == 0 {
		return nil
	}
	return r.refused()
}

// refused answers with the kind and code of the first field's message, so that
// one wrong field is told by its own stable code.
func (r *Refusals) refused() *Error {
	first := r.fields[0]
	e := New(first.Message)
	e.Args = first.Args
	e.Fields = r.fields
	return e
}

// Error is the English text with the cause: for the log.
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

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.cause }

// Text is what people read.
func (e *Error) Text(lang Language) string { return e.message.Text(lang, e.Args) }

// FieldTexts is what people read beside the fields; nil when there are none.
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

// As finds the fault in an error's chain.
func As(err error) (*Error, bool) {
	var e *Error
	ok := errors.As(err, &e)
	return e, ok
}

// Is tells whether an error is this message of the catalogue.
func Is(err error, m *Message) bool {
	e, ok := As(err)
	return ok && e.Code == m.Code
}

// IsKind tells whether an error is a fault of this kind.
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
