package api

import (
	"cmp"
	"context"
	"net/http"
	"slices"

	"plumbline/internal/field/intake"
	"plumbline/internal/platform/access"
)

// Attempt is one try of a device to reach the platform.
type Attempt struct {
	Time      int64             `json:"time" doc:"UTC ms"`
	Transport string            `json:"transport" enum:"mqtt,http,file"`
	Address   string            `json:"address"`
	Register  string            `json:"register" doc:"As it was given; empty where the connection ended before"`
	Reason    string            `json:"reason" enum:"connected,unknownRegister,wrongSecret,foreignTopic,badSignature,clockOff,badBody,tlsExpected,tlsUnexpected,tlsFailed" doc:"connected, or why it was refused"`
	Text      string            `json:"text" doc:"The reason in the caller's language; empty when it connected"`
	Code      int               `json:"code,omitempty" doc:"Of a refused body: its code in the error catalogue"`
	Fields    map[string]string `json:"fields,omitempty" doc:"Of a refused body: what is wrong with which field"`
	Protocol  string            `json:"protocol,omitempty" doc:"Of a connection, such as MQTT 3.1.1"`
	TLS       bool              `json:"tls,omitempty" doc:"Of a connection"`
	KeepAlive int               `json:"keepAlive,omitempty" doc:"Of a connection: s"`
	Count     int64             `json:"count" minimum:"1" doc:"How often, where the same was refused again and again"`
}

type attemptInput struct {
	DevicePath
	Since AskedTime `query:"since" doc:"UTC ms: only later ones"`
}

func (s *server) attempts() {
	register(s, operation{
		id: "listDeviceAttempts", method: http.MethodGet, path: "/corporations/{corporationId}/devices/{deviceId}/attempts", tag: "devices", need: deviceNeed(access.Retrieve),
		summary: "How a device tried to reach the platform lately: connections, and refusals with the reason",
		detail: "The last 20 since the start of the server, oldest first. Refusals of registers that nobody has, and connections that ended before a register " +
			"was given, are among them for those who see such refusals in listDeviceRefusals.",
	}, func(ctx context.Context, in *attemptInput) (*output[List[Attempt]], error) {
		list := []Attempt{}
		device, known := s.Frames.Directory().ByID(in.DeviceID)
		for _, a := range s.Frames.Attempts().List(in.DeviceID) {
			if a.Time > in.Since.ms() && known {
				list = append(list, attemptOf(ctx, device.Register, a))
			}
		}
		strangers, err := s.seesStrangers(ctx, callerOf(ctx))
		if err != nil {
			return nil, err
		}
		if strangers {
			for _, r := range s.Frames.Refusals().List() {
				if _, owned := s.Frames.Directory().ByRegister(r.Register); !owned && r.Last > in.Since.ms() {
					one := attemptOf(ctx, r.Register, intake.Attempt{Time: r.Last, Transport: r.Transport, Address: r.Address, Reason: r.Reason})
					one.Count = r.Count
					list = append(list, one)
				}
			}
		}
		slices.SortStableFunc(list, func(a, b Attempt) int { return cmp.Compare(a.Time, b.Time) })
		return answer(List[Attempt]{List: list[max(0, len(list)-attemptsShown):]}), nil
	})
}

// attemptsShown is how many tries a list holds.
const attemptsShown = 20

func attemptOf(ctx context.Context, register string, a intake.Attempt) Attempt {
	one := Attempt{
		Time: a.Time, Transport: a.Transport.String(), Address: a.Address, Register: register, Reason: cmp.Or(a.Reason, "connected"),
		Protocol: a.Protocol, TLS: a.TLS, KeepAlive: a.KeepAlive, Count: 1,
	}
	lang := languageOf(ctx)
	if text, ok := refusalTexts[a.Reason]; ok {
		one.Text = text.Text(lang, nil)
	}
	if a.Fault != nil {
		one.Text, one.Code, one.Fields = a.Fault.Text(lang), a.Fault.Code, a.Fault.FieldTexts(lang)
	}
	return one
}
