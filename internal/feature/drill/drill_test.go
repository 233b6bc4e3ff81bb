package drill_test

import (
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"testing"
	"time"

	"plumbline/internal/app"
	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/feature/delivery/hook"
	"plumbline/internal/feature/delivery/link"
	"plumbline/internal/feature/drill"
	"plumbline/internal/feature/silence"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/testing/apptest"
)

const home = "https://monitor.example.com"

var linkIn = regexp.MustCompile(home + `/a/([\w-]+)`)

// rig is a site with a mail server, whose ledger is sent when a test says so.
type rig struct {
	*testing.T
	*apptest.Server
	post   *apptest.PostOffice
	sender *delivery.Sender
	path   string
}

func on(t *testing.T, test func(*rig)) {
	for _, engine := range apptest.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			s := apptest.Start(t, engine, apptest.Options{Config: func(c *app.Config) { c.PublicURL = home }})
			r := &rig{T: t, Server: s, post: s.Mail, path: fmt.Sprintf("/api/projects/%d/drills", s.Project.ID)}
			r.sender = &delivery.Sender{
				Ledger: delivery.Ledger{Tables: s.Site.Store.Tables, Silences: &silence.Store{Tables: s.Site.Store.Tables}}, Alerts: alarm.NewService(s.Site.Store), Mail: r.post.Mailer,
				Links: link.New(s.Secrets, home), Webhooks: hook.Store{Tables: s.Site.Store.Tables, Secrets: s.Secrets}, Log: slog.New(slog.DiscardHandler),
			}
			r.exec("UPDATE account SET email = 'member@example.com' WHERE id = ?", s.Member.ID)
			test(r)
		})
	}
}

func (r *rig) must(err error) {
	r.Helper()
	if err != nil {
		r.Fatal(err)
	}
}

func (r *rig) exec(query string, args ...any) {
	r.Helper()
	r.must(r.Site.Store.Tables.Write(r.Context(), func(tx *sqlkit.Transaction) error {
		_, err := tx.Exec(r.Context(), query, args...)
		return err
	}))
}

func (r *rig) number(query string) (n int) {
	r.Helper()
	r.must(r.DB.Reader().QueryRowContext(r.Context(), query).Scan(&n))
	return n
}

// rule creates a rule for a mail address and the member.
func (r *rig) rule(name string, level int) {
	r.Helper()
	body := fmt.Sprintf(`{"name":%q,"enable":true,"level":%d,"types":["threshold"],"events":["raised"],"emailList":["shift@example.com"],"accountIds":[%d],
		"quietFrom":0,"quietTo":1439,"quietLevel":3}`, name, level, r.Member.ID)
	r.Ask(r.T, "manager", "POST", fmt.Sprintf("/api/projects/%d/alert-rules", r.Project.ID), body, 201, nil)
}

// raise stores a new red alert with its messages, as the fold does.
func (r *rig) raise() {
	r.Helper()
	at := clock.Now().UnixMilli()
	list := []alarm.Change{{Record: alarm.Record{
		CorporationID: r.Corporation.ID, ProjectID: r.Project.ID, StructureID: r.Structure.ID, ItemID: r.Item.ID, PointID: r.Level.ID,
		Kind: alarm.OfThreshold, Key: alarm.Key{Field: "level", ValueType: alarm.Accumulated}, Measurement: "Waterlevel", Status: alarm.Pending,
		Level: alarm.Red, CurrentLevel: alarm.Red, Opened: at, RecordedAt: at, ChangedAt: at,
		Steps: []alarm.Step{{Level: alarm.Red, Time: at, Value: -1.31, Limit: 1, Side: alarm.Upper}},
	}, Transitions: []alarm.Transition{{
		Kind: alarm.Raised, From: alarm.Pending, To: alarm.Pending, Level: alarm.Red, Value: -1.31, Limit: 1, Time: at, RecordedAt: at,
	}}}}
	r.must(r.DB.Write(r.Context(), func(tx *database.Tx) error {
		if err := r.Site.Store.SaveAlerts(r.Context(), tx.Tx, list); err != nil {
			return err
		}
		return r.sender.NotifyAlerts(r.Context(), tx.Tx, list)
	}))
}

func (r *rig) proof() (p drill.DrillProof) {
	r.Helper()
	r.Ask(r.T, "guest", "GET", r.path+"/proof", "", 200, &p)
	return p
}

// states returns the states of things by name, of channels by channel.
func states(list []drill.DrillThing) string {
	var texts []string
	for _, t := range list {
		texts = append(texts, t.Name+t.Channel+" "+t.State)
	}
	return strings.Join(texts, ", ")
}

// A drill goes through rule, mail server, link and answer, next to an alert that is sent before it and alone.
func TestDrillProvesTheChain(t *testing.T) {
	on(t, func(r *rig) {
		r.Ask(r.T, "manager", "POST", r.path, `{"level":4}`, 409, nil) // no rule
		r.rule("day", 1)
		r.rule("grave", 4)
		if p := r.proof(); states(p.Rules) != "day never, grave never" || !p.Links || states(p.Channels) != "mail never" {
			r.Fatalf("at first: %+v", p)
		}
		var who drill.DrillPreview
		r.Ask(r.T, "guest", "GET", r.path+"/preview?level=3", "", 200, &who)
		if who.Rules != 1 || who.Messages != 2 || who.List[0].Address != "m…@example.com" && who.List[0].Address != "s…@example.com" {
			r.Errorf("preview: %+v", who)
		}
		var made drill.StartedDrill
		r.Ask(r.T, "manager", "POST", r.path, `{"level":4}`, 201, &made)
		if got := r.Call(r.Context(), r.T, "owner", "POST", r.path, `{"level":4}`); got.Code != 429 || !strings.Contains(got.Body.String(), fmt.Sprint(errs.DrillTooSoon.Code)) {
			r.Errorf("a second one at once: %d %s", got.Code, got.Body)
		}
		r.raise()
		now := clock.Now()
		r.must(r.sender.SendDue(r.Context(), now))
		mails := r.post.Mails()
		if len(mails) != 6 {
			r.Fatalf("%d mails, want 2 about the alert and 4 of the drill", len(mails))
		}
		token := ""
		for i, m := range mails {
			marked := strings.HasPrefix(m.Subject, "【演练】")
			if marked != (i >= 2) || marked != strings.HasPrefix(m.Text, "【演练】") {
				r.Errorf("mail %d: %s\n%s", i, m.Subject, m.Text)
			}
			if marked && m.To == "shift@example.com" && strings.Contains(m.Subject, "grave") {
				token = linkIn.FindStringSubmatch(m.Text)[1]
			}
		}
		if n := r.number("SELECT COUNT(*) FROM alert"); n != 1 {
			r.Errorf("%d alerts, want the real one only", n)
		}
		if p := r.proof(); states(p.Rules) != "day never, grave never" || states(p.Channels) != "mail proven" {
			r.Errorf("accepted, but nobody has answered: %s, %s", states(p.Rules), states(p.Channels))
		}
		var shown, replied delivery.AlertLink
		r.Ask(r.T, "", "GET", "/api/alert-links/"+token, "", 200, &shown)
		if !shown.Drill || shown.RuleName != "grave" || shown.AlertID != 0 || shown.ProjectName != r.Project.Name || shown.Level != 4 {
			r.Errorf("link: %+v", shown)
		}
		r.Ask(r.T, "", "POST", "/api/alert-links/"+token+"/answers", `{"answer":"seen"}`, 200, &replied)
		if len(replied.Replies) != 1 || !replied.Replies[0].Own {
			r.Errorf("replies: %+v", replied.Replies)
		}
		p := r.proof()
		if states(p.Rules) != "day never, grave proven" || strings.Count(states(p.People), "proven") != 1 || !strings.Contains(states(p.People), "s…@example.com proven") {
			r.Errorf("answered: %s, %s", states(p.Rules), states(p.People))
		}
		var page struct {
			List  []drill.Drill
			Total int
		}
		r.Ask(r.T, "guest", "GET", r.path, "", 200, &page)
		if d := page.List[0]; page.Total != 1 || d.Rules != 2 || d.Messages != 4 || d.Accepted != 4 || d.Failed != 0 || d.Acknowledged != 1 || d.AccountName == "" {
			r.Errorf("drills: %+v", page)
		}
		for query, want := range map[string]int{"": 6, "?drills=only": 4, "?drills=none": 2, fmt.Sprintf("?drillId=%d", made.ID): 4} {
			var messages struct{ Total int }
			r.Ask(r.T, "guest", "GET", fmt.Sprintf("/api/projects/%d/alert-messages%s", r.Project.ID, query), "", 200, &messages)
			if messages.Total != want {
				r.Errorf("messages%s: %d, want %d", query, messages.Total, want)
			}
		}
		// An alert is gathered by what was sent about alerts only: the messages of the drill do not count.
		r.raise()
		r.must(r.sender.SendDue(r.Context(), now.Add(time.Second)))
		if n := r.number("SELECT COUNT(*) FROM alert_message WHERE gather_at <> 0"); n != 0 {
			r.Errorf("%d messages wait for others", n)
		}
	})
}

// at returns the time (UTC ms) of a minute of a day in October 2026 in the time zone of the project.
func (r *rig) at(day, hour, minute int) int64 {
	r.Helper()
	zone, err := time.LoadLocation("Asia/Shanghai")
	r.must(err)
	return time.Date(2026, 10, day, hour, minute, 0, 0, zone).UnixMilli()
}

// A weekly drill starts once, whichever of two servers sees that it is due, and not long after its time.
func TestWeeklyDrillStartsOnce(t *testing.T) {
	on(t, func(r *rig) {
		r.rule("day", 1)
		r.Ask(r.T, "manager", "PUT", r.path+"/plan", `{"weekly":true,"weekday":3,"minute":570,"level":4,"warnDays":14}`, 200, nil)
		r.exec("UPDATE drill_plan SET since = ?", r.at(7, 9, 31)) // a minute after it was due
		one, other := app.Drills(r.Site.Store, r.Site.Store.Tables), app.Drills(r.Site.Store, r.Site.Store.Tables)
		begin := func(what string, at int64, want int) {
			r.Helper()
			failed := make(chan error, 2)
			for _, store := range []*drill.Store{one, other} {
				go func() { failed <- store.Begin(r.Context(), at) }()
			}
			r.must(<-failed)
			r.must(<-failed)
			if drills, messages := r.number("SELECT COUNT(*) FROM drill"), r.number("SELECT COUNT(*) FROM alert_message"); drills != want || messages != 2*want {
				r.Errorf("%s: %d drills, %d messages, want %d drills", what, drills, messages, want)
			}
		}
		begin("before it was switched on", r.at(7, 9, 40), 0)
		begin("too early", r.at(14, 9, 29), 0)
		begin("due", r.at(14, 9, 30), 1)
		begin("again", r.at(14, 10, 30), 1)
		begin("too late", r.at(21, 11, 31), 1)
		begin("late", r.at(28, 11, 30), 2)
		r.exec("UPDATE drill_plan SET enabled = FALSE")
		begin("switched off", r.at(14, 9, 30)+3*7*24*3_600_000, 2)
	})
}

// Those who may change rules are notified about what is not proven, once a week about each rule and person.
func TestWhatIsNotProvenIsReported(t *testing.T) {
	on(t, func(r *rig) {
		r.rule("day", 1)
		r.Ask(r.T, "manager", "PUT", r.path+"/plan", `{"weekly":true,"weekday":3,"minute":570,"level":4,"warnDays":10}`, 200, nil)
		store := app.Drills(r.Site.Store, r.Site.Store.Tables)
		start, day := clock.Now().UnixMilli(), 24*time.Hour.Milliseconds()
		inbox := func(who string) (titles []string) {
			r.Helper()
			var page struct{ List []struct{ Title string } }
			r.Ask(r.T, who, "GET", "/api/notifications?kind=drill.unproven", "", 200, &page)
			for _, n := range page.List {
				titles = append(titles, n.Title)
			}
			return titles
		}
		warn := func(what string, days int64, want int) {
			r.Helper()
			r.must(store.Warn(r.Context(), start+days*day))
			if got := inbox("manager"); len(got) != want {
				r.Errorf("%s: %q, want %d", what, got, want)
			}
		}
		warn("in time", 9, 0)
		warn("too long", 11, 1)
		warn("the same week", 17, 1)
		if got := inbox("manager")[0]; !strings.Contains(got, "10 days: rules day; recipients ") || !strings.Contains(got, "shift@example.com") {
			r.Errorf("title: %s", got)
		}
		if got := inbox("guest"); len(got) != 0 {
			r.Errorf("a guest gets %q", got)
		}
		r.Ask(r.T, "manager", "POST", r.path, `{"level":4}`, 201, nil)
		r.must(r.sender.SendDue(r.Context(), clock.Now()))
		for _, m := range r.post.Mails() {
			r.Ask(r.T, "", "POST", "/api/alert-links/"+linkIn.FindStringSubmatch(m.Text)[1]+"/answers", `{"answer":"seen"}`, 200, nil)
		}
		warn("proven since", 9, 1)
		warn("a week later, and too long again", 19, 2)
	})
}

// A plan and a start that are not allowed name the field.
func TestBadPlansAreRefused(t *testing.T) {
	s := apptest.Start(t, database.SQLite, apptest.Options{})
	path := fmt.Sprintf("/api/projects/%d/drills", s.Project.ID)
	for body, field := range map[string]string{
		`{"weekly":true,"weekday":0,"minute":570,"level":4,"warnDays":14}`:  "weekday",
		`{"weekly":true,"weekday":1,"minute":1440,"level":4,"warnDays":14}`: "minute",
		`{"weekly":true,"weekday":1,"minute":0,"level":5,"warnDays":14}`:    "level",
		`{"weekly":true,"weekday":1,"minute":0,"level":4,"warnDays":91}`:    "warnDays",
	} {
		got := s.Call(t.Context(), t, "manager", "PUT", path+"/plan", body)
		if got.Code != 422 || !strings.Contains(got.Body.String(), field) {
			t.Errorf("%s: %d %s", body, got.Code, got.Body)
		}
	}
	got := s.Call(t.Context(), t, "manager", "POST", path, `{"level":4}`)
	if got.Code != 409 || !strings.Contains(got.Body.String(), fmt.Sprint(errs.NothingToDrill.Code)) {
		t.Errorf("no rule: %d %s", got.Code, got.Body)
	}
	if got := s.Call(t.Context(), t, "guest", "POST", path, `{"level":4}`); got.Code != 403 {
		t.Errorf("a guest: %d %s", got.Code, got.Body)
	}
}

// A drill on demand is sent at once even in quiet hours, unless the person wants to try these too.
func TestDrillKeepsQuietHours(t *testing.T) {
	on(t, func(r *rig) {
		r.rule("night", 1)
		r.Ask(r.T, "manager", "POST", r.path, `{"level":2,"quiet":true}`, 201, nil)
		r.must(r.sender.SendDue(r.Context(), clock.Now()))
		if held := r.number("SELECT COUNT(*) FROM alert_message WHERE state = 'pending' AND held_until > 0"); len(r.post.Mails()) != 0 || held != 2 {
			r.Errorf("%d mails in quiet hours, %d messages are held, want 2", len(r.post.Mails()), held)
		}
		if p := r.proof(); states(p.Rules) != "night never" {
			r.Errorf("before anything is sent: %s", states(p.Rules))
		}
		over := time.UnixMilli(int64(r.number("SELECT MAX(held_until) FROM alert_message")))
		r.must(r.sender.SendDue(r.Context(), over.Add(time.Minute)))
		if mails := r.post.Mails(); len(mails) != 2 || !strings.HasPrefix(mails[0].Subject, "【演练】") {
			r.Errorf("after quiet hours: %+v", mails)
		}

		r.exec("UPDATE drill SET created_at = created_at - 60000")
		r.Ask(r.T, "manager", "POST", r.path, `{"level":2}`, 201, nil)
		r.must(r.sender.SendDue(r.Context(), clock.Now()))
		if mails := r.post.Mails(); len(mails) != 4 {
			r.Errorf("%d mails, want 2 more at once", len(mails))
		}
	})
}
