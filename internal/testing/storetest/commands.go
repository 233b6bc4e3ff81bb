package storetest

import (
	"encoding/json"
	"testing"
	"time"

	"plumbline/internal/field/command"
	"plumbline/internal/field/firmware"
	"plumbline/internal/field/ingest"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/testing/apptest"
)

// over is a timeout that expires at once, and long one that never expires within a test.
const over, long = -time.Second, time.Hour

type commands struct {
	*testing.T
	s *apptest.Site
}

// ask queues a command for the gauge, which is connected to the collector.
func (c commands) ask(kind command.Kind, args string, change ...func(*command.Command)) command.Command {
	c.Helper()
	made, _, err := c.try(kind, args, false, change...)
	return must(made, err)(c)
}

func (c commands) try(kind command.Kind, args string, replace bool, change ...func(*command.Command)) (command.Command, bool, error) {
	s := c.s
	order := command.Command{
		CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, DeviceID: s.Gauge.ID, GatewayID: s.Collector.ID, Child: s.Gauge.SNCode, ChannelNo: 1,
		Kind: kind, Args: json.RawMessage(args), Priority: command.ByPerson, State: command.Hanging, AccountID: s.Owner.ID,
		ExpiresAt: time.Now().Add(time.Hour).UnixMilli(),
	}
	for _, f := range change {
		f(&order)
	}
	return s.Store.CreateCommand(ctx, apptest.Actor(s.Owner), order, replace)
}

// claim claims the next command for the collector; 0 if there is none.
func (c commands) claim(patience time.Duration) int64 {
	c.Helper()
	claimed := must(c.s.Store.ClaimCommands(ctx, []int64{c.s.Collector.ID, c.s.Gauge.ID}, func(command.Command) time.Duration { return patience }))(c)
	if len(claimed) == 0 {
		return 0
	}
	return claimed[0].ID
}

func (c commands) answer(id int64, code int, result string) {
	c.Helper()
	ok(c, c.s.DB.Write(ctx, func(tx *database.Tx) error {
		return c.s.Store.CommandsAnswered(ctx, tx,
			[]command.Answer{{Gateway: c.s.Collector.ID, ID: id, Code: code, Message: "so", Result: json.RawMessage(result), At: time.Now().UnixMilli()}})
	}))
}

func (c commands) state(id int64) command.State {
	c.Helper()
	return must(c.s.Store.Command(ctx, c.s.Owner.Scope(), id))(c).State
}

func commandQueue(t *testing.T, s *apptest.Site) {
	c := commands{t, s}
	read := c.ask(command.Read, `{}`)
	again, made, err := c.try(command.Read, `{}`, false)
	same(t, "same request twice", []any{must(again, err)(t).ID, made}, []any{read.ID, false})
	slow := c.ask(command.SetInterval, `{"interval":1800}`, func(o *command.Command) { o.Priority = command.ByConfiguration })
	_, _, err = c.try(command.SetInterval, `{"interval":600}`, false)
	refused(t, err, errs.CommandOutstanding)
	slow2, _, err := c.try(command.SetInterval, `{"interval":600}`, true, func(o *command.Command) { o.Priority = command.ByConfiguration })
	must(slow2, err)(t)
	same(t, "replaced", c.state(slow.ID), command.Cancelled)
	reset := c.ask(command.Reset, `{}`)

	same(t, "commands of users go first, oldest first", c.claim(long), read.ID)
	same(t, "one on its way", c.claim(long), int64(0))
	c.answer(read.ID+1_000_000, 0, `{}`) // unknown id
	c.answer(read.ID, 0, `{"level":1.5}`)
	done := must(s.Store.Command(ctx, s.Owner.Scope(), read.ID))(t)
	same(t, "answered", []any{done.State, done.Code, done.Message, string(done.Result), done.AccountName},
		[]any{command.Answered, 0, "so", `{"level":1.5}`, s.Owner.Name})
	c.answer(read.ID, 3, `{}`)
	same(t, "answered once", c.state(read.ID), command.Answered)

	same(t, "next", c.claim(long), reset.ID)
	c.answer(reset.ID, command.NotSupported, "")
	same(t, "refused by the device", c.state(reset.ID), command.Failed)

	// An unanswered command is tried three times in all; a late answer still counts.
	for range command.MaxAttempts {
		same(t, "tried", c.claim(over), slow2.ID)
		ok(t, s.Store.SweepCommands(ctx))
	}
	late := must(s.Store.Command(ctx, s.Owner.Scope(), slow2.ID))(t)
	same(t, "given up", []any{late.State, late.Code, late.Attempts}, []any{command.Failed, command.TimedOut, command.MaxAttempts})
	c.answer(slow2.ID, 0, `{"interval":600}`)
	same(t, "late", c.state(slow2.ID), command.Answered)

	// A command that was not delivered returns to hanging without losing an attempt.
	hanging := c.ask(command.SetTime, `{}`, func(o *command.Command) { o.State = command.Waiting })
	same(t, "claimed", c.claim(long), hanging.ID)
	ok(t, s.Store.ReleaseCommand(ctx, must(s.Store.Command(ctx, s.Owner.Scope(), hanging.ID))(t)))
	queued := must(s.Store.GatewaysWithCommands(ctx))(t)
	same(t, "queued", queued, []command.Queued{{Gateway: s.Collector.ID, Due: hanging.NextAt}})
	same(t, "attempts", must(s.Store.Command(ctx, s.Owner.Scope(), hanging.ID))(t).Attempts, 0)
	must(s.Store.CancelCommand(ctx, apptest.Actor(s.Owner), hanging.ID))(t)
	_, err = s.Store.CancelCommand(ctx, apptest.Actor(s.Owner), hanging.ID)
	refused(t, err, errs.CommandOver)
	waiting := c.ask(command.SetTime, `{}`, func(o *command.Command) { o.State = command.Waiting })
	ok(t, s.Store.HangCommands(ctx, s.Collector.ID))
	same(t, "the logger is gone", c.state(waiting.ID), command.Hanging)

	gone := c.ask(command.Raw, `{"hex":"01"}`, func(o *command.Command) { o.ExpiresAt = time.Now().Add(-time.Second).UnixMilli() })
	ok(t, s.Store.SweepCommands(ctx))
	expired := must(s.Store.Command(ctx, s.Owner.Scope(), gone.ID))(t)
	same(t, "expired", []any{expired.State, expired.Code}, []any{command.Failed, command.Expired})

	list := must(s.Store.Commands(ctx, s.Guest.Scope(),
		command.Filter{Query: paging.Query{Page: 1, Size: 50}, DeviceID: s.Gauge.ID, States: []command.State{command.Hanging}}))(t)
	same(t, "hanging", []any{list.Total, list.List[0].ID}, []any{1, waiting.ID})
	for _, scope := range []access.Scope{s.Stranger.Scope(), s.Outsider.Scope()} {
		_, err = s.Store.Command(ctx, scope, waiting.ID)
		refused(t, err, errs.NothingHere)
	}
	_, err = s.Store.CancelCommand(ctx, apptest.Actor(s.Stranger), waiting.ID)
	refused(t, err, errs.NothingHere)
}

func toldTime(t *testing.T, s *apptest.Site) {
	c := commands{t, s}
	told := func(since time.Duration) bool {
		t.Helper()
		return must(s.Store.SentSince(ctx, s.Gauge.ID, command.SetTime, time.Now().Add(-since).UnixMilli()))(t)
	}
	same(t, "never", told(time.Hour), false)
	set := c.ask(command.SetTime, `{}`)
	same(t, "outstanding", told(-time.Hour), true)
	same(t, "claimed", c.claim(long), set.ID)
	c.answer(set.ID, 0, `{}`)
	same(t, "lately", told(time.Hour), true)
	same(t, "before that", told(-time.Hour), false)
	must(s.Store.CancelCommand(ctx, apptest.Actor(s.Owner), c.ask(command.SetTime, `{"n":1}`).ID))(t)
	same(t, "cancelled", told(-time.Hour), false)
}

func keepSending(t *testing.T, s *apptest.Site) {
	c := commands{t, s}
	now := time.Now()
	keep := c.ask(command.Read, `{}`, func(o *command.Command) {
		o.EveryMs, o.KeptUntil, o.RepeatUntil = 1, now.Add(time.Hour).UnixMilli(), now.Add(time.Hour).UnixMilli()
	})
	for n := 1; n <= 3; n++ {
		id := c.claim(long)
		for id == 0 { // wait for the next millisecond
			id = c.claim(long)
		}
		same(t, "sent again", id, keep.ID)
		c.answer(keep.ID, 0, `{}`)
		same(t, "answers", must(s.Store.Command(ctx, s.Owner.Scope(), keep.ID))(t).Answers, n)
	}
	leased := must(s.Store.LeaseCommand(ctx, s.Owner.Scope(), keep.ID, now.Add(2*time.Hour).UnixMilli()))(t)
	same(t, "no lease beyond its end", leased.KeptUntil, keep.RepeatUntil)
	_, err := s.Store.LeaseCommand(ctx, s.Stranger.Scope(), keep.ID, 0)
	refused(t, err, errs.NothingHere)
	must(s.Store.LeaseCommand(ctx, s.Owner.Scope(), keep.ID, now.Add(-time.Minute).UnixMilli()))(t)
	ok(t, s.Store.SweepCommands(ctx))
	same(t, "its page is closed", c.state(keep.ID), command.Answered)
	_, err = s.Store.LeaseCommand(ctx, s.Owner.Scope(), keep.ID, now.UnixMilli())
	refused(t, err, errs.CommandOver)
}

func firmwareFiles(t *testing.T, s *apptest.Site) {
	c := commands{t, s}
	admin := apptest.Actor(s.Admin)
	f := firmware.File{
		CorporationID: s.Corporation.ID, Name: "HDA3-1.2.0.4-spring.hsf", Host: "HDA3", Version: "1.2.0.4", Note: "spring", Size: 4, SHA256: "ab", Blob: "1/00",
	}
	ok(t, s.Store.CreateFirmware(ctx, admin, &f))
	twice := f
	refused(t, s.Store.CreateFirmware(ctx, admin, &twice), errs.FirmwareThere, "file")
	found := must(s.Store.HasBlob(ctx, f.Blob))(t)
	same(t, "its blob is no orphan", found, true)
	list := must(s.Store.Firmwares(ctx, s.Admin.Scope(), firmware.Filter{Query: paging.Query{Page: 1, Size: 10, Keyword: "SPRING"}}))(t)
	same(t, "devices that it fits", []any{list.Total, list.List[0].Devices}, []any{1, 1})
	_, err := s.Store.Firmware(ctx, s.Stranger.Scope(), f.ID)
	refused(t, err, errs.NothingHere)

	order := func() command.Command {
		return command.Command{
			CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, DeviceID: s.Collector.ID, GatewayID: s.Collector.ID, Kind: command.Upgrade,
			Args: json.RawMessage(`{"version":"1.2.0.4"}`), State: command.Hanging, ExpiresAt: time.Now().Add(time.Hour).UnixMilli(),
		}
	}
	begin := func() (u firmware.Upgrade, err error) {
		u = firmware.Upgrade{FirmwareID: f.ID, DeviceID: s.Collector.ID, Version: f.Version, AccountID: s.Admin.ID}
		return u, s.Store.BeginUpgrades(ctx, admin, []firmware.Try{{Upgrade: &u, Command: order()}})
	}
	look := func(u firmware.Upgrade) firmware.Upgrade {
		t.Helper()
		return must(s.Store.Upgrade(ctx, s.Admin.Scope(), u.ID))(t)
	}
	retry := func(u firmware.Upgrade) int64 {
		t.Helper()
		u = look(u)
		ok(t, s.Store.RetryUpgrade(ctx, admin, firmware.Try{Upgrade: &u, Command: order()}))
		return u.CommandID
	}
	reports := func(version string) {
		t.Helper()
		ok(t, s.Store.SaveSeen(ctx, []ingest.Seen{{Device: s.Collector.ID, LastSeen: 1, Firmware: version}}))
	}
	u := must(begin())(t)
	_, err = begin()
	refused(t, err, errs.UpgradeRunning)
	page := must(s.Store.Upgrades(ctx, s.Admin.Scope(), firmware.UpgradeFilter{Query: paging.Query{Page: 1, Size: 10}}))(t)
	same(t, "one that cannot begin leaves nothing", page.Total, 1)
	refused(t, s.Store.DeleteFirmware(ctx, admin, f.ID), errs.InUse)
	refused(t, s.Store.RetryUpgrade(ctx, admin, firmware.Try{Upgrade: &u, Command: order()}), errs.UpgradeOver)
	same(t, "claimed", c.claim(long), u.CommandID)
	c.answer(u.CommandID, command.BadParameter, "")
	failed := look(u)
	same(t, "refused by the device", []any{failed.State, failed.Reason, failed.Code}, []any{firmware.Fail, firmware.Refused, command.BadParameter})

	sent := retry(u)
	same(t, "claimed again", c.claim(long), sent)
	c.answer(sent, 0, "")
	same(t, "installing", []any{look(u).State, look(u).Deadline > 0, look(u).Attempts}, []any{firmware.InProgress, true, 2})
	reports("1.2.0.3")
	same(t, "another version", look(u).State, firmware.InProgress)
	reports("1.2.0.4")
	same(t, "reported", look(u).State, firmware.Success)

	// A device whose upgrade failed for lack of an answer may still have completed it.
	slow := must(begin())(t)
	refusedToo := look(u)
	refused(t, s.Store.RetryUpgrade(ctx, admin, firmware.Try{Upgrade: &refusedToo, Command: order()}), errs.UpgradeOver)
	for range command.MaxAttempts {
		same(t, "tried", c.claim(over), slow.CommandID)
		ok(t, s.Store.SweepCommands(ctx))
	}
	same(t, "no answer", []any{look(slow).State, look(slow).Reason}, []any{firmware.Fail, firmware.NoAnswer})
	c.answer(slow.CommandID, 0, "")
	same(t, "a late answer", []any{look(slow).State, look(slow).Deadline > 0}, []any{firmware.InProgress, true})
	reports("1.2.0.4")
	same(t, "a late report", look(slow).State, firmware.Success)

	// A device that already has the version is not updated.
	byHand := must(begin())(t)
	reports("1.2.0.4")
	same(t, "upgraded by hand", []any{look(byHand).State, c.state(byHand.CommandID)}, []any{firmware.Success, command.Cancelled})

	second := must(begin())(t)
	must(s.Store.CancelCommand(ctx, admin, second.CommandID))(t)
	same(t, "cancelled", look(second).Reason, firmware.Cancelled)
	third := must(begin())(t)
	older := look(second)
	refused(t, s.Store.RetryUpgrade(ctx, admin, firmware.Try{Upgrade: &older, Command: order()}), errs.UpgradeRunning)
	must(s.Store.CancelCommand(ctx, admin, third.CommandID))(t)
	reports("1.2.0.4")
	same(t, "what was not sent is not done", look(third).State, firmware.Fail)
	page = must(s.Store.Upgrades(ctx, s.Admin.Scope(), firmware.UpgradeFilter{Query: paging.Query{Page: 1, Size: 10}, State: firmware.Fail}))(t)
	same(t, "failed", page.Total, 2)
	ok(t, s.Store.DeleteFirmware(ctx, admin, f.ID))
	_, err = s.Store.Upgrade(ctx, s.Admin.Scope(), u.ID)
	refused(t, err, errs.NothingHere)
}
