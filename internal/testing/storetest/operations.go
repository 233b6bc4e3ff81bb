package storetest

import (
	"fmt"
	"testing"

	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/testing/apptest"
)

func operationLog(t *testing.T, s *apptest.Site) {
	before := must(s.Store.Entries(ctx, s.Admin.Scope(), audit.Filter{Kind: "project"}))(t)
	p := s.Project
	p.Remarks = "monitored since 2021"
	must(s.Projects.Update(ctx, apptest.Actor(s.Owner), p))(t)
	page := must(s.Store.Entries(ctx, s.Admin.Scope(), audit.Filter{Kind: "project"}))(t)
	same(t, "entries", page.Total, before.Total+1)
	e := page.List[0]
	if e.AccountName != "owner" || e.IP != "192.0.2.1" || e.Action != "update" || e.Content != p.Name ||
		e.ProjectName != p.Name || e.TimeZone != "Asia/Shanghai" {
		t.Errorf("entry %+v does not name the account and the change", e)
	}
	same(t, "what changed", audit.Changes(e, "en"), []audit.Change{{Field: "remarks", Label: "Remarks", After: "monitored since 2021"}})
	same(t, "the entry by its id", must(s.Store.Entry(ctx, s.Admin.Scope(), e.ID))(t), e)
	_, err := s.Store.Entry(ctx, s.Stranger.Scope(), e.ID)
	refused(t, err, errs.NothingHere)
	same(t, "a stranger's log", must(s.Store.Entries(ctx, s.Stranger.Scope(), audit.Filter{Kind: "project"}))(t).Total, 0)
	_, err = s.Store.Entries(ctx, s.Admin.Scope(), audit.Filter{Query: paging.Query{Sort: "password"}})
	refused(t, err, errs.NotOneOf, "sort")
}

func operationsAreFound(t *testing.T, s *apptest.Site) {
	log := func(who, ip, kind, action, content string, code int) {
		account := s.Owner
		if who == "guest" {
			account = s.Guest
		}
		actor := apptest.Actor(account)
		actor.IP = ip
		ok(t, s.Store.Log(ctx, actor, audit.Attempt{
			CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, Kind: kind, ThingID: 77, Action: action, Content: content, Refused: code,
		}))
	}
	log("owner", "203.0.113.5", "device", "import", "WL_F%5474", 0)
	log("guest", "203.0.113.6", "device", "delete", "", errs.NotAllowed.Code)
	newest := must(s.Store.Entries(ctx, s.Admin.Scope(), audit.Filter{Query: paging.Query{Size: 1}}))(t).List[0]
	same(t, "what was refused", newest.Reason("en"), errs.NotAllowed.Text(errs.English, nil))
	for name, c := range map[string]struct {
		filter audit.Filter
		want   int
	}{
		"by project and thing": {audit.Filter{ProjectID: s.Project.ID, ThingID: 77}, 2},
		"by account":           {audit.Filter{ThingID: 77, AccountID: s.Guest.ID}, 1},
		"by action":            {audit.Filter{ThingID: 77, Action: "import"}, 1},
		"refused":              {audit.Filter{Result: audit.Refused}, 1},
		"done":                 {audit.Filter{ThingID: 77, Result: audit.Done}, 1},
		"by part of a name":    {audit.Filter{Query: paging.Query{Keyword: "_f%54"}}, 1},
		"by address":           {audit.Filter{Query: paging.Query{Keyword: "203.0.113.6"}}, 1},
		"by name of account":   {audit.Filter{ThingID: 77, Query: paging.Query{Keyword: "GUEST"}}, 1},
		"from a time on":       {audit.Filter{ThingID: 77, From: newest.At + 1}, 0},
		"up to a time":         {audit.Filter{ThingID: 77, To: newest.At + 1}, 2},
		"before a time":        {audit.Filter{To: 1}, 0},
	} {
		same(t, name, must(s.Store.Entries(ctx, s.Admin.Scope(), c.filter))(t).Total, c.want)
	}
	for i := range 2100 { // more than two chunks
		ok(t, s.Store.Log(ctx, apptest.Actor(s.Owner), audit.Attempt{CorporationID: s.Corporation.ID, Kind: "device", Action: "many", Content: fmt.Sprint(i)}))
	}
	var seen []string
	ok(t, s.Store.EachEntry(ctx, s.Admin.Scope(), audit.Filter{Action: "many"}, func(list []audit.Entry) error {
		for _, e := range list {
			seen = append(seen, e.Content)
		}
		return nil
	}))
	if len(seen) != 2100 || seen[0] != "2099" || seen[2099] != "0" {
		t.Errorf("paging through 2100 entries returned %d, %s to %s", len(seen), seen[0], seen[len(seen)-1])
	}
}

func operationLogIsAppendOnly(t *testing.T, s *apptest.Site) {
	before := must(s.Store.Entries(ctx, s.System.Scope(), audit.Filter{}))(t)
	statements := []string{
		"UPDATE oplog SET content = 'nothing to see'",
		"UPDATE oplog SET account_id = 0 WHERE id = (SELECT MAX(id) FROM oplog)",
		"DELETE FROM oplog",
		"DELETE FROM oplog WHERE account_id <> 0",
	}
	if s.DB.Dialect() == database.Postgres {
		statements = append(statements, "TRUNCATE oplog", "TRUNCATE oplog CASCADE",
			"INSERT INTO oplog SELECT * FROM oplog WHERE true ON CONFLICT (id) DO UPDATE SET content = ''")
	} else {
		statements = append(statements, "INSERT OR REPLACE INTO oplog SELECT * FROM oplog", "REPLACE INTO oplog SELECT * FROM oplog WHERE account_id <> 0")
	}
	for _, statement := range statements {
		err := s.DB.Write(ctx, func(tx *database.Tx) error {
			_, err := tx.ExecContext(ctx, statement)
			return err
		})
		if err == nil {
			t.Errorf("the database allows %s", statement)
		}
	}
	same(t, "the log afterwards", must(s.Store.Entries(ctx, s.System.Scope(), audit.Filter{}))(t), before)
}

// The entry of a version names the version that it replaced.
func operationsOfVersions(t *testing.T, s *apptest.Site) {
	who := apptest.Actor(s.Owner)
	last := func() []audit.Change {
		t.Helper()
		page := must(s.Store.Entries(ctx, s.Admin.Scope(), audit.Filter{ThingID: s.Level.ID, Query: paging.Query{Size: 1}}))(t)
		return audit.Changes(page.List[0], "en")
	}
	made := must(s.Points.Record(ctx, who, s.Level.ID,
		apptest.Draft(t, "collect", 1_700_000_000_000, map[string]any{"mode": "UploadCollect", "interval": 600})))(t)
	same(t, "a new version", last(), []audit.Change{
		{Field: "interval", Label: "Interval (s)", Before: "300", After: "600"},
		{Field: "validFrom", Label: "Valid from", After: "2023-11-15 06:13:20"},
	})
	must(s.Points.Supersede(ctx, who, s.Level.ID, made.ID, "wrong"))(t)
	same(t, "one removed", last(), []audit.Change{
		{Field: "interval", Label: "Interval (s)", Before: "600"},
		{Field: "mode", Label: "Mode", Before: "Device upload"},
		{Field: "validFrom", Label: "Valid from", Before: "2023-11-15 06:13:20"},
	})
}
