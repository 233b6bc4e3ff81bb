// Package admi lets people set up the local services that read imported shape arrays (docs/admi.proto). Readings and
// commands of the arrays come over lines (field/transport/admi); the calls here ask a service directly.
package admi

import (
	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/i18n"
)

func init() {
	audit.Register(audit.Names{
		Actions: map[string]i18n.Label{
			"admiCollectConfig":   {Zh: "设置阵列采集参数", En: "Set how the array is read", Tw: "設定陣列採集參數"},
			"admiCollecting":      {Zh: "开始或停止阵列采集", En: "Start or stop reading the array", Tw: "開始或停止陣列採集"},
			"admiCalibration":     {Zh: "向采集服务发送标定文件", En: "Send calibration file to the collecting service", Tw: "向採集服務傳送標定檔"},
			"admiCalibrationGone": {Zh: "删除采集服务的标定文件", En: "Delete calibration file of the collecting service", Tw: "刪除採集服務的標定檔"},
		},
		Fields: map[string]i18n.Label{
			"averageCount":    {Zh: "平均次数", En: "Samples of a reading", Tw: "平均次數"},
			"calibrationFile": {Zh: "标定文件", En: "Calibration file", Tw: "標定檔"},
			"collecting":      {Zh: "采集中", En: "Collecting", Tw: "採集中"},
			"sha256":          {Zh: "SHA-256", En: "SHA-256", Tw: "SHA-256"},
		},
	})
}

// Feature returns the feature.
func Feature() feature.Feature {
	return feature.Feature{Name: "admi", New: func(host feature.Host) (feature.Parts, error) {
		return feature.Parts{Calls: func(k *httpapi.Kernel) error {
			(&server{k, &Service{host}}).register()
			return nil
		}}, nil
	}}
}
