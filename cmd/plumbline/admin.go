package main

import (
	"context"
	"fmt"
	"io"

	"plumbline/internal/app"
	"plumbline/internal/platform/errs"
)

// adminCommands manage accounts from the console of the machine.
var adminCommands = map[string]struct {
	summary string
	run     func(ctx context.Context, config app.Config, name string) (password string, err error)
}{
	"reset-password":       {"give an account a new password and end its sessions", app.ResetPassword},
	"create-operator":      {"create an account for a platform operator", app.CreateOperator},
	"remove-second-factor": {"remove an account's lost second factor and end its sessions", app.RemoveSecondFactor},
}

func admin(ctx context.Context, args []string, out, failures io.Writer) error {
	if len(args) == 0 {
		return usage("admin reset-password NAME, admin create-operator NAME, or admin remove-second-factor NAME")
	}
	chosen, ok := adminCommands[args[0]]
	if !ok {
		return usage("unknown command %q: use admin reset-password NAME, admin create-operator NAME, or admin remove-second-factor NAME", args[0])
	}
	f := newFlags("admin "+args[0], "admin "+args[0]+" NAME: "+chosen.summary, failures)
	data := f.String("data", "./data", "`folder` of the installation")
	url := f.String("database-url", "", "PostgreSQL `address`, if the installation uses it")
	if err := f.parse(args[1:]); err != nil {
		return err
	}
	if f.NArg() != 1 {
		return usage("give the name of the account, after the flags")
	}
	password, err := chosen.run(ctx, app.Config{Data: *data, DatabaseURL: *url}, f.Arg(0))
	if e, ok := errs.As(err); ok {
		return fmt.Errorf("%s", e.Error())
	}
	if err != nil {
		return err
	}
	if password == "" {
		_, err = fmt.Fprintf(out, "done: %s signs in without a second factor\n", f.Arg(0))
		return err
	}
	_, err = fmt.Fprintf(out, "password of %s, shown only once: %s\n", f.Arg(0), password)
	return err
}

func printOpenAPI(_ context.Context, _ []string, out, _ io.Writer) error {
	document, err := app.Document()
	if err != nil {
		return err
	}
	_, err = out.Write(document)
	return err
}
