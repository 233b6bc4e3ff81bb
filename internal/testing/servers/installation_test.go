//go:build unix

package servers_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"plumbline/internal/app"
	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/field/transport/httppush"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/mail"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
	"plumbline/internal/site/project"
	"plumbline/internal/testing/await"
	"plumbline/internal/testing/killtest"
	"plumbline/internal/testing/pgtest"
	"plumbline/internal/testing/process"
)

func TestMain(m *testing.M) { os.Exit(killtest.Main(m, serve)) }

// setup is a server's configuration, and by how much the clock of its machine is wrong.
type setup struct {
	app.Config
	ClockWrong time.Duration
}

// serve runs a server in its own process until SIGTERM. argument is its setup as JSON.
func serve(argument string, ready func()) error {
	var s setup
	if err := json.Unmarshal([]byte(argument), &s); err != nil {
		return err
	}
	clock.SetWrong(s.ClockWrong)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	ended := make(chan error, 1)
	log := new(output)
	go func() { ended <- app.Run(ctx, s.Config, log) }()
	for {
		reply, err := http.Get("http://" + s.HTTP + "/readyz")
		if err == nil {
			_ = reply.Body.Close()
			if reply.StatusCode == http.StatusOK {
				break
			}
		}
		select {
		case err := <-ended:
			return errors.Join(err, errors.New(log.String()))
		default:
			await.Pause()
		}
	}
	ready()
	return <-ended
}

// output collects what a server prints and logs, which it does at the same time.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// installation is a database with gauges and points, and the servers that the test starts.
type installation struct {
	*testing.T
	pace
	url    string
	key    string
	mail   mail.Config
	lines  int // so many of the gauges are HJ 212 stations
	gauges []gauge

	allowNet string // inner networks that the servers may connect to
}

type gauge struct {
	pace
	device           device.Device
	register, secret string
	point            int64
}

// pace is the time of the first reading, UTC ms, and the ms between readings.
type pace struct{ began, step int64 }

// at returns the time of the n-th reading.
func (p pace) at(n int) int64 { return p.began + int64(n)*p.step }

// Readings are of the last weeks, of the last years, or of the last two hours: alerts are notified of those.
var (
	years   = pace{time.Now().Add(-90_000 * time.Hour).Truncate(time.Hour).UnixMilli(), 60_000}
	history = pace{time.Now().Add(-1000 * time.Hour).Truncate(time.Hour).UnixMilli(), 60_000}
	recent  = pace{time.Now().Add(-100 * time.Minute).Truncate(time.Minute).UnixMilli(), 5_000}
)

func newInstallation(t *testing.T, p pace) *installation {
	return &installation{T: t, pace: p, url: pgtest.URL(t), key: strings.Repeat("5a", 32)}
}

func (in *installation) check(err error) {
	in.Helper()
	if err != nil {
		in.Fatal(err)
	}
}

// open opens the installation in this process.
func (in *installation) open() *app.Installation {
	in.Helper()
	open, err := app.Open(in.Context(), app.Config{
		Data: in.TempDir(), DatabaseURL: in.url, Key: in.key, AdminPassword: "Start-2468!", Version: "test", Mail: in.mail,
	}, slog.New(slog.DiscardHandler))
	in.check(err)
	return open
}

// seed creates projects with points, each with a gauge. The last ones are stations.
func (in *installation) seed(projects, points int) {
	in.Helper()
	ctx, who := in.Context(), audit.Program("test")
	open := in.open()
	defer open.Close()
	pgtest.Distribute(in, in.url)
	_, _, _, err := open.FirstStart(ctx)
	in.check(err)
	corporation := in.number(open, "SELECT min(id) FROM corporation")
	draft := func(aspect definition.PointAspect, value any) timeline.Draft {
		data, err := json.Marshal(value)
		in.check(err)
		return timeline.Draft{Aspect: string(aspect), Value: data}
	}
	station := []timeline.Draft{draft(definition.PointAspect(device.AspectLink), device.Link{Protocol: "hj212"})}
	level := func(v float64) *float64 { return &v }
	for n := range projects {
		site, err := open.Projects.Create(ctx, who, project.Project{CorporationID: corporation, Name: fmt.Sprint("Dam ", n)})
		in.check(err)
		place, err := open.Projects.CreateStructure(ctx, who, project.Structure{ProjectID: site.ID, Name: "Crest", Type: "Dam"})
		in.check(err)
		for k := range points {
			register := fmt.Sprintf("CR-%d-%d", n, k)
			var configured []timeline.Draft
			if len(in.gauges) >= projects*points-in.lines {
				configured = station
			}
			made, secret, err := open.Devices.Create(ctx, who, device.Device{
				CorporationID: corporation, ProjectID: site.ID, Name: register, Kind: device.Measuring, Type: "Crack",
				Model: "own", SNCode: register, Register: register,
			}, configured)
			in.check(err)
			list, err := open.Points.Create(ctx, who, site.ID, []point.New{{
				Point: point.Point{StructureID: place.ID, Name: register, Kind: point.Normal, Measurement: "Crack", Category: "Crack"},
				Config: []timeline.Draft{
					draft(definition.AspectBinding, definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: made.ID}}}),
					draft(definition.AspectFormula, definition.Formula{Rules: []definition.Rule{
						{FormulaType: definition.CustomFormula, ComputedField: "width", Text: "disp*2"},
					}}),
					draft(definition.AspectCollect, definition.Collect{Mode: "UploadCollect", Interval: in.step / 1000}),
					draft(definition.AspectInitial, definition.Initial{Mode: "manual", Values: map[string]float64{"width": 0}}),
					draft(definition.AspectThresholds, alarm.Thresholds{List: []alarm.Threshold{{
						Field: "width", ValueType: "accumulated", Blue: level(4), Yellow: level(6), Orange: level(8), Red: level(9), Enable: true,
					}}}),
				},
			}})
			in.check(err)
			in.gauges = append(in.gauges, gauge{pace: in.pace, device: made, register: register, secret: secret, point: list[0].ID})
		}
	}
}

// server is a running process.
type server struct {
	*killtest.Process
	address string
	mqtt    string
}

// start starts a server with its own data folder and waits until it is ready.
func (in *installation) start() *server {
	in.Helper()
	return in.startAt(slot{http: process.FreeAddress(), mqtt: process.FreeAddress()}, in.url)
}

// startAt starts a server on the addresses of a slot, which reaches the database at a url.
func (in *installation) startAt(at slot, url string) *server {
	in.Helper()
	s := &server{address: at.http, mqtt: at.mqtt}
	config := app.Config{
		Data: in.TempDir(), HTTP: at.http, MQTT: at.mqtt, Ops: at.ops, DatabaseURL: url, Connections: at.connections, Key: in.key, LogFormat: "text", Version: "test", Mail: in.mail,
		AllowNet: in.allowNet,
	}
	if at.balanced {
		config.DTU, config.TrustedProxies, config.ProxyProtocol = at.dtu, "127.0.0.1", "mqtt,dtu"
	}
	argument, err := json.Marshal(setup{config, at.clockWrong})
	in.check(err)
	s.Process = killtest.Start(in.T, string(argument))
	return s
}

// valueOf is what a gauge measures with its n-th reading: it rises to its red limit and returns.
func valueOf(n int) float64 { return float64(n%200) / 40 }

// send sends the n-th reading of a gauge, and reports whether the server has acknowledged it.
func (g gauge) send(client *http.Client, s *server, n int) bool {
	body := fmt.Sprintf(`{"t":%d,"v":{"disp":%g}}`, g.at(n), valueOf(n))
	request, err := http.NewRequest(http.MethodPost, "http://"+s.address+"/ingest/v1/"+g.register, strings.NewReader(body))
	if err != nil {
		return false
	}
	at := strconv.FormatInt(time.Now().Unix(), 10)
	request.Header.Set(httppush.TimeHeader, at)
	request.Header.Set(httppush.SignHeader, httppush.Sign(g.secret, at, g.register, []byte(body)))
	reply, err := client.Do(request)
	if err != nil {
		return false
	}
	_ = reply.Body.Close()
	return reply.StatusCode == http.StatusOK
}
