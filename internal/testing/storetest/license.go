package storetest

import (
	"fmt"
	"sync"
	"testing"

	"plumbline/internal/account/license"
	"plumbline/internal/app/tables"
	"plumbline/internal/platform/cluster"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/point"
	"plumbline/internal/testing/apptest"
)

// licenseOfTwoProcesses adds points from two processes at once when the license allows three more.
func licenseOfTwoProcesses(t *testing.T, s *apptest.Site) {
	key, own := []byte("key"), license.Fingerprint{1}
	code := must(license.Make(key, license.Terms{Fingerprint: own, Points: 5, Devices: license.Unlimited}))(t)
	ok(t, s.Store.SetLicenseCode(ctx, apptest.Actor(s.Admin), code, license.Terms{Points: 5}))
	stores := []*tables.Store{s.Store}
	if s.DB.Dialect() == database.Postgres { // only one process uses a SQLite file
		stores = append(stores, must(tables.Open(ctx, s.DB, tables.Options{Bus: s.Bus, Series: s.Series, Secrets: s.Secrets}))(t))
		ok(t, cluster.Migrate(ctx, s.DB))
		for i, store := range stores {
			id := int64(i + 1)
			_ = must(s.DB.Reader().ExecContext(ctx, `INSERT INTO server (id, name, version, lease_until)
				VALUES ($1, 'one', 'test', clock_timestamp() + interval '1 hour')`, id))(t)
			store.Turns.SetServer(id)
		}
	}
	var adding sync.WaitGroup
	answers := make(chan error, 8)
	for i := range cap(answers) {
		of := stores[i%len(stores)]
		points := point.NewService(of)
		points.SetLimit(license.New(of, key, own).AddPoints)
		adding.Go(func() {
			_, err := points.Create(ctx, apptest.Actor(s.Admin), s.Project.ID, []point.New{{Point: point.Point{
				StructureID: s.Structure.ID, Name: fmt.Sprintf("N-%d", i), Kind: point.Normal, Measurement: "Crack", Category: "Crack",
			}}})
			answers <- err
		})
	}
	adding.Wait()
	close(answers)
	added := 0
	for err := range answers {
		if err == nil {
			added++
		} else {
			refused(t, err, errs.LicensePoints)
		}
	}
	same(t, "added", added, 3)
	same(t, "points", must(s.Store.LicenseUsage(ctx))(t).Points, int64(5))
}
