package admi_test

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"

	"plumbline/internal/app"
	"plumbline/internal/field/protocol/admi/admipb"
	"plumbline/internal/field/simulate/shapearray"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/apptest"
)

// rig is a running server with a shape array.
type rig struct {
	*testing.T
	*apptest.Server
	device string // path
	secret string
}

func start(t *testing.T) *rig {
	t.Helper()
	r := &rig{T: t, Server: apptest.Start(t, database.SQLite, apptest.Options{Config: func(c *app.Config) { c.AllowNet = "127.0.0.0/8" }})}
	devices := fmt.Sprintf("/api/corporations/%d/devices", r.Corporation.ID)
	made := r.ask("POST", devices, fmt.Sprintf(
		`{"name":"Array","type":"ADMI","model":"ADMI-500","sncode":"ADMI-1","register":"ADMI20260001","projectId":%d}`, r.Project.ID), 201)
	r.device, r.secret = fmt.Sprintf("%s/%.0f", devices, made["id"]), made["secret"].(string)
	return r
}

// ask makes a call as the administrator and expects a status.
func (r *rig) ask(method, path, body string, status int) map[string]any {
	r.Helper()
	got := r.Call(r.Context(), r.T, "admin", method, path, body)
	if got.Code != status {
		r.Fatalf("%s %s: %d %s", method, path, got.Code, got.Body)
	}
	answer := map[string]any{}
	if err := json.Unmarshal(got.Body.Bytes(), &answer); err != nil {
		r.Fatal(err)
	}
	return answer
}

// refused makes a call that must be refused with a message.
func (r *rig) refused(method, path, body string, want *errs.Message) string {
	r.Helper()
	got := r.Call(r.Context(), r.T, "admin", method, r.device+path, body)
	if !strings.Contains(got.Body.String(), fmt.Sprintf(`"code":%d`, want.Code)) || got.Code >= http.StatusInternalServerError && want.Kind != errs.Unavailable {
		r.Errorf("%s %s: %d %s, want %s", method, path, got.Code, got.Body, want.Key)
	}
	return got.Body.String()
}

// upload adds a calibration file to the device.
func (r *rig) upload(name string) {
	r.Helper()
	if _, err := r.Devices.SaveFile(r.Context(), apptest.Actor(r.Admin), r.id(), name, []byte("7 segments")); err != nil {
		r.Fatal(err)
	}
}

func (r *rig) id() (id int64) {
	r.Helper()
	if _, err := fmt.Sscan(r.device[strings.LastIndex(r.device, "/")+1:], &id); err != nil {
		r.Fatal(err)
	}
	return id
}

// serve starts a service and enters its address.
func (r *rig) serve() *shapearray.Array {
	r.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		r.Fatal(err)
	}
	array := shapearray.New(r.secret, time.Hour, func() []*admipb.Segment { return []*admipb.Segment{{Node: 1, X: proto.Float64(1.5)}} })
	server := array.Server()
	var serving sync.WaitGroup
	serving.Go(func() { _ = server.Serve(listener) })
	r.Cleanup(func() {
		server.Stop()
		serving.Wait()
	})
	r.ask("PATCH", r.device+"/link-config", `{"value":{"dial":"grpc://`+listener.Addr().String()+`"}}`, 200)
	return array
}

// doing expects a state of the service.
func (r *rig) doing(want string) {
	r.Helper()
	if got := r.ask("GET", r.device+"/admi/grpc", "", 200); got["state"] != want {
		r.Errorf("the service: %v, want %s", got, want)
	}
}

// file returns what is known of the only file of the service.
func (r *rig) file() map[string]any {
	r.Helper()
	list := r.ask("GET", r.device+"/admi/calibration", "", 200)["list"].([]any)
	if len(list) != 1 {
		r.Fatalf("its files: %v", list)
	}
	return list[0].(map[string]any)
}

// A person enters the address, sends the calibration file, sets how the array is read and starts it.
func TestServiceIsSetUp(t *testing.T) {
	r := start(t)
	if got := r.ask("GET", r.device+"/admi/grpc", "", 200); got["state"] != "notSet" {
		t.Errorf("without an address: %v", got)
	}
	r.refused("GET", "/admi/port", "", errs.ServiceNotSet)
	if got := r.refused("PATCH", "/link-config", `{"value":{"dial":"tcp://127.0.0.1:5000"}}`, errs.DialProtocol); !strings.Contains(got, "dial") {
		t.Errorf("a line of bytes: %s", got)
	}
	array := r.serve()
	if got := r.ask("GET", r.device+"/admi/grpc", "", 200); got["state"] != "notConfigured" || got["collecting"] != false {
		t.Errorf("the service: %v", got)
	}
	if got := r.ask("GET", r.device+"/admi/port", "", 200); !strings.Contains(fmt.Sprint(got), shapearray.Port) {
		t.Errorf("its ports: %v", got)
	}
	r.refused("POST", "/admi/toggle-collect", `{"collecting":true}`, errs.FileNotUploaded)
	config := `{"port":"` + shapearray.Port + `","baud":57600,"interval":600,"averageCount":50,"calibrationFile":"first.cal"}`
	r.refused("PUT", "/admi/collect-config", config, errs.FileNotUploaded)
	r.refused("PUT", "/admi/calibration/first.cal", "", errs.FileNotUploaded)
	r.upload("first.cal")
	if got := r.ask("PUT", r.device+"/admi/calibration/first.cal", "", 200); got["size"] != 10.0 || len(got["sha256"].(string)) != 64 {
		t.Errorf("the file that was sent: %v", got)
	}
	if got := r.file(); got["used"] != false || got["usedSince"] != 0.0 || got["uploaded"] != "same" || got["storedAt"] == 0.0 {
		t.Errorf("a file that is not used: %v", got)
	}
	before := time.Now().UnixMilli()
	r.refused("PUT", "/admi/collect-config", strings.Replace(config, shapearray.Port, "COM9", 1), errs.NotOneOf)
	r.ask("PUT", r.device+"/admi/collect-config", config, 200)
	if got := r.ask("GET", r.device+"/admi/collect-config", "", 200); got["interval"] != 600.0 || got["calibrationFile"] != "first.cal" || got["calibrationSince"].(float64) < float64(before) {
		t.Errorf("how the array is read: %v", got)
	}
	r.doing("stopped")
	if got := r.file(); got["used"] != true || got["usedSince"].(float64) < float64(before) {
		t.Errorf("the file that is used: %v", got)
	}
	if err := r.Devices.DeleteFile(t.Context(), apptest.Actor(r.Admin), r.id(), "first.cal"); err != nil {
		t.Fatal(err)
	}
	if got := r.file(); got["uploaded"] != "none" {
		t.Errorf("a file that only the service has: %v", got)
	}
	if _, err := r.Devices.SaveFile(t.Context(), apptest.Actor(r.Admin), r.id(), "first.cal", []byte("8 segments")); err != nil {
		t.Fatal(err)
	}
	if got := r.file(); got["uploaded"] != "other" {
		t.Errorf("a file that was uploaded again: %v", got)
	}
	r.ask("POST", r.device+"/admi/toggle-collect", `{"collecting":true}`, 200)
	r.doing("collecting")
	array.Take(time.Now().Add(-31 * time.Minute)) // three intervals are half an hour
	r.doing("stale")
	array.Take(time.Now().Add(-29 * time.Minute))
	r.doing("collecting")
	r.refused("DELETE", "/admi/calibration/first.cal", "", errs.ServiceRefused)
	r.ask("POST", r.device+"/admi/toggle-collect", `{"collecting":false}`, 200)
	r.ask("DELETE", r.device+"/admi/calibration/first.cal", "", 200)
	if got := r.ask("GET", r.device+"/admi/calibration", "", 200); len(got["list"].([]any)) != 0 {
		t.Errorf("its files: %v", got)
	}
	r.refused("DELETE", "/admi/calibration/first.cal", "", errs.FileNotUploaded)
	log := r.Call(t.Context(), t, "admin", "GET", "/api/operation-logs?pageSize=50", "").Body.String()
	for _, action := range []string{"admiCalibration", "admiCollectConfig", "admiCollecting", "admiCalibrationGone"} {
		if !strings.Contains(log, action) {
			t.Errorf("the log of operations lacks %s", action)
		}
	}
}

func TestServiceIsAway(t *testing.T) {
	r := start(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = listener.Close()
	r.ask("PATCH", r.device+"/link-config", `{"value":{"dial":"grpc://`+listener.Addr().String()+`"}}`, 200)
	if got := r.ask("GET", r.device+"/admi/grpc", "", 200); got["state"] != "unreachable" || got["problem"] == "" {
		t.Errorf("a service that is away: %v", got)
	}
	r.refused("GET", "/admi/collect-config", "", errs.RefusedUnreachable)
	r.ask("PATCH", r.device+"/link-config", `{"value":{"dial":"grpc://10.9.8.7:5000"}}`, 200)
	r.refused("GET", "/admi/calibration", "", errs.AddressForbidden)
}
