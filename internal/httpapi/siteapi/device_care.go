package siteapi

import (
	"context"
	"mime"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
)

// DeviceHealth are the health thresholds of devices.
type DeviceHealth struct {
	VoltageThreshold float64 `json:"voltageThreshold" minimum:"0" maximum:"36" doc:"V"`
	LostThreshold    int     `json:"lostThreshold" minimum:"1" maximum:"1000" doc:"Missed collections after which data count as lost"`

	RepeatedHours *float64 `json:"repeatedHours,omitempty" minimum:"0" maximum:"8760" doc:"Hours of identical readings, at least 5 of them, that count as a fault; 0: never; omitted: as set for its type"`
}

// DeviceTypeRule is the number of hours over which identical readings of a device type are a fault.
type DeviceTypeRule struct {
	Type    string   `json:"type"`
	Catalog float64  `json:"catalogueHours" doc:"The catalog's; 0: never"`
	Own     *float64 `json:"repeatedHours,omitempty" doc:"The corporation's value; omitted: the catalog's"`
	Devices int      `json:"devices" doc:"Devices of this type without hours set on the device itself"`
}

type typeHealth struct {
	httpapi.CorporationPath
	DeviceType string `path:"deviceType" maxLength:"40"`
	Body       struct {
		RepeatedHours *float64 `json:"repeatedHours,omitempty" minimum:"0" maximum:"8760" doc:"Hours of identical readings, at least 5 of them, that count as a fault; 0: never; omitted: as in the catalog"`
	}
}

// DeviceWarning is a past or present fault of a device. The alert record stays when the warning is dismissed.
type DeviceWarning struct {
	ID     int64  `json:"id"`
	Kind   string `json:"kind" enum:"dataLost,lowVoltage,dataRepeated"`
	Opened int64  `json:"opened" doc:"UTC ms"`
	Ended  int64  `json:"ended" doc:"UTC ms; 0: ongoing"`
}

// CalibrationFile is a file from the manufacturer of a device.
type CalibrationFile struct {
	Filename   string `json:"filename"`
	Size       int64  `json:"size" doc:"Bytes"`
	UploadedAt int64  `json:"uploadedAt" doc:"UTC ms"`
	UploadedBy int64  `json:"uploadedBy" doc:"Account"`
}

type healthOne struct {
	httpapi.DevicePath
	Body DeviceHealth
}

// ManyDevices identifies the devices of a call.
type ManyDevices struct {
	IDs []int64 `json:"ids" minItems:"1" maxItems:"5000"`
}

type healthMany struct {
	httpapi.CorporationPath
	Body struct {
		ManyDevices
		DeviceHealth
	}
}

type deleteMany struct {
	httpapi.CorporationPath
	Body ManyDevices
}

type warningsGone struct {
	httpapi.DevicePath
	IDs []int64 `query:"ids" minItems:"1" maxItems:"200"`
}

type calibrationUpload struct {
	httpapi.DevicePath
	Filename    string `query:"filename" minLength:"1" maxLength:"100"`
	ContentType string `header:"Content-Type" hidden:"true"`
	RawBody     []byte `contentType:"multipart/form-data"`
}

type calibrationName struct {
	httpapi.DevicePath
	Filename string `path:"filename" maxLength:"300"`
}

type calibrationContent struct {
	ContentType        string `header:"Content-Type"`
	ContentDisposition string `header:"Content-Disposition"`
	Body               []byte
}

func (s *server) deviceCare() {
	const list = "/corporations/{corporationId}/devices"
	httpapi.Register(s.Kernel, patch("updateDeviceHealth", "health-threshold", "Say when a device counts as ill", "At all times: thresholds of the device that are valid from a time on are superseded."),
		s.updateDeviceHealth)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updateDevicesHealth", Method: http.MethodPatch, Path: list + "/health-threshold", Tag: "devices",
		Need: httpapi.DevicePermission(access.Update), Held: httpapi.InBody,
		Example: `{"ids":[{deviceId}],"voltageThreshold":3.3,"lostThreshold":3}`,
		Summary: "Set the health rules of devices, all or none",
		Detail:  "At all times: thresholds of these devices that are valid from a time on are superseded.",
	}, s.updateDevicesHealth)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deleteDevices", Method: http.MethodPost, Path: list + "/bulk-delete", Tag: "devices",
		Need: httpapi.DevicePermission(access.Delete), Held: httpapi.InBody,
		Example: `{"ids":[{pipeId}]}`,
		Summary: "Remove unused devices, all or none",
	}, s.deleteDevices)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listDeviceWarnings", Method: http.MethodGet, Path: deviceHere + "/warnings", Tag: "devices", Need: httpapi.DevicePermission(access.Retrieve),
		Summary: "Warnings of a device, newest first", Detail: "At most 200.",
	}, s.listDeviceWarnings)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deleteDeviceWarnings", Method: http.MethodDelete, Path: deviceHere + "/warnings", Tag: "devices",
		Need: httpapi.DevicePermission(access.Update), Query: "ids={warningId}",
		Summary: "Dismiss warnings of a device", Detail: "Alert records are kept.",
	}, s.deleteDeviceWarnings)
	s.typeRules()
	s.healthRules()
	s.calibrations()
}

func (s *server) updateDeviceHealth(ctx context.Context, in *healthOne) (*httpapi.Output[httpapi.Done], error) {
	return s.setHealth(ctx, []int64{in.DeviceID}, in.Body)
}

func (s *server) updateDevicesHealth(ctx context.Context, in *healthMany) (*httpapi.Output[httpapi.Done], error) {
	if err := s.requireOf(ctx, access.Update, in.CorporationID, in.Body.IDs); err != nil {
		return nil, err
	}
	return s.setHealth(ctx, in.Body.IDs, in.Body.DeviceHealth)
}

func (s *server) deleteDevices(ctx context.Context, in *deleteMany) (*httpapi.Output[httpapi.Done], error) {
	if err := s.requireOf(ctx, access.Delete, in.CorporationID, in.Body.IDs); err != nil {
		return nil, err
	}
	n, err := s.Devices.DeleteMany(ctx, httpapi.CallerOf(ctx).Actor(), in.Body.IDs)
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(httpapi.Done{Message: errs.DevicesDeleted.Text(httpapi.LanguageOf(ctx), errs.Args{"count": n})}), nil
}

func (s *server) listDeviceWarnings(ctx context.Context, in *httpapi.DevicePath) (*httpapi.Output[httpapi.List[DeviceWarning]], error) {
	warnings, err := s.Devices.Warnings(ctx, httpapi.CallerOf(ctx).Scope, in.DeviceID)
	return httpapi.ReplyList(warnings, func(w device.Warning) DeviceWarning { return DeviceWarning(w) }), err
}

func (s *server) deleteDeviceWarnings(ctx context.Context, in *warningsGone) (*httpapi.Output[httpapi.Done], error) {
	return httpapi.Reply(httpapi.Done{}), s.Devices.DismissWarnings(ctx, httpapi.CallerOf(ctx).Actor(), in.DeviceID, in.IDs)
}

func (s *server) typeRules() {
	const list = "/corporations/{corporationId}/device-types"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listDeviceTypeRules", Method: http.MethodGet, Path: list, Tag: "devices", Need: httpapi.DevicePermission(access.Retrieve), Held: httpapi.Anywhere,
		Summary: "When repeated data is a fault, by device type",
	}, s.listDeviceTypeRules)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updateDeviceTypeHealth", Method: http.MethodPatch, Path: list + "/{deviceType}/health-threshold",
		Tag: "devices", Need: httpapi.DevicePermission(access.Update),
		Summary: "Set when repeated data count as a fault, for a device type",
		Detail:  "Applies, for their whole history, to the corporation's devices of this type without their own hours. Their results are recomputed.",
	}, s.updateDeviceTypeHealth)
}

func (s *server) listDeviceTypeRules(ctx context.Context, in *httpapi.CorporationPath) (*httpapi.Output[httpapi.List[DeviceTypeRule]], error) {
	rules, err := s.Devices.TypeRules(ctx, httpapi.CallerOf(ctx).Scope, in.CorporationID)
	return httpapi.ReplyList(rules, func(r device.TypeRule) DeviceTypeRule { return DeviceTypeRule(r) }), err
}

func (s *server) updateDeviceTypeHealth(ctx context.Context, in *typeHealth) (*httpapi.Output[httpapi.Done], error) {
	return httpapi.Reply(httpapi.Done{}), s.Devices.SetTypeRule(ctx, httpapi.CallerOf(ctx).Actor(), in.CorporationID, in.DeviceType, in.Body.RepeatedHours)
}

func (s *server) calibrations() {
	const files = deviceHere + "/calibration"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listCalibrations", Method: http.MethodGet, Path: files, Tag: "devices",
		Need: httpapi.DevicePermission(access.Retrieve), Summary: "Calibration files of a device",
	}, s.listCalibrations)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "uploadCalibration", Method: http.MethodPost, Path: files, Tag: "devices", Query: "filename=second.cal",
		Need: httpapi.DevicePermission(access.Update), Status: http.StatusCreated,
		MaxBody: device.MaxFileBytes + httpapi.FormRoom,
		Summary: "Add a calibration file to a device", Detail: "At most 3 MB per file and 20 files per device. A name already in use is rejected.",
		Extra: func(h *huma.Operation) {
			h.SkipValidateBody = true // the form is parsed below; huma would expect JSON
			h.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: &huma.Schema{
				Type: huma.TypeObject, Required: []string{"file"},
				Properties: map[string]*huma.Schema{"file": {Type: huma.TypeString, Format: "binary"}},
			}}}}
		},
	}, s.uploadCalibration)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getCalibration", Method: http.MethodGet, Path: files + "/{filename}", Tag: "devices",
		Need: httpapi.DevicePermission(access.Retrieve), Summary: "One calibration file",
		Extra: func(h *huma.Operation) {
			h.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{
				"application/octet-stream": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}},
			}}
		},
	}, s.getCalibration)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deleteCalibration", Method: http.MethodDelete, Path: files + "/{filename}", Tag: "devices",
		Need: httpapi.DevicePermission(access.Update), Summary: "Remove a calibration file",
	}, s.deleteCalibration)
}

func (s *server) listCalibrations(ctx context.Context, in *httpapi.DevicePath) (*httpapi.Output[httpapi.List[CalibrationFile]], error) {
	list, err := s.Devices.Files(ctx, httpapi.CallerOf(ctx).Scope, in.DeviceID)
	return httpapi.ReplyList(list, calibrationOf), err
}

func (s *server) uploadCalibration(ctx context.Context, in *calibrationUpload) (*httpapi.Output[CalibrationFile], error) {
	content, err := httpapi.FormFileContent(in.ContentType, in.RawBody)
	if err != nil {
		return nil, err
	}
	made, err := s.Devices.SaveFile(ctx, httpapi.CallerOf(ctx).Actor(), in.DeviceID, in.Filename, content)
	return httpapi.Reply(calibrationOf(made)), err
}

func (s *server) getCalibration(ctx context.Context, in *calibrationName) (*calibrationContent, error) {
	content, err := s.Devices.OpenFile(ctx, httpapi.CallerOf(ctx).Scope, in.DeviceID, in.Filename)
	return &calibrationContent{
		ContentType:        "application/octet-stream",
		ContentDisposition: mime.FormatMediaType("attachment", map[string]string{"filename": in.Filename}), Body: content,
	}, err
}

func (s *server) deleteCalibration(ctx context.Context, in *calibrationName) (*httpapi.Output[httpapi.Done], error) {
	return httpapi.Reply(httpapi.Done{}), s.Devices.DeleteFile(ctx, httpapi.CallerOf(ctx).Actor(), in.DeviceID, in.Filename)
}

func calibrationOf(f device.File) CalibrationFile {
	return CalibrationFile{Filename: f.Name, Size: f.Size, UploadedAt: f.UploadedAt, UploadedBy: f.UploadedBy}
}

// setHealth sets the thresholds of devices and returns message 12 of specification section 8.
func (s *server) setHealth(ctx context.Context, ids []int64, h DeviceHealth) (*httpapi.Output[httpapi.Done], error) {
	n, err := s.Devices.SetHealth(ctx, httpapi.CallerOf(ctx).Actor(), ids, device.Health(h))
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(httpapi.Done{Message: healthUpdated(ctx, n)}), nil
}

// requireOf checks the caller's permission for all of the given devices of a corporation.
func (s *server) requireOf(ctx context.Context, action access.Action, corporation int64, ids []int64) error {
	who := httpapi.CallerOf(ctx)
	devices, err := s.Devices.Placed(ctx, who.Scope, ids)
	if err != nil {
		return err
	}
	asked := map[int64]bool{}
	for _, d := range devices {
		if d.CorporationID != corporation {
			return errs.New(errs.NothingHere)
		}
		if asked[d.ProjectID] {
			continue
		}
		asked[d.ProjectID] = true
		if err := who.Require(httpapi.DevicePermission(action), d.ProjectID); err != nil {
			return err
		}
	}
	return nil
}
