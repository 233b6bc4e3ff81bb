// Package events carries wake-ups and live events between the parts of an
// installation: Go channels in one process, LISTEN/NOTIFY between nodes. An event
// never carries data that is not in the database, so a missed event loses nothing.
package events

import (
	"context"
	"encoding/json"
)

// The topics. This is the only place that spells them.
const (
	Config       = "config"       // ConfigPayload: configuration or corrections of points or devices changed
	Live         = "live"         // LivePayload: results of points of a project changed
	Alert        = "alert"        // AlertPayload: alert records of a project changed
	Notification = "notification" // NotificationPayload: there are new notifications, or somebody has read some
	Jobs         = "jobs"         // no payload: a job is waiting
	Access       = "access"       // AccessPayload: what accounts may do changed
	Command      = "command"      // CommandPayload: commands to devices, or upgrades of them, changed
)

// Event is one event. Payload is the JSON of the topic's payload type; nil means
// that anything may have changed (for example after events were lost).
type Event struct {
	Topic   string          `json:"topic"`
	Project int64           `json:"project,omitempty"`
	Payload json.RawMessage `json:"payload,omitempty"`
}

var topics = []string{Config, Live, Alert, Notification, Jobs, Access, Command}

// ConfigPayload names what was changed.
type ConfigPayload struct {
	Points  []int64 `json:"points,omitempty"`
	Devices []int64 `json:"devices,omitempty"`
}

// LivePayload names the points whose results changed.
type LivePayload struct {
	Points []int64 `json:"points"`
}

// AlertPayload names the alert records that changed.
type AlertPayload struct {
	Alerts []int64 `json:"alerts"`
}

// NotificationPayload names the accounts with new notifications; empty: all who may see
// the event's project.
type NotificationPayload struct {
	Accounts []int64 `json:"accounts"`
}

// AccessPayload names the accounts whose roles changed or sessions ended; 0 among them
// means all.
type AccessPayload struct {
	Accounts []int64 `json:"accounts"`
}

// CommandPayload names the devices whose commands or upgrades changed.
type CommandPayload struct {
	Devices []int64 `json:"devices"`
}

// Bus publishes and delivers events. Events of the same topic and project within 50 ms
// are merged into one with the union of their payloads.
type Bus interface {
	// Publish queues an event and returns at once; having no listener is not an error.
	Publish(ctx context.Context, event Event)
	// Subscribe delivers events of the topics until ctx ends, then closes the
	// channel. A slow subscriber gets merged events, never out of order.
	Subscribe(ctx context.Context, topics ...string) <-chan Event
	// Close ends all subscriptions.
	Close() error
}

// Publish encodes a payload of the topic and publishes it.
func Publish(ctx context.Context, bus Bus, topic string, project int64, payload any) {
	data, err := json.Marshal(payload)
	if err != nil {
		panic("signal: payload of " + topic + ": " + err.Error()) // the payload types above always encode
	}
	bus.Publish(ctx, Event{Topic: topic, Project: project, Payload: data})
}
