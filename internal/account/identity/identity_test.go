package identity

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/platform/access"
)

func TestStrong(t *testing.T) {
	for password, want := range map[string]bool{
		"Plumb-2026!":         true,
		"Aa1!Aa1!":            true,
		"Aa1!Aa1":             false, // 7 characters
		"Aa1!Aa1!Aa1!Aa1!":    true,
		"Aa1!Aa1!Aa1!Aa1!x":   false, // 17
		"plumb-2026!":         false, // no upper case
		"PLUMB-2026!":         false,
		"Plumb-Line!":         false, // no digit
		"Plumb2026x":          false, // no symbol
		"Plumb-2222!":         false, // a character three times in a row
		"Plumb-2022!":         true,
		"Plumb-2026准":         false,
		"Plumb 2026!":         false,
		"":                    false,
		"Plumb-2026\x00\x00!": false,
	} {
		if got := Strong(password); got != want {
			t.Errorf("%q: %t, want %t", password, got, want)
		}
	}
}

func TestInitialPasswordsAreStrong(t *testing.T) {
	for range 100 {
		password, err := initialPassword()
		if err != nil || !Strong(password) {
			t.Fatalf("%q, %v", password, err)
		}
	}
}

func TestHashes(t *testing.T) {
	ctx, h := context.Background(), newHasher()
	hash, err := h.hash(ctx, "Plumb-2026!")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		password, hash       string
		ok, outdated, broken bool
	}{
		{"Plumb-2026!", hash, true, false, false},
		{"Plumb-2026?", hash, false, false, false},
		// From the reference implementation: echo -n password | argon2 somesalt -id -t 2 -k 256 -p 1
		{"password", "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4", true, true, false},
		{"x", "", false, false, true},
		{"x", "$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$AAAA", false, false, true},
		{"x", "$argon2id$v=19$m=256,t=2,p=1$!$AAAA", false, false, true},
	} {
		ok, outdated, err := h.verify(ctx, c.password, c.hash)
		if ok != c.ok || outdated != c.outdated || (err != nil) != c.broken {
			t.Errorf("%q against %q: %t %t %v", c.password, c.hash, ok, outdated, err)
		}
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	for range argonAtOnce() {
		h.slots <- struct{}{}
	}
	if _, err := h.hash(cancelled, "x"); err == nil {
		t.Error("a hash started while every slot was in use")
	}
}

func TestPermissionsAreUnionOfRoles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		roles := rapid.SliceOfN(rapid.SampledFrom([]access.RoleType{access.Owner, access.Manager, access.Member, access.Guest}), 1, 4).Draw(t, "roles")
		var grants []Grant
		for _, role := range roles {
			grants = append(grants, Grant{ProjectID: 5, Set: access.OfRole(role), Roles: []access.RoleType{role}})
		}
		p := NewPermissions(access.Normal, grants)
		for _, role := range roles {
			if !p.In(5).Contains(access.OfRole(role)) || !p.In(0).Contains(access.OfRole(role)) {
				t.Fatalf("%v: permissions of %s are missing", roles, role)
			}
		}
		if p.In(6).Len() != 0 || p.Everywhere.Len() != 0 {
			t.Fatal("a role of one project applies in another")
		}
		if len(p.Roles(5)) != len(roles) {
			t.Fatalf("roles %v, want %v", p.Roles(5), roles)
		}
	})
}

func TestProjectRoleGrantsNoCorporationPermissions(t *testing.T) {
	everything := []Grant{{ProjectID: 5, Set: access.All(), Roles: []access.RoleType{access.Custom}}}
	if p := NewPermissions(access.Normal, everything); p.In(5).Has(access.User, access.Create) {
		t.Error("a custom role of a project may create accounts of the corporation")
	}
}
