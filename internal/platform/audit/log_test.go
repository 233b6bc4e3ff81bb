package audit_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	_ "plumbline/internal/site/sitedb" // registers the names of codes of points and devices
)

func entry(before, after string) audit.Entry {
	e := audit.Entry{TimeZone: "Asia/Shanghai", Measurement: "Crack", Names: map[int64]string{7: "Logger"}}
	if before != "" {
		e.Before = json.RawMessage(before)
	}
	if after != "" {
		e.After = json.RawMessage(after)
	}
	return e
}

func TestSummaryOfChanges(t *testing.T) {
	for _, c := range []struct{ name, before, after, zh, en string }{
		{
			"a field", `{"ID":3,"Name":"A","UseStructure":true}`, `{"ID":3,"Name":"B","UseStructure":false}`,
			"名称: A → B; 按结构物显示告警等级: 是 → 否", "Name: A → B; Show alert levels by structure: yes → no",
		},
		{"a new object", ``, `{"Name":"A","Address":"","CreatedAt":1700000000000}`, "名称: A", "Name: A"},
		{"a deleted object", `{"Name":"A"}`, ``, "名称: A → —", "Name: A → —"},
		{
			"a version", `{"ValidFrom":0,"Value":{"sources":[{"role":"main","deviceId":7}]},"RecordedAt":1}`,
			`{"ValidFrom":1700000000000,"Value":{"sources":[{"role":"main","deviceId":8},{"role":"barometer","deviceId":7}]},"RecordedAt":2}`,
			"数据来源 1 · 设备: Logger #7 → #8; 数据来源 2 · 设备: Logger #7; 数据来源 2 · 角色: 气压; 生效时间: 2023-11-15 06:13:20",
			"Source 1 · Device: Logger #7 → #8; Source 2 · Device: Logger #7; Source 2 · Role: Air pressure; Valid from: 2023-11-15 06:13:20",
		},
		{"a coordinate", `{"Longitude":418000000000}`, `{"Longitude":418500000000}`, "经度: 116.111111° → 116.250000°", "Longitude: 116.111111° → 116.250000°"},
		{"a list", `{"Fields":["x","y"]}`, `{"Fields":["x"]}`, "字段: x, y → x", "Fields: x, y → x"},
		{
			"permissions", `{"Permissions":["View:Project"]}`,
			`{"Permissions":["View:Project","Update:MeasuringPoint"]}`, "权限: 项目·查看 → 项目·查看, 测点·编辑",
			"Permissions: Project·view → Project·view, Measuring point·edit",
		},
		{"a moment", ``, `{"ExpiresAt":1700000000000}`, "到期时间: 2023-11-15 06:13:20", "Expires at: 2023-11-15 06:13:20"},
		{"a language", `{"language":"zh"}`, `{"language":"zh-TW"}`, "语言: 简体中文 → 繁体中文", "Language: Simplified Chinese → Traditional Chinese"},
		{
			"a status", `{"status":"Notice"}`, `{"status":"Confirm","note":"seen"}`,
			"备注: seen; 状态: 已通知 → 已确认", "Note: seen; Status: Notified → Confirmed",
		},
		{
			"codes that mean another thing in another field", ``, `{"Kind":"Measuring","Measurement":"Crack","ProtocolCode":"ADM","Type":"ADM"}`,
			"种类: 测量设备; 监测项: 裂缝; 协议: 阵列位移计协议; 类型: 阵列式位移计",
			"Kind: Measuring device; Measurement: Crack; Protocol: Array displacement meters; Type: Array displacement meter",
		},
		{"names given by users", ``, `{"marks":{"GP-01":"0.5, 0.5"}}`, "图上位置 · GP-01: 0.5, 0.5", "Drawing positions · GP-01: 0.5, 0.5"},
		{
			"codes, items and files", `{"displayType":"MAP","isItem":false}`, `{"displayType":"IMG","isItem":true,"picture":"/api/files/1509","fileId":1477}`,
			"展示方式: 地图 → 图片; fileId: 已上传的文件; 是监测子项: 否 → 是; 图片: 已上传的文件",
			"Display type: Map → Image; fileId: uploaded file; Is an item: no → yes; Picture: uploaded file",
		},
		{
			"how a value is made", ``, `{"value":{"mode":"auto","formulaType":"CUSTOM_FORMULA"}}`,
			"公式类型: 自定义公式; 方式: 取基准时间后 N 次均值", "Formula type: Custom formula; Mode: Average of first N",
		},
		{
			"codes of the catalog", ``,
			`{"value":{"list":[{"field":"width","direction":"negative"}],"rules":[{"computedField":"mine","params":{"K":2},"options":{"perNode":"true"}}],"values":{"temp":3}}}`,
			"条目 1 · 方向: 仅负向; 条目 1 · 字段: 裂缝宽度 (mm); 规则 1 · 监测量: mine; 规则 1 · 选项 · 逐节点计算: 是; 规则 1 · 参数 · 标定系数K (/Hz²): 2; 值 · 温度 (°C): 3",
			"Entry 1 · Direction: Negative only; Entry 1 · Field: Crack width (mm); Rule 1 · Computed field: mine; Rule 1 · Options · Per node: yes; Rule 1 · Parameters · Calibration factor K (/Hz²): 2; Value · Temperature (°C): 3",
		},
		{"a field without a name", `{}`, `{"brandNew":1}`, "brandNew: 1", "brandNew: 1"},
		{"invalid JSON", `{`, `{"Name":"A"}`, "名称: A", "Name: A"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := entry(c.before, c.after)
			got := []string{audit.Summary(audit.Changes(e, "zh")), audit.Summary(audit.Changes(e, "en"))}
			if diff := cmp.Diff([]string{c.zh, c.en}, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestEveryPermissionIsTranslated(t *testing.T) {
	for _, area := range access.Areas() {
		e := entry(`{}`, `{"Permissions":["Retrieve:`+string(area)+`"]}`)
		if got := audit.Summary(audit.Changes(e, "zh")); strings.Contains(got, string(area)) || strings.Contains(got, "Retrieve") {
			t.Errorf("%s is shown as %q", area, got)
		}
	}
}

// Secrets never appear in a logged entry, at any depth.
func TestSecretsAreRedacted(t *testing.T) {
	fields := []string{"password", "PasswordHash", "secret", "currentSecret", "token", "APIKeyHash", "recoveryCodes", "validationCode"}
	rapid.Check(t, func(t *rapid.T) {
		secret := "s3cr3t-" + rapid.StringMatching(`[a-zA-Z0-9"\\{}]{1,20}`).Draw(t, "secret")
		thing := any(map[string]any{
			rapid.SampledFrom(fields).
				Draw(t, "field"): rapid.SampledFrom([]any{secret, []any{secret}, map[string]any{"token": secret}}).Draw(t, "shape"), "name": "A",
		})
		for range rapid.IntRange(0, 4).Draw(t, "depth") {
			if rapid.Bool().Draw(t, "list") {
				thing = []any{thing}
			} else {
				thing = map[string]any{"inner": thing, "other": 1.5}
			}
		}
		data, err := json.Marshal(thing)
		if err != nil {
			t.Fatal(err)
		}
		kept, err := audit.Redacted(data)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(kept), "s3cr3t-") {
			t.Fatalf("%s was stored as %s", data, kept)
		}
	})
}

func TestPersonalDataIsMasked(t *testing.T) {
	kept, err := audit.Redacted([]byte(`{"Mobile":"13812345678","Email":"liu.wei@example.com","Name":"liu","Big":12345678901234567}`))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := string(kept), `{"Big":12345678901234567,"Email":"l***@example.com","Mobile":"138******78","Name":"liu"}`; got != want {
		t.Errorf("kept %s, want %s", got, want)
	}
}

// memory is a log of fixed entries that counts writes.
type memory struct {
	audit.Store
	entries []audit.Entry
	written int
}

func (m *memory) EachEntry(_ context.Context, _ access.Scope, _ audit.Filter, visit func([]audit.Entry) error) error {
	return visit(m.entries)
}

func (m *memory) Log(context.Context, audit.Actor, audit.Attempt) error { m.written++; return nil }

func TestExport(t *testing.T) {
	e := entry(`{"Name":"A"}`, `{"Name":"=cmd()"}`)
	e.At, e.Content, e.Kind, e.Action, e.AccountID, e.AccountName, e.ThingID = 1700000000000, "=1+1", "project", "update", 5, "@owner", 9
	denied := audit.Entry{At: 1700000000000, Kind: "project", Action: "delete", Refused: 4001}
	var out strings.Builder
	if err := audit.New(&memory{entries: []audit.Entry{e, denied}}).Export(context.Background(), &out,
		access.Scope{All: true}, audit.Filter{}, "en"); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(strings.TrimPrefix(out.String(), "\uFEFF"), "\r\n"), "\r\n")
	if lines[0] != "Time,Account,Action,Kind,Object,ID,Project,Changes,Result,IP address,Client" {
		t.Errorf("head %q", lines[0])
	}
	if want := "2023-11-15 06:13:20,'@owner,Edit,Project,'=1+1,9,,Name: A → =cmd(),Done,,"; lines[1] != want {
		t.Errorf("got %q, want %q", lines[1], want)
	}
	if !strings.Contains(lines[2], "2023-11-14 22:13:20,,Delete,Project,") || !strings.Contains(lines[2], "Rejected: ") {
		t.Errorf("line of a refusal: %q", lines[2])
	}
}

func TestLoggedRefusalsAreLimited(t *testing.T) {
	store := &memory{}
	service := audit.New(store)
	for range 100 {
		for _, account := range []int64{1, 2} {
			if err := service.Refuse(context.Background(), audit.Actor{AccountID: account}, audit.Attempt{Refused: 1}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if store.written != 40 {
		t.Errorf("%d refusals of two accounts are written, want 20 each", store.written)
	}
}
