package notify

import (
	"context"
	"net/http"

	"plumbline/internal/core/alarm"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
)

// notification is a notification as the API returns it.
type notification struct {
	ID        int64  `json:"id"`
	ProjectID int64  `json:"projectId"`
	Kind      string `json:"kind" example:"alarm.raised"`
	Title     string `json:"title" doc:"In the caller's language"`
	Content   string `json:"content" doc:"In the caller's language"`
	Level     int    `json:"level" minimum:"0" maximum:"4" doc:"Of the alert; 0: none"`
	AlertID   int64  `json:"alertId" doc:"0: not about an alert"`
	PointID   int64  `json:"measuringPointId"`
	DeviceID  int64  `json:"deviceId"`
	ReportID  int64  `json:"projectReportId" doc:"0: not about a report of a project"`
	Project   string `json:"projectName"`
	RespondBy int64  `json:"respondBy" doc:"UTC ms at which the response time of a graded warning ends; 0: none"`
	CreatedAt int64  `json:"createdAt" doc:"UTC ms"`
	Read      bool   `json:"read" doc:"By the caller"`
}

// LatestNotifications are the contents of the bell menu.
type LatestNotifications struct {
	List   []notification `json:"list"`
	Unread int            `json:"unread"`
}

type notificationList struct {
	httpapi.Paging
	ProjectID int64  `query:"projectId" minimum:"0"`
	Kind      string `query:"kind" maxLength:"40" example:"alarm.raised" doc:"alarm.raised, alarm.escalated, alarm.restored, alarm.reopened, alarm.assigned, alarm.overdue, incident.owned, incident.escalated, incident.ended, drill.unproven, file.made, file.failed, report.waiting, report.failed; health.raised and health.restored are about devices"`
	Unread    bool   `query:"unread" doc:"Only unread notifications"`
	Read      bool   `query:"read" doc:"Only read notifications"`
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
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "latestNotifications", Method: http.MethodGet, Path: "/notifications/latest", Tag: "notifications", Summary: "Newest notifications, for the bell",
	}, s.latestNotifications)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listNotifications", Method: http.MethodGet, Path: "/notifications", Tag: "notifications", Summary: "Notifications, newest first",
	}, s.listNotifications)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getNotification", Method: http.MethodGet, Path: "/notifications/{notificationId}", Tag: "notifications",
		Summary: "One notification; marks it as read",
	}, s.getNotification)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "readNotifications", Method: http.MethodPost, Path: "/notifications/bulk-read", Tag: "notifications",
		Summary: "Mark as read", Unlogged: httpapi.OwnInbox,
	}, s.readNotifications)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deleteNotifications", Method: http.MethodPost, Path: "/notifications/bulk-delete", Tag: "notifications", Unlogged: httpapi.OwnInbox,
		Example: `{"ids":[{notificationId}]}`,
		Summary: "Dismiss for the caller; others still see them",
	}, s.deleteNotifications)
}

func (s *server) latestNotifications(ctx context.Context, in *latestNotificationsInput) (*httpapi.Output[LatestNotifications], error) {
	who := httpapi.CallerOf(ctx)
	list, unread, err := s.Notifications.Latest(ctx, who.Scope, who.Account.ID, in.Count)
	return httpapi.Reply(LatestNotifications{List: httpapi.ListOf(list, notificationIn(ctx)), Unread: unread}), err
}

func (s *server) listNotifications(ctx context.Context, in *notificationList) (*httpapi.Output[httpapi.Page[notification]], error) {
	who := httpapi.CallerOf(ctx)
	page, err := s.Notifications.List(ctx, who.Scope, who.Account.ID, Filter{
		Query: in.Query(), ProjectID: in.ProjectID, Kind: in.Kind, Unread: in.Unread, Read: in.Read,
	})
	return httpapi.ReplyPage(page, notificationIn(ctx)), err
}

func (s *server) getNotification(ctx context.Context, in *notificationPath) (*httpapi.Output[notification], error) {
	who := httpapi.CallerOf(ctx)
	n, err := s.Notifications.Get(ctx, who.Scope, who.Account.ID, in.NotificationID)
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(notificationIn(ctx)(n)), nil
}

func (s *server) readNotifications(ctx context.Context, in *notificationBulk) (*httpapi.Output[httpapi.Counted], error) {
	who := httpapi.CallerOf(ctx)
	var ids []int64 // nil: all
	if len(in.Body.IDs) > 0 {
		ids = in.Body.IDs
	}
	n, err := s.Notifications.Read(ctx, who.Scope, who.Account.ID, ids)
	return httpapi.Reply(httpapi.Counted{Count: n}), err
}

func (s *server) deleteNotifications(ctx context.Context, in *notificationBulk) (*httpapi.Output[httpapi.Counted], error) {
	who := httpapi.CallerOf(ctx)
	n, err := s.Notifications.Delete(ctx, who.Scope, who.Account.ID, in.Body.IDs)
	return httpapi.Reply(httpapi.Counted{Count: n}), err
}

func notificationIn(ctx context.Context) func(Notification) notification {
	lang := httpapi.LanguageOf(ctx)
	return func(n Notification) notification {
		report, _ := n.Report()
		about, _ := n.Alert()
		return notification{
			ID: n.ID, ProjectID: n.ProjectID, Project: n.ProjectName, Kind: n.Kind, Title: n.Title(string(lang)), Content: contentOf(n, lang),
			Level: n.Level, AlertID: n.AlertID, PointID: n.PointID, DeviceID: n.DeviceID,
			ReportID: report.ReportID, RespondBy: about.RespondBy, CreatedAt: n.CreatedAt, Read: n.Read,
		}
	}
}

// contentOf returns why the alert of a notification was opened, or why a report could not be made. For a restored alert, the title is
// enough.
func contentOf(n Notification, lang errs.Language) string {
	if report, ok := n.Report(); ok {
		if why := errs.Restored(report.Reason); why != nil {
			return why.Text(lang)
		}
		return ""
	}
	args, ok := n.Alert()
	if !ok || n.Kind == AlertRestored || n.Kind == HealthRestored || args.Structure != "" {
		return ""
	}
	return alarm.Reason(&alarm.Record{
		Kind: args.Kind, Measurement: args.Measurement, Key: alarm.Key{Field: args.Field, ValueType: args.ValueType}, Steps: []alarm.Step{args.Step},
	}, lang)
}

type server struct {
	*httpapi.Kernel
	Notifications *Service
}
