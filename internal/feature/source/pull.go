package source

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/field/ingest"
	"plumbline/internal/field/protocol/jsonmap"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

// Limits of a run.
const (
	maxAnswer = 4 << 20  // bytes
	maxBytes  = 64 << 20 // of all answers
	maxPages  = 200      // of one span
	maxSpans  = 100
	firstSpan = 24 * time.Hour // before now, for a source without a start
)

// puller asks for the readings of one source.
type puller struct {
	*Service
	source  *Source
	of      *PullSettings
	client  *http.Client
	times   times
	secrets map[string]string
	run     *Run
}

func (s *Service) puller(src *Source, secrets map[string]string, run *Run) (*puller, error) {
	times, err := newTimes(src.Settings.Pull.TimeFormat, src.Settings.Pull.Zone)
	return &puller{
		Service: s, source: src, of: src.Settings.Pull, client: s.outbound.Client(src.CorporationID), times: times, secrets: secrets, run: run,
	}, err
}

// pull asks for each device, or once for the only one. A device that fails does not hold up the others.
func (s *Service) pull(ctx context.Context, src *Source, run *Run) error {
	secrets, err := s.secrets(ctx, src.ID)
	if err != nil {
		return err
	}
	p, err := s.puller(src, secrets, run)
	if err != nil {
		return err
	}
	defer p.client.CloseIdleConnections()
	var first error
	for _, id := range src.Devices {
		err := p.device(ctx, id)
		if errors.Is(err, ErrLost) || ctx.Err() != nil {
			return err
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// device asks for what one device has not got yet, span by span.
func (p *puller) device(ctx context.Context, id int64) error {
	d, known := p.intake.Directory().ByID(id)
	if !known || d.ProjectID != p.source.ProjectID {
		return errs.OnField("deviceIds", errs.MustExist)
	}
	for range maxSpans {
		asked := p.span(id)
		newest, err := p.pages(ctx, d, asked)
		reached := max(p.source.reached[id], newest)
		if err == nil && asked.closed {
			reached = max(reached, asked.to)
		}
		if reached > p.source.reached[id] {
			if p.source.reached == nil {
				p.source.reached = map[int64]int64{}
			}
			p.source.reached[id] = reached
			if err := p.store.Reached(ctx, p.source); err != nil {
				return err
			}
		}
		if err != nil || !asked.closed {
			return err
		}
	}
	return nil
}

// span is what a request asks for, UTC ms. A closed one ends before now.
type span struct {
	from, to int64
	closed   bool
}

func (p *puller) span(id int64) span {
	now := clock.Now()
	from := p.source.reached[id] - int64(p.of.Overlap)*1000
	if p.source.reached[id] == 0 {
		if from = p.of.Since; from == 0 {
			from = now.Add(-firstSpan).UnixMilli()
		}
	}
	asked := span{from: from, to: now.UnixMilli()}
	// The overlap must not fill the span, or the next one would be the same.
	if length := int64(p.of.Span+p.of.Overlap) * 1000; p.of.Span > 0 && from+length < asked.to {
		asked.to, asked.closed = from+length, true
	}
	return asked
}

// position is where a page of an answer stands.
type position struct {
	page   int
	cursor string
	link   string // address of the page; "": from the template
}

// pages asks for all pages of a span, and returns the time of the newest reading.
func (p *puller) pages(ctx context.Context, d *ingest.Device, asked span) (newest int64, err error) {
	at := position{page: p.of.Paging.First}
	for range maxPages {
		body, err := p.ask(ctx, d, asked, at)
		if err != nil {
			return newest, err
		}
		if p.run.Bytes += int64(len(body)); p.run.Bytes > maxBytes {
			return newest, errs.New(errs.BodyTooLarge)
		}
		trial, latest, err := p.take(ctx, d, body)
		newest = max(newest, latest)
		if err != nil {
			return newest, err
		}
		next, more, err := p.next(at, body, trial)
		if err != nil || !more {
			return newest, err
		}
		at = next
	}
	return newest, errs.OnField("paging", errs.TooManyEntries, "max", maxPages)
}

// take commits an answer as a frame of the device, and returns what stage 1 will make of it.
func (p *puller) take(ctx context.Context, d *ingest.Device, body []byte) (trial ingest.Trial, newest int64, err error) {
	frame := ingest.Frame{
		Device: d.ID, Register: d.Register, Transport: ingest.HTTP, Kind: ingest.Up, Received: clock.Now().UnixMilli(), Payload: body,
	}
	trial, newest, err = p.deliver(ctx, frame, p.run)
	if err == nil && trial.Refused != nil {
		err = trial.Refused
	}
	return trial, min(newest, frame.Received), err
}

// deliver commits a frame and counts it. newest is the time of its newest reading (UTC ms); 0: it has none.
func (s *Service) deliver(ctx context.Context, frame ingest.Frame, run *Run) (trial ingest.Trial, newest int64, err error) {
	if trial, err = s.intake.Try(ctx, frame, nil); err != nil {
		return trial, 0, err
	}
	if len(frame.Payload) > 0 {
		if _, err := s.intake.Commit(ctx, frame); err != nil {
			return trial, 0, err
		}
	}
	run.Frames++
	run.Readings += len(trial.Rows)
	for i := range trial.Rows {
		newest = max(newest, trial.Rows[i].Time)
	}
	return trial, newest, nil
}

// next returns the position of the next page.
func (p *puller) next(at position, body []byte, trial ingest.Trial) (next position, more bool, err error) {
	switch p.of.Paging.By {
	case PageNumber:
		return position{page: at.page + 1}, trial.Items > 0, nil
	case PageLink, PageCursor:
		found, err := jsonmap.Find(body, p.of.Paging.Path)
		if err != nil || found == "" {
			return at, false, err
		}
		if p.of.Paging.By == PageCursor {
			return position{page: at.page + 1, cursor: found}, found != at.cursor, nil
		}
		base, err := url.Parse(originOf(p.of.URL))
		if err != nil {
			return at, false, err
		}
		to, err := base.Parse(found)
		if err != nil || originOf(to.String()) != originOf(p.of.URL) { // it would get the secrets
			return at, false, errs.New(errs.LinkElsewhere)
		}
		return position{page: at.page + 1, link: to.String()}, to.String() != at.link, nil
	}
	return at, false, nil
}

// request fills in the templates. masked hides the secrets.
func (p *puller) request(ctx context.Context, d *ingest.Device, asked span, at position, masked bool) (*http.Request, error) {
	value := func(escape func(string) string) func(string) string {
		return func(name string) string {
			switch name {
			case "from":
				return escape(p.times.text(asked.from))
			case "to":
				return escape(p.times.text(asked.to))
			case "page":
				return strconv.Itoa(at.page)
			case "cursor":
				return escape(at.cursor)
			case "register":
				return escape(d.Register)
			case "serial":
				return escape(d.SNCode)
			}
			secret, is := strings.CutPrefix(name, "secret.")
			if !is {
				return "{" + name + "}" // a brace of the body itself
			}
			if masked {
				return "***"
			}
			return escape(p.secrets[secret])
		}
	}
	plain := func(s string) string { return s }
	address := at.link
	if address == "" {
		address = fill(p.of.URL, value(url.QueryEscape))
	}
	var body io.Reader
	if p.of.Body != "" {
		body = strings.NewReader(fill(p.of.Body, value(inJSON)))
	}
	r, err := http.NewRequestWithContext(ctx, p.of.Method, address, body)
	if err != nil {
		return nil, errs.New(errs.PullAddress)
	}
	r.Header.Set("Accept", "application/json")
	r.Header.Set("User-Agent", "Plumbline")
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, h := range p.of.Headers {
		r.Header.Set(h.Name, strings.NewReplacer("\r", "", "\n", "").Replace(fill(h.Value, value(plain))))
	}
	return r, nil
}

// inJSON escapes a text for a string of a body in JSON.
func inJSON(text string) string {
	quoted, err := json.Marshal(text)
	if err != nil {
		return ""
	}
	return string(quoted[1 : len(quoted)-1])
}

// ask makes one request and returns the body of the answer.
func (p *puller) ask(ctx context.Context, d *ingest.Device, asked span, at position) ([]byte, error) {
	r, err := p.request(ctx, d, asked, at, false)
	if err != nil {
		return nil, err
	}
	p.run.Requests++
	answer, err := p.client.Do(r)
	if err != nil {
		return nil, withoutAddress(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, maxAnswer+1))
	switch {
	case err != nil:
		return nil, withoutAddress(err)
	case len(body) > maxAnswer:
		return nil, errs.New(errs.BodyTooLarge)
	case answer.StatusCode/100 != 2:
		return nil, errs.New(errs.AnswerStatus, "status", answer.StatusCode)
	}
	return bytes.TrimPrefix(body, []byte("\xef\xbb\xbf")), nil
}

// withoutAddress returns the reason of an error of the client without the address, which may have secrets in it.
func withoutAddress(err error) error {
	if why, ok := errs.As(err); ok {
		return why
	}
	var at *url.Error
	if errors.As(err, &at) {
		err = at.Err
	}
	return errs.Wrap(err, errs.SourceUnreachable)
}
