package admi

import (
	"context"
	"net/http"

	"plumbline/internal/field/transport/admi/servicepb"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
)

// CollectingService is the state of the local service of a device.
type CollectingService struct {
	Address        string `json:"address" doc:"As entered for the connection of the device; empty: not set"`
	State          string `json:"state" enum:"notSet,unreachable,notConfigured,stopped,stale,collecting" doc:"notConfigured: no port or no calibration file is set; stale: no reading for three intervals"`
	Problem        string `json:"problem" doc:"In the caller's language: why it cannot be asked, or what it says against reading the array; empty: none"`
	Name           string `json:"name" doc:"Of its program"`
	Version        string `json:"version" doc:"Of its program"`
	Serial         string `json:"serial" doc:"Of the array; empty: not known"`
	Segments       int    `json:"segments" doc:"Of the array; 0: not known"`
	Collecting     bool   `json:"collecting" doc:"It reads the array by itself"`
	Unacknowledged int64  `json:"unacknowledged" doc:"Readings that it keeps"`
	LastReading    int64  `json:"lastReading" doc:"Time of the newest reading, UTC ms; 0: none yet, or not known"`
}

// ArrayPort is a serial port of the service's machine.
type ArrayPort struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	InUse       bool   `json:"inUse" doc:"By another program"`
}

// ArrayConfig is how a service reads its array.
type ArrayConfig struct {
	Port            string `json:"port" minLength:"1" maxLength:"100" doc:"A serial port of the service"`
	Baud            int32  `json:"baud" minimum:"300" maximum:"4000000"`
	Interval        int32  `json:"interval" minimum:"10" maximum:"86400" doc:"s between two readings"`
	AverageCount    int32  `json:"averageCount" minimum:"1" maximum:"10000" doc:"Samples of one reading"`
	CalibrationFile string `json:"calibrationFile,omitempty" maxLength:"100" doc:"A calibration file that the service has; empty: none"`
}

// ArrayConfigInForce is how a service reads its array now.
type ArrayConfigInForce struct {
	ArrayConfig
	CalibrationSince int64 `json:"calibrationSince" doc:"Since when the calibration file is used, UTC ms; 0: not known"`
}

// ArrayCollecting is whether a service reads its array by itself.
type ArrayCollecting struct {
	Collecting bool `json:"collecting"`
}

// ArrayCalibration is a calibration file that a service has.
type ArrayCalibration struct {
	Filename string `json:"filename"`
	Size     int64  `json:"size" doc:"Bytes"`
	SHA256   string `json:"sha256" doc:"Of the content, hexadecimal"`
	StoredAt int64  `json:"storedAt" doc:"When the service got it, UTC ms; 0: not known"`
}

// ArrayCalibrationState is a calibration file of a service, and what the service and the platform know of it.
type ArrayCalibrationState struct {
	ArrayCalibration
	Used      bool   `json:"used" doc:"The array is read with it"`
	UsedSince int64  `json:"usedSince" doc:"UTC ms; 0: not used, or not known"`
	Uploaded  string `json:"uploaded" enum:"same,other,none" doc:"Whether the file of this name that was uploaded for the device has the same content; none: there is none"`
}

func configOf(c *servicepb.CollectConfig) ArrayConfig {
	return ArrayConfig{c.GetPort(), c.GetBaud(), c.GetIntervalSeconds(), c.GetAverageCount(), c.GetCalibrationFile()}
}

func inForce(r *servicepb.GetCollectConfigResponse) ArrayConfigInForce {
	return ArrayConfigInForce{configOf(r.GetConfig()), r.GetCalibrationSinceMs()}
}

func (c ArrayConfig) message() *servicepb.CollectConfig {
	return &servicepb.CollectConfig{
		Port: c.Port, Baud: c.Baud, IntervalSeconds: c.Interval, AverageCount: c.AverageCount, CalibrationFile: c.CalibrationFile,
	}
}

func calibrationOf(f *servicepb.Calibration) ArrayCalibration {
	return ArrayCalibration{f.GetName(), f.GetSize(), f.GetSha256(), f.GetStoredMs()}
}

func portOf(p *servicepb.SerialPort) ArrayPort { return ArrayPort{p.Name, p.Description, p.InUse} }

type configInput struct {
	httpapi.DevicePath
	Body ArrayConfig
}

type collectingInput struct {
	httpapi.DevicePath
	Body ArrayCollecting
}

type fileInput struct {
	httpapi.DevicePath
	Filename string `path:"filename" minLength:"1" maxLength:"100" example:"first.cal"`
}

type server struct {
	*httpapi.Kernel
	services *Service
}

func (s *server) register() {
	const of = "/corporations/{corporationId}/devices/{deviceId}/admi"
	const elsewhere = "a question to another system"
	see, change := httpapi.DevicePermission(access.Retrieve), httpapi.DevicePermission(access.Update)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getAdmiService", Method: http.MethodGet, Path: of + "/grpc", Tag: "devices", Need: see, Unmeasured: elsewhere,
		Summary: "The local service that reads an imported shape array",
		Detail:  "Its address is entered as dial of the device's connection, such as grpc://10.1.0.5:50051. That it cannot be reached is a result.",
	}, s.state)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listAdmiPorts", Method: http.MethodGet, Path: of + "/port", Tag: "devices", Need: see, Unmeasured: elsewhere,
		Summary: "Serial ports of the service's machine",
	}, s.ports)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "toggleAdmiCollect", Method: http.MethodPost, Path: of + "/toggle-collect", Tag: "devices", Need: change, Example: `{"collecting":true}`,
		Summary: "Start or stop reading the array", Detail: "5013 if the service does not have its calibration file.",
	}, s.toggle)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getAdmiCollectConfig", Method: http.MethodGet, Path: of + "/collect-config", Tag: "devices", Need: see, Unmeasured: elsewhere,
		Summary: "How the service reads the array",
	}, s.config)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updateAdmiCollectConfig", Method: http.MethodPut, Path: of + "/collect-config", Tag: "devices", Need: change,
		Summary: "Change how the service reads the array", Detail: "5013 if the service does not have the calibration file.",
		Example:  `{"port":"/dev/ttyUSB0","baud":115200,"interval":3600,"averageCount":100}`,
		NearMiss: httpapi.NearMiss{Body: `{"port":"/dev/ttyUSB0","baud":115200,"interval":1,"averageCount":100}`, Field: "interval"},
	}, s.setConfig)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listAdmiCalibrations", Method: http.MethodGet, Path: of + "/calibration", Tag: "devices", Need: see, Unmeasured: elsewhere,
		Summary: "Calibration files that the service has",
	}, s.calibrations)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "sendAdmiCalibration", Method: http.MethodPut, Path: of + "/calibration/{filename}", Tag: "devices", Need: change,
		Summary: "Send a calibration file of the device to the service", Detail: "The file was uploaded before with uploadCalibration; else 5013.",
	}, s.send)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deleteAdmiCalibration", Method: http.MethodDelete, Path: of + "/calibration/{filename}", Tag: "devices", Need: change,
		Summary: "Remove a calibration file from the service",
	}, s.delete)
}

func (s *server) state(ctx context.Context, in *httpapi.DevicePath) (*httpapi.Output[CollectingService], error) {
	state, err := s.services.State(ctx, in.DeviceID)
	if err != nil {
		return nil, err
	}
	reply := CollectingService{Address: state.Address, State: "notSet"}
	switch {
	case state.Problem != nil:
		reply.State, reply.Problem = "unreachable", state.Problem.Text(httpapi.LanguageOf(ctx))
	case state.Info != nil:
		i := state.Info
		reply = CollectingService{
			state.Address, state.doing(clock.Now()), i.Problem, i.Name, i.Version, i.Serial, int(i.Segments), i.Collecting, i.Unacknowledged, i.LastReadingMs,
		}
	}
	return httpapi.Reply(reply), nil
}

func (s *server) ports(ctx context.Context, in *httpapi.DevicePath) (*httpapi.Output[httpapi.List[ArrayPort]], error) {
	list, err := s.services.Ports(ctx, in.DeviceID)
	return httpapi.ReplyList(list, portOf), err
}

func (s *server) toggle(ctx context.Context, in *collectingInput) (*httpapi.Output[ArrayCollecting], error) {
	now, err := s.services.SetCollecting(ctx, httpapi.CallerOf(ctx).Actor(), in.DeviceID, in.Body.Collecting)
	return httpapi.Reply(ArrayCollecting{now}), err
}

func (s *server) config(ctx context.Context, in *httpapi.DevicePath) (*httpapi.Output[ArrayConfigInForce], error) {
	config, err := s.services.Config(ctx, in.DeviceID)
	return httpapi.Reply(config), err
}

func (s *server) setConfig(ctx context.Context, in *configInput) (*httpapi.Output[ArrayConfigInForce], error) {
	now, err := s.services.SetConfig(ctx, httpapi.CallerOf(ctx).Actor(), in.DeviceID, in.Body)
	return httpapi.Reply(now), err
}

func (s *server) calibrations(ctx context.Context, in *httpapi.DevicePath) (*httpapi.Output[httpapi.List[ArrayCalibrationState]], error) {
	list, err := s.services.Calibrations(ctx, httpapi.CallerOf(ctx).Actor().Scope, in.DeviceID)
	return httpapi.ReplyList(list, func(c ArrayCalibrationState) ArrayCalibrationState { return c }), err
}

func (s *server) send(ctx context.Context, in *fileInput) (*httpapi.Output[ArrayCalibration], error) {
	sent, err := s.services.SendCalibration(ctx, httpapi.CallerOf(ctx).Actor(), in.DeviceID, in.Filename)
	return httpapi.Reply(sent), err
}

func (s *server) delete(ctx context.Context, in *fileInput) (*httpapi.Output[httpapi.Done], error) {
	return httpapi.Reply(httpapi.Done{}), s.services.DeleteCalibration(ctx, httpapi.CallerOf(ctx).Actor(), in.DeviceID, in.Filename)
}
