package app

import (
	"context"

	"plumbline/internal/feature/demo"
	"plumbline/internal/field/ingest"
	"plumbline/internal/platform/clock"
)

// loadDemo loads the demo before the listeners open.
func (s *Server) loadDemo(ctx context.Context, corporation int64) error {
	return demo.Load(ctx, s.demoServices(), corporation, clock.Now().UnixMilli())
}

// demoServices are the services with which generated projects are created.
func (s *Server) demoServices() demo.Services {
	return demo.Services{
		Projects: s.Projects, Drawings: s.Drawings, Points: s.Points, Devices: s.Devices, Uploads: s.Uploads,
		Send: func(ctx context.Context, device int64, register string, message []byte) error {
			_, err := s.Intake.Commit(ctx, ingest.Frame{
				Device: device, Register: register, Transport: ingest.HTTP, Kind: ingest.Up, Received: clock.Now().UnixMilli(), Payload: message,
			})
			return err
		},
		Refresh: func(ctx context.Context, points, devices []int64) error {
			if _, err := s.Directory.Refresh(ctx, points, devices); err != nil {
				return err
			}
			return s.IntakeDevices.Refresh(ctx, devices)
		},
	}
}

// playDemo keeps the demo's devices sending if the demo was loaded.
func (s *Server) playDemo(ctx context.Context) {
	loaded, ok, err := demo.LoadedAt(ctx, s.Projects)
	if err != nil || !ok {
		s.Log.Warn("the demo is loaded at the first start only; this installation has none", "error", err)
		return
	}
	live := demo.Live{
		Broker: s.devices.Address(), Loaded: loaded,
		Secret: func(register string) (string, bool) {
			device, ok := s.IntakeDevices.ByRegister(register)
			if !ok || len(device.Secrets) == 0 {
				return "", false
			}
			return device.Secrets[0].Text, true
		},
		Fetch: s.fetchFirmware,
		Failed: func(register string, err error) {
			s.Log.Error("demo device stopped", "register", register, "error", err)
		},
	}
	s.background.Go(func() { live.Run(ctx) })
}
