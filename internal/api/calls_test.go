package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"plumbline/internal/api"
	"plumbline/internal/testkit/fixture"
)

// scenario is one call, tried by nobody, by the administrator of another
// corporation, by a guest of the project and at last by somebody who may.
type scenario struct {
	operation    string // of the document
	method, path string // {names} are filled by ids of the house
	body         string
	stranger     int
	guest        int
	who          string // who may; "" is the owner
	status       int
	content      string // must be part of the answer
	keep         string // the name under which the answer's id is kept
}

const (
	aPoint    = "/api/structures/{structure}/measuring-points/{point}"
	aLevel    = "/api/structures/{structure}/measuring-points/{level}"
	aDevice   = "/api/corporations/{ours}/devices/{gauge}"
	aWithdraw = `{"kind":"withdraw","from":1700000000000,"to":1700000100000,"note":"the cap was off"}`
	binding   = `{"aspect":"binding","validFrom":1700000500000,"value":{"sources":[{"role":"main","deviceId":{logger},"channelNo":2}]},"note":"again"}`
	aQuery    = `{"measuringPointId":{level},"start":1799000000000,"end":1799900000000}`
	someLevel = `{"list":[{"field":"width","valueType":"accumulated","blue":1,"yellow":2,"orange":3,"red":4,"enable":true}]}`
)

// The order matters: what a call makes, later ones use and remove.
var scenarios = []scenario{
	{"currentSession", "GET", "/api/sessions/current", "", 200, 200, "", 200, `"isSimplePwd":false`, ""},
	{"listProjects", "GET", "/api/projects", "", 200, 200, "", 200, `"name":"Landslide K12"`, ""},
	{"projectMarkers", "GET", "/api/projects/markers", "", 200, 200, "", 200, `"longitude":116.1`, ""},
	{"createProject", "POST", "/api/projects", `{"name":"Second"}`, 201, 403, "admin", 201, `"name":"Second"`, "second"},
	{"getProject", "GET", "/api/projects/{project}", "", 404, 200, "", 200, `"Delete:Project"`, ""},
	{"updateProject", "PUT", "/api/projects/{project}", `{"name":"Landslide K13","longitude":116.25,"latitude":39.5}`, 404, 403, "manager", 200, `"name":"Landslide K13"`, ""},
	{"projectTree", "GET", "/api/projects/{project}/tree", "", 404, 200, "", 200, `"kind":"point"`, ""},
	{"listMembers", "GET", "/api/projects/{project}/members", "", 404, 200, "", 200, `"type":"Guest"`, ""},
	{"listStructures", "GET", "/api/projects/{project}/structures", "", 404, 200, "", 200, `"isItem":true`, ""},
	{"createStructure", "POST", "/api/projects/{project}/structures", `{"name":"Deep","isItem":true,"parentId":{structure}}`, 404, 403, "", 201, `"id"`, "another"},
	{"getStructure", "GET", "/api/projects/{project}/structures/{another}", "", 404, 200, "", 200, `"name":"Deep"`, ""},
	{"createStructure", "POST", "/api/projects/{project}/structures", `{"name":"  ","isItem":true,"parentId":{structure}}`, 404, 403, "", 422, `"name"`, ""},
	{"createStructure", "POST", "/api/projects/{project}/structures", `{"name":"Deep","isItem":true,"parentId":{structure},"picture":"https://example.com/x.png"}`, 404, 403, "", 422, `"picture"`, ""},
	{"updateStructure", "PUT", "/api/projects/{project}/structures/{another}", `{"name":"Deeper","isItem":true,"parentId":{structure}}`, 404, 403, "", 200, `"Deeper"`, ""},
	{"deleteStructure", "DELETE", "/api/projects/{project}/structures/{another}", "", 404, 403, "", 200, `{}`, ""},
	{"listPlans", "GET", "/api/projects/{project}/plans", "", 404, 200, "", 200, `"list":[]`, ""},
	{"createPlan", "POST", "/api/projects/{project}/plans", `{"structureId":{structure},"name":"Ring 120","kind":"section","realWidth":12.5,"north":30}`, 404, 403, "manager", 201, `"kind":"section"`, "plan"},
	{"getPlan", "GET", "/api/projects/{project}/plans/{plan}", "", 404, 200, "", 200, `"marks":[]`, ""},
	{"updatePlan", "PUT", "/api/projects/{project}/plans/{plan}", `{"name":"Ring 121","kind":"section"}`, 404, 403, "manager", 200, `"name":"Ring 121"`, ""},
	{"placeMarks", "PUT", "/api/projects/{project}/plans/{plan}/marks", `{"marks":[{"measuringPointId":{level},"x":0.25,"y":0.75}]}`, 404, 403, "manager", 200, `"y":0.75`, ""},
	{"deletePlan", "DELETE", "/api/projects/{project}/plans/{plan}", "", 404, 403, "manager", 200, `{}`, ""},
	{"placePoints", "PUT", "/api/projects/{project}/points-location", `{"points":[{"measuringPointId":{level},"longitude":116.25,"latitude":-39.5}]}`, 404, 403, "manager", 200, `{}`, ""},
	{"pointMarkers", "GET", "/api/measuring-points/markers?projectId={project}&west=116&east=117&south=-40&north=40", "", 404, 200, "", 200, `"longitude":116.25,"latitude":-39.5`, ""},
	{"structureMarkers", "GET", "/api/structures/markers", "", 200, 200, "", 200, `"list":[`, ""},
	{"mapInfo", "GET", "/api/map", "", 200, 200, "", 200, `"online":true`, ""},
	{"mapTile", "GET", "/api/map/tiles/vec/1/1/0", "", 200, 200, "", 200, "PNG", ""},
	{"mapPlaces", "GET", "/api/map/places?keyword=bridge", "", 200, 200, "", 200, `"name":"bridge 1"`, ""},
	{"mapGeocoding", "GET", "/api/map/geocoding?keyword=bridge", "", 200, 200, "", 200, `"longitude":116.5`, ""},
	{"listPoints", "GET", "/api/structures/{structure}/measuring-points?pageSize=5", "", 404, 200, "", 200, `"total":2`, ""},
	{"unprotectedPoints", "GET", "/api/projects/{project}/unprotected-points", "", 404, 200, "", 200, `"counts":[{"code":"noFormula"`, ""},
	{"exportUnprotectedPoints", "GET", "/api/projects/{project}/unprotected-points/export?code=noData,noFormula", "", 404, 200, "", 200, `"No device is bound, there is no formula",Bind a device,`, ""},
	{"listProjectPoints", "GET", "/api/projects/{project}/measuring-points", "", 404, 200, "", 200, `"sources":[{`, ""},
	{"createPoints", "POST", "/api/structures/{structure}/measuring-points", `{"points":[{"name":"P2","measurement":"Crack","category":"Crack"}]}`, 404, 403, "", 201, `"name":"P2"`, "more"},
	{"getPoint", "GET", aPoint, "", 404, 200, "", 200, `"measurement":"Crack"`, ""},
	{"updatePoint", "PUT", aPoint, `{"name":"P1a","measurement":"Crack","category":"Crack","itemId":{item}}`, 404, 403, "", 200, `"P1a"`, ""},
	{"createPointObsolete", "POST", "/api/measuring-points", "", 422, 403, "admin", 422, `"code":2011`, ""},
	{"recordPointVersion", "POST", aPoint + "/versions", binding, 404, 403, "", 201, `"supersededAt":0`, "version"},
	{"listPointVersions", "GET", aPoint + "/versions?aspect=binding", "", 404, 200, "", 200, `"aspect":"binding"`, ""},
	{"mendPointVersion", "PUT", aPoint + "/versions/{version}", `{"validFrom":1700000600000,"value":{"sources":[{"role":"main","deviceId":{logger},"channelNo":2}]}}`, 404, 403, "", 200, `"validFrom":1700000600000`, "version"},
	{"supersedePointVersion", "DELETE", aPoint + "/versions/{version}?note=wrong", "", 404, 403, "", 200, `"supersededBy"`, ""},
	{"getThresholds", "GET", aPoint + "/thresholds", "", 404, 200, "", 200, `"list":[]`, ""},
	{"setThresholds", "PUT", aPoint + "/thresholds", someLevel, 404, 403, "", 200, `"aspect":"thresholds"`, ""},
	{"listCorrections", "GET", aPoint + "/corrections", "", 404, 200, "", 200, `"list":[]`, ""},
	{"createCorrection", "POST", aPoint + "/corrections", aWithdraw, 404, 403, "", 201, `"kind":"withdraw"`, "correction"},
	{"listProjectCorrections", "GET", "/api/projects/{project}/corrections?kind=withdraw&measuringPointId={point}", "", 404, 200, "", 200, `"measuringPointName"`, ""},
	{"takeBackCorrection", "DELETE", aPoint + "/corrections/{correction}?note=it+was+on", "", 404, 403, "", 200, `"takenBackBy"`, ""},
	{"monitorDelete", "POST", "/api/monitor/delete", `{"measuringPointId":{point},"times":[1700000000000],"note":"bird"}`, 404, 403, "", 200, `"kind":"withdraw"`, ""},
	{"monitorQuery", "POST", "/api/monitor/query", aQuery, 404, 200, "", 200, `"series":[`, ""},
	{"monitorLatest", "POST", "/api/monitor/latest", `{"measuringPointIds":[{level},{point},999999]}`, 200, 200, "", 200, `"measuringPointId":{level}`, ""},
	{"monitorPagination", "POST", "/api/monitor/pagination", aQuery, 404, 200, "", 200, `"columns":[`, ""},
	{"monitorOverview", "POST", "/api/monitor/overview", `{"projectId":{project},"structureId":{item}}`, 404, 200, "", 200, `"name":"SW-09"`, ""},
	{"monitorExtent", "POST", "/api/monitor/extent", `{"measuringPointId":{level}}`, 404, 200, "", 200, `"first":`, ""},
	{"monitorTimeList", "POST", "/api/monitor/time-list", `{"measuringPointId":{level},"start":1700000000000,"end":1800000000000}`, 404, 200, "", 200, `"times":[`, ""},
	{"monitorExport", "POST", "/api/monitor/export", aQuery, 404, 200, "", 200, "\uFEFF", ""},
	{"documentsTopo", "GET", "/api/documents/topo", "", 200, 200, "", 200, `"list":[`, ""},
	{"listReleases", "GET", "/api/releases", "", 200, 200, "", 200, `"list":[`, ""},
	{"listImportFormats", "GET", "/api/import-formats", "", 200, 200, "", 200, `"id":"toa5"`, ""},
	{"uploadImportFile", "POST", aDevice + "/import-files?name=level.csv", "time,level\n2026-01-01 00:00:00,1.5\n", 404, 403, "member", 201, `"recognised":true`, "upload"},
	{"previewImportFile", "POST", aDevice + "/import-files/{upload}/preview", `{"layout":{"separator":"comma","headerLines":0,"time":[{"column":0,"role":"time","format":"YYYY-MM-DD HH:mm:ss"}],"zone":"Asia/Shanghai","columns":[{"column":1,"channel":0,"field":"freq"}]}}`, 404, 403, "member", 200, `"code":1025`, ""},
	{"importUploadedFile", "POST", aDevice + "/import-files/{upload}/import", `{"layout":{"separator":"comma","headerLines":0,"time":[{"column":0,"role":"time","format":"YYYY-MM-DD HH:mm:ss"}],"zone":"Asia/Shanghai","columns":[{"column":1,"channel":0,"field":"freq"}]}}`, 404, 403, "member", 202, `"kind":"import"`, "import"},
	{"createImportMapping", "POST", aDevice + "/import-mappings", `{"name":"Level","for":"project","layout":{"separator":"comma","headerLines":0,"time":[{"column":0,"role":"time","format":"YYYY-MM-DD HH:mm:ss"}],"zone":"Asia/Shanghai","columns":[{"column":1,"channel":0,"field":"freq"}]}}`, 404, 403, "member", 201, `"for":"project"`, "mapping"},
	{"listImportMappings", "GET", aDevice + "/import-mappings", "", 404, 403, "member", 200, `"name":"Level"`, ""},
	{"updateImportMapping", "PUT", aDevice + "/import-mappings/{mapping}", `{"name":"Levels","for":"device","layout":{"separator":"comma","headerLines":0,"time":[{"column":0,"role":"time","format":"YYYY-MM-DD HH:mm:ss"}],"zone":"Asia/Shanghai","columns":[{"column":1,"channel":0,"field":"freq"}]}}`, 404, 403, "member", 200, `"for":"device"`, ""},
	{"deleteImportMapping", "DELETE", aDevice + "/import-mappings/{mapping}", "", 404, 403, "member", 200, `{}`, ""},
	{"importRefusals", "GET", aDevice + "/imports/{import}/refusals", "", 404, 403, "member", 409, `"code":`, ""}, // the job is not worked on here
	{"importRefusalsFile", "GET", aDevice + "/imports/{import}/refusals.csv", "", 404, 403, "member", 409, `"code":`, ""},
	{"listFrames", "GET", aDevice + "/frames", "", 404, 200, "", 200, `"list":[`, ""},
	{"tryFrame", "POST", aDevice + "/frames/try", `{"format":"text","content":"{\"v\":{\"a\":1}}"}`, 404, 200, "", 200, `"points":[`, ""},
	{"sendDeviceCommand", "POST", aDevice + "/commands", `{"kind":"read"}`, 404, 403, "", 200, `"state":"hanging"`, "command"},
	{"listCommands", "GET", aDevice + "/commands?state=outstanding", "", 404, 200, "", 200, `"kind":"read"`, ""},
	{"cancelCommand", "POST", aDevice + "/commands/{command}/cancel", "", 404, 403, "", 200, `"state":"cancelled"`, ""},
	{"keepSendingToDevice", "POST", aDevice + "/commands/keep-sending", `{"kind":"read","every":10}`, 404, 403, "", 200, `"every":10`, "command"},
	{"renewCommandLease", "POST", aDevice + "/commands/{command}/lease", "", 404, 403, "", 200, `"every":10`, ""},
	{"debugCommand", "POST", "/api/common/debug-command", `{"deviceId":{gauge},"format":"hex","content":"0x0103"}`, 404, 403, "", 200, `"hex":"0103"`, ""},
	{"listPointCommands", "GET", aLevel + "/commands", "", 404, 200, "", 200, `"kind":"raw"`, ""},
	{"sendCommand", "POST", aLevel + "/send-command", `{"kind":"setInterval","args":{"interval":600}}`, 404, 403, "", 200, `"interval":600`, "command"},
	{"listHangJobs", "GET", aLevel + "/hang-jobs", "", 404, 200, "", 200, `"kind":"setInterval"`, ""},
	{"cancelHangJob", "POST", aLevel + "/hang-jobs/{command}/cancel", "", 404, 403, "", 200, `"state":"cancelled"`, ""},
	{"resetDevice", "POST", aLevel + "/reset", "", 404, 403, "", 200, `"kind":"reset"`, ""},
	{"keepSending", "POST", aLevel + "/keep-sending", `{"kind":"raw","args":{"text":"hello"},"every":10}`, 404, 403, "", 409, `"code":8411`, ""},
	{"getCollectConfig", "GET", aLevel + "/collect-config", "", 404, 200, "", 200, `"interval":300`, ""},
	{"updateCollectConfig", "PATCH", aLevel + "/collect-config", `{"interval":900}`, 404, 403, "", 200, `"updateTips":"`, ""},
	{"updateCollectConfigs", "PATCH", "/api/projects/{project}/measuring-points/collect-config", `{"points":[{level}],"collectConfig":{"interval":1200}}`, 404, 403, "", 200, `"interval":1200`, ""},
	{"listSoftwares", "GET", "/api/softwares", "", 200, 200, "admin", 200, `"list":[]`, ""},
	{"listUpgrades", "GET", "/api/softwares/upgrades", "", 200, 200, "admin", 200, `"list":[]`, ""},
	{"listDeadFrames", "GET", aDevice + "/dead-frames", "", 404, 200, "", 200, `"list":[]`, ""},
	{"dismissDeadFrames", "POST", aDevice + "/dead-frames/dismiss", `{"frames":[{"seq":1,"index":0}]}`, 404, 403, "", 200, `"count":0`, ""},
	{"replayDeadFrames", "POST", aDevice + "/dead-frames/replay", "", 404, 403, "", 200, `"count":0`, ""},
	{"listDevices", "GET", "/api/corporations/{ours}/devices", "", 404, 200, "", 200, `"sncode":"WL-F5474"`, ""},
	{"deviceStat", "GET", "/api/corporations/{ours}/devices/stat", "", 404, 200, "", 200, `"total":2`, ""},
	{"listDeviceIds", "GET", "/api/corporations/{ours}/devices/ids?kind=Measuring&name=WL-", "", 404, 200, "", 200, `"ids":[{gauge}]`, ""},
	{"listDeviceRefusals", "GET", "/api/corporations/{ours}/devices/refusals", "", 404, 200, "", 200, `"list":[]`, ""},
	{"listDeviceAttempts", "GET", aDevice + "/attempts", "", 404, 200, "", 200, `"list":[]`, ""},
	{"createDevice", "POST", "/api/corporations/{ours}/devices", `{"name":"Spare","type":"Crack","model":"own","sncode":"CR0002","register":"CR0002","projectId":{project}}`, 404, 403, "", 201, `"secret":"`, "spare"},
	{"getDevice", "GET", aDevice, "", 404, 200, "", 200, `"status":"offline"`, ""},
	{"updateDevice", "PUT", aDevice, `{"name":"Meter","type":"WATERLEVEL","model":"own","sncode":"WL-F5474","projectId":{project}}`, 404, 403, "", 200, `"name":"Meter"`, ""},
	{"updateDevice", "PUT", aDevice, `{"name":"Meter","type":"WATERLEVEL","model":"own","sncode":"WL-F5474","projectId":0}`, 404, 403, "", 422, `"code":8500`, ""},
	{"issueDeviceSecret", "POST", "/api/corporations/{ours}/devices/{logger}/secret", `{"keepOldSeconds":60}`, 404, 403, "", 200, `"secret":"`, ""},
	{"disableDeviceSecret", "DELETE", "/api/corporations/{ours}/devices/{logger}/secret", "", 404, 403, "", 200, `{}`, ""},
	{"getDevice", "GET", "/api/corporations/{ours}/devices/{logger}", "", 404, 200, "", 200, `"access":"disabled"`, ""},
	{"disableDeviceSecret", "DELETE", aDevice + "/secret", "", 404, 403, "", 422, `"fields":{"register":`, ""},
	{"issueDeviceSecret", "POST", "/api/corporations/{ours}/devices/{logger}/secret", `{}`, 404, 403, "", 200, `"secret":"`, ""},
	{"getDevice", "GET", "/api/corporations/{ours}/devices/{logger}", "", 404, 200, "", 200, `"access":"active"`, ""},
	{"previewRotation", "POST", "/api/corporations/{ours}/devices/{logger}/secret/preview", `{}`, 404, 403, "", 200, `"change":"newSecret"`, ""},
	{"previewMove", "POST", "/api/corporations/{ours}/devices/move/preview", `{"deviceIds":[{gauge}],"projectId":0}`, 404, 403, "admin", 200, `"change":"moved"`, ""},
	{"moveDevices", "POST", "/api/corporations/{ours}/devices/move", `{"deviceIds":[{gauge}],"projectId":0}`, 404, 403, "admin", 201, `"moved":1`, "action"},
	{"listActions", "GET", "/api/corporations/{ours}/actions?projectId={project}", "", 404, 200, "", 200, `"kind":"moveDevices"`, ""},
	{"previewUndo", "POST", "/api/corporations/{ours}/actions/{action}/undo/preview", "", 404, 403, "admin", 200, `"change":"moved"`, ""},
	{"undoAction", "POST", "/api/corporations/{ours}/actions/{action}/undo", "", 404, 403, "admin", 200, `"undoneAt":1`, ""},
	{"previewClone", "POST", "/api/projects/{project}/structures/{structure}/clone/preview", `{"projectId":{project},"name":"Copy","prefix":"C-"}`, 404, 403, "", 200, `"change":"made"`, ""},
	{"cloneStructure", "POST", "/api/projects/{project}/structures/{structure}/clone", `{"projectId":{project},"name":"Copy","prefix":"C-","drawings":true,"coordinates":true}`, 404, 403, "", 201, `"kind":"cloneStructure"`, "cloned"},
	{"undoAction", "POST", "/api/corporations/{ours}/actions/{cloned}/undo", "", 404, 403, "", 200, `"undoneAt":1`, ""},
	{"deviceTemplate", "GET", "/api/corporations/{ours}/devices/workbook/template", "", 404, 403, "admin", 200, "PK", ""},
	{"exportDevices", "GET", "/api/corporations/{ours}/devices/workbook?projectId={project}", "", 404, 200, "", 200, "PK", ""},
	{"listDeviceVersions", "GET", aDevice + "/versions", "", 404, 200, "", 200, `"aspect":"connection"`, ""},
	{"recordDeviceVersion", "POST", aDevice + "/versions", `{"aspect":"coefficients","validFrom":1700000000000,"value":{"values":{"K":0.5}}}`, 404, 403, "", 201, `"aspect":"coefficients"`, "version"},
	{"mendDeviceVersion", "PUT", aDevice + "/versions/{version}", `{"validFrom":1700000000000,"value":{"values":{"K":0.6}}}`, 404, 403, "", 200, `"K":0.6`, "version"},
	{"supersedeDeviceVersion", "DELETE", aDevice + "/versions/{version}", "", 404, 403, "", 200, `"supersededBy"`, ""},
	{"getDeviceConfig", "GET", aDevice + "/config", "", 404, 200, "", 200, `"blocks":["config"`, ""},
	{"updateDeviceConfig", "PATCH", aDevice + "/config", `{"validFrom":0,"name":"Gauge 1","basic":{"coorSystem":"local"},"coefficients":{"values":{"K":0.5}}}`, 404, 403, "", 200, `"coorSystem":"local"`, ""},
	{"updateDeviceChartConfig", "PATCH", aDevice + "/chart-config", `{"value":{"yMin":0,"yMax":5}}`, 404, 403, "", 200, `"chartConfig":{"yMin":0,"yMax":5}`, ""},
	{"updatePamConfig", "PATCH", aDevice + "/pam-config", `{"value":{"step":0.5}}`, 404, 403, "", 422, `"code":8340`, ""},
	{"updateResolveConfig", "PATCH", aDevice + "/resolve-config", `{"value":{"role":"base"}}`, 404, 403, "", 422, `"code":8340`, ""},
	{"updateGdmAngleInit", "PATCH", aDevice + "/gdm-angle-init", `{"mode":"current"}`, 404, 403, "", 409, `"code":8348`, ""},
	{"updateChannelConfig", "PATCH", "/api/corporations/{ours}/devices/{logger}/channel-config", `{"value":{"channels":[{"channelNo":1,"isUsed":true,"signal":"vw","excitation":{"fMin":400,"fMax":6000,"mode":"sweep"}}]}}`, 404, 403, "", 200, `"mode":"sweep"`, ""},
	{"updateDeviceRanges", "PATCH", "/api/corporations/{ours}/devices/{logger}/ranges", `{"value":{"list":[{"field":"freq","channelNo":1,"min":500}]}}`, 404, 403, "", 200, `"min":500`, ""},
	{"updateHemConfig", "PATCH", "/api/corporations/{ours}/devices/{logger}/hem-config", `{"value":{"slaves":[{"sn":"HEM1","address":1,"channels":8,"type":"vw","firstChannelNo":33}]}}`, 404, 403, "", 200, `"firstChannelNo":33`, ""},
	{"getDeviceInit", "GET", aDevice + "/init", "", 404, 200, "", 200, `"measuringPointId":`, ""},
	{"updateDeviceInit", "PATCH", aDevice + "/init", `{"mode":"manual","time":1700000000000,"values":{"level":12.5}}`, 404, 403, "", 200, `"aspect":"initial"`, ""},
	{"updateProcessorConfig", "PATCH", aDevice + "/processor-config", `{"abnormal":[{"field":"level","value":5}]}`, 404, 403, "", 200, `"aspect":"processor"`, ""},
	{"updateDeviceHealth", "PATCH", aDevice + "/health-threshold", `{"voltageThreshold":3.3,"lostThreshold":4}`, 404, 403, "", 200, `"msg":`, ""},
	{"updateDevicesHealth", "PATCH", "/api/corporations/{ours}/devices/health-threshold", `{"ids":[{gauge},{logger}],"voltageThreshold":3.4,"lostThreshold":4}`, 404, 403, "", 200, `2`, ""},
	{"listDeviceWarnings", "GET", aDevice + "/warnings", "", 404, 200, "", 200, `"list":[]`, ""},
	{"deleteDeviceWarnings", "DELETE", aDevice + "/warnings?ids=1", "", 404, 403, "", 422, `"code":1018`, ""},
	{"listCalibrations", "GET", aDevice + "/calibration", "", 404, 200, "", 200, `"list":[]`, ""},
	{"getCalibration", "GET", aDevice + "/calibration/a.cal", "", 404, 404, "", 404, `"code":5013`, ""},
	{"uploadCalibration", "POST", aDevice + "/calibration?filename=a.cal", "", 404, 403, "", 400, `"code":2001`, ""},
	{"deleteCalibration", "DELETE", aDevice + "/calibration/a.cal", "", 404, 403, "", 404, `"code":5013`, ""},
	{"relateMp", "GET", "/api/projects/{project}/devices/relate-mp?deviceId={gauge}", "", 404, 200, "", 200, `"total":1`, ""},
	{"listResolveConfigs", "GET", "/api/projects/{project}/devices/resolve-config", "", 404, 200, "", 200, `"list":[]`, ""},
	{"listGnssBaseStations", "GET", "/api/projects/{project}/devices/gnss-base-station", "", 404, 200, "", 200, `"list":[]`, ""},
	{"updateDeviceTypeHealth", "PATCH", "/api/corporations/{ours}/device-types/Crack/health-threshold", `{"repeatedHours":12}`, 404, 403, "admin", 200, `{}`, ""},
	{"listDeviceTypeRules", "GET", "/api/corporations/{ours}/device-types", "", 404, 200, "admin", 200, `"type":"Crack","catalogueHours":24,"repeatedHours":12`, ""},
	{"createDeviceModel", "POST", "/api/corporations/{ours}/device-models", `{"code":"OWN-1","label":"Own","type":"Crack","series":"own","isMeasuring":true}`, 404, 403, "admin", 201, `"channelProtocol":"HDA"`, "model"},
	{"listDeviceModels", "GET", "/api/corporations/{ours}/device-models", "", 404, 200, "admin", 200, `"code":"OWN-1"`, ""},
	{"updateDeviceModel", "PUT", "/api/corporations/{ours}/device-models/{model}", `{"code":"OWN-1","label":"Our own","type":"Crack","series":"own","isMeasuring":true}`, 404, 403, "admin", 200, `"Our own"`, ""},
	{"predefinedModels", "GET", "/api/constants/predefined-models?type=Crack", "", 200, 200, "", 200, `"custom":true`, ""},
	{"deleteDeviceModel", "DELETE", "/api/corporations/{ours}/device-models/{model}", "", 404, 403, "admin", 200, `{}`, ""},
	{"deleteDevices", "POST", "/api/corporations/{ours}/devices/bulk-delete", `{"ids":[{gauge}]}`, 404, 403, "", 409, `"code":8354`, ""},
	{"deleteDevice", "DELETE", "/api/corporations/{ours}/devices/{spare}", "", 404, 403, "", 200, `{}`, ""},
	{"listAlerts", "GET", "/api/alerts?status=Pending,Notice&level=4", "", 200, 200, "", 200, `"counts":{`, ""},
	{"exportAlerts", "GET", "/api/alerts/export?level=4", "", 200, 200, "", 200, "\uFEFF", ""},
	{"processAlerts", "POST", "/api/alerts/bulk-process", `{"alerts":[{"id":999999}],"status":"Confirm","note":"seen"}`, 404, 404, "", 404, "", ""},
	{"alertHandlingOptions", "GET", "/api/constants/alert-handling-options", "", 200, 200, "", 200, `"causes":[`, ""},
	{"alertTrend", "GET", "/api/stats/alert-trend?days=7", "", 200, 200, "", 200, `"opened":0`, ""},
	{"corporationStats", "GET", "/api/stats/corporation", "", 200, 200, "", 200, `"measuringPoints":3`, ""},
	{"projectStats", "GET", "/api/stats/projects/{project}", "", 404, 200, "", 200, `"structures":1`, ""},
	{"structureStats", "GET", "/api/stats/projects/{project}/structures/{structure}", "", 404, 200, "", 200, `"items":1`, ""},
	{"latestNotifications", "GET", "/api/notifications/latest", "", 200, 200, "", 200, `"unread":0`, ""},
	{"listNotifications", "GET", "/api/notifications", "", 200, 200, "", 200, `"list":[]`, ""},
	{"getNotification", "GET", "/api/notifications/999999", "", 404, 404, "", 404, "", ""},
	{"readNotifications", "POST", "/api/notifications/bulk-read", `{}`, 200, 200, "", 200, `"count":0`, ""},
	{"deleteNotifications", "POST", "/api/notifications/bulk-delete", `{"ids":[999999]}`, 200, 200, "", 200, `"count":0`, ""},
	{"listOperationLogs", "GET", "/api/operation-logs?sort=-createdAt", "", 200, 403, "admin", 200, `"scope":"device"`, "operation"},
	{"getOperationLog", "GET", "/api/operation-logs/{operation}", "", 404, 403, "admin", 200, `"changes":[`, ""},
	{"exportOperationLogs", "GET", "/api/operation-logs/export", "", 200, 403, "admin", 200, "\uFEFF", ""},
	{"recomputePoint", "POST", aPoint + "/recompute", `{}`, 404, 403, "", 202, `"state":"waiting"`, "job"},
	{"recomputeProject", "POST", "/api/projects/{project}/recompute", `{"from":1700000000000}`, 404, 403, "", 202, `"kind":"recompute"`, ""},
	{"listJobs", "GET", "/api/jobs", "", 200, 200, "", 200, `"list":[`, ""},
	{"getJob", "GET", "/api/jobs/{job}", "", 404, 200, "", 200, `"total":0`, ""},
	{"cancelJob", "POST", "/api/jobs/{job}/cancel", "", 404, 403, "", 200, `"state":"cancelled"`, ""},
	{"monitorExportLink", "POST", "/api/monitor/export-link", aQuery, 404, 200, "", 200, `"path":"/api/monitor/export?ticket=`, ""},
	{"deviceDoors", "GET", "/api/system/device-doors", "", 200, 200, "", 200, `"mqttPort":1884`, ""},
	{"listCorporations", "GET", "/api/corporations?name=north", "", 403, 403, "system", 200, `"pointCount":`, ""},
	{"createCorporation", "POST", "/api/corporations", `{"name":"East bank","domainPrefix":"East","administrator":{"name":"east","password":"dyke-62"}}`, 403, 403, "system", 201, `"domainPrefix":"east"`, "east"},
	{"getCorporation", "GET", "/api/corporations/{ours}", "", 404, 403, "admin", 200, `"domainPrefix":"north"`, ""},
	{"updateCorporation", "PUT", "/api/corporations/{ours}", `{"name":"North bank survey","domainPrefix":"north","slogan":"Watch"}`, 404, 403, "admin", 200, `"slogan":"Watch"`, ""},
	{"disableCorporation", "PATCH", "/api/corporations/{east}/disable", `{"disabled":true}`, 404, 404, "system", 200, `"active":false`, ""},
	{"enterCorporation", "POST", "/api/corporations/{east}/enter", "", 404, 404, "system", 200, `"edits":false`, ""},
	{"listHelp", "GET", "/api/corporations/{ours}/help-sessions", "", 404, 403, "admin", 200, `"list":[]`, ""},
	{"endHelp", "DELETE", "/api/corporations/{ours}/help-sessions/999999", "", 404, 403, "admin", 404, "", ""},
	{"licenseFingerprint", "GET", "/api/license/fingerprint", "", 404, 403, "admin", 404, "", ""},
	{"licenseInfo", "GET", "/api/license/info", "", 404, 403, "admin", 404, "", ""},
	{"enterLicense", "PUT", "/api/license", `{"code":"x"}`, 404, 403, "admin", 404, "", ""},
	{"storage", "GET", "/api/system/storage", "", 200, 403, "admin", 200, `"freeBytes":1`, ""},
	{"sncodeExist", "POST", "/api/common/sncode-exist", `{"sncode":"WL-F5474"}`, 200, 403, "", 200, `"isExist":true`, ""},
	{"registerExist", "POST", "/api/common/register-exist", `{"register":"FREE"}`, 200, 403, "", 200, `"isExist":false`, ""},
	{"connectionStatus", "GET", "/api/common/connection-status/HDA3-110742", "", 404, 200, "", 200, `"status":"offline"`, ""},
	{"updateProfile", "POST", "/api/users/{owner}/profile", `{"theme":"white"}`, 404, 404, "", 200, `"theme":"white"`, ""},
	{"askAddressCode", "POST", "/api/users/{member}/address-code", `{"account":"member@example.com"}`, 404, 404, "member", 200, `"channel":"mail"`, ""},
	{"setAddress", "POST", "/api/users/{member}/address", `{"account":"member@example.com","code":"000000"}`, 404, 404, "member", 422, `"code":8105`, ""},
	{"unlockUser", "POST", "/api/users/{member}/unlock", "", 404, 403, "admin", 200, `{}`, ""},
	{"changePassword", "POST", "/api/users/{member}/password", `{"oldPassword":"` + fixture.Password + `","password":"An0ther-one"}`, 404, 404, "member", 200, `"token":"`, ""},
	{"listUsers", "GET", "/api/users?type=Normal&active=true&locked=false&sort=-lastUsedAt", "", 200, 403, "admin", 200, `"name":"outsider"`, ""},
	{"createUser", "POST", "/api/users", `{"name":"newcomer","password":"dyke-62","roles":[4]}`, 201, 403, "admin", 409, `"name"`, ""},
	{"checkUsername", "POST", "/api/users/check/newcomer", "", 200, 403, "admin", 200, `{"isExist":true}`, ""},
	{"getUser", "GET", "/api/users/{member}", "", 404, 403, "admin", 200, `"isSimplePwd":false`, ""},
	{"updateUser", "PUT", "/api/users/{member}", `{"displayName":"Zhang"}`, 404, 403, "admin", 200, `"displayName":"Zhang"`, ""},
	{"disableUser", "PATCH", "/api/users/{outsider}/disable", `{}`, 404, 403, "admin", 200, `"active":false`, ""},
	{"disableUsers", "PATCH", "/api/users/disable", `{"ids":[{outsider}],"disabled":false}`, 404, 403, "admin", 200, `{}`, ""},
	{"setInitialPassword", "PUT", "/api/users/{outsider}/initial-password", `{"password":"dyke-62"}`, 404, 403, "admin", 200, `{}`, ""},
	{"listPermissions", "GET", "/api/permissions", "", 200, 403, "admin", 200, `"permission":"View:User","scope":"User","action":"Retrieve","otherName":"SELECT","ofProject":false,"grantable":true`, ""},
	{"createRole", "POST", "/api/roles", `{"name":"Reader","permissions":["View:Project","Alert:SELECT"]}`, 201, 403, "admin", 201, `"permissions":["View:Project","View:Alert"]`, "role"},
	{"getRole", "GET", "/api/roles/{role}", "", 404, 403, "admin", 200, `"ofProject":true`, ""},
	{"listRoles", "GET", "/api/roles", "", 200, 403, "admin", 200, `"builtIn":true`, ""},
	{"updateRole", "PUT", "/api/roles/{role}", `{"name":"Watcher"}`, 404, 403, "admin", 200, `"name":"Watcher"`, ""},
	{"setRolePermissions", "PUT", "/api/roles/{role}/permissions", `{"permissions":["View:Project"]}`, 404, 403, "admin", 200, `"permissions":["View:Project"]`, ""},
	{"getRolePermissions", "GET", "/api/roles/{role}/permissions", "", 404, 403, "admin", 200, `"permission":"View:Project"`, ""},
	{"setRoleUsers", "PUT", "/api/roles/{role}/users", `{"users":[{outsider}]}`, 404, 403, "admin", 200, `"userCount":1`, ""},
	{"listRoleUsers", "GET", "/api/roles/{role}/users", "", 404, 403, "admin", 200, `"name":"outsider"`, ""},
	{"changeRoleUsers", "PATCH", "/api/roles/{role}/users", `{"remove":[{outsider}]}`, 404, 403, "admin", 200, `"userCount":0`, ""},
	{"exportPermissions", "GET", "/api/permissions/export", "", 200, 403, "admin", 200, "Landslide K13", ""},
	{"createUserGroup", "POST", "/api/user-groups", `{"name":"Crew"}`, 201, 403, "admin", 201, `"name":"Crew"`, "crew"},
	{"listUserGroups", "GET", "/api/user-groups", "", 200, 403, "admin", 200, `"userCount":0`, ""},
	{"getUserGroup", "GET", "/api/user-groups/{crew}", "", 404, 403, "admin", 200, `"roles":[]`, ""},
	{"updateUserGroup", "PUT", "/api/user-groups/{crew}", `{"name":"Night crew"}`, 404, 403, "admin", 200, `"name":"Night crew"`, ""},
	{"setGroupRoles", "PUT", "/api/user-groups/{crew}/roles", `{"roles":[{role}]}`, 404, 403, "admin", 200, `"name":"Watcher"`, ""},
	{"listGroupRoles", "GET", "/api/user-groups/{crew}/roles", "", 404, 403, "admin", 200, `"name":"Watcher"`, ""},
	{"setGroupUsers", "PUT", "/api/user-groups/{crew}/users", `{"users":[{outsider}]}`, 404, 403, "admin", 200, `"userCount":1`, ""},
	{"listGroupUsers", "GET", "/api/user-groups/{crew}/users", "", 404, 403, "admin", 200, `"name":"outsider"`, ""},
	{"changeGroupUsers", "PATCH", "/api/user-groups/{crew}/users", `{"remove":[{outsider}]}`, 404, 403, "admin", 200, `"userCount":0`, ""},
	{"setGroupsOfUser", "PUT", "/api/users/{outsider}/user-groups", `{"groups":[{crew}]}`, 404, 403, "admin", 200, `"name":"Night crew"`, ""},
	{"listGroupsOfUser", "GET", "/api/users/{outsider}/user-groups", "", 404, 403, "admin", 200, `"name":"Night crew"`, ""},
	{"setUserRoles", "PUT", "/api/users/{outsider}/roles", `{"roles":[4]}`, 404, 403, "admin", 200, `"type":"Guest"`, ""},
	{"listUserRoles", "GET", "/api/users/{outsider}/roles", "", 404, 403, "admin", 200, `"type":"Guest"`, ""},
	{"deleteUserGroup", "DELETE", "/api/user-groups/{crew}", "", 404, 403, "admin", 200, `{}`, ""},
	{"deleteRole", "DELETE", "/api/roles/{role}", "", 404, 403, "admin", 200, `{}`, ""},
	{"listAssignableRoles", "GET", "/api/projects/{project}/assignable-roles", "", 404, 403, "manager", 200, `{"list":[{"id":3,"type":"Member","name":"Member"},{"id":4,"type":"Guest","name":"Guest"}]}`, ""},
	{"listMemberCandidates", "GET", "/api/projects/{project}/member-candidates", "", 404, 403, "manager", 200, `"name":"outsider"`, ""},
	{"addMember", "POST", "/api/projects/{project}/members", `{"userId":{outsider},"roles":[4]}`, 404, 403, "manager", 201, `"external":false`, ""},
	{"updateMember", "PUT", "/api/projects/{project}/members/{outsider}", `{"roles":[3],"until":4102444800000}`, 404, 403, "manager", 200, `"until":4102444800000`, ""},
	{"removeMember", "DELETE", "/api/projects/{project}/members/{outsider}", "", 404, 403, "manager", 200, `{}`, ""},
	{"deleteUser", "DELETE", "/api/users/{outsider}", "", 404, 403, "admin", 200, `{}`, ""},
	{"checkPoints", "POST", "/api/structures/{structure}/measuring-points/check", `{"points":[{"name":"Twin","measurement":"Crack","category":"Crack"},{"name":"Twin","measurement":"Crack","category":"Rain"}]}`, 404, 403, "", 200, `"points[1].name":`, ""},
	{"pointDeletion", "GET", "/api/structures/{structure}/measuring-points/{point}/deletion", "", 404, 403, "", 200, `"points":1`, ""},
	{"structureDeletion", "GET", "/api/projects/{project}/structures/{structure}/deletion", "", 404, 403, "", 200, `"kind":"point"`, ""},
	{"projectDeletion", "GET", "/api/projects/{project}/deletion", "", 404, 403, "", 200, `"kind":"structure"`, ""},
	{"setDisplayType", "PATCH", "/api/projects/{project}/structures/{structure}/display-type", `{"displayType":"BIM"}`, 404, 403, "", 200, `"displayType":"BIM"`, ""},
	{"setGnssConfig", "PUT", "/api/projects/{project}/structures/{structure}/gnss-config", `{"taskName":"K 12","baseStation":7,"sites":[],"filterPeriod":6,"frequency":1,"processInterval":60}`, 404, 403, "", 422, `"baseStation":`, ""},
	{"removeGnssConfig", "DELETE", "/api/projects/{project}/structures/{structure}/gnss-config", "", 404, 403, "", 200, `"displayType":"BIM"`, ""},
	{"listGnssResolveDevices", "GET", "/api/projects/{project}/structures/{structure}/gnss-resolve-devices", "", 404, 200, "", 200, `{"list":[]}`, ""},
	{"getEngineeringConfig", "GET", aPoint + "/engineering-config", "", 404, 200, "", 200, `"validFrom":0`, ""},
	{"updateEngineeringConfig", "PATCH", aPoint + "/engineering-config", `{"value":{"pitDepthH":12,"soilLayers":[{"name":"clay","from":0,"to":4}]}}`, 404, 403, "", 200, `"aspect":"engineering"`, ""},
	{"getPointChartConfig", "GET", aPoint + "/chart-config", "", 404, 200, "", 200, `"pages":`, ""},
	{"updatePointChartConfig", "PATCH", aPoint + "/chart-config", `{"chart":"hda-chart","configs":{"decimals":1,"showThreshold":false}}`, 404, 403, "", 200, `"aspect":"chart"`, ""},
	// The house has no previews: what they answer is told in internal/app, here who may ask and what is refused.
	{"previewConversion", "POST", aPoint + "/convert/preview", `{"type":"normal","category":"Crack","from":1700000000000}`, 404, 403, "", 422, `"type":`, ""},
	{"previewManualData", "POST", aPoint + "/artificial-data/preview", `{"rows":[{"time":"2023-11-15 08:30:00","values":{"width":1.5}}]}`, 404, 403, "", 422, `"code":8491`, ""},
	{"previewSupersedePointVersion", "POST", aPoint + "/versions/{version}/preview", "", 404, 403, "", 404, `"code":`, ""},
	{"previewSupersedeDeviceVersion", "POST", aDevice + "/versions/999999/preview", "", 404, 403, "", 404, `"code":`, ""},
	{"convertPoint", "POST", "/api/structures/{structure}/measuring-points/{point}/convert", `{"type":"artificial","from":1700000000000}`, 404, 403, "", 200, `"type":"artificial"`, ""},
	{"enterManualData", "POST", aPoint + "/artificial-data", `{"rows":[{"time":"2023-11-15 08:30:00","values":{"width":1.5}},{"time":"2023-11-16 08:30:00","values":{"width":1.7}}],"note":"feeler gauge"}`, 404, 403, "", 201, `{"rows":2}`, ""},
	{"listProjectUpdateRecords", "GET", "/api/projects/{project}/update-records", "", 404, 200, "", 200, `"action":"convert"`, ""},
	{"listStructureUpdateRecords", "GET", "/api/projects/{project}/structures/{structure}/update-records", "", 404, 200, "", 200, `"scope":"structure"`, ""},
	{"listPointUpdateRecords", "GET", "/api/structures/{structure}/measuring-points/{point}/update-records", "", 404, 200, "", 200, `"after":"Crack width (mm)"`, ""},
	{"listDeviceUpdateRecords", "GET", "/api/corporations/{ours}/devices/{gauge}/update-records", "", 404, 200, "", 200, `"scope":"device"`, ""},
	{"listProjectTasks", "GET", "/api/projects/{project}/task-list", "", 404, 200, "", 200, `"kind":"recompute"`, ""},
	{"listPointTasks", "GET", "/api/structures/{structure}/measuring-points/{point}/task-list", "", 404, 200, "", 200, `"state":"waiting"`, ""},
	{"projectFormulas", "GET", "/api/projects/{project}/formulas", "", 404, 200, "", 200, `"list":`, ""},
	{"formulaInputs", "GET", "/api/structures/{structure}/measuring-points/{point}/formula-inputs", "", 404, 200, "", 200, `"list":`, ""},
	{"projectDeviceFields", "GET", "/api/projects/{project}/device-fields?structureId={structure}", "", 404, 200, "", 200, `"category":"Crack","points":1,"fields":[`, ""},
	{"projectThresholds", "GET", "/api/projects/{project}/thresholds", "", 404, 200, "", 200, `"list":`, ""},
	{"gbThresholds", "GET", "/api/projects/{project}/gb-thresholds", "", 404, 200, "", 200, `"list":`, ""},
	{"configThresholdByGB", "POST", "/api/projects/{project}/config-threshold-by-gb", `{"measuringPointIds":[{level}],"item":"groundwater","gbLevel":1,"controlMode":"default","valueTypes":["accumulated"],"validFrom":1700000000000}`, 404, 403, "manager", 200, `"measuringPoints":1`, ""},
	{"recordVersions", "POST", "/api/projects/{project}/versions", `{"aspect":"collect","validFrom":1700000000000,"changes":[{"measuringPointIds":[{level}],"value":{"mode":"UploadCollect","interval":600}}]}`, 404, 403, "manager", 201, `{`, ""},
	{"changeDeviceGroup", "POST", aLevel + "/device-group", `{"at":1700000700000,"sources":[{"role":"main","deviceId":{logger},"channelNo":9}]}`, 404, 403, "manager", 201, `"id"`, "replacement"},
	{"listReplacements", "GET", aLevel + "/history-device-groups/process", "", 404, 200, "", 200, `"list":[{`, ""},
	{"historyDeviceGroups", "GET", aLevel + "/history-device-groups", "", 404, 200, "", 200, `"list":[{`, ""},
	{"undoReplacement", "DELETE", aLevel + "/history-device-groups/process/{replacement}", "", 404, 403, "manager", 200, `{`, ""},
	{"projectTopo", "GET", "/api/projects/{project}/topo", "", 404, 200, "", 200, `"points":[{`, ""},
	{"sortTopo", "PUT", "/api/projects/{project}/topo-sort", `{"kind":"point","ids":[{level},{point}]}`, 404, 403, "manager", 200, `{}`, ""},
	{"projectStatList", "GET", "/api/stats/projects", "", 200, 200, "", 200, `"list":[{`, ""},
	{"structureStatList", "GET", "/api/stats/projects/{project}/structures", "", 404, 200, "", 200, `"structureStatList":[{`, ""},
	{"measurementValueList", "GET", "/api/stats/measurement-values?projectId={project}", "", 404, 200, "", 200, `"list":`, ""},
	{"completeness", "GET", "/api/stats/completeness?projectId={project}", "", 404, 200, "", 200, `"list":`, ""},
	{"weather", "GET", "/api/stats/weather?projectId={project}", "", 404, 200, "", 200, `"list":`, ""},
	{"alertStatusStat", "GET", "/api/stats/alert-status?projectId={project}", "", 404, 200, "", 200, `"list":`, ""},
	{"deviceHealthStatList", "GET", "/api/stats/device-health?projectId={project}", "", 404, 200, "", 200, `"list":`, ""},
	{"deletePoint", "DELETE", "/api/structures/{structure}/measuring-points/{point}", "", 404, 403, "", 200, `{}`, ""},
	{"deleteProject", "POST", "/api/projects/{second}/password-delete", `{"password":"` + fixture.Password + `"}`, 404, 404, "admin", 200, `{}`, ""},
	{"listDeletedProjects", "GET", "/api/corporations/{ours}/deleted-projects", "", 404, 403, "admin", 200, `"deletedBy":"admin"`, ""},
	{"restoreProject", "POST", "/api/corporations/{ours}/deleted-projects/{second}/restore", `{}`, 404, 403, "admin", 200, `"unbound":[]`, ""},
	{"signOut", "POST", "/api/sessions/signout", "", 200, 200, "", 200, `{}`, ""},
}

// elsewhere are the calls that tests of their own try.
var elsewhere = []string{
	"uploadSoftware", "deleteSoftware", "getSoftwareFile", "upgradeDevices", "retryUpgrade", "liveFrames",
	"initshiftTemplate", "previewInitshifts", "markInitshifts", "importInitshifts",
	"previewDeviceImport", "markDeviceImport", "importDevices", "previewSwap", "swapChannels",
	"listSessions", "revokeSession", "revokeOtherSessions", "getSecondFactor", "signInSecondFactor", "beginSecondFactor", "confirmSecondFactor",
	"disableSecondFactor", "renewRecoveryCodes", "removeSecondFactor", "listOwnKeys", "createOwnKey", "revokeOwnKey", "listCorporationKeys",
	"createServiceKey", "revokeCorporationKey", "uploadImage", "getFile", "setAvatar", "beginSSO", "returnSSO", "exchangeSSO",
	"signOptions", "checkAccount", "signUp", "forgetPassword", "resetPassword",
	"signIn", "events", "ingest", "commonLanguage", "loginInfo", "version", "errorMessages",
	"previewVersions", "previewThresholdByGB", "previewDeviceGroup", "previewMigration", "migrateDeviceGroup", "previewUndoReplacement", "tryFormula",
	"previewPointVersion", "previewDeviceVersion", "previewCorrection", "previewTakeBack", "getAlert", "processAlert", "monitorExplain", "monitorExportFile",
}

func TestNoCallIsLeftOut(t *testing.T) {
	document, err := os.ReadFile("../../api/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	tried := map[string]bool{}
	for _, c := range scenarios {
		tried[c.operation] = true
	}
	for _, id := range elsewhere {
		tried[id] = true
	}
	for _, found := range regexp.MustCompile(`(?m)^ {6}operationId: (\w+)\n(?s:.*?)tags:\n\s+- (.+)$`).FindAllStringSubmatch(string(document), -1) {
		if !tried[found[1]] && found[2] != "constants" {
			t.Errorf("%s is tried by nobody", found[1])
		}
	}
}

func TestEveryCallByEveryone(t *testing.T) {
	h := newHouse(t)
	for _, c := range scenarios {
		t.Run(c.operation, func(t *testing.T) {
			path, body := h.path(c.path), h.path(c.body)
			if c.who == "" {
				c.who = "owner"
			}
			for _, try := range []struct {
				who    string
				status int
			}{{"", 401}, {"stranger", c.stranger}, {"guest", c.guest}, {c.who, c.status}} {
				w := h.call(try.who, c.method, path, body)
				if w.Code != try.status {
					t.Errorf("%s %s by %q: %d %s, want %d", c.method, path, try.who, w.Code, w.Body, try.status)
				}
				if w.Code >= 400 {
					checkEnvelope(t, w.Body.Bytes())
				}
				if bytes.Contains(w.Body.Bytes(), []byte(":null,\"total\"")) || bytes.Contains(w.Body.Bytes(), []byte(`"list":null`)) {
					t.Errorf("by %q: a list is null: %s", try.who, w.Body)
				}
				if try.who == "stranger" && strings.Contains(w.Body.String(), "Landslide K1") {
					t.Errorf("a stranger learns of the project: %s", w.Body)
				}
				if try.who == c.who {
					if !strings.Contains(w.Body.String(), h.path(c.content)) {
						t.Errorf("by %q: no %s in %s", try.who, c.content, w.Body)
					}
					h.keep(c.keep, w.Body.Bytes())
				}
			}
		})
	}
}

// keep remembers the id of an answer, or of its first entry.
func (h *house) keep(name string, answer []byte) {
	if name == "" {
		return
	}
	var made struct {
		ID   int64
		List []struct{ ID int64 }
	}
	if err := json.Unmarshal(answer, &made); err != nil {
		h.t.Fatalf("%v in %s", err, answer)
	}
	if made.ID == 0 && len(made.List) > 0 {
		made.ID = made.List[0].ID
	}
	h.ids[name] = made.ID
}

func checkEnvelope(t *testing.T, body []byte) {
	t.Helper()
	var e api.Envelope
	if err := json.Unmarshal(body, &e); err != nil || e.Message == "" {
		t.Errorf("not an envelope: %s", body)
	}
}

// What the product answers to people of whom it knows no more than a token.
func TestConstantsAreForEveryoneSignedIn(t *testing.T) {
	h := newHouse(t)
	for _, path := range []string{
		"alert-levels", "artificial-measurement-options", "category-options", "coefficients", "collect-modes", "collector-type", "config-blocks",
		"device-type", "display-type-options", "fixed-ends", "measurements", "measuring-attribute-type-options", "measuring-point-types", "modes",
		"pages", "permission-action-options", "permission-scope-options", "predefined-models", "project-permission-scope-options", "protocols",
		"signals", "channel-protocols", "structure-type-options", "system-formula", "measurements/Crack", "measurement-fields/Crack", "device-category-options/Crack",
		"collector-protocol/sensor-options/all",
	} {
		if w := h.call("", "GET", "/api/constants/"+path, ""); w.Code != 401 {
			t.Errorf("%s by nobody: %d", path, w.Code)
		}
		w := h.call("guest", "GET", "/api/constants/"+path, "")
		var got struct{ List []json.RawMessage }
		if err := json.Unmarshal(w.Body.Bytes(), &got); w.Code != 200 || err != nil || len(got.List) == 0 {
			t.Errorf("%s: %d %.200s", path, w.Code, w.Body)
		}
		if bytes.Contains(w.Body.Bytes(), []byte(`:null`)) && path != "coefficients" && path != "device-type" && path != "system-formula" {
			t.Errorf("%s holds null: %.300s", path, w.Body)
		}
	}
	for _, path := range []string{"/api/common/login-info", "/api/common/version", "/api/common/language/zh", "/api/constants/error-messages", "/api/openapi.json", "/api/reference"} {
		if w := h.call("", "GET", path, ""); w.Code != 200 {
			t.Errorf("%s by nobody: %d %.200s", path, w.Code, w.Body)
		}
	}
}

func TestSessions(t *testing.T) {
	h := newHouse(t)
	signIn := func(name, password string) (int, string) {
		w := h.call("", "POST", "/api/sessions/signin", fmt.Sprintf(`{"name":%q,"password":%q}`, name, password))
		return w.Code, w.Body.String()
	}
	status, wrong := signIn("guest", "wrong")
	_, unknown := signIn("nobody-at-all", "wrong")
	if status != 401 || wrong != unknown {
		t.Errorf("a wrong password answers %d %s, an unknown account %s", status, wrong, unknown)
	}
	if status, body := signIn("guest", fixture.Password); status != 200 || !strings.Contains(body, `"View:Alert"`) || !strings.Contains(body, `"isSimplePwd":false`) {
		t.Errorf("sign-in: %d %s", status, body)
	}
	if w := h.call("guest", "POST", "/api/sessions/signout", ""); w.Code != 200 {
		t.Fatalf("sign-out: %d %s", w.Code, w.Body)
	}
	if w := h.call("guest", "GET", "/api/projects", ""); w.Code != 401 || !strings.Contains(w.Body.String(), `"code":8007`) {
		t.Errorf("a token that was good: %d %s, want 8007", w.Code, w.Body)
	}
	h.tokens["guest"] = "made-up"
	if w := h.call("guest", "GET", "/api/projects", ""); w.Code != 401 || !strings.Contains(w.Body.String(), `"code":4001`) {
		t.Errorf("a token that never was: %d %s, want 4001", w.Code, w.Body)
	}
	for range 5 {
		signIn("member", "wrong")
	}
	w := h.call("", "POST", "/api/sessions/signin", `{"name":"member","password":"`+fixture.Password+`"}`)
	if w.Code != 429 || w.Header().Get("Retry-After") == "" {
		t.Errorf("after five wrong passwords: %d %v", w.Code, w.Header())
	}
}

func TestIDsOfOtherPlacesAreNotThere(t *testing.T) {
	h := newHouse(t)
	h.keep("second", h.call("admin", "POST", "/api/projects", `{"name":"Second"}`).Body.Bytes())
	for _, path := range []string{
		"/api/projects/{second}/structures/{structure}", "/api/structures/{point}/measuring-points/{point}", "/api/corporations/{theirs}/devices",
		"/api/corporations/{theirs}/devices/{gauge}", "/api/stats/projects/{second}/structures/{structure}", "/api/projects/{structure}",
		"/api/structures/{structure}/measuring-points/{point}/x", "/api/alerts?projectId=999999", "/api/alerts?projectId=05",
		"/api/corporations/{theirs}/devices?projectId={project}", "/api/notifications?projectId={structure}",
	} {
		if w := h.call("admin", "GET", h.path(path), ""); w.Code != 404 {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	// An account of the corporation that is no member sees the project no more than a stranger.
	for _, path := range []string{"/api/projects/{project}", "/api/structures/{structure}/measuring-points", "/api/corporations/{ours}/devices/{gauge}"} {
		if w := h.call("outsider", "GET", h.path(path), ""); w.Code != 404 {
			t.Errorf("%s by an outsider: %d %s", path, w.Code, w.Body)
		}
	}
	if w := h.call("outsider", "GET", "/api/projects", ""); !strings.Contains(w.Body.String(), `"list":[],"total":0`) {
		t.Errorf("an outsider sees %s", w.Body)
	}
}

func TestHostileBodiesAreRefusedNotSuffered(t *testing.T) {
	h := newHouse(t)
	values := []string{`null`, `5`, `-1`, `1e308`, `1e999`, `NaN`, `"text"`, `true`, `[]`, `{}`, `[[[[]]]]`, `9223372036854775808`, `"\ud800"`, `"\u0000"`, `{"$ref":"x"}`}
	for _, c := range scenarios {
		if c.body == "" || c.operation == "changePassword" || c.operation == "deleteProject" || strings.HasSuffix(c.operation, "Exist") {
			continue
		}
		var fields map[string]json.RawMessage
		if err := json.Unmarshal([]byte(h.path(c.body)), &fields); err != nil {
			continue // names ids that only exist while the scenarios run
		}
		for name, was := range fields {
			for _, value := range values {
				body := bytes.NewBufferString("{")
				for other, v := range fields {
					if other == name {
						v = json.RawMessage(value)
					}
					if body.Len() > 1 {
						body.WriteByte(',')
					}
					fmt.Fprintf(body, "%q:%s", other, v)
				}
				body.WriteByte('}')
				w := h.call("admin", c.method, strings.ReplaceAll(strings.ReplaceAll(h.path(c.path), "{", ""), "}", ""), body.String())
				if w.Code >= 500 {
					t.Errorf("%s with %s = %s in the place of %s: %d %s", c.operation, name, value, was, w.Code, w.Body)
				}
			}
		}
	}
}
