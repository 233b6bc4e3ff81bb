package main

import (
	"io"
	"log/slog"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"plumbline/internal/platform/heartbeat"
	"plumbline/internal/testing/await"
	"plumbline/internal/testing/process"
	"plumbline/internal/testing/smtptest"
)

// outpost is a watcher of a real server, with the time of the test.
type outpost struct {
	*testing.T
	args []string
	now  time.Time
	w    *heartbeat.Watcher
}

// begin starts the watcher, again after a restart.
func (o *outpost) begin() {
	o.Helper()
	w, _, err := watcher(o.args, io.Discard)
	if err != nil {
		o.Fatal(err)
	}
	w.Now, w.Zone, w.Log = func() time.Time { return o.now }, time.UTC, slog.New(slog.DiscardHandler)
	if err := w.Open(); err != nil {
		o.Fatal(err)
	}
	o.w = w
}

// look lets time pass and asks.
func (o *outpost) look(after time.Duration) {
	o.Helper()
	o.now = o.now.Add(after)
	if err := o.w.Look(o.Context()); err != nil {
		o.Fatal(err)
	}
}

// next waits until the server has another answer than before.
func next(s serving) {
	s.t.Helper()
	_, before := s.call("", "GET", heartbeat.Path, "")
	for {
		status, text := s.call("", "GET", heartbeat.Path, "")
		if text != before {
			if status != 200 || !strings.Contains(text, `"delivery":{"moving":true`) {
				s.t.Errorf("%d %s", status, text)
			}
			return
		}
		await.Pause()
	}
}

// A server is killed and returns: the watcher mails once, also if it is restarted meanwhile, reminds, and mails the end.
func TestWatchFromASecondMachine(t *testing.T) {
	post := smtptest.Start(t, smtptest.Options{})
	address := process.FreeAddress()
	path, folder := binary(t), t.TempDir()
	data, state := filepath.Join(folder, "data"), filepath.Join(folder, "watch.json")
	server := start(t, path, data, "--http", address, "--ops", "")
	o := &outpost{T: t, now: time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC), args: []string{
		"--url", server.base + heartbeat.Path, "--name", "North bank", "--mail-to", "duty@example.com, Chief <chief@example.com>", "--language", "en",
		"--remind", "1h", "--state", state, "--smtp-host", "127.0.0.1", "--smtp-port", strconv.Itoa(post.Port), "--smtp-security", "none",
		"--smtp-from", "Watch <watch@example.com>",
	}}
	mails := func(when string, want ...string) {
		t.Helper()
		var got []string
		for _, m := range post.Mails() {
			got = append(got, strings.TrimSuffix(m.To, "@example.com")+": "+m.Subject)
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Fatalf("%s:\n%s\nwant:\n%s", when, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	o.begin()
	o.look(0)
	next(server)
	o.look(30 * time.Second)
	mails("all is well")

	server.kill()
	o.look(30 * time.Second) // 08:01:00
	o.look(170 * time.Second)
	mails("not yet three minutes")
	post.Refuse(451, 0)
	o.look(30 * time.Second)
	mails("the mail server refuses")
	post.Refuse(0, 0)
	o.look(30 * time.Second)
	const first = "North bank: no sound heartbeat since 2026-03-01 08:01:00 +00:00"
	sent := []string{"duty: " + first, "chief: " + first}
	mails("three minutes", sent...)
	text := post.Mails()[0].Text
	for _, line := range []string{"Seen: no answer", "connection refused", "First seen: 2026-03-01 08:01:00", "Last checked: 2026-03-01 08:04:50", server.base} {
		if !strings.Contains(text, line) {
			t.Errorf("the mail lacks %q:\n%s", line, text)
		}
	}
	o.begin()
	o.look(30 * time.Second)
	mails("the watcher was restarted", sent...)
	o.look(time.Hour)
	const again = "North bank: still no sound heartbeat, since 2026-03-01 08:01:00 +00:00"
	sent = append(sent, "duty: "+again, "chief: "+again)
	mails("an hour later", sent...)

	server = start(t, path, data, "--http", address, "--ops", "")
	o.look(30 * time.Second)
	mails("the first answer", sent...)
	o.begin()
	next(server)
	o.look(time.Minute)
	const back = "North bank: the heartbeat is back"
	sent = append(sent, "duty: "+back, "chief: "+back)
	mails("a minute of good answers", sent...)
	next(server)
	o.look(30 * time.Second)
	mails("all is well again", sent...)
}
