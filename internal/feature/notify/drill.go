package notify

import (
	"encoding/json"
	"fmt"
	"strings"

	"plumbline/internal/platform/i18n"
)

// DrillUnproven notifies those who may change the rules about alerts of a project that rules or people were not proven.
const DrillUnproven = "drill.unproven"

// namedInDrill is the number of rules and people that a title names.
const namedInDrill = 5

// DrillArgs are the arguments of a DrillUnproven notification.
type DrillArgs struct {
	Rules  []string `json:"rules,omitempty"`  // names
	People []string `json:"people,omitempty"` // names or addresses
	Days   int      `json:"days"`             // without proof
}

// Drill returns the arguments of a DrillUnproven notification; ok is false for any other kind.
func (n Notification) Drill() (args DrillArgs, ok bool) {
	if n.Kind != DrillUnproven || json.Unmarshal(n.Args, &args) != nil {
		return DrillArgs{}, false
	}
	return args, true
}

var (
	drillRules  = i18n.Label{Zh: "规则 %s", En: "rules %s", Tw: "規則 %s"}
	drillPeople = i18n.Label{Zh: "接收人 %s", En: "recipients %s", Tw: "接收人 %s"}
	drillMore   = i18n.Label{Zh: "等 %d 项", En: "and %d more", Tw: "等 %d 項"}
	drillComma  = i18n.Label{Zh: "、", En: ", ", Tw: "、"}
	drillAnd    = i18n.Label{Zh: "；", En: "; ", Tw: "；"}
)

// names returns what was not proven: the first names of each kind, and how many there are beyond them.
func (a *DrillArgs) names(language string) string {
	var parts []string
	for _, of := range []struct {
		label i18n.Label
		list  []string
	}{{drillRules, a.Rules}, {drillPeople, a.People}} {
		if len(of.list) == 0 {
			continue
		}
		text := strings.Join(of.list[:min(len(of.list), namedInDrill)], drillComma.In(language))
		if rest := len(of.list) - namedInDrill; rest > 0 {
			count := rest
			if language != "en" {
				count = len(of.list) // 等 counts all
			}
			text += " " + fmt.Sprintf(drillMore.In(language), count)
		}
		parts = append(parts, fmt.Sprintf(of.label.In(language), text))
	}
	return strings.Join(parts, drillAnd.In(language))
}
