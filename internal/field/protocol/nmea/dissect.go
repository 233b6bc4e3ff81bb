package nmea

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"plumbline/internal/field/protocol"
	"plumbline/internal/field/protocol/nmea/sentence"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

var (
	labelBegin    = i18n.Label{Zh: "语句头", En: "Sentence", Tw: "語句開頭"}
	labelField    = i18n.Label{Zh: "字段", En: "Field", Tw: "欄位"}
	labelChecksum = i18n.Label{Zh: "校验和", En: "Checksum", Tw: "校驗和"}

	utc       = i18n.Label{Zh: "UTC时间", En: "UTC time", Tw: "UTC時間"}
	latitude  = i18n.Label{Zh: "纬度", En: "Latitude", Tw: "緯度"}
	longitude = i18n.Label{Zh: "经度", En: "Longitude", Tw: "經度"}
	side      = i18n.Label{Zh: "半球", En: "Hemisphere", Tw: "半球"}
	unit      = i18n.Label{Zh: "单位", En: "Unit", Tw: "單位"}
	status    = i18n.Label{Zh: "状态", En: "Status", Tw: "狀態"}
	date      = i18n.Label{Zh: "日期", En: "Date", Tw: "日期"}
	skipped   = i18n.Label{}

	labels = map[string][]i18n.Label{
		"GGA": {
			utc, latitude, side, longitude, side,
			{Zh: "定位质量", En: "Quality", Tw: "定位品質"},
			{Zh: "卫星数", En: "Satellites", Tw: "衛星數"},
			{Zh: "水平精度因子", En: "HDOP", Tw: "水平精度因子"},
			{Zh: "大地水准面以上高", En: "Height above the geoid", Tw: "大地水準面以上高"},
			unit,
			{Zh: "大地水准面差距", En: "Geoid separation", Tw: "大地水準面差距"},
			unit,
			{Zh: "差分龄期", En: "Age of corrections", Tw: "差分齡期"},
			{Zh: "基准站号", En: "Base station", Tw: "基準站號"},
		},
		"GST": {
			utc,
			{Zh: "伪距残差均方根", En: "RMS of ranges", Tw: "虛擬距離殘差均方根"},
			skipped, skipped, skipped,
			{Zh: "纬度标准差（m）", En: "Standard deviation of latitude, m", Tw: "緯度標準差（m）"},
			{Zh: "经度标准差（m）", En: "Standard deviation of longitude, m", Tw: "經度標準差（m）"},
			{Zh: "高程标准差（m）", En: "Standard deviation of height, m", Tw: "高程標準差（m）"},
		},
		"RMC": {
			utc, status, latitude, side, longitude, side,
			{Zh: "速度（节）", En: "Speed, knots", Tw: "速度（節）"},
			{Zh: "航向", En: "Course", Tw: "航向"},
			date,
		},
		"ZDA": {utc, {Zh: "日", En: "Day", Tw: "日"}, {Zh: "月", En: "Month", Tw: "月"}, {Zh: "年", En: "Year", Tw: "年"}},
	}

	qualities = map[string]string{"0": "invalid", "1": "single", "2": "DGPS", "4": "RTK fixed", "5": "RTK float"}
)

// dissect takes sentences apart. A comma belongs to the field before it, the line break to the checksum.
func dissect(frame []byte, _ any) []protocol.Field {
	var d protocol.Dissection
	for d.At < len(frame) {
		end := len(frame)
		if i := bytes.IndexByte(frame[d.At:], '\n'); i >= 0 {
			end = d.At + i + 1
		}
		text := string(frame[d.At:end])
		body, sum, has := strings.Cut(strings.TrimRight(text, "\r\n"), "*")
		if body == "" || body[0] != '$' || !has {
			d.Add(end, protocol.Other, protocol.LabelUnknown, strings.ToValidUTF8(text, "?")).Fault = errs.New(errs.FrameUnknown)
			continue
		}
		words := strings.Split(body, ",")
		kind := words[0][min(3, len(words[0])):]
		for i, word := range words {
			next := min(d.At+len(word)+1, end)
			if i == len(words)-1 {
				next = d.At + len(word)
			}
			if next == d.At {
				continue // empty last field
			}
			fieldKind, label, text := describe(kind, i, words)
			d.Add(next, fieldKind, label, text)
		}
		check := d.Add(end, protocol.Check, labelChecksum, strings.ToValidUTF8(sum, "?"))
		if !sentence.Checked(body[1:], sum) {
			check.Fault = errs.New(errs.FrameChecksum, "got", check.Text, "want", fmt.Sprintf("%02X", sentence.Sum(body[1:])))
		}
	}
	return d.Fields
}

// describe returns what a field is and how people read it.
func describe(kind string, i int, words []string) (protocol.FieldKind, i18n.Label, string) {
	text := strings.ToValidUTF8(words[i], "?")
	if i == 0 {
		return protocol.Identity, labelBegin, text
	}
	names := labels[kind]
	if i > len(names) || names[i-1] == skipped {
		return protocol.Other, labelField, text
	}
	label := names[i-1]
	switch label {
	case utc, date:
		return protocol.Time, label, text
	case latitude, longitude:
		if i+1 < len(words) {
			if v, ok := sentence.Degrees(words[i], words[i+1]); ok {
				text = strconv.FormatFloat(round(v, 1e11), 'f', -1, 64) + "°"
			}
		}
	case labels["GGA"][5]:
		if name, ok := qualities[text]; ok {
			text += " " + name
		}
	}
	return protocol.Value, label, text
}
