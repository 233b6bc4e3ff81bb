package sms

import (
	"context"
	"net/url"
	"slices"
	"time"
)

// Fate is what became of an accepted message.
type Fate string

const (
	Awaited     Fate = "" // nobody knows yet
	Delivered   Fate = "delivered"
	Undelivered Fate = "undelivered"
)

// Sending is an accepted message.
type Sending struct {
	ID        string // of the message
	Reference string // by which the provider knows it; empty: only by ID
	Mobile    string
	At        time.Time
}

// Receipt is what the provider says about an accepted message, as the network reports it.
type Receipt struct {
	Fate       Fate
	Code, Text string    // of the provider
	At         time.Time // of the network; zero: it does not say
}

// Tracker is a provider that can be asked for receipts.
type Tracker interface {
	// Receipt returns the receipt of a message, Awaited while there is none.
	Receipt(ctx context.Context, s Sending) (Receipt, error)
}

// Reporter is a provider that sends receipts by itself.
type Reporter interface {
	// Verify checks the signature of such a request, see package webhook.
	Verify(signature string, body []byte, now time.Time) error
}

// china is the time zone of the times of Aliyun.
var china = time.FixedZone("UTC+8", 8*60*60)

// midnight is how much later than the request the provider may have dated a message.
const midnight = time.Minute

// Receipt asks QuerySendDetails, version 2017-05-25. Messages are filed by the day of China.
func (a *aliyun) Receipt(ctx context.Context, s Sending) (r Receipt, err error) {
	day, next := s.At.In(china).Format("20060102"), s.At.Add(midnight).In(china).Format("20060102")
	for _, date := range slices.Compact([]string{day, next}) {
		if r, err = a.sentOn(ctx, s, date); err != nil || r.Fate != Awaited {
			return r, err
		}
	}
	return r, nil
}

func (a *aliyun) sentOn(ctx context.Context, s Sending, date string) (Receipt, error) {
	form := url.Values{"PhoneNumber": {s.Mobile}, "SendDate": {date}, "PageSize": {"50"}, "CurrentPage": {"1"}}
	if s.Reference != "" {
		form.Set("BizId", s.Reference)
	}
	var result struct {
		SmsSendDetailDTOs struct {
			SmsSendDetailDTO []struct {
				SendStatus                  int
				ErrCode, OutID, ReceiveDate string
			}
		}
	}
	if err := a.call(ctx, "QuerySendDetails", "receipt-"+s.ID, form, &result); err != nil {
		return Receipt{}, err
	}
	for _, one := range result.SmsSendDetailDTOs.SmsSendDetailDTO {
		fate := map[int]Fate{2: Undelivered, 3: Delivered}[one.SendStatus]
		if fate == Awaited || s.Reference == "" && one.OutID != s.ID {
			continue
		}
		r := Receipt{Fate: fate, Code: one.ErrCode}
		if at, err := time.ParseInLocation(time.DateTime, one.ReceiveDate, china); err == nil {
			r.At = at
		}
		return r, nil
	}
	return Receipt{}, nil
}

// Receipt asks PullSmsSendStatusByPhoneNumber, version 2021-01-11.
func (t *tencent) Receipt(ctx context.Context, s Sending) (Receipt, error) {
	var result struct {
		PullSmsSendStatusSet []struct {
			SerialNo, SessionContext, ReportStatus, Description string
			UserReceiveTime                                     int64
		}
	}
	err := t.call(ctx, "PullSmsSendStatusByPhoneNumber", map[string]any{
		"BeginTime": s.At.Add(-time.Minute).Unix(), "Offset": 0, "Limit": 100, "PhoneNumber": tencentCountry + s.Mobile, "SmsSdkAppId": t.config.AppID,
	}, &result)
	if err != nil {
		return Receipt{}, err
	}
	for _, one := range result.PullSmsSendStatusSet {
		fate := map[string]Fate{"FAIL": Undelivered, "SUCCESS": Delivered}[one.ReportStatus]
		same := one.SerialNo == s.Reference
		if s.Reference == "" {
			same = one.SessionContext == s.ID
		}
		if fate == Awaited || !same {
			continue
		}
		r := Receipt{Fate: fate, Code: one.ReportStatus, Text: one.Description}
		if one.UserReceiveTime > 0 {
			r.At = time.Unix(one.UserReceiveTime, 0)
		}
		return r, nil
	}
	return Receipt{}, nil
}
