package calls_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/spreadsheet"
	"plumbline/internal/site/device"
	"plumbline/internal/site/deviceimport"
	"plumbline/internal/testing/apptest"
)

// sendForm uploads a file as one of the accounts.
func (h *harness) sendForm(who, path string, file []byte) *httptest.ResponseRecorder {
	h.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "devices.xlsx")
	if err == nil {
		_, err = part.Write(file)
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		h.t.Fatal(err)
	}
	r := httptest.NewRequest("POST", h.path(path), &body)
	r.Header.Set("Accept-Language", "en")
	r.Header.Set("Content-Type", form.FormDataContentType())
	if who != "" {
		r.Header.Set("Authorization", "Bearer "+h.token(who))
	}
	w := httptest.NewRecorder()
	h.API.ServeHTTP(w, r)
	return w
}

// formOf returns a workbook of crack meters on channels of one collector.
func formOf(t *testing.T, n int, change func(i int, d *device.NewDevice)) []byte {
	t.Helper()
	const each = 33 // a logger and its channels
	list := make([]device.NewDevice, n)
	for i := range list {
		list[i] = device.NewDevice{
			Device: device.Device{
				Name: fmt.Sprintf("Crack %d", i), SNCode: fmt.Sprintf("FORM-%d", i), Model: "CRK-VW",
			}, Collector: fmt.Sprintf("FORM-%d", i-i%each), ChannelNo: int32(i % each),
		}
		list[i].Config = []timeline.Draft{
			apptest.Draft(t, string(definition.AspectCoefficients), 0, definition.Coefficients{Values: map[string]float64{"K": 0.0125, "f0": 2500}}),
		}
		if i%each == 0 {
			sn := fmt.Sprintf("FORM-%d", i)
			list[i] = device.NewDevice{Device: device.Device{Name: "Logger " + sn, SNCode: sn, Register: sn, Model: "HDA3-32"}}
		}
		if change != nil {
			change(i, &list[i])
		}
	}
	data, err := deviceimport.Export(deviceimport.Choices{Language: "en"}, list)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

const workbookPath = "/api/corporations/{ours}/devices/workbook"

func TestImportDevicesFromWorkbook(t *testing.T) {
	h := newHarness(t)
	const in = "?projectId={project}"
	good := formOf(t, 20, nil)
	for _, path := range []string{"/preview", "/marked", ""} {
		for who, want := range map[string]int{"": 401, "stranger": 404, "guest": 403, "member": 403} {
			if w := h.sendForm(who, workbookPath+path+in, good); w.Code != want {
				t.Errorf("%s by %q: %d %s, want %d", path, who, w.Code, w.Body, want)
			}
		}
	}
	if w := h.sendForm("owner", workbookPath+"/preview", good); w.Code != 403 {
		t.Errorf("a project owner imports into the corporation's stock: %d %s", w.Code, w.Body)
	}

	// Errors are reported by cell, and nothing is created.
	bad := formOf(t, 20, func(i int, d *device.NewDevice) {
		switch i {
		case 3:
			d.SNCode = "HDA3-110742" // exists already
		case 4:
			d.Name = strings.Repeat("x", 21)
		case 5:
			d.ChannelNo = 2 // same as row 3
		}
	})
	var report struct {
		Rows     []struct{ Line int }
		Problems []struct {
			Line           int
			Column, Reason string
		}
	}
	w := h.sendForm("owner", workbookPath+"/preview"+in, bad)
	if err := json.Unmarshal(w.Body.Bytes(), &report); err != nil || w.Code != 200 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	var told []string
	for _, p := range report.Problems {
		told = append(told, fmt.Sprintf("%d %s", p.Line, p.Column))
	}
	if got, want := strings.Join(told, ", "), "5 sncode, 6 name, 7 channelNo"; got != want || len(report.Rows) != 20 {
		t.Errorf("reported %s for %d rows, want %s", got, len(report.Rows), want)
	}
	if w := h.sendForm("owner", workbookPath+in, bad); w.Code != 422 || !strings.Contains(w.Body.String(), `"code":8378`) {
		t.Errorf("a bad form: %d %s", w.Code, w.Body)
	}
	if w := h.sendForm("owner", workbookPath+"/marked"+in, bad); w.Code != 200 || !bytes.HasPrefix(w.Body.Bytes(), []byte("PK")) {
		t.Errorf("the marked form: %d", w.Code)
	}
	if n := h.devicesLike(t, "FORM-"); n != 0 {
		t.Fatalf("%d devices were created from a bad form", n)
	}

	// A valid form creates all devices, and shows their secrets only once.
	var made struct {
		ActionID int64
		Devices  []struct{ SNCode, Secret string }
	}
	w = h.sendForm("owner", workbookPath+in, good)
	if err := json.Unmarshal(w.Body.Bytes(), &made); err != nil || w.Code != 201 || len(made.Devices) != 20 ||
		made.Devices[0].Secret == "" || made.Devices[1].Secret != "" {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	h.ids["import"] = made.ActionID
	if w := h.call("owner", "POST", h.path("/api/corporations/{ours}/actions/{import}/undo/preview"),
		""); w.Code != 200 || !strings.Contains(w.Body.String(), `"total":20`) {
		t.Errorf("preview of undoing: %d %s", w.Code, w.Body)
	}
	if w := h.call("owner", "POST", h.path("/api/corporations/{ours}/actions/{import}/undo"), ""); w.Code != 200 {
		t.Errorf("undo: %d %s", w.Code, w.Body)
	}
	if n := h.devicesLike(t, "FORM-"); n != 0 {
		t.Errorf("%d devices are left after undoing", n)
	}
	if w := h.sendForm("owner", workbookPath+in, make([]byte, spreadsheet.MaxBytes+1<<15)); w.Code != 413 {
		t.Errorf("3 MB: %d %s", w.Code, w.Body)
	}
}

func (h *harness) devicesLike(t *testing.T, name string) (n int) {
	t.Helper()
	if err := h.DB.Reader().QueryRow("SELECT COUNT(*) FROM device WHERE sn_code LIKE $1", name+"%").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestImportLargestWorkbook logs the duration of the largest form; the target is 10 s on 2 processors.
func TestImportLargestWorkbook(t *testing.T) {
	h := newHarness(t)
	data := formOf(t, device.MaxBatch, nil)
	began := time.Now()
	if w := h.sendForm("owner", workbookPath+"/preview?projectId={project}", data); w.Code != 200 || !strings.Contains(w.Body.String(), `"problems":[]`) {
		t.Fatalf("%d %.300s", w.Code, w.Body)
	}
	checked := time.Since(began)
	began = time.Now()
	if w := h.sendForm("owner", workbookPath+"?projectId={project}", data); w.Code != 201 {
		t.Fatalf("%d %.300s", w.Code, w.Body)
	}
	t.Logf("%d devices, %d bytes: checked in %v, imported in %v", device.MaxBatch, len(data),
		checked.Round(time.Millisecond), time.Since(began).Round(time.Millisecond))
	if n := h.devicesLike(t, "FORM-"); n != device.MaxBatch {
		t.Errorf("%d devices", n)
	}
}
