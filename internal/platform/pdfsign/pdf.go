package pdfsign

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

func init() { api.DisableConfigDir() } // the library would write to the home folder

// Statement is what a signature says.
type Statement struct {
	Name     string // of who signs
	Reason   string
	Location string // empty: none
	Time     time.Time
}

const (
	spare   = 64            // bytes: an ECDSA signature can be a few bytes longer than another
	noRange = 1_999_999_999 // holds the room of a number in the range of signed bytes
)

// Sign returns a PDF with a signature that cannot be seen on its pages. The file is a prefix of it: the signature is an incremental
// update (ISO 32000-2, 7.5.6 and 12.8). The same file, identity and statement give the same bytes. Who holds both later can prove
// that neither was changed; at what time it was signed is the statement of who signed.
func (id *Identity) Sign(file []byte, s *Statement) ([]byte, error) {
	sample, err := id.message(make([]byte, sha256.Size))
	if err != nil {
		return nil, err
	}
	room := strings.Repeat("00", len(sample)+spare)
	signed, err := prepare(file, room, s)
	if err != nil {
		return nil, fmt.Errorf("signature of a PDF: %w", err)
	}
	added := signed[len(file):]
	numbers, contents := bytes.Index(added, []byte(rangeText(noRange, noRange, noRange))), bytes.Index(added, []byte("<"+room+">"))
	if numbers < 0 || contents < 0 {
		return nil, errors.New("signature of a PDF: its place is missing")
	}
	begin := len(file) + contents
	end := begin + len(room) + 2
	text := rangeText(begin, end, len(signed)-end)
	copy(added[numbers:], text+strings.Repeat(" ", len(rangeText(noRange, noRange, noRange))-len(text)))
	hash := sha256.New()
	hash.Write(signed[:begin])
	hash.Write(signed[end:])
	message, err := id.message(hash.Sum(nil))
	if err != nil {
		return nil, err
	}
	if hex.EncodedLen(len(message)) > len(room) {
		return nil, errors.New("signature of a PDF: it is larger than its place")
	}
	hex.Encode(signed[begin+1:], message)
	return signed, nil
}

func rangeText(before, after, length int) string {
	return fmt.Sprintf("[0 %d %d %d]", before, after, length)
}

// prepare adds a signature without content to a file. The library panics at some files that are no PDF.
func prepare(file []byte, room string, s *Statement) (signed []byte, err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("it cannot be read: %v", reason)
		}
	}()
	pdf, err := api.ReadContext(bytes.NewReader(file), model.NewDefaultConfiguration())
	if err != nil {
		return nil, err
	}
	if pdf.Encrypt != nil {
		return nil, errors.New("it is encrypted")
	}
	if err := pdf.EnsurePageCount(); err != nil {
		return nil, err
	}
	if err := addField(pdf, signature(room, s)); err != nil {
		return nil, err
	}
	pdf.Write.Increment = true
	pdf.Write.Offset = int64(len(file))
	pdf.WriteXRefStream = pdf.Read.UsingXRefStreams
	out := bytes.NewBuffer(bytes.Clone(file))
	if file[len(file)-1] != '\n' {
		out.WriteByte('\n')
		pdf.Write.Offset++
	}
	err = api.WriteIncrement(pdf, out)
	return out.Bytes(), err
}

// signature returns the signature dictionary (ISO 32000-2, table 255).
func signature(room string, s *Statement) types.Dict {
	d := types.Dict{
		"Type": types.Name("Sig"), "Filter": types.Name("Adobe.PPKLite"), "SubFilter": types.Name("ETSI.CAdES.detached"),
		"ByteRange": types.Array{types.Integer(0), types.Integer(noRange), types.Integer(noRange), types.Integer(noRange)},
		"Contents":  types.HexLiteral(room), "M": types.StringLiteral("D:" + s.Time.UTC().Format("20060102150405") + "Z"),
	}
	for key, said := range map[string]string{"Name": s.Name, "Reason": s.Reason, "Location": s.Location} {
		if said != "" {
			d[key] = text(said)
		}
	}
	return d
}

func text(s string) types.HexLiteral { return types.NewHexLiteral([]byte(types.EncodeUTF16String(s))) }

// addField adds a signature field to the form of a file, with a widget of no size on the first page.
func addField(pdf *model.Context, signature types.Dict) error {
	value, err := added(pdf, signature)
	if err != nil {
		return err
	}
	page, at, _, err := pdf.PageDict(1, false)
	if err != nil {
		return err
	}
	const printed, locked = 4, 128
	field, err := added(pdf, types.Dict{
		"Type": types.Name("Annot"), "Subtype": types.Name("Widget"), "FT": types.Name("Sig"), "T": text(freeName(pdf)), "V": *value, "P": *at,
		"Rect": types.Array{types.Integer(0), types.Integer(0), types.Integer(0), types.Integer(0)}, "F": types.Integer(printed | locked),
	})
	if err != nil {
		return err
	}
	catalog, err := pdf.Catalog()
	if err != nil {
		return err
	}
	form, err := pdf.DereferenceDict(catalog["AcroForm"])
	if err != nil {
		return err
	}
	if form == nil {
		form = types.NewDict()
	}
	const exist, appendOnly = 1, 2
	form["SigFlags"] = types.Integer(exist | appendOnly)
	if err := extend(pdf, form, "Fields", *field); err != nil {
		return err
	}
	if err := extend(pdf, page, "Annots", *field); err != nil {
		return err
	}
	// Readers of PDF 1.7 learn from this that the signature is one of ETSI (ISO 32000-1, 7.12).
	extensions, err := pdf.DereferenceDict(catalog["Extensions"])
	if err != nil {
		return err
	}
	if extensions == nil {
		extensions = types.NewDict()
	}
	extensions["ESIC"] = types.Dict{"BaseVersion": types.Name("1.7"), "ExtensionLevel": types.Integer(1)}
	catalog["AcroForm"], catalog["Extensions"] = form, extensions
	pdf.Write.IncrementWithObjNr(pdf.Root.ObjectNumber.Value())
	pdf.Write.IncrementWithObjNr(at.ObjectNumber.Value())
	return nil
}

// added adds an object to the update.
func added(pdf *model.Context, d types.Dict) (*types.IndirectRef, error) {
	ref, err := pdf.IndRefForNewObject(d)
	if err == nil {
		pdf.Write.IncrementWithObjNr(ref.ObjectNumber.Value())
	}
	return ref, err
}

// extend appends to an array of a dictionary.
func extend(pdf *model.Context, d types.Dict, key string, ref types.IndirectRef) error {
	list, err := pdf.DereferenceArray(d[key])
	if err != nil {
		return err
	}
	d[key] = append(list[:len(list):len(list)], ref)
	return nil
}

// freeName returns a name that no field of the form has.
func freeName(pdf *model.Context) string { return fmt.Sprintf("Signature%d", *pdf.Size) }
