package demo

import (
	"context"
	"fmt"

	"plumbline/internal/core/alarm"
)

// Rule is a rule about the alerts of a demo project. Its mails go to the administrator, who has no address in a fresh demo, so
// that nothing leaves it.
type Rule struct {
	Name         string
	Level        alarm.Level
	Type         string // alarm.TypeThreshold or alarm.TypeDeviceHealth
	RepeatHours  int64  // of reminders; 0: none
	QuietAtNight bool   // blue and yellow wait until the morning
}

// rules are those of the projects of the demo, by the name of the project.
var rules = map[string][]Rule{
	"石门坎滑坡": {
		{Name: "橙色及以上告警", Level: alarm.Orange, Type: alarm.TypeThreshold, RepeatHours: 24},
		{Name: "设备故障", Level: alarm.Blue, Type: alarm.TypeDeviceHealth, QuietAtNight: true},
	},
	"云溆大桥": {
		{Name: "荷载试验", Level: alarm.Yellow, Type: alarm.TypeThreshold, RepeatHours: 12},
	},
}

// loadRules saves the rules of a project and drills them once.
func loadRules(ctx context.Context, s Services, name string, projectID int64) error {
	if len(rules[name]) == 0 {
		return nil
	}
	if err := s.SaveRules(ctx, actor(), projectID, rules[name]); err != nil {
		return fmt.Errorf("rules of %s: %w", name, err)
	}
	return nil
}
