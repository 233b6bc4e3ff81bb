// Package signing keeps the pictures that persons put on reports with their signatures: that of a handwritten signature, and a seal.
// Only their owner can see, change and use them.
package signing

import (
	"bytes"
	"embed"
	"image"
	"image/draw"
	"image/png"

	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Kind is the use of a picture.
type Kind string

// Kinds.
const (
	Signature Kind = "signature"
	Seal      Kind = "seal"
)

// Limits of an uploaded picture.
const (
	mostBytes = 200 << 10
	mostSide  = 2000 // pixels
)

// Picture is a picture of a person.
type Picture struct {
	Kind      Kind
	Blob      string
	SHA256    string // hexadecimal
	ChangedAt int64  // UTC ms
}

// Feature returns the feature.
func Feature() feature.Feature {
	return feature.Feature{Name: "signing", Migrations: migrations, New: func(host feature.Host) (feature.Parts, error) {
		store := &Store{host.Tables}
		return feature.Parts{
			Calls: func(k *httpapi.Kernel) error {
				s := &server{k, store, host.Blobs}
				s.register()
				return nil
			},
			HasBlob: store.HasBlob,
		}, nil
	}}
}

// kindLogged is the kind of a picture in the operation log.
const kindLogged = "signingpicture"

func init() {
	audit.Register(audit.Names{
		Kinds: map[string]i18n.Label{kindLogged: {Zh: "签名与印章", En: "Signature and seal", Tw: "簽名與印章"}},
		Fields: map[string]i18n.Label{
			"signingkind":   {Zh: "签名图片", En: "Signature picture", Tw: "簽名圖片"},
			"signingsha256": {Zh: "图片校验值", En: "Hash of the picture", Tw: "圖片校驗值"},
		},
	})
}

type logged struct {
	SigningKind   Kind   `json:"signingkind"`
	SigningSHA256 string `json:"signingsha256"`
}

func (p *Picture) logged() logged { return logged{p.Kind, p.SHA256} }

// clean decodes an uploaded picture and encodes its pixels again, in the one form of PNG that every reader of reports knows.
func clean(data []byte) ([]byte, error) {
	wrong := errs.OnField("file", errs.SigningPictureWrong, "max", mostSide)
	if len(data) > mostBytes {
		return nil, wrong
	}
	config, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil || format != "png" || config.Width > mostSide || config.Height > mostSide || config.Width == 0 || config.Height == 0 {
		return nil, wrong
	}
	read, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, wrong
	}
	pixels := image.NewNRGBA(image.Rect(0, 0, config.Width, config.Height))
	draw.Draw(pixels, pixels.Bounds(), read, read.Bounds().Min, draw.Src)
	var out bytes.Buffer
	if err := png.Encode(&out, pixels); err != nil {
		return nil, wrong
	}
	return out.Bytes(), nil
}
