package fieldapi

import (
	"context"
	"net/http"
	"slices"

	"plumbline/internal/field/command"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
)

// DeviceConnect is how a device reaches the platform.
type DeviceConnect struct {
	Connected bool       `json:"connected" doc:"A connection to the last device of the path is open"`
	Why       string     `json:"why" enum:",noDevice,noGateway,neverSeen,refused,betweenUploads,asleep,silent" doc:"Why no connection is open; empty: one is. betweenUploads and asleep are usual for devices that connect to upload only"`
	Line      *OpenLine  `json:"line,omitempty" doc:"The open connection"`
	Dials     string     `json:"dials,omitempty" doc:"Address or port at which the platform connects to a device that waits for it"`
	Refused   *Attempt   `json:"refused,omitempty" doc:"The latest attempt to connect, if it was rejected"`
	Path      []OnTheWay `json:"path" doc:"From the instrument to the device with the connection"`
	Silent    []string   `json:"silentServers" doc:"Servers that did not answer in time"`
}

// OpenLine is an open connection.
type OpenLine struct {
	Transport string `json:"transport" enum:"mqtt,tcp,udp,serial"`
	Address   string `json:"address"`
	Since     int64  `json:"since" doc:"UTC ms"`
}

// OnTheWay is one device on the way from an instrument to the platform.
type OnTheWay struct {
	DeviceID  int64  `json:"deviceId"`
	Name      string `json:"name"`
	Type      string `json:"type"`
	SNCode    string `json:"sncode"`
	Register  string `json:"register"`
	ChannelNo int32  `json:"channelNo" doc:"Of the next device, to which it is connected; of a collector that feeds the point, its own; 0: none"`
	Status    string `json:"status" enum:"online,sleep,offline"`
	LastSeen  int64  `json:"lastSeen" doc:"UTC ms of the last frame; 0: never"`
}

func (s *server) connections() {
	const ofDevice = "/corporations/{corporationId}/devices/{deviceId}"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deviceConnect", Method: http.MethodGet, Path: "/structures/{structureId}/measuring-points/{measuringPointId}/device-connect", Tag: "commands",
		Need: seeDevices, Unmeasured: "asks all servers",
		Summary: "Whether and how the device that feeds a point is connected",
		Detail:  "The way from the instrument over its collector to the device with the connection, the open connection at any server, or why there is none.",
	}, s.deviceConnect)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deviceConnection", Method: http.MethodGet, Path: ofDevice + "/connection", Tag: "commands", Need: seeDevices, Unmeasured: "asks all servers",
		Summary: "Whether and how a device is connected", Detail: "As deviceConnect.",
	}, s.deviceConnection)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "disconnectDevice", Method: http.MethodPost, Path: ofDevice + "/disconnect", Tag: "commands", Need: useDevices,
		Summary: "End the open connection of a device",
		Detail:  "For a connection that hangs. The device may connect again at once. 409 if no connection is open.",
	}, s.disconnectDevice)
}

func (s *server) deviceConnect(ctx context.Context, in *httpapi.PointPath) (*httpapi.Output[DeviceConnect], error) {
	d, err := s.mainDevice(ctx, in.MeasuringPointID, seeDevices)
	if errs.Is(err, errs.NoDevice) {
		return httpapi.Reply(DeviceConnect{Why: "noDevice", Path: []OnTheWay{}, Silent: []string{}}), nil
	}
	if err != nil {
		return nil, err
	}
	page, err := s.Points.List(ctx, httpapi.CallerOf(ctx).Scope, point.Filter{Query: paging.Query{Page: 1, Size: 1}, IDs: []int64{in.MeasuringPointID}})
	if err != nil {
		return nil, err
	}
	channel := int32(0)
	for _, p := range page.List {
		channel = p.Sources[0].ChannelNo // a point with a main device
	}
	found, err := s.connectionOf(ctx, d, channel)
	return httpapi.Reply(found), err
}

func (s *server) deviceConnection(ctx context.Context, in *httpapi.DevicePath) (*httpapi.Output[DeviceConnect], error) {
	d, err := s.Devices.Get(ctx, httpapi.CallerOf(ctx).Scope, in.DeviceID)
	if err != nil {
		return nil, err
	}
	found, err := s.connectionOf(ctx, d, 0)
	return httpapi.Reply(found), err
}

func (s *server) disconnectDevice(ctx context.Context, in *httpapi.DevicePath) (*httpapi.Output[httpapi.Done], error) {
	d, err := s.Devices.Get(ctx, httpapi.CallerOf(ctx).Scope, in.DeviceID)
	if err != nil {
		return nil, err
	}
	ended := false
	if d.Register != "" {
		if ended, err = s.Lines.End(ctx, d.Register); err != nil {
			return nil, err
		}
	}
	if !ended {
		return nil, errs.New(errs.OnlineOnly)
	}
	return httpapi.Reply(httpapi.Done{}), s.LogDevice(ctx, d, "disconnect", nil)
}

// connectionOf returns how a device is connected. channel is that on the device from which a point takes its readings.
func (s *server) connectionOf(ctx context.Context, d device.Device, channel int32) (DeviceConnect, error) {
	found := DeviceConnect{Path: []OnTheWay{}, Silent: []string{}}
	way, reaches := s.Frames.Directory().Way(d.ID, clock.Now().UnixMilli())
	path, err := s.pathOf(ctx, d.ID, way, channel)
	if err != nil {
		return found, err
	}
	found.Path = path
	if !reaches {
		found.Why = "noGateway"
		return found, nil
	}
	gateway := path[len(path)-1]
	if gateway.DeviceID != way.Gateway { // in a project that the caller may not see
		found.Why = "noGateway"
		return found, nil
	}
	line, silent, err := s.Lines.Find(ctx, way.Register)
	if err != nil {
		return found, err
	}
	found.Silent, found.Dials = httpapi.ListOf(silent, httpapi.AsIs), s.Frames.Directory().DialOf(way.Gateway)
	if line != nil {
		found.Connected, found.Line = true, &OpenLine{Transport: line.Transport, Address: line.Address, Since: line.Since}
		return found, nil
	}
	attempts, _, err := s.Everywhere.Attempts(ctx, way.Gateway)
	if err != nil {
		return found, err
	}
	if last := len(attempts) - 1; last >= 0 && attempts[last].Reason != "" && attempts[last].Time > gateway.LastSeen {
		one := attemptOf(ctx, way.Register, attempts[last])
		found.Refused = &one
	}
	found.Why = whyNot(gateway, found.Refused)
	return found, nil
}

// whyNot returns why a device has no open connection.
func whyNot(gateway OnTheWay, refused *Attempt) string {
	switch {
	case refused != nil:
		return "refused"
	case gateway.LastSeen == 0:
		return "neverSeen"
	case gateway.Status == device.Online:
		return "betweenUploads"
	case gateway.Status == device.Sleep:
		return "asleep"
	}
	return "silent"
}

// pathOf returns the devices on the way, those that the caller may see.
func (s *server) pathOf(ctx context.Context, id int64, way command.Way, channel int32) ([]OnTheWay, error) {
	ids := []int64{id}
	for _, next := range []int64{way.Instrument, way.Gateway} {
		if next != 0 && !slices.Contains(ids, next) {
			ids = append(ids, next)
		}
	}
	who := httpapi.CallerOf(ctx)
	page, err := s.Devices.List(ctx, who.Scope, device.Filter{Query: paging.Query{Page: 1, Size: len(ids)}, IDs: ids})
	if err != nil {
		return nil, err
	}
	path := []OnTheWay{}
	for _, next := range ids {
		i := slices.IndexFunc(page.List, func(d device.Listed) bool { return d.ID == next })
		if i < 0 || next != id && !who.May(access.Device, access.Retrieve, page.List[i].ProjectID) {
			continue
		}
		d := &page.List[i]
		one := OnTheWay{
			DeviceID: d.ID, Name: d.Name, Type: d.Type, SNCode: d.SNCode, Register: d.Register,
			Status: d.State.Online(clock.Now().UnixMilli()), LastSeen: d.State.LastSeen,
		}
		switch {
		case next == way.Instrument && next != way.Gateway:
			one.ChannelNo = way.ChannelNo
		case next == id:
			one.ChannelNo = channel
		}
		path = append(path, one)
	}
	return path, nil
}
