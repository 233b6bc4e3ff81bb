package calls_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"plumbline/internal/field/command"
	"plumbline/internal/field/simulate"
	"plumbline/internal/httpapi"
	"plumbline/internal/httpapi/fieldapi"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/events"
)

// upload uploads a firmware file.
func (f *field) upload(who, name, notice, content string) *httptest.ResponseRecorder {
	f.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	if err == nil {
		_, err = io.WriteString(part, content)
	}
	if err == nil {
		err = form.WriteField("notice", notice)
	}
	if err == nil {
		err = form.Close()
	}
	if err != nil {
		f.t.Fatal(err)
	}
	r := httptest.NewRequest("POST", "/api/softwares", &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Accept-Language", "en")
	r.Header.Set("Authorization", "Bearer "+f.token(who))
	w := httptest.NewRecorder()
	f.API.ServeHTTP(w, r)
	return w
}

func TestDeviceUpgrade(t *testing.T) {
	f := newField(t)
	if w := f.upload("admin", "HDA3 1.2.0.4.hsf", "", "x"); w.Code != 422 ||
		!strings.Contains(w.Body.String(), `"code":5015`) && !strings.Contains(w.Body.String(), "Invalid firmware file name") {
		t.Errorf("a bad name: %d %s", w.Code, w.Body)
	}
	if w := f.upload("guest", "HDA3-1.2.0.4-spring.hsf", "", "x"); w.Code != 403 {
		t.Errorf("by a guest: %d %s", w.Code, w.Body)
	}
	content := strings.Repeat("firmware ", 1000)
	w := f.upload("admin", "HDA3-1.2.0.4-spring.hsf", "Mends the clock", content)
	var file fieldapi.Software
	if err := json.Unmarshal(w.Body.Bytes(), &file); err != nil || w.Code != 201 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	sum := sha256.Sum256([]byte(content))
	if file.Size != int64(len(content)) || file.SHA256 != hex.EncodeToString(sum[:]) || file.Version != "1.2.0.4" || file.Type != "HDA3" {
		t.Errorf("%+v", file)
	}
	f.ids["software"] = file.ID
	w = f.call("admin", "POST", f.path("/api/softwares/{software}/upgrades"), f.path(`{"deviceIds":[{gauge}]}`))
	if w.Code != 422 || !said(w.Body.Bytes(), errs.FirmwareHost) {
		t.Errorf("upgrade of a device of another type: %d %s", w.Code, w.Body)
	}
	if w := f.call("stranger", "POST", f.path("/api/softwares/{software}/upgrades"), f.path(`{"deviceIds":[{logger}]}`)); w.Code != 404 {
		t.Errorf("by a stranger: %d %s", w.Code, w.Body)
	}
	w = f.call("admin", "POST", f.path("/api/softwares/{software}/upgrades"), f.path(`{"deviceIds":[{logger}]}`))
	if w.Code != 201 || !strings.Contains(w.Body.String(), `"step":"hanging"`) {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	stop := f.connect(func(o *simulate.Options) { o.Server = "" }) // it cannot download files
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	received := f.Bus.Subscribe(ctx, events.Command)
	upgrade := func(state string) fieldapi.SoftwareUpgrade {
		t.Helper()
		for {
			var page httpapi.Page[fieldapi.SoftwareUpgrade]
			if err := json.Unmarshal(f.call("admin", "GET", "/api/softwares/upgrades", "").Body.Bytes(), &page); err != nil || len(page.List) != 1 {
				t.Fatalf("%+v, %v", page, err)
			}
			if page.List[0].State == state {
				return page.List[0]
			}
			if _, open := <-received; !open {
				t.Fatalf("it is still %+v", page.List[0])
			}
		}
	}
	failed := upgrade("fail")
	if failed.Reason != "refused" || failed.Code != command.NotSupported {
		t.Errorf("%+v", failed)
	}
	stop()
	f.ids["upgrade"] = failed.ID
	if w := f.call("admin", "POST", f.path("/api/softwares/upgrades/{upgrade}/retry"), ""); w.Code != 200 {
		t.Fatalf("retry: %d %s", w.Code, w.Body)
	}
	f.connect()
	if done := upgrade("success"); done.Attempts != 2 || done.Version != "1.2.0.4" || done.Step != "done" {
		t.Errorf("%+v", done)
	}
	w = f.call("admin", "GET", f.path(loggerCommands), "")
	if strings.Contains(w.Body.String(), "sign=") {
		t.Errorf("the list of commands contains the link: %s", w.Body)
	}
	if body := f.call("admin", "GET", f.path("/api/corporations/{ours}/devices/{logger}/frames?limit=200"), "").Body.String(); !strings.Contains(body,
		"sign=***") || strings.Contains(strings.ReplaceAll(body, "sign=***", ""), "sign=") {
		t.Errorf("the frames contain the link: %s", body)
	}
	if w := f.call("admin", "POST", f.path("/api/softwares/{software}/upgrades"),
		f.path(`{"deviceIds":[{logger}]}`)); w.Code != 409 && w.Code != 422 || !strings.Contains(w.Body.String(), `"code":8560`) {
		t.Errorf("upgrade to the installed version: %d %s", w.Code, w.Body)
	}
	if w := f.call("", "GET", file.URL[:len(file.URL)-2]+"xx", ""); w.Code == 200 {
		t.Error("a link with a wrong signature opens the file")
	}
	if w := f.call("", "GET", file.URL, ""); w.Code != http.StatusOK || w.Body.String() != content {
		t.Errorf("the link: %d", w.Code)
	}
	rest := httptest.NewRequest("GET", file.URL, nil) // the connection broke after 8,990 bytes
	rest.Header.Set("Range", "bytes=8990-")
	rest.Header.Set("If-Range", `"`+file.SHA256+`"`)
	w = httptest.NewRecorder()
	f.API.ServeHTTP(w, rest)
	if w.Code != http.StatusPartialContent || w.Body.String() != content[8990:] || w.Header().Get("Content-Range") != "bytes 8990-8999/9000" {
		t.Errorf("the rest of the file: %d, %q, %v", w.Code, w.Body, w.Header())
	}
	for who, want := range map[string]int{"guest": 403, "stranger": 404} {
		if w := f.call(who, "DELETE", f.path("/api/softwares/{software}"), ""); w.Code != want {
			t.Errorf("deleted by %s: %d %s", who, w.Code, w.Body)
		}
	}
	if w := f.call("admin", "DELETE", f.path("/api/softwares/{software}"), ""); w.Code != 200 {
		t.Errorf("deleted: %d %s", w.Code, w.Body)
	}
	if w := f.call("", "GET", file.URL, ""); w.Code == 200 {
		t.Error("a deleted file still exists")
	}
}
