package texts

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery/gallery"
	"plumbline/internal/feature/delivery/letter"
	"plumbline/internal/feature/delivery/respond"
	"plumbline/internal/feature/delivery/wording"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sms"
)

// AlertTexts are the texts of a corporation in one language.
type AlertTexts struct {
	Language string `json:"language" enum:"zh,en,zh-TW"`
	wording.AlertTextFields
	Usual     wording.AlertTextFields `json:"usual" doc:"Those of the product, used for empty ones"`
	UpdatedAt int64                   `json:"updatedAt" doc:"UTC ms; 0: never changed"`
}

// AllAlertTexts are the texts of a corporation.
type AllAlertTexts struct {
	List         []AlertTexts `json:"list" nullable:"false"`
	Placeholders []string     `json:"placeholders" nullable:"false" doc:"Names that texts may have in braces"`
}

// AlertTextsBody are texts to save or to preview.
type AlertTextsBody struct {
	Language string `json:"language" enum:"zh,en,zh-TW"`
	wording.AlertTextFields
}

// AlertTextLength is how long a text message is.
type AlertTextLength struct {
	Encoding   string `json:"encoding" enum:"GSM-7,UCS-2"`
	Characters int    `json:"characters"`
	Units      int    `json:"units" doc:"Septets of GSM-7, 16-bit units of UCS-2"`
	Segments   int    `json:"segments" doc:"Messages of the radio network"`
	Billed     int    `json:"billed" doc:"Messages that Aliyun and Tencent bill in mainland China: 70 characters, or 67 of each if it is longer, with the signature"`
}

// AlertTextValue is a value of an approved template.
type AlertTextValue struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// AlertTextPreview is a message as it would be sent.
type AlertTextPreview struct {
	Subject   string           `json:"subject"`
	Text      []string         `json:"text" nullable:"false" doc:"Paragraphs of mails; group chats have no responders and plans"`
	SMS       string           `json:"sms" doc:"Of a provider that sends free text"`
	SMSLength AlertTextLength  `json:"smsLength"`
	PushTitle string           `json:"pushTitle" doc:"In browsers"`
	Push      string           `json:"push" doc:"In browsers"`
	Values    []AlertTextValue `json:"values" nullable:"false" doc:"For approved templates of Aliyun and Tencent"`
}

type textsInput struct {
	httpapi.CorporationPath
	Body AlertTextsBody
}

type textPreviewInput struct {
	httpapi.CorporationPath
	Body struct {
		AlertTextsBody
		AlertID int64  `json:"alertId" minimum:"1" doc:"An alert of the corporation"`
		Event   string `json:"event" enum:"raised,escalated,restored,reopened"`
	}
}

// AlertTextPictures are the pictures of the mail of a preview.
type AlertTextPictures struct {
	List    []AlertTextPicture `json:"list" nullable:"false" doc:"The curve, and the plan with the point; none: there is nothing to draw"`
	Missing bool               `json:"missing" doc:"They could not be drawn: the mail says so and links the alert"`
}

// AlertTextPicture is a picture of a mail.
type AlertTextPicture struct {
	Caption string `json:"caption"`
	Type    string `json:"type" enum:"image/png,image/jpeg"`
	Data    []byte `json:"data"`
}

type picturesInput struct {
	httpapi.CorporationPath
	AlertID  int64  `query:"alertId" minimum:"1" required:"true" doc:"An alert of the corporation"`
	Event    string `query:"event" enum:"raised,escalated,restored,reopened" default:"raised"`
	Language string `query:"language" enum:"zh,en,zh-TW" doc:"Default: the language of the response"`
}

const (
	example         = `{"language":"en","subject":"{heading} at {place}","opened":"","restored":"","sms":"[{platform}] {point}: {what}, {value}","smsRestored":""}`
	nearMiss        = `{"language":"en","subject":"{headline}","opened":"","restored":"","sms":"","smsRestored":""}`
	examplePreview  = `{"alertId":{alertId},"event":"raised","language":"en","subject":"{heading}","opened":"","restored":"","sms":"","smsRestored":""}`
	nearMissPreview = `{"alertId":1,"event":"raised","language":"en","subject":"{headline}","opened":"","restored":"","sms":"","smsRestored":""}`
)

// Calls are the calls about texts.
type Calls struct {
	*httpapi.Kernel
	Store  Store
	Alerts Alerts
	Names  func(ctx context.Context, alerts []int64) (map[int64]wording.Names, error) // of the things that alerts are about

	Responses respond.Reader
	Gallery   *gallery.Gallery // nil: mails have no pictures
}

// Alerts finds alerts, see package alarm.
type Alerts interface {
	Get(ctx context.Context, scope access.Scope, id int64) (alarm.Listed, error)
}

// Register registers the calls.
func (c *Calls) Register() {
	const path = "/corporations/{corporationId}/alert-texts"
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.Corporation, Action: action}
	}
	httpapi.Register(c.Kernel, httpapi.Operation{
		ID: "listAlertTexts", Method: http.MethodGet, Path: path, Tag: "alerts", Need: need(access.Retrieve), Unmeasured: "three rows, by key",
		Summary: "Texts of messages about alerts in three languages",
	}, c.list)
	httpapi.Register(c.Kernel, httpapi.Operation{
		ID: "saveAlertTexts", Method: http.MethodPut, Path: path, Tag: "alerts", Need: need(access.Update),
		Summary: "Save the texts of messages about alerts in one language", Example: example,
		NearMiss: httpapi.NearMiss{Body: nearMiss, Field: "subject"},
		Detail:   "Messages that are in the ledger keep the texts that they were written with. Projects use the texts in their language.",
	}, c.save)
	httpapi.Register(c.Kernel, httpapi.Operation{
		ID: "previewAlertTexts", Method: http.MethodPost, Path: path + "/preview", Tag: "alerts", Need: need(access.Retrieve),
		Summary: "A message about an alert as it would be with some texts", Unlogged: httpapi.ReadsOnly, Example: examplePreview,
		NearMiss: httpapi.NearMiss{Body: nearMissPreview, Field: "subject"}, Unmeasured: "one alert, by key",
	}, c.preview)
	httpapi.Register(c.Kernel, httpapi.Operation{
		ID: "getAlertTextPictures", Method: http.MethodGet, Path: path + "/pictures", Tag: "alerts", Need: need(access.Retrieve),
		Summary: "The pictures of a mail about an alert", Query: "alertId={alertId}&event=raised&language=en", Unmeasured: "draws; a preview asks for one alert at a time",
		Detail: "Drawn as for a mail that is sent now.",
	}, c.pictures)
}

func (c *Calls) list(ctx context.Context, in *httpapi.CorporationPath) (*httpapi.Output[AllAlertTexts], error) {
	found, err := c.Store.Of(ctx, httpapi.CallerOf(ctx).Scope, in.CorporationID)
	if err != nil {
		return nil, err
	}
	all := AllAlertTexts{Placeholders: sms.AlertValues()}
	for _, language := range errs.Languages() {
		own := found[string(language)]
		all.List = append(all.List, AlertTexts{string(language), own.AlertTextFields, wording.UsualTexts(string(language)), own.UpdatedAt})
	}
	return httpapi.Reply(all), nil
}

func (c *Calls) save(ctx context.Context, in *textsInput) (*httpapi.Output[AlertTexts], error) {
	updated, err := c.Store.Save(ctx, httpapi.CallerOf(ctx).Actor(), in.CorporationID, in.Body.Language, &in.Body.AlertTextFields)
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(AlertTexts{in.Body.Language, in.Body.AlertTextFields, wording.UsualTexts(in.Body.Language), updated}), nil
}

func (c *Calls) preview(ctx context.Context, in *textPreviewInput) (*httpapi.Output[AlertTextPreview], error) {
	b := in.Body
	if err := b.Check(); err != nil {
		return nil, err
	}
	m, err := c.about(ctx, in.CorporationID, b.AlertID, b.Event, b.Language)
	if err != nil {
		return nil, err
	}
	m.Texts, m.Rule = b.AlertTextFields, "…"
	err = c.Responses.Add(ctx, []respond.About{{AlertID: b.AlertID, Account: true, Content: &m}}, clock.Now().UnixMilli())
	if err != nil {
		return nil, err
	}
	text := append(append(m.Facts(), m.Responding()...), m.Why())
	preview := AlertTextPreview{Subject: m.Subject(), Text: text, SMS: m.SMS(), Values: []AlertTextValue{}}
	preview.PushTitle, preview.Push = m.Push()
	preview.SMSLength = AlertTextLength(sms.Measure(preview.SMS))
	for name, value := range m.SMSValues() {
		preview.Values = append(preview.Values, AlertTextValue{name, value})
	}
	slices.SortFunc(preview.Values, func(a, b AlertTextValue) int { return cmp.Compare(a.Name, b.Name) })
	return httpapi.Reply(preview), nil
}

// about returns what a message about an event of an alert of a corporation says, with the texts of the product.
func (c *Calls) about(ctx context.Context, corporation, id int64, event, language string) (m wording.Content, err error) {
	who := httpapi.CallerOf(ctx)
	alert, err := c.Alerts.Get(ctx, who.Scope, id)
	switch {
	case errs.Is(err, errs.NothingHere), err == nil && alert.CorporationID != corporation:
		return m, errs.OnField("alertId", errs.NothingHere)
	case err != nil:
		return m, err
	}
	if err := who.Require(access.Permission{Area: access.Alert, Action: access.Retrieve}, alert.ProjectID); err != nil {
		return m, err
	}
	names, err := c.Names(ctx, []int64{id})
	if err != nil {
		return m, err
	}
	m = wording.At(&alert.Record, alarm.Event(event))
	m.Names, m.Language = names[id], language
	return m, nil
}

func (c *Calls) pictures(ctx context.Context, in *picturesInput) (*httpapi.Output[AlertTextPictures], error) {
	language := cmp.Or(in.Language, string(httpapi.LanguageOf(ctx)))
	m, err := c.about(ctx, in.CorporationID, in.AlertID, in.Event, language)
	if err != nil {
		return nil, err
	}
	made := AlertTextPictures{List: []AlertTextPicture{}}
	if c.Gallery == nil || !m.Drawable() {
		return httpapi.Reply(made), nil
	}
	drawn, err := c.Gallery.Draw(ctx, &gallery.Wanted{
		AlertID: in.AlertID, CorporationID: in.CorporationID, Step: m.Step, Language: language, Plan: true,
	})
	if err != nil {
		slog.ErrorContext(ctx, "draw an alert for a preview", "alert", in.AlertID, "error", err)
		made.Missing = true
		return httpapi.Reply(made), nil
	}
	for _, one := range []letter.Picture{{Data: drawn.Curve}, {Data: drawn.Plan, Sheet: drawn.Sheet}} {
		if len(one.Data) > 0 {
			one.About, one.At = m, drawn.At
			made.List = append(made.List, AlertTextPicture{one.Caption(), http.DetectContentType(one.Data), one.Data})
		}
	}
	return httpapi.Reply(made), nil
}
