// Package fieldapi implements the calls about devices in the field: frames, rejected connections, commands, firmware,
// imports and test parsing.
package fieldapi

import (
	"plumbline/internal/account/corporation"
	"plumbline/internal/field/command"
	"plumbline/internal/field/firmware"
	"plumbline/internal/field/ingest/files"
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
	Trials       Trials
	Commands     *command.Service
	Firmware     *firmware.Service
	Imports      *files.Service
}

type server struct {
	*httpapi.Kernel
	Services
}

// Register adds the calls of the area.
func Register(k *httpapi.Kernel, services Services) {
	s := &server{Kernel: k, Services: services}
	for _, calls := range []func(){
		s.refusals, s.frames, s.commands, s.softwares, s.debug, s.imports,
	} {
		calls()
	}
	s.describeIngest()
}
