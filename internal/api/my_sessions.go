package api

import (
	"context"
	"net/http"

	"plumbline/internal/account/identity"
)

// SessionEntry is one sign-in of the caller's account that still holds.
type SessionEntry struct {
	ID         int64  `json:"id"`
	Current    bool   `json:"current" doc:"The session of this very call"`
	IP         string `json:"ip" doc:"Address it was opened from"`
	Browser    string `json:"browser" doc:"Empty: unknown" example:"Chrome 142"`
	System     string `json:"system" doc:"Empty: unknown" example:"Windows"`
	Device     string `json:"device" enum:"computer,phone,tablet,program"`
	Client     string `json:"client" doc:"The user agent as it was sent"`
	Method     string `json:"method" enum:"password,sso"`
	Remember   bool   `json:"remember"`
	CreatedAt  int64  `json:"createdAt" doc:"UTC ms"`
	LastUsedAt int64  `json:"lastUsedAt" doc:"UTC ms, to the minute"`
	ExpiresAt  int64  `json:"expiresAt" doc:"UTC ms; slides with use"`
}

// Ended is how many sessions ended.
type Ended struct {
	Count int `json:"count" minimum:"0"`
}

type SessionPath struct {
	SessionID int64 `path:"sessionId" minimum:"1"`
}

func (s *server) mySessions() {
	register(s, operation{
		id: "listSessions", method: http.MethodGet, path: "/sessions", tag: "sessions", person: true, summary: "Where the own account is signed in",
	}, func(ctx context.Context, _ *nothing) (*output[List[SessionEntry]], error) {
		who := callerOf(ctx)
		list, err := s.Identity.Sessions(ctx, who.Account.ID)
		return listAnswer(list, func(one identity.Session) SessionEntry {
			agent := readAgent(one.Client)
			return SessionEntry{
				ID: one.ID, Current: one.ID == who.Session.ID, IP: one.IP, Browser: agent.browser, System: agent.system, Device: agent.device,
				Client: one.Client, Method: string(one.Method), Remember: one.Remember,
				CreatedAt: one.CreatedAt, LastUsedAt: one.LastUsedAt, ExpiresAt: one.ExpiresAt,
			}
		}), err
	})
	register(s, operation{
		id: "revokeSession", method: http.MethodDelete, path: "/sessions/{sessionId}", tag: "sessions", person: true, summary: "End one of the own sessions",
	}, func(ctx context.Context, in *SessionPath) (*output[Done], error) {
		who := callerOf(ctx)
		return answer(Done{}), s.Identity.RevokeSession(ctx, who.actor(), who.Account.ID, in.SessionID)
	})
	register(s, operation{
		id: "revokeOtherSessions", method: http.MethodPost, path: "/sessions/revoke-others", tag: "sessions", person: true,
		summary: "End all own sessions but this one", unlogged: "where there is none, nothing is done",
	}, func(ctx context.Context, _ *nothing) (*output[Ended], error) {
		who := callerOf(ctx)
		n, err := s.Identity.RevokeOtherSessions(ctx, who.Caller, who.actor())
		return answer(Ended{n}), err
	})
}
