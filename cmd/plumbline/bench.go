package main

import (
	"context"
	"io"

	"plumbline/internal/bench"
)

func runBench(ctx context.Context, args []string, out, errs io.Writer) error {
	f := newFlags("bench", "bench: measure this machine; takes about 6 minutes, with --quick 2", errs)
	quick := f.Bool("quick", false, "10 s per throughput instead of 60")
	screens := f.Bool("screens", false, "measure the calls of lists, trees and screens with a project of 10,000 points instead; half a minute")
	url := f.String("database-url", "", "PostgreSQL `address`: measure the product on it, in temporary schemas")
	cluster := f.Bool("cluster", false, "with --database-url: measure one, two and three servers on it instead; about 10 minutes, with --quick 4")
	points := f.Int("points", 0, "with --cluster: measure starts, take-overs and memory with this `number` of points instead; 100000 take about 4 minutes")
	lines := f.Bool("lines", false, "measure stations that speak HJ 212 and SL 651, vibration recorders, and 10,000 silent connections instead; 6 minutes, with --quick 3")
	storm := f.Bool("storm", false, "measure the messages about 1,000 alerts in a minute instead; 4 minutes")
	reports := f.Bool("reports", false, "measure files of 100 million values and reports instead; about 6 minutes, with --quick 2")
	asJSON := f.Bool("json", false, "print one JSON object instead of a table")
	if err := f.parse(args); err != nil {
		return err
	}
	if f.NArg() > 0 {
		return usage("unexpected %q", f.Arg(0))
	}
	run := bench.Run
	if *screens {
		if *url != "" {
			return usage("--screens measures the embedded database only")
		}
		run = bench.Screens
	}
	if *lines {
		if *screens || *cluster {
			return usage("--lines is measured alone")
		}
		run = bench.Lines
	}
	if *storm {
		if *screens || *cluster || *lines {
			return usage("--storm is measured alone")
		}
		run = bench.Storm
	}
	if *reports {
		if *screens || *cluster || *lines || *storm {
			return usage("--reports is measured alone")
		}
		run = bench.Reports
	}
	if *cluster {
		if *url == "" || *screens {
			return usage("--cluster needs --database-url, and not --screens")
		}
		run = bench.Cluster
	}
	if *points != 0 {
		if !*cluster || *points < 0 {
			return usage("--points needs --cluster, and is a positive number")
		}
		run = bench.Large
	}
	report, err := run(ctx, bench.Options{Quick: *quick, Points: *points, DatabaseURL: *url, Version: version, Log: errs})
	if err != nil {
		return err
	}
	if *asJSON {
		return report.WriteJSON(out)
	}
	report.WriteTable(out)
	return nil
}
