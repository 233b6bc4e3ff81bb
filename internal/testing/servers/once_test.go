//go:build unix

package servers_test

import (
	"fmt"
	"testing"
	"time"

	"plumbline/internal/account/verification"
	"plumbline/internal/core/compute"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/platform/mail"
	"plumbline/internal/testing/smtptest"
)

// TestWorkIsDoneOnce: three servers share jobs, a schedule, mails and notifications while gauges send. One is killed in
// the middle of sending mails and of a recomputation. Every mail arrives under one Message-ID, the schedule queues one
// job, every job ends, and every alert is notified once.
func TestWorkIsDoneOnce(t *testing.T) {
	in := newInstallation(t, recent)
	office := smtptest.Start(t, smtptest.Options{User: "plumbline", Password: "mail"})
	in.mail = mail.Config{
		Host: smtptest.Host, Port: office.Port, Security: mail.StartTLS, User: "plumbline", Password: "mail",
		From: "Plumbline <no-reply@plumbline.test>", CAFile: office.CAFile,
	}
	in.seed(3, 3)
	first, second, third := in.start(), in.start(), in.start()
	defer first.Kill()
	defer second.Kill()
	db := in.open()
	defer db.Close()
	in.until(db, "SELECT count(*) FROM point_partition WHERE server IS DISTINCT FROM wanted")
	tr := in.traffic(first, second, third)
	tr.more(300)

	const codes, workers, servers = 12, 2, 3
	office.Hang(true)
	for i := range codes {
		_, err := db.Verification.Ask(t.Context(), audit.Actor{IP: fmt.Sprint("192.0.2.", i)}, verification.SignUp, fmt.Sprintf("person%d@example.com", i), errs.English)
		in.check(err)
	}
	in.until(db, fmt.Sprintf("SELECT CASE WHEN count(*) = %d THEN 0 ELSE 1 END FROM job WHERE kind = 'sendCode' AND state = 'running'", workers*servers))
	var points []int64
	for _, g := range in.gauges {
		points = append(points, g.point)
	}
	_, err := db.Store.Enqueue(t.Context(), jobs.New{Kind: compute.RecomputeJob, Args: compute.RecomputeArgs{Points: points, From: in.began}})
	in.check(err)
	dead := itoa(in.number(db, "SELECT max(id) FROM server"))
	third.Kill() // it joined last
	killed := time.Now()
	tr.to(first, second)
	in.until(db, "SELECT count(*) FROM job WHERE state = 'running' AND server = "+dead+" AND lease_until > 0")
	t.Logf("the jobs of the killed server were due after %v", time.Since(killed).Round(time.Millisecond))
	office.Hang(false)
	_, err = db.DB.Reader().ExecContext(t.Context(), "UPDATE schedule SET next_at = 0 WHERE name = 'housekeeping'")
	in.check(err)
	in.until(db, "SELECT CASE WHEN count(*) > 0 THEN 0 ELSE 1 END FROM job WHERE kind = 'housekeeping'")
	in.until(db, "SELECT count(*) FROM job WHERE state <> 'done'")
	t.Logf("all jobs ended after %v", time.Since(killed).Round(time.Millisecond))

	arrived := map[string]int{}
	for _, m := range office.Mails() {
		arrived[m.Header.Get("Message-ID")]++
	}
	attempts := in.number(db, "SELECT sum(attempt) FROM job WHERE kind = 'sendCode'") // mails that hang too long are sent again
	if n := len(office.Mails()); len(arrived) != codes || int64(n) > attempts {
		t.Errorf("%d codes arrived in %d mails, want %d codes and at most %d mails", len(arrived), n, codes, attempts)
	}
	if n := in.number(db, "SELECT count(*) FROM job WHERE kind = 'housekeeping'"); n != 1 {
		t.Errorf("the schedule was due once and queued %d jobs", n)
	}
	tr.more(1500)
	tr.stop()
	in.settle(db)
	in.compare(db, tr.acknowledged)
	notified := in.number(db, "SELECT count(*) FROM notification WHERE alert_id <> 0")
	if twice := notified - in.number(db, "SELECT count(DISTINCT (alert_id, kind, level, args)) FROM notification WHERE alert_id <> 0"); notified == 0 || twice != 0 {
		t.Errorf("%d of %d notifications were sent twice", twice, notified)
	}
}
