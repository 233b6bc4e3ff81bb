package fieldapi

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/field/firmware"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
)

// Software is a firmware file.
type Software struct {
	ID        int64  `json:"id"`
	Name      string `json:"name" example:"HDA3-1.2.0.4-spring.hsf"`
	Type      string `json:"type" doc:"Device type or model that it is for"`
	Version   string `json:"version" example:"1.2.0.4"`
	Note      string `json:"note" doc:"Third part of the name"`
	Notice    string `json:"notice" doc:"What is new, for users"`
	Size      int64  `json:"size" doc:"Bytes"`
	SHA256    string `json:"sha256" doc:"Hexadecimal"`
	URL       string `json:"url" doc:"Gives access to the file for one day"`
	Devices   int    `json:"devices" doc:"Matching devices of the corporation"`
	CreatedAt int64  `json:"createdAt" doc:"UTC ms"`
}

// SoftwareUpgrade is the upgrade of a device to the version of a file.
type SoftwareUpgrade struct {
	ID            int64  `json:"id"`
	SoftwareID    int64  `json:"softwareId"`
	SoftwareName  string `json:"softwareName"`
	DeviceID      int64  `json:"deviceId"`
	DeviceName    string `json:"deviceName"`
	State         string `json:"state" enum:"progress,success,fail"`
	Step          string `json:"step" enum:"waiting,hanging,sent,installing,done" doc:"For an upgrade in progress: the state of its command; installing: the device has downloaded the file but not yet reported the version"`
	CommandID     int64  `json:"commandId" doc:"The last attempt; can be cancelled while pending"`
	VersionBefore string `json:"versionBefore"`
	Version       string `json:"version"`
	Attempts      int    `json:"attempts"`
	Reason        string `json:"reason" doc:"Reason for the failure: refused, timeout, expired, cancelled, notReported, or the key of an error"`
	Code          int    `json:"code" doc:"From the device's reply"`
	Message       string `json:"message" doc:"From the device's reply"`
	CreatedBy     string `json:"createdBy"`
	CreatedAt     int64  `json:"createdAt" doc:"UTC ms"`
	EndedAt       int64  `json:"endedAt" doc:"UTC ms; 0: in progress"`
}

type softwareList struct {
	httpapi.Paging
	Type string `query:"type" maxLength:"40"`
}

type upgradeList struct {
	httpapi.Paging
	SoftwareID int64  `query:"softwareId" minimum:"0"`
	DeviceID   int64  `query:"deviceId" minimum:"0"`
	State      string `query:"state" enum:"progress,success,fail"`
}

type softwareUpload struct {
	ContentType string `header:"Content-Type" hidden:"true"`
	RawBody     []byte `contentType:"multipart/form-data"`
}

type SoftwarePath struct {
	SoftwareID int64 `path:"softwareId" minimum:"1"`
}

type upgradePath struct {
	UpgradeID int64 `path:"upgradeId" minimum:"1"`
}

type softwareAssign struct {
	SoftwarePath
	Body struct {
		DeviceIDs []int64 `json:"deviceIds" minItems:"1" maxItems:"200"`
	}
}

type softwareFile struct {
	SoftwarePath
	Until int64  `query:"until" doc:"UTC ms"`
	Sign  string `query:"sign" maxLength:"100"`
}

// softwares registers the calls about firmware (specification sections 3 and 7).
func (s *server) softwares() {
	const list, one = "/softwares", "/softwares/{softwareId}"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listSoftwares", Method: http.MethodGet, Path: list, Tag: "softwares", Need: httpapi.DevicePermission(access.Retrieve),
		Summary: "Firmware files of the corporation", Detail: "Sorts by name, version, size, createdAt.",
	}, s.listSoftwares)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "uploadSoftware", Method: http.MethodPost, Path: list, Tag: "softwares", Need: httpapi.DevicePermission(access.Update), Status: http.StatusCreated,
		MaxBody: firmware.MaxBytes + httpapi.FormRoom, Limit: 5 * time.Minute,
		Summary: "Upload a firmware file",
		Detail:  "The name is type-x.x.x.x-note.hsf, without spaces or Chinese characters; type is a device type or model (with - written as _). At most 16 MB.",
		Extra: func(h *huma.Operation) {
			h.SkipValidateBody = true // the form is parsed below; huma would expect JSON
			h.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: &huma.Schema{
				Type: huma.TypeObject, Required: []string{"file"},
				Properties: map[string]*huma.Schema{
					"file": {Type: huma.TypeString, Format: "binary"}, "notice": {Type: huma.TypeString, Description: "What is new; at most 500 characters"},
				},
			}}}}
		},
	}, s.uploadSoftware)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deleteSoftware", Method: http.MethodDelete, Path: one, Tag: "softwares", Need: httpapi.DevicePermission(access.Delete),
		Summary: "Remove a firmware file with the record of its upgrades", Detail: "409 while a device is being upgraded with it.",
	}, s.deleteSoftware)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getSoftwareFile", Method: http.MethodGet, Path: one + "/file", Tag: "softwares", Open: true,
		Summary: "A firmware file, by a signed path",
		Detail:  "Devices receive the path in their upgrade command; it is valid for one file and one day. An interrupted download can be resumed with Range (206).",
		Extra: func(h *huma.Operation) {
			h.Responses["200"] = &huma.Response{
				Description: "OK", Content: map[string]*huma.MediaType{
					"application/octet-stream": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}},
				},
			}
		},
	}, s.getSoftwareFile)
	s.upgrades(list, one)
}

func (s *server) listSoftwares(ctx context.Context, in *softwareList) (*httpapi.Output[httpapi.Page[Software]], error) {
	page, err := s.Firmware.List(ctx, httpapi.CallerOf(ctx).Scope, firmware.Filter{Query: in.Query(), Host: in.Type})
	return httpapi.ReplyPage(page, s.softwareOf), err
}

func (s *server) uploadSoftware(ctx context.Context, in *softwareUpload) (*httpapi.Output[Software], error) {
	who := httpapi.CallerOf(ctx)
	if who.Account.CorporationID == 0 && who.Scope.Corporation == 0 {
		return nil, errs.New(errs.NotAllowed)
	}
	corporation := who.Scope.Corporation
	if corporation == 0 {
		corporation = who.Account.CorporationID
	}
	name, notice, content, err := softwareForm(in.ContentType, in.RawBody)
	if err != nil {
		return nil, err
	}
	f, err := s.Firmware.Save(ctx, who.Actor(), corporation, name, notice, bytes.NewReader(content))
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(s.softwareOf(f)), nil
}

func (s *server) deleteSoftware(ctx context.Context, in *SoftwarePath) (*httpapi.Output[httpapi.Done], error) {
	return httpapi.Reply(httpapi.Done{}), s.Firmware.Delete(ctx, httpapi.CallerOf(ctx).Actor(), in.SoftwareID)
}

func (s *server) getSoftwareFile(ctx context.Context, in *softwareFile) (*httpapi.StoredFile, error) {
	f, content, err := s.Firmware.Open(ctx, in.SoftwareID, in.Until, in.Sign)
	if err != nil {
		return nil, err
	}
	return httpapi.NewStoredFile(content, f.Name, f.SHA256, f.CreatedAt), nil
}

func (s *server) upgrades(list, one string) {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listUpgrades", Method: http.MethodGet, Path: list + "/upgrades", Tag: "softwares", Need: httpapi.DevicePermission(access.Retrieve),
		Summary: "Device upgrades, newest first", Detail: "Sorts by createdAt.",
	}, s.listUpgrades)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "upgradeDevices", Method: http.MethodPost, Path: one + "/upgrades", Tag: "softwares",
		Need: httpapi.DevicePermission(access.Update), Status: http.StatusCreated,
		Example: `{"deviceIds":[{deviceId}]}`,
		Summary: "Upgrade devices with a firmware file",
		Detail:  "All are checked first: the file must be for the device's type or model. A device that is offline is notified when it connects.",
	}, s.upgradeDevices)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "retryUpgrade", Method: http.MethodPost, Path: list + "/upgrades/{upgradeId}/retry", Tag: "softwares",
		Need:    httpapi.DevicePermission(access.Update),
		Summary: "Retry a failed upgrade",
	}, s.retryUpgrade)
}

func (s *server) listUpgrades(ctx context.Context, in *upgradeList) (*httpapi.Output[httpapi.Page[SoftwareUpgrade]], error) {
	page, err := s.Firmware.Upgrades(ctx, httpapi.CallerOf(ctx).Scope, firmware.UpgradeFilter{
		Query: in.Query(), FirmwareID: in.SoftwareID, DeviceID: in.DeviceID, State: firmware.State(in.State),
	})
	return httpapi.ReplyPage(page, upgradeOf), err
}

func (s *server) upgradeDevices(ctx context.Context, in *softwareAssign) (*httpapi.Output[httpapi.List[SoftwareUpgrade]], error) {
	upgrades, err := s.Firmware.Assign(ctx, httpapi.CallerOf(ctx).Actor(), in.SoftwareID, in.Body.DeviceIDs)
	return httpapi.ReplyList(upgrades, upgradeOf), err
}

func (s *server) retryUpgrade(ctx context.Context, in *upgradePath) (*httpapi.Output[SoftwareUpgrade], error) {
	u, err := s.Firmware.Retry(ctx, httpapi.CallerOf(ctx).Actor(), in.UpgradeID)
	return httpapi.Reply(upgradeOf(u)), err
}

// softwareForm parses the fields "file" and "notice" of a form.
func softwareForm(contentType string, body []byte) (name, notice string, content []byte, err error) {
	kind, params, err := mime.ParseMediaType(contentType)
	if err != nil || kind != "multipart/form-data" || params["boundary"] == "" {
		return "", "", nil, errs.New(errs.MediaType, "type", "multipart/form-data")
	}
	form := multipart.NewReader(bytes.NewReader(body), params["boundary"])
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", "", nil, errs.OnField("file", errs.FileFailed)
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return "", "", nil, errs.OnField("file", errs.FileFailed)
		}
		switch part.FormName() {
		case "file":
			name, content = part.FileName(), data
		case "notice":
			notice = string(data)
		}
	}
	if name == "" {
		return "", "", nil, errs.OnField("file", errs.Empty)
	}
	return name, notice, content, nil
}

func (s *server) softwareOf(f firmware.File) Software {
	return Software{
		ID: f.ID, Name: f.Name, Type: f.Host, Version: f.Version, Note: f.Note, Notice: f.Notice, Size: f.Size, SHA256: f.SHA256,
		URL: s.Firmware.Link(f.ID), Devices: f.Devices, CreatedAt: f.CreatedAt,
	}
}

func upgradeOf(u firmware.Upgrade) SoftwareUpgrade {
	step := "done"
	if u.State == firmware.InProgress {
		switch {
		case u.Deadline > 0:
			step = "installing"
		case u.Sent == "sent", u.Sent == "hanging":
			step = u.Sent
		default:
			step = "waiting"
		}
	}
	return SoftwareUpgrade{
		ID: u.ID, SoftwareID: u.FirmwareID, SoftwareName: u.FirmwareName, DeviceID: u.DeviceID, DeviceName: u.DeviceName, State: string(u.State), Step: step,
		CommandID: u.CommandID, VersionBefore: u.VersionBefore, Version: u.Version, Attempts: u.Attempts,
		Reason: u.Reason, Code: u.Code, Message: u.Message, CreatedBy: u.AccountName,
		CreatedAt: u.CreatedAt, EndedAt: u.EndedAt,
	}
}
