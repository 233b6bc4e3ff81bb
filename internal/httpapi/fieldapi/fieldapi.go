// Package fieldapi implements the calls about devices in the field: frames, rejected connections, commands, firmware,
// imports and test parsing.
package fieldapi

import (
	"context"

	"plumbline/internal/account/corporation"
	"plumbline/internal/field/command"
	"plumbline/internal/field/connection"
	"plumbline/internal/field/firmware"
	"plumbline/internal/field/ingest"
	"plumbline/internal/field/ingest/files"
	"plumbline/internal/field/testrun"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
)

// Services are the dependencies of the calls.
type Services struct {
	Corporations *corporation.Service
	Points       *point.Service
	Devices      *device.Service
	Jobs         *jobs.Service
	Frames       Frames
	Everywhere   Everywhere
	Lines        *connection.Lines
	Trials       Trials
	Commands     *command.Service
	Cycles       Cycles
	Firmware     *firmware.Service
	Imports      *files.Service
	TestRuns     *testrun.Service
}

// Everywhere is what all servers have seen; ingest.Everywhere implements it. silent are the servers that did not answer.
type Everywhere interface {
	// Rejections returns the rejected connections, latest first.
	Rejections(ctx context.Context) (list []ingest.Rejection, silent []string, err error)
	// Attempts returns the recent attempts of a device to connect, oldest first.
	Attempts(ctx context.Context, device int64) (list []ingest.Attempt, silent []string, err error)
}

type server struct {
	*httpapi.Kernel
	Services
}

// Register adds the calls of the area.
func Register(k *httpapi.Kernel, services Services) {
	s := &server{Kernel: k, Services: services}
	for _, calls := range []func(){
		s.refusals, s.frames, s.pictures, s.records, s.commands, s.buttons, s.connections, s.collection, s.softwares, s.debug, s.imports,
		s.protocols, s.examples, s.refusedFrames, s.testRuns,
	} {
		calls()
	}
	s.describeIngest()
}
