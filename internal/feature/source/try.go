package source

import (
	"context"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"plumbline/internal/field/ingest"
	"plumbline/internal/field/protocol/jsonmap"
	"plumbline/internal/httpapi/fieldapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
)

// maxShown is how much of an answer is shown.
const maxShown = 64 << 10

// Try asks the other system once for a source that is not saved, without storing anything. trial is what the answer gives;
// nil: there is no answer.
func (s *Service) Try(ctx context.Context, scope access.Scope, d *Draft, lang errs.Language) (tried TriedSource, trial *ingest.Trial, err error) {
	tried.Points = []fieldapi.TriedPoint{}
	if d.Kind != Pull {
		return tried, nil, errs.OnField("kind", errs.NotOneOf, "allowed", string(Pull))
	}
	before, kept, err := s.before(ctx, scope, d)
	if err != nil {
		return tried, nil, err
	}
	if err := s.check(ctx, scope, d, before, kept); err != nil {
		return tried, nil, err
	}
	receiver, known := s.intake.Directory().ByID(d.Devices[0])
	if !known {
		return tried, nil, errs.OnField("deviceIds", errs.MustExist)
	}
	d.CorporationID = receiver.CorporationID
	p, err := s.puller(&d.Source, kept, new(Run))
	if err != nil {
		return tried, nil, err
	}
	defer p.client.CloseIdleConnections()
	d.reached = before.reached
	asked, at := p.span(receiver.ID), position{page: p.of.Paging.First}
	shown, err := p.request(ctx, receiver, asked, at, true)
	if err != nil {
		return tried, nil, err
	}
	tried.Request = shown.Method + " " + strings.ReplaceAll(shown.URL.String(), "%2A%2A%2A", "***")
	body, err := p.ask(ctx, receiver, asked, at)
	if err != nil {
		why, _ := errs.As(err)
		tried.Failure = why.Text(lang)
		return tried, nil, nil
	}
	tried.Answer = strings.ToValidUTF8(string(body[:min(len(body), maxShown)]), string(utf8.RuneError))
	tried.Answer = strings.ReplaceAll(tried.Answer, "\x00", string(utf8.RuneError))
	frame := ingest.Frame{
		Device: receiver.ID, Register: receiver.Register, Transport: ingest.HTTP, Kind: ingest.Up, Received: clock.Now().UnixMilli(), Payload: body,
	}
	var draft *ingest.Draft
	if d.Mapping != nil {
		profile, err := json.Marshal(d.Mapping)
		if err != nil {
			return tried, nil, err
		}
		draft = &ingest.Draft{Link: device.Link{Protocol: jsonmap.Name, Profile: profile}}
	}
	found, err := s.intake.Try(ctx, frame, draft)
	return tried, &found, err
}
