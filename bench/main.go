// Command bench holds the series store against others in one interleaved run: rows in
// SQLite through mattn's driver (base A), the embedded store, and, where they are
// present, other databases. It prints a JSON line a run and the ratios of the medians.
// It needs a C compiler for base A; the product does not.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	short := flag.Bool("short", false, "a smaller load, under 90 s on two quiet cores")
	turns := flag.Int("turns", 3, "how often each store runs; medians are compared")
	peers := flag.Bool("peers", false, "also PostgreSQL, at the address in BENCH_POSTGRES")
	only := flag.String("only", "", "only stores with this in their name, such as postgres")
	seed := flag.Uint64("seed", 1, "seed of the load")
	flag.Parse()

	load := fullLoad(*seed)
	if *short {
		load = shortLoad(*seed)
	}
	engines := []engine{{"sqlite-rows", openRows}, {"plumbline", openPlumbline}}
	pairs := []pair{{base: "sqlite-rows", ours: "plumbline", goals: embeddedGoals}}
	if *peers {
		fmt.Fprintln(os.Stderr, "skipped: VictoriaMetrics, InfluxDB (not built in)")
		if url := os.Getenv("BENCH_POSTGRES"); url != "" {
			engines = append(engines, engine{"postgres-rows", postgresRows(url)}, engine{"plumbline-postgres", plumblinePostgres(url)})
			pairs = append(pairs, pair{base: "postgres-rows", ours: "plumbline-postgres", goals: scaledGoals})
		} else {
			fmt.Fprintln(os.Stderr, "skipped: PostgreSQL (BENCH_POSTGRES is not set)")
		}
	}
	engines = slices.DeleteFunc(engines, func(e engine) bool { return !strings.Contains(e.name, *only) })
	pairs = slices.DeleteFunc(pairs, func(p pair) bool { return !strings.Contains(p.base, *only) || !strings.Contains(p.ours, *only) })
	results := make(map[string][]result)
	out := json.NewEncoder(os.Stdout)
	for turn := range *turns {
		for _, e := range engines {
			r, err := measure(ctx, e, load)
			if err != nil {
				return fmt.Errorf("%s, turn %d: %w", e.name, turn+1, err)
			}
			r.Turn = turn + 1
			if err := out.Encode(r); err != nil {
				return err
			}
			results[e.name] = append(results[e.name], r)
		}
	}
	for _, p := range pairs {
		if err := p.report(os.Stdout, results); err != nil {
			return err
		}
	}
	for _, p := range pairs {
		if err := steady(results[p.base]); err != nil {
			return err
		}
	}
	return nil
}
