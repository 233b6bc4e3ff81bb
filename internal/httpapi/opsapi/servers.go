package opsapi

import (
	"context"
	"net/http"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/servers"
)

type serverPath struct {
	ServerID int64 `path:"serverId" minimum:"1"`
}

func (s *server) servers() {
	call := func(id, method, path string, action access.Action, summary, detail string) httpapi.Operation {
		return httpapi.Operation{
			ID: id, Method: method, Path: "/system/servers" + path, Tag: "system", Held: httpapi.OnPlatform, Summary: summary, Detail: "For platform operators. " + detail,
			Need: access.Permission{Area: access.Corporation, Action: action}, Unmeasured: "for operators only",
		}
	}
	httpapi.Register(s.Kernel, call("listServers", http.MethodGet, "", access.Retrieve, "Servers of the installation, their partitions, and what an acknowledgement means",
		"Each server reports about itself every two seconds."), s.listServers)
	httpapi.Register(s.Kernel, call("drainEffect", http.MethodGet, "/{serverId}/drain-effect", access.Retrieve, "What a drain of a server touches now",
		"Nothing is lost: devices reconnect to another server, which also continues the results and alerts."), s.drainEffect)
	httpapi.Register(s.Kernel, call("drainServer", http.MethodPost, "/{serverId}/drain", access.Update, "Drain a server, so that it can be stopped",
		"It reports not ready, disconnects its devices, hands its partitions over and serves what is left until it is stopped. "+
			"listServers shows the steps. Refused while no other server can take over."), s.drainServer)
	httpapi.Register(s.Kernel, call("endServerDrain", http.MethodDelete, "/{serverId}/drain", access.Update, "End the drain of a server",
		"It takes devices and partitions again."), s.endServerDrain)
}

func (s *server) listServers(ctx context.Context, _ *httpapi.NoInput) (*httpapi.Output[servers.View], error) {
	view, err := s.Servers.View(ctx)
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(view), nil
}

func (s *server) drainEffect(ctx context.Context, in *serverPath) (*httpapi.Output[servers.Effect], error) {
	effect, err := s.Servers.Effect(ctx, in.ServerID)
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(effect), nil
}

func (s *server) drainServer(ctx context.Context, in *serverPath) (*httpapi.Output[httpapi.Done], error) {
	who := httpapi.CallerOf(ctx)
	by := who.Account.DisplayName
	if by == "" {
		by = who.Account.Name
	}
	return httpapi.Reply(httpapi.Done{}), s.Servers.Drain(ctx, who.Actor(), by, in.ServerID)
}

func (s *server) endServerDrain(ctx context.Context, in *serverPath) (*httpapi.Output[httpapi.Done], error) {
	return httpapi.Reply(httpapi.Done{}), s.Servers.EndDrain(ctx, httpapi.CallerOf(ctx).Actor(), in.ServerID)
}
