package json

import (
	"bytes"
	"encoding/base64"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
)

const captureEncoding = "jpg-b64"

var startOfJPEG = []byte{0xFF, 0xD8, 0xFF}

// capture converts a message into a picture, or a part of one, and the reading without values that has its time.
func (d *Decoder) capture(o *object) *wrong {
	b, m := &d.block, d.into
	if w := b.checkCapture(o, len(m.Readings)); w != nil {
		return w
	}
	content, err := base64.StdEncoding.AppendDecode(make([]byte, 0, base64.StdEncoding.DecodedLen(len(b.data))), b.data)
	if err != nil {
		return refuse(errs.FormatWrong).under("data")
	}
	switch {
	case len(content) == 0:
		return refuse(errs.Empty).under("data")
	case len(content) > protocol.MaxPicture:
		return refuse(errs.FileLarge, "max", protocol.MaxPicture>>20).under("data")
	case b.part <= 1 && !bytes.HasPrefix(content, startOfJPEG):
		return refuse(errs.NotImage).under("data")
	}
	d.head.Begin()
	none, bad := d.head.Columns()
	if bad != nil {
		return badColumn(bad)
	}
	m.Picture = content
	if b.parts > 1 {
		m.Part, m.Parts = int32(b.part), int32(b.parts)
	}
	m.Readings = append(m.Readings, protocol.Reading{
		Channel: int32(b.channel), Child: o.sn, Name: o.name, Time: o.t, HasTime: o.hasTime, History: o.history, Item: -1, Columns: none,
	})
	return nil
}

// checkCapture refuses a capture that says something impossible of its parts.
func (b *block) checkCapture(o *object, readings int) *wrong {
	switch {
	case readings > 0:
		return refuse(errs.Unexpected).under("v")
	case b.encoding != captureEncoding:
		return refuse(errs.NotOneOf, "allowed", captureEncoding).under("enc")
	case len(b.data) == 0:
		return refuse(errs.Empty).under("data")
	case b.parts < b.part:
		return refuse(errs.OutOfRange, "min", 1, "max", max(b.parts, 1)).under("part")
	case b.parts > 1 && b.part == 0:
		return refuse(errs.Empty).under("part")
	case b.parts > 1 && !o.hasTime: // parts are joined by their time
		return refuse(errs.Empty).under("t")
	}
	return nil
}
