package main

import (
	"context"
	"io"

	"plumbline/internal/account/sso"
	"plumbline/internal/app"
	"plumbline/internal/core/catalog"
	"plumbline/internal/feature/basemap"
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
	f.StringVar(&config.Data, "data", "./data", "`folder` of everything that is data")
	f.StringVar(&config.HTTP, "http", "127.0.0.1:8080", "`host:port` of the web and the API")
	f.StringVar(&config.MQTT, "mqtt", "127.0.0.1:1883", "`host:port` for devices over MQTT")
	f.StringVar(&config.Ops, "ops", "127.0.0.1:8081",
		"`host:port` of figures (/metrics) and readiness in detail (/readyz), for the operator alone; empty: none")
	f.StringVar(&config.TrustedProxies, "trusted-proxies", "",
		"`networks` of reverse proxies whose forwarded addresses are believed, such as 127.0.0.1,10.0.0.0/8")
	f.BoolVar(&config.Demo, "demo", false, "load the demo at the first start and keep its devices sending")
	f.BoolVar(&config.DemoLarge, "demo-large", false,
		"load a generated project of 200 structures, 10,000 points and 5,000 devices at the first start, to try a machine with")
	f.BoolVar(&config.NewJournal, "new-journal", false, "start once although frames.db is missing or empty, and give up the readings that were only in it")
	f.StringVar(&config.DatabaseURL, "database-url", "", "PostgreSQL `address` instead of the embedded database")
	f.StringVar(&config.TLSCert, "tls-cert", "", "certificate `file` (PEM) for HTTP and MQTT")
	f.StringVar(&config.TLSKey, "tls-key", "", "key `file` (PEM) for HTTP and MQTT")
	f.BoolVar(&config.Insecure, "insecure", false, "allow MQTT without TLS on other than loopback addresses")
	f.StringVar(&config.LogFormat, "log-format", "text", "text or json")
	f.BoolVar(&config.Private, "private", false, "private deployment: license, no sign-up, no documents and releases")
	f.StringVar(&config.LicenseKey, "license-key", licenseKey, "the vendor's `key` of registration codes; better as the environment variable")
	f.StringVar(&config.Manufacturer, "manufacturer", catalog.DefaultManufacturer, "`name` of the maker of the predefined device models")
	f.StringVar(&config.AdminPassword, "admin-password", "",
		"`password` of the first administrator instead of a random one; better as the environment variable")
	messageFlags(f, &config)
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

// messageFlags are the settings of mail and text messages.
func messageFlags(f flags, config *app.Config) {
	m, s := &config.Mail, &config.SMS
	f.StringVar(&m.Host, "smtp-host", "", "`host` of the mail server; empty: no mails are sent")
	f.IntVar(&m.Port, "smtp-port", 0, "`port` of the mail server; default 587 with starttls, 465 with tls, 25 with none")
	f.StringVar((*string)(&m.Security), "smtp-security", string(mail.StartTLS), "starttls, tls or none")
	f.StringVar(&m.User, "smtp-user", "", "`account` at the mail server, where it asks for one")
	f.StringVar(&m.Password, "smtp-password", "", "`password` at the mail server; better as the environment variable")
	f.StringVar(&m.From, "smtp-from", "", "`sender` of mails, such as \"Plumbline <no-reply@example.com>\"")
	f.StringVar(&m.CAFile, "smtp-ca", "", "certificate `file` (PEM) of a private authority that the mail server's is from")
	f.StringVar(&s.Provider, "sms-provider", "", "aliyun, tencent or webhook; empty: no text messages are sent")
	f.StringVar(&s.KeyID, "sms-key-id", "", "access key `id` at the provider")
	f.StringVar(&s.Secret, "sms-secret", "", "access key `secret`, or the key that webhooks are signed with; better as the environment variable")
	f.StringVar(&s.Sign, "sms-sign", "", "`signature` that the provider has approved")
	f.StringVar(&s.AppID, "sms-app-id", "", "`SmsSdkAppId` at Tencent")
	f.StringVar(&s.Region, "sms-region", "", "`region` at Tencent; default ap-guangzhou")
	f.StringVar(&s.Template, "sms-template", "", "`template` of verification codes that the provider has approved")
	f.StringVar(&s.TemplateEn, "sms-template-en", "", "`template` in English, where there is one")
	f.StringVar(&s.TemplateTw, "sms-template-zh-tw", "", "`template` in traditional Chinese, where there is one")
	f.StringVar(&s.Params, "sms-params", "code", "values that the templates take, in their order: code, minutes")
	f.StringVar(&s.URL, "sms-url", "", "`address` of the webhook, or of a relay in front of the provider")
}

func mapFlags(f flags, c *basemap.Config) {
	f.StringVar(&c.Key, "map-key", "", "`key` of the online map (Tianditu); better as the environment variable; empty: the map that ships is shown")
	f.StringVar(&c.Tiles, "map-tiles", basemap.DefaultTiles, "`address` of its tiles; {s} is a number from 0 to 7")
	f.StringVar(&c.Places, "map-places", basemap.DefaultPlaces, "`address` of its place search and geocoding")
	f.IntVar(&c.CacheMB, "map-cache-mb", basemap.DefaultCacheMB, "most that kept tiles take on the disk, in `MB`")
}

func oidcFlags(f flags, c *sso.Config) {
	f.StringVar(&c.PublicURL, "public-url", "", "`address` where browsers find this installation, such as https://monitor.example.com")
	f.StringVar(&c.Issuer, "oidc-issuer", "", "`address` of the organization's OpenID Connect provider (private deployments)")
	f.StringVar(&c.ClientID, "oidc-client-id", "", "`name` of this installation at the provider")
	f.StringVar(&c.ClientSecret, "oidc-client-secret", "", "`secret` of this installation at the provider; better as the environment variable")
	f.StringVar(&c.Name, "oidc-name", "", "`text` of the button on the sign-in page")
	f.StringVar(&c.Domains, "oidc-domain", "", "e-mail `domains` that may sign in, separated by commas; empty: all")
	f.BoolVar(&c.Create, "oidc-create", false, "make a Normal account for who has none; else only existing accounts with the same verified e-mail")
	f.StringVar(&c.EmailClaim, "oidc-claim-email", "", "`claim` that holds the e-mail address (email)")
	f.StringVar(&c.NameClaim, "oidc-claim-name", "", "`claim` that new accounts are named by (preferred_username)")
	f.StringVar(&c.DisplayNameClaim, "oidc-claim-display-name", "", "`claim` that holds the person's name (name)")
}
