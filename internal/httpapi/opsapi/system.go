package opsapi

import (
	"context"
	"net/http"
	"slices"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
)

// Storage is the disk state shown to administrators on the home page.
type Storage struct {
	FreeBytes     int64    `json:"freeBytes" doc:"With several servers the disk of the server that has least, as the next three"`
	TotalBytes    int64    `json:"totalBytes"`
	UsedBytes     int64    `json:"usedBytes" doc:"By the data directory"`
	BytesPerDay   float64  `json:"bytesPerDay" doc:"Growth at the current rate"`
	FullAt        int64    `json:"fullAt" doc:"UTC ms of the first day on which a disk fills; 0: not in sight"`
	JournalLagMs  int64    `json:"journalLagMs" doc:"Age of the oldest frame that any server has not yet stored as readings"`
	SilentServers []string `json:"silentServers" nullable:"false" doc:"Servers that did not answer in time"`
}

// Endpoints holds the addresses that devices connect to, for the commands users copy to test a device.
type Endpoints struct {
	MQTTHost string `json:"mqttHost" doc:"Address the broker listens on; empty: all addresses of the server"`
	MQTTPort int    `json:"mqttPort" minimum:"1" maximum:"65535"`
	MQTTTLS  bool   `json:"mqttTls"`
	Lines    []Line `json:"lines" nullable:"false" doc:"Ports for devices that dial in, as far as the caller's corporation may use them"`
}

// Line is a port for devices that dial in.
type Line struct {
	Host        string `json:"host" doc:"Empty: all addresses of the server"`
	Port        int    `json:"port"`
	UDP         bool   `json:"udp"`
	TLS         bool   `json:"tls"`
	Protocol    string `json:"protocol" doc:"Name of the only protocol family there; empty: any"`
	Corporation int64  `json:"-"` // whose devices may use it; 0: anyone's
}

func (s *server) system() {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deviceDoors", Method: http.MethodGet, Path: "/system/device-doors", Tag: "system",
		Need: httpapi.DevicePermission(access.Retrieve), Held: httpapi.Anywhere, Summary: "Connection addresses for devices",
	}, s.deviceDoors)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "storage", Method: http.MethodGet, Path: "/system/storage", Tag: "system",
		Need: access.Permission{Area: access.Corporation, Action: access.Retrieve}, Summary: "Free disk, journal lag, and the day the disk fills",
	}, s.storage)
}

func (s *server) deviceDoors(ctx context.Context, _ *httpapi.NoInput) (*httpapi.Output[Endpoints], error) {
	e, own := s.Endpoints(), httpapi.CallerOf(ctx).Account.CorporationID
	e.Lines = httpapi.ListOf(slices.DeleteFunc(slices.Clone(e.Lines), func(l Line) bool {
		return own != 0 && l.Corporation != 0 && l.Corporation != own
	}), httpapi.AsIs)
	return httpapi.Reply(e), nil
}

func (s *server) storage(ctx context.Context, _ *httpapi.NoInput) (*httpapi.Output[Storage], error) {
	st, err := s.Storage(ctx)
	return httpapi.Reply(st), err
}
