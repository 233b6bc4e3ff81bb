// Package opsapi holds the calls about the running product: constants, files, jobs, the audit log and the state of the system.
package opsapi

import (
	"context"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/platform/upload"
)

// Services is what the calls about the running product stand on.
type Services struct {
	Uploads   *upload.Service
	Jobs      *jobs.Service
	Storage   func(context.Context) (Storage, error)
	Endpoints func() Endpoints
}

type server struct {
	*httpapi.Kernel
	Services
}

// Register adds the calls of the area.
func Register(k *httpapi.Kernel, services Services) {
	s := &server{Kernel: k, Services: services}
	for _, calls := range []func(){
		s.common, s.constants, s.uploads, s.operations, s.updateRecords, s.jobs, s.system,
	} {
		calls()
	}
}
