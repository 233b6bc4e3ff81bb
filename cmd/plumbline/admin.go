package main

import (
	"context"
	"fmt"
	"io"

	"plumbline/internal/api"
	"plumbline/internal/app"
)

func admin(ctx context.Context, args []string, out, errs io.Writer) error {
	if len(args) == 0 || args[0] != "reset-password" {
		return usage("the one thing to do is: admin reset-password NAME")
	}
	f := newFlags("admin reset-password", "admin reset-password NAME: give an account a new password and end its sessions", errs)
	data := f.String("data", "./data", "`folder` of the installation")
	url := f.String("database-url", "", "PostgreSQL `address`, where the installation uses it")
	if err := f.parse(args[1:]); err != nil {
		return err
	}
	if f.NArg() != 1 {
		return usage("give the name of the account, after the flags")
	}
	password, err := app.ResetPassword(ctx, app.Config{Data: *data, DatabaseURL: *url}, f.Arg(0))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "new password of %s, shown this one time: %s\n", f.Arg(0), password)
	return err
}

func printOpenAPI(_ context.Context, _ []string, out, _ io.Writer) error {
	document, err := api.Document()
	if err != nil {
		return err
	}
	_, err = out.Write(document)
	return err
}
