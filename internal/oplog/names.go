package oplog

import (
	"slices"
	"strings"

	"plumbline/internal/catalogue"
)

type label = catalogue.Label

// kinds are what entries are about, by code.
var kinds = map[string]label{
	"apiKey":       {Zh: "API 密钥", En: "API key", Tw: "API 金鑰"},
	"code":         {Zh: "验证码", En: "Code", Tw: "驗證碼"},
	"file":         {Zh: "文件", En: "File", Tw: "檔案"},
	"license":      {Zh: "授权许可", En: "License", Tw: "授權許可"},
	"session":      {Zh: "登录会话", En: "Session", Tw: "登入工作階段"},
	"secondFactor": {Zh: "两步验证", En: "Second factor", Tw: "兩步驟驗證"},
	"command":      {Zh: "设备指令", En: "Device command", Tw: "設備指令"},
	"firmware":     {Zh: "固件", En: "Firmware", Tw: "韌體"},
	"action":       {Zh: "批量操作", En: "Action", Tw: "批次操作"},
	"alert":        {Zh: "告警", En: "Alert", Tw: "告警"},
	"alertRule":    {Zh: "告警规则", En: "Alert rule", Tw: "告警規則"},
	"corporation":  {Zh: "企业", En: "Corporation", Tw: "企業"},
	"correction":   {Zh: "数据修正", En: "Correction", Tw: "資料修正"},
	"data":         {Zh: "监测数据", En: "Monitoring data", Tw: "監測資料"},
	"replacement":  {Zh: "设备组更换", En: "Device group replacement", Tw: "設備組更換"},
	"deviceModel":  {Zh: "设备型号", En: "Device model", Tw: "設備型號"},
	"device":       {Zh: "设备", En: "Device", Tw: "設備"},
	"job":          {Zh: "后台任务", En: "Job", Tw: "背景工作"},
	"operationLog": {Zh: "操作日志", En: "Operation log", Tw: "操作日誌"},
	"point":        {Zh: "测点", En: "Measuring point", Tw: "測點"},
	"plan":         {Zh: "图纸", En: "Drawing", Tw: "圖紙"},
	"project":      {Zh: "项目", En: "Project", Tw: "專案"},
	"pushRule":     {Zh: "推送规则", En: "Push rule", Tw: "推送規則"},
	"report":       {Zh: "报表", En: "Report", Tw: "報表"},
	"role":         {Zh: "角色", En: "Role", Tw: "角色"},
	"structure":    {Zh: "结构物", En: "Structure", Tw: "結構物"},
	"user":         {Zh: "用户", En: "User", Tw: "使用者"},
	"userGroup":    {Zh: "用户组", En: "User group", Tw: "使用者群組"},
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
	"geometry":     {Zh: "设置节点", En: "Set geometry", Tw: "設定節點"},
	"connection":   {Zh: "设置接入", En: "Set connection", Tw: "設定接入"},
	"channels":     {Zh: "设置通道", En: "Set channels", Tw: "設定通道"},
	"basic":        {Zh: "设置设备配置", En: "Set device configuration", Tw: "設定設備設定"},
	"hem":          {Zh: "设置扩展模块", En: "Set expansion modules", Tw: "設定擴充模組"},
	"chart":        {Zh: "设置图表", En: "Set charts", Tw: "設定圖表"},
	"pam":          {Zh: "设置PAM配置", En: "Set PAM configuration", Tw: "設定PAM設定"},
	"gdmAngle":     {Zh: "设置网关初始倾角", En: "Set gateway's initial tilt", Tw: "設定閘道初始傾角"},
	"resolve":      {Zh: "设置解算", En: "Set resolve configuration", Tw: "設定解算"},

	"calibrationFile":     {Zh: "上传标定文件", En: "Upload calibration file", Tw: "上傳標定檔"},
	"calibrationFileGone": {Zh: "删除标定文件", En: "Delete calibration file", Tw: "刪除標定檔"},
	"dismissWarnings":     {Zh: "清除设备告警", En: "Dismiss device warnings", Tw: "清除設備告警"},
}

// fields are the names of fields, by their lower-case name.
var fields = map[string]label{
	"location":             {Zh: "安装位置", En: "Location", Tw: "安裝位置"},
	"section":              {Zh: "监测断面", En: "Section", Tw: "監測斷面"},
	"chainage":             {Zh: "桩号", En: "Chainage", Tw: "樁號"},
	"elevation":            {Zh: "高程", En: "Elevation", Tw: "高程"},
	"collarelevation":      {Zh: "孔口高程", En: "Elevation of the collar", Tw: "孔口高程"},
	"installedat":          {Zh: "安装时间", En: "Installed", Tw: "安裝時間"},
	"pitdepthh":            {Zh: "基坑开挖深度", En: "Excavation depth", Tw: "基坑開挖深度"},
	"soillayers":           {Zh: "土层", En: "Soil layer", Tw: "土層"},
	"stages":               {Zh: "开挖工况", En: "Excavation stage", Tw: "開挖工況"},
	"depth":                {Zh: "深度", En: "Depth", Tw: "深度"},
	"date":                 {Zh: "时间", En: "Date", Tw: "時間"},
	"designvalues":         {Zh: "设计值", En: "Design value", Tw: "設計值"},
	"f1":                   {Zh: "f1", En: "f1", Tw: "f1"},
	"f2":                   {Zh: "f2", En: "f2", Tw: "f2"},
	"fy":                   {Zh: "fy", En: "fy", Tw: "fy"},
	"lockoffforce":         {Zh: "锁定值", En: "Lock-off force", Tw: "鎖定值"},
	"control":              {Zh: "控制值", En: "Control value", Tw: "控制值"},
	"accumulated":          {Zh: "累计变化量", En: "Accumulated change", Tw: "累計變化量"},
	"material":             {Zh: "材料", En: "Material", Tw: "材料"},
	"e":                    {Zh: "弹性模量", En: "Elastic modulus", Tw: "彈性模數"},
	"a":                    {Zh: "截面积", En: "Area", Tw: "斷面積"},
	"ec":                   {Zh: "混凝土弹性模量", En: "Modulus of concrete", Tw: "混凝土彈性模數"},
	"es":                   {Zh: "钢筋弹性模量", En: "Modulus of steel", Tw: "鋼筋彈性模數"},
	"as":                   {Zh: "钢筋截面积", En: "Area of steel", Tw: "鋼筋斷面積"},
	"boltcount":            {Zh: "螺栓数", En: "Bolts", Tw: "螺栓數"},
	"chart":                {Zh: "图表", En: "Chart", Tw: "圖表"},
	"configs":              {Zh: "设置", En: "Settings", Tw: "設定"},
	"decimals":             {Zh: "小数位数", En: "Decimals", Tw: "小數位數"},
	"palette":              {Zh: "配色", En: "Colours", Tw: "配色"},
	"showthreshold":        {Zh: "显示阈值线", En: "Limits shown", Tw: "顯示閾值線"},
	"reversedepth":         {Zh: "深度向下", En: "Depth downwards", Tw: "深度向下"},
	"profilechart1lmetric": {Zh: "剖面图左侧指标", En: "Left metric of the profile", Tw: "剖面圖左側指標"},
	"profilechart1rmetric": {Zh: "剖面图右侧指标", En: "Right metric of the profile", Tw: "剖面圖右側指標"},
	"after":                {Zh: "之后", En: "After", Tw: "之後"},
	"before":               {Zh: "之前", En: "Before", Tw: "之前"},
	"at":                   {Zh: "时刻", En: "At", Tw: "時刻"},
	"carriedat":            {Zh: "累计衔接时刻", En: "Carried over at", Tw: "累計銜接時刻"},
	"migratedat":           {Zh: "迁移时刻", En: "Migrated at", Tw: "遷移時刻"},
	"state":                {Zh: "状态", En: "State", Tw: "狀態"},
	"undoneat":             {Zh: "撤销时刻", En: "Undone at", Tw: "撤銷時刻"},
	"versions":             {Zh: "版本", En: "Versions", Tw: "版本"},
	"versionid":            {Zh: "版本号", En: "Version", Tw: "版本號"},
	"corrections":          {Zh: "数据修正", En: "Corrections", Tw: "資料修正"},
	"channelprotocol":      {Zh: "通道协议", En: "Channel protocol", Tw: "通道協定"},
	"ismeasuring":          {Zh: "测量设备", En: "Measuring", Tw: "測量設備"},
	"ismultichannel":       {Zh: "多通道", En: "Several channels", Tw: "多通道"},
	"issensor":             {Zh: "传感器", En: "Sensor", Tw: "感測器"},
	"label":                {Zh: "名称", En: "Label", Tw: "名稱"},
	"registerissame":       {Zh: "注册号同序列号", En: "Register is the serial number", Tw: "註冊號同序號"},
	"series":               {Zh: "系列", En: "Series", Tw: "系列"},
	"withcollector":        {Zh: "经采集仪接入", En: "Through a collector", Tw: "經採集儀接入"},
	"withnetwork":          {Zh: "自带网络", En: "With network", Tw: "自帶網路"},
	"slaves":               {Zh: "从机", En: "Slaves", Tw: "從機"},
	"firstchannelno":       {Zh: "首通道号", En: "First channel", Tw: "首通道號"},
	"ymax":                 {Zh: "纵轴上限", En: "Upper end of the axis", Tw: "縱軸上限"},
	"ymin":                 {Zh: "纵轴下限", En: "Lower end of the axis", Tw: "縱軸下限"},
	"coorsystem":           {Zh: "坐标系", En: "Coordinate system", Tw: "座標系"},
	"command":              {Zh: "指令", En: "Command", Tw: "指令"},
	"args":                 {Zh: "参数", En: "Arguments", Tw: "參數"},
	"version":              {Zh: "版本", En: "Version", Tw: "版本"},
	"accountid":            {Zh: "账号", En: "Account", Tw: "帳號"},
	"allowhelpedits":       {Zh: "允许协助人员修改", En: "Helpers may edit", Tw: "允許協助人員修改"},
	"emailverified":        {Zh: "邮箱已验证", En: "E-mail verified", Tw: "電子郵件已驗證"},
	"hint":                 {Zh: "开头", En: "Begins with", Tw: "開頭"},
	"mobileverified":       {Zh: "手机号已验证", En: "Mobile verified", Tw: "手機號碼已驗證"},
	"projectid":            {Zh: "项目", En: "Project", Tw: "專案"},
	"requiresecondfactor":  {Zh: "要求两步验证", En: "Second factor required", Tw: "要求兩步驟驗證"},
	"secondfactor":         {Zh: "两步验证", En: "Second factor", Tw: "兩步驟驗證"},
	"suspended":            {Zh: "企业已停用", En: "Corporation disabled", Tw: "企業已停用"},
	"termsacceptedat":      {Zh: "接受条款时间", En: "Terms accepted at", Tw: "接受條款時間"},
	"termsversion":         {Zh: "条款版本", En: "Version of the terms", Tw: "條款版本"},
	"expiresat":            {Zh: "到期时间", En: "Expires at", Tw: "到期時間"},
	"endsat":               {Zh: "结束时间", En: "Ends at", Tw: "結束時間"},
	"scopes":               {Zh: "范围", En: "Scopes", Tw: "範圍"},
	"edits":                {Zh: "允许编辑", En: "May edit", Tw: "允許編輯"},
	"until":                {Zh: "结束时间", En: "Ends", Tw: "結束時間"},
	"groups":               {Zh: "用户组", En: "User groups", Tw: "使用者群組"},
	"removed":              {Zh: "移出的用户", En: "Removed users", Tw: "移出的使用者"},
	"added":                {Zh: "加入的用户", En: "Added users", Tw: "加入的使用者"},
	"":                     {Zh: "状态", En: "State", Tw: "狀態"},
	"abnormal":             {Zh: "异常阈值", En: "Abnormal threshold", Tw: "異常閾值"},
	"active":               {Zh: "启用", En: "Active", Tw: "啟用"},
	"activealertgrading":   {Zh: "分级预警", En: "Graded early warning", Tw: "分級預警"},
	"activedataprocess":    {Zh: "数据处理", En: "Data processing", Tw: "資料處理"},
	"activensbdinfotable":  {Zh: "南水北调信息表", En: "Water transfer information table", Tw: "南水北調資訊表"},
	"address":              {Zh: "地址", En: "Address", Tw: "地址"},
	"amount":               {Zh: "修正量", En: "Amount", Tw: "修正量"},
	"avatar":               {Zh: "头像", En: "Avatar", Tw: "頭像"},
	"axisazimuth":          {Zh: "轴线方位角", En: "Axis azimuth", Tw: "軸線方位角"},
	"blue":                 {Zh: "蓝色", En: "Blue", Tw: "藍色"},
	"category":             {Zh: "监测类别", En: "Category", Tw: "監測類別"},
	"channelno":            {Zh: "通道号", En: "Channel", Tw: "通道號"},
	"channels":             {Zh: "通道", En: "Channel", Tw: "通道"},
	"code":                 {Zh: "编码", En: "Code", Tw: "編碼"},
	"collectorid":          {Zh: "采集设备", En: "Collector", Tw: "採集設備"},
	"computedfield":        {Zh: "计算字段", En: "Computed field", Tw: "計算欄位"},
	"confirmtimes":         {Zh: "确认次数", En: "Confirmations", Tw: "確認次數"},
	"copyright":            {Zh: "版权信息", En: "Copyright", Tw: "版權資訊"},
	"count":                {Zh: "次数", En: "Count", Tw: "次數"},
	"deviceid":             {Zh: "设备", En: "Device", Tw: "設備"},
	"direction":            {Zh: "方向", En: "Direction", Tw: "方向"},
	"displayname":          {Zh: "昵称", En: "Display name", Tw: "暱稱"},
	"displaytype":          {Zh: "展示方式", En: "Display type", Tw: "展示方式"},
	"documentdisabled":     {Zh: "隐藏文档", En: "Hide documents", Tw: "隱藏文件"},
	"domainprefix":         {Zh: "域名前缀", En: "Domain prefix", Tw: "網域前綴"},
	"email":                {Zh: "邮箱", En: "E-mail", Tw: "電子郵件"},
	"enable":               {Zh: "启用", En: "Enabled", Tw: "啟用"},
	"end":                  {Zh: "结束时间", En: "End", Tw: "結束時間"},
	"favicon":              {Zh: "网站图标", En: "Favicon", Tw: "網站圖示"},
	"field":                {Zh: "字段", En: "Field", Tw: "欄位"},
	"fields":               {Zh: "字段", En: "Fields", Tw: "欄位"},
	"fixedend":             {Zh: "固定端", En: "Fixed end", Tw: "固定端"},
	"formula":              {Zh: "公式", En: "Formula", Tw: "公式"},
	"formulatype":          {Zh: "公式类型", En: "Formula type", Tw: "公式類型"},
	"from":                 {Zh: "起始时间", En: "From", Tw: "起始時間"},
	"interval":             {Zh: "采集间隔 (秒)", En: "Interval (s)", Tw: "採集間隔 (秒)"},
	"isitem":               {Zh: "监测项", En: "Item", Tw: "監測項"},
	"isused":               {Zh: "使用", En: "In use", Tw: "使用"},
	"itemid":               {Zh: "监测项", En: "Item", Tw: "監測項"},
	"keepolduntil":         {Zh: "旧密钥有效至", En: "Old secret good until", Tw: "舊金鑰有效至"},
	"kind":                 {Zh: "种类", En: "Kind", Tw: "種類"},
	"language":             {Zh: "语言", En: "Language", Tw: "語言"},
	"latitude":             {Zh: "纬度", En: "Latitude", Tw: "緯度"},
	"len":                  {Zh: "长度 (mm)", En: "Length (mm)", Tw: "長度 (mm)"},
	"list":                 {Zh: "条目", En: "Entry", Tw: "項目"},
	"loginbackground":      {Zh: "登录背景", En: "Sign-in background", Tw: "登入背景"},
	"logo":                 {Zh: "标志", En: "Logo", Tw: "標誌"},
	"longitude":            {Zh: "经度", En: "Longitude", Tw: "經度"},
	"lostthreshold":        {Zh: "缺测容限 (次)", En: "Lost tolerance (collections)", Tw: "缺測容限 (次)"},
	"lower":                {Zh: "下限", En: "Lower limits", Tw: "下限"},
	"manufacturer":         {Zh: "生产厂家", En: "Manufacturer", Tw: "製造商"},
	"markangle":            {Zh: "标记角", En: "Mark angle", Tw: "標記角"},
	"measurement":          {Zh: "监测参数", En: "Measurement", Tw: "監測參數"},
	"mindepth":             {Zh: "最小深度 (m)", En: "Least depth (m)", Tw: "最小深度 (m)"},
	"mobile":               {Zh: "手机号", En: "Mobile", Tw: "手機號碼"},
	"mode":                 {Zh: "方式", En: "Mode", Tw: "方式"},
	"model":                {Zh: "型号", En: "Model", Tw: "型號"},
	"name":                 {Zh: "名称", En: "Name", Tw: "名稱"},
	"no":                   {Zh: "节点号", En: "Node", Tw: "節點號"},
	"noderange":            {Zh: "节点范围", En: "Nodes", Tw: "節點範圍"},
	"nodevalues":           {Zh: "各节点的值", En: "Values of nodes", Tw: "各節點的值"},
	"nodes":                {Zh: "节点", En: "Node", Tw: "節點"},
	"note":                 {Zh: "备注", En: "Note", Tw: "備註"},
	"options":              {Zh: "选项", En: "Options", Tw: "選項"},
	"orange":               {Zh: "橙色", En: "Orange", Tw: "橙色"},
	"outputframe":          {Zh: "输出坐标系", En: "Output frame", Tw: "輸出座標系"},
	"params":               {Zh: "参数", En: "Parameters", Tw: "參數"},
	"parentid":             {Zh: "所属结构物", En: "Structure", Tw: "所屬結構物"},
	"permissions":          {Zh: "权限", En: "Permissions", Tw: "權限"},
	"picture":              {Zh: "图片", En: "Picture", Tw: "圖片"},
	"marks":                {Zh: "图上位置", En: "Places on the drawing", Tw: "圖上位置"},
	"realwidth":            {Zh: "图宽 (m)", En: "Width (m)", Tw: "圖寬 (m)"},
	"north":                {Zh: "北向 (°)", En: "North (°)", Tw: "北向 (°)"},
	"planx":                {Zh: "平面图横坐标", En: "Position on the plan, x", Tw: "平面圖橫座標"},
	"plany":                {Zh: "平面图纵坐标", En: "Position on the plan, y", Tw: "平面圖縱座標"},
	"platformname":         {Zh: "平台名称", En: "Platform name", Tw: "平台名稱"},
	"pointid":              {Zh: "测点", En: "Measuring point", Tw: "測點"},
	"protocolcode":         {Zh: "协议", En: "Protocol", Tw: "協定"},
	"rate":                 {Zh: "频率 (Hz)", En: "Rate (Hz)", Tw: "頻率 (Hz)"},
	"reason":               {Zh: "原因", En: "Reason", Tw: "原因"},
	"status":               {Zh: "状态", En: "Status", Tw: "狀態"},
	"red":                  {Zh: "红色", En: "Red", Tw: "紅色"},
	"reference":            {Zh: "参考值", En: "Reference", Tw: "參考值"},
	"register":             {Zh: "注册号", En: "Register ID", Tw: "註冊號"},
	"remarks":              {Zh: "备注", En: "Remarks", Tw: "備註"},
	"restoremargin":        {Zh: "恢复裕度", En: "Restore margin", Tw: "恢復裕度"},
	"restoretimes":         {Zh: "恢复次数", En: "Restorations", Tw: "恢復次數"},
	"removedat":            {Zh: "移除时间", En: "Removed at", Tw: "移除時間"},
	"result":               {Zh: "结果", En: "Result", Tw: "結果"},
	"role":                 {Zh: "角色", En: "Role", Tw: "角色"},
	"roles":                {Zh: "角色", En: "Roles", Tw: "角色"},
	"rows":                 {Zh: "行数", En: "Rows", Tw: "列數"},
	"rules":                {Zh: "规则", En: "Rule", Tw: "規則"},
	"segmentlen":           {Zh: "节长 (mm)", En: "Segment length (mm)", Tw: "節長 (mm)"},
	"signal":               {Zh: "信号", En: "Signal", Tw: "訊號"},
	"slogan":               {Zh: "标语", En: "Slogan", Tw: "標語"},
	"sn":                   {Zh: "序列号", En: "Serial number", Tw: "序號"},
	"sncode":               {Zh: "序列号", En: "Serial number", Tw: "序號"},
	"source":               {Zh: "来源", En: "Source", Tw: "來源"},
	"sources":              {Zh: "数据来源", En: "Source", Tw: "資料來源"},
	"start":                {Zh: "开始时间", En: "Start", Tw: "開始時間"},
	"structureid":          {Zh: "结构物", En: "Structure", Tw: "結構物"},
	"supersededat":         {Zh: "作废时间", En: "Superseded at", Tw: "作廢時間"},
	"supersededby":         {Zh: "作废人", En: "Superseded by", Tw: "作廢人"},
	"sysformula":           {Zh: "系统公式", En: "System formula", Tw: "系統公式"},
	"takenbackat":          {Zh: "撤销时间", En: "Taken back at", Tw: "撤銷時間"},
	"takenbackby":          {Zh: "撤销人", En: "Taken back by", Tw: "撤銷人"},
	"theme":                {Zh: "主题", En: "Theme", Tw: "主題"},
	"time":                 {Zh: "时间", En: "Time", Tw: "時間"},
	"timezone":             {Zh: "时区", En: "Time zone", Tw: "時區"},
	"title":                {Zh: "标题", En: "Title", Tw: "標題"},
	"to":                   {Zh: "截止时间", En: "To", Tw: "截止時間"},
	"twist":                {Zh: "扭转角", En: "Twist", Tw: "扭轉角"},
	"twistcorrection":      {Zh: "扭转修正", En: "Twist correction", Tw: "扭轉修正"},
	"type":                 {Zh: "类型", En: "Type", Tw: "類型"},
	"used":                 {Zh: "使用", En: "In use", Tw: "使用"},
	"users":                {Zh: "用户", En: "Users", Tw: "使用者"},
	"usestructure":         {Zh: "显示结构物层级", En: "Show structures", Tw: "顯示結構物層級"},
	"validfrom":            {Zh: "生效时间", En: "Valid from", Tw: "生效時間"},
	"value":                {Zh: "值", En: "Value", Tw: "值"},
	"values":               {Zh: "值", En: "Value", Tw: "值"},
	"valuetype":            {Zh: "值类型", En: "Value type", Tw: "值類型"},
	"voltagethreshold":     {Zh: "电压阈值 (V)", En: "Voltage threshold (V)", Tw: "電壓閾值 (V)"},
	"yellow":               {Zh: "黄色", En: "Yellow", Tw: "黃色"},
}

// rights are the actions of permissions.
var rights = map[string]label{
	"View": {Zh: "查看", En: "view", Tw: "檢視"}, "Retrieve": {Zh: "查看", En: "view", Tw: "檢視"}, "Create": {Zh: "新增", En: "create", Tw: "新增"},
	"Update": {Zh: "编辑", En: "edit", Tw: "編輯"}, "Delete": {Zh: "删除", En: "delete", Tw: "刪除"},
}

// values are the words for codes in entries.
var values = map[string]label{
	"Pending": {Zh: "待处理", En: "Pending", Tw: "待處理"}, "Notice": {Zh: "已通知", En: "Notified", Tw: "已通知"},
	"Confirm": {Zh: "已确认", En: "Confirmed", Tw: "已確認"}, "FalseAlarm": {Zh: "误报", En: "False alarm", Tw: "誤報"},
	"Restore": {Zh: "已恢复", En: "Restored", Tw: "已恢復"},
	"Owner":   {Zh: "项目所有者", En: "Owner", Tw: "專案擁有者"}, "Manager": {Zh: "项目管理员", En: "Manager", Tw: "專案管理員"},
	"Member": {Zh: "项目成员", En: "Member", Tw: "專案成員"}, "Guest": {Zh: "访客", En: "Guest", Tw: "訪客"},
	"observed": {Zh: "观测值", En: "observed value", Tw: "觀測值"}, "accumulated": {Zh: "累计变化量", En: "accumulated change", Tw: "累計變化量"},
	"rate": {Zh: "变化速率", En: "rate of change", Tw: "變化速率"}, "both": {Zh: "双向", En: "both", Tw: "雙向"},
	"withdraw": {Zh: "撤下数据", En: "withdrawal", Tw: "撤下資料"}, "shift": {Zh: "位移修正", En: "shift", Tw: "位移修正"},
	"topshift": {Zh: "顶部修正", En: "top shift", Tw: "頂部修正"}, "initshift": {Zh: "初值修正", En: "initial-value correction", Tw: "初值修正"}, "replace": {Zh: "替换数值", En: "replacement", Tw: "替換數值"},
	"white": {Zh: "浅色", En: "light", Tw: "淺色"}, "default": {Zh: "深色", En: "dark", Tw: "深色"},
}

// valuesOf are the words for codes that mean another thing in another field.
var valuesOf = map[string]map[string]label{
	"kind": {
		"Measuring": {Zh: "测量设备", En: "Measuring device", Tw: "量測設備"}, "Collector": {Zh: "采集器", En: "Collector", Tw: "採集器"},
		"DTU":  {Zh: "数据传输单元", En: "Data transfer unit", Tw: "資料傳輸單元"},
		"plan": {Zh: "平面图", En: "Plan", Tw: "平面圖"}, "elevation": {Zh: "立面图", En: "Elevation", Tw: "立面圖"}, "section": {Zh: "断面图", En: "Section", Tw: "斷面圖"},
	},
	"language": {
		"zh": {Zh: "简体中文", En: "Simplified Chinese", Tw: "簡體中文"}, "en": {Zh: "英语", En: "English", Tw: "英語"},
		"zh-TW": {Zh: "繁体中文", En: "Traditional Chinese", Tw: "繁體中文"},
	},
	"protocolcode": {}, // the catalogue's, as those of system formulas
	"sysformula":   {},
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
	return nameIn(valuesOf[field], value, nameIn(values, value, value, language), language)
}

// The catalogue names its codes itself.
func init() {
	for _, m := range catalogue.Measurements() {
		values[m.Code] = m.Label
	}
	for _, d := range catalogue.DeviceTypes() {
		values[d.Code] = d.Label
	}
	for _, p := range catalogue.Protocols() {
		valuesOf["protocolcode"][p.Code] = p.Label
	}
	for _, f := range catalogue.SystemFormulas() {
		valuesOf["sysformula"][f.Code] = f.Label
	}
	for _, list := range [][]catalogue.Option{catalogue.StructureTypes(), catalogue.PointKinds(), catalogue.CollectModes()} {
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
