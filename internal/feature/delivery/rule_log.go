package delivery

import (
	"context"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/sqlkit"
)

func log(ctx context.Context, tx *sqlkit.Transaction, who audit.Actor, r *Rule, entry auditdb.Entry) error {
	entry.Kind, entry.ID, entry.Corporation, entry.Project, entry.Content = "alertRule", r.ID, r.CorporationID, r.ProjectID, r.Name
	logs := auditdb.WithLog(tx)
	return logs.Log(ctx, who, entry)
}

// loggedRule is what the audit log keeps of a rule.
type loggedRule struct {
	Name         string        `json:"name"`
	Enable       bool          `json:"enable"`
	StructureID  int64         `json:"structureId,omitempty"`
	ItemID       int64         `json:"itemId,omitempty"`
	Measurements []string      `json:"ruleMeasurements"`
	Level        int           `json:"level"`
	Types        []string      `json:"ruleTypes"`
	Events       []alarm.Event `json:"ruleEvents"`
	RepeatHours  int64         `json:"repeatHours"`
	Late         bool          `json:"ruleLate"`
	ByCode       bool          `json:"ruleByCode"`
	AccountIDs   []int64       `json:"accountIds"`
	EmailList    []string      `json:"emailList"`
	Channels     []Channel     `json:"ruleChannels"`
	MobileList   []string      `json:"mobileList"`
	WebhookIDs   []int64       `json:"webhookIds"`
	Duty         bool          `json:"ruleDuty"`
	QuietFrom    int64         `json:"quietFrom"`
	QuietTo      int64         `json:"quietTo"`
	QuietLevel   int           `json:"quietLevel"`

	AlertConditions
	Ladder []loggedRung `json:"ladder"`
}

type loggedRung struct {
	AfterMinutes int64   `json:"afterMinutes"`
	AccountIDs   []int64 `json:"accountIds"`
	WebhookIDs   []int64 `json:"webhookIds"`
}

func (r *Rule) logged() loggedRule {
	ladder := make([]loggedRung, len(r.Ladder))
	for i, rung := range r.Ladder {
		ladder[i] = loggedRung{rung.AfterMinutes, rung.Accounts, rung.Webhooks}
	}
	return loggedRule{
		r.Name, r.Enabled, r.StructureID, r.ItemID, r.Measurements, int(r.Level), r.Types, r.Events, r.RepeatHours, r.Late, r.ByCode, r.Accounts,
		r.Addresses, r.Channels, r.Mobiles, r.Webhooks, r.Duty, r.Quiet.From, r.Quiet.To, int(r.Quiet.Level),
		AlertConditions(r.Conditions), ladder,
	}
}
