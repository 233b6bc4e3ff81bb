package retention

import (
	"context"
	"database/sql"
	"slices"

	"plumbline/internal/field/ingest"
	"plumbline/internal/platform/i18n"
)

// Forever is the age of data that are never deleted.
const Forever = 0

// Kind is a kind of data of devices.
type Kind struct {
	Code    string
	Label   i18n.Label
	Days    int        // the product's default age; Forever: kept
	MinDays int        // the smallest age that can be set
	Fixed   i18n.Label // why the age cannot be set; zero: it can, and the fields below are set
	Batch   int        // rows of one transaction

	// Measure returns what devices have in [from, to), times in UTC ms, by device. What was received after to is left
	// out, so that old data that were sent or imported only now are as young as their receipt.
	Measure func(ctx context.Context, devices []int64, from, to int64) (map[int64]ingest.Amount, error)
	// Delete deletes up to limit rows of what Measure counts, the oldest first; at least one if there is any.
	Delete func(ctx context.Context, tx *sql.Tx, device, from, to int64, limit int) (ingest.Amount, error)
}

// maxDays is the largest age that can be set.
const maxDays = 36_500

// DevicePicture is the code of pictures of devices.
const DevicePicture = "device_picture"

// Waveform is the code of the samples of vibration records. Their readings and summaries stay.
const Waveform = "waveform"

// kindsOf lists the kinds of data.
func kindsOf(intake *ingest.Service) []Kind {
	return []Kind{
		{
			Code: "reading", Label: i18n.Label{Zh: "监测读数", En: "Readings", Tw: "監測讀數"},
			Fixed: i18n.Label{
				Zh: "所有成果均由原始读数计算得出，原始读数永久保留", En: "All results are computed from readings, so they are kept forever",
				Tw: "所有成果均由原始讀數計算得出，原始讀數永久保留",
			},
		},
		{
			Code: DevicePicture, Label: i18n.Label{Zh: "设备图片", En: "Pictures of devices", Tw: "設備圖片"}, Days: Forever, MinDays: 30, Batch: 50,
			Measure: intake.MeasurePictures, Delete: intake.DeletePictures,
		},
		{
			Code: Waveform, Label: i18n.Label{Zh: "振动波形", En: "Waveforms of vibration", Tw: "振動波形"}, Days: 90, MinDays: 7, Batch: 200,
			Measure: intake.MeasureWaveforms, Delete: intake.DeleteWaveforms,
		},
	}
}

// settable reports whether the age of a kind can be set.
func (k *Kind) settable() bool { return k.Fixed == i18n.Label{} }

// kind returns a kind by its code; nil: unknown.
func (s *Service) kind(code string) *Kind {
	i := slices.IndexFunc(s.kinds, func(k Kind) bool { return k.Code == code })
	if i < 0 {
		return nil
	}
	return &s.kinds[i]
}

// name returns the name of a kind in a language.
func (s *Service) name(code, language string) string {
	if k := s.kind(code); k != nil {
		return k.Label.In(language)
	}
	return code
}
