package corporation_test

import (
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/account/corporation"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/apptest"
)

// Fields follow the rules of specification section 5.
func TestCorporationFields(t *testing.T) {
	fits := corporation.Corporation{Name: "Survey"}
	for what, c := range map[string]struct {
		change func(*corporation.Corporation)
		field  string // "": accepted
		fault  *errs.Message
	}{
		"no name":                        {func(c *corporation.Corporation) { c.Name = "" }, "name", errs.Empty},
		"20 characters":                  {func(c *corporation.Corporation) { c.Name = strings.Repeat("测", 20) }, "", nil},
		"21 characters":                  {func(c *corporation.Corporation) { c.Name = strings.Repeat("测", 21) }, "name", errs.TooLong},
		"a prefix of 2 characters":       {func(c *corporation.Corporation) { c.DomainPrefix = "ab" }, "domainPrefix", errs.DomainPrefixFormat},
		"a prefix of 3 characters":       {func(c *corporation.Corporation) { c.DomainPrefix = "a_b" }, "", nil},
		"a prefix in capitals":           {func(c *corporation.Corporation) { c.DomainPrefix = "North-1" }, "", nil},
		"a prefix with a hyphen at ends": {func(c *corporation.Corporation) { c.DomainPrefix = "abc-" }, "domainPrefix", errs.DomainPrefixFormat},
		"a prefix with a dot":            {func(c *corporation.Corporation) { c.DomainPrefix = "a.bc" }, "domainPrefix", errs.DomainPrefixFormat},
		"a prefix longer than a label": {func(c *corporation.Corporation) {
			c.DomainPrefix = strings.Repeat("a", 64)
		}, "domainPrefix", errs.DomainPrefixFormat},
		"500 characters of remarks": {func(c *corporation.Corporation) { c.Remarks = strings.Repeat("注", 500) }, "", nil},
		"501 characters of slogan":  {func(c *corporation.Corporation) { c.Slogan = strings.Repeat("注", 501) }, "slogan", errs.TooLong},
		"an unknown zone":           {func(c *corporation.Corporation) { c.TimeZone = "Asia/Nowhere" }, "timeZone", errs.ZoneUnknown},
		"the server's own zone":     {func(c *corporation.Corporation) { c.TimeZone = "Local" }, "timeZone", errs.ZoneUnknown},
	} {
		tried := fits
		c.change(&tried)
		err := tried.Check()
		if c.field == "" {
			if err != nil {
				t.Errorf("%s: %v", what, err)
			}
			continue
		}
		refused, ok := errs.As(err)
		if !ok || len(refused.Fields) != 1 || refused.Fields[0].Name != c.field || refused.Fields[0].Message != c.fault {
			t.Errorf("%s: %v, want %s on %s", what, err, c.fault.Key, c.field)
		}
	}
}

// Every accepted prefix works in a host name and identifies its corporation.
func TestDomainPrefixWorksAsHostLabel(t *testing.T) {
	s := apptest.OpenSite(t, database.SQLite)
	rapid.Check(t, func(t *rapid.T) {
		c := s.Corporation
		c.DomainPrefix = rapid.StringMatching(`[A-Za-z0-9_-]{1,12}`).Draw(t, "prefix")
		kept, err := s.Corporations.Update(context.Background(), apptest.Actor(s.Admin), c)
		if err != nil {
			return
		}
		found, err := s.Corporations.LoginInfo(context.Background(), "", kept.DomainPrefix+".monitor.example")
		if err != nil || found.ID != c.ID || kept.DomainPrefix != strings.ToLower(c.DomainPrefix) {
			t.Fatalf("%q was stored as %q and finds %d, %v", c.DomainPrefix, kept.DomainPrefix, found.ID, err)
		}
	})
}

// An administrator can change every setting and text, but not whether the corporation is active or when it was
// created.
func TestUpdateKeepsActiveAndCreatedAt(t *testing.T) {
	s := apptest.OpenSite(t, database.SQLite)
	ctx, admin := context.Background(), apptest.Actor(s.Admin)
	c, err := s.Corporations.Get(ctx, s.Admin.Scope(), s.Corporation.ID)
	if err != nil {
		t.Fatal(err)
	}
	want := c
	want.Title, want.PlatformName, want.Copyright, want.Address, want.Remarks = "North", "Northwatch", "© North", "1 Bank St", "since 1999"
	want.DocumentDisabled, want.ActiveDataProcess, want.ActiveAlertGrading, want.ActiveNSBDInfoTable, want.RequireSecondFactor = true, true, true, true, true
	tried := want
	tried.Active, tried.CreatedAt = false, 1
	if _, err := s.Corporations.Update(ctx, admin, tried); err != nil {
		t.Fatal(err)
	}
	got, err := s.Corporations.Get(ctx, s.Admin.Scope(), c.ID)
	if err != nil || got != want {
		t.Errorf("kept %+v, %v\nwant %+v", got, err, want)
	}
	tried.Name = "Taken over"
	if _, err := s.Corporations.Update(ctx, apptest.Actor(s.Stranger), tried); !errs.IsKind(err, errs.NotFound) {
		t.Errorf("by a stranger: %v", err)
	}
	if _, err := s.Corporations.SetActive(ctx, admin, c.ID, false); !errs.Is(err, errs.NotAllowed) {
		t.Errorf("an administrator disabled the own corporation: %v", err)
	}
	if none, err := s.Corporations.OfAccount(ctx, 0); err != nil || none != (corporation.Corporation{}) {
		t.Errorf("of an operator: %+v, %v", none, err)
	}
}
