package retention

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/sqlkit"
)

// margin is how long before an alert the data of its devices are kept too: what led up to it.
const margin = 7 * 24 * time.Hour

// openAlerts protect what devices sent since a while before an alert, until somebody has processed it or it has
// restored: an open alert goes on.
type openAlerts struct{ *sqlkit.Tables }

// Holds returns the holds of the open alerts of a corporation.
//
// Unscoped: the service has looked the corporation up in the caller's scope, or works for the program.
func (a openAlerts) Holds(ctx context.Context, db bun.IConn, corporation int64) ([]Hold, error) {
	var open []struct {
		ID, ProjectID, PointID, DeviceID, Opened int64
		Name                                     string
	}
	err := a.Bun.NewRaw(`SELECT al.id, al.project_id, al.point_id, al.device_id, al.opened, COALESCE(p.name, d.name, '') AS name
		FROM alert AS al LEFT JOIN point AS p ON p.id = al.point_id LEFT JOIN device AS d ON d.id = al.device_id
		WHERE al.corporation_id = ? AND al.status IN (?) AND al.withdrawn_at = 0 ORDER BY al.opened, al.id`,
		corporation, bun.List([]alarm.Status{alarm.Pending, alarm.Notice})).Conn(db).Scan(ctx, &open)
	if err != nil {
		return nil, fmt.Errorf("open alerts: %w", err)
	}
	var points, devices []int64
	for _, alert := range open {
		points, devices = append(points, alert.PointID), append(devices, alert.DeviceID)
	}
	feeds, err := readFeeds(ctx, a.Tables, db, points, devices)
	if err != nil {
		return nil, err
	}
	var holds []Hold
	for _, alert := range open {
		by := Holder{Kind: "alert", ID: alert.ID, Project: alert.ProjectID, Name: alert.Name, Since: alert.Opened}
		for device := range feeds.behind(alert.PointID, alert.DeviceID) {
			holds = append(holds, Hold{Device: device, Span: Span{alert.Opened - margin.Milliseconds(), endless}, By: by})
		}
	}
	return holds, nil
}
