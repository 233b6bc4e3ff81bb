// Package statapi implements the calls that count: statistics of corporations, projects and structures, and the points
// that no threshold protects.
package statapi

import (
	"plumbline/internal/httpapi"
	"plumbline/internal/httpapi/dataapi"
)

// Services are the dependencies of the calls.
type Services = dataapi.Services

type server struct {
	*httpapi.Kernel
	Services
}

// Register adds the calls of the area.
func Register(k *httpapi.Kernel, services Services) {
	s := &server{Kernel: k, Services: services}
	s.stats()
	s.statLists()
	s.unprotected()
}
