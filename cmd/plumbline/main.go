// Command plumbline is the whole product: the server, the device simulator, the importer, the benchmark, and the tools
// of operators.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sort"
	"strings"
	"syscall"
	_ "time/tzdata" // time zones, for machines without zone files

	_ "golang.org/x/crypto/x509roots/fallback" // root certificates, for machines and images without any
)

// version is set at build time.
var version = "dev"

// command is a subcommand. run returns errUsage for a wrong command line.
type command struct {
	summary string
	run     func(ctx context.Context, args []string, out, errs io.Writer) error
}

var commands = map[string]command{
	"serve":      {"run the server", serve},
	"simulate":   {"act as devices over MQTT or HTTP", simulateDevices},
	"import":     {"load a file of a logger or instrument into a device", importFile},
	"bench":      {"measure this machine", runBench},
	"openapi":    {"print the API document", printOpenAPI},
	"admin":      {"admin reset-password NAME, admin create-operator NAME: manage accounts on this machine", admin},
	"license":    {"license make, check CODE, fingerprint: registration codes of private deployments", licenses},
	"blobs":      {"blobs copy FROM TO: copy uploaded files between a folder and an S3 bucket", blobsCommand},
	"backup":     {"backup FILE: save everything while the server runs", backUp},
	"restore":    {"restore FILE: check a backup and load it into an empty data folder", restore},
	"watch":      {"watch an installation from a second machine, and mail when its heartbeat stops", watch},
	"version":    {"print the version", printVersion},
	"distribute": {"distribute the tables of a database over the workers of Citus", distribute},
}

// errUsage marks an error in the command line or configuration: exit code 2.
var errUsage = errors.New("usage")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

func run(ctx context.Context, args []string, out, errs io.Writer) int {
	if len(args) == 0 {
		help(errs)
		return 2
	}
	chosen, ok := commands[args[0]]
	if !ok {
		if args[0] == "help" || args[0] == "-h" || args[0] == "--help" {
			help(out)
			return 0
		}
		fmt.Fprintf(errs, "plumbline: unknown command %q; see plumbline help\n", args[0])
		return 2
	}
	err := chosen.run(ctx, args[1:], out, errs)
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return 0
	case errors.Is(err, errUsage):
		fmt.Fprintf(errs, "plumbline %s: %s\n", args[0], strings.TrimPrefix(err.Error(), errUsage.Error()+": "))
		return 2
	default:
		fmt.Fprintf(errs, "plumbline %s: %v\n", args[0], err)
		return 1
	}
}

func help(w io.Writer) {
	fmt.Fprintf(w, "Plumbline %s: structural and geotechnical safety monitoring\n\nCommands (each takes --help):\n", version)
	names := make([]string, 0, len(commands))
	for name := range commands {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		fmt.Fprintf(w, "  %-10s %s\n", name, commands[name].summary)
	}
}

func printVersion(_ context.Context, _ []string, out, _ io.Writer) error {
	_, err := fmt.Fprintln(out, version)
	return err
}

func usage(format string, args ...any) error {
	return fmt.Errorf("%w: %s", errUsage, fmt.Sprintf(format, args...))
}
