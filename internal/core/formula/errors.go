package formula

import (
	"errors"
	"fmt"
)

// Code is the message number of a refused formula (domain glossary.md section 19).
type Code int

const (
	Illegal    Code = 4 // the formula is invalid
	Incomplete Code = 5 // something is missing, or the formula depends on itself
)

// Error is the reason why rules were refused. Problem is a stable key; Detail names the subject (a name, a character),
// and Column is the position in the text, from 1.
type Error struct {
	Code    Code
	Rule    int // index into Setting.Rules
	Column  int // 0 if it is not about the text
	Problem string
	Detail  string
	Allowed string // allowed values of the setting in Detail, or ""
}

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

// AsError returns the typed error of Compile.
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
