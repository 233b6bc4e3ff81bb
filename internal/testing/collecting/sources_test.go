package collecting

import (
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"plumbline/internal/app"
	"plumbline/internal/core/series"
	"plumbline/internal/feature"
	"plumbline/internal/feature/source"
	"plumbline/internal/field/protocol/jsonmap"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/site/device"
	"plumbline/internal/site/project"
	"plumbline/internal/testing/killtest"
	"plumbline/internal/testing/pgtest"
	"plumbline/internal/testing/process"
)

// sources returns the data sources of a server.
func sources(s *app.Server) *source.Service {
	return source.New(feature.Host{
		Log: slog.New(slog.DiscardHandler), Tables: s.Store.Tables, Secrets: s.Secrets, Devices: s.Devices, Intake: s.Intake, Imports: s.Imports,
		Outbound: s.Outbound, Resting: func() bool { return false },
	}, nil)
}

// partner is a cloud that has one reading a minute, two on a page, and kills servers while they wait for a page.
type partner struct {
	rows  int
	mu    sync.Mutex
	asked int
	kill  map[int]chan struct{} // by request: closed when it has come
}

func (p *partner) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	p.asked++
	now := p.kill[p.asked]
	p.mu.Unlock()
	if now != nil {
		close(now)
		<-r.Context().Done() // of the server that is killed
		return
	}
	query := r.URL.Query()
	from, _ := strconv.ParseInt(query.Get("from"), 10, 64)
	page, _ := strconv.Atoi(query.Get("page"))
	var list []string
	for n := range p.rows {
		if at := began.Unix() + int64(n)*60; at >= from {
			list = append(list, fmt.Sprintf(`{"t":%d,"f":%d}`, at, n))
		}
	}
	list = list[min(2*page, len(list)):min(2*page+2, len(list))]
	_, _ = fmt.Fprintf(w, `{"rows":[%s]}`, strings.Join(list, ","))
}

// pulled is an installation that pulls from a partner.
type pulled struct {
	fleet
	*partner
	device int64
	kills  []chan struct{}
}

// newPulled creates the installation. Servers are killed at some requests, by number.
func newPulled(t *testing.T, config app.Config, kills ...int) *pulled {
	p := &pulled{fleet: fleet{T: t, config: config}, partner: &partner{rows: 20, kill: map[int]chan struct{}{}}}
	p.config.AllowNet = "127.0.0.0/8"
	for _, n := range kills {
		came := make(chan struct{})
		p.kills, p.kill[n] = append(p.kills, came), came
	}
	cloud := httptest.NewServer(p.partner)
	t.Cleanup(cloud.Close)
	ctx, who := t.Context(), audit.Program("test")
	in := p.open()
	defer in.Close()
	_, _, _, err := in.FirstStart(ctx)
	p.check(err)
	var corporation int64
	p.check(in.DB.Reader().QueryRowContext(ctx, "SELECT min(id) FROM corporation").Scan(&corporation))
	site, err := in.Projects.Create(ctx, who, project.Project{CorporationID: corporation, Name: "Slope"})
	p.check(err)
	made, _, err := in.Devices.Create(ctx, who, device.Device{
		CorporationID: corporation, ProjectID: site.ID, Name: "Cloud", Kind: device.Collector, Type: "HDA3", Model: "HDA3-16", SNCode: "CLOUD-1", Register: "CLOUD-1",
	}, nil)
	p.check(err)
	p.device = made.ID
	s, err := in.Start(ctx, app.StartOptions{Held: true})
	p.check(err)
	defer s.Stop()
	p.check(sources(s).Save(ctx, who, &source.Draft{
		Source: source.Source{
			CorporationID: corporation, ProjectID: site.ID, Name: "Cloud", Kind: source.Pull, Enabled: true, Devices: []int64{made.ID},
			Settings: source.Settings{Pull: &source.PullSettings{
				URL: cloud.URL + "/?from={from}&page={page}", Every: 30, Since: began.UnixMilli(), TimeFormat: "s", Paging: source.Paging{By: source.PageNumber},
			}},
		},
		Mapping: &jsonmap.Mapping{
			Rows: "rows", Time: jsonmap.Time{Path: "t", Format: "s"}, Values: []jsonmap.Value{{Path: "f", Field: "freq", Channel: 1}},
		},
	}))
	return p
}

// release ends the claim of a killed server, as time does.
func (p *pulled) release() {
	p.Helper()
	in := p.open()
	defer in.Close()
	p.check(in.Store.Tables.Write(p.Context(), func(tx *sqlkit.Transaction) error {
		_, err := tx.Exec(p.Context(), "UPDATE source SET claimed_until = 0")
		return err
	}))
}

// killed waits until a server asks for the page at which it is killed.
func (p *pulled) killed(n int, server *killtest.Process) {
	<-p.kills[n]
	server.Kill()
}

// complete waits until a run has ended well, and checks that each reading is stored once.
func (p *pulled) complete(end func()) {
	p.Helper()
	in := p.open()
	for good := 0; good == 0; {
		p.check(p.Context().Err())
		p.check(in.DB.Reader().QueryRowContext(p.Context(), "SELECT count(*) FROM source WHERE last_good > 0").Scan(&good))
	}
	p.check(in.Close())
	end()
	in = p.open()
	defer in.Close()
	s, err := in.Start(p.Context(), app.StartOptions{Held: true})
	p.check(err)
	defer s.Stop()
	p.allStored(in, s)
	var stored []int
	p.check(in.Series.Scan(p.Context(), series.RawID(p.device, 1), 0, math.MaxInt64-1, nil, func(b *series.Block) error {
		for i, at := range b.Times {
			n := int(b.Values[0][i])
			if at != began.UnixMilli()+int64(n)*60_000 {
				p.Errorf("reading %d at %d", n, at)
			}
			stored = append(stored, n)
		}
		return nil
	}))
	for n := range p.rows {
		if n >= len(stored) || stored[n] != n {
			p.Fatalf("stored %v of %d readings", stored, p.rows)
		}
	}
}

// Servers are killed while they ask a partner's cloud for one page after another. Each reading is stored once.
func TestWhatAPartnerHasIsStoredOnce(t *testing.T) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		p := newPulled(t, app.Config{Data: t.TempDir(), AdminPassword: "Start-2468!", Version: "test"}, 1, 6, 15)
		for n := range p.kills {
			p.killed(n, p.start(process.FreeAddress()))
			p.release()
		}
		last := p.start(process.FreeAddress())
		p.complete(func() {
			last.Signal(syscall.SIGTERM)
			last.Wait()
		})
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		p := newPulled(t, app.Config{
			Data: t.TempDir(), DatabaseURL: pgtest.URL(t), Key: strings.Repeat("5a", 32), AdminPassword: "Start-2468!", Version: "test",
		}, 4)
		first := p.start(process.FreeAddress())
		p.killed(0, first)
		second := p.start(process.FreeAddress())
		p.release()
		p.complete(func() {
			second.Signal(syscall.SIGTERM)
			second.Wait()
		})
	})
}
