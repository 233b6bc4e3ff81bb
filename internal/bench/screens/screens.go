// Package screens lists the calls behind lists, trees and screens of a site, to measure their duration over a large
// project (`plumbline bench --screens`) and their queries. A test compares the list with the API document: every
// reading call is here, or in Unmeasured with a reason.
package screens

import (
	"fmt"
	"strconv"
	"strings"
)

// Call is a request of a page; {names} in path and body are ids of the measured project, {from} and {to} the last day
// in ms.
type Call struct {
	Key, Method, Path, Body string
}

const (
	corporation = "/api/corporations/{corporation}"
	project     = "/api/projects/{project}"
	structure   = project + "/structures/{structure}"
	device      = corporation + "/devices/{device}"
	point       = "/api/structures/{structure}/measuring-points/{point}"
	ofProject   = "?projectId={project}"
	readings    = `{"measuringPointId":{point},"start":{from},"end":{to}}`
)

var Calls = []Call{
	get("projects", "/api/projects?pageSize=200"),
	get("projects_deleted", corporation+"/deleted-projects"),
	get("project", project),
	get("project_markers", "/api/projects/markers"),
	get("structure_markers", "/api/structures/markers"),
	get("point_markers", "/api/measuring-points/markers?projectId={project}&limit=2000"),
	get("structures", project+"/structures"),
	get("structure", structure),
	get("below_project", project+"/deletion"),
	get("below_structure", structure+"/deletion"),
	get("below_point", point+"/deletion"),
	get("tree", project+"/tree"),
	get("command_buttons", project+"/command-buttons"),
	get("device_fields", project+"/device-fields"),
	get("retention", project+"/retention"),
	get("retention_runs", project+"/retention/runs"),
	get("retention_default", corporation+"/retention"),
	get("topology", project+"/topo"),
	get("plans", project+"/plans"),
	get("plan", project+"/plans/{plan}"),
	get("members", project+"/members?pageSize=200"),
	get("member_candidates", project+"/member-candidates?pageSize=200"),
	get("roles_to_give", project+"/assignable-roles"),
	get("points", project+"/measuring-points?pageSize=200"),
	get("points_sought", project+"/measuring-points?pageSize=200&name=9"),
	get("points_of_structure", "/api/structures/{structure}/measuring-points"),
	get("points_unprotected", project+"/unprotected-points?pageSize=200"),
	get("point", point),
	get("point_versions", point+"/versions"),
	get("point_chart", point+"/chart-config"),
	get("point_collecting", point+"/collect-config"),
	get("point_switch", point+"/monitor-switch"),
	get("point_engineering", point+"/engineering-config"),
	get("point_inputs", point+"/formula-inputs"),
	get("point_thresholds", point+"/thresholds"),
	get("point_corrections", point+"/corrections"),
	get("point_devices", point+"/history-device-groups"),
	get("point_replacements", point+"/history-device-groups/process"),
	get("point_commands", point+"/commands"),
	get("point_commands_waiting", point+"/hang-jobs"),
	get("point_tasks", point+"/task-list"),
	get("point_records", point+"/update-records"),
	get("formulas", project+"/formulas?pageSize=200"),
	get("thresholds", project+"/thresholds?pageSize=200"),
	get("thresholds_by_standard", project+"/gb-thresholds"),
	get("incidents", project+"/incidents"),
	get("corrections", project+"/corrections?pageSize=200"),
	get("tasks", project+"/task-list"),
	get("records", project+"/update-records?pageSize=200"),
	get("records_of_structure", structure+"/update-records?pageSize=200"),
	get("devices", corporation+"/devices?pageSize=200"),
	get("devices_offline", corporation+"/devices?pageSize=200&status=offline"),
	get("devices_named", corporation+"/devices/ids?projectId={project}"),
	get("devices_counted", corporation+"/devices/stat"),
	get("devices_of_points", project+"/devices/relate-mp"),
	get("devices_resolving", project+"/devices/resolve-config"),
	get("base_stations", project+"/devices/gnss-base-station"),
	get("resolved_devices", structure+"/gnss-resolve-devices"),
	get("device", device),
	get("device_config", device+"/config"),
	get("device_init", device+"/init"),
	get("device_versions", device+"/versions"),
	get("device_records", device+"/update-records"),
	get("device_warnings", device+"/warnings"),
	get("device_commands", device+"/commands"),
	get("device_calibration", device+"/calibration"),
	get("device_frames", device+"/frames"),
	get("device_dead_frames", device+"/dead-frames"),
	get("device_tested", device+"/test-statistics?from={from}&to={to}"),
	get("device_models", corporation+"/device-models"),
	get("device_types", corporation+"/device-types"),
	get("devices_refused", corporation+"/devices/refusals"),
	get("frames_refused", corporation+"/refused-frames"),
	get("actions", corporation+"/actions?pageSize=200"),
	get("firmware", "/api/softwares?pageSize=200"),
	get("upgrades", "/api/softwares/upgrades?pageSize=200"),
	get("jobs", "/api/jobs"),
	get("alerts", "/api/alerts?pageSize=200"),
	get("alerts_of_project", "/api/alerts?projectId={project}&pageSize=20"),
	get("notifications", "/api/notifications?pageSize=200"),
	get("notifications_latest", "/api/notifications/latest"),
	get("operation_logs", "/api/operation-logs?pageSize=200"),
	get("users", "/api/users?pageSize=200"),
	get("roles", "/api/roles?pageSize=200"),
	get("groups", "/api/user-groups?pageSize=200"),
	get("corporation_figures", "/api/stats/corporation"),
	get("projects_ranked", "/api/stats/projects?pageSize=200"),
	get("project_figures", "/api/stats/projects/{project}"),
	get("structures_ranked", "/api/stats/projects/{project}/structures"),
	get("structure_figures", "/api/stats/projects/{project}/structures/{structure}"),
	get("measurements", "/api/stats/measurement-values"+ofProject),
	get("completeness", "/api/stats/completeness"+ofProject),
	get("weather", "/api/stats/weather"+ofProject),
	get("alert_status", "/api/stats/alert-status"+ofProject),
	get("device_health", "/api/stats/device-health"+ofProject),
	get("alert_trend", "/api/stats/alert-trend"+ofProject),
	{"overview_of_structure", "POST", "/api/monitor/overview", `{"projectId":{project},"structureId":{structure}}`},
	{"overview_of_project", "POST", "/api/monitor/overview", `{"projectId":{project}}`},
	{"newest_values", "POST", "/api/monitor/latest", `{"measuringPointIds":[{point}]}`},
	{"readings", "POST", "/api/monitor/pagination", readings},
	{"curve", "POST", "/api/monitor/query", readings},
	{"report", "POST", "/api/monitor/report-preview", `{"measuringPointIds":[{point}]}`},
	{"reading_extent", "POST", "/api/monitor/extent", `{"measuringPointId":{point}}`},
	{"reading_times", "POST", "/api/monitor/time-list", readings},
	{"point_route", "GET", "/api/measuring-points/{point}/route", ""},
	{"characteristics", "POST", "/api/characteristic/cal-mp", `{"measuringPointIds":[{point}],"start":{from},"end":{to}}`},
	{"characteristics_since_initial", "POST", "/api/characteristic/cal-mp-from-init", `{"measuringPointIds":[{point}]}`},
	{"values_known", "POST", "/api/monitor/query", `{"measuringPointId":{point},"start":{from},"end":{to},"knownAt":{to}}`},
	{"changed_since", "POST", "/api/monitor/changed-since", `{"measuringPointId":{point},"start":{from},"end":{to},"knownAt":{to}}`},
	{"sections", "POST", "/api/monitor/section", `{"structureId":{structure},"kind":"convergence","start":{from},"end":{to}}`},
	{"wind_rose", "POST", "/api/monitor/wind-rose", readings},
}

// Filled returns path and body with the ids of a project.
func (c Call) Filled(ids map[string]int64) (path, body string) {
	path, body = c.Path, c.Body
	for name, id := range ids {
		value := strconv.FormatInt(id, 10)
		path, body = strings.ReplaceAll(path, "{"+name+"}", value), strings.ReplaceAll(body, "{"+name+"}", value)
	}
	return path, body
}

// First adds the first point of a project with its structure, the first device and the first drawing to its ids; ask
// decodes the response to a path.
func First(ids map[string]int64, ask func(path string, found any) error) error {
	for _, thing := range []struct{ name, path string }{
		{"point", project + "/measuring-points?pageSize=1"},
		{"device", corporation + "/devices?pageSize=1&projectId={project}"},
		{"plan", project + "/plans"},
	} {
		var found struct {
			List []struct{ ID, StructureID int64 }
		}
		path, _ := Call{Path: thing.path}.Filled(ids)
		if err := ask(path, &found); err != nil {
			return err
		}
		if len(found.List) == 0 {
			return fmt.Errorf("the project has no %s", thing.name)
		}
		ids[thing.name] = found.List[0].ID
		if thing.name == "point" {
			ids["structure"] = found.List[0].StructureID
		}
	}
	return nil
}

func get(key, path string) Call { return Call{key, "GET", path, ""} }

// Unmeasured are the reading calls that are no list, tree or screen of a site, with the reason; a path that ends in *
// matches a prefix. An operation may also declare it (httpapi.Operation.Unmeasured).
var Unmeasured = map[string]string{
	"/api/constants/*":        "data of the program, not of a site",
	"/api/common/*":           "data of the program and of who is signed in",
	"/api/documents/*":        "data of the program",
	"/api/releases":           "data of the program",
	"/api/license/*":          "of the machine",
	"/api/system/*":           "of the machine",
	"/api/map*":               "tiles and places come from the provider of maps",
	"/api/files/*":            "the content of a file",
	"/api/alerts/export":      "a file of any length, streamed",
	"/api/monitor/level-line": "a line has a few vessels, however large the site",
	"/api/monitor/gdm-angle":  "readings of one point, like the table",
	"/api/monitor/master":     "a composite point has at most 64 sub-points, however large the site",
	"/api/structures/{structureId}/measuring-points/{measuringPointId}/picture": "no screen asks for it; BenchmarkPicture measures it",
	"/api/projects/{projectId}/unprotected-points/export":                       "the list without pages, streamed",
	"/api/sessions*":    "sessions of the one who asks",
	"/api/events":       "a stream without an end",
	"/api/permissions*": "people grow with the corporation, not with a site",
	"/api/roles/*":      "people grow with the corporation, not with a site",
	"/api/users/*":      "people grow with the corporation, not with a site",

	"/api/user-groups/*":                                                          "people grow with the corporation, not with a site",
	"/api/corporations":                                                           "corporations grow with customers, not with a site",
	"/api/corporations/{corporationId}":                                           "one row by its id",
	"/api/corporations/{corporationId}/api-keys":                                  "keys of the corporation, a few",
	"/api/corporations/{corporationId}/help-sessions":                             "sessions of operators, a few",
	"/api/corporations/{corporationId}/devices/workbook*":                         "a file of all rows",
	"/api/corporations/{corporationId}/devices/{deviceId}/calibration/{filename}": "the content of a file",
	"/api/corporations/{corporationId}/devices/{deviceId}/attempts":               "from memory, at most 20",
	"/api/corporations/{corporationId}/devices/{deviceId}/frames/live":            "a stream without an end",
	"/api/corporations/{corporationId}/devices/{deviceId}/imports/*":              "of one file that was brought in",
	"/api/corporations/{corporationId}/devices/{deviceId}/import-mappings":        "mappings of a corporation, a few",
	"/api/corporations/{corporationId}/devices/{deviceId}/test-runs":              "runs of a device, at most 200",
	"/api/import-formats":                                                         "a list in the program",
	"/api/structures/{structureId}/initshifts/template":                           "a file",
	"/api/softwares/{softwareId}/file":                                            "the content of a file",
	"/api/jobs/{jobId}":                                                           "one row by its id",
	"/api/alerts/{alertId}":                                                       "one row by its id",
	"/api/notifications/{notificationId}":                                         "one row by its id",
	"/api/operation-logs/export":                                                  "a file of all rows",
	"/api/operation-logs/{operationLogId}":                                        "one row by its id",
	"/api/monitor/export*":                                                        "a file of all rows",
	"/api/monitor/explain":                                                        "one reading, folded again",
	"/api/monitor/delete":                                                         "a change",

	"/api/structures/{structureId}/measuring-points/{measuringPointId}/artificial-data/workbook/template": "a file",
}
