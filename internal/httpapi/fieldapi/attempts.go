package fieldapi

import (
	"cmp"
	"context"
	"net/http"
	"slices"

	"plumbline/internal/field/ingest"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
)

// Attempt is one attempt of a device to connect.
type Attempt struct {
	Time      int64             `json:"time" doc:"UTC ms"`
	Transport string            `json:"transport" enum:"mqtt,http,file,tcp,udp,serial"`
	Address   string            `json:"address"`
	Register  string            `json:"register" doc:"As sent; empty if the connection ended earlier"`
	Reason    string            `json:"reason" enum:"connected,unknownRegister,wrongSecret,foreignTopic,badSignature,clockOff,badBody,tlsExpected,tlsUnexpected,tlsFailed,wrongProtocol,foreignNetwork,unreachable" doc:"connected, or why it was rejected"`
	Text      string            `json:"text" doc:"The reason in the caller's language; empty when it connected"`
	Code      int               `json:"code,omitempty" doc:"For a rejected body: its code in the error catalog"`
	Fields    map[string]string `json:"fields,omitempty" doc:"For a rejected body: the errors by field"`
	Protocol  string            `json:"protocol,omitempty" doc:"For a connection, such as MQTT 3.1.1"`
	TLS       bool              `json:"tls,omitempty" doc:"For a connection"`
	KeepAlive int               `json:"keepAlive,omitempty" doc:"For a connection: s"`
	Count     int64             `json:"count" minimum:"1" doc:"Number of identical rejections"`
}

type attemptInput struct {
	httpapi.DevicePath
	Since httpapi.AskedTime `query:"since" doc:"UTC ms: only later ones"`
}

func (s *server) attempts() {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listDeviceAttempts", Method: http.MethodGet,
		Path: "/corporations/{corporationId}/devices/{deviceId}/attempts", Tag: "devices", Need: httpapi.DevicePermission(access.Retrieve),
		Summary: "Recent connections of a device, and rejections with the reason",
		Detail: "The last 20 at all servers since each started, oldest first. Rejections of unknown registers, and connections that ended before a register " +
			"was given, are among them for those who see such refusals in listDeviceRefusals.",
	}, s.listDeviceAttempts)
}

func (s *server) listDeviceAttempts(ctx context.Context, in *attemptInput) (*httpapi.Output[httpapi.Gathered[Attempt]], error) {
	list := []Attempt{}
	device, known := s.Frames.Directory().ByID(in.DeviceID)
	attempts, silent, err := s.Everywhere.Attempts(ctx, in.DeviceID)
	if err != nil {
		return nil, err
	}
	for _, a := range attempts {
		if a.Time > in.Since.Millis() && known {
			list = append(list, attemptOf(ctx, device.Register, a))
		}
	}
	strangers, err := s.seesStrangers(ctx, httpapi.CallerOf(ctx))
	if err != nil {
		return nil, err
	}
	if strangers {
		refusals, more, err := s.Everywhere.Rejections(ctx)
		if err != nil {
			return nil, err
		}
		silent = slices.Compact(slices.Sorted(slices.Values(append(silent, more...))))
		for _, r := range refusals {
			if _, owned := s.Frames.Directory().ByRegister(r.Register); !owned && r.Last > in.Since.Millis() {
				one := attemptOf(ctx, r.Register, ingest.Attempt{Time: r.Last, Transport: r.Transport, Address: r.Address, Reason: r.Reason})
				one.Count = r.Count
				list = append(list, one)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Attempt) int { return cmp.Compare(a.Time, b.Time) })
	return gathered(list[max(0, len(list)-attemptsShown):], silent, httpapi.AsIs[Attempt]), nil
}

// attemptsShown is the number of attempts in a list.
const attemptsShown = 20

func attemptOf(ctx context.Context, register string, a ingest.Attempt) Attempt {
	one := Attempt{
		Time: a.Time, Transport: a.Transport.String(), Address: a.Address, Register: register, Reason: cmp.Or(a.Reason, "connected"),
		Protocol: a.Protocol, TLS: a.TLS, KeepAlive: a.KeepAlive, Count: 1,
	}
	lang := httpapi.LanguageOf(ctx)
	if text, ok := refusalTexts[a.Reason]; ok {
		one.Text = text.Text(lang, nil)
	}
	if a.Fault != nil {
		one.Text, one.Code, one.Fields = a.Fault.Text(lang), a.Fault.Code, a.Fault.FieldTexts(lang)
	}
	return one
}
