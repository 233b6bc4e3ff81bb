// Package shapearray acts as the local service of an imported shape array (docs/admi.proto). It keeps readings in memory
// until they are acknowledged.
package shapearray

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"plumbline/internal/field/protocol/admi/admipb"
	"plumbline/internal/field/transport/admi"
	"plumbline/internal/field/transport/admi/servicepb"
)

// Port is the only serial port of the service.
const Port = "/dev/ttyUSB0"

const (
	maxFile    = 3 << 20 // bytes
	maxRequest = maxFile + 64<<10
	defaultFor = 115200 // baud
	averaging  = 100    // samples of a reading (domain devices.md section 5.25)
)

// Array is the service with its array.
type Array struct {
	servicepb.UnimplementedShapeArrayServiceServer
	token   string
	measure func() []*admipb.Segment

	mu         sync.Mutex
	config     *servicepb.CollectConfig
	collecting bool
	files      map[string]file
	since      time.Time // since when the calibration file is used
	number     uint64
	last       time.Time // of the newest reading
	kept       []*admipb.Reading
	changed    chan struct{} // closed when there is a new reading, or another interval
	replaced   chan struct{} // closed when another client connects; nil: nobody is connected
}

type file struct {
	content []byte
	stored  time.Time
}

// New returns a service that measures with a function and wants a token; "": none.
func New(token string, interval time.Duration, measure func() []*admipb.Segment) *Array {
	return &Array{
		token: token, measure: measure, files: map[string]file{}, changed: make(chan struct{}),
		config: &servicepb.CollectConfig{
			Port: Port, Baud: defaultFor, AverageCount: averaging, IntervalSeconds: int32(max(1, interval/time.Second)),
		},
	}
}

// Server returns a gRPC server of the service.
func (a *Array) Server(options ...grpc.ServerOption) *grpc.Server {
	refused := status.Error(codes.Unauthenticated, "wrong token")
	server := grpc.NewServer(append(options,
		grpc.MaxRecvMsgSize(maxRequest),
		grpc.UnaryInterceptor(func(ctx context.Context, request any, _ *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (any, error) {
			if !admi.Authorized(ctx, a.token) {
				return nil, refused
			}
			return handle(ctx, request)
		}),
		grpc.StreamInterceptor(func(service any, stream grpc.ServerStream, _ *grpc.StreamServerInfo, handle grpc.StreamHandler) error {
			if !admi.Authorized(stream.Context(), a.token) {
				return refused
			}
			return handle(service, stream)
		}))...)
	servicepb.RegisterShapeArrayServiceServer(server, a)
	return server
}

// Run takes a reading at each interval while the service collects, until ctx ends.
func (a *Array) Run(ctx context.Context) {
	last := time.Now()
	for {
		a.mu.Lock()
		due := last.Add(time.Duration(a.config.IntervalSeconds) * time.Second)
		changed := a.changed
		a.mu.Unlock()
		timer := time.NewTimer(time.Until(due))
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-changed:
			timer.Stop()
			continue
		case last = <-timer.C:
		}
		a.mu.Lock()
		if a.collecting {
			a.take(last)
		}
		a.mu.Unlock()
	}
}

// Take takes a reading of a time.
func (a *Array) Take(at time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.take(at)
}

// Unacknowledged returns the number of readings that are kept.
func (a *Array) Unacknowledged() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.kept)
}

func (a *Array) take(at time.Time) {
	a.keep(&admipb.Reading{Number: a.number + 1, TimeMs: at.UnixMilli(), Segments: a.measure(), Delayed: a.replaced == nil})
}

func (a *Array) keep(reading *admipb.Reading) {
	a.number = max(a.number, reading.Number)
	if at := time.UnixMilli(reading.TimeMs); at.After(a.last) {
		a.last = at
	}
	a.kept = append(a.kept, reading)
	a.wake()
}

func (a *Array) wake() {
	close(a.changed)
	a.changed = make(chan struct{})
}

// GetInfo returns what the service does.
func (a *Array) GetInfo(context.Context, *servicepb.GetInfoRequest) (*servicepb.GetInfoResponse, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	info := &servicepb.GetInfoResponse{
		Name: "plumbline simulate", Version: "1", Collecting: a.collecting, Unacknowledged: int64(len(a.kept)),
	}
	if !a.last.IsZero() {
		info.LastReadingMs = a.last.UnixMilli()
	}
	return info, nil
}

// ListPorts returns the only port.
func (a *Array) ListPorts(context.Context, *servicepb.ListPortsRequest) (*servicepb.ListPortsResponse, error) {
	return &servicepb.ListPortsResponse{Ports: []*servicepb.SerialPort{{Name: Port, Description: "simulated"}}}, nil
}

// GetCollectConfig returns how the array is read.
func (a *Array) GetCollectConfig(context.Context, *servicepb.GetCollectConfigRequest) (*servicepb.GetCollectConfigResponse, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := &servicepb.GetCollectConfigResponse{Config: proto.CloneOf(a.config)}
	if a.config.CalibrationFile != "" {
		now.CalibrationSinceMs = a.since.UnixMilli()
	}
	return now, nil
}

// SetCollectConfig changes how the array is read.
func (a *Array) SetCollectConfig(_ context.Context, r *servicepb.SetCollectConfigRequest) (*servicepb.SetCollectConfigResponse, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	c := r.GetConfig()
	switch {
	case c.GetPort() != Port:
		return nil, status.Errorf(codes.InvalidArgument, "there is no serial port %q", c.GetPort())
	case c.Baud <= 0 || c.IntervalSeconds <= 0 || c.AverageCount <= 0:
		return nil, status.Error(codes.InvalidArgument, "baud, interval and number of samples must be above 0")
	case c.CalibrationFile != "" && a.files[c.CalibrationFile].content == nil:
		return nil, status.Errorf(codes.NotFound, "there is no calibration file %q", c.CalibrationFile)
	}
	if c.CalibrationFile != a.config.CalibrationFile {
		a.since = time.Now()
	}
	a.config = proto.CloneOf(c)
	a.wake()
	return &servicepb.SetCollectConfigResponse{Config: c}, nil
}

// SetCollecting starts or stops.
func (a *Array) SetCollecting(_ context.Context, r *servicepb.SetCollectingRequest) (*servicepb.SetCollectingResponse, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if r.Collecting && a.config.CalibrationFile == "" {
		return nil, status.Error(codes.FailedPrecondition, "no calibration file is set")
	}
	a.collecting = r.Collecting
	return &servicepb.SetCollectingResponse{Collecting: a.collecting}, nil
}

func (f file) named(name string) *servicepb.Calibration {
	sum := sha256.Sum256(f.content)
	return &servicepb.Calibration{Name: name, Size: int64(len(f.content)), Sha256: hex.EncodeToString(sum[:]), StoredMs: f.stored.UnixMilli()}
}

// ListCalibrations returns the calibration files, by name.
func (a *Array) ListCalibrations(context.Context, *servicepb.ListCalibrationsRequest) (*servicepb.ListCalibrationsResponse, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	list := new(servicepb.ListCalibrationsResponse)
	for _, name := range slices.Sorted(maps.Keys(a.files)) {
		list.Files = append(list.Files, a.files[name].named(name))
	}
	return list, nil
}

// PutCalibration stores a calibration file.
func (a *Array) PutCalibration(_ context.Context, r *servicepb.PutCalibrationRequest) (*servicepb.PutCalibrationResponse, error) {
	kept := file{r.Content, time.Now()}
	stored := kept.named(r.Name)
	switch {
	case r.Name == "" || len(r.Content) == 0 || len(r.Content) > maxFile:
		return nil, status.Error(codes.InvalidArgument, "the file has no name, no content, or more than 3 MiB")
	case stored.Sha256 != r.Sha256:
		return nil, status.Error(codes.InvalidArgument, "the checksum is wrong")
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.files[r.Name] = kept
	if r.Name == a.config.CalibrationFile {
		a.since = kept.stored
	}
	return &servicepb.PutCalibrationResponse{File: stored}, nil
}

// DeleteCalibration removes a calibration file.
func (a *Array) DeleteCalibration(_ context.Context, r *servicepb.DeleteCalibrationRequest) (*servicepb.DeleteCalibrationResponse, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.files[r.Name].content == nil:
		return nil, status.Errorf(codes.NotFound, "there is no calibration file %q", r.Name)
	case a.collecting && a.config.CalibrationFile == r.Name:
		return nil, status.Error(codes.FailedPrecondition, "the array is read with this file")
	}
	delete(a.files, r.Name)
	return &servicepb.DeleteCalibrationResponse{}, nil
}
