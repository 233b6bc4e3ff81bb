package tables_test

import (
	"context"
	"fmt"
	"testing"

	"plumbline/internal/account/identity"
	"plumbline/internal/account/user"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/paging"
	"plumbline/internal/testing/apptest"
)

// crowd adds users with sessions, memberships and roles.
func crowd(t testing.TB, s *apptest.Site, count int) {
	t.Helper()
	ctx, admin := context.Background(), apptest.Actor(s.Admin)
	for i := range count {
		a := identity.Account{
			CorporationID: s.Corporation.ID, Name: fmt.Sprintf("user-%05d", i), DisplayName: "Field crew", Mobile: fmt.Sprintf("138%08d", i),
			Type: access.Normal, Theme: identity.Dark, Active: i%10 != 0,
		}
		if err := s.Store.CreateUser(ctx, admin, &a, "x", []int64{apptest.GuestRole}, nil); err != nil {
			t.Fatal(err)
		}
		session := identity.Session{AccountID: a.ID, LastUsedAt: int64(i), ExpiresAt: int64(i)}
		if err := s.Store.CreateSession(ctx, apptest.Actor(a), &session, fmt.Appendf(nil, "%032d", i)); err != nil {
			t.Fatal(err)
		}
		if i%10 == 0 {
			if err := s.Store.AddMember(ctx, admin,
				user.Membership{ProjectID: s.Project.ID, AccountID: a.ID, Roles: []int64{apptest.GuestRole, apptest.MemberRole}}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestQueriesDoNotGrowWithUsers checks the number of queries of the lists of people, with six users and with many.
func TestQueriesDoNotGrowWithUsers(t *testing.T) {
	s := apptest.OpenSite(t, database.SQLite)
	ctx := context.Background()
	by := s.Managing(t, s.Admin)
	yes := true
	made := s.Store.Queries(nil)
	for _, count := range []int{0, 250} {
		crowd(t, s, count)
		for _, call := range []struct {
			name string
			most int64
			do   func() error
		}{
			{"users", 5, func() error {
				return second(s.Users.Users(ctx, by, user.UserFilter{Query: paging.Query{Size: paging.MaxSize}}))
			}},
			{"users by keyword", 5, func() error {
				return second(s.Users.Users(ctx, by,
					user.UserFilter{Query: paging.Query{Keyword: "user-0", Sort: "-lastUsedAt"}, Active: &yes, RoleID: apptest.GuestRole}))
			}},
			{"members", 4, func() error {
				return second(s.Users.Members(ctx, s.Admin.Scope(), user.MemberFilter{ProjectID: s.Project.ID}))
			}},
			{"candidates", 3, func() error {
				return second(s.Users.Candidates(ctx, by, s.Corporation.ID, s.Project.ID, paging.Query{}))
			}},
			{"roles", 3, func() error { return second(s.Users.Roles(ctx, by, paging.Query{})) }},
			{"groups", 4, func() error { return second(s.Users.Groups(ctx, by, paging.Query{})) }},
		} {
			made.Store(0)
			if err := call.do(); err != nil {
				t.Fatalf("%s: %v", call.name, err)
			}
			if n := made.Load(); n > call.most {
				t.Errorf("%s with %d more users: %d queries, want at most %d", call.name, count, n, call.most)
			}
		}
	}
}

// TestQueriesOfAPermissionCheck measures the queries before a handler runs: the session with its account, and the
// permissions, which are cached.
func TestQueriesOfAPermissionCheck(t *testing.T) {
	s := apptest.OpenSite(t, database.SQLite)
	ctx := context.Background()
	signedIn, err := s.Identity.SignIn(ctx, identity.SignIn{Name: "owner", Password: apptest.Password})
	if err != nil {
		t.Fatal(err)
	}
	made := s.Store.Queries(nil)
	request := func() int64 {
		made.Store(0)
		who, err := s.Identity.Authenticate(ctx, signedIn.Token)
		if err != nil {
			t.Fatal(err)
		}
		session := made.Load()
		if session > 2 {
			t.Errorf("the session costs %d queries, want at most 2", session)
		}
		p, err := s.Identity.Permissions(ctx, who.Account)
		if err != nil {
			t.Fatal(err)
		}
		if !p.In(s.Project.ID).Has(access.Project, access.Delete) {
			t.Error("the owner lacks the permission")
		}
		return made.Load() - session
	}
	if n := request(); n != 0 {
		t.Errorf("cached permissions cost %d queries", n)
	}
	s.Identity.ForgetPermissions(0)
	if n := request(); n != 1 {
		t.Errorf("reloaded permissions cost %d queries, want 1", n)
	}
	if n := request(); n != 0 {
		t.Errorf("permissions cached again cost %d queries", n)
	}
}

// BenchmarkUsers reads the pages of user management over 10,000 users. Targets on two busy cores: a page 17 ms, any
// filter or order 180 ms.
func BenchmarkUsers(b *testing.B) {
	s := apptest.OpenSite(b, database.SQLite)
	crowd(b, s, 10_000)
	ctx, by := context.Background(), s.Managing(b, s.Admin)
	yes := true
	for name, filter := range map[string]user.UserFilter{
		"page":        {},
		"last page":   {Query: paging.Query{Page: 500}},
		"keyword":     {Query: paging.Query{Keyword: "r-0999"}},
		"by last use": {Query: paging.Query{Sort: "-lastUsedAt"}},
		"locked":      {Locked: &yes},
		"of a role":   {RoleID: apptest.GuestRole},
		"full pages":  {Query: paging.Query{Size: paging.MaxSize}},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := s.Users.Users(ctx, by, filter); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
