package heartbeat

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"time"

	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/mail"
)

// Every is the interval at which a watcher asks.
const Every = 30 * time.Second

const (
	answerWithin = 10 * time.Second
	answerSize   = 64 << 10
	// A chain is back when it has moved for this long: one good answer between bad ones is no return.
	steadyAfter = time.Minute
)

// Watcher asks for the heartbeat of an installation and mails when it is silent or does not move.
type Watcher struct {
	URL      string
	Name     string // of the installation, in mails
	To       []string
	After    time.Duration // of trouble before the first mail
	Remind   time.Duration // between further mails; 0: none
	Language errs.Language
	Zone     *time.Location
	File     string // keeps what was seen and mailed over a restart
	Client   *http.Client
	Mail     interface {
		Send(ctx context.Context, m mail.Message) error
	}
	Now func() time.Time
	Log *slog.Logger

	seen memory
}

// memory is what a watcher keeps in its file.
type memory struct {
	URL     string           `json:"url"`
	Checked int64            `json:"checked"`         // UTC ms of the last question
	Since   int64            `json:"since,omitempty"` // UTC ms of the first bad answer; 0: all is well
	Fine    int64            `json:"fine,omitempty"`  // UTC ms of the first of the last good answers, if Since is set
	Problem Problem          `json:"problem"`         // the last one
	Answer  int64            `json:"answer"`          // UTC ms, the time in the last answer
	Mailed  map[string]int64 `json:"mailed"`          // UTC ms of the last mail of this trouble, by receiver
}

// Problem is what is wrong, as the mails name it. The zero value is no problem.
type Problem struct {
	Kind   string `json:"kind,omitempty"`
	Detail string `json:"detail,omitempty"` // in English, from the connection
	State  *State `json:"state,omitempty"`  // of Stuck
}

// Kinds of problems.
const (
	Silent  = "silent"  // no answer
	Foreign = "foreign" // something answers that is not a heartbeat
	Frozen  = "frozen"  // the same answer as before
	Stuck   = "stuck"   // a part of the chain does not move
)

// Run watches until ctx ends. It returns an error if its file cannot be used.
func (w *Watcher) Run(ctx context.Context, tick <-chan time.Time) error {
	if err := w.Open(); err != nil {
		return err
	}
	for {
		if err := w.Look(ctx); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick:
		}
	}
}

// Open reads the file of an earlier watcher of the same address.
func (w *Watcher) Open() error {
	w.Client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	text, err := os.ReadFile(w.File)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("what was seen before: %w", err)
	}
	if err == nil {
		if err := json.Unmarshal(text, &w.seen); err != nil {
			return fmt.Errorf("what was seen before, %s: %w", w.File, err)
		}
	}
	if w.seen.URL != w.URL {
		w.seen = memory{URL: w.URL}
	}
	if w.seen.Mailed == nil {
		w.seen.Mailed = map[string]int64{}
	}
	return w.keep()
}

// Look asks once, and mails if it is time. The error is about the file; mails that fail are logged and sent again.
func (w *Watcher) Look(ctx context.Context) error {
	problem := w.ask(ctx)
	if ctx.Err() != nil {
		return nil // it is being stopped
	}
	now := w.Now()
	s := &w.seen
	if s.Since != 0 && len(s.Mailed) == 0 && now.UnixMilli()-s.Checked > w.After.Milliseconds() {
		s.Since = 0 // nobody has watched in between
	}
	s.Checked = now.UnixMilli()
	if problem.Kind == "" {
		w.fine(ctx, now)
	} else {
		w.bad(ctx, now, problem)
	}
	return w.keep()
}

func (w *Watcher) bad(ctx context.Context, now time.Time, problem Problem) {
	s := &w.seen
	if s.Since == 0 {
		s.Since = now.UnixMilli()
		w.Log.WarnContext(ctx, "the heartbeat is not well", "problem", problem.Kind, "detail", w.describe(problem))
	}
	s.Fine, s.Problem = 0, problem
	if now.UnixMilli()-s.Since < w.After.Milliseconds() {
		return
	}
	for _, to := range w.To {
		last, mailed := s.Mailed[to]
		if mailed && (w.Remind == 0 || now.UnixMilli()-last < w.Remind.Milliseconds()) {
			continue
		}
		if w.send(ctx, to, w.letter(now, mailed, false)) {
			s.Mailed[to] = now.UnixMilli()
		}
	}
}

// fine mails those who got a mail that the trouble is over.
func (w *Watcher) fine(ctx context.Context, now time.Time) {
	s := &w.seen
	switch {
	case s.Since == 0:
		return
	case s.Fine == 0:
		s.Fine = now.UnixMilli()
	}
	if now.UnixMilli()-s.Fine < steadyAfter.Milliseconds() {
		return
	}
	for _, to := range w.To {
		if _, mailed := s.Mailed[to]; mailed && w.send(ctx, to, w.letter(now, true, true)) {
			delete(s.Mailed, to)
		}
	}
	for to := range s.Mailed {
		if !slices.Contains(w.To, to) {
			delete(s.Mailed, to) // no longer a receiver
		}
	}
	if len(s.Mailed) == 0 {
		w.Log.InfoContext(ctx, "the heartbeat is well again", "since", w.time(s.Fine), "after", time.Duration(s.Fine-s.Since)*time.Millisecond)
		s.Since, s.Fine, s.Problem = 0, 0, Problem{}
	}
}

func (w *Watcher) send(ctx context.Context, to string, m mail.Message) bool {
	m.To = to
	if err := w.Mail.Send(ctx, m); err != nil {
		w.Log.ErrorContext(ctx, "a mail was not sent; it is tried again with the next question", "to", to, "error", err)
		return false
	}
	w.Log.InfoContext(ctx, "a mail was sent", "to", to, "subject", m.Subject)
	return true
}

// ask asks for the heartbeat and returns what is wrong.
func (w *Watcher) ask(ctx context.Context) Problem {
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, w.URL, nil)
	if err != nil {
		return Problem{Kind: Silent, Detail: err.Error()}
	}
	reply, err := w.Client.Do(request)
	if err != nil {
		return Problem{Kind: Silent, Detail: err.Error()}
	}
	defer func() { _ = reply.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(reply.Body, answerSize))
	if err != nil {
		return Problem{Kind: Silent, Detail: err.Error()}
	}
	var s State
	if json.Unmarshal(text, &s) != nil || s.Time == 0 || s.Moving != (reply.StatusCode == http.StatusOK) {
		return Problem{Kind: Foreign, Detail: fmt.Sprintf("HTTP %d", reply.StatusCode)}
	}
	if s.Time == w.seen.Answer {
		return Problem{Kind: Frozen, Detail: time.UnixMilli(s.Time).UTC().Format(time.RFC3339)}
	}
	w.seen.Answer = s.Time
	if !s.Moving {
		return Problem{Kind: Stuck, State: &s}
	}
	return Problem{}
}

// keep stores the memory, whole or not at all.
func (w *Watcher) keep() error {
	text, err := json.Marshal(w.seen)
	if err != nil {
		return fmt.Errorf("what was seen: %w", err)
	}
	file, err := os.CreateTemp(filepath.Dir(w.File), filepath.Base(w.File)+".*")
	if err != nil {
		return fmt.Errorf("what was seen: %w", err)
	}
	_, err = file.Write(text)
	err = errors.Join(err, file.Sync(), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), w.File)
	}
	if err != nil {
		return fmt.Errorf("what was seen: %w", errors.Join(err, os.Remove(file.Name())))
	}
	return nil
}
