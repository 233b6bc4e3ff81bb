package source

import (
	"net/url"
	"strconv"
	"strings"

	"plumbline/internal/field/protocol/jsonmap"
	"plumbline/internal/field/protocol/loggerfile"
	"plumbline/internal/platform/errs"
)

// Settings are the settings of a source: those of its kind.
type Settings struct {
	Pull   *PullSettings   `json:"pull,omitempty"`
	Broker *BrokerSettings `json:"broker,omitempty"`
	Files  *FileSettings   `json:"files,omitempty" doc:"For folder, sftp and upload"`
}

// PullSettings are how a source asks over HTTP. URL, header values and body are templates: {from} and {to} are times,
// {page} and {cursor} those of the page, {register} and {serial} those of the device, {secret.NAME} a secret.
type PullSettings struct {
	URL     string   `json:"url" minLength:"1" maxLength:"2000" doc:"Template, such as https://cloud.example.com/data?sn={serial}&from={from}&token={secret.token}"`
	Method  string   `json:"method,omitempty" enum:"GET,POST" doc:"Default GET"`
	Headers []Header `json:"headers,omitempty" maxItems:"20" nullable:"true"`
	Body    string   `json:"body,omitempty" maxLength:"20000" doc:"Template, for POST"`

	Every      int    `json:"every" minimum:"30" maximum:"86400" doc:"s between runs"`
	Since      int64  `json:"since,omitempty" minimum:"0" doc:"UTC ms from which the first run asks; omitted: the day before"`
	Span       int    `json:"span,omitempty" minimum:"0" maximum:"31622400" doc:"s that one request may ask for; 0: any"`
	Overlap    int    `json:"overlap,omitempty" minimum:"0" maximum:"604800" doc:"s before the newest reading from which the next run asks, for what comes late"`
	TimeFormat string `json:"timeFormat,omitempty" maxLength:"60" doc:"Of {from} and {to}: ms, s, iso (default) or a pattern such as YYYY-MM-DD HH:mm:ss"`
	Zone       string `json:"zone,omitempty" maxLength:"60" doc:"Of {from} and {to}: IANA name or offset; default UTC"`

	Paging Paging `json:"paging,omitzero"`
}

// Header is a header of a request.
type Header struct {
	Name  string `json:"name" minLength:"1" maxLength:"100"`
	Value string `json:"value" maxLength:"2000" doc:"Template"`
}

// Ways of paging.
const (
	PageNumber = "number"
	PageLink   = "link"
	PageCursor = "cursor"
)

// Paging is how an answer continues.
type Paging struct {
	By    string `json:"by,omitempty" enum:"number,link,cursor" doc:"number: {page} rises until a page has no readings; link: the answer has the next address; cursor: the answer has the next {cursor}. Omitted: one page"`
	First int    `json:"first,omitempty" minimum:"0" maximum:"1" doc:"For number: the first page, default 0"`
	Path  string `json:"path,omitempty" maxLength:"200" doc:"For link and cursor: where the answer has it, such as paging.next"`
}

// BrokerSettings are how a source subscribes at an outside broker.
type BrokerSettings struct {
	URL      string  `json:"url" minLength:"1" maxLength:"500" doc:"tcp://HOST:1883 or tls://HOST:8883"`
	CA       string  `json:"ca,omitempty" maxLength:"20000" doc:"Certificates (PEM) of the broker's private authority"`
	ClientID string  `json:"clientId" minLength:"1" maxLength:"128" doc:"Fixed, so that the broker keeps messages while the platform is away"`
	User     string  `json:"user,omitempty" maxLength:"200" doc:"The password is the secret password"`
	Topics   []Topic `json:"topics" minItems:"1" maxItems:"50" nullable:"true"`
}

// Topic is a filter of topics and the device of its messages.
type Topic struct {
	Filter   string `json:"filter" minLength:"1" maxLength:"500" doc:"Such as site/+/data"`
	DeviceID int64  `json:"deviceId,omitempty" minimum:"0" doc:"Receives the messages"`
	Level    int    `json:"level,omitempty" minimum:"0" maximum:"20" doc:"Without deviceId: which level of the topic, from 1, is the register ID or serial number of the device"`
}

// FileSettings are where files come from and how they are read.
type FileSettings struct {
	Folder  string            `json:"folder,omitempty" maxLength:"500" doc:"For folder and sftp"`
	Address string            `json:"address,omitempty" maxLength:"200" doc:"For sftp: HOST:22"`
	User    string            `json:"user,omitempty" maxLength:"100" doc:"For sftp. The secret password or privateKey (PEM) proves it"`
	HostKey string            `json:"hostKey,omitempty" maxLength:"2000" doc:"For sftp: the key of the machine, such as ssh-ed25519 AAAA…"`
	Pattern string            `json:"pattern,omitempty" maxLength:"200" doc:"File names, such as *.dat; default all"`
	Every   int               `json:"every,omitempty" minimum:"0" maximum:"86400" doc:"For folder and sftp: s between runs, 10 to 86400; default 60"`
	Layout  loggerfile.Layout `json:"layout" doc:"How the files are read"`
}

// Limits of settings.
const (
	maxDevices = 200
	minEvery   = 30
	minLook    = 10
	maxEvery   = 86400
)

// check validates a source and fills in defaults.
func (s *Source) check(secrets []string) error {
	var refused errs.Refusals
	s.Name = strings.TrimSpace(s.Name)
	if s.Name == "" {
		refused.Add("name", errs.Empty)
	}
	switch n := len(s.Devices); {
	case n == 0:
		refused.Add("deviceIds", errs.TooFewEntries, "min", 1)
	case n > maxDevices:
		refused.Add("deviceIds", errs.TooManyEntries, "max", maxDevices)
	}
	has := map[string]bool{"pull": s.Settings.Pull != nil, "broker": s.Settings.Broker != nil, "files": s.Settings.Files != nil}
	want := "files"
	if s.Kind == Pull || s.Kind == Broker {
		want = string(s.Kind)
	}
	for name, given := range has {
		switch {
		case given && name != want:
			refused.Add("settings."+name, errs.Unexpected)
		case !given && name == want:
			refused.Add("settings."+name, errs.Empty)
		}
	}
	var err error
	switch {
	case !has[want]:
	case s.Kind == Pull:
		err = s.Settings.Pull.check(secrets, len(s.Devices))
	case s.Kind == Broker:
		err = s.Settings.Broker.check(s.Devices)
	default:
		err = s.checkFiles(secrets)
	}
	if err := refused.Merge("settings."+want+".", err); err != nil {
		return err
	}
	return refused.Err()
}

func (p *PullSettings) check(secrets []string, devices int) error {
	var refused errs.Refusals
	if p.Method == "" {
		p.Method = "GET"
	}
	known := placeholders(secrets)
	used := checkTemplate(&refused, "url", p.URL, known)
	if _, err := url.Parse(fill(p.URL, func(string) string { return "1" })); err != nil || originOf(p.URL) == "" {
		refused.Add("url", errs.PullAddress)
	}
	for i, h := range p.Headers {
		field := "headers[" + strconv.Itoa(i) + "]."
		if !token(h.Name) || reserved[strings.ToLower(h.Name)] {
			refused.Add(field+"name", errs.HeaderInvalid)
		}
		if strings.ContainsAny(h.Value, "\r\n") {
			refused.Add(field+"value", errs.HeaderInvalid)
		}
		for name := range checkTemplate(&refused, field+"value", h.Value, known) {
			used[name] = true
		}
	}
	for name := range named(p.Body) {
		used[name] = true
		if secret, is := strings.CutPrefix(name, "secret."); is && !known["secret."+secret] {
			refused.Add("body", errs.PlaceholderUnknown, "name", name, "allowed", list(known))
		}
	}
	if p.Method == "GET" && p.Body != "" {
		refused.Add("body", errs.Unexpected)
	}
	between := func(field string, n, min, max int) {
		if n < min || n > max {
			refused.Add(field, errs.OutOfRange, "min", min, "max", max)
		}
	}
	between("every", p.Every, minEvery, maxEvery)
	between("span", p.Span, 0, 366*24*3600)
	between("overlap", p.Overlap, 0, 7*24*3600)
	_, err := newTimes(p.TimeFormat, p.Zone)
	if err := refused.Merge("", err); err != nil {
		return err
	}
	if devices > 1 && !used["register"] && !used["serial"] {
		refused.Add("url", errs.DeviceInTemplate)
	}
	if p.Paging.Path != "" {
		if _, err := jsonmap.Find([]byte("{}"), p.Paging.Path); err != nil {
			refused.Add("paging.path", errs.PathInvalid)
		}
	}
	p.Paging.check(&refused, used)
	return refused.Err()
}

func (p *Paging) check(refused *errs.Refusals, used map[string]bool) {
	path := p.Path != ""
	switch p.By {
	case "":
	case PageNumber:
		if !used["page"] {
			refused.Add("url", errs.PlaceholderMissing, "name", "{page}")
		}
	case PageCursor:
		if !used["cursor"] {
			refused.Add("url", errs.PlaceholderMissing, "name", "{cursor}")
		}
		fallthrough
	case PageLink:
		if !path {
			refused.Add("paging.path", errs.Empty)
		}
	default:
		refused.Add("paging.by", errs.NotOneOf, "allowed", "number, link, cursor")
	}
}

// reserved are headers that the client sets.
var reserved = map[string]bool{
	"host": true, "content-length": true, "connection": true, "transfer-encoding": true, "accept-encoding": true, "upgrade": true, "te": true, "trailer": true,
}

// token reports whether a text can be the name of a header.
func token(name string) bool {
	return name != "" && strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz0123456789-_") == ""
}
