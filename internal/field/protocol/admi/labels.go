package admi

import (
	"strconv"
	"time"

	"plumbline/internal/field/protocol/admi/admipb"
	"plumbline/internal/platform/i18n"
)

var (
	labelStart   = i18n.Label{Zh: "起始符", En: "Start", Tw: "起始符"}
	labelLength  = i18n.Label{Zh: "长度", En: "Length", Tw: "長度"}
	labelReading = i18n.Label{Zh: "读数", En: "Reading", Tw: "讀數"}
	labelOutcome = i18n.Label{Zh: "命令结果", En: "Outcome of a command", Tw: "命令結果"}
)

func readingText(r *admipb.Reading) string {
	return "no. " + strconv.FormatUint(r.Number, 10) + ", " + time.UnixMilli(r.TimeMs).UTC().Format(time.RFC3339) + ", " +
		strconv.Itoa(len(r.Segments)) + " segments"
}

func outcomeText(o *admipb.Outcome) string {
	return strconv.FormatInt(o.Id, 10) + ": " + o.Code.String() + " " + o.Message
}
