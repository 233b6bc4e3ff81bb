package api

import (
	"context"
	"net/http"

	"plumbline/internal/account/corporation"
	"plumbline/internal/field/intake"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/listing"
)

// Refusal is somebody who was turned away at the door of the devices.
type Refusal struct {
	Register  string `json:"register" doc:"As it was given"`
	Transport string `json:"transport" enum:"mqtt,http,file"`
	Address   string `json:"address" doc:"Of the last attempt"`
	Reason    string `json:"reason" enum:"unknownRegister,wrongSecret,foreignTopic,badSignature,clockOff,tlsExpected,tlsUnexpected,tlsFailed"`
	Text      string `json:"text" doc:"The reason in the caller's language"`
	Count     int64  `json:"count" minimum:"1"`
	First     int64  `json:"first" doc:"UTC ms"`
	Last      int64  `json:"last" doc:"UTC ms"`
}

var refusalTexts = map[string]*fault.Message{
	intake.UnknownRegister: fault.RefusedRegister,
	intake.WrongSecret:     fault.RefusedSecret,
	intake.ForeignTopic:    fault.RefusedTopic,
	intake.BadSignature:    fault.SignatureInvalid,
	intake.ClockOff:        fault.RefusedClock,
	intake.BadBody:         fault.RefusedBody,
	intake.TLSExpected:     fault.RefusedPlain,
	intake.TLSUnexpected:   fault.RefusedTLS,
	intake.TLSFailed:       fault.RefusedHandshake,
}

func (s *server) refusals() {
	s.attempts()
	register(s, operation{
		id: "listDeviceRefusals", method: http.MethodGet, path: "/corporations/{corporationId}/devices/refusals", tag: "devices", need: deviceNeed(access.Retrieve),
		summary: "Who was turned away lately: unknown registers, wrong secrets, wrong clocks",
		detail: "Since the start of the server, the latest first. Of registers of the corporation's devices that the caller may see; registers that nobody " +
			"has are shown to administrators where there is one corporation, else to the platform's own accounts alone.",
	}, func(ctx context.Context, in *CorporationPath) (*output[List[Refusal]], error) {
		who := callerOf(ctx)
		strangers, err := s.seesStrangers(ctx, who)
		if err != nil {
			return nil, err
		}
		var shown []intake.Refusal
		for _, refusal := range s.Frames.Refusals().List() {
			d, known := s.Frames.Directory().ByRegister(refusal.Register)
			if known && d.CorporationID == in.CorporationID && who.require(deviceNeed(access.Retrieve), d.ProjectID) == nil || !known && strangers {
				shown = append(shown, refusal)
			}
		}
		lang := languageOf(ctx)
		return listAnswer(shown, func(r intake.Refusal) Refusal {
			return Refusal{
				Register: r.Register, Transport: r.Transport.String(), Address: r.Address, Reason: r.Reason, Text: refusalTexts[r.Reason].Text(lang, nil),
				Count: r.Count, First: r.First, Last: r.Last,
			}
		}), nil
	})
}

// seesStrangers tells whether somebody may see registers that belong to nobody: with
// several corporations only the platform knows whose device was mistyped.
func (s *server) seesStrangers(ctx context.Context, who *caller) (bool, error) {
	switch who.Account.Type {
	case access.System:
		return true, nil
	case access.Admin:
		all, err := s.Corporations.List(ctx, access.Scope{All: true}, corporation.Filter{Query: listing.Query{Page: 1, Size: 1}})
		return all.Total == 1, err
	}
	return false, nil
}
