package fieldapi

import (
	"context"
	"net/http"

	"plumbline/internal/account/corporation"
	"plumbline/internal/field/ingest"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
)

// Refusal is a rejected connection of a device.
type Refusal struct {
	Register  string `json:"register" doc:"As sent"`
	Transport string `json:"transport" enum:"mqtt,http,file,tcp,udp,serial"`
	Address   string `json:"address" doc:"Of the last attempt"`
	Reason    string `json:"reason" enum:"unknownRegister,wrongSecret,foreignTopic,badSignature,clockOff,tlsExpected,tlsUnexpected,tlsFailed,wrongProtocol,foreignNetwork,unreachable"`
	Text      string `json:"text" doc:"The reason in the caller's language"`
	Count     int64  `json:"count" minimum:"1"`
	First     int64  `json:"first" doc:"UTC ms"`
	Last      int64  `json:"last" doc:"UTC ms"`
}

var refusalTexts = map[string]*errs.Message{
	ingest.UnknownRegister: errs.RefusedRegister,
	ingest.WrongSecret:     errs.RefusedSecret,
	ingest.ForeignTopic:    errs.RefusedTopic,
	ingest.BadSignature:    errs.SignatureInvalid,
	ingest.ClockOff:        errs.RefusedClock,
	ingest.BadBody:         errs.RefusedBody,
	ingest.TLSExpected:     errs.RefusedPlain,
	ingest.TLSUnexpected:   errs.RefusedTLS,
	ingest.TLSFailed:       errs.RefusedHandshake,
	ingest.WrongProtocol:   errs.RefusedProtocol,
	ingest.ForeignNetwork:  errs.RefusedNetwork,
	ingest.Unreachable:     errs.RefusedUnreachable,
}

func (s *server) refusals() {
	s.attempts()
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listDeviceRefusals", Method: http.MethodGet, Path: "/corporations/{corporationId}/devices/refusals",
		Tag: "devices", Need: httpapi.DevicePermission(access.Retrieve),
		Summary: "Recent connection rejections: unknown registers, wrong secrets, wrong clocks",
		Detail: "Of all servers, since each started, latest first. Covers registers of the corporation's devices that the caller may see; registers that nobody " +
			"has are shown to administrators where there is one corporation, else to the platform's own accounts alone.",
	}, s.listDeviceRefusals)
}

func (s *server) listDeviceRefusals(ctx context.Context, in *httpapi.CorporationPath) (*httpapi.Output[httpapi.Gathered[Refusal]], error) {
	who := httpapi.CallerOf(ctx)
	strangers, err := s.seesStrangers(ctx, who)
	if err != nil {
		return nil, err
	}
	var shown []ingest.Rejection
	refusals, silent, err := s.Everywhere.Rejections(ctx)
	if err != nil {
		return nil, err
	}
	for _, refusal := range refusals {
		d, known := s.Frames.Directory().ByRegister(refusal.Register)
		if known && d.CorporationID == in.CorporationID && who.Require(httpapi.DevicePermission(access.Retrieve), d.ProjectID) == nil || !known && strangers {
			shown = append(shown, refusal)
		}
	}
	lang := httpapi.LanguageOf(ctx)
	return gathered(shown, silent, func(r ingest.Rejection) Refusal {
		return Refusal{
			Register: r.Register, Transport: r.Transport.String(), Address: r.Address, Reason: r.Reason, Text: refusalTexts[r.Reason].Text(lang, nil),
			Count: r.Count, First: r.First, Last: r.Last,
		}
	}), nil
}

// gathered replies with a list that all servers contribute to.
func gathered[D, T any](list []D, silent []string, turn func(D) T) *httpapi.Output[httpapi.Gathered[T]] {
	return httpapi.Reply(httpapi.Gathered[T]{List: httpapi.ListOf(list, turn), SilentServers: httpapi.ListOf(silent, httpapi.AsIs)})
}

// seesStrangers reports whether the caller may see unknown register IDs: with several corporations only the platform
// knows whose device was mistyped.
func (s *server) seesStrangers(ctx context.Context, who *httpapi.Caller) (bool, error) {
	switch who.Account.Type {
	case access.System:
		return true, nil
	case access.Admin:
		all, err := s.Corporations.List(ctx, access.Scope{All: true}, corporation.Filter{Query: paging.Query{Page: 1, Size: 1}})
		return all.Total == 1, err
	}
	return false, nil
}
