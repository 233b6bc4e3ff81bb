package fielddb

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/core/definition"
	"plumbline/internal/core/foldb"
	"plumbline/internal/core/timeline"
	"plumbline/internal/field/ingest"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/site/device"
	"plumbline/internal/site/sitedb"
)

var (
	_ ingest.Loader    = (*Store)(nil)
	_ ingest.SeenStore = (*Store)(nil)
)

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) IntakeDevices(ctx context.Context, ids []int64) ([]ingest.Device, error) {
	if ids == nil {
		if err := s.Bun.NewSelect().Table("device").Column("id").OrderExpr("id").Scan(ctx, &ids); err != nil {
			return nil, fmt.Errorf("all devices: %w", err)
		}
	}
	out := make([]ingest.Device, 0, len(ids))
	for piece := range slices.Chunk(ids, sqlkit.IDsAtOnce) {
		devices, err := s.intakeDevices(ctx, piece)
		if err != nil {
			return nil, err
		}
		out = append(out, devices...)
	}
	return out, nil
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) RegisterOwner(ctx context.Context, register string) (int64, error) {
	var ids []int64
	if err := s.Bun.NewSelect().Table("device").Column("id").Where("register = ?", register).Scan(ctx, &ids); err != nil {
		return 0, fmt.Errorf("device of a register: %w", err)
	}
	if len(ids) == 0 {
		return 0, nil
	}
	return ids[0], nil
}

func (s *Store) intakeDevices(ctx context.Context, ids []int64) ([]ingest.Device, error) {
	var devices []struct {
		bun.BaseModel `bun:"table:device,alias:d"`
		device.Device
		Zone string `bun:",scanonly"`
	}
	err := s.Selects(&devices).ColumnExpr("d.*").
		ColumnExpr("COALESCE(NULLIF(d.time_zone, ''), NULLIF(pr.time_zone, ''), NULLIF(c.time_zone, ''), ?) AS zone", ingest.DefaultZone).
		Join("JOIN corporation AS c ON c.id = d.corporation_id").Join("LEFT JOIN project AS pr ON pr.id = d.project_id").
		Where("d.id IN (?)", bun.List(ids)).OrderExpr("d.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("devices: %w", err)
	}
	secrets, err := s.secrets(ctx, ids)
	if err != nil {
		return nil, err
	}
	children, err := s.children(ctx, ids)
	if err != nil {
		return nil, err
	}
	records, err := s.fold.Versions(ctx, timeline.OfDevice, ids, string(definition.AspectChannels), string(definition.AspectConnection),
		string(device.AspectLink))
	if err != nil {
		return nil, err
	}
	configs := foldb.ByOwner(records)
	out := make([]ingest.Device, len(devices))
	for i, d := range devices {
		config, err := foldb.DecodeDevice(configs[d.ID], 0, nil)
		if err != nil {
			return nil, err
		}
		links, err := foldb.DecodeTimeline[device.Link](configs[d.ID], string(device.AspectLink), 0, nil)
		if err != nil {
			return nil, err
		}
		out[i] = ingest.Device{
			ID: d.ID, CorporationID: d.CorporationID, ProjectID: d.ProjectID, Kind: d.Kind, Register: d.Register, SNCode: d.SNCode,
			ProtocolCode: d.ProtocolCode, TimeZone: d.Zone, Secrets: secrets[d.ID],
			Channels: config.Channels, Connection: config.Connection, Children: children[d.ID], Links: links,
		}
	}
	return out, nil
}

// secrets decrypts the secrets of devices.
func (s *Store) secrets(ctx context.Context, ids []int64) (map[int64][]ingest.Secret, error) {
	var rows []sitedb.SecretRow
	if err := s.Selects(&rows).Where("x.device_id IN (?)", bun.List(ids)).Scan(ctx); err != nil {
		return nil, fmt.Errorf("secrets: %w", err)
	}
	out := make(map[int64][]ingest.Secret, len(rows))
	for _, r := range rows {
		sealed, err := r.Secret()
		if err != nil {
			return nil, err
		}
		if sealed.Disabled() {
			continue
		}
		current, err := device.OpenSecret(s.vault, r.DeviceID, sealed.Current)
		if err != nil {
			return nil, err
		}
		out[r.DeviceID] = []ingest.Secret{{Text: current}}
		if len(sealed.Previous) > 0 {
			previous, err := device.OpenSecret(s.vault, r.DeviceID, sealed.Previous)
			if err != nil {
				return nil, err
			}
			out[r.DeviceID] = append(out[r.DeviceID], ingest.Secret{Text: previous, Until: sealed.Until})
		}
	}
	return out, nil
}

// children returns the devices that are or were connected to collectors.
func (s *Store) children(ctx context.Context, collectors []int64) (map[int64][]ingest.Child, error) {
	var rows []struct {
		CollectorID int64
		ID          int64
		SNCode      string
	}
	err := s.Bun.NewRaw(`SELECT DISTINCT vs.device_id AS collector_id, d.id, d.sn_code FROM version_source AS vs JOIN device AS d ON d.id = vs.owner_id
		WHERE vs.owner_kind = 'device' AND vs.device_id IN (?) ORDER BY collector_id, d.id`, bun.List(collectors)).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("devices on collectors: %w", err)
	}
	ids := make([]int64, len(rows))
	for i := range rows {
		ids[i] = rows[i].ID
	}
	slices.Sort(ids)
	records, err := s.fold.Versions(ctx, timeline.OfDevice, slices.Compact(ids), string(definition.AspectConnection))
	if err != nil {
		return nil, err
	}
	configs := foldb.ByOwner(records)
	out := make(map[int64][]ingest.Child)
	for _, r := range rows {
		connection, err := foldb.DecodeTimeline[definition.Connection](configs[r.ID], string(definition.AspectConnection), 0, nil)
		if err != nil {
			return nil, err
		}
		out[r.CollectorID] = append(out[r.CollectorID], ingest.Child{ID: r.ID, SNCode: r.SNCode, Connection: connection})
	}
	return out, nil
}

// SaveSeen skips devices deleted in the meantime.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) SaveSeen(ctx context.Context, seen []ingest.Seen) error {
	for piece := range slices.Chunk(seen, sqlkit.RowsAtOnce) {
		if err := s.saveSeen(ctx, piece); err != nil {
			return fmt.Errorf("state of %d devices: %w", len(piece), err)
		}
	}
	return nil
}

func (s *Store) saveSeen(ctx context.Context, seen []ingest.Seen) error {
	return s.write(ctx, func(tx *change) error {
		ids := make([]int64, len(seen))
		for i := range seen {
			ids[i] = seen[i].Device
		}
		var there []int64
		if err := s.Bun.NewSelect().Conn(tx.Tx).Table("device").Column("id").Where("id IN (?)", bun.List(ids)).Scan(ctx, &there); err != nil {
			return err
		}
		slices.Sort(there)
		args, rows := make([]any, 0, 9*len(seen)), 0
		for _, d := range seen {
			if _, ok := slices.BinarySearch(there, d.Device); ok {
				args = append(args, d.Device, d.LastSeen, reported(d.Voltage), d.Voltage.At, reported(d.Temperature),
					d.Temperature.At, reported(d.RSSI), d.RSSI.At, d.Firmware)
				rows++
			}
		}
		if rows == 0 {
			return nil
		}
		if _, err := tx.ExecContext(ctx,
			"INSERT INTO device_state (device_id, last_seen, voltage, voltage_at, temperature, temperature_at, rssi, rssi_at, firmware) VALUES "+
				sqlkit.Placeholders(s.DB.Dialect(), rows, 9)+onSeen, args...); err != nil {
			return err
		}
		return tx.versionsReported(ctx, seen)
	})
}

func reported(r ingest.Report) any {
	if r.At == 0 {
		return nil
	}
	return r.Value
}

// onSeen merges reports into the state of a device: the latest report counts, by its own time.
const onSeen = ` ON CONFLICT (device_id) DO UPDATE SET
	last_seen = CASE WHEN excluded.last_seen > device_state.last_seen
		THEN excluded.last_seen ELSE device_state.last_seen END,
	voltage = CASE WHEN excluded.voltage IS NOT NULL AND excluded.voltage_at >= device_state.voltage_at
		THEN excluded.voltage ELSE device_state.voltage END,
	voltage_at = CASE WHEN excluded.voltage IS NOT NULL AND excluded.voltage_at >= device_state.voltage_at
		THEN excluded.voltage_at ELSE device_state.voltage_at END,
	temperature = CASE WHEN excluded.temperature IS NOT NULL AND excluded.temperature_at >= device_state.temperature_at
		THEN excluded.temperature ELSE device_state.temperature END,
	temperature_at = CASE WHEN excluded.temperature IS NOT NULL AND excluded.temperature_at >= device_state.temperature_at
		THEN excluded.temperature_at ELSE device_state.temperature_at END,
	rssi = CASE WHEN excluded.rssi IS NOT NULL AND excluded.rssi_at >= device_state.rssi_at
		THEN excluded.rssi ELSE device_state.rssi END,
	rssi_at = CASE WHEN excluded.rssi IS NOT NULL AND excluded.rssi_at >= device_state.rssi_at
		THEN excluded.rssi_at ELSE device_state.rssi_at END,
	firmware = CASE WHEN excluded.firmware <> ''
		THEN excluded.firmware ELSE device_state.firmware END`
