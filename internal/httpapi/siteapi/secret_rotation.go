package siteapi

import (
	"context"
	"net/http"
	"time"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/site/device"
)

type secretPreview struct {
	httpapi.DevicePath
	Body SecretRotation
}

// SecretRotation has the settings of a rotation.
type SecretRotation struct {
	KeepOldSeconds int64 `json:"keepOldSeconds,omitempty" minimum:"0" maximum:"2592000" doc:"How long the old secret stays valid alongside the new one; until then the rotation can be undone"`
	AsShown
}

func (s *server) rotations() {
	const path = "/corporations/{corporationId}/devices/{deviceId}/secret"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "previewRotation", Method: http.MethodPost, Path: path + "/preview", Tag: "actions",
		Need: httpapi.DevicePermission(access.Update), Unlogged: httpapi.ReadsOnly,
		Summary: "Preview the effects of a new secret",
	}, s.previewRotation)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "issueDeviceSecret", Method: http.MethodPost, Path: path, Tag: "actions", Need: httpapi.DevicePermission(access.Update),
		Summary: "Rotate a device's secret", Detail: "The old secret can stay valid for a while, until the device has been updated.",
	}, s.issueDeviceSecret)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "disableDeviceSecret", Method: http.MethodDelete, Path: path, Tag: "actions", Need: httpapi.DevicePermission(access.Update),
		Summary: "Disable a device's secret",
		Detail:  "For a lost or stolen device. Its sessions end at once, a previous secret that is still valid is revoked too, and its data are rejected until it gets a new secret.",
	}, s.disableDeviceSecret)
}

func (s *server) previewRotation(ctx context.Context, in *secretPreview) (*httpapi.Output[ActionPreview], error) {
	p, err := s.Bulk.PlanRotation(in.DeviceID, time.Duration(in.Body.KeepOldSeconds)*time.Second).Plan(ctx, httpapi.CallerOf(ctx).Actor())
	if err != nil {
		return nil, err
	}
	return s.previewOf(ctx, p)
}

func (s *server) issueDeviceSecret(ctx context.Context, in *secretPreview) (*httpapi.Output[DeviceSecret], error) {
	a, secret, err := s.Bulk.Rotate(ctx, httpapi.CallerOf(ctx).Actor(), in.DeviceID, time.Duration(in.Body.KeepOldSeconds)*time.Second, in.Body.Mark)
	return httpapi.Reply(DeviceSecret{Secret: secret, ActionID: a.ID}), err
}

func (s *server) disableDeviceSecret(ctx context.Context, in *httpapi.DevicePath) (*httpapi.Output[httpapi.Done], error) {
	return httpapi.Reply(httpapi.Done{}), s.Devices.DisableSecret(ctx, httpapi.CallerOf(ctx).Actor(), in.DeviceID)
}

// accessOf returns DeviceDetail.Access.
func (s *server) accessOf(ctx context.Context, d device.Device) (string, error) {
	if d.Register == "" {
		return "none", nil
	}
	active, err := s.Devices.CanSignIn(ctx, d.ID)
	if err != nil || active {
		return "active", err
	}
	return "disabled", nil
}
