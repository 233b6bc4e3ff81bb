package errs

// Corrections from a workbook (8470-8479).
var (
	NoShiftHere = message(8470, Invalid, "errNoShiftHere", "该测点此处没有可修正的累计变化量", "The point has no accumulated change here to correct", "該測點此處沒有可修正的累計變化量")
	AmountsNone = message(8472, Invalid, "errAmountsNone", "文件中没有填写修正量", "The file contains no correction values", "檔案中沒有填寫修正量")
	SameLine    = message(8471, Invalid, "errSameLine", "与第{line}行的测点、节点和时间相同", "Same point, node and time as line {line}", "與第{line}列的測點、節點和時間相同")
)

// Manual measurements (8510).
var NotByHand = message(8510, Invalid, "errNotByHand", "该监测项不能人工测量", "This item cannot be measured manually", "該監測項不能人工測量")
