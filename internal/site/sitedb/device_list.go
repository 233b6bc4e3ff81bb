package sitedb

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/site/device"
)

type DeviceRow struct {
	bun.BaseModel `bun:"table:device,alias:d"`
	device.Device
}

type deviceListRow struct {
	bun.BaseModel `bun:"table:device,alias:d"`
	device.Device
	stateColumns
}

// stateColumns are the columns of a device's state in a query, NULL without a row.
type stateColumns struct {
	LastSeen    int64    `bun:",scanonly"`
	Voltage     *float64 `bun:",scanonly"`
	Temperature *float64 `bun:",scanonly"`
	RSSI        *float64 `bun:",scanonly"`
	Firmware    string   `bun:",scanonly"`
	LowVoltage  bool     `bun:",scanonly"`
	DataLost    bool     `bun:",scanonly"`
	Repeated    bool     `bun:",scanonly"`
}

// state combines the stored state of a device with its points. A device without a register ID, or behind a collector,
// was last seen at the last reading of its channel or the last result of its points.
func (r deviceListRow) state(f fed) device.State {
	s := device.State{
		DeviceID: r.ID, LastSeen: r.LastSeen, Voltage: r.Voltage, Temperature: r.Temperature, RSSI: r.RSSI, Firmware: r.Firmware,
		Interval: f.interval, Own: f.own, LowVoltage: r.LowVoltage, DataLost: r.DataLost, DataRepeated: r.Repeated,
	}
	if r.Register == "" || f.hangs {
		s.LastSeen = max(s.LastSeen, f.last)
	}
	return s
}

// Fits is the condition that a device can take a file; it equals firmware.File.Fits.
const Fits = "(LOWER(d.type) = LOWER(fw.host) OR LOWER(REPLACE(d.model, '-', '_')) = LOWER(fw.host))"

// filteredDevices applies a filter to a query, except the conditions on the state.
func filteredDevices(q *bun.SelectQuery, scope access.Scope, filter device.Filter) *bun.SelectQuery {
	q = sqlkit.Visible(q, scope, "d.corporation_id", "d.project_id")
	for _, narrow := range []struct {
		condition string
		value     any
		given     bool
	}{
		{"d.corporation_id = ?", filter.CorporationID, filter.CorporationID != 0},
		{"d.project_id = ?", filter.ProjectID, filter.ProjectID != 0},
		{`d.id IN (SELECT vs.device_id FROM version_source AS vs JOIN version AS v ON v.id = vs.version_id JOIN point AS p ON p.id = vs.owner_id
			WHERE vs.owner_kind = 'point' AND v.superseded_at = 0 AND ? IN (p.structure_id, p.item_id))`, filter.StructureID, filter.StructureID != 0},
		{"d.kind = ?", filter.Kind, filter.Kind != ""},
		{"d.type = ?", filter.Type, filter.Type != ""},
		{"d.type IN (?)", bun.List(filter.Types), len(filter.Types) > 0},
		{"d.model = ?", filter.Model, filter.Model != ""},
		{"d.register = ?", filter.Register, filter.Register != ""},
		{"d.project_id = ?", 0, filter.InStock},
		{strings.ReplaceAll(Fits, "fw.host", "?0"), filter.Fits, filter.Fits != ""},
		{"d.id IN (?)", bun.List(filter.IDs), len(filter.IDs) > 0},
	} {
		if narrow.given {
			q = q.Where(narrow.condition, narrow.value)
		}
	}
	return sqlkit.Matching(q, filter.Keyword, "d.name", "d.sn_code", "d.register")
}

// devicesOrder are the columns for sorting; unknown values come last. With a derivedOrders sort, the serial number
// decides between equals.
var devicesOrder = sqlkit.Ordering{
	"name": "d.name", "sncode": "d.sn_code", "type": "d.type", "voltage": "ds.voltage IS NULL, ds.voltage", "rssi": "ds.rssi IS NULL, ds.rssi",
	"temperature": "ds.temperature IS NULL, ds.temperature", "model": "d.model", "register": "d.register", "firmware": "firmware", "createdAt": "d.created_at",
	"lastSeen": "d.sn_code", "status": "d.sn_code", "health": "d.sn_code", "points": "d.sn_code", "completeness": "d.sn_code",
}

// Devices applies filters and sorting by state in memory: sleep depends on the collection intervals of points, and the
// last contact of a sensor on its readings. Only one page is read completely.
func (s *Store) Devices(ctx context.Context, scope access.Scope, filter device.Filter, now int64) (paging.Page[device.Listed], error) {
	field, _ := filter.Order()
	if derivedOrders[field] == nil && field != "completeness" && filter.Online == "" && filter.Health == "" {
		var rows []deviceListRow
		q, err := sqlkit.Paged(devicesWithState(s.Selects(&rows), scope, filter).ColumnExpr("d.*"), filter.Query, devicesOrder, "d.sn_code", "d.id")
		if err != nil {
			return paging.Page[device.Listed]{}, err
		}
		total, err := q.ScanAndCount(ctx)
		if err != nil {
			return paging.Page[device.Listed]{}, fmt.Errorf("list devices: %w", err)
		}
		list, err := s.listed(ctx, rows)
		return paging.Page[device.Listed]{List: list, Total: int(total)}, err
	}
	all, err := s.deviceStates(ctx, scope, filter, now)
	if err != nil {
		return paging.Page[device.Listed]{}, err
	}
	start := min(filter.Offset(), int64(len(all)))
	shown := all[start:min(start+int64(filter.Limit()), int64(len(all)))]
	whole, err := s.DevicesByID(ctx, scope, idsOf(shown))
	if err != nil {
		return paging.Page[device.Listed]{}, err
	}
	for i := range shown {
		shown[i].Device = whole[i]
	}
	return paging.Page[device.Listed]{List: shown, Total: len(all)}, nil
}

// derivedOrders are the sort orders without a column. Worse comes later.
var derivedOrders = map[string]func(a, b device.Listed, now int64) int{
	"lastSeen": func(a, b device.Listed, _ int64) int { return cmp.Compare(a.State.LastSeen, b.State.LastSeen) },
	"status": func(a, b device.Listed, now int64) int {
		return cmp.Compare(slices.Index(device.Onlines, a.State.Online(now)), slices.Index(device.Onlines, b.State.Online(now)))
	},
	"health": func(a, b device.Listed, _ int64) int {
		return cmp.Compare(slices.Index(device.Healths, a.State.Health()), slices.Index(device.Healths, b.State.Health()))
	},
	"points": func(a, b device.Listed, _ int64) int { return cmp.Compare(firstPoint(a), firstPoint(b)) },
}

func firstPoint(d device.Listed) string {
	if len(d.Points) == 0 {
		return ""
	}
	return d.Points[0].Name
}

func devicesWithState(q *bun.SelectQuery, scope access.Scope, filter device.Filter) *bun.SelectQuery {
	return filteredDevices(q, scope, filter).ColumnExpr(stateColumnsSQL).Join(stateJoinSQL)
}

// deviceStates returns the states and points of all devices that match a filter, in its order; it reads only id and
// register ID of the devices.
func (s *Store) deviceStates(ctx context.Context, scope access.Scope, filter device.Filter, now int64) ([]device.Listed, error) {
	var rows []deviceListRow
	q, err := sqlkit.Paged(devicesWithState(s.Selects(&rows), scope, filter).Column("d.id", "d.register"), filter.Query, devicesOrder, "d.sn_code", "d.id")
	if err != nil {
		return nil, err
	}
	if err := q.Limit(0).Offset(0).Scan(ctx); err != nil {
		return nil, fmt.Errorf("states of devices: %w", err)
	}
	list, err := s.listed(ctx, rows)
	if err != nil {
		return nil, err
	}
	list = slices.DeleteFunc(list, func(d device.Listed) bool {
		return filter.Online != "" && d.State.Online(now) != filter.Online || filter.Health != "" && d.State.Health() != filter.Health
	})
	field, down := filter.Order()
	if field == "completeness" {
		return byCompleteness(ctx, list, filter.Completeness, down)
	}
	if compare := derivedOrders[field]; compare != nil {
		slices.SortStableFunc(list, func(a, b device.Listed) int {
			if down {
				return compare(b, a, now)
			}
			return compare(a, b, now)
		})
	}
	return list, nil
}

// byCompleteness sorts devices by completeness of the last day; unknown comes last.
func byCompleteness(ctx context.Context, list []device.Listed, shares device.Shares, down bool) ([]device.Listed, error) {
	if shares == nil {
		return list, nil
	}
	found, err := shares(ctx, list)
	if err != nil {
		return nil, err
	}
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch x, y := found[a], found[b]; {
		case math.IsNaN(x) || math.IsNaN(y):
			return cmp.Compare(bit(math.IsNaN(x)), bit(math.IsNaN(y)))
		case down:
			return cmp.Compare(y, x)
		default:
			return cmp.Compare(x, y)
		}
	})
	sorted := make([]device.Listed, len(list))
	for i, at := range order {
		sorted[i] = list[at]
	}
	return sorted, nil
}

func bit(is bool) int {
	if is {
		return 1
	}
	return 0
}

// listed adds points and state to rows.
func (s *Store) listed(ctx context.Context, rows []deviceListRow) ([]device.Listed, error) {
	feeds, err := s.feeds(ctx, deviceIDs(rows))
	if err != nil {
		return nil, err
	}
	list := make([]device.Listed, len(rows))
	for i, r := range rows {
		list[i] = device.Listed{Device: r.Device, State: r.state(feeds[r.ID]), Points: feeds[r.ID].points}
	}
	return list, nil
}

func idsOf(list []device.Listed) []int64 {
	ids := make([]int64, len(list))
	for i := range list {
		ids[i] = list[i].ID
	}
	return ids
}

func (s *Store) DeviceIDs(ctx context.Context, scope access.Scope, filter device.Filter, now int64) ([]int64, error) {
	list, err := s.deviceStates(ctx, scope, filter, now)
	return idsOf(list), err
}

// DeviceCounts takes three queries.
func (s *Store) DeviceCounts(ctx context.Context, scope access.Scope, filter device.Filter, now int64) (device.Counts, error) {
	list, err := s.deviceStates(ctx, scope, filter, now)
	var counts device.Counts
	for _, d := range list {
		counts.Add(d.State, now)
	}
	return counts, err
}

func deviceIDs(rows []deviceListRow) []int64 {
	ids := make([]int64, len(rows))
	for i := range rows {
		ids[i] = rows[i].ID
	}
	return ids
}

const (
	stateColumnsSQL = `COALESCE(ds.last_seen, 0) AS last_seen, ds.voltage, ds.temperature, ds.rssi, COALESCE(ds.firmware, '') AS firmware,
		EXISTS ` + illSQL + `'lowVoltage') AS low_voltage, EXISTS ` + illSQL + `'dataLost') AS data_lost,
		EXISTS ` + illSQL + `'dataRepeated') AS repeated`
	illSQL       = `(SELECT 1 FROM alert AS da WHERE da.device_id = d.id AND da.kind <> 'threshold' AND da.ended = 0 AND da.withdrawn_at = 0 AND da.kind = `
	stateJoinSQL = "LEFT JOIN device_state AS ds ON ds.device_id = d.id"
)
