package api

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
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"plumbline/internal/field/firmware"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
)

// Software is a firmware file.
type Software struct {
	ID        int64  `json:"id"`
	Name      string `json:"name" example:"HDA3-1.2.0.4-spring.hsf"`
	Type      string `json:"type" doc:"Device type or model that it is for"`
	Version   string `json:"version" example:"1.2.0.4"`
	Note      string `json:"note" doc:"Third part of the name"`
	Notice    string `json:"notice" doc:"For people: what is new"`
	Size      int64  `json:"size" doc:"Bytes"`
	SHA256    string `json:"sha256" doc:"Hexadecimal"`
	URL       string `json:"url" doc:"Opens the file for a day"`
	Devices   int    `json:"devices" doc:"Devices of the corporation that it fits"`
	CreatedAt int64  `json:"createdAt" doc:"UTC ms"`
}

// SoftwareUpgrade is a device on its way to the version of a file.
type SoftwareUpgrade struct {
	ID            int64  `json:"id"`
	SoftwareID    int64  `json:"softwareId"`
	SoftwareName  string `json:"softwareName"`
	DeviceID      int64  `json:"deviceId"`
	DeviceName    string `json:"deviceName"`
	State         string `json:"state" enum:"progress,success,fail"`
	Step          string `json:"step" enum:"waiting,hanging,sent,installing,done" doc:"Of an upgrade in progress: where its command is; installing: the device took the file and has not reported the version"`
	CommandID     int64  `json:"commandId" doc:"The last try: it can be cancelled while it is outstanding"`
	VersionBefore string `json:"versionBefore"`
	Version       string `json:"version"`
	Attempts      int    `json:"attempts"`
	Reason        string `json:"reason" doc:"Why it failed: refused, timeout, expired, cancelled, notReported, or the key of an error"`
	Code          int    `json:"code" doc:"Of the device's answer"`
	Message       string `json:"message" doc:"Of the device's answer"`
	CreatedBy     string `json:"createdBy"`
	CreatedAt     int64  `json:"createdAt" doc:"UTC ms"`
	EndedAt       int64  `json:"endedAt" doc:"UTC ms; 0: in progress"`
}

type softwareList struct {
	Paging
	Type string `query:"type" maxLength:"40"`
}

type upgradeList struct {
	Paging
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

// softwareContent is a file that is sent as it is read: many devices fetch one at once, over slow lines.
type softwareContent struct {
	ContentType        string `header:"Content-Type"`
	ContentDisposition string `header:"Content-Disposition"`
	CacheControl       string `header:"Cache-Control"`
	Policy             string `header:"Content-Security-Policy"`
	ResourcePolicy     string `header:"Cross-Origin-Resource-Policy"`
	ETag               string `header:"ETag"`
	Body               func(huma.Context)
}

// softwares are the calls about firmware (specification sections 3 and 7).
func (s *server) softwares() {
	const list, one = "/softwares", "/softwares/{softwareId}"
	register(s, operation{
		id: "listSoftwares", method: http.MethodGet, path: list, tag: "softwares", need: deviceNeed(access.Retrieve),
		summary: "Firmware files of the corporation", detail: "Sorts by name, version, size, createdAt.",
	}, func(ctx context.Context, in *softwareList) (*output[Page[Software]], error) {
		page, err := s.Firmware.List(ctx, callerOf(ctx).scope, firmware.Filter{Query: in.query(), Host: in.Type})
		return pageOf(page, s.softwareOf), err
	})
	register(s, operation{
		id: "uploadSoftware", method: http.MethodPost, path: list, tag: "softwares", need: deviceNeed(access.Update), status: http.StatusCreated,
		maxBody: firmware.MaxBytes + multipartRoom, limit: 5 * time.Minute,
		summary: "Upload a firmware file", detail: "The name is type-x.x.x.x-note.hsf, without spaces or Chinese characters; type is a device type or model (its - written _). At most 16 MB.",
		extra: func(h *huma.Operation) {
			h.SkipValidateBody = true // a form is read below; huma would want JSON
			h.RequestBody = &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: &huma.Schema{
				Type: huma.TypeObject, Required: []string{"file"},
				Properties: map[string]*huma.Schema{"file": {Type: huma.TypeString, Format: "binary"}, "notice": {Type: huma.TypeString, Description: "What is new; at most 500 characters"}},
			}}}}
		},
	}, func(ctx context.Context, in *softwareUpload) (*output[Software], error) {
		who := callerOf(ctx)
		if who.Account.CorporationID == 0 && who.scope.Corporation == 0 {
			return nil, fault.New(fault.NotAllowed)
		}
		corporation := who.scope.Corporation
		if corporation == 0 {
			corporation = who.Account.CorporationID
		}
		name, notice, content, err := softwareForm(in.ContentType, in.RawBody)
		if err != nil {
			return nil, err
		}
		f, err := s.Firmware.Save(ctx, who.actor(), corporation, name, notice, bytes.NewReader(content))
		if err != nil {
			return nil, err
		}
		return answer(s.softwareOf(f)), nil
	})
	register(s, operation{
		id: "deleteSoftware", method: http.MethodDelete, path: one, tag: "softwares", need: deviceNeed(access.Delete),
		summary: "Remove a firmware file with the record of its upgrades", detail: "409 while a device is upgraded with it.",
	}, func(ctx context.Context, in *SoftwarePath) (*output[Done], error) {
		return answer(Done{}), s.Firmware.Delete(ctx, callerOf(ctx).actor(), in.SoftwareID)
	})
	register(s, operation{
		id: "getSoftwareFile", method: http.MethodGet, path: one + "/file", tag: "softwares", open: true,
		summary: "A firmware file, by a signed path", detail: "Devices get the path with their upgrade command; it is good for one file and a day. A download that broke off goes on with Range (206).",
		extra: func(h *huma.Operation) {
			h.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{"application/octet-stream": {Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}}}
		},
	}, func(ctx context.Context, in *softwareFile) (*softwareContent, error) {
		f, content, err := s.Firmware.Open(ctx, in.SoftwareID, in.Until, in.Sign)
		if err != nil {
			return nil, err
		}
		return &softwareContent{
			ContentType: "application/octet-stream", ContentDisposition: `attachment; filename="` + f.Name + `"`, CacheControl: "private, no-store",
			Policy: "default-src 'none'; frame-ancestors 'none'; sandbox", ResourcePolicy: "same-origin", ETag: `"` + f.SHA256 + `"`,
			Body: func(hc huma.Context) {
				defer content.Close()
				r, w := humachi.Unwrap(hc)
				http.ServeContent(w, r, f.Name, time.UnixMilli(f.CreatedAt), content)
			},
		}, nil
	})
	s.upgrades(list, one)
}

func (s *server) upgrades(list, one string) {
	register(s, operation{
		id: "listUpgrades", method: http.MethodGet, path: list + "/upgrades", tag: "softwares", need: deviceNeed(access.Retrieve),
		summary: "Upgrades of devices, the newest first", detail: "Sorts by createdAt.",
	}, func(ctx context.Context, in *upgradeList) (*output[Page[SoftwareUpgrade]], error) {
		page, err := s.Firmware.Upgrades(ctx, callerOf(ctx).scope, firmware.UpgradeFilter{
			Query: in.query(), FirmwareID: in.SoftwareID, DeviceID: in.DeviceID, State: firmware.State(in.State),
		})
		return pageOf(page, upgradeOf), err
	})
	register(s, operation{
		id: "upgradeDevices", method: http.MethodPost, path: one + "/upgrades", tag: "softwares", need: deviceNeed(access.Update), status: http.StatusCreated,
		summary: "Upgrade devices with a firmware file", detail: "All are checked first: the file must be for the device's type or model. A device that is not connected is told when it connects.",
	}, func(ctx context.Context, in *softwareAssign) (*output[List[SoftwareUpgrade]], error) {
		upgrades, err := s.Firmware.Assign(ctx, callerOf(ctx).actor(), in.SoftwareID, in.Body.DeviceIDs)
		return listAnswer(upgrades, upgradeOf), err
	})
	register(s, operation{
		id: "retryUpgrade", method: http.MethodPost, path: list + "/upgrades/{upgradeId}/retry", tag: "softwares", need: deviceNeed(access.Update),
		summary: "Try an upgrade again that failed",
	}, func(ctx context.Context, in *upgradePath) (*output[SoftwareUpgrade], error) {
		u, err := s.Firmware.Retry(ctx, callerOf(ctx).actor(), in.UpgradeID)
		return answer(upgradeOf(u)), err
	})
}

// softwareForm reads the fields "file" and "notice" of a form.
func softwareForm(contentType string, body []byte) (name, notice string, content []byte, err error) {
	kind, params, err := mime.ParseMediaType(contentType)
	if err != nil || kind != "multipart/form-data" || params["boundary"] == "" {
		return "", "", nil, fault.New(fault.MediaType, "type", "multipart/form-data")
	}
	form := multipart.NewReader(bytes.NewReader(body), params["boundary"])
	for {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", "", nil, fault.OnField("file", fault.FileFailed)
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return "", "", nil, fault.OnField("file", fault.FileFailed)
		}
		switch part.FormName() {
		case "file":
			name, content = part.FileName(), data
		case "notice":
			notice = string(data)
		}
	}
	if name == "" {
		return "", "", nil, fault.OnField("file", fault.Empty)
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
		CommandID: u.CommandID, VersionBefore: u.VersionBefore, Version: u.Version, Attempts: u.Attempts, Reason: u.Reason, Code: u.Code, Message: u.Message, CreatedBy: u.AccountName,
		CreatedAt: u.CreatedAt, EndedAt: u.EndedAt,
	}
}
