// Package siteapi implements the calls about what users set up: projects, structures, points, devices, their
// configuration, drawings and bulk operations.
package siteapi

import (
	"context"

	"plumbline/internal/core/compute"
	"plumbline/internal/core/query"
	"plumbline/internal/field/command"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/upload"
	"plumbline/internal/site/bulk"
	"plumbline/internal/site/device"
	"plumbline/internal/site/drawing"
	"plumbline/internal/site/point"
	"plumbline/internal/site/pointconfig"
	"plumbline/internal/site/preview"
	"plumbline/internal/site/project"
	"plumbline/internal/site/stats"
	"plumbline/internal/site/topology"
)

// Services are the dependencies of the calls.
type Services struct {
	Projects      *project.Service
	Drawings      *drawing.Service
	Points        *point.Service
	Devices       *device.Service
	Bulk          *bulk.Service
	Configuration *pointconfig.Service
	Stats         *stats.Service
	Topology      *topology.Service
	Uploads       *upload.Service
	Monitor       Monitor
	Previews      *preview.Service
	Failures      func(context.Context) ([]compute.Failure, error)
	Commands      *command.Service
}

type server struct {
	*httpapi.Kernel
	Services
}

// Register adds the calls of the area.
func Register(k *httpapi.Kernel, services Services) {
	s := &server{Kernel: k, Services: services}
	for _, calls := range []func(){
		s.projects, s.structures, s.plans, s.markers, s.deletions, s.gnss, s.points, s.pointShown, s.deviceFields, s.pointRoutes,
		s.thresholds, s.bulkVersions, s.gbThresholdCalls, s.replacements, s.devices, s.deviceImports, s.actions,
		s.rotations, s.deviceConfigs, s.devicePoints, s.deviceLookups, s.deviceModels, s.deviceCare, s.collection, s.monitorSwitch, s.topology, s.probed,
	} {
		calls()
	}
	s.describeAspects()
}

// Monitor is the part of query.Service that these calls need.
type Monitor interface {
	query.Newest
	RawBefore(ctx context.Context, device int64, channel int32, before int64, n int) ([]query.Reading, error)
	ObservedBefore(ctx context.Context, pointID, before int64, n int) ([]query.Reading, error)
	Completeness(ctx context.Context, ids []int64) ([]query.Completeness, error)
	Computed(ctx context.Context, ids []int64) ([][]query.ComputedField, error)
	Pages(ctx context.Context, ids []int64) ([][]string, error)
}
