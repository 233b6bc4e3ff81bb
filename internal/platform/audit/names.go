package audit

import (
	"slices"
	"strings"

	"plumbline/internal/platform/i18n"
)

type label = i18n.Label

// kinds are the display names of the kinds of things in entries, by code.
var kinds = map[string]label{
	"apiKey":        {Zh: "API 密钥", En: "API key", Tw: "API 金鑰"},
	"code":          {Zh: "验证码", En: "Code", Tw: "驗證碼"},
	"file":          {Zh: "文件", En: "File", Tw: "檔案"},
	"license":       {Zh: "授权许可", En: "License", Tw: "授權許可"},
	"session":       {Zh: "登录会话", En: "Session", Tw: "登入工作階段"},
	"secondFactor":  {Zh: "两步验证", En: "Two-step verification", Tw: "兩步驟驗證"},
	"command":       {Zh: "设备指令", En: "Device command", Tw: "設備指令"},
	"firmware":      {Zh: "固件", En: "Firmware", Tw: "韌體"},
	"action":        {Zh: "批量操作", En: "Action", Tw: "批次操作"},
	"alert":         {Zh: "告警", En: "Alert", Tw: "告警"},
	"alertRule":     {Zh: "告警规则", En: "Alert rule", Tw: "告警規則"},
	"corporation":   {Zh: "企业", En: "Corporation", Tw: "企業"},
	"correction":    {Zh: "数据修正", En: "Correction", Tw: "資料修正"},
	"data":          {Zh: "监测数据", En: "Monitoring data", Tw: "監測資料"},
	"replacement":   {Zh: "设备组更换", En: "Device group replacement", Tw: "設備組更換"},
	"importMapping": {Zh: "导入映射", En: "Import mapping", Tw: "匯入欄位對應"},
	"deviceType":    {Zh: "设备类型", En: "Device type", Tw: "設備類型"},
	"healthRule":    {Zh: "设备健康阈值", En: "Device health thresholds", Tw: "設備健康門檻值"},
	"deviceModel":   {Zh: "设备型号", En: "Device model", Tw: "設備型號"},
	"device":        {Zh: "设备", En: "Device", Tw: "設備"},
	"job":           {Zh: "后台任务", En: "Job", Tw: "背景工作"},
	"operationLog":  {Zh: "操作日志", En: "Operation log", Tw: "操作日誌"},
	"point":         {Zh: "测点", En: "Measuring point", Tw: "測點"},
	"plan":          {Zh: "图纸", En: "Drawing", Tw: "圖紙"},
	"testRun":       {Zh: "测试运行", En: "Test run", Tw: "測試執行"},
	"server":        {Zh: "服务器", En: "Server", Tw: "伺服器"},
	"project":       {Zh: "项目", En: "Project", Tw: "專案"},
	"pushRule":      {Zh: "推送规则", En: "Push rule", Tw: "推送規則"},
	"report":        {Zh: "报表", En: "Report", Tw: "報表"},
	"role":          {Zh: "角色", En: "Role", Tw: "角色"},
	"structure":     {Zh: "结构物", En: "Structure", Tw: "結構物"},
	"user":          {Zh: "用户", En: "User", Tw: "使用者"},
	"userGroup":     {Zh: "用户组", En: "User group", Tw: "使用者群組"},
}

// actions are the display names of actions, by code. A new version of an aspect is logged under the aspect's name.
var actions = map[string]label{
	"create":         {Zh: "新增", En: "Create", Tw: "新增"},
	"sort":           {Zh: "调整顺序", En: "Change order", Tw: "調整順序"},
	"update":         {Zh: "编辑", En: "Edit", Tw: "編輯"},
	"place":          {Zh: "标注位置", En: "Set location", Tw: "標註位置"},
	"delete":         {Zh: "删除", En: "Delete", Tw: "刪除"},
	"restore":        {Zh: "恢复", En: "Restore", Tw: "復原"},
	"purge":          {Zh: "彻底删除", En: "Delete permanently", Tw: "徹底刪除"},
	"convert":        {Zh: "转换类型", En: "Convert", Tw: "轉換類型"},
	"signIn":         {Zh: "登录", En: "Sign in", Tw: "登入"},
	"signOut":        {Zh: "退出登录", En: "Sign out", Tw: "登出"},
	"password":       {Zh: "修改密码", En: "Change password", Tw: "修改密碼"},
	"secret":         {Zh: "重新生成设备密钥", En: "Regenerate device secret", Tw: "重新產生設備金鑰"},
	"takeBack":       {Zh: "撤销", En: "Revoke", Tw: "撤銷"},
	"member":         {Zh: "设置成员", En: "Set project member", Tw: "設定成員"},
	"enable":         {Zh: "启用", En: "Enable", Tw: "啟用"},
	"disable":        {Zh: "停用", En: "Disable", Tw: "停用"},
	"roles":          {Zh: "设置角色", En: "Set roles", Tw: "設定角色"},
	"groups":         {Zh: "设置用户组", En: "Set user groups", Tw: "設定使用者群組"},
	"users":          {Zh: "设置用户", En: "Set users", Tw: "設定使用者"},
	"permissions":    {Zh: "设置权限", En: "Set permissions", Tw: "設定權限"},
	"memberGone":     {Zh: "移除成员", En: "Remove member", Tw: "移除成員"},
	"import":         {Zh: "导入数据", En: "Import data", Tw: "匯入資料"},
	"dismiss":        {Zh: "清除未解析报文", En: "Dismiss unparsed messages", Tw: "清除未解析封包"},
	"replay":         {Zh: "重新解析报文", En: "Reprocess messages", Tw: "重新解析封包"},
	"recompute":      {Zh: "重新计算", En: "Recompute", Tw: "重新計算"},
	"migrate":        {Zh: "迁移数据", En: "Migrate data", Tw: "遷移資料"},
	"upgrade":        {Zh: "升级固件", En: "Upgrade firmware", Tw: "升級韌體"},
	"commandButtons": {Zh: "设置常用按钮", En: "Set common buttons", Tw: "設定常用按鈕"},
	"disconnect":     {Zh: "断开连接", En: "Disconnect", Tw: "中斷連線"},
	"drain":          {Zh: "排空", En: "Drain", Tw: "排空"},
	"endDrain":       {Zh: "停止排空", En: "End drain", Tw: "停止排空"},
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
	"enter":          {Zh: "进入协助", En: "Start support access", Tw: "進入協助"},
	"endHelp":        {Zh: "结束协助", En: "End support access", Tw: "結束協助"},
	"ssoLink":        {Zh: "关联单点登录", En: "Link single sign-on", Tw: "關聯單一登入"},

	"signInPassword":    {Zh: "密码验证通过", En: "Password accepted", Tw: "密碼驗證通過"},
	"secondFactorBegin": {Zh: "开始设置两步验证", En: "Set up two-step verification", Tw: "開始設定兩步驟驗證"},
	"secondFactorOn":    {Zh: "启用两步验证", En: "Turn on two-step verification", Tw: "啟用兩步驟驗證"},
	"secondFactorOff":   {Zh: "停用两步验证", En: "Turn off two-step verification", Tw: "停用兩步驟驗證"},
	"recoveryCode":      {Zh: "使用恢复码", En: "Use recovery code", Tw: "使用復原碼"},
	"recoveryCodes":     {Zh: "重新生成恢复码", En: "Generate new recovery codes", Tw: "重新產生復原碼"},
	"secondFactor":      {Zh: "两步验证", En: "Two-step verification", Tw: "兩步驟驗證"},

	"binding":      {Zh: "设置绑定", En: "Set binding", Tw: "設定綁定"},
	"formula":      {Zh: "设置公式", En: "Set formula", Tw: "設定公式"},
	"initial":      {Zh: "设置初始值", En: "Set initial value", Tw: "設定初始值"},
	"processor":    {Zh: "设置解算参数", En: "Set processor", Tw: "設定解算參數"},
	"collect":      {Zh: "设置采集", En: "Set collection", Tw: "設定採集"},
	"monitoring":   {Zh: "开关监测", En: "Switch monitoring", Tw: "開關監測"},
	"engineering":  {Zh: "设置工程信息", En: "Set engineering information", Tw: "設定工程資訊"},
	"thresholds":   {Zh: "设置阈值", En: "Set thresholds", Tw: "設定門檻值"},
	"coefficients": {Zh: "设置系数", En: "Set coefficients", Tw: "設定係數"},
	"ranges":       {Zh: "设置量程", En: "Set ranges", Tw: "設定量程"},
	"geometry":     {Zh: "设置几何与节点", En: "Set geometry", Tw: "設定幾何與節點"},
	"connection":   {Zh: "设置接入通道", En: "Set connection", Tw: "設定接入通道"},
	"channels":     {Zh: "设置通道", En: "Set channels", Tw: "設定通道"},
	"basic":        {Zh: "修改设备配置", En: "Set device configuration", Tw: "變更設備設定"},
	"hem":          {Zh: "设置扩展模块", En: "Set expansion modules", Tw: "設定擴充模組"},
	"chart":        {Zh: "设置图表", En: "Set charts", Tw: "設定圖表"},
	"pam":          {Zh: "设置 PAM 配置", En: "Set PAM configuration", Tw: "設定 PAM 設定"},
	"gdmAngle":     {Zh: "设置网关初始倾角", En: "Set initial gateway tilt", Tw: "設定閘道初始傾角"},
	"link":         {Zh: "设置链路与协议", En: "Set link and protocol", Tw: "設定鏈路與協定"},
	"resolve":      {Zh: "设置 GNSS 解算", En: "Set GNSS solution", Tw: "設定 GNSS 解算"},

	"secretDisabled":      {Zh: "停用密钥", En: "Disable secret", Tw: "停用金鑰"},
	"calibrationFile":     {Zh: "上传标定文件", En: "Upload calibration file", Tw: "上傳標定檔"},
	"calibrationFileGone": {Zh: "删除标定文件", En: "Delete calibration file", Tw: "刪除標定檔"},
	"dismissWarnings":     {Zh: "清除设备告警", En: "Dismiss device warnings", Tw: "清除設備告警"},
}

// KindName returns the name of a kind in a language, or the code if there is none.
func KindName(kind, language string) string { return nameIn(kinds, kind, kind, language) }

// ActionName returns the name of an action in a language.
func ActionName(action, language string) string { return nameIn(actions, action, action, language) }

// FieldName returns the name of a field in a language.
func FieldName(field, language string) string {
	return nameIn(fields, strings.ToLower(field), field, language)
}

// permissionName returns the name of a permission, such as View:Project.
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
	if strings.HasPrefix(value, "/api/files/") { // a path means nothing to readers
		return fileWord.In(language)
	}
	return nameIn(valuesOf[field], value, nameIn(values, value, value, language), language)
}

func nameIn(list map[string]label, key, fallback, language string) string {
	if l, ok := list[key]; ok {
		return l.In(language)
	}
	return fallback
}

// Kinds lists the kinds and their names, sorted by code.
func Kinds() []i18n.Option { return options(kinds) }

// Actions lists the actions and their names, sorted by code.
func Actions() []i18n.Option { return options(actions) }

func options(list map[string]label) []i18n.Option {
	out := make([]i18n.Option, 0, len(list))
	for code, l := range list {
		out = append(out, i18n.Option{Code: code, Label: l})
	}
	slices.SortFunc(out, func(a, b i18n.Option) int { return strings.Compare(a.Code, b.Code) })
	return out
}
