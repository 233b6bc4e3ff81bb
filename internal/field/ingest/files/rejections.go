package files

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"plumbline/internal/field/protocol/loggerfile"
	"plumbline/internal/platform/errs"
)

// keptRefusal is a stored refusal, as a code, so that it is shown in the reader's language.
type keptRefusal struct {
	File   string    `json:"f,omitempty"`
	Line   int       `json:"l"`
	Column string    `json:"c,omitempty"`
	Text   string    `json:"t,omitempty"`
	Cell   bool      `json:"x,omitempty"`
	Code   int       `json:"m"`
	Args   errs.Args `json:"a,omitempty"`
}

// refusals packs refused rows as they come, so that any number fits in memory.
type refusals struct {
	packed bytes.Buffer
	writer *gzip.Writer
	lines  *json.Encoder
	err    error
}

func newRefusals() *refusals {
	r := &refusals{}
	r.writer = gzip.NewWriter(&r.packed)
	r.lines = json.NewEncoder(r.writer)
	return r
}

func (r *refusals) add(one Refused) {
	if r.err == nil {
		r.err = r.lines.Encode(keptRefusal{one.File, one.Line, one.Column, one.Text, one.Cell, one.Reason.Code, one.Reason.Args})
	}
}

func (r *refusals) pack() ([]byte, error) {
	if err := errors.Join(r.err, r.writer.Close()); err != nil {
		return nil, fmt.Errorf("keep the refused rows: %w", err)
	}
	return r.packed.Bytes(), nil
}

// Refusals calls visit with every refused row and cell of a finished job in order, and with the rows at the time of
// another.
func (s *Service) Refusals(ctx context.Context, job int64, visit func(Refused) error) error {
	packed, err := s.store.ImportRefusals(ctx, job)
	if err != nil || len(packed) == 0 {
		return err
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return fmt.Errorf("refused rows of job %d: %w", job, err)
	}
	lines := json.NewDecoder(r)
	lines.UseNumber() // keep long numbers as written
	for {
		var kept keptRefusal
		switch err := lines.Decode(&kept); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("refused rows of job %d: %w", job, err)
		}
		message, known := errs.ByCode(kept.Code)
		if !known {
			return fmt.Errorf("refused rows of job %d: no message %d", job, kept.Code)
		}
		var pairs []any
		for name, value := range kept.Args {
			pairs = append(pairs, name, value)
		}
		if err := visit(Refused{
			kept.File, loggerfile.Refused{Line: kept.Line, Column: kept.Column, Text: kept.Text, Cell: kept.Cell, Reason: errs.New(message, pairs...)},
		}); err != nil {
			return err
		}
	}
}
