package calls_test

import "slices"

var scenarios = slices.Concat(boardScenarios, siteScenarios)

const aBoard = `{"name":"P2 gauge","rows":1,"columns":2,"range":"7d","linkedAxis":true,"linkedCursor":true,"limits":true,"events":false,` +
	`"panels":[{"measuringPointId":{level},"view":"hda-chart","query":"type=observed"}]}`

// boardScenarios are those of what people save of views.
var boardScenarios = []scenario{
	{"createBoard", "POST", "/api/projects/{project}/boards", aBoard, 404, 403, "manager", 201, `"name":"P2 gauge"`, "board"},
	{"listBoards", "GET", "/api/projects/{project}/boards", "", 404, 200, "", 200, `"gone":false`, ""},
	{"getBoard", "GET", "/api/projects/{project}/boards/{board}", "", 404, 200, "", 200, `"range":"7d"`, ""},
	{"updateBoard", "PUT", "/api/projects/{project}/boards/{board}", aBoard, 404, 403, "manager", 200, `"columns":2`, ""},
	{"sortBoards", "POST", "/api/projects/{project}/boards/sort", `{"ids":[{board}]}`, 404, 403, "manager", 200, `{}`, ""},
	{"deleteBoard", "DELETE", "/api/projects/{project}/boards/{board}", "", 404, 403, "manager", 200, `{}`, ""},
}
