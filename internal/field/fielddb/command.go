package fielddb

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/field/command"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/events"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
)

type commandRow struct {
	bun.BaseModel `bun:"table:command,alias:cmd"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	ProjectID     int64
	DeviceID      int64
	GatewayID     int64
	Child         string
	ChannelNo     int32
	Kind          command.Kind
	Args          string
	Priority      int
	State         command.State
	AccountID     int64
	Attempts      int
	Answers       int
	ReadUntil     int64
	EveryMs       int64
	KeptUntil     int64
	RepeatUntil   int64
	NextAt        int64
	SentAt        int64
	Server        int64
	Deadline      int64
	ExpiresAt     int64
	CreatedAt     int64
	EndedAt       int64
	Code          int
	Message       string
	Result        string
	AccountName   string `bun:",scanonly"`
}

func rowOfCommand(c command.Command) commandRow {
	return commandRow{
		ID: c.ID, CorporationID: c.CorporationID, ProjectID: c.ProjectID, DeviceID: c.DeviceID, GatewayID: c.GatewayID, Child: c.Child, ChannelNo: c.ChannelNo,
		Kind: c.Kind, Args: string(c.Args), Priority: c.Priority, State: c.State, AccountID: c.AccountID, EveryMs: c.EveryMs, KeptUntil: c.KeptUntil,
		RepeatUntil: c.RepeatUntil, NextAt: c.NextAt, ExpiresAt: c.ExpiresAt, CreatedAt: c.CreatedAt,
	}
}

func (r commandRow) command() command.Command {
	return command.Command{
		ID: r.ID, CorporationID: r.CorporationID, ProjectID: r.ProjectID, DeviceID: r.DeviceID, GatewayID: r.GatewayID, Child: r.Child, ChannelNo: r.ChannelNo,
		Kind: r.Kind, Args: sqlkit.RawJSON(r.Args), Priority: r.Priority, State: r.State, AccountID: r.AccountID,
		AccountName: r.AccountName, Attempts: r.Attempts,
		Answers: r.Answers, ReadUntil: r.ReadUntil, EveryMs: r.EveryMs, KeptUntil: r.KeptUntil, RepeatUntil: r.RepeatUntil,
		NextAt: r.NextAt, SentAt: r.SentAt, Deadline: r.Deadline,
		ExpiresAt: r.ExpiresAt, CreatedAt: r.CreatedAt, EndedAt: r.EndedAt, Code: r.Code, Message: r.Message, Result: sqlkit.RawJSON(r.Result),
	}
}

// outstanding is the condition that a command may still be executed.
const outstanding = "state IN ('waiting', 'hanging', 'sent')"

var _ command.Store = (*Store)(nil)

func (s *Store) Commands(ctx context.Context, scope access.Scope, filter command.Filter) (paging.Page[command.Command], error) {
	var rows []commandRow
	q := s.commandsOf(&rows, scope)
	if filter.DeviceID != 0 {
		q = q.Where("cmd.device_id = ?", filter.DeviceID)
	}
	if len(filter.States) > 0 {
		q = q.Where("cmd.state IN (?)", bun.List(filter.States))
	}
	if len(filter.Kinds) > 0 {
		q = q.Where("cmd.kind IN (?)", bun.List(filter.Kinds))
	}
	q, err := sqlkit.Paged(q, filter.Query, sqlkit.Ordering{"createdAt": "cmd.id"}, "cmd.id DESC", "cmd.id DESC")
	if err != nil {
		return paging.Page[command.Command]{}, err
	}
	return sqlkit.ReadPage(ctx, q, &rows, "list commands", commandRow.command)
}

// commandsOf selects commands of devices within the scope, with the name of the sender.
func (s *Store) commandsOf(rows any, scope access.Scope) *bun.SelectQuery {
	q := s.Selects(rows).ColumnExpr("cmd.*").ColumnExpr("COALESCE(a.name, '') AS account_name").
		Join("JOIN device AS d ON d.id = cmd.device_id").Join("LEFT JOIN account AS a ON a.id = cmd.account_id")
	return sqlkit.Visible(q, scope, "d.corporation_id", "d.project_id")
}

func (s *Store) Command(ctx context.Context, scope access.Scope, id int64) (command.Command, error) {
	var row commandRow
	err := s.commandsOf(&row, scope).Where("cmd.id = ?", id).Scan(ctx)
	return row.command(), sqlkit.Translate(err)
}

// Unscoped: adds rows whose corporation the service has checked against the caller's scope.
func (s *Store) CreateCommand(ctx context.Context, who audit.Actor, c command.Command, replace bool) (there command.Command, made bool, err error) {
	err = s.write(ctx, func(tx *change) error {
		there, made, err = tx.addCommand(ctx, who, c, replace)
		return err
	})
	return there, made, err
}

// commandsAtOnce is how many commands are queued or claimed in one transaction, so that others do not wait for long.
const commandsAtOnce = 100

// Unscoped: adds rows whose corporation the service has checked against the caller's scope.
func (s *Store) CreateCommands(ctx context.Context, who audit.Actor, list []command.Command) (refused []error, err error) {
	for some := range slices.Chunk(list, commandsAtOnce) {
		done := make([]error, len(some))
		err := s.write(ctx, func(tx *change) error {
			asked, err := tx.asked(ctx, some)
			if err != nil {
				return err
			}
			var plain []command.Command
			for i, c := range some {
				if c.Collects() && !asked[c.DeviceID] {
					asked[c.DeviceID] = true
					plain = append(plain, c)
					continue
				}
				_, _, err := tx.addCommand(ctx, who, c, false)
				if _, is := errs.As(err); err != nil && !is {
					return err
				}
				done[i] = err
			}
			return tx.addCollecting(ctx, who, plain)
		})
		if err != nil {
			return nil, err
		}
		refused = append(refused, done...)
	}
	return refused, nil
}

// asked returns the devices of some commands that have an outstanding one.
func (c *change) asked(ctx context.Context, list []command.Command) (map[int64]bool, error) {
	var ids []int64
	err := c.Selects((*commandRow)(nil)).Distinct().Column("device_id").Where("cmd.device_id IN (?) AND cmd."+outstanding, bun.List(devicesOf(list))).
		Scan(ctx, &ids)
	asked := map[int64]bool{}
	for _, id := range ids {
		asked[id] = true
	}
	return asked, err
}

func devicesOf(list []command.Command) []int64 {
	ids := make([]int64, len(list))
	for i := range list {
		ids[i] = list[i].DeviceID
	}
	return ids
}

// addCollecting queues commands that collect, for devices of which none is outstanding.
func (c *change) addCollecting(ctx context.Context, who audit.Actor, list []command.Command) error {
	if len(list) == 0 {
		return nil
	}
	if err := c.forgetQuestions(ctx, devicesOf(list)...); err != nil {
		return err
	}
	rows := make([]commandRow, len(list))
	for i, add := range list {
		id, err := c.ID(ctx)
		if err != nil {
			return err
		}
		add.ID, add.CreatedAt, add.NextAt = id, c.Now, c.Now
		rows[i] = rowOfCommand(add)
	}
	if err := c.Insert(ctx, &rows); err != nil {
		return fmt.Errorf("queue %d commands: %w", len(rows), err)
	}
	c.announceCommands(ctx, rows...)
	for i := range rows {
		if err := c.logCommand(ctx, who, rows[i], auditdb.Created); err != nil {
			return err
		}
	}
	return nil
}

// forgetQuestions deletes scheduled read commands of devices that were answered long ago.
func (c *change) forgetQuestions(ctx context.Context, devices ...int64) error {
	_, err := c.Exec(ctx, "DELETE FROM command WHERE device_id IN (?) AND kind = ? AND priority = ? AND account_id = 0 AND ended_at BETWEEN 1 AND ?",
		bun.List(devices), command.Read, command.ByConfiguration, c.Now-keptQuestions.Milliseconds())
	return err
}

// addCommand queues a command in a transaction; see command.Store.CreateCommand.
func (c *change) addCommand(ctx context.Context, who audit.Actor, add command.Command, replace bool) (there command.Command, made bool, err error) {
	var old []commandRow
	if err := c.Selects(&old).Where("cmd.device_id = ? AND cmd.kind = ? AND cmd."+outstanding, add.DeviceID, add.Kind).Scan(ctx); err != nil {
		return there, false, err
	}
	for i := range old {
		same := old[i].Args == string(add.Args) && old[i].EveryMs == add.EveryMs
		switch {
		case same:
			return old[i].command(), false, c.logCommand(ctx, who, old[i], auditdb.Created)
		case replace && add.Collects() && old[i].command().Collects() && old[i].State != command.Sent: // more was missed since
			old[i].Args, old[i].ExpiresAt = string(add.Args), add.ExpiresAt
			return old[i].command(), false, c.Update(ctx, &old[i], old[i].ID, "args", "expires_at")
		case !replace || old[i].State == command.Sent && old[i].Deadline > c.Now:
			return there, false, errs.New(errs.CommandOutstanding)
		}
		if err := c.endCommand(ctx, &old[i], ending{state: command.Cancelled}); err != nil {
			return there, false, err
		}
	}
	if add.Collects() {
		if err := c.forgetQuestions(ctx, add.DeviceID); err != nil {
			return there, false, err
		}
	}
	add.CreatedAt, add.NextAt = c.Now, c.Now
	if add.ID, err = c.ID(ctx); err != nil {
		return there, false, err
	}
	row := rowOfCommand(add)
	if err := c.Insert(ctx, &row); err != nil {
		return there, false, fmt.Errorf("queue a command: %w", err)
	}
	c.announceCommands(ctx, row)
	return row.command(), true, c.logCommand(ctx, who, row, auditdb.Created)
}

// keptQuestions is how long scheduled read commands are listed after they were answered; the readings are kept.
const keptQuestions = 24 * time.Hour

// logCommand skips scheduled commands: the log has the person who set the schedule.
func (c *change) logCommand(ctx context.Context, who audit.Actor, row commandRow, action string) error {
	if who.AccountID == 0 && row.command().Collects() {
		return nil
	}
	name, err := c.NameOf(ctx, row.DeviceID)
	if err != nil {
		return err
	}
	after := struct {
		Command command.Kind `json:"command"`
		Args    any          `json:"args"`
	}{row.Kind, sqlkit.RawJSON(row.Args)}
	return c.Log(ctx, who, auditdb.Entry{
		Kind: "command", Action: action, ID: row.ID, Corporation: row.CorporationID, Project: row.ProjectID, Content: name, After: after,
	})
}

// announceCommands notifies the dispatchers and the pages of the devices, once for a transaction.
func (c *change) announceCommands(ctx context.Context, rows ...commandRow) {
	if len(rows) > 0 && c.announced == nil {
		c.announced = map[int64][]int64{}
		c.AfterCommit(func() {
			for project, devices := range c.announced {
				events.Publish(context.WithoutCancel(ctx), c.store.Bus, events.Command, project, events.CommandPayload{Devices: devices})
			}
		})
	}
	for i := range rows {
		c.announced[rows[i].ProjectID] = append(c.announced[rows[i].ProjectID], rows[i].DeviceID)
	}
}

// ending is how a command ends.
type ending struct {
	state   command.State
	code    int
	message string
	fault   command.Fault
	at      int64 // UTC ms; 0: now
}

// endCommand ends a command, and enters that in the cycle of a collection or the upgrade that it belongs to.
func (c *change) endCommand(ctx context.Context, row *commandRow, end ending) error {
	return c.endCommands(ctx, []ended{{row, end}})
}

// ended is a command with its end.
type ended struct {
	row *commandRow
	end ending
}

func (c *change) endCommands(ctx context.Context, list []ended) error {
	if len(list) == 0 {
		return nil
	}
	rows, cycles := make([]commandRow, 0, len(list)), []judged(nil)
	for _, e := range list {
		before := e.row.State
		e.row.State, e.row.Code, e.row.Message, e.row.EndedAt, e.row.Deadline = e.end.state, e.end.code, e.end.message, c.Now, 0
		if e.end.at > 0 {
			e.row.EndedAt = e.end.at
		}
		rows = append(rows, *e.row)
		cycles = append(cycles, c.judgedBy(e.row, before, e.end.fault)...)
	}
	if err := c.UpdateAll(ctx, &rows, "state", "code", "message", "result", "answers", "ended_at", "deadline"); err != nil {
		return err
	}
	c.announceCommands(ctx, rows...)
	for i := range rows {
		if rows[i].Kind == command.Upgrade {
			c.Now = rows[i].EndedAt
			if err := c.upgradeAnswered(ctx, rows[i]); err != nil {
				return err
			}
		}
	}
	return c.judge(ctx, cycles)
}

func (s *Store) CancelCommand(ctx context.Context, who audit.Actor, id int64) (command.Command, error) {
	var row commandRow
	err := s.write(ctx, func(tx *change) error {
		q := tx.Selects(&row).ColumnExpr("cmd.*").Join("JOIN device AS d ON d.id = cmd.device_id").Where("cmd.id = ?", id)
		if err := sqlkit.Visible(q, who.Scope, "d.corporation_id", "d.project_id").Scan(ctx); err != nil {
			return err
		}
		if !row.command().Outstanding() {
			return errs.New(errs.CommandOver)
		}
		if err := tx.endCommand(ctx, &row, ending{state: command.Cancelled, code: row.Code, message: row.Message}); err != nil {
			return err
		}
		return tx.logCommand(ctx, who, row, "cancel")
	})
	return row.command(), err
}

func (s *Store) LeaseCommand(ctx context.Context, scope access.Scope, id, until int64) (command.Command, error) {
	c, err := s.Command(ctx, scope, id)
	if err != nil {
		return c, err
	}
	if c.EveryMs == 0 || !c.Outstanding() {
		return c, errs.New(errs.CommandOver)
	}
	c.KeptUntil = min(until, c.RepeatUntil)
	return c, s.write(ctx, func(tx *change) error {
		_, err := tx.Exec(ctx, "UPDATE command SET kept_until = ? WHERE id = ? AND "+outstanding, c.KeptUntil, id)
		return err
	})
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) SentSince(ctx context.Context, deviceID int64, kind command.Kind, since int64) (bool, error) {
	return s.Selects((*commandRow)(nil)).Where("cmd.device_id = ? AND cmd.kind = ?", deviceID, kind).
		Where("(cmd.created_at >= ? AND cmd.state <> ? OR cmd."+outstanding+")", since, command.Cancelled).Exists(ctx)
}
