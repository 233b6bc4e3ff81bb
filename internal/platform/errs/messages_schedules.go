package errs

// The report calendar and its schedules: 8890 to 8909.
var (
	TooManySchedules = message(8890, Conflict, "errTooManySchedules",
		"项目已有{max}个报告计划：先删除不用的", "The project has {max} report schedules: delete some first", "專案已有{max}個報告排程：請先刪除不用的")
	NoPeriodEnded = message(8891, Conflict, "errNoPeriodEnded",
		"还没有结束的周期：最早{first}之后才能生成", "No period has ended yet: the first one ends at {first}", "尚無結束的週期：最早於{first}之後才能產生")
	PeriodReported = message(8892, Conflict, "errPeriodReported",
		"这一周期已有报告", "This period has a report already", "這一週期已有報告")
	ScheduleAccountGone = message(8893, Invalid, "errScheduleAccountGone",
		"保存计划的账号“{name}”已停用，或不再有权生成这个项目的报告：由有权限的人重新保存计划",
		"The account “{name}” that saved the schedule is disabled or may no longer make reports of this project: somebody who may has to save the schedule again",
		"儲存排程的帳號「{name}」已停用，或不再有權產生這個專案的報告：請由有權限的人重新儲存排程")
	ScheduleTemplateGone = message(8894, Invalid, "errScheduleTemplateGone",
		"计划所用的模板已删除：在计划中另选模板", "The template of the schedule was deleted: choose another one in the schedule", "排程所用的範本已刪除：請在排程中另選範本")
	ScheduleStructureGone = message(8895, Invalid, "errScheduleStructureGone",
		"计划中的结构物已不存在：在计划中重新选择", "A structure of the schedule no longer exists: choose again in the schedule", "排程中的結構物已不存在：請在排程中重新選擇")
	SchedulePointsGone = message(8896, Invalid, "errSchedulePointsGone",
		"计划中的测点已不存在：在计划中重新选择", "Measuring points of the schedule no longer exist: choose again in the schedule", "排程中的測點已不存在：請在排程中重新選擇")
	LinksNeedAddress = message(8897, Invalid, "errLinksNeedAddress",
		"服务器未设置对外地址（--public-url），邮件中无法放链接：请选择附件",
		"The server has no public address (--public-url), so mails cannot have links: choose attachments",
		"伺服器未設定對外位址（--public-url），郵件中無法放連結：請選擇附件")
)
