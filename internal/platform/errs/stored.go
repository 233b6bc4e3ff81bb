package errs

import (
	"encoding/json"
	"fmt"
)

// stored is an error as it is stored: its code and the values of its text.
type stored struct {
	Code int  `json:"code"`
	Args Args `json:"args,omitempty"`
}

// Stored returns an error as JSON, so that its text can be shown later in any language; nil is empty.
func (e *Error) Stored() (string, error) {
	if e == nil {
		return "", nil
	}
	text, err := json.Marshal(stored{e.Code, e.Args})
	if err != nil {
		return "", fmt.Errorf("store an error: %w", err)
	}
	return string(text), nil
}

// Restored returns an error that was stored; nil if there was none, or if its code is unknown.
func Restored(text string) *Error {
	var s stored
	if text == "" || json.Unmarshal([]byte(text), &s) != nil {
		return nil
	}
	m, known := ByCode(s.Code)
	if !known {
		return nil
	}
	args := make([]any, 0, 2*len(s.Args))
	for name, value := range s.Args {
		args = append(args, name, value)
	}
	return New(m, args...)
}
