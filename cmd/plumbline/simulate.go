package main

import (
	"context"
	"errors"
	"io"

	"plumbline/internal/field/simulate"
)

func simulateDevices(ctx context.Context, args []string, out, errs io.Writer) error {
	f := newFlags("simulate", "simulate: act as devices over MQTT, HTTP or gRPC, with values from a file or generated ones", errs)
	var options simulate.Options
	options.Flags(f.FlagSet)
	if err := f.parse(args); err != nil {
		return err
	}
	if f.NArg() > 0 {
		return usage("unexpected %q", f.Arg(0))
	}
	err := simulate.Run(ctx, options, out)
	if errors.Is(err, simulate.ErrUsage) {
		return usage("%v", err)
	}
	return err
}
