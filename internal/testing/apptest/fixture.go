// Package apptest creates an installation with test data on a real database. It has a corporation with people of every
// role, and a project with a structure, an item, devices and configured points. A second corporation must see none of
// it.
package apptest

import (
	"context"
	"encoding/json"
	"testing"

	"plumbline/internal/account/corporation"
	"plumbline/internal/account/identity"
	"plumbline/internal/account/user"
	"plumbline/internal/app"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/database"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
	"plumbline/internal/site/project"
	"plumbline/internal/testing/pgtest"
)

// Password is the password of every account of a site.
const Password = "Plumb-2026!"

// Ids of the built-in roles in the migrations.
const (
	OwnerRole = iota + 1
	ManagerRole
	MemberRole
	GuestRole
)

// Installation is an empty installation with all services.
type Installation struct {
	*app.Installation
}

// Site is an installation with people and data.
type Site struct {
	*Installation
	Corporation corporation.Corporation
	Other       corporation.Corporation // the stranger's corporation

	Admin, Owner, Manager, Member, Guest identity.Account
	Outsider                             identity.Account // of the corporation, not in a project
	Stranger                             identity.Account // administrator of the other corporation
	System                               identity.Account // platform operator

	Project   project.Project
	Structure project.Structure
	Item      project.Structure
	Collector device.Device // HDA3 with a register
	Gauge     device.Device // bare water level gauge on channel 1 of the collector
	Spare     device.Device // crack meter with its own register, in stock
	Level     point.Point   // connected to Gauge, every 300 s
	Crack     point.Point   // not bound yet
	Secret    string        // of Collector
}

// Engines lists the databases for conformance suites.
func Engines() []database.Dialect { return []database.Dialect{database.SQLite, database.Postgres} }

// Open returns an empty installation on an engine, closed at the end of the test. It sends no mail, see WithMail.
func Open(t testing.TB, engine database.Dialect, changes ...func(*app.Config)) *Installation {
	t.Helper()
	config := app.Config{Data: t.TempDir(), Version: "test"}
	for _, change := range changes {
		change(&config)
	}
	if engine == database.Postgres {
		config.DatabaseURL = pgtest.URL(t)
	}
	in := open(t, config)
	t.Cleanup(func() { check(t, in.Close()) })
	if engine == database.Postgres {
		pgtest.Distribute(t, config.DatabaseURL)
	}
	return in
}

// Actor returns an account as an actor of the audit log.
func Actor(a identity.Account) audit.Actor {
	return audit.Actor{AccountID: a.ID, CorporationID: a.CorporationID, Scope: a.Scope(), IP: "192.0.2.1", Client: "test"}
}

// Managing returns an account as a manager of people.
func (in *Installation) Managing(t testing.TB, a identity.Account) user.Manager {
	t.Helper()
	permissions, err := in.Identity.Permissions(context.Background(), a)
	check(t, err)
	who := Actor(a)
	who.Scope = permissions.ScopeOf(a)
	return user.Manager{Actor: who, Permissions: permissions}
}

// Draft returns a draft of a configuration version; value is marshalled to JSON.
func Draft(t testing.TB, aspect string, validFrom int64, value any) timeline.Draft {
	t.Helper()
	data, err := json.Marshal(value)
	check(t, err)
	return timeline.Draft{Aspect: aspect, ValidFrom: validFrom, Value: data}
}

func (s *Site) people(t testing.TB) {
	t.Helper()
	ctx, program := context.Background(), audit.Program("fixture")
	s.Corporation = corporation.Corporation{Name: "North bank survey", DomainPrefix: "north"}
	check(t, s.Corporations.Create(ctx, program, &s.Corporation))
	s.Other = corporation.Corporation{Name: "South bank survey", DomainPrefix: "south"}
	check(t, s.Corporations.Create(ctx, program, &s.Other))
	hash := "" // all accounts share one hash, because hashing is slow by design
	for _, person := range []struct {
		account     *identity.Account
		name        string
		kind        access.AccountType
		corporation int64
	}{
		{&s.Admin, "admin", access.Admin, s.Corporation.ID},
		{&s.Owner, "owner", access.Normal, s.Corporation.ID},
		{&s.Manager, "manager", access.Normal, s.Corporation.ID},
		{&s.Member, "member", access.Normal, s.Corporation.ID},
		{&s.Guest, "guest", access.Normal, s.Corporation.ID},
		{&s.Outsider, "outsider", access.Normal, s.Corporation.ID},
		{&s.Stranger, "stranger", access.Admin, s.Other.ID},
		{&s.System, "system", access.System, 0},
	} {
		account := identity.Account{
			CorporationID: person.corporation, Name: person.name, DisplayName: person.name, Type: person.kind, Theme: identity.Dark, Active: true,
		}
		if hash == "" {
			made, err := s.Identity.Create(ctx, program, identity.NewAccount{Account: account, Password: Password})
			check(t, err)
			credential, _, err := s.Store.Credential(ctx, person.name)
			check(t, err)
			*person.account, hash = made, credential.Hash
			continue
		}
		check(t, s.Store.CreateAccount(ctx, program, &account, hash))
		*person.account = account
	}
}

func (s *Site) things(t testing.TB) {
	t.Helper()
	ctx, admin := context.Background(), Actor(s.Admin)
	var err error
	longitude, latitude := int64(418_000_000_000), int64(143_000_000_000)
	s.Project, err = s.Projects.Create(ctx, admin, project.Project{
		CorporationID: s.Corporation.ID, Name: "Landslide K12", Longitude: &longitude, Latitude: &latitude, UseStructure: true,
	})
	check(t, err)
	for role, account := range map[int64]identity.Account{OwnerRole: s.Owner, ManagerRole: s.Manager, MemberRole: s.Member, GuestRole: s.Guest} {
		check(t, s.Store.AddMember(ctx, admin, user.Membership{ProjectID: s.Project.ID, AccountID: account.ID, Roles: []int64{role}}))
	}
	s.Structure, err = s.Projects.CreateStructure(ctx, admin, project.Structure{ProjectID: s.Project.ID, Name: "Upper slope", Type: "Slope"})
	check(t, err)
	s.Item, err = s.Projects.CreateStructure(ctx, admin,
		project.Structure{ProjectID: s.Project.ID, ParentID: s.Structure.ID, IsItem: true, Name: "Pore pressure"})
	check(t, err)

	s.Collector, s.Secret, err = s.Devices.Create(ctx, admin, device.Device{
		CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, Name: "Logger", Kind: device.Collector, Type: "HDA3",
		Model: "HDA3-16", SNCode: "HDA3-110742", Register: "HDA3-110742",
	}, []timeline.Draft{
		Draft(t, string(definition.AspectChannels), 0, definition.Channels{Channels: []definition.Channel{{ChannelNo: 1, IsUsed: true, Signal: "vw"}}}),
	})
	check(t, err)
	s.Gauge, _, err = s.Devices.Create(ctx, admin, device.Device{
		CorporationID: s.Corporation.ID, ProjectID: s.Project.ID, Name: "Piezometer", Kind: device.Measuring,
		Type: "WATERLEVEL", Model: "own", SNCode: "WL-F5474",
	}, []timeline.Draft{
		Draft(t, string(definition.AspectConnection), 0, definition.Connection{CollectorID: s.Collector.ID, ChannelNo: 1}),
		Draft(t, string(definition.AspectCoefficients), 0, definition.Coefficients{Values: map[string]float64{"elevation": 100}}),
	})
	check(t, err)
	s.Spare, _, err = s.Devices.Create(ctx, admin, device.Device{
		CorporationID: s.Corporation.ID, Name: "Crack meter", Kind: device.Measuring, Type: "Crack", Model: "own", SNCode: "CR-0001", Register: "CR-0001",
	}, nil)
	check(t, err)

	points, err := s.Points.Create(ctx, admin, s.Project.ID, []point.New{
		{
			Point: point.Point{
				StructureID: s.Structure.ID, ItemID: s.Item.ID, Name: "SW-09", Kind: point.Normal, Measurement: "Waterlevel", Category: "WATERLEVEL",
			},
			Config: []timeline.Draft{
				Draft(t, string(definition.AspectBinding), 0, definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: s.Gauge.ID}}}),
				Draft(t, string(definition.AspectCollect), 0, definition.Collect{Mode: "UploadCollect", Interval: 300}),
			},
		},
		{Point: point.Point{StructureID: s.Structure.ID, Name: "LF-01", Kind: point.Normal, Measurement: "Crack", Category: "Crack"}},
	})
	check(t, err)
	s.Level, s.Crack = points[0], points[1]
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
