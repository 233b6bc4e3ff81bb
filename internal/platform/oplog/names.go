package oplog

import (
	"slices"
	"strings"

	"plumbline/internal/core/catalogue"
)

type label = catalogue.Label

// kinds are what entries are about, by code.
var kinds = map[string]label{
	"apiKey":        {Zh: "API 密钥", En: "API key", Tw: "API 金鑰"},
	"code":          {Zh: "验证码", En: "Code", Tw: "驗證碼"},
	"file":          {Zh: "文件", En: "File", Tw: "檔案"},
	"license":       {Zh: "授权许可", En: "License", Tw: "授權許可"},
	"session":       {Zh: "登录会话", En: "Session", Tw: "登入工作階段"},
	"secondFactor":  {Zh: "两步验证", En: "Second factor", Tw: "兩步驟驗證"},
	"command":       {Zh: "设备指令", En: "Device command", Tw: "設備指令"},
	"firmware":      {Zh: "固件", En: "Firmware", Tw: "韌體"},
	"action":        {Zh: "批量操作", En: "Action", Tw: "批次操作"},
	"alert":         {Zh: "告警", En: "Alert", Tw: "告警"},
	"alertRule":     {Zh: "告警规则", En: "Alert rule", Tw: "告警規則"},
	"corporation":   {Zh: "企业", En: "Corporation", Tw: "企業"},
	"correction":    {Zh: "数据修正", En: "Correction", Tw: "資料修正"},
	"data":          {Zh: "监测数据", En: "Monitoring data", Tw: "監測資料"},
	"replacement":   {Zh: "设备组更换", En: "Device group replacement", Tw: "設備組更換"},
	"importMapping": {Zh: "导入映射", En: "Import mapping", Tw: "匯入對應"},
	"deviceType":    {Zh: "设备类型", En: "Device type", Tw: "設備類型"},
	"deviceModel":   {Zh: "设备型号", En: "Device model", Tw: "設備型號"},
	"device":        {Zh: "设备", En: "Device", Tw: "設備"},
	"job":           {Zh: "后台任务", En: "Job", Tw: "背景工作"},
	"operationLog":  {Zh: "操作日志", En: "Operation log", Tw: "操作日誌"},
	"point":         {Zh: "测点", En: "Measuring point", Tw: "測點"},
	"plan":          {Zh: "图纸", En: "Drawing", Tw: "圖紙"},
	"project":       {Zh: "项目", En: "Project", Tw: "專案"},
	"pushRule":      {Zh: "推送规则", En: "Push rule", Tw: "推送規則"},
	"report":        {Zh: "报表", En: "Report", Tw: "報表"},
	"role":          {Zh: "角色", En: "Role", Tw: "角色"},
	"structure":     {Zh: "结构物", En: "Structure", Tw: "結構物"},
	"user":          {Zh: "用户", En: "User", Tw: "使用者"},
	"userGroup":     {Zh: "用户组", En: "User group", Tw: "使用者群組"},
}

// actions are what was done, by code. A version of an aspect is recorded under the
// aspect's name.
var actions = map[string]label{
	"create":         {Zh: "新增", En: "Create", Tw: "新增"},
	"sort":           {Zh: "调整顺序", En: "Change order", Tw: "調整順序"},
	"update":         {Zh: "编辑", En: "Edit", Tw: "編輯"},
	"place":          {Zh: "标注位置", En: "Place", Tw: "標註位置"},
	"delete":         {Zh: "删除", En: "Delete", Tw: "刪除"},
	"restore":        {Zh: "恢复", En: "Restore", Tw: "復原"},
	"purge":          {Zh: "彻底清除", En: "Purge", Tw: "徹底清除"},
	"convert":        {Zh: "转换类型", En: "Convert", Tw: "轉換類型"},
	"signIn":         {Zh: "登录", En: "Sign in", Tw: "登入"},
	"signOut":        {Zh: "退出登录", En: "Sign out", Tw: "登出"},
	"password":       {Zh: "修改密码", En: "Change password", Tw: "修改密碼"},
	"secret":         {Zh: "更换设备密钥", En: "Issue device secret", Tw: "更換設備金鑰"},
	"takeBack":       {Zh: "撤销", En: "Take back", Tw: "撤銷"},
	"member":         {Zh: "设置成员", En: "Set member", Tw: "設定成員"},
	"enable":         {Zh: "启用", En: "Enable", Tw: "啟用"},
	"disable":        {Zh: "停用", En: "Disable", Tw: "停用"},
	"roles":          {Zh: "设置角色", En: "Set roles", Tw: "設定角色"},
	"groups":         {Zh: "设置用户组", En: "Set user groups", Tw: "設定使用者群組"},
	"users":          {Zh: "设置用户", En: "Set users", Tw: "設定使用者"},
	"permissions":    {Zh: "设置权限", En: "Set permissions", Tw: "設定權限"},
	"memberGone":     {Zh: "移除成员", En: "Remove member", Tw: "移除成員"},
	"import":         {Zh: "导入数据", En: "Import data", Tw: "匯入資料"},
	"dismiss":        {Zh: "清除未解析报文", En: "Dismiss dead frames", Tw: "清除未解析報文"},
	"replay":         {Zh: "重放报文", En: "Replay frames", Tw: "重放報文"},
	"recompute":      {Zh: "重新计算", En: "Recompute", Tw: "重新計算"},
	"migrate":        {Zh: "迁移数据", En: "Migrate data", Tw: "遷移資料"},
	"upgrade":        {Zh: "升级固件", En: "Upgrade firmware", Tw: "升級韌體"},
	"cancel":         {Zh: "取消", En: "Cancel", Tw: "取消"},
	"sendCode":       {Zh: "发送验证码", En: "Send code", Tw: "傳送驗證碼"},
	"importDevices":  {Zh: "批量导入设备", En: "Import devices", Tw: "批次匯入設備"},
	"moveDevices":    {Zh: "移动设备", En: "Move devices", Tw: "移動設備"},
	"swapChannels":   {Zh: "互换通道", En: "Swap channels", Tw: "互換通道"},
	"cloneStructure": {Zh: "复制结构物", En: "Clone structure", Tw: "複製結構物"},
	"rotateSecret":   {Zh: "轮换设备密钥", En: "Rotate device secret", Tw: "輪換設備金鑰"},
	"undo":           {Zh: "撤销操作", En: "Undo", Tw: "復原操作"},
	"unlock":         {Zh: "解除锁定", En: "Unlock", Tw: "解除鎖定"},
	"sessionEnd":     {Zh: "结束会话", En: "End session", Tw: "結束工作階段"},
	"enter":          {Zh: "进入协助", En: "Enter to help", Tw: "進入協助"},
	"endHelp":        {Zh: "结束协助", En: "End help", Tw: "結束協助"},
	"ssoLink":        {Zh: "关联统一身份认证", En: "Link single sign-on", Tw: "關聯單一登入"},

	"signInPassword":    {Zh: "密码通过", En: "Password accepted", Tw: "密碼通過"},
	"secondFactorBegin": {Zh: "开始设置两步验证", En: "Begin second factor", Tw: "開始設定兩步驟驗證"},
	"secondFactorOn":    {Zh: "启用两步验证", En: "Turn second factor on", Tw: "啟用兩步驟驗證"},
	"secondFactorOff":   {Zh: "停用两步验证", En: "Turn second factor off", Tw: "停用兩步驟驗證"},
	"recoveryCode":      {Zh: "使用恢复码", En: "Use recovery code", Tw: "使用復原碼"},
	"recoveryCodes":     {Zh: "更新恢复码", En: "Renew recovery codes", Tw: "更新復原碼"},
	"secondFactor":      {Zh: "两步验证", En: "Second factor", Tw: "兩步驟驗證"},

	"binding":      {Zh: "设置绑定", En: "Set binding", Tw: "設定綁定"},
	"formula":      {Zh: "设置公式", En: "Set formula", Tw: "設定公式"},
	"initial":      {Zh: "设置初始值", En: "Set initial value", Tw: "設定初始值"},
	"processor":    {Zh: "设置解算", En: "Set processor", Tw: "設定解算"},
	"collect":      {Zh: "设置采集", En: "Set collection", Tw: "設定採集"},
	"engineering":  {Zh: "设置工程信息", En: "Set engineering", Tw: "設定工程資訊"},
	"thresholds":   {Zh: "设置阈值", En: "Set thresholds", Tw: "設定閾值"},
	"coefficients": {Zh: "设置系数", En: "Set coefficients", Tw: "設定係數"},
	"ranges":       {Zh: "设置量程", En: "Set ranges", Tw: "設定量程"},
	"geometry":     {Zh: "设置节点", En: "Set geometry", Tw: "設定節點"},
	"connection":   {Zh: "设置接入", En: "Set connection", Tw: "設定接入"},
	"channels":     {Zh: "设置通道", En: "Set channels", Tw: "設定通道"},
	"basic":        {Zh: "设置设备配置", En: "Set device configuration", Tw: "設定設備設定"},
	"hem":          {Zh: "设置扩展模块", En: "Set expansion modules", Tw: "設定擴充模組"},
	"chart":        {Zh: "设置图表", En: "Set charts", Tw: "設定圖表"},
	"pam":          {Zh: "设置PAM配置", En: "Set PAM configuration", Tw: "設定PAM設定"},
	"gdmAngle":     {Zh: "设置网关初始倾角", En: "Set gateway's initial tilt", Tw: "設定閘道初始傾角"},
	"resolve":      {Zh: "设置解算", En: "Set resolve configuration", Tw: "設定解算"},

	"secretDisabled":      {Zh: "停用密钥", En: "Disable secret", Tw: "停用金鑰"},
	"calibrationFile":     {Zh: "上传标定文件", En: "Upload calibration file", Tw: "上傳標定檔"},
	"calibrationFileGone": {Zh: "删除标定文件", En: "Delete calibration file", Tw: "刪除標定檔"},
	"dismissWarnings":     {Zh: "清除设备告警", En: "Dismiss device warnings", Tw: "清除設備告警"},
}

// KindName is the name of a kind in a language; a kind without one stands for itself.
func KindName(kind, language string) string { return nameIn(kinds, kind, kind, language) }

// ActionName is the name of an action in a language.
func ActionName(action, language string) string { return nameIn(actions, action, action, language) }

// FieldName is the name of a field in a language.
func FieldName(field, language string) string {
	return nameIn(fields, strings.ToLower(field), field, language)
}

// permissionName is the name of a permission, such as View:Project.
func permissionName(pair, language string) string {
	action, area, ok := strings.Cut(pair, ":")
	if !ok {
		return pair
	}
	kind := lowerFirst(area)
	if kind == "measuringPoint" {
		kind = "point"
	}
	return KindName(kind, language) + "·" + nameIn(rights, action, action, language)
}

func valueName(field, value, language string) string {
	if strings.HasPrefix(value, "/api/files/") { // an address says nothing to a reader
		return fileWord.In(language)
	}
	return nameIn(valuesOf[field], value, nameIn(values, value, value, language), language)
}

// The catalogue names its codes itself.
func init() {
	for _, m := range catalogue.Measurements() {
		values[m.Code], valuesOf["measurement"][m.Code] = m.Label, m.Label // some types of devices have the same code
	}
	for _, d := range catalogue.DeviceTypes() {
		values[d.Code] = d.Label
	}
	for _, p := range catalogue.Protocols() {
		valuesOf["protocolcode"][p.Code] = p.Label
	}
	for _, p := range catalogue.Pages() {
		valuesOf["chart"][p.Slug] = p.Label
	}
	for _, f := range catalogue.SystemFormulas() {
		valuesOf["sysformula"][f.Code] = f.Label
	}
	for field, list := range map[string][]catalogue.Option{"fixedend": catalogue.FixedEnds(), "signal": catalogue.Signals(), "mode": catalogue.Modes()} {
		for _, o := range list {
			valuesOf[field][o.Code] = o.Label
		}
	}
	for _, list := range [][]catalogue.Option{catalogue.StructureTypes(), catalogue.DisplayTypes(), catalogue.PointKinds(), catalogue.CollectModes()} {
		for _, o := range list {
			values[o.Code] = o.Label
		}
	}
}

func nameIn(list map[string]label, key, fallback, language string) string {
	if l, ok := list[key]; ok {
		return l.In(language)
	}
	return fallback
}

// Kinds lists the kinds with their names, by code.
func Kinds() []catalogue.Option { return options(kinds) }

// Actions lists the actions with their names, by code.
func Actions() []catalogue.Option { return options(actions) }

func options(list map[string]label) []catalogue.Option {
	out := make([]catalogue.Option, 0, len(list))
	for code, l := range list {
		out = append(out, catalogue.Option{Code: code, Label: l})
	}
	slices.SortFunc(out, func(a, b catalogue.Option) int { return strings.Compare(a.Code, b.Code) })
	return out
}
