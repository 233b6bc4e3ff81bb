// Package notify manages in-app notifications, and which accounts have read or deleted them. It does not send mail or
// text messages.
package notify

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
)

// Notification is an in-app notification. Its text is made from Kind and Args in the reader's language.
type Notification struct {
	ID            int64
	CorporationID int64
	ProjectID     int64
	Kind          string // alarm.raised, alarm.escalated, alarm.restored, …
	Level         int    // level of the alarm, 0 for none
	AlertID       int64  // 0: not about an alert
	PointID       int64
	DeviceID      int64
	AccountID     int64 // the only account that it is for; 0: everyone who may see the project
	Args          json.RawMessage
	CreatedAt     int64 // UTC ms, set by the database
	Read          bool  // by the requesting account

	// Current names; set in lists.
	ProjectName string
	PointName   string
	DeviceName  string // the silent device
}

// Filter narrows a list of notifications.
type Filter struct {
	paging.Query
	ProjectID int64
	Kind      string // "" for all
	Unread    bool
	Read      bool // only read notifications
}

// Store stores notifications. Everyone who may see the project sees those that are not for one account. Each account marks and deletes them only for
// itself.
type Store interface {
	Notifications(ctx context.Context, scope access.Scope, accountID int64, filter Filter) (paging.Page[Notification], error)
	Notification(ctx context.Context, scope access.Scope, accountID, id int64) (Notification, error)
	UnreadNotifications(ctx context.Context, scope access.Scope, accountID int64) (int, error)
	// MarkNotifications marks notifications as read, or as deleted if gone is set, for the account; ids nil means all.
	MarkNotifications(ctx context.Context, scope access.Scope, accountID int64, ids []int64, gone bool) (int, error)
	// WriteNotifications adds notifications in the caller's transaction and sets their ids.
	WriteNotifications(ctx context.Context, tx *sql.Tx, list []Notification) error
	DeleteNotifications(ctx context.Context, before int64) error
}

const (
	maxBulk = 1000
	keep    = 365 * 24 * time.Hour
)

// Service manages notifications.
type Service struct{ store Store }

func New(store Store) *Service { return &Service{store: store} }

// List returns the notifications that an account may see, newest first.
func (s *Service) List(ctx context.Context, scope access.Scope, accountID int64, filter Filter) (paging.Page[Notification], error) {
	return s.store.Notifications(ctx, scope, accountID, filter)
}

// Latest returns the newest notifications for the bell menu and the number of unread ones.
func (s *Service) Latest(ctx context.Context, scope access.Scope, accountID int64, n int) ([]Notification, int, error) {
	page, err := s.store.Notifications(ctx, scope, accountID, Filter{Query: paging.Query{Size: n}})
	if err != nil {
		return nil, 0, err
	}
	unread, err := s.store.UnreadNotifications(ctx, scope, accountID)
	return page.List, unread, err
}

// Get returns a notification and marks it as read.
func (s *Service) Get(ctx context.Context, scope access.Scope, accountID, id int64) (Notification, error) {
	n, err := s.store.Notification(ctx, scope, accountID, id)
	if err != nil || n.Read {
		return n, err
	}
	_, err = s.store.MarkNotifications(ctx, scope, accountID, []int64{id}, false)
	n.Read = true
	return n, err
}

// Read marks notifications as read and returns how many were unread; ids nil means all.
func (s *Service) Read(ctx context.Context, scope access.Scope, accountID int64, ids []int64) (int, error) {
	if len(ids) > maxBulk {
		return 0, errs.OnField("ids", errs.TooManyEntries, "max", maxBulk)
	}
	return s.store.MarkNotifications(ctx, scope, accountID, ids, false)
}

// Delete deletes notifications for this account only.
func (s *Service) Delete(ctx context.Context, scope access.Scope, accountID int64, ids []int64) (int, error) {
	if len(ids) == 0 {
		return 0, errs.OnField("ids", errs.Empty)
	}
	if len(ids) > maxBulk {
		return 0, errs.OnField("ids", errs.TooManyEntries, "max", maxBulk)
	}
	return s.store.MarkNotifications(ctx, scope, accountID, ids, true)
}

// Forget deletes notifications older than a year.
func (s *Service) Forget(ctx context.Context) error {
	return s.store.DeleteNotifications(ctx, clock.Now().Add(-keep).UnixMilli())
}
