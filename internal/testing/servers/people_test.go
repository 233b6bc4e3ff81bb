//go:build unix

package servers_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"time"

	"plumbline/internal/app"
	"plumbline/internal/feature/delivery"
)

// people get the messages about the alerts of a cluster by webhooks, and ask it for reports.
type people struct {
	*installation
	server   *server // the balancer
	token    string
	projects []int64
	asked    []int64 // reports that were promised

	mu      sync.Mutex
	arrived map[string]int // messages by key
}

// people makes a rule in each project before there is an alert.
func (c *cluster) people() *people {
	c.Helper()
	p := &people{installation: c.installation, server: &server{address: c.balancer.http}, arrived: map[string]int{}}
	listener := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.arrived[r.Header.Get("Idempotency-Key")]++
	}))
	c.Cleanup(listener.Close)
	p.token = c.signIn(p.server)
	db := c.open()
	defer db.Close()
	p.projects = c.numbers(db, "SELECT id FROM project ORDER BY id")
	for _, id := range p.projects {
		path := fmt.Sprintf("/api/projects/%d/alert-", id)
		hook := p.made(path+"webhooks", fmt.Sprintf(`{"name":"office","kind":"webhook","enable":true,"url":%q,"secret":"of the office"}`, listener.URL))
		p.made(path+"rules", fmt.Sprintf(`{"name":"all","enable":true,"level":1,"types":["threshold"],"events":["raised","escalated"],"repeatHours":0,"late":true,
			"webhookIds":[%d]}`, hook))
	}
	return p
}

// made returns the id of what a call makes.
func (p *people) made(path, body string) int64 {
	p.Helper()
	code, data := p.ask(p.server, http.MethodPost, path, p.token, body)
	var made struct{ ID int64 }
	if err := json.Unmarshal(data, &made); err != nil || made.ID == 0 {
		p.Fatalf("%s: %d %s", path, code, data)
	}
	return made.ID
}

// askForReports asks for a report of each project. One that no server promises is not expected.
func (p *people) askForReports() {
	client := http.Client{Timeout: 10 * time.Second}
	for _, project := range p.projects {
		body := fmt.Sprintf(`{"projectId":%d,"kind":"day","format":"pdf","start":%d,"end":%d}`, project, p.at(0), p.at(1000))
		r, err := http.NewRequestWithContext(p.Context(), http.MethodPost, "http://"+p.server.address+"/api/exports/project-report", strings.NewReader(body))
		p.check(err)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+p.token)
		reply, err := client.Do(r)
		if err != nil {
			continue
		}
		var report struct{ ID int64 }
		err = json.NewDecoder(reply.Body).Decode(&report)
		_ = reply.Body.Close()
		if err == nil && reply.StatusCode == http.StatusAccepted {
			p.asked = append(p.asked, report.ID)
		}
	}
}

// gotEverything checks that each promised report was made whole, and that each alert was reported at each of its levels: once,
// unless a server ended between sending and storing the answer.
func (p *people) gotEverything(db *app.Installation) {
	p.Helper()
	p.until(db, "SELECT count(*) FROM download WHERE state = 'pending'")
	for _, id := range p.asked {
		if p.number(db, fmt.Sprintf("SELECT count(*) FROM download WHERE id = %d AND state = 'done' AND size > 0 AND length(sha256) = 64 AND lines > 0", id)) != 1 {
			p.Errorf("report %d was promised and not made", id)
		}
	}
	p.until(db, "SELECT count(*) FROM alert_message WHERE state IN ('pending', 'claimed', 'waiting')")
	const rises = "FROM alert_transition AS t JOIN alert AS a ON a.id = t.alert_id WHERE a.kind = 'threshold' AND t.kind IN ('raised', 'escalated')"
	if n := p.number(db, "SELECT count(*) "+rises+" AND NOT EXISTS (SELECT 1 FROM alert_message AS m WHERE m.transition_id = t.id)"); n != 0 {
		p.Errorf("%d alerts rose without a message", n)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	sent := p.numbers(db, "SELECT id FROM alert_message WHERE state = 'sent'")
	for _, id := range sent {
		if p.arrived[delivery.Key(id, 0)] == 0 {
			p.Errorf("message %d is sent, and did not arrive", id)
		}
	}
	again := map[string]bool{}
	for _, id := range p.numbers(db, "SELECT message_id FROM alert_attempt GROUP BY message_id HAVING count(*) > 1") {
		again[delivery.Key(id, 0)] = true
	}
	for key, n := range p.arrived {
		if n > 1 && !again[key] {
			p.Errorf("message %s arrived %d times in one attempt", key, n)
		}
	}
	p.Logf("%d reports promised, %d messages sent, %d of them in more than one attempt", len(p.asked), len(sent), len(again))
}

// numbers returns the values of a query.
func (in *installation) numbers(db *app.Installation, query string) (list []int64) {
	in.Helper()
	rows, err := db.DB.Reader().QueryContext(in.Context(), query)
	in.check(err)
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var n int64
		in.check(rows.Scan(&n))
		list = append(list, n)
	}
	in.check(rows.Err())
	return list
}
