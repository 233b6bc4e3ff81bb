package fielddb

import (
	"context"

	"github.com/uptrace/bun"

	"plumbline/internal/field/command"
	"plumbline/internal/field/firmware"
	"plumbline/internal/field/ingest"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/site/sitedb"
)

type firmwareRow struct {
	bun.BaseModel `bun:"table:firmware,alias:fw"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	Name          string
	Host          string
	Version       string
	Note          string
	Notice        string
	Size          int64
	SHA256        string `bun:"sha256"`
	Blob          string
	AccountID     int64
	CreatedAt     int64
	Devices       int `bun:",scanonly"`
}

func (r firmwareRow) file() firmware.File {
	return firmware.File{
		ID: r.ID, CorporationID: r.CorporationID, Name: r.Name, Host: r.Host, Version: r.Version, Note: r.Note,
		Notice: r.Notice, Size: r.Size, SHA256: r.SHA256,
		Blob: r.Blob, AccountID: r.AccountID, CreatedAt: r.CreatedAt, Devices: r.Devices,
	}
}

type upgradeRow struct {
	bun.BaseModel `bun:"table:firmware_upgrade,alias:up"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	FirmwareID    int64
	DeviceID      int64
	State         firmware.State
	CommandID     int64
	Attempts      int
	VersionBefore string
	Version       string
	Reason        string
	Code          int
	Message       string
	Deadline      int64
	AccountID     int64
	CreatedAt     int64
	EndedAt       int64
	DeviceName    string `bun:",scanonly"`
	FirmwareName  string `bun:",scanonly"`
	AccountName   string `bun:",scanonly"`
	Sent          string `bun:",scanonly"`
}

func (r upgradeRow) upgrade() firmware.Upgrade {
	return firmware.Upgrade{
		ID: r.ID, CorporationID: r.CorporationID, FirmwareID: r.FirmwareID, DeviceID: r.DeviceID, State: r.State, CommandID: r.CommandID, Attempts: r.Attempts,
		VersionBefore: r.VersionBefore, Version: r.Version, Reason: r.Reason, Code: r.Code, Message: r.Message, Deadline: r.Deadline, AccountID: r.AccountID,
		CreatedAt: r.CreatedAt, EndedAt: r.EndedAt, DeviceName: r.DeviceName, FirmwareName: r.FirmwareName, AccountName: r.AccountName, Sent: r.Sent,
	}
}

var _ firmware.Store = (*Store)(nil)

func (s *Store) Firmwares(ctx context.Context, scope access.Scope, filter firmware.Filter) (paging.Page[firmware.File], error) {
	var rows []firmwareRow
	q := sqlkit.Matching(sqlkit.Visible(s.Selects(&rows), scope, "fw.corporation_id", ""), filter.Keyword, "fw.name", "fw.notice").ColumnExpr("fw.*").
		ColumnExpr("(SELECT COUNT(*) FROM device AS d WHERE d.corporation_id = fw.corporation_id AND " + sitedb.Fits + ") AS devices")
	if filter.Host != "" {
		q = q.Where("fw.host = ?", filter.Host)
	}
	q, err := sqlkit.Paged(q, filter.Query, sqlkit.Ordering{
		"name": "fw.name", "version": "fw.version", "size": "fw.size", "createdAt": "fw.created_at",
	}, "fw.id DESC", "fw.id DESC")
	if err != nil {
		return paging.Page[firmware.File]{}, err
	}
	return sqlkit.ReadPage(ctx, q, &rows, "list firmware", firmwareRow.file)
}

func (s *Store) Firmware(ctx context.Context, scope access.Scope, id int64) (firmware.File, error) {
	var row firmwareRow
	err := sqlkit.Visible(s.Selects(&row).Where("fw.id = ?", id), scope, "fw.corporation_id", "").Scan(ctx)
	return row.file(), sqlkit.Translate(err)
}

// Unscoped: the id comes from a signed link, issued only to those with access to the file.
func (s *Store) FirmwareBlob(ctx context.Context, id int64) (firmware.File, error) {
	var row firmwareRow
	err := s.Selects(&row).Where("fw.id = ?", id).Scan(ctx)
	return row.file(), sqlkit.Translate(err)
}

// Unscoped: adds rows whose corporation the service has checked against the caller's scope.
func (s *Store) CreateFirmware(ctx context.Context, who audit.Actor, f *firmware.File) error {
	return s.write(ctx, func(tx *change) error {
		there, err := tx.Selects((*firmwareRow)(nil)).Where("fw.corporation_id = ? AND fw.name = ?", f.CorporationID, f.Name).Exists(ctx)
		if err != nil {
			return err
		}
		if there {
			return errs.OnField("file", errs.FirmwareThere)
		}
		if f.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		f.CreatedAt = tx.Now
		row := firmwareRow{
			ID: f.ID, CorporationID: f.CorporationID, Name: f.Name, Host: f.Host, Version: f.Version, Note: f.Note,
			Notice: f.Notice, Size: f.Size, SHA256: f.SHA256,
			Blob: f.Blob, AccountID: f.AccountID, CreatedAt: f.CreatedAt,
		}
		if err := tx.Insert(ctx, &row); err != nil {
			return err
		}
		return tx.Log(ctx, who, auditdb.Entry{Kind: "firmware", Action: auditdb.Created, ID: f.ID, Corporation: f.CorporationID, Content: f.Name})
	})
}

func (s *Store) DeleteFirmware(ctx context.Context, who audit.Actor, id int64) error {
	return s.write(ctx, func(tx *change) error {
		var row firmwareRow
		if err := sqlkit.Visible(tx.Selects(&row).Where("fw.id = ?", id), who.Scope, "fw.corporation_id", "").Scan(ctx); err != nil {
			return err
		}
		used, err := tx.Selects((*upgradeRow)(nil)).Where("up.firmware_id = ? AND up.state = ?", id, firmware.InProgress).Exists(ctx)
		if err != nil {
			return err
		}
		if used {
			return errs.New(errs.InUse)
		}
		if _, err := tx.Exec(ctx, "DELETE FROM firmware WHERE id = ?", id); err != nil {
			return err
		}
		return tx.Log(ctx, who, auditdb.Entry{Kind: "firmware", Action: auditdb.Deleted, ID: id, Corporation: row.CorporationID, Content: row.Name})
	})
}

func (s *Store) upgradesOf(rows any, scope access.Scope) *bun.SelectQuery {
	q := s.Selects(rows).
		ColumnExpr("up.*, d.name AS device_name, fw.name AS firmware_name, COALESCE(a.name, '') AS account_name, COALESCE(cmd.state, '') AS sent").
		Join("JOIN device AS d ON d.id = up.device_id").Join("JOIN firmware AS fw ON fw.id = up.firmware_id").
		Join("LEFT JOIN account AS a ON a.id = up.account_id").Join("LEFT JOIN command AS cmd ON cmd.id = up.command_id")
	return sqlkit.Visible(q, scope, "d.corporation_id", "d.project_id")
}

func (s *Store) Upgrades(ctx context.Context, scope access.Scope, filter firmware.UpgradeFilter) (paging.Page[firmware.Upgrade], error) {
	var rows []upgradeRow
	q := sqlkit.Matching(s.upgradesOf(&rows, scope), filter.Keyword, "d.name", "fw.name")
	if filter.FirmwareID != 0 {
		q = q.Where("up.firmware_id = ?", filter.FirmwareID)
	}
	if filter.DeviceID != 0 {
		q = q.Where("up.device_id = ?", filter.DeviceID)
	}
	if filter.State != "" {
		q = q.Where("up.state = ?", filter.State)
	}
	q, err := sqlkit.Paged(q, filter.Query, sqlkit.Ordering{"createdAt": "up.id"}, "up.id DESC", "up.id DESC")
	if err != nil {
		return paging.Page[firmware.Upgrade]{}, err
	}
	return sqlkit.ReadPage(ctx, q, &rows, "list upgrades", upgradeRow.upgrade)
}

func (s *Store) Upgrade(ctx context.Context, scope access.Scope, id int64) (firmware.Upgrade, error) {
	var row upgradeRow
	err := s.upgradesOf(&row, scope).Where("up.id = ?", id).Scan(ctx)
	return row.upgrade(), sqlkit.Translate(err)
}

func (s *Store) BeginUpgrades(ctx context.Context, who audit.Actor, tries []firmware.Try) error {
	return s.write(ctx, func(tx *change) error {
		for _, try := range tries {
			u := try.Upgrade
			d, err := s.site.DeviceIn(ctx, tx.Transaction, who, u.DeviceID)
			if err != nil {
				return err
			}
			if u.ID, err = tx.ID(ctx); err != nil {
				return err
			}
			u.CreatedAt = tx.Now
			if err := tx.tryUpgrade(ctx, who, try); err != nil {
				return err
			}
			row := upgradeRow{
				ID: u.ID, CorporationID: d.CorporationID, FirmwareID: u.FirmwareID, DeviceID: u.DeviceID, State: firmware.InProgress, CommandID: u.CommandID,
				Attempts: u.Attempts, VersionBefore: u.VersionBefore, Version: u.Version, AccountID: u.AccountID, CreatedAt: tx.Now,
			}
			if err := tx.Insert(ctx, &row); err != nil {
				return err
			}
			if err := tx.Log(ctx, who, auditdb.Entry{
				Kind: "device", Action: "upgrade", ID: d.ID,
				Corporation: d.CorporationID, Project: d.ProjectID, Content: d.Name, After: struct {
					Version string `json:"version"`
				}{u.Version},
			}); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Store) RetryUpgrade(ctx context.Context, who audit.Actor, try firmware.Try) error {
	return s.write(ctx, func(tx *change) error {
		var row upgradeRow
		q := tx.Selects(&row).Join("JOIN device AS d ON d.id = up.device_id").Where("up.id = ?", try.Upgrade.ID)
		if err := sqlkit.Visible(q, who.Scope, "d.corporation_id", "d.project_id").Scan(ctx); err != nil {
			return sqlkit.Translate(err)
		}
		if row.State != firmware.Fail {
			return errs.New(errs.UpgradeOver)
		}
		if err := tx.tryUpgrade(ctx, who, try); err != nil {
			return err
		}
		_, err := tx.Exec(ctx,
			`UPDATE firmware_upgrade SET state = 'progress', command_id = ?, attempts = ?, reason = '', code = 0, message = '', deadline = 0, ended_at = 0 WHERE id = ?`,
			try.Upgrade.CommandID, try.Upgrade.Attempts, row.ID)
		return err
	})
}

// tryUpgrade queues the command of an upgrade. A device has at most one upgrade in progress.
func (c *change) tryUpgrade(ctx context.Context, who audit.Actor, try firmware.Try) error {
	u := try.Upgrade
	running, err := c.Selects((*upgradeRow)(nil)).Where("up.device_id = ? AND up.state = ?", u.DeviceID, firmware.InProgress).Exists(ctx)
	if err != nil {
		return err
	}
	if running {
		return errs.New(errs.UpgradeRunning)
	}
	sent, _, err := c.addCommand(ctx, who, try.Command, false)
	if err != nil {
		return err
	}
	u.State, u.CommandID, u.Sent, u.Attempts = firmware.InProgress, sent.ID, string(sent.State), u.Attempts+1
	u.Reason, u.Code, u.Message, u.Deadline, u.EndedAt = "", 0, "", 0, 0
	return nil
}

// mayStillWork is the condition that a device's newest upgrade may have succeeded although it timed out.
const mayStillWork = `state = 'fail' AND reason IN ('timeout', 'notReported') AND NOT EXISTS (SELECT 1 FROM firmware_upgrade AS newer
	WHERE newer.device_id = firmware_upgrade.device_id AND (newer.id > firmware_upgrade.id OR newer.state = 'progress'))`

// upgradeAnswered advances an upgrade when its command has ended.
func (c *change) upgradeAnswered(ctx context.Context, row commandRow) error {
	reason := ""
	switch {
	case row.State == command.Answered:
		_, err := c.Exec(ctx,
			"UPDATE firmware_upgrade SET state = 'progress', reason = '', code = 0, ended_at = 0, deadline = ?, message = ? WHERE command_id = ? AND (state = 'progress' OR "+mayStillWork+")",
			c.Now+firmware.ReportWithin.Milliseconds(), row.Message, row.ID)
		return err
	case row.State == command.Cancelled:
		reason = firmware.Cancelled
	case row.Code == command.Expired:
		reason = firmware.NotThere
	case row.Code == command.TimedOut:
		reason = firmware.NoAnswer
	default:
		reason = firmware.Refused
	}
	_, err := c.Exec(ctx,
		"UPDATE firmware_upgrade SET state = 'fail', reason = ?, code = ?, message = ?, ended_at = ?, deadline = 0 WHERE command_id = ? AND state = 'progress'",
		reason, row.Code, row.Message, c.Now, row.ID)
	return err
}

// upgradeSilent is the condition that a device took a file and has not reported its version in time.
const upgradeSilent = "state = 'progress' AND deadline > 0 AND deadline < ?"

func (c *change) failSilentUpgrades(ctx context.Context) error {
	_, err := c.Exec(ctx, "UPDATE firmware_upgrade SET state = 'fail', reason = ?, ended_at = ?, deadline = 0 WHERE "+
		upgradeSilent, firmware.NotReported, c.Now, c.Now)
	return err
}

// versionsReported ends the upgrades of devices that report the target version, and cancels commands that are no
// longer needed.
func (c *change) versionsReported(ctx context.Context, seen []ingest.Seen) error {
	for _, d := range seen {
		if d.Firmware == "" {
			continue
		}
		n, err := c.Exec(ctx,
			"UPDATE firmware_upgrade SET state = 'success', reason = '', code = 0, ended_at = ?, deadline = 0 WHERE device_id = ? AND version = ? AND (state = 'progress' OR "+mayStillWork+")",
			c.Now, d.Device, d.Firmware)
		if err != nil {
			return err
		}
		if n == 0 {
			continue
		}
		var row sitedb.DeviceRow
		if err := c.Selects(&row).Where("d.id = ?", d.Device).Scan(ctx); err != nil {
			return err
		}
		c.announceCommands(ctx, commandRow{DeviceID: row.ID, ProjectID: row.ProjectID})
		var left []commandRow
		if err := c.Selects(&left).Where("cmd.device_id = ? AND cmd.kind = ? AND cmd."+outstanding, d.Device, command.Upgrade).Scan(ctx); err != nil {
			return err
		}
		for i := range left {
			state := command.Answered
			if left[i].Attempts == 0 {
				state = command.Cancelled
			}
			if err := c.endCommand(ctx, &left[i], ending{state: state}); err != nil {
				return err
			}
		}
	}
	return nil
}
