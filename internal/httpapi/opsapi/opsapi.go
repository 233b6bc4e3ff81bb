// Package opsapi implements the calls about the running product: constants, files, jobs, the audit log and system
// state.
package opsapi

import (
	"context"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/platform/servers"
	"plumbline/internal/platform/upload"
)

// Services are the dependencies of the calls.
type Services struct {
	Uploads   *upload.Service
	Jobs      *jobs.Service
	Storage   func(context.Context) (Storage, error)
	Endpoints func() Endpoints
	Servers   *servers.Service
}

type server struct {
	*httpapi.Kernel
	Services
}

// Register adds the calls of the area.
func Register(k *httpapi.Kernel, services Services) {
	s := &server{Kernel: k, Services: services}
	for _, calls := range []func(){
		s.common, s.constants, s.uploads, s.operations, s.updateRecords, s.jobs, s.system, s.servers,
	} {
		calls()
	}
}
