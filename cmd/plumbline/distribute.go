package main

import (
	"context"
	"io"

	"plumbline/internal/app"
)

func distribute(ctx context.Context, args []string, out, errs io.Writer) error {
	f := newFlags("distribute", "distribute: distribute the tables of an installation over the workers of Citus; safe to repeat", errs)
	url := f.String("database-url", "", "PostgreSQL `address` of the coordinator")
	shards := f.Int("shards", app.DefaultShards, "shards of each table that is not distributed yet; at least twice the workers you plan")
	online := f.Bool("online", false, "while servers run: they wait for each table, and devices send again")
	if err := f.parse(args); err != nil {
		return err
	}
	switch {
	case f.NArg() > 0:
		return usage("unexpected %q", f.Arg(0))
	case *url == "":
		return usage("give --database-url")
	case *shards < 1 || *shards > 1024:
		return usage("--shards must be from 1 to 1024")
	}
	return app.Distribute(ctx, *url, app.DistributeOptions{Shards: *shards, Online: *online}, out)
}
