package siteapi

import (
	"context"
	"net/http"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
)

// ConnectionStatus is whether a device is connected.
type ConnectionStatus struct {
	Status   string `json:"status" enum:"online,offline,sleep"`
	LastSeen int64  `json:"lastSeen" doc:"UTC ms; 0: never"`
}

type sncodeInput struct {
	Body struct {
		SNCode string `json:"sncode" minLength:"1" maxLength:"64"`
	}
}

type registerInput struct {
	Body struct {
		Register string `json:"register" minLength:"1" maxLength:"64"`
	}
}

type registerPath struct {
	Register string `path:"register" maxLength:"64"`
}

func (s *server) probed() {
	exist := func(id, path, summary string) httpapi.Operation {
		return httpapi.Operation{
			ID: id, Method: http.MethodPost, Path: "/common/" + path, Tag: "common", Summary: summary,
			Need: httpapi.DevicePermission(access.Create), Held: httpapi.Anywhere, Unlogged: httpapi.ReadsOnly,
			Detail: "Two calls per second. The response says only taken or free.",
		}
	}
	httpapi.Register(s.Kernel, exist("sncodeExist", "sncode-exist", "Is a serial number taken"), s.sncodeExist)
	httpapi.Register(s.Kernel, exist("registerExist", "register-exist", "Is a register identifier taken"), s.registerExist)
	connection := httpapi.Operation{
		ID: "connectionStatus", Method: http.MethodGet, Path: "/common/connection-status/{register}", Tag: "common",
		Summary: "Whether the device with a register ID is connected",
		Need:    httpapi.DevicePermission(access.Retrieve),
	}
	httpapi.Register(s.Kernel, connection, func(ctx context.Context, in *registerPath) (*httpapi.Output[ConnectionStatus], error) {
		page, err := s.Devices.List(ctx, httpapi.CallerOf(ctx).Scope, device.Filter{Register: in.Register})
		if err != nil {
			return nil, err
		}
		for _, d := range page.List {
			state := deviceStateOf(d.State)
			return httpapi.Reply(ConnectionStatus{Status: state.Status, LastSeen: state.LastSeen}), nil
		}
		return nil, errs.New(errs.NothingHere)
	})
}

func (s *server) sncodeExist(ctx context.Context, in *sncodeInput) (*httpapi.Output[httpapi.Exists], error) {
	if err := s.MayProbe(ctx); err != nil {
		return nil, err
	}
	taken, err := s.Devices.SNCodeTaken(ctx, in.Body.SNCode)
	return httpapi.Reply(httpapi.Exists{IsExist: taken}), err
}

func (s *server) registerExist(ctx context.Context, in *registerInput) (*httpapi.Output[httpapi.Exists], error) {
	if err := s.MayProbe(ctx); err != nil {
		return nil, err
	}
	taken, err := s.Devices.RegisterTaken(ctx, in.Body.Register)
	return httpapi.Reply(httpapi.Exists{IsExist: taken}), err
}
