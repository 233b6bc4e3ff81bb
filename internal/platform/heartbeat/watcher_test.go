package heartbeat_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/heartbeat"
	"plumbline/internal/platform/mail"
)

// letters is a mail server that takes what a test lets it take.
type letters struct {
	refuses string // an address
	got     []mail.Message
}

func (l *letters) Send(_ context.Context, m mail.Message) error {
	if m.To == l.refuses {
		return fmt.Errorf("no such mailbox: %s", m.To)
	}
	l.got = append(l.got, m)
	return nil
}

// post is a watcher of a server that answers as a test says.
type post struct {
	*testing.T
	*heartbeat.Watcher
	letters
	answer func(w http.ResponseWriter, r *http.Request)
	now    time.Time
}

func open(t *testing.T, change func(*heartbeat.Watcher)) *post {
	p := &post{T: t, now: time.UnixMilli(now)}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { p.answer(w, r) }))
	t.Cleanup(server.Close)
	p.Watcher = &heartbeat.Watcher{
		URL: server.URL + heartbeat.Path, Name: "North bank", To: []string{"a@example.com"}, After: 3 * time.Minute, Language: errs.English, Zone: time.UTC,
		File: filepath.Join(t.TempDir(), "watch.json"), Client: server.Client(), Mail: &p.letters, Now: func() time.Time { return p.now },
		Log: slog.New(slog.DiscardHandler),
	}
	if change != nil {
		change(p.Watcher)
	}
	p.says(nil)
	p.again()
	return p
}

func (p *post) again() {
	p.Helper()
	if err := p.Open(); err != nil {
		p.Fatal(err)
	}
}

// says makes the server answer with a state of now; nil leaves it well.
func (p *post) says(change func(*heartbeat.State)) {
	p.answer = func(w http.ResponseWriter, _ *http.Request) {
		part := heartbeat.Part{Moving: true}
		s := heartbeat.State{Moving: true, Time: p.now.UnixMilli(), Intake: part, Stage1: part, Stage2: part, Delivery: part}
		if change != nil {
			change(&s)
		}
		heartbeat.Write(w, s)
	}
}

// pass asks every half minute for a time, and returns how many mails came.
func (p *post) pass(length time.Duration) int {
	p.Helper()
	before := len(p.got)
	for range length / heartbeat.Every {
		p.now = p.now.Add(heartbeat.Every)
		if err := p.Look(p.Context()); err != nil {
			p.Fatal(err)
		}
	}
	return len(p.got) - before
}

func (p *post) expect(what string, got, want int) {
	p.Helper()
	if got != want {
		p.Fatalf("%s: %d mails, want %d: %+v", what, got, want, p.got)
	}
}

func (p *post) last() mail.Message {
	p.Helper()
	if len(p.got) == 0 {
		p.Fatal("no mail")
	}
	return p.got[len(p.got)-1]
}

func TestMailsSayWhatWasSeen(t *testing.T) {
	stuck := func(s *heartbeat.State) {
		s.Moving = false
		s.Stage2 = heartbeat.Part{Reason: heartbeat.Late, Since: now - 20*minute}
		s.Delivery = heartbeat.Part{Reason: "newReason"}
	}
	for _, c := range []struct {
		name     string
		language errs.Language
		answer   func(p *post)
		subject  string
		says     []string
	}{
		{
			"stuck", errs.English, func(p *post) { p.says(stuck) }, "North bank: no sound heartbeat since 2026-05-28 20:27:10 +00:00",
			[]string{"Seen: results and alerts – the oldest work has waited for too long (2026-05-28 20:06:40 +00:00); messages – newReason\n"},
		},
		{"stuck", errs.Chinese, func(p *post) { p.says(stuck) }, "North bank：心跳异常", []string{"所见：计算与判定 – 最早的待办等待过久", "请检查服务器"}},
		{"stuck", errs.TraditionalChinese, func(p *post) { p.says(stuck) }, "North bank：心跳異常", []string{"所見：計算與判定", "請檢查伺服器"}},
		{"a page instead", errs.English, func(p *post) {
			p.answer = func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>")) }
		}, "", []string{"the answer is no heartbeat (HTTP 200)"}},
		{"a redirect to a well one", errs.English, func(p *post) {
			p.answer = func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/sign", http.StatusFound) }
		}, "", []string{"the answer is no heartbeat (HTTP 302)"}},
		{"a status that contradicts", errs.English, func(p *post) {
			p.answer = func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"moving":false,"time":1}`)) }
		}, "", []string{"the answer is no heartbeat (HTTP 200)"}},
		{"a cache", errs.English, func(p *post) { p.says(func(s *heartbeat.State) { s.Time = now }) }, "", []string{"no longer changes, it is that of 2026-05-28T20:26:40Z"}},
		{"nobody", errs.English, func(p *post) {
			p.answer = func(w http.ResponseWriter, _ *http.Request) {
				conn, _, err := http.NewResponseController(w).Hijack()
				if err == nil {
					err = conn.Close()
				}
				if err != nil {
					p.Error(err)
				}
			}
		}, "", []string{"Seen: no answer (", "Address: http://127.0.0.1:"}},
	} {
		t.Run(c.name+" "+string(c.language), func(t *testing.T) {
			p := open(t, func(w *heartbeat.Watcher) { w.Language = c.language })
			c.answer(p)
			p.expect("in time", p.pass(3*time.Minute), 0)
			p.expect("after three minutes", p.pass(2*time.Minute), 1)
			m := p.last()
			if !strings.HasPrefix(m.Subject, c.subject) {
				t.Errorf("subject %q, want %q", m.Subject, c.subject)
			}
			for _, says := range c.says {
				if !strings.Contains(m.Text, says) {
					t.Errorf("it lacks %q:\n%s", says, m.Text)
				}
			}
		})
	}
}

func TestOneTroubleIsOneMail(t *testing.T) {
	p := open(t, nil)
	bad := func(s *heartbeat.State) { s.Moving, s.Intake.Moving = false, false }
	p.expect("all is well", p.pass(10*time.Minute), 0)
	p.says(bad)
	p.expect("a short trouble", p.pass(2*time.Minute), 0)
	p.says(nil)
	p.expect("it is over", p.pass(10*time.Minute), 0)
	for range 4 { // one good answer between bad ones
		p.says(bad)
		p.pass(time.Minute)
		p.says(nil)
		p.pass(30 * time.Second)
	}
	p.expect("on and off", len(p.got), 1)
	p.says(bad)
	p.expect("without reminders", p.pass(2*time.Hour), 0)
	p.again()
	p.expect("after a restart", p.pass(10*time.Minute), 0)
	p.says(nil)
	p.refuses = "a@example.com"
	p.expect("the mail about the end is refused", p.pass(10*time.Minute), 0)
	p.refuses = ""
	p.expect("and sent later", p.pass(10*time.Minute), 1)
	if m := p.last(); !strings.Contains(m.Text, "Back since: ") || p.got[0].ID == m.ID {
		t.Errorf("%+v", m)
	}
	p.says(bad)
	p.expect("the next trouble", p.pass(10*time.Minute), 1)
	if p.got[0].ID == p.last().ID {
		t.Error("two troubles have the same mail")
	}
}

// A mailbox that refuses does not keep the mail from the others, and gets it later, without a second one to them.
func TestEveryReceiverGetsOne(t *testing.T) {
	p := open(t, func(w *heartbeat.Watcher) { w.To = []string{"full@example.com", "b@example.com"} })
	p.refuses = "full@example.com"
	p.says(func(s *heartbeat.State) { s.Moving, s.Intake.Moving = false, false })
	p.expect("one refuses", p.pass(10*time.Minute), 1)
	p.refuses = ""
	p.expect("it takes mails again", p.pass(10*time.Minute), 1)
	if p.last().To != "full@example.com" {
		t.Errorf("%+v", p.got)
	}
	// A receiver that was taken away gets no mail about the end.
	p.To = []string{"b@example.com"}
	p.again()
	p.says(nil)
	p.expect("the end", p.pass(10*time.Minute), 1)
	p.says(func(s *heartbeat.State) { s.Moving, s.Intake.Moving = false, false })
	p.expect("the next trouble", p.pass(10*time.Minute), 1)
}

// What happened while nobody watched is not trouble that was seen.
func TestWatcherThatWasAway(t *testing.T) {
	p := open(t, nil)
	p.says(func(s *heartbeat.State) { s.Moving, s.Intake.Moving = false, false })
	p.pass(time.Minute)
	p.now = p.now.Add(time.Hour)
	p.again()
	p.expect("three minutes begin again", p.pass(3*time.Minute), 0)
	p.expect("and are over", p.pass(time.Minute), 1)
	p.URL += "?of=another"
	p.again()
	p.expect("another installation", p.pass(3*time.Minute), 0)
}

func TestFileOfAWatcher(t *testing.T) {
	p := open(t, nil)
	p.pass(time.Minute)
	entries, err := os.ReadDir(filepath.Dir(p.File))
	if err != nil || len(entries) != 1 {
		t.Errorf("%v, %v: want one file", entries, err)
	}
	if err := os.WriteFile(p.File, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := p.Open(); err == nil || !strings.Contains(err.Error(), p.File) {
		t.Errorf("a damaged file: %v", err)
	}
	p.File = filepath.Join(t.TempDir(), "none", "watch.json")
	if err := p.Watcher.Run(t.Context(), nil); err == nil {
		t.Error("a folder that does not exist")
	}
}
