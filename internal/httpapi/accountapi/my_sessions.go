package accountapi

import (
	"context"
	"net/http"

	"plumbline/internal/account/identity"
	"plumbline/internal/httpapi"
)

// SessionEntry is one active session of the caller's account.
type SessionEntry struct {
	ID         int64  `json:"id"`
	Current    bool   `json:"current" doc:"The session of this call"`
	IP         string `json:"ip" doc:"Address it was opened from"`
	Browser    string `json:"browser" doc:"Empty: unknown" example:"Chrome 142"`
	System     string `json:"system" doc:"Empty: unknown" example:"Windows"`
	Device     string `json:"device" enum:"computer,phone,tablet,program"`
	Client     string `json:"client" doc:"The user agent as sent"`
	Method     string `json:"method" enum:"password,sso"`
	Remember   bool   `json:"remember"`
	CreatedAt  int64  `json:"createdAt" doc:"UTC ms"`
	LastUsedAt int64  `json:"lastUsedAt" doc:"UTC ms, to the minute"`
	ExpiresAt  int64  `json:"expiresAt" doc:"UTC ms; extended with use"`
}

// Ended is the number of ended sessions.
type Ended struct {
	Count int `json:"count" minimum:"0"`
}

type SessionPath struct {
	SessionID int64 `path:"sessionId" minimum:"1"`
}

func (s *server) mySessions() {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listSessions", Method: http.MethodGet, Path: "/sessions", Tag: "sessions", Person: true, Summary: "Your open sessions",
	}, s.listSessions)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "revokeSession", Method: http.MethodDelete, Path: "/sessions/{sessionId}", Tag: "sessions", Person: true, Summary: "End one of your sessions",
	}, s.revokeSession)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "revokeOtherSessions", Method: http.MethodPost, Path: "/sessions/revoke-others", Tag: "sessions", Person: true,
		Summary: "End all your other sessions", Unlogged: "where there is none, nothing is done",
	}, s.revokeOtherSessions)
}

func (s *server) listSessions(ctx context.Context, _ *httpapi.NoInput) (*httpapi.Output[httpapi.List[SessionEntry]], error) {
	who := httpapi.CallerOf(ctx)
	list, err := s.Identity.Sessions(ctx, who.Account.ID)
	return httpapi.ReplyList(list, func(one identity.Session) SessionEntry {
		agent := readAgent(one.Client)
		return SessionEntry{
			ID: one.ID, Current: one.ID == who.Session.ID, IP: one.IP, Browser: agent.browser, System: agent.system, Device: agent.device,
			Client: one.Client, Method: string(one.Method), Remember: one.Remember,
			CreatedAt: one.CreatedAt, LastUsedAt: one.LastUsedAt, ExpiresAt: one.ExpiresAt,
		}
	}), err
}

func (s *server) revokeSession(ctx context.Context, in *SessionPath) (*httpapi.Output[httpapi.Done], error) {
	who := httpapi.CallerOf(ctx)
	return httpapi.Reply(httpapi.Done{}), s.Identity.RevokeSession(ctx, who.Actor(), who.Account.ID, in.SessionID)
}

func (s *server) revokeOtherSessions(ctx context.Context, _ *httpapi.NoInput) (*httpapi.Output[Ended], error) {
	who := httpapi.CallerOf(ctx)
	n, err := s.Identity.RevokeOtherSessions(ctx, who.Caller, who.Actor())
	return httpapi.Reply(Ended{n}), err
}
