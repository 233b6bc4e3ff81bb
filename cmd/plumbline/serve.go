package main

import (
	"context"
	"io"

	"plumbline/internal/app"
)

func serve(ctx context.Context, args []string, out, errs io.Writer) error {
	config, err := serveConfig(args, errs)
	if err != nil {
		return err
	}
	return app.Run(ctx, config, out)
}

func serveConfig(args []string, errs io.Writer) (app.Config, error) {
	config := app.Config{Version: version}
	f := newFlags("serve", "serve: run the server", errs)
	f.StringVar(&config.Data, "data", "./data", "`folder` of everything that is data")
	f.StringVar(&config.HTTP, "http", "127.0.0.1:8080", "`host:port` of the web and the API")
	f.StringVar(&config.MQTT, "mqtt", "127.0.0.1:1883", "`host:port` for devices over MQTT")
	f.BoolVar(&config.Demo, "demo", false, "load the demo at the first start and keep its devices sending")
	f.StringVar(&config.DatabaseURL, "database-url", "", "PostgreSQL `address` instead of the embedded database")
	f.StringVar(&config.TLSCert, "tls-cert", "", "certificate `file` (PEM) for HTTP and MQTT")
	f.StringVar(&config.TLSKey, "tls-key", "", "key `file` (PEM) for HTTP and MQTT")
	f.BoolVar(&config.Insecure, "insecure", false, "allow MQTT without TLS on other than loopback addresses")
	f.StringVar(&config.LogFormat, "log-format", "text", "text or json")
	f.StringVar(&config.AdminPassword, "admin-password", "", "`password` of the first administrator instead of a random one; better as the environment variable")
	if err := f.parse(args); err != nil {
		return config, err
	}
	if f.NArg() > 0 {
		return config, usage("unexpected %q", f.Arg(0))
	}
	if err := config.Validate(); err != nil {
		return config, usage("%v", err)
	}
	return config, nil
}
