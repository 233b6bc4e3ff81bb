package api

import (
	"context"
	"net/http"

	"plumbline/internal/platform/access"
)

// cancelOthers is what ending another account's job needs.
var cancelOthers = access.Permission{Area: access.Corporation, Action: access.Update}

// Storage is what the home screen shows administrators about the disk.
type Storage struct {
	FreeBytes    int64   `json:"freeBytes"`
	TotalBytes   int64   `json:"totalBytes"`
	UsedBytes    int64   `json:"usedBytes" doc:"By the data directory"`
	BytesPerDay  float64 `json:"bytesPerDay" doc:"Growth at the present rate"`
	FullAt       int64   `json:"fullAt" doc:"UTC ms of the day the disk fills; 0: not in sight"`
	JournalLagMs int64   `json:"journalLagMs" doc:"Age of the newest frame that is not stored as readings yet"`
}

// Doors is where devices knock, for the lines that people copy to try a device.
type Doors struct {
	MQTTHost string `json:"mqttHost" doc:"Address that the broker listens at; empty: every address of the server"`
	MQTTPort int    `json:"mqttPort" minimum:"1" maximum:"65535"`
	MQTTTLS  bool   `json:"mqttTls"`
}

func (s *server) system() {
	register(s, operation{
		id: "deviceDoors", method: http.MethodGet, path: "/system/device-doors", tag: "system",
		need: deviceNeed(access.Retrieve), held: anywhere, summary: "Where devices connect",
	}, func(context.Context, *nothing) (*output[Doors], error) { return answer(s.Doors()), nil })
	register(s, operation{
		id: "storage", method: http.MethodGet, path: "/system/storage", tag: "system",
		need: access.Permission{Area: access.Corporation, Action: access.Retrieve}, summary: "Free disk, journal lag, and the day the disk fills",
	}, func(ctx context.Context, _ *nothing) (*output[Storage], error) {
		st, err := s.Storage(ctx)
		return answer(st), err
	})
}
