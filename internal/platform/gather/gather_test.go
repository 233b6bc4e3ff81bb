package gather_test

import (
	"context"
	"log/slog"
	"slices"
	"testing"

	"plumbline/internal/platform/cluster"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/events"
	"plumbline/internal/platform/gather"
	"plumbline/internal/platform/schema"
	"plumbline/internal/testing/pgtest"
)

// server is one server of an installation on PostgreSQL.
type server struct {
	member *cluster.Member
	topic  *gather.Topic[string, string]
	run    func(ctx context.Context)
}

// join adds a server that replies to a greeting with its name. A deaf server receives no signals.
func join(t *testing.T, url, name string, deaf bool) *server {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	log := slog.New(slog.DiscardHandler)
	db, err := database.OpenPostgres(t.Context(), url)
	must(err)
	t.Cleanup(func() { _ = db.Close() })
	must(schema.Migrate(t.Context(), db))
	must(cluster.Migrate(t.Context(), db))
	var bus events.Bus = events.NewLocal() // which nobody else hears
	if !deaf {
		bus, err = events.NewPostgres(t.Context(), url, log)
		must(err)
	}
	t.Cleanup(func() { _ = bus.Close() })
	member, err := cluster.Join(t.Context(), cluster.Config{
		DB: db, Info: cluster.Info{Name: name, Version: "test"},
		Load: func(context.Context) ([]int64, error) { return make([]int64, cluster.Partitions), nil },
	}, log)
	must(err)
	exchange := gather.New(db, bus, member.Server(), log)
	topic := gather.On(exchange, "greeting", func(_ context.Context, greeting string) (string, error) { return greeting + " " + name, nil })
	return &server{member, topic, func(ctx context.Context) {
		go member.Run(ctx)
		go exchange.Run(ctx)
	}}
}

// Every server answers, also one that receives no signals. One that has joined but does not run is named.
func TestAllServersAnswer(t *testing.T) {
	url := pgtest.URL(t)
	one := join(t, url, "one", false)
	one.run(t.Context())
	ask := func() (answers, silent []string) {
		t.Helper()
		answers, silent, err := one.topic.Ask(t.Context(), "hello")
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(answers)
		return answers, silent
	}
	if answers, silent := ask(); !slices.Equal(answers, []string{"hello one"}) || len(silent) != 0 {
		t.Errorf("alone: %q %q", answers, silent)
	}
	join(t, url, "two", false).run(t.Context())
	join(t, url, "three", true).run(t.Context())
	if answers, silent := ask(); !slices.Equal(answers, []string{"hello one", "hello three", "hello two"}) || len(silent) != 0 {
		t.Errorf("three servers: %q %q", answers, silent)
	}
	join(t, url, "four", false) // it never answers, nor renews its lease
	if answers, silent := ask(); len(answers) != 3 || !slices.Equal(silent, []string{"four"}) {
		t.Errorf("with a server that does not answer: %q %q", answers, silent)
	}
}

// The only server of the embedded shape answers itself, without a table.
func TestOnlyServerAsksNobody(t *testing.T) {
	topic := gather.On(gather.New(nil, nil, 0, nil), "greeting", func(_ context.Context, greeting string) (string, error) { return greeting, nil })
	answers, silent, err := topic.Ask(t.Context(), "hello")
	if err != nil || !slices.Equal(answers, []string{"hello"}) || len(silent) != 0 {
		t.Errorf("%q %q %v", answers, silent, err)
	}
}
