package devices

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/query"
	"plumbline/internal/feature/report/export"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/platform/spreadsheet"
)

var (
	devicesName = i18n.Label{Zh: "设备", En: "Devices", Tw: "設備"}
	dailyName   = i18n.Label{Zh: "每日到报", En: "Arrival by day", Tw: "每日到報"}
	voltageName = i18n.Label{Zh: "每日最低电压", En: "Lowest voltage by day", Tw: "每日最低電壓"}
	eventsName  = i18n.Label{Zh: "健康事件", En: "Health events", Tw: "健康事件"}

	deviceLabel   = i18n.Label{Zh: "设备", En: "Device", Tw: "設備"}
	expectedLabel = i18n.Label{Zh: "应到", En: "Expected", Tw: "應到"}
	receivedLabel = i18n.Label{Zh: "实到", En: "Received", Tw: "實到"}
	arrivalLabel  = i18n.Label{Zh: "到报率 (%)", En: "Arrival (%)", Tw: "到報率 (%)"}

	deviceHead = []i18n.Label{
		deviceLabel,
		{Zh: "类型", En: "Type", Tw: "類型"},
		{Zh: "型号", En: "Model", Tw: "型號"},
		{Zh: "序列号", En: "Serial number", Tw: "序號"},
		export.PointsLabel,
		{Zh: "采集间隔 (min)", En: "Interval (min)", Tw: "採集間隔 (min)"},
		expectedLabel,
		receivedLabel,
		arrivalLabel,
		{Zh: "已存读数", En: "Stored readings", Tw: "已存讀數"},
		{Zh: "迟于 7 天到达", En: "Later than 7 days", Tw: "遲於 7 天到達"},
		{Zh: "首次读数", En: "First reading", Tw: "首次讀數"},
		{Zh: "末次读数", En: "Last reading", Tw: "末次讀數"},
		{Zh: "期初电压 (V)", En: "First voltage (V)", Tw: "期初電壓 (V)"},
		{Zh: "最低电压 (V)", En: "Lowest voltage (V)", Tw: "最低電壓 (V)"},
		{Zh: "期末电压 (V)", En: "Last voltage (V)", Tw: "期末電壓 (V)"},
		{Zh: "数据缺失次数", En: "Times data were lost", Tw: "資料缺失次數"},
		{Zh: "低电压次数", En: "Times voltage was low", Tw: "低電壓次數"},
		{Zh: "数据重复次数", En: "Times data were repeated", Tw: "資料重複次數"},
		{Zh: "测点结果数", En: "Results of points", Tw: "測點結果數"},
		{Zh: "异常比例 (%)", En: "Abnormal (%)", Tw: "異常比例 (%)"},
	}
	dailyHead = []i18n.Label{deviceLabel, {Zh: "日期", En: "Day", Tw: "日期"}, expectedLabel, receivedLabel, arrivalLabel}
	eventHead = []i18n.Label{
		deviceLabel,
		{Zh: "事件", En: "Event", Tw: "事件"},
		{Zh: "开始", En: "From", Tw: "開始"},
		{Zh: "结束", En: "To", Tw: "結束"},
		{Zh: "时长 (h)", En: "Duration (h)", Tw: "時長 (h)"},
	}
	openText      = i18n.Label{Zh: "未结束", En: "Open", Tw: "未結束"}
	arrivalText   = i18n.Label{Zh: "到报率", En: "Arrival", Tw: "到報率"}
	arrivalRule   = i18n.Label{Zh: "实到的应报读数 ÷ 应到；应到 = 时段 ÷ 采集间隔，取整；每次应报读数只计一次；7 天内补传的计入", En: "Scheduled readings that came, divided by those expected: the period divided by the interval, rounded down. Each counts once, and if it came within 7 days", Tw: "實到的應報讀數 ÷ 應到；應到 = 時段 ÷ 採集間隔，取整；每次應報讀數只計一次；7 天內補傳的計入"}
	sinceText     = i18n.Label{Zh: "应到起算", En: "Expected from", Tw: "應到起算"}
	sinceRule     = i18n.Label{Zh: "设备建档或首次读数之后", En: "When the device was created, or its first reading", Tw: "設備建檔或首次讀數之後"}
	abnormalText  = i18n.Label{Zh: "异常比例", En: "Abnormal", Tw: "異常比例"}
	abnormalRule  = i18n.Label{Zh: "设备作为主设备期间，其测点无效结果所占的比例", En: "The share of results of its points that are not valid, while it is their main device", Tw: "設備作為主設備期間，其測點無效結果所佔的比例"}
	noExpectation = i18n.Label{Zh: "没有采集间隔的设备没有应到和到报率", En: "Devices without an interval have no expected readings and no arrival", Tw: "沒有採集間隔的設備沒有應到和到報率"}
)

func about(s *export.Subject, r *DeviceResearchExport, devices int) [][]string {
	return s.About(
		[]string{s.In(devicesName), fmt.Sprint(devices)},
		s.Range(r.Start, r.End),
		[]string{s.In(arrivalText), s.In(arrivalRule)},
		[]string{s.In(sinceText), s.In(sinceRule)},
		[]string{s.In(abnormalText), s.In(abnormalRule)},
		[]string{s.In(expectedLabel), s.In(noExpectation)},
	)
}

// table writes the tables of a file.
type table struct {
	*export.Subject
	book    export.Book
	request *DeviceResearchExport
	days    [][]query.DayArrival // of the devices
	events  []event
	lines   int64
}

func (t *table) device(ctx context.Context, d *device, points []int64) error {
	a, err := t.Read().Arrivals(ctx, query.ArrivalRequest{
		Device: d.ID, Created: d.CreatedAt, Points: points, Start: t.request.Start.Millis(), End: min(t.request.End.Millis(), t.Known), Zone: t.Zone,
	})
	if err != nil {
		return err
	}
	happened, err := events(ctx, t.Subject, []int64{d.ID}, t.request)
	if err != nil {
		return err
	}
	t.days, t.events, t.lines = append(t.days, a.Days), append(t.events, happened...), t.lines+1
	b := t.book
	b.Line()
	for _, text := range []string{d.Name, d.Type, d.Model, d.SnCode} {
		b.Text(text)
	}
	b.Number(float64(len(points)))
	b.Number(over(a.Interval, 60_000))
	t.arrival(a.Expected, a.Received)
	b.Number(float64(a.Readings))
	b.Number(float64(a.Late))
	b.Time(a.First)
	b.Time(a.Last)
	for _, volts := range []float64{a.Voltage.First, a.Voltage.Min, a.Voltage.Last} {
		b.Number(export.Rounded(volts, 2))
	}
	for _, kind := range alarm.HealthKinds() {
		n := 0
		for _, e := range happened {
			if e.Kind == kind {
				n++
			}
		}
		b.Number(float64(n))
	}
	b.Number(float64(a.Results))
	b.Number(export.Rounded(100*part(a.Abnormal, a.Results), 2))
	return nil
}

// arrival writes what was expected, what was received, and the share.
func (t *table) arrival(expected, received int64) {
	if expected == 0 {
		t.book.Number(math.NaN())
		t.book.Number(math.NaN())
		t.book.Number(math.NaN())
		return
	}
	t.book.Number(float64(expected))
	t.book.Number(float64(received))
	t.book.Number(export.Rounded(100*part(received, expected), 2))
}

// part returns a share; NaN of nothing.
func part(some, all int64) float64 { return float64(some) / float64(all) }

// over returns a number in another unit; NaN for 0, which stands for none.
func over(v, unit int64) float64 {
	if v == 0 {
		return math.NaN()
	}
	return float64(v) / float64(unit)
}

// daily writes the arrival of each device by day.
func (t *table) daily(devices []device) {
	t.book.Begin(t.In(dailyName), t.Head(dailyHead...))
	for i, days := range t.days {
		for _, day := range days {
			t.book.Line()
			t.book.Text(devices[i].Name)
			t.book.Time(day.Day)
			t.arrival(day.Expected, day.Received)
			t.lines++
		}
	}
}

// inChart is the number of devices in a chart.
const inChart = 8

// voltages writes the lowest voltage of each day: a line for each, a column for each device that reports one.
func (t *table) voltages(devices []device) {
	var shown []int
	var days []int64
	for i := range t.days {
		measured := func(d query.DayArrival) bool { return !math.IsNaN(d.Voltage) }
		if !slices.ContainsFunc(t.days[i], measured) {
			continue
		}
		shown = append(shown, i)
		for _, d := range t.days[i] {
			days = append(days, d.Day)
		}
	}
	if len(shown) == 0 {
		return
	}
	slices.Sort(days)
	head := []string{t.In(dailyHead[1])}
	for _, i := range shown {
		head = append(head, devices[i].Name+" (V)")
	}
	t.book.Begin(t.In(voltageName), head)
	for first := 1; first < len(head); first += inChart {
		chart := spreadsheet.Chart{Title: t.In(voltageName), Unit: "V"}
		for column := first; column < min(first+inChart, len(head)); column++ {
			chart.Columns = append(chart.Columns, column)
		}
		t.book.Draw(chart)
	}
	for _, day := range slices.Compact(days) {
		t.book.Line()
		t.book.Time(day)
		t.lines++
		for _, i := range shown {
			at, found := slices.BinarySearchFunc(t.days[i], day, func(d query.DayArrival, day int64) int { return cmp.Compare(d.Day, day) })
			if !found || math.IsNaN(t.days[i][at].Voltage) {
				t.book.Empty()
				continue
			}
			t.book.Number(export.Rounded(t.days[i][at].Voltage, 2))
		}
	}
}

// happened writes the health events.
func (t *table) happened(devices []device) {
	names := map[int64]string{}
	for i := range devices {
		names[devices[i].ID] = devices[i].Name
	}
	t.book.Begin(t.In(eventsName), t.Head(eventHead...))
	for _, e := range t.events {
		t.book.Line()
		t.book.Text(names[e.DeviceID])
		fault, _ := e.Kind.Fault()
		t.book.Text(t.In(fault))
		t.book.Time(e.Opened)
		if e.Ended == 0 {
			t.book.Text(t.In(openText))
		} else {
			t.book.Time(e.Ended)
			t.book.Number(export.Rounded(float64(e.Ended-e.Opened)/3_600_000, 2))
		}
		t.lines++
	}
}
