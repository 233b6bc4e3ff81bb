package app

import (
	"context"
	"database/sql"

	"github.com/uptrace/bun"

	"plumbline/internal/app/tables"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/feature/drill"
	"plumbline/internal/feature/notify"
	"plumbline/internal/platform/sqlkit"
)

// Drills returns the drills of an installation, whose messages are in the ledger of those about alerts.
func Drills(store *tables.Store, t *sqlkit.Tables) *drill.Store {
	ledger := ledger(t, nil)
	return &drill.Store{Tables: t, Messages: drillMessages{ledger}, Inbox: inbox{store}}
}

type drillMessages struct{ ledger delivery.Ledger }

func (d drillMessages) Preview(ctx context.Context, q *bun.SelectQuery, o drill.Order) ([]drill.Message, error) {
	list, err := d.ledger.DrillMessages(ctx, q, delivery.Drill(o))
	made := make([]drill.Message, len(list))
	for i := range list {
		m := &list[i]
		made[i] = drill.Message{
			RuleID: m.RuleID, RuleName: m.Content.Rule, Channel: string(m.Channel), AccountID: m.AccountID, WebhookID: m.WebhookID,
			Address: m.Address, Recipient: m.Recipient(), Reason: m.Reason,
		}
	}
	return made, err
}

func (d drillMessages) Write(ctx context.Context, tx *sqlkit.Transaction, o drill.Order) (int, error) {
	return d.ledger.WriteDrill(ctx, tx, delivery.Drill(o))
}

// inbox notifies people in the app.
type inbox struct{ store *tables.Store }

func (i inbox) DrillUnproven(ctx context.Context, tx *sql.Tx, accounts []int64, lack drill.Lack) error {
	args := notify.DrillArgs{Rules: lack.Rules, People: lack.People, Days: lack.Days}
	return i.store.DrillUnproven(ctx, tx, lack.CorporationID, lack.ProjectID, accounts, args)
}
