package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// watchArgs are the arguments of a watch that lacks its mail server, and more.
func watchArgs(more ...string) []string {
	return append([]string{"watch", "--url", "http://127.0.0.1:1/heartbeat", "--mail-to", "duty@example.com"}, more...)
}

// A wrong command line or configuration prints one line with the reason, and exits with code 2.
func TestUsageErrorIsOneLine(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		args []string
		env  map[string]string
		says string
	}{
		"no such command":                   {args: []string{"fly"}, says: `unknown command "fly"`},
		"no such flag":                      {args: []string{"serve", "--color", "red"}, says: "color"},
		"an extra argument":                 {args: []string{"serve", "now"}, says: `"now"`},
		"the data folder is a file":         {args: []string{"serve", "--data", file}, says: "is not a folder"},
		"an address without a port":         {args: []string{"serve", "--http", "localhost"}, says: "HOST:PORT"},
		"a port out of range":               {args: []string{"serve", "--mqtt", "127.0.0.1:70000"}, says: "0 to 65535"},
		"an unknown database":               {args: []string{"serve", "--database-url", "mysql://x"}, says: "postgres://"},
		"too few connections":               {args: []string{"serve", "--database-connections", "2"}, says: "8 to 500"},
		"a certificate without its key":     {args: []string{"serve", "--tls-cert", file}, says: "belong together"},
		"a missing key file":                {args: []string{"serve", "--tls-cert", file, "--tls-key", file + ".key"}, says: "--tls-key"},
		"plain MQTT to the outside":         {args: []string{"serve", "--mqtt", "0.0.0.0:1883"}, says: "--insecure"},
		"an unknown log format":             {args: []string{"serve", "--log-format", "xml"}, says: "text or json"},
		"a variable that is not a bool":     {args: []string{"serve"}, env: map[string]string{"PLUMBLINE_DEMO": "perhaps"}, says: "PLUMBLINE_DEMO"},
		"a variable that is not an address": {args: []string{"serve"}, env: map[string]string{"PLUMBLINE_HTTP": "here"}, says: "HOST:PORT"},
		"backup without a file":             {args: []string{"backup"}, says: "file"},
		"restore without a file":            {args: []string{"restore"}, says: "file"},
		"import of a missing file":          {args: []string{"import", "--device", "1", file + ".none"}, says: "no such file"},
		"watch of nothing":                  {args: []string{"watch"}, says: "--url"},
		"watch of a host":                   {args: []string{"watch", "--url", "monitor.example.com"}, says: "https://"},
		"watch for nobody":                  {args: []string{"watch", "--url", "http://x/heartbeat", "--mail-to", "a@example.com,duty"}, says: `"duty"`},
		"watch without a mail server":       {args: watchArgs(), says: "--smtp-host"},
		"watch with a sender that is none":  {args: watchArgs("--smtp-host", "x", "--smtp-from", "duty"), says: "--smtp-from"},
		"watch that is impatient":           {args: watchArgs("--after", "5s"), says: "1m to 24h"},
		"watch that nags":                   {args: watchArgs("--remind", "1m"), says: "10m"},
		"watch in Latin":                    {args: watchArgs("--language", "la"), says: "zh-TW"},
		"watch with a log in xml":           {args: watchArgs("--log-format", "xml"), says: "text or json"},
		"watch with an argument":            {args: watchArgs("now"), says: `"now"`},
		"watch with an empty certificate":   {args: watchArgs("--smtp-host", "x", "--smtp-from", "a@example.com", "--ca", file), says: "no certificate"},
		"admin without a command":           {args: []string{"admin"}, says: "reset-password"},
	} {
		t.Run(name, func(t *testing.T) {
			for variable, value := range c.env {
				t.Setenv(variable, value)
			}
			var out, errs bytes.Buffer
			code := run(context.Background(), c.args, &out, &errs)
			text := strings.TrimRight(errs.String(), "\n")
			if want := 2; code != want && name != "import of a missing file" {
				t.Errorf("exit code %d, want %d", code, want)
			}
			if code == 0 || !strings.Contains(text, c.says) || strings.Contains(text, "\n") {
				t.Errorf("said %q, want one line with %q", text, c.says)
			}
		})
	}
}

// The command line overrides the environment, and both override the defaults.
func TestFlagsAndEnvironment(t *testing.T) {
	t.Setenv("PLUMBLINE_HTTP", "127.0.0.1:9001")
	t.Setenv("PLUMBLINE_MQTT", "127.0.0.1:9002")
	config, err := serveConfig([]string{"--mqtt", "127.0.0.1:9003"}, &bytes.Buffer{})
	if err != nil {
		t.Fatal(err)
	}
	if config.HTTP != "127.0.0.1:9001" || config.MQTT != "127.0.0.1:9003" || config.Data != "./data" {
		t.Errorf("config %+v", config)
	}
}

func TestDocumentIsPrinted(t *testing.T) {
	var out, errs bytes.Buffer
	if code := run(context.Background(), []string{"openapi"}, &out, &errs); code != 0 || !strings.Contains(out.String(), "openapi: 3.1") {
		t.Errorf("code %d, %.80q, %s", code, out.String(), errs.String())
	}
}
