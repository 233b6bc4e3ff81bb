package calls_test

import (
	"archive/zip"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"plumbline/internal/field/ingest"
	"plumbline/internal/httpapi/siteapi"
	"plumbline/internal/platform/errs"
)

// said reports whether a text in a response is a message, with any arguments.
func said(body []byte, m *errs.Message) bool {
	var answer any
	if json.Unmarshal(body, &answer) != nil {
		return false
	}
	parts := regexp.MustCompile(`\{\w+\}`).Split(m.Text(errs.English, nil), -1)
	for i, part := range parts {
		parts[i] = regexp.QuoteMeta(part)
	}
	return saidIn(answer, regexp.MustCompile("^"+strings.Join(parts, ".*")+"$"))
}

func saidIn(v any, text *regexp.Regexp) bool {
	switch v := v.(type) {
	case string:
		return text.MatchString(v)
	case []any:
		for _, e := range v {
			if saidIn(e, text) {
				return true
			}
		}
	case map[string]any:
		for _, e := range v {
			if saidIn(e, text) {
				return true
			}
		}
	}
	return false
}

// asking is a call with the message that it must return.
type asking struct {
	message           *errs.Message
	who, method, path string
	body              string
}

func (h *harness) ask(list []asking) {
	h.t.Helper()
	for _, a := range list {
		w := h.call(a.who, a.method, h.path(a.path), h.path(a.body))
		if w.Code >= 500 || !said(w.Body.Bytes(), a.message) {
			h.t.Errorf("%s %s %s: %d %s, want %q", a.method, a.path, a.body, w.Code, w.Body, a.message.Text(errs.English, nil))
		}
	}
}

func TestErrorMessages(t *testing.T) {
	h := newHarness(t)
	const devices, structure = "/api/corporations/{ours}/devices", "/api/projects/{project}/structures/{structure}"
	version := func(aspect, value string) string {
		return fmt.Sprintf(`{"aspect":%q,"validFrom":1700000000000,"value":%s}`, aspect, value)
	}
	channels := `{"channels":[{"channelNo":1,"isUsed":true,"signal":"dynamic","rate":50},{"channelNo":2,"isUsed":true,"signal":"dynamic","rate":50}]}`
	gnss := `{"taskName":%q,"baseStation":{gauge},"sites":[{gauge}],"filterPeriod":6,"frequency":1,"processInterval":60}`
	h.ask([]asking{
		{errs.TooBig, "owner", "GET", "/api/projects?pageSize=100000", ""},
		{errs.BadRequest, "owner", "PATCH", aDevice + "/config", `{}`},
		{errs.MethodNotAllowed, "owner", "DELETE", "/api/projects", ""},
		{errs.MediaType, "owner", "POST", "/api/upload/images", `{}`},
		{errs.TimeRequired, "owner", "POST", "/api/monitor/query", `{"measuringPointId":{level},"start":0,"end":0}`},
		{
			errs.SlaveFormat, "owner", "POST", devices + "/{logger}/versions",
			version("hem", `{"slaves":[{"sn":"a b","address":1,"channels":8,"type":"vw","firstChannelNo":33}]}`),
		},
		{errs.SerialFormat, "owner", "POST", devices, `{"name":"Odd","type":"Crack","model":"own","sncode":"? ?","projectId":{project}}`},
		{errs.NotMeasuring, "owner", "POST", aPoint + "/versions", version("binding", `{"sources":[{"role":"main","deviceId":{logger},"channelNo":0}]}`)},
		{errs.RateTooHigh, "owner", "POST", devices + "/{logger}/versions", version("channels", channels)},
		{errs.PermissionUnknown, "admin", "POST", "/api/roles", `{"name":"Odd","permissions":["Fly:Bridge"]}`},
		{errs.TaskName, "owner", "PUT", structure + "/gnss-config", fmt.Sprintf(gnss, "a task?")},
		{errs.NotGNSS, "owner", "PUT", structure + "/gnss-config", fmt.Sprintf(gnss, "task")},
		{errs.CameraSerial, "owner", "POST", aDevice + "/versions", version("basic", `{"cameraSerial":"12"}`)},
		{errs.AboveOther, "owner", "POST", aDevice + "/versions", version("chart", `{"yMin":5,"yMax":1}`)},
		{errs.FeedsOthers, "owner", "PATCH", aDevice + "/init", `{"mode":"current","time":1700000000000,"measuringPointIds":[{point}]}`},
		{errs.FeedsNothing, "owner", "PATCH", devices + "/{logger}/init", `{"mode":"current","time":1700000000000}`},
		{errs.SameTwice, "admin", "POST", devices + "/swap-channels/preview", `{"firstId":{gauge},"secondId":{gauge}}`},
		{
			errs.LayersOverlap, "owner", "PATCH", aPoint + "/engineering-config",
			`{"value":{"soilLayers":[{"name":"clay","from":0,"to":5},{"name":"sand","from":4,"to":9}]}}`,
		},
		{errs.NotAPosition, "owner", "POST", aPoint + "/versions", version("processor", `{"fixedEnd":"top","topShiftSource":{level}}`)},
		{errs.ChordOfOneNode, "owner", "POST", aPoint + "/versions", version("processor", `{"ring":{"radius":2750,"chords":[[1,1]]}}`)},
		{
			errs.SegmentsOverlap, "owner", "POST", aPoint + "/versions",
			version("processor", `{"ring":{"segments":[{"name":"F","from":340,"to":20},{"name":"L1","from":10,"to":90}]}}`),
		},
		{
			errs.TermsRequired, "", "POST", "/api/sessions/signup",
			`{"account":"new@example.com","code":"123456","corporation":"New survey","name":"newcomer","password":"Bridge#2027","acceptTerms":false}`,
		},
		{errs.HealthUpdated, "owner", "PATCH", aDevice + "/health-threshold", `{"voltageThreshold":3.3,"lostThreshold":4}`},
		{errs.NoDeviceFits, "owner", "POST", "/api/projects/{project}/health-thresholds/preview", `{"about":"device","filter":{"type":"PAM"},"lostThreshold":4}`},
		{
			errs.IDsOrFilter, "owner", "POST", "/api/projects/{project}/health-thresholds",
			`{"about":"device","ids":[{gauge}],"filter":{"type":"PAM"},"lostThreshold":4}`,
		},
		{errs.ManualTime, "owner", "POST", aPoint + "/artificial-data/preview", `{"rows":[{"time":"noon","values":{"width":1}}],"note":"tape"}`},
		{
			errs.NotByHand, "owner", "POST", "/api/structures/{structure}/measuring-points",
			`{"points":[{"name":"X1","type":"artificial","measurement":"Vibration","category":"Artificial"}]}`,
		},
	})
}

func TestCollectionMessages(t *testing.T) {
	h := newHarness(t)
	later := fmt.Sprintf(`{"aspect":"collect","validFrom":%d,"value":{"mode":"UploadCollect","interval":600}}`, time.Now().Add(time.Hour).UnixMilli())
	h.ask([]asking{
		{errs.CollectHanging, "owner", "PATCH", aLevel + "/collect-config", `{"interval":900}`},
		{
			errs.CollectBatch, "owner", "PATCH", "/api/projects/{project}/measuring-points/collect-config",
			`{"points":[{level},{point}],"collectConfig":{"interval":1200}}`,
		},
		{errs.CollectHere, "owner", "PATCH", aPoint + "/collect-config", `{"interval":1800}`},
		{errs.CollectAsked, "owner", "PATCH", aLevel + "/collect-config", `{"interval":900,"mode":"CommandCollect"}`},
		{errs.CollectNone, "owner", "PATCH", aLevel + "/collect-config", `{"mode":"NoCollect"}`},
		{errs.CollectLater, "owner", "POST", aLevel + "/versions", later},
	})
}

func TestAlertIsProcessedOnceWithNote(t *testing.T) {
	h := newHarness(t)
	alerts := h.twoAlerts(t)
	h.ids["alert"] = alerts[0].ID
	const status = "/api/alerts/{alert}/status"
	h.ask([]asking{
		{errs.AlertNoteRequired, "member", "PATCH", status, `{"status":"Confirm","note":" ","level":3}`},
	})
	h.must("member", "PATCH", status, `{"status":"Confirm","note":"seen","level":3}`)
	h.ask([]asking{
		{errs.AlertProcessed, "member", "PATCH", status, `{"status":"FalseAlarm","note":"no","level":3}`},
	})
}

func TestAPIKeysAreLimited(t *testing.T) {
	h := newHarness(t)
	for i := range 60 {
		w := h.call("owner", "POST", h.path("/api/users/{owner}/api-keys"),
			fmt.Sprintf(`{"name":"key %d","permissions":["View:Data"],"projectId":%d,"expiresAt":%d}`, i, h.Project.ID, inAYear()))
		if w.Code == 409 && said(w.Body.Bytes(), errs.KeysTooMany) {
			return
		}
		if w.Code != 201 {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	t.Error("60 keys were created, want a limit")
}

// packed is a zip with one file.
func packed(t *testing.T, name string) string {
	t.Helper()
	var out strings.Builder
	w := zip.NewWriter(&out)
	part, err := w.Create(name)
	if err == nil {
		_, err = part.Write([]byte("x"))
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestImportMessages(t *testing.T) {
	h := newHarness(t)
	const layout = `"layout":{"separator":"comma","headerLines":0,"time":[{"column":0,"role":"time","format":"YYYY-MM-DD HH:mm:ss"}],"zone":"Asia/Shanghai","columns":[{"column":1,"channel":0,"field":"level"}]}`
	upload := func(name, content string) asking {
		return asking{nil, "member", "POST", aDevice + "/import-files?name=" + name, content}
	}
	for _, c := range []struct {
		message *errs.Message
		upload  asking
	}{
		{errs.FileRead, upload("none.zip", packed(t, "__MACOSX/x"))},
		{errs.FileRead, upload("broken.zip", "PK\x03\x04 and nothing")},
		{errs.FileType, upload("book.zip", packed(t, "[Content_Types].xml"))},
	} {
		c.upload.message = c.message
		h.ask([]asking{c.upload})
	}
	h.must("admin", "POST", "/api/corporations/{ours}/devices/move", `{"deviceIds":[{logger}],"projectId":0}`)
	stock := "/api/corporations/{ours}/devices/{logger}/import-mappings"
	h.ask([]asking{{errs.NoProject, "admin", "POST", stock, `{"name":"Level","for":"project",` + layout + `}`}})

	var file, job struct{ ID int64 }
	for _, step := range []struct {
		path, body string
		into       any
	}{
		{aDevice + "/import-files?name=level.csv", "2026-01-01 00:00:00,1.5\n2026-01-01 01:00:00,1.6\n", &file},
		{aDevice + "/import-files/{file}/import", `{` + layout + `}`, &job},
	} {
		if err := json.Unmarshal(h.must("member", "POST", step.path, step.body), step.into); err != nil {
			t.Fatal(err)
		}
		h.ids["file"], h.ids["job"] = file.ID, job.ID
	}
	h.ask([]asking{{errs.ImportRunning, "member", "GET", aDevice + "/imports/{job}/refusals", ""}}) // no worker runs here
}

func TestRejectedDeviceMessages(t *testing.T) {
	h := newHarness(t)
	for reason, message := range map[string]*errs.Message{
		ingest.UnknownRegister: errs.RefusedRegister, ingest.WrongSecret: errs.RefusedSecret,
		ingest.ForeignTopic: errs.RefusedTopic, ingest.BadSignature: errs.SignatureInvalid,
		ingest.ClockOff: errs.RefusedClock, ingest.BadBody: errs.RefusedBody, ingest.TLSExpected: errs.RefusedPlain,
		ingest.TLSUnexpected: errs.RefusedTLS, ingest.TLSFailed: errs.RefusedHandshake,
		ingest.WrongProtocol: errs.RefusedProtocol, ingest.ForeignNetwork: errs.RefusedNetwork, ingest.Unreachable: errs.RefusedUnreachable,
	} {
		h.Intake.Rejections().Note(ingest.MQTT, h.Collector.Register, reason, "192.0.2.7:1883", time.Now().UnixMilli())
		h.ask([]asking{{message, "admin", "GET", "/api/corporations/{ours}/devices/refusals", ""}})
	}
}

func TestInitOfCollectorNeedsOnePoint(t *testing.T) {
	h := newHarness(t)
	for i, path := range []string{aPoint, aLevel} {
		h.must("owner", "POST", path+"/versions",
			fmt.Sprintf(`{"aspect":"binding","validFrom":1700000000000,"value":{"sources":[{"role":"main","deviceId":{logger},"channelNo":%d}]}}`, 2+i))
	}
	h.ask([]asking{
		{errs.WhichPoint, "owner", "PATCH", "/api/corporations/{ours}/devices/{logger}/init", `{"mode":"manual","time":1700000000000,"values":{"width":1}}`},
	})
}

// A collector without points, in a project without any: operations on its points are refused with a reason.
func TestMessagesWithoutPoints(t *testing.T) {
	h := newHarness(t)
	var made struct{ ID int64 }
	if err := json.Unmarshal(h.must("admin", "POST", "/api/projects", `{"name":"Empty"}`), &made); err != nil {
		t.Fatal(err)
	}
	h.ids["empty"] = made.ID
	spare := siteapi.CreatedDevice{}
	if err := json.Unmarshal(h.must("owner", "POST", "/api/corporations/{ours}/devices",
		`{"name":"Spare","type":"Crack","model":"own","sncode":"CR0009","projectId":{project}}`), &spare); err != nil {
		t.Fatal(err)
	}
	h.ids["spare"] = spare.ID
	level := struct {
		List []struct{ Value json.RawMessage }
	}{}
	if err := json.Unmarshal(h.must("owner", "GET", aLevel+"/versions?aspect=binding", ""), &level); err != nil || len(level.List) == 0 {
		t.Fatalf("%v %+v", err, level)
	}
	same := strings.Replace(string(level.List[0].Value), "{", `{"at":1700000700000,`, 1)
	h.ask([]asking{
		{errs.NoConfigurablePoints, "admin", "POST", "/api/projects/{empty}/recompute", `{}`},
		{errs.DevicesDeleted, "owner", "POST", "/api/corporations/{ours}/devices/bulk-delete", `{"ids":[{spare}]}`},
		{errs.SameGroup, "manager", "POST", aLevel + "/device-group/preview", same},
	})
}

func TestTruncatedFormIsRejected(t *testing.T) {
	h := newHarness(t)
	for body, want := range map[string]*errs.Message{
		"--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\nbroken": errs.FileFailed,
		"--b--\r\n": errs.Empty,
	} {
		r := httptest.NewRequest("POST", h.path(aDevice+"/calibration?filename=a.cal"), strings.NewReader(body))
		r.Header.Set("Content-Type", "multipart/form-data; boundary=b")
		r.Header.Set("Authorization", "Bearer "+h.token("owner"))
		r.Header.Set("Accept-Language", "en")
		w := httptest.NewRecorder()
		h.API.ServeHTTP(w, r)
		if w.Code != 422 && w.Code != 404 || !said(w.Body.Bytes(), want) {
			t.Errorf("%q: %d %s", body, w.Code, w.Body)
		}
	}
}
