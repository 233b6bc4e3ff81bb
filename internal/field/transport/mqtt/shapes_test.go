package mqtt_test

import (
	"context"
	"log/slog"
	"sync"
	"testing"

	"plumbline/internal/field/connection"
	"plumbline/internal/platform/cluster"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/events"
	"plumbline/internal/platform/schema"
	"plumbline/internal/testing/pgtest"
)

// shared is used by all listeners of the tests if it is set.
var shared *connection.Registry

// TestWithSeveralServers runs the tests of the protocol on a server that shares its connections with others.
func TestWithSeveralServers(t *testing.T) {
	shared = registry(t)
	defer func() { shared = nil }()
	for name, test := range map[string]func(*testing.T){
		"acknowledgement":          TestAcknowledgementAtEveryQoS,
		"sample packet":            TestSamplePacketOfTheProtocol,
		"strangers":                TestStrangersAreRefusedAndListed,
		"foreign topics":           TestForeignTopicsAreRefused,
		"full disk":                TestNoAcknowledgementOnFullDisk,
		"second connection":        TestSecondConnectionTakesOver,
		"hostile packets":          TestHostilePacketsEndOnlyTheirConnection,
		"replies":                  TestTimeRequestIsAnswered,
		"mosquitto":                TestMosquittoPub,
		"close":                    TestCloseWhileDevicesDisconnect,
		"secrets":                  TestSessionEndsWithItsSecret,
		"unacknowledged messages":  TestUnacknowledgedMessagesAreRepeated,
		"identifiers":              TestIdentifiersOfBothDirections,
		"receive maximum":          TestDeviceLimitsMessages,
		"device with the register": TestNewDeviceGetsNoSessionOfAnother,
	} {
		t.Run(name, test)
	}
}

// registry returns the connections of a server that has joined a fresh database.
func registry(t testing.TB) *connection.Registry {
	t.Helper()
	ctx := context.Background()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	db, err := database.OpenPostgres(ctx, pgtest.URL(t))
	must(err)
	t.Cleanup(func() { _ = db.Close() })
	must(schema.Migrate(ctx, db))
	must(cluster.Migrate(ctx, db))
	load := func(context.Context) ([]int64, error) { return make([]int64, cluster.Partitions), nil }
	member, err := cluster.Join(ctx, cluster.Config{DB: db, Load: load}, slog.New(slog.DiscardHandler))
	must(err)
	running, stop := context.WithCancel(ctx)
	var beating sync.WaitGroup
	beating.Go(func() { member.Run(running) })
	bus := events.NewLocal()
	r, err := connection.Open(ctx, db, member, bus, slog.New(slog.DiscardHandler))
	must(err)
	t.Cleanup(func() {
		r.Close()
		stop()
		beating.Wait()
		_ = bus.Close()
	})
	return r
}

func noGeneration(context.Context, int64) error { return nil }
