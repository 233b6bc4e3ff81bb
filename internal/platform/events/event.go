// Package events sends wake-up signals and live events between the parts of an installation: Go channels in one
// process, LISTEN/NOTIFY between nodes. All data of an event is also in the database, so a missed event loses nothing.
package events

import (
	"context"
	"encoding/json"
)

// Topics. Other code must use these constants.
const (
	Config       = "config"       // ConfigPayload: configuration or corrections of points or devices changed
	Live         = "live"         // LivePayload: results of points of a project changed
	Alert        = "alert"        // AlertPayload: alert records of a project changed
	Notification = "notification" // NotificationPayload: notifications were added or read
	Jobs         = "jobs"         // no payload: a job is waiting
	Access       = "access"       // AccessPayload: permissions of accounts changed
	Marks        = "marks"        // no payload: rows of marks wait for a server
	Command      = "command"      // CommandPayload: device commands or upgrades changed
	Connection   = "connection"   // ConnectionPayload: devices have connected to another server
	Attempt      = "attempt"      // AttemptPayload: devices tried to connect
	Question     = "question"     // no payload: a server asks all others (package gather)
)

// Event is an event of a topic. Payload is the JSON of the topic's payload type; nil means that anything may have
// changed (for example after events were lost).
type Event struct {
	Topic   string          `json:"topic"`
	Project int64           `json:"project,omitempty"`
	Payload json.RawMessage `json:"payload,omitempty"`
}

var topics = []string{Config, Live, Alert, Notification, Jobs, Access, Marks, Command, Connection, Attempt, Question}

// ConfigPayload lists changed configuration.
type ConfigPayload struct {
	Points  []int64 `json:"points,omitempty"`
	Devices []int64 `json:"devices,omitempty"`
}

// LivePayload lists the points whose results changed.
type LivePayload struct {
	Points []int64 `json:"points"`
}

// AlertPayload lists the alert records that changed.
type AlertPayload struct {
	Alerts []int64 `json:"alerts"`
}

// NotificationPayload lists the accounts with new notifications. Empty means everyone who may see the event's project.
type NotificationPayload struct {
	Accounts []int64 `json:"accounts"`
}

// AccessPayload lists the accounts whose roles changed or whose sessions ended. The id 0 means all accounts.
type AccessPayload struct {
	Accounts []int64 `json:"accounts"`
}

// CommandPayload lists the devices whose commands or upgrades changed.
type CommandPayload struct {
	Devices []int64 `json:"devices"`
}

// ConnectionPayload lists the servers that have lost connections.
type ConnectionPayload struct {
	Servers []int64 `json:"servers"`
}

// AttemptPayload lists the devices that tried to connect; 0 is one whose register ID is unknown.
type AttemptPayload struct {
	Devices []int64 `json:"devices"`
}

// Bus publishes and delivers events. It merges events of the same topic and project within 50 ms and unites their
// payloads.
type Bus interface {
	// Publish queues an event and returns at once. Having no listener is not an error.
	Publish(ctx context.Context, event Event)
	// Subscribe delivers events of the topics until ctx ends, then closes the channel. A slow subscriber gets merged
	// events, never out of order.
	Subscribe(ctx context.Context, topics ...string) <-chan Event
	// Close ends all subscriptions.
	Close() error
}

// Publish encodes a payload and publishes it under a topic.
func Publish(ctx context.Context, bus Bus, topic string, project int64, payload any) {
	data, err := json.Marshal(payload)
	if err != nil {
		panic("events: payload of " + topic + ": " + err.Error()) // the payload types above always encode
	}
	bus.Publish(ctx, Event{Topic: topic, Project: project, Payload: data})
}
