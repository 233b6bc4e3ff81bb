package api

import (
	"context"
	"mime"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/site/device"
)

// DeviceHealth is when devices count as ill.
type DeviceHealth struct {
	VoltageThreshold float64 `json:"voltageThreshold" minimum:"0" maximum:"36" doc:"V"`
	LostThreshold    int     `json:"lostThreshold" minimum:"1" maximum:"1000" doc:"Missed collections after which data count as lost"`

	RepeatedHours *float64 `json:"repeatedHours,omitempty" minimum:"0" maximum:"8760" doc:"Over how many hours identical readings, at least 5, are a fault; 0: never; left out: as the rule of its type says"`
}

// DeviceTypeRule is over how many hours identical readings of a device type are a fault.
type DeviceTypeRule struct {
	Type      string   `json:"type"`
	Catalogue float64  `json:"catalogueHours" doc:"The catalogue's; 0: never"`
	Own       *float64 `json:"repeatedHours,omitempty" doc:"The corporation's; left out: the catalogue's"`
	Devices   int      `json:"devices" doc:"Devices of this type without hours set on the device itself"`
}

type typeHealth struct {
	CorporationPath
	DeviceType string `path:"deviceType" maxLength:"40"`
	Body       struct {
		RepeatedHours *float64 `json:"repeatedHours,omitempty" minimum:"0" maximum:"8760" doc:"Over how many hours identical readings, at least 5, are a fault; 0: never; left out: as the catalogue says"`
	}
}

// DeviceWarning says that a device is or was ill. It is the record of an alert, which
// stays when the warning is taken off the device.
type DeviceWarning struct {
	ID     int64  `json:"id"`
	Kind   string `json:"kind" enum:"dataLost,lowVoltage,dataRepeated"`
	Opened int64  `json:"opened" doc:"UTC ms"`
	Ended  int64  `json:"ended" doc:"UTC ms; 0: it still is"`
}

// CalibrationFile is a file that the maker of a device gave with it.
type CalibrationFile struct {
	Filename   string `json:"filename"`
	Size       int64  `json:"size" doc:"Bytes"`
	UploadedAt int64  `json:"uploadedAt" doc:"UTC ms"`
	UploadedBy int64  `json:"uploadedBy" doc:"Account"`
}

type healthOne struct {
	DevicePath
	Body DeviceHealth
}

// ManyDevices names the devices that a call is about.
type ManyDevices struct {
	IDs []int64 `json:"ids" minItems:"1" maxItems:"5000"`
}

type healthMany struct {
	CorporationPath
	Body struct {
		ManyDevices
		DeviceHealth
	}
}

type deleteMany struct {
	CorporationPath
	Body ManyDevices
}

type warningsGone struct {
	DevicePath
	IDs []int64 `query:"ids" minItems:"1" maxItems:"200"`
}

type calibrationUpload struct {
	DevicePath
	Filename    string `query:"filename" minLength:"1" maxLength:"100"`
	ContentType string `header:"Content-Type" hidden:"true"`
	RawBody     []byte `contentType:"multipart/form-data"`
}

type calibrationName struct {
	DevicePath
	Filename string `path:"filename" maxLength:"300"`
}

type calibrationContent struct {
	ContentType        string `header:"Content-Type"`
	ContentDisposition string `header:"Content-Disposition"`
	Body               []byte
}

func (s *server) deviceCare() {
	const list = "/corporations/{corporationId}/devices"
	register(s, patch("updateDeviceHealth", "health-threshold", "Say when a device counts as ill", ""),
		func(ctx context.Context, in *healthOne) (*output[Done], error) {
			return s.setHealth(ctx, []int64{in.DeviceID}, in.Body)
		})
	register(s, operation{
		id: "updateDevicesHealth", method: http.MethodPatch, path: list + "/health-threshold", tag: "devices", need: deviceNeed(access.Update), held: inBody,
		summary: "Say when devices count as ill, all or none",
	}, func(ctx context.Context, in *healthMany) (*output[Done], error) {
		if err := s.requireOf(ctx, access.Update, in.CorporationID, in.Body.IDs); err != nil {
			return nil, err
		}
		return s.setHealth(ctx, in.Body.IDs, in.Body.DeviceHealth)
	})
	register(s, operation{
		id: "deleteDevices", method: http.MethodPost, path: list + "/bulk-delete", tag: "devices", need: deviceNeed(access.Delete), held: inBody,
		summary: "Remove devices that feed nothing, all or none",
	}, func(ctx context.Context, in *deleteMany) (*output[Done], error) {
		if err := s.requireOf(ctx, access.Delete, in.CorporationID, in.Body.IDs); err != nil {
			return nil, err
		}
		n, err := s.Devices.DeleteMany(ctx, callerOf(ctx).actor(), in.Body.IDs)
		if err != nil {
			return nil, err
		}
		return answer(Done{fault.DevicesDeleted.Text(languageOf(ctx), fault.Args{"count": n})}), nil
	})
	register(s, operation{
		id: "listDeviceWarnings", method: http.MethodGet, path: deviceHere + "/warnings", tag: "devices", need: deviceNeed(access.Retrieve),
		summary: "What a device warns of, the newest first", detail: "At most 200.",
	}, func(ctx context.Context, in *DevicePath) (*output[List[DeviceWarning]], error) {
		warnings, err := s.Devices.Warnings(ctx, callerOf(ctx).scope, in.DeviceID)
		return listAnswer(warnings, func(w device.Warning) DeviceWarning { return DeviceWarning(w) }), err
	})
	register(s, operation{
		id: "deleteDeviceWarnings", method: http.MethodDelete, path: deviceHere + "/warnings", tag: "devices", need: deviceNeed(access.Update),
		summary: "Take warnings off a device", detail: "The alert records stay in the books.",
	}, func(ctx context.Context, in *warningsGone) (*output[Done], error) {
		return answer(Done{}), s.Devices.DismissWarnings(ctx, callerOf(ctx).actor(), in.DeviceID, in.IDs)
	})
	s.typeRules()
	s.calibrations()
}

func (s *server) typeRules() {
	const list = "/corporations/{corporationId}/device-types"
	register(s, operation{
		id: "listDeviceTypeRules", method: http.MethodGet, path: list, tag: "devices", need: deviceNeed(access.Retrieve), held: anywhere,
		summary: "When repeated data is a fault, by device type",
	}, func(ctx context.Context, in *CorporationPath) (*output[List[DeviceTypeRule]], error) {
		rules, err := s.Devices.TypeRules(ctx, callerOf(ctx).scope, in.CorporationID)
		return listAnswer(rules, func(r device.TypeRule) DeviceTypeRule { return DeviceTypeRule(r) }), err
	})
	register(s, operation{
		id: "updateDeviceTypeHealth", method: http.MethodPatch, path: list + "/{deviceType}/health-threshold", tag: "devices", need: deviceNeed(access.Update),
		summary: "Set when repeated data of a device type is a fault", detail: "Applies to the corporation's devices of this type without hours set on the device itself, at all times: their results are recomputed.",
	}, func(ctx context.Context, in *typeHealth) (*output[Done], error) {
		return answer(Done{}), s.Devices.SetTypeRule(ctx, callerOf(ctx).actor(), in.CorporationID, in.DeviceType, in.Body.RepeatedHours)
	})
}

func (s *server) calibrations() {
	const files = deviceHere + "/calibration"
	register(s, operation{
		id: "listCalibrations", method: http.MethodGet, path: files, tag: "devices", need: deviceNeed(access.Retrieve), summary: "Calibration files of a device",
	}, func(ctx context.Context, in *DevicePath) (*output[List[CalibrationFile]], error) {
		list, err := s.Devices.Files(ctx, callerOf(ctx).scope, in.DeviceID)
		return listAnswer(list, calibrationOf), err
	})
	register(s, operation{
		id: "uploadCalibration", method: http.MethodPost, path: files, tag: "devices", need: deviceNeed(access.Update), status: http.StatusCreated,
		maxBody: device.MaxFileBytes + multipartRoom,
		summary: "Keep a calibration file of a device", detail: "At most 3 MB, 20 files a device. A name that is there already is refused.",
		extra: func(h *huma.Operation) {
			h.SkipValidateBody = true // a form is read below; huma would want JSON
			h.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: &huma.Schema{
				Type: huma.TypeObject, Required: []string{"file"},
				Properties: map[string]*huma.Schema{"file": {Type: huma.TypeString, Format: "binary"}},
			}}}}
		},
	}, func(ctx context.Context, in *calibrationUpload) (*output[CalibrationFile], error) {
		content, err := fileContent(in.ContentType, in.RawBody)
		if err != nil {
			return nil, err
		}
		made, err := s.Devices.SaveFile(ctx, callerOf(ctx).actor(), in.DeviceID, in.Filename, content)
		return answer(calibrationOf(made)), err
	})
	register(s, operation{
		id: "getCalibration", method: http.MethodGet, path: files + "/{filename}", tag: "devices", need: deviceNeed(access.Retrieve), summary: "One calibration file",
		extra: func(h *huma.Operation) {
			h.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{
				"application/octet-stream": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}},
			}}
		},
	}, func(ctx context.Context, in *calibrationName) (*calibrationContent, error) {
		content, err := s.Devices.OpenFile(ctx, callerOf(ctx).scope, in.DeviceID, in.Filename)
		return &calibrationContent{
			ContentType: "application/octet-stream", ContentDisposition: mime.FormatMediaType("attachment", map[string]string{"filename": in.Filename}), Body: content,
		}, err
	})
	register(s, operation{
		id: "deleteCalibration", method: http.MethodDelete, path: files + "/{filename}", tag: "devices", need: deviceNeed(access.Update), summary: "Remove a calibration file",
	}, func(ctx context.Context, in *calibrationName) (*output[Done], error) {
		return answer(Done{}), s.Devices.DeleteFile(ctx, callerOf(ctx).actor(), in.DeviceID, in.Filename)
	})
}

func calibrationOf(f device.File) CalibrationFile {
	return CalibrationFile{Filename: f.Name, Size: f.Size, UploadedAt: f.UploadedAt, UploadedBy: f.UploadedBy}
}

// setHealth gives devices their thresholds and says so (message 12 of specification section 8).
func (s *server) setHealth(ctx context.Context, ids []int64, h DeviceHealth) (*output[Done], error) {
	n, err := s.Devices.SetHealth(ctx, callerOf(ctx).actor(), ids, device.Health(h))
	if err != nil {
		return nil, err
	}
	return answer(Done{fault.HealthUpdated.Text(languageOf(ctx), fault.Args{"count": n})}), nil
}

// requireOf sees that the caller may do something to all of some devices of a corporation.
func (s *server) requireOf(ctx context.Context, action access.Action, corporation int64, ids []int64) error {
	who := callerOf(ctx)
	devices, err := s.Devices.Placed(ctx, who.scope, ids)
	if err != nil {
		return err
	}
	asked := map[int64]bool{}
	for _, d := range devices {
		if d.CorporationID != corporation {
			return fault.New(fault.NothingHere)
		}
		if asked[d.ProjectID] {
			continue
		}
		asked[d.ProjectID] = true
		if err := who.require(deviceNeed(action), d.ProjectID); err != nil {
			return err
		}
	}
	return nil
}
