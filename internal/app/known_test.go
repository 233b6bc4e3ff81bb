package app_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"testing"
	"time"

	paho "github.com/eclipse/paho.mqtt.golang"

	"plumbline/internal/app"
	"plumbline/internal/field/transport/httppush"
	"plumbline/internal/testing/pgtest"
)

// Whatever a call returns can be used at once: a device sends over HTTP and signs in over MQTT with a new secret, and
// with a rotated one.
func TestCallResultsAreUsableAtOnce(t *testing.T) {
	for name, url := range map[string]func(testing.TB) string{
		"sqlite":   func(testing.TB) string { return "" },
		"postgres": pgtest.URL,
	} {
		t.Run(name, func(t *testing.T) {
			r := run(t, app.Config{
				Data: t.TempDir(), HTTP: "127.0.0.1:0", MQTT: "127.0.0.1:0", LogFormat: "text", Demo: true,
				DatabaseURL: url(t), AdminPassword: password, Version: "test",
			})
			defer r.stop(t)
			u := &user{t: t, r: r}
			u.call("POST", "/api/sessions/signin", fmt.Sprintf(`{"name":"admin","password":%q}`, password), u)
			var projects struct {
				List []struct{ ID, CorporationID int64 }
			}
			u.call("GET", "/api/projects", "", &projects)
			u.pointsAreKnown(projects.List[0].ID)
			devices := fmt.Sprintf("/api/corporations/%d/devices", projects.List[0].CorporationID)
			broker := mqttTold.FindStringSubmatch(r.output.String())
			for i := range 200 {
				register := fmt.Sprintf("AT-ONCE-%d", i)
				var made struct {
					ID     int64
					Secret string
				}
				u.call("POST", devices,
					fmt.Sprintf(`{"name":"%s","type":"HDA3","model":"HDA3-32","sncode":%q,"register":%q}`, register[3:], register, register), &made)
				u.ingest(register, made.Secret)
				if i%10 == 0 {
					signOn(t, broker[1], register, made.Secret)
					var fresh struct{ Secret string }
					u.call("POST", fmt.Sprintf("%s/%d/secret", devices, made.ID), `{}`, &fresh)
					u.ingest(register, fresh.Secret)
				}
			}
		})
	}
}

// pointsAreKnown creates points and requests their values in the next call.
func (u *user) pointsAreKnown(project int64) {
	u.t.Helper()
	var structures struct{ List []struct{ ID int64 } }
	u.call("GET", fmt.Sprintf("/api/projects/%d/structures", project), "", &structures)
	for i := range 100 {
		var made struct{ List []struct{ ID int64 } }
		u.call("POST", fmt.Sprintf("/api/structures/%d/measuring-points", structures.List[0].ID),
			fmt.Sprintf(`{"points":[{"name":"ONCE-%d","type":"normal","measurement":"Crack","category":"Crack"}]}`, i), &made)
		u.call("POST", "/api/monitor/query", fmt.Sprintf(`{"measuringPointId":%d,"start":1700000000000,"end":1700000001000}`, made.List[0].ID), nil)
		u.call("POST", "/api/monitor/extent", fmt.Sprintf(`{"measuringPointId":%d}`, made.List[0].ID), nil)
	}
}

var mqttTold = regexp.MustCompile(`MQTT at (127\.0\.0\.1:\d+)`)

// user is a signed-in user.
type user struct {
	t     *testing.T
	r     *running
	Token string
}

func (u *user) call(method, path, body string, into any) {
	u.t.Helper()
	request, err := http.NewRequest(method, u.r.base+path, bytes.NewReader([]byte(body)))
	if err != nil {
		u.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if u.Token != "" {
		request.Header.Set("Authorization", "Bearer "+u.Token)
	}
	u.do(request, into)
}

func (u *user) ingest(register, secret string) {
	u.t.Helper()
	body := fmt.Sprintf(`{"t":%d,"v":{"freq":2700}}`, time.Now().UnixMilli())
	at := strconv.FormatInt(time.Now().Unix(), 10)
	request, err := http.NewRequest(http.MethodPost, u.r.base+httppush.Path+register, bytes.NewReader([]byte(body)))
	if err != nil {
		u.t.Fatal(err)
	}
	request.Header.Set(httppush.TimeHeader, at)
	request.Header.Set(httppush.SignHeader, httppush.Sign(secret, at, register, []byte(body)))
	u.do(request, nil)
}

func (u *user) do(request *http.Request, into any) {
	u.t.Helper()
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		u.t.Fatal(err)
	}
	defer reply.Body.Close()
	body, err := io.ReadAll(reply.Body)
	if err != nil {
		u.t.Fatal(err)
	}
	if reply.StatusCode >= 300 {
		u.t.Fatalf("%s %s: %d %.300s", request.Method, request.URL.Path, reply.StatusCode, body)
	}
	if into != nil {
		if err := json.Unmarshal(body, into); err != nil {
			u.t.Fatal(err)
		}
	}
}

func signOn(t *testing.T, address, register, secret string) {
	t.Helper()
	client := paho.NewClient(paho.NewClientOptions().AddBroker("tcp://" + address).SetClientID(register).SetUsername(register).SetPassword(secret))
	token := client.Connect()
	token.Wait()
	if err := token.Error(); err != nil {
		t.Fatalf("%s: %v", register, err)
	}
	client.Disconnect(0)
}
