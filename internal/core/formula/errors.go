package formula

import (
	"errors"
	"fmt"
)

// Code is the number of the message that a refused formula gets
// (domain glossary.md section 19).
type Code int

// The codes.
const (
	Illegal    Code = 4 // the formula cannot be understood
	Incomplete Code = 5 // something that it needs is not there, or it depends on itself
)

// Error says why rules were refused. Problem is a stable key; Detail names what it
// is about (a name, a character), and Column the place in the text from 1 on.
type Error struct {
	Code    Code
	Rule    int // index into Setting.Rules
	Column  int // 0 when the text is not the matter
	Problem string
	Detail  string
	Allowed string // values of the setting that Detail names; "" if there is no such list
}

// The problems.
const (
	EmptyText       = "emptyText"
	TextTooLong     = "textTooLong"
	TooDeep         = "tooDeep"
	BadCharacter    = "badCharacter"
	BadNumber       = "badNumber"
	UnexpectedToken = "unexpectedToken"
	UnexpectedEnd   = "unexpectedEnd"
	UnknownName     = "unknownName"
	UnknownFunction = "unknownFunction"
	ArgumentCount   = "argumentCount"
	UnknownSystem   = "unknownSystemFormula"
	NoComputedField = "noComputedField"
	DuplicateField  = "duplicateField"
	NoCoefficient   = "noCoefficient"
	BadCoefficient  = "badCoefficient"
	BadOption       = "badOption"
	NoSegments      = "noSegments"
	NoRules         = "noRules"
	NoSource        = "noSource"
	Circular        = "circular"
)

func (e *Error) Error() string {
	at := ""
	if e.Column > 0 {
		at = fmt.Sprintf(", column %d", e.Column)
	}
	allowed := ""
	if e.Allowed != "" {
		allowed = ", allowed: " + e.Allowed
	}
	return fmt.Sprintf("rule %d%s: %s %q%s", e.Rule+1, at, e.Problem, e.Detail, allowed)
}

// AsError gives the typed error of Compile.
func AsError(err error) (*Error, bool) {
	var typed *Error
	ok := errors.As(err, &typed)
	return typed, ok
}

func illegal(problem, detail string, column int) error {
	return &Error{Code: Illegal, Column: column, Problem: problem, Detail: detail}
}

func incomplete(problem, detail string) error {
	return &Error{Code: Incomplete, Problem: problem, Detail: detail}
}
