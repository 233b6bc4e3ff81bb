package storetest

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"
	"time"

	"plumbline/internal/account/identity"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/upload"
	"plumbline/internal/site/point"
	"plumbline/internal/testing/apptest"
)

func dot(t *testing.T) []byte {
	t.Helper()
	picture := image.NewRGBA(image.Rect(0, 0, 4, 4))
	picture.Set(1, 1, color.RGBA{R: 200, A: 255})
	var out bytes.Buffer
	ok(t, png.Encode(&out, picture))
	return out.Bytes()
}

func uploads(t *testing.T, s *apptest.Site) {
	who := apptest.Actor(s.Member)
	f := must(s.Uploads.Save(ctx, who, upload.Avatar, bytes.NewReader(dot(t))))(t)
	keep := func(account identity.Account, current, given string) (string, error) {
		return s.Uploads.Keep(ctx, apptest.Actor(account), "url", upload.Avatar, current, given)
	}
	for _, foreign := range []string{
		"https://evil.example/x.png", "/api/files/0", "/api/files/07", "/api/files/999999", "/api/files/../x", "javascript:alert(1)", "/api/files/",
	} {
		_, err := keep(s.Member, "", foreign)
		refused(t, err, errs.PictureUnusable, "url")
	}
	_, err := keep(s.Stranger, "", f.Path())
	refused(t, err, errs.PictureUnusable) // of another corporation
	logo := must(s.Uploads.Save(ctx, who, upload.Logo, bytes.NewReader(dot(t))))(t)
	_, err = keep(s.Member, "", logo.Path())
	refused(t, err, errs.PictureUnusable) // for another use
	path := must(keep(s.Member, "", s.Uploads.Sign(f.Path())))(t)
	same(t, "what is stored", path, f.Path())
	same(t, "none", must(keep(s.Member, path, ""))(t), "")
	must(s.Identity.UpdateProfile(ctx, who, s.Member.ID, identity.Profile{Avatar: &path}))(t)

	old := time.Now().Add(time.Hour).UnixMilli() // all files are older
	gone := must(s.Store.DeleteOrphans(ctx, old))(t)
	same(t, "orphans", gone, []string{logo.Blob})
	same(t, "orphans the second time", len(must(s.Store.DeleteOrphans(ctx, old))(t)), 0)
	if !must(s.Store.HasBlob(ctx, f.Blob))(t) || must(s.Store.HasBlob(ctx, logo.Blob))(t) {
		t.Error("the picture in use was deleted, or the orphan was not")
	}
	none := ""
	must(s.Identity.UpdateProfile(ctx, who, s.Member.ID, identity.Profile{Avatar: &none}))(t)
	same(t, "a picture that was replaced is an orphan", must(s.Store.DeleteOrphans(ctx, old))(t), []string{f.Blob})
	same(t, "a new one stays for a day", len(must(s.Store.DeleteOrphans(ctx, time.Now().Add(-24*time.Hour).UnixMilli()))(t)), 0)

	photo := must(s.Uploads.Save(ctx, who, upload.Picture, bytes.NewReader(dot(t))))(t)
	must(s.Points.Record(ctx, apptest.Actor(s.Admin), s.Crack.ID,
		apptest.Draft(t, string(point.AspectEngineering), day, point.Engineering{PhotoURL: photo.Path()})))(t)
	same(t, "the photo of a point's place stays", len(must(s.Store.DeleteOrphans(ctx, old))(t)), 0)
	ok(t, s.Points.Delete(ctx, apptest.Actor(s.Admin), s.Crack.ID))
	same(t, "the photo goes with its point", must(s.Store.DeleteOrphans(ctx, old))(t), []string{photo.Blob})

	_, err = s.Uploads.Save(ctx, who, upload.Avatar, strings.NewReader("<svg/>"))
	refused(t, err, errs.ImagesOnly, "file")
	refused(t, s.Store.CreateFile(ctx, who, &upload.File{AccountID: s.Member.ID, CorporationID: s.Corporation.ID, Blob: "1/x"}, 0, 0), errs.TooManyRequests)
}
