package api

import (
	"context"
	"net/http"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/notify"
	"plumbline/internal/platform/fault"
)

// Notification is one piece of news for the people of a project.
type Notification struct {
	ID        int64  `json:"id"`
	ProjectID int64  `json:"projectId"`
	Kind      string `json:"kind" example:"alarm.raised"`
	Title     string `json:"title" doc:"In the caller's language"`
	Content   string `json:"content" doc:"In the caller's language"`
	Level     int    `json:"level" minimum:"0" maximum:"4" doc:"Of the alert; 0: none"`
	AlertID   int64  `json:"alertId" doc:"0: not about an alert"`
	PointID   int64  `json:"measuringPointId"`
	DeviceID  int64  `json:"deviceId"`
	Project   string `json:"projectName"`
	CreatedAt int64  `json:"createdAt" doc:"UTC ms"`
	Read      bool   `json:"read" doc:"By the caller"`
}

// LatestNotifications is what the bell shows.
type LatestNotifications struct {
	List   []Notification `json:"list"`
	Unread int            `json:"unread"`
}

// Counted is the number of things that a call changed.
type Counted struct {
	Count int `json:"count"`
}

type notificationList struct {
	Paging
	ProjectID int64  `query:"projectId" minimum:"0"`
	Kind      string `query:"kind" maxLength:"40" example:"alarm.raised" doc:"alarm.raised, alarm.escalated, alarm.restored, alarm.reopened; health.raised and health.restored are about devices"`
	Unread    bool   `query:"unread" doc:"Only what the caller has not read"`
	Read      bool   `query:"read" doc:"Only what the caller has read"`
}

type notificationPath struct {
	NotificationID int64 `path:"notificationId" minimum:"1"`
}

type latestNotificationsInput struct {
	Count int `query:"count" minimum:"1" maximum:"50" default:"10"`
}

type notificationBulk struct {
	Body struct {
		IDs []int64 `json:"ids,omitempty" maxItems:"1000" doc:"bulk-read: empty means all"`
	}
}

func (s *server) notifications() {
	register(s, operation{
		id: "latestNotifications", method: http.MethodGet, path: "/notifications/latest", tag: "notifications", summary: "The newest, for the bell",
	}, func(ctx context.Context, in *latestNotificationsInput) (*output[LatestNotifications], error) {
		who := callerOf(ctx)
		list, unread, err := s.Notifications.Latest(ctx, who.scope, who.Account.ID, in.Count)
		return answer(LatestNotifications{List: listOf(list, notificationIn(ctx)), Unread: unread}), err
	})
	register(s, operation{
		id: "listNotifications", method: http.MethodGet, path: "/notifications", tag: "notifications", summary: "Notifications, newest first",
	}, func(ctx context.Context, in *notificationList) (*output[Page[Notification]], error) {
		who := callerOf(ctx)
		page, err := s.Notifications.List(ctx, who.scope, who.Account.ID, notify.Filter{
			Query: in.query(), ProjectID: in.ProjectID, Kind: in.Kind, Unread: in.Unread, Read: in.Read,
		})
		return pageOf(page, notificationIn(ctx)), err
	})
	register(s, operation{
		id: "getNotification", method: http.MethodGet, path: "/notifications/{notificationId}", tag: "notifications",
		summary: "One notification; it is read then",
	}, func(ctx context.Context, in *notificationPath) (*output[Notification], error) {
		who := callerOf(ctx)
		n, err := s.Notifications.Get(ctx, who.scope, who.Account.ID, in.NotificationID)
		if err != nil {
			return nil, err
		}
		return answer(notificationIn(ctx)(n)), nil
	})
	register(s, operation{
		id: "readNotifications", method: http.MethodPost, path: "/notifications/bulk-read", tag: "notifications", summary: "Mark as read", unlogged: ownNews,
	}, func(ctx context.Context, in *notificationBulk) (*output[Counted], error) {
		who := callerOf(ctx)
		var ids []int64 // nil: all
		if len(in.Body.IDs) > 0 {
			ids = in.Body.IDs
		}
		n, err := s.Notifications.Read(ctx, who.scope, who.Account.ID, ids)
		return answer(Counted{n}), err
	})
	register(s, operation{
		id: "deleteNotifications", method: http.MethodPost, path: "/notifications/bulk-delete", tag: "notifications", unlogged: ownNews,
		summary: "Put away for the caller; others still see them",
	}, func(ctx context.Context, in *notificationBulk) (*output[Counted], error) {
		who := callerOf(ctx)
		n, err := s.Notifications.Delete(ctx, who.scope, who.Account.ID, in.Body.IDs)
		return answer(Counted{n}), err
	})
}

func notificationIn(ctx context.Context) func(notify.Notification) Notification {
	lang := languageOf(ctx)
	return func(n notify.Notification) Notification {
		return Notification{
			ID: n.ID, ProjectID: n.ProjectID, Project: n.ProjectName, Kind: n.Kind, Title: n.Title(string(lang)), Content: contentOf(n, lang),
			Level: n.Level, AlertID: n.AlertID, PointID: n.PointID, DeviceID: n.DeviceID, CreatedAt: n.CreatedAt, Read: n.Read,
		}
	}
}

// contentOf is why the alert behind a notification was opened; a restored one needs
// no more than its title.
func contentOf(n notify.Notification, lang fault.Language) string {
	args, ok := n.Alert()
	if !ok || n.Kind == notify.AlertRestored || n.Kind == notify.HealthRestored {
		return ""
	}
	return alarm.Reason(&alarm.Record{
		Kind: args.Kind, Measurement: args.Measurement, Key: alarm.Key{Field: args.Field, ValueType: args.ValueType}, Steps: []alarm.Step{args.Step},
	}, lang)
}
