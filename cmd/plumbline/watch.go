package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log/slog"
	"net/http"
	netmail "net/mail"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/heartbeat"
	"plumbline/internal/platform/mail"
	"plumbline/internal/platform/telemetry"
)

// watch watches the heartbeat of an installation from another machine.
func watch(ctx context.Context, args []string, _, errs io.Writer) error {
	w, log, err := watcher(args, errs)
	if err != nil {
		return err
	}
	w.Log = log
	log.Info("watching", "url", w.URL, "after", w.After, "to", strings.Join(w.To, ","))
	tick := time.NewTicker(heartbeat.Every)
	defer tick.Stop()
	return w.Run(ctx, tick.C)
}

// watcher returns a watcher by its command line.
func watcher(args []string, out io.Writer) (*heartbeat.Watcher, *slog.Logger, error) {
	w := &heartbeat.Watcher{Now: time.Now, Zone: time.Local}
	var to, language, ca, format string
	var config mail.Config
	f := newFlags("watch", "watch: watch an installation from a second machine, and mail when its heartbeat stops", out)
	f.StringVar(&w.URL, "url", "", "`address` of the heartbeat, such as https://monitor.example.com/heartbeat")
	f.StringVar(&w.Name, "name", "", "`name` of the installation in mails; default the host of the address")
	f.StringVar(&to, "mail-to", "", "e-mail `addresses` that get mails, comma-separated")
	f.DurationVar(&w.After, "after", 3*time.Minute, "`duration` of silence or standstill before the first mail, 1m to 24h")
	f.DurationVar(&w.Remind, "remind", 6*time.Hour, "`duration` between further mails, at least 10m; 0: none")
	f.StringVar(&language, "language", string(errs.Chinese), "language of mails: zh, zh-TW or en")
	f.StringVar(&w.File, "state", "watch.json", "`file` that keeps what was seen and mailed over a restart")
	f.StringVar(&ca, "ca", "", "certificate `file` (PEM) of the installation's private certificate authority")
	f.StringVar(&format, "log-format", "text", "text or json")
	smtpFlags(f, &config)
	if err := f.parse(args); err != nil {
		return nil, nil, err
	}
	if f.NArg() > 0 {
		return nil, nil, usage("unexpected %q", f.Arg(0))
	}
	address, err := url.Parse(w.URL)
	if err != nil || address.Host == "" || address.Scheme != "http" && address.Scheme != "https" {
		return nil, nil, usage("--url must be an address such as https://monitor.example.com%s", heartbeat.Path)
	}
	for _, one := range strings.Split(to, ",") {
		receiver, err := netmail.ParseAddress(strings.TrimSpace(one))
		if err != nil {
			return nil, nil, usage("--mail-to must be e-mail addresses, separated by commas; %q is none", one)
		}
		w.To = append(w.To, receiver.Address)
	}
	if w.Name == "" {
		w.Name = address.Host
	}
	var known bool
	w.Language, known = errs.ParseLanguage(language)
	switch {
	case !known:
		return nil, nil, usage("--language must be zh, zh-TW or en")
	case w.After < time.Minute || w.After > 24*time.Hour:
		return nil, nil, usage("--after must be from 1m to 24h")
	case w.Remind != 0 && w.Remind < 10*time.Minute:
		return nil, nil, usage("--remind must be at least 10m, or 0")
	case !slices.Contains([]string{"text", "json"}, format):
		return nil, nil, usage("--log-format must be text or json")
	case !config.Enabled():
		return nil, nil, usage("--smtp-host is missing: without a mail server nobody learns of anything")
	}
	if err := config.Validate(); err != nil {
		return nil, nil, usage("%v", err)
	}
	if w.Mail, err = mail.New(config); err != nil {
		return nil, nil, usage("%v", err)
	}
	if w.Client, err = watching(ca); err != nil {
		return nil, nil, usage("--ca: %v", err)
	}
	return w, telemetry.NewLogger(out, format, slog.LevelInfo), nil
}

// watching returns the client that asks. Each question has its own connection, as a new client has.
func watching(ca string) (*http.Client, error) {
	transport := &http.Transport{DisableKeepAlives: true, Proxy: http.ProxyFromEnvironment}
	if ca != "" {
		text, err := os.ReadFile(ca)
		if err != nil {
			return nil, err
		}
		roots := x509.NewCertPool()
		if !roots.AppendCertsFromPEM(text) {
			return nil, errors.New("the file contains no certificate")
		}
		transport.TLSClientConfig = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
	}
	return &http.Client{Transport: transport}, nil
}
