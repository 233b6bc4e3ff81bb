package main

import (
	"errors"
	"flag"
	"io"
	"os"
	"strings"
)

// flags is a flag set in which every flag is also an environment variable: --database-url is PLUMBLINE_DATABASE_URL.
// The command line takes precedence.
type flags struct {
	*flag.FlagSet
	help func()
}

func newFlags(name, summary string, errs io.Writer) flags {
	set := flag.NewFlagSet(name, flag.ContinueOnError)
	set.SetOutput(io.Discard)
	set.Usage = func() {} // otherwise the flag package prints it for every mistake
	return flags{set, func() {
		set.SetOutput(errs)
		_, _ = io.WriteString(errs, "plumbline "+summary+"\n\n")
		set.PrintDefaults()
		_, _ = io.WriteString(errs, "\nEvery flag is also an environment variable: --data is PLUMBLINE_DATA.\n")
	}}
}

func (f flags) parse(args []string) error {
	if err := f.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			f.help()
			return err
		}
		return usage("%v", err)
	}
	given := map[string]bool{}
	f.Visit(func(fl *flag.Flag) { given[fl.Name] = true })
	var bad error
	f.VisitAll(func(fl *flag.Flag) {
		value, ok := os.LookupEnv(variable(fl.Name))
		if !ok || given[fl.Name] || bad != nil {
			return
		}
		if err := fl.Value.Set(value); err != nil {
			bad = usage("%s=%q: %v", variable(fl.Name), value, err)
		}
	})
	return bad
}

func variable(name string) string {
	return "PLUMBLINE_" + strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
}
