package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/marks"
	"plumbline/internal/core/series"
	"plumbline/internal/core/timeline"
	"plumbline/internal/field/ingest"
	"plumbline/internal/platform/blob/s3"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
	"plumbline/internal/site/project"
	"plumbline/internal/testing/await"
	"plumbline/internal/testing/pgtest"
)

// several is an installation with several servers.
type several struct {
	*testing.T
	url     string
	blobs   string // location of uploaded files; empty: the data folder of each server
	s3      s3.Config
	log     io.Writer // of all servers
	servers []*Server
	secrets map[int64]string // by gauge
	gauges  []device.Device
	points  []point.Point // each fed by the gauge of the same index
}

// join adds a server with its own connections and data folder.
func (s *several) join() *Server {
	s.Helper()
	return s.start(StartOptions{Held: true}, func(*Installation) {})
}

// start adds a server whose installation is changed before it starts.
func (s *several) start(options StartOptions, change func(*Installation)) *Server {
	s.Helper()
	log := slog.New(slog.DiscardHandler)
	if s.log != nil {
		log = slog.New(slog.NewTextHandler(s.log, nil))
	}
	in, err := Open(s.Context(), s.config(), log)
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { _ = in.Close() })
	pgtest.Distribute(s, s.url)
	change(in)
	server, err := in.Start(s.Context(), options)
	if err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { s.stop(server) })
	s.servers = append(s.servers, server)
	return server
}

// config returns the configuration of another server.
func (s *several) config() Config {
	return Config{
		Data: s.TempDir(), DatabaseURL: s.url, Key: strings.Repeat("5a", 32), AdminPassword: "Start-2468!", Version: "test",
		HTTP: "127.0.0.1:0", MQTT: "127.0.0.1:0", Blobs: s.blobs, S3: s.s3,
	}
}

// stop stops a server in order, once.
func (s *several) stop(server *Server) {
	s.Helper()
	if !slices.Contains(s.servers, server) {
		return
	}
	s.servers = slices.DeleteFunc(s.servers, func(other *Server) bool { return other == server })
	if err := server.Stop(); err != nil {
		s.Error(err)
	}
}

// seed creates projects with gauges and points on the first server.
func (s *several) seed(projects, points int) {
	s.Helper()
	must := func(err error) {
		s.Helper()
		if err != nil {
			s.Fatal(err)
		}
	}
	ctx, server := s.Context(), s.servers[0]
	corporation, _, _, err := server.FirstStart(ctx)
	must(err)
	r := rehearsal{t: s.T}
	for n := range projects {
		site, err := server.Projects.Create(ctx, program("test"), project.Project{CorporationID: corporation, Name: fmt.Sprint("Dam ", n)})
		must(err)
		place, err := server.Projects.CreateStructure(ctx, program("test"), project.Structure{ProjectID: site.ID, Name: "Crest", Type: "Dam"})
		must(err)
		for k := range points {
			register := fmt.Sprintf("CR-%d-%d", n, k)
			gauge, secret, err := server.Devices.Create(ctx, program("test"), device.Device{
				CorporationID: corporation, ProjectID: site.ID, Name: register, Kind: device.Measuring, Type: "Crack",
				Model: "own", SNCode: register, Register: register,
			}, []timeline.Draft{r.draft(string(definition.AspectCoefficients), 0, definition.Coefficients{Values: map[string]float64{"K": 2}})})
			must(err)
			made, err := server.Points.Create(ctx, program("test"), site.ID, []point.New{{
				Point: point.Point{StructureID: place.ID, Name: register, Kind: point.Normal, Measurement: "Crack", Category: "Crack"},
				Config: []timeline.Draft{
					r.draft(string(definition.AspectBinding), 0, definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: gauge.ID}}}),
					r.draft(string(definition.AspectFormula), 0, widthBy("disp*K")),
					r.draft(string(definition.AspectCollect), 0, definition.Collect{Mode: "UploadCollect", Interval: 3600}),
					r.draft(string(definition.AspectInitial), 0, definition.Initial{Mode: "manual", Values: map[string]float64{"width": 0}}),
					r.draft(string(definition.AspectThresholds), 0, alarm.Thresholds{List: []alarm.Threshold{crackLimits()}}),
				},
			}})
			must(err)
			s.gauges, s.points = append(s.gauges, gauge), append(s.points, made[0])
			if s.secrets == nil {
				s.secrets = map[int64]string{}
			}
			s.secrets[gauge.ID] = secret
		}
	}
}

// send has each gauge send readings in order, each to any of the servers.
func (s *several) send(from, n int, servers ...*Server) {
	s.Helper()
	var sending sync.WaitGroup
	for _, gauge := range s.gauges {
		sending.Go(func() {
			for i := from; i < from+n; i++ {
				server := servers[rand.IntN(len(servers))]
				_, err := server.Intake.Commit(context.Background(), ingest.Frame{
					Device: gauge.ID, Register: gauge.Register, Transport: ingest.HTTP, Kind: ingest.Up, Received: time.Now().UnixMilli(),
					Payload: fmt.Appendf(nil, `{"t":%d,"v":{"disp":%g}}`, began+int64(i)*hour, float64(i%40)/8),
				})
				if err != nil {
					s.Error(err)
				}
			}
		})
	}
	sending.Wait()
}

// settle waits until no server has anything left to do.
func (s *several) settle() {
	s.Helper()
	for _, server := range s.servers {
		if err := server.Intake.WaitAllStored(s.Context()); err != nil {
			s.Fatal(err)
		}
	}
	wanted := map[int64]bool{}
	for _, p := range s.points {
		wanted[p.ID] = true
	}
	for s.Context().Err() == nil {
		left, err := marks.Earliest(s.Context(), s.servers[0].DB.Reader(), wanted)
		if err != nil {
			s.Fatal(err)
		}
		if len(left) == 0 {
			return
		}
		await.Pause()
	}
}

// check compares the results of all points with what the gauges have sent.
func (s *several) check(sent int) {
	s.Helper()
	for k, p := range s.points {
		n, wrong := 0, 0
		s.eachResult(p.ID, func(t int64, width float64) {
			if width != float64(((t-began)/hour)%40)/8*2 {
				wrong++
			}
			n++
		})
		if n != sent || wrong != 0 {
			s.Errorf("point %d of gauge %d: %d results of %d readings, %d wrong", p.ID, s.gauges[k].ID, n, sent, wrong)
		}
	}
}

// eachResult visits the results of a point in ascending time.
func (s *several) eachResult(point int64, visit func(t int64, width float64)) {
	s.Helper()
	err := s.servers[len(s.servers)-1].Series.Scan(s.Context(), series.ResultID(point), 0, 1<<62, nil, func(b *series.Block) error {
		for i, t := range b.Times {
			visit(t, b.Values[0][i])
		}
		return nil
	})
	if err != nil {
		s.Fatal(err)
	}
}

// TestReadingsOfAnyServerAreFolded: gauges send each reading to another of three servers. Every reading gets its result,
// in order and without folding much twice, while servers join and leave.
func TestReadingsOfAnyServerAreFolded(t *testing.T) {
	s := &several{T: t, url: pgtest.URL(t)}
	first := s.join()
	s.seed(6, 4)
	second := s.join()
	s.send(0, 50, first, second)
	third := s.join()
	s.send(50, 200, first, second, third)
	s.settle()
	s.check(250)
	s.stop(second)
	s.send(250, 50, first, third)
	s.settle()
	s.check(300)
	var live, again int64
	for _, server := range []*Server{first, second, third} {
		f := server.Worker.Figures()
		live, again = live+f.Readings, again+f.Refolded
		t.Logf("server %d: %+v, %d partitions", server.member.Server(), f, len(server.member.Held()))
	}
	t.Logf("%d readings stored, %d pieces of refolds", live, again)
}
