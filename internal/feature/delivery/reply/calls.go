package reply

import (
	"context"
	"net/http"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
)

// AlertReply is what a person answered about an alert.
type AlertReply struct {
	AccountID int64  `json:"accountId" doc:"0: an address without an account"`
	Name      string `json:"name" doc:"Of the account, or the masked address"`
	Own       bool   `json:"own" doc:"Of the caller"`
	Answer    string `json:"answer" enum:"seen,onMyWay"`
	At        int64  `json:"at" doc:"UTC ms"`
	ByLink    bool   `json:"byLink" doc:"By the link in a message; false: signed in"`
}

// AlertPath identifies an alert.
type AlertPath struct {
	AlertID int64 `path:"alertId" minimum:"1"`
}

type answerInput struct {
	AlertPath
	Body struct {
		Answer string `json:"answer" enum:"seen,onMyWay"`
	}
}

type server struct {
	*httpapi.Kernel
	store Store
}

func (s *server) register() {
	const path = "/alerts/{alertId}/answers"
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.Alert, Action: action}
	}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listAlertAnswers", Method: http.MethodGet, Path: path, Tag: "alerts", Need: need(access.Retrieve), Unmeasured: "few rows, by index",
		Summary: "Who has seen an alert, and who is on their way, the oldest first", Detail: "By the link in a message or signed in.",
	}, s.list)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "answerAlert", Method: http.MethodPost, Path: path, Tag: "alerts", Need: need(access.Update), Person: true,
		Summary: "Say that one has seen an alert, or is on one's way", Example: `{"answer":"seen"}`,
		Detail: "It decides nothing. The steps of ladders that follow are not called, and it proves that messages reach the person. The same answer again is only logged.",
	}, s.answer)
}

func (s *server) list(ctx context.Context, in *AlertPath) (*httpapi.Output[httpapi.List[AlertReply]], error) {
	list, err := s.store.About(ctx, []int64{in.AlertID})
	if err != nil {
		return nil, err
	}
	own := httpapi.CallerOf(ctx).Account.ID
	return httpapi.ReplyList(list, func(r Reply) AlertReply {
		return AlertReply{
			AccountID: r.AccountID, Name: r.Name, Own: r.AccountID == own, Answer: r.Answer, At: r.CreatedAt, ByLink: r.ByLink,
		}
	}), nil
}

func (s *server) answer(ctx context.Context, in *answerInput) (*httpapi.Output[httpapi.List[AlertReply]], error) {
	who := httpapi.CallerOf(ctx)
	if err := s.store.Answer(ctx, who.Actor(), who.Target.Alert, in.Body.Answer); err != nil {
		return nil, err
	}
	return s.list(ctx, &in.AlertPath)
}
