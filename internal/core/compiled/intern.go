package compiled

import (
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
)

// interner shares equal parts of points that are compiled together: most points of a site have the same formula and
// thresholds, and their programs took a quarter of the memory of a site of 10,000 points. Shared parts are immutable.
type interner struct {
	programs map[string]compiled
	key      []byte // reused
	keys     map[thresholdList][]alarm.Key
	panels   map[panelKey]*alarm.Panel
	zones    map[string]*time.Location
}

type compiled struct {
	program formula.Program
	problem error
}

// thresholdList identifies a list. Equal thresholds of definitions loaded together are one list (timeline.Shared).
type thresholdList struct {
	first *alarm.Threshold
	n     int
}

func listOf(thresholds alarm.Thresholds) thresholdList {
	return thresholdList{&thresholds.List[0], len(thresholds.List)}
}

// panelKey identifies a panel.
type panelKey struct {
	thresholds        thresholdList
	keys              *alarm.Key // the first
	observed, changed *reading.Columns
}

func newInterner() *interner {
	return &interner{
		programs: map[string]compiled{}, keys: map[thresholdList][]alarm.Key{}, panels: map[panelKey]*alarm.Panel{}, zones: map[string]*time.Location{},
	}
}

// zone returns a time zone by its name; UTC if the name is not known.
func (c *interner) zone(name string) *time.Location {
	zone, ok := c.zones[name]
	if !ok {
		var err error
		if zone, err = time.LoadLocation(name); err != nil {
			zone = time.UTC
		}
		c.zones[name] = zone
	}
	return zone
}

// compileAll compiles definitions that were loaded together.
func compileAll(definitions []definition.Definition) []*Point {
	c := newInterner()
	made := make([]*Point, 0, len(definitions))
	for _, d := range definitions {
		made = append(made, c.compile(d))
	}
	return made
}

// program compiles a setting of a point, or returns the program of an equal one. Measurement and main device, with its
// type and ranges, identify the functions of a setting.
func (c *interner) program(setting formula.Setting, measurement, main string) (formula.Program, error) {
	c.key = appendSetting(appendTexts(c.key[:0], measurement, main), &setting)
	made, ok := c.programs[string(c.key)]
	if !ok {
		made.program, made.problem = formula.Compile(setting)
		c.programs[string(c.key)] = made
	}
	return made.program, made.problem
}

// keysOf returns the keys of all versions of thresholds.
func (c *interner) keysOf(versions []alarm.Thresholds) []alarm.Key {
	if len(versions) != 1 || len(versions[0].List) == 0 {
		return alarm.Keys(versions)
	}
	list := listOf(versions[0])
	keys, ok := c.keys[list]
	if !ok {
		keys = alarm.Keys(versions)
		c.keys[list] = keys
	}
	return keys
}

func (c *interner) panel(thresholds alarm.Thresholds, keys []alarm.Key, observed, changed *reading.Columns) *alarm.Panel {
	if len(thresholds.List) == 0 || len(keys) == 0 {
		return alarm.NewPanel(thresholds, keys, observed, changed)
	}
	key := panelKey{listOf(thresholds), &keys[0], observed, changed}
	made, ok := c.panels[key]
	if !ok {
		made = alarm.NewPanel(thresholds, keys, observed, changed)
		c.panels[key] = made
	}
	return made
}
