package bench

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"strconv"
	"time"

	"plumbline/internal/site/project"
)

// The size of a storm of alerts.
const (
	stormStructures = 20
	stormEach       = 50 // alerts of each structure
	stormPeople     = 50 // mail addresses, and as many mobiles
	stormLasts      = time.Minute
)

// stormLifts raise angles above the limits of blue, yellow, orange and red.
var stormLifts = [4]float64{redAt * 0.75, redAt * 0.85, redAt * 0.95, liftOfAnAlarm}

// Storm measures how fast the messages about 1,000 alerts of 20 structures in a minute reach 50 mail addresses, 50 mobiles, a
// group chat and a webhook, next to one that never answers, while readings come in at half of the full rate.
func Storm(ctx context.Context, o Options) (report *Report, err error) {
	r, err := newRun(o)
	if err != nil {
		return nil, err
	}
	peers, err := startPeers()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.end(ctx), peers.close(ctx)) }()
	structures, err := r.setUpStorm(ctx, peers)
	if err != nil {
		return nil, err
	}
	fmt.Fprintln(o.Log, "full rate …")
	if err := r.http(ctx); err != nil {
		return nil, err
	}
	dead, err := r.ruleOfStorm(ctx, peers)
	if err != nil {
		return nil, err
	}
	fmt.Fprintln(o.Log, "storm …")
	accepted, err := r.raiseStorm(ctx, structures)
	if err != nil {
		return nil, err
	}
	return r.report, r.measureStorm(ctx, accepted, dead)
}

// setUpStorm makes the site of the full rate and a project with the structures of the storm, and starts a server.
func (r *run) setUpStorm(ctx context.Context, peers *stormPeers) (structures []*gateway, err error) {
	folder := filepath.Join(r.folder, "storm")
	if r.database, err = r.databases.open(ctx, "storm"); err != nil {
		return nil, err
	}
	b, err := newBuilder(ctx, folder, r.database)
	if err != nil {
		return nil, err
	}
	r.site = &site{}
	err = func() error {
		if err := b.newProject(ctx, "bench"); err != nil {
			return err
		}
		for i := range gateways {
			g, err := b.gateway(ctx, fmt.Sprintf("BENCH%02d", i), channelsEach)
			if err != nil {
				return err
			}
			r.site.live = append(r.site.live, g)
		}
		if err := b.newProject(ctx, "storm"); err != nil {
			return err
		}
		r.site.project = b.project
		for i := range stormStructures {
			s, err := b.Projects.CreateStructure(ctx, who(), project.Structure{ProjectID: b.project, Name: fmt.Sprintf("wall %d", i+1), Type: "Other"})
			if err != nil {
				return err
			}
			b.structure = s.ID
			g, err := b.gateway(ctx, fmt.Sprintf("BENCHSTORM%02d", i), stormEach)
			if err != nil {
				return err
			}
			structures = append(structures, g)
		}
		return nil
	}()
	if err := errors.Join(err, b.Close()); err != nil {
		return nil, err
	}
	return structures, r.restart(ctx, folder, peers.flags()...)
}

// ruleOfStorm makes a rule that sends everything to everybody, and returns the webhook that never answers.
func (r *run) ruleOfStorm(ctx context.Context, peers *stormPeers) (dead int64, err error) {
	path := fmt.Sprintf("/api/projects/%d/alert-", r.site.project)
	var webhooks []int64
	for _, w := range []struct{ name, kind string }{{"chat", "feishu"}, {"program", "webhook"}, {"dead", "webhook"}} {
		var made struct{ ID int64 }
		body := map[string]any{"name": w.name, "kind": w.kind, "enable": true, "url": peers.url + "/" + w.name, "secret": "a secret of the bench"}
		if err := r.client.call(ctx, http.MethodPost, path+"webhooks", body, &made); err != nil {
			return 0, err
		}
		webhooks = append(webhooks, made.ID)
	}
	var addresses, mobiles []string
	for i := range stormPeople {
		addresses, mobiles = append(addresses, fmt.Sprintf("shift%d@example.com", i)), append(mobiles, fmt.Sprintf("138%08d", i))
	}
	return webhooks[2], r.client.call(ctx, http.MethodPost, path+"rules", map[string]any{
		"name": "everybody", "enable": true, "level": 1, "types": []string{"threshold"}, "events": []string{"raised"}, "repeatHours": 0,
		"emailList": addresses, "mobileList": mobiles, "webhookIds": webhooks,
	}, nil)
}

// raiseStorm raises one alert after another at half of the full rate, and returns when each reading was accepted (UTC ms), by
// point.
func (r *run) raiseStorm(ctx context.Context, structures []*gateway) (map[int64]int64, error) {
	origin := time.Now().Add(-30 * time.Minute).UnixMilli() // so that the alerts are not late
	for _, g := range structures {
		for range 3 { // the initial value
			if err := g.post(ctx, r.client.http, r.server.http, g.next(origin)); err != nil {
				return nil, err
			}
		}
	}
	if err := r.settle(ctx); err != nil {
		return nil, err
	}
	loading, stopLoad := context.WithCancel(ctx)
	load := make(chan error, 1)
	go func() { load <- r.loadAt(loading, r.httpRate/2) }()
	accepted := map[int64]int64{}
	err := func() error {
		const alerts = stormStructures * stormEach
		random := rand.New(rand.NewPCG(1, 2))
		tick := time.NewTicker(stormLasts / alerts)
		defer tick.Stop()
		for _, n := range random.Perm(alerts) {
			<-tick.C
			g, channel := structures[n%stormStructures], n/stormStructures+1
			body := append([]byte(nil), `{"items":[{"t":`...)
			body = strconv.AppendInt(body, origin+g.tick*step, 10)
			body = append(body, `,"ch":[{"no":`...)
			body = append(strconv.AppendInt(body, int64(channel), 10), ',')
			body = append(appendValues(body, channel, g.tick, stormLifts[random.IntN(len(stormLifts))]), `]}]}`...)
			if err := g.post(ctx, r.client.http, r.server.http, body); err != nil {
				return err
			}
			accepted[g.points[channel-1]] = time.Now().UnixMilli()
		}
		return pause(ctx, stormLasts)
	}()
	stopLoad()
	if ended := <-load; ended != nil && !errors.Is(ended, context.Canceled) {
		err = errors.Join(err, ended)
	}
	return accepted, err
}

// measureStorm reads the ledger two minutes after the storm began.
func (r *run) measureStorm(ctx context.Context, accepted map[int64]int64, dead int64) error {
	type alert struct {
		ID      int64
		PointID int64 `json:"measuringPointId"`
		Level   int
	}
	alerts := map[int64]alert{}
	err := pages(ctx, r.client, fmt.Sprintf("/api/alerts?projectId=%d&", r.site.project), func(a alert) { alerts[a.ID] = a })
	if err != nil {
		return err
	}
	if len(alerts) != len(accepted) {
		return fmt.Errorf("%d of %d readings above a limit gave an alert", len(alerts), len(accepted))
	}
	type message struct {
		AlertID, WebhookID, CarriedBy, CreatedAt, EndedAt int64
		Channel, Address, State                           string
		Gathered                                          bool
		Attempts                                          []struct{}
	}
	var written, reds, others []time.Duration
	tries, left, total := map[string]int{}, 0, 0
	visit := func(m message) {
		if m.WebhookID == dead {
			return
		}
		total++
		at := accepted[alerts[m.AlertID].PointID]
		written = append(written, time.Duration(max(0, m.CreatedAt-at))*time.Millisecond)
		if m.CarriedBy == 0 {
			tries[m.Channel+" "+m.Address] += len(m.Attempts)
		}
		took := time.Duration(m.EndedAt-m.CreatedAt) * time.Millisecond
		switch {
		case m.State != "sent":
			left++
		case m.Channel == "webhook":
		case !m.Gathered && alerts[m.AlertID].Level == 4:
			reds = append(reds, took)
		case m.Gathered:
			others = append(others, took)
		}
	}
	for id := range alerts {
		if err := pages(ctx, r.client, fmt.Sprintf("/api/alerts/%d/messages?", id), visit); err != nil {
			return err
		}
	}
	most := 0
	for where, n := range tries {
		if where != "webhook program" { // it gets each message
			most = max(most, n)
		}
	}
	r.report.add("storm_ledger_ms_p99", percentile(written, 0.99), "ms", "< 1000", fmt.Sprintf("from a reading accepted to its messages on the ledger, %d messages", total))
	r.report.add("storm_first_red_ms_p99", percentile(reds, 0.99), "ms", "< 1000", fmt.Sprintf("from the ledger to the answer of the peer, %d messages that are sent alone", len(reds)))
	r.report.add("storm_gathered_s_max", percentile(others, 1)/1000, "s", "< 60", fmt.Sprintf("the same of %d that are sent with others", len(others)))
	r.report.add("storm_messages_most", float64(most), "", "<= 40", "attempts to one recipient on one channel")
	r.report.add("storm_left", float64(left), "", "0", "messages not sent two minutes after the storm began")
	return nil
}

// pages calls a list page by page; path ends where the parameters of a page follow.
func pages[T any](ctx context.Context, c *client, path string, visit func(T)) error {
	const size = 200
	for page := 1; ; page++ {
		var reply struct{ List []T }
		if err := c.call(ctx, http.MethodGet, fmt.Sprintf("%spageSize=%d&page=%d", path, size, page), nil, &reply); err != nil {
			return err
		}
		for _, one := range reply.List {
			visit(one)
		}
		if len(reply.List) < size {
			return nil
		}
	}
}
