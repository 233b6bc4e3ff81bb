package main

import (
	"context"
	"io"

	"plumbline/internal/account/sso"
	"plumbline/internal/app"
	"plumbline/internal/core/catalog"
	"plumbline/internal/feature/basemap"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/mail"
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
	f.StringVar(&config.Data, "data", "./data", "data `folder`")
	f.StringVar(&config.HTTP, "http", "127.0.0.1:8080", "`host:port` of the web and the API")
	f.StringVar(&config.MQTT, "mqtt", "127.0.0.1:1883", "`host:port` for devices over MQTT")
	f.StringVar(&config.DTU, "dtu", "",
		"`addresses` for devices that dial in, such as 127.0.0.1:9000, udp://127.0.0.1:9000 or tls://:9001?corporation=3&protocol=hj212, "+
			"comma-separated; empty: none")
	f.StringVar(&config.Serial, "serial", "", "serial `ports` of this machine that devices may be configured on, such as /dev/ttyS0,/dev/ttyUSB0; empty: none")
	f.StringVar(&config.WatchDir, "watch-dir", "", "`folders` of this machine in which data sources may look for files, comma-separated; empty: none")
	f.StringVar(&config.AllowNet, "allow-net", "",
		"inner `networks` that people may have the server connect to (instruments, brokers, partner clouds), such as 10.1.0.0/16; others are refused")
	f.StringVar(&config.Ops, "ops", "127.0.0.1:8081",
		"`host:port` of metrics (/metrics) and detailed readiness (/readyz), for operators only; empty: off")
	f.StringVar(&config.TrustedProxies, "trusted-proxies", "",
		"`networks` of trusted reverse proxies, whose forwarded addresses are used, such as 127.0.0.1,10.0.0.0/8")
	f.StringVar(&config.ProxyProtocol, "proxy-protocol", "",
		"`ports` (http, mqtt, dtu, or several such as http,mqtt) on which the trusted proxies send the PROXY protocol, version 1 or 2; they must send it")
	f.BoolVar(&config.Demo, "demo", false, "load the demo at the first start and keep its devices sending")
	f.BoolVar(&config.DemoLarge, "demo-large", false,
		"load a generated project of 200 structures, 10,000 points and 5,000 devices at the first start, to test a machine")
	f.BoolVar(&config.NewJournal, "new-journal", false, "start once without frames.db, and give up the readings that were only in it")
	f.StringVar(&config.DatabaseURL, "database-url", "", "PostgreSQL `address` instead of the embedded database")
	f.IntVar(&config.Connections, "database-connections", database.DefaultConnections,
		"`number` of connections to PostgreSQL for calls and readings; four more are for signals, locks and ids")
	blobFlags(f, &config)
	f.StringVar(&config.KeyFile, "key-file", "", "`file` with the key of the installation; default secret.key in the data folder, created by the first start")
	f.StringVar(&config.Key, "key", "", "the key of the installation in `hexadecimal`, instead of a file; better as the environment variable")
	f.StringVar(&config.TLSCert, "tls-cert", "", "certificate `file` (PEM) for HTTP, MQTT and --dtu tls://")
	f.StringVar(&config.TLSKey, "tls-key", "", "key `file` (PEM) of --tls-cert")
	f.BoolVar(&config.Insecure, "insecure", false, "allow MQTT and DTU without TLS on addresses other than loopback")
	f.StringVar(&config.LogFormat, "log-format", "text", "text or json")
	f.BoolVar(&config.Private, "private", false, "private deployment: license, no sign-up, no documents and release notes")
	f.StringVar(&config.LicenseKey, "license-key", licenseKey, "the vendor's `key` for registration codes; better as the environment variable")
	f.StringVar(&config.Manufacturer, "manufacturer", catalog.DefaultManufacturer, "manufacturer `name` of the predefined device models")
	f.StringVar(&config.AdminPassword, "admin-password", "",
		"`password` of the first administrator instead of a random one; better as the environment variable")
	messageFlags(f, &config)
	f.StringVar(&config.PublicURL, "public-url", "", "public `address` of this installation, such as https://monitor.example.com; links in messages begin with it")
	f.BoolVar(&config.NoPush, "no-push", false, "send no messages to browsers: they go through the push services of the browsers' makers")
	oidcFlags(f, &config.OIDC)
	mapFlags(f, &config.Map)
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

// smtpFlags are the settings of the mail server.
func smtpFlags(f flags, m *mail.Config) {
	f.StringVar(&m.Host, "smtp-host", "", "`host` of the mail server; empty: no mail is sent")
	f.IntVar(&m.Port, "smtp-port", 0, "`port` of the mail server; default 587 with starttls, 465 with tls, 25 with none")
	f.StringVar((*string)(&m.Security), "smtp-security", string(mail.StartTLS), "starttls, tls or none")
	f.StringVar(&m.User, "smtp-user", "", "`account` at the mail server, if it requires one")
	f.StringVar(&m.Password, "smtp-password", "", "`password` at the mail server; better as the environment variable")
	f.StringVar(&m.From, "smtp-from", "", "`sender` of mails, such as \"Plumbline <no-reply@example.com>\"")
	f.StringVar(&m.CAFile, "smtp-ca", "", "certificate `file` (PEM) of the mail server's private certificate authority")
}

// messageFlags are the settings of mail and text messages.
func messageFlags(f flags, config *app.Config) {
	s := &config.SMS
	smtpFlags(f, &config.Mail)
	f.StringVar(&s.Provider, "sms-provider", "", "aliyun, tencent or webhook; empty: no text messages are sent")
	f.StringVar(&s.KeyID, "sms-key-id", "", "access key `id` at the provider")
	f.StringVar(&s.Secret, "sms-secret", "", "access key `secret`, or the signing key of webhooks; better as the environment variable")
	f.StringVar(&s.Sign, "sms-sign", "", "approved `signature`")
	f.StringVar(&s.AppID, "sms-app-id", "", "`SmsSdkAppId` at Tencent")
	f.StringVar(&s.Region, "sms-region", "", "`region` at Tencent; default ap-guangzhou")
	f.StringVar(&s.Template, "sms-template", "", "approved `template` for verification codes")
	f.StringVar(&s.TemplateEn, "sms-template-en", "", "approved `template` in English, if any")
	f.StringVar(&s.TemplateTw, "sms-template-zh-tw", "", "approved `template` in traditional Chinese, if any")
	f.StringVar(&s.Params, "sms-params", "code", "values of the templates, in order: code or code,minutes")
	f.StringVar(&s.AlertTemplate, "sms-alert-template", "", "approved `template` for messages about alerts; empty: none are sent (Aliyun, Tencent)")
	f.StringVar(&s.AlertTemplateEn, "sms-alert-template-en", "", "approved `template` for messages about alerts in English, if any")
	f.StringVar(&s.AlertTemplateTw, "sms-alert-template-zh-tw", "", "approved `template` for messages about alerts in traditional Chinese, if any")
	f.StringVar(&s.AlertParams, "sms-alert-params", "", "values of these templates, in order; default project,point,what,value,time")
	f.IntVar(&s.AlertMax, "sms-alert-max", 0, "`characters` to which these values are cut; default 35")
	f.StringVar(&s.URL, "sms-url", "", "`address` of the webhook, or of a relay in front of the provider")
}

func mapFlags(f flags, c *basemap.Config) {
	f.StringVar(&c.Key, "map-key", "", "`key` of the online map (Tianditu); better as the environment variable; empty: built-in map")
	f.StringVar(&c.Tiles, "map-tiles", basemap.DefaultTiles, "`address` of its tiles; {s} is a number from 0 to 7")
	f.StringVar(&c.Places, "map-places", basemap.DefaultPlaces, "`address` of its place search and geocoding")
	f.IntVar(&c.CacheMB, "map-cache-mb", basemap.DefaultCacheMB, "maximum size of the tile cache in `MB`")
}

func oidcFlags(f flags, c *sso.Config) {
	f.StringVar(&c.Issuer, "oidc-issuer", "", "`address` of the organization's OpenID Connect provider (private deployments)")
	f.StringVar(&c.ClientID, "oidc-client-id", "", "client `id` of this installation at the provider")
	f.StringVar(&c.ClientSecret, "oidc-client-secret", "", "client `secret` of this installation at the provider; better as the environment variable")
	f.StringVar(&c.Name, "oidc-name", "", "`text` of the button on the sign-in page")
	f.StringVar(&c.Domains, "oidc-domain", "", "e-mail `domains` that may sign in, separated by commas; empty: all")
	f.BoolVar(&c.Create, "oidc-create", false, "create a Normal account for new people; otherwise only existing accounts with the same verified e-mail can sign in")
	f.StringVar(&c.EmailClaim, "oidc-claim-email", "", "`claim` with the e-mail address (default email)")
	f.StringVar(&c.NameClaim, "oidc-claim-name", "", "`claim` with the name of new accounts (default preferred_username)")
	f.StringVar(&c.DisplayNameClaim, "oidc-claim-display-name", "", "`claim` with the person's name (default name)")
}
