package google

import (
	"bytes"
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"google.golang.org/api/drive/v3"
	"google.golang.org/api/googleapi"

	"github.com/wslite/wslite/host/backend/local/driveapi"
)

func TestDrive(t *testing.T) {
	play(t, "drive", []scenario{
		{"Files", driveFiles},
		{"Content", driveContent},
		{"LargeContent", driveLargeContent},
		{"B47 Native", driveNative},
		{"B43 Search", driveSearch},
		{"Pages", drivePages},
		{"Sharing", driveSharing},
		{"Comments", driveComments},
		{"Revisions", driveRevisions},
		{"Changes", driveChanges},
		{"B45 SharedDrives", sharedDrives},
		{"Errors", driveErrors},
	})
}

const (
	folderType   = "application/vnd.google-apps.folder"
	shortcutType = "application/vnd.google-apps.shortcut"
	documentType = "application/vnd.google-apps.document"
	sheetType    = "application/vnd.google-apps.spreadsheet"
)

func driveService(t *testing.T, w *world) *drive.Service {
	t.Helper()
	return ok[*drive.Service](t)(drive.NewService(t.Context(), w.options("/drive/v3/")...))
}

// text makes a file of some text.
func text(t *testing.T, s *drive.Service, name, content string, parents ...string) *drive.File {
	t.Helper()
	return ok[*drive.File](t)(s.Files.Create(&drive.File{Name: name, Parents: parents}).SupportsAllDrives(true).
		Media(strings.NewReader(content), googleapi.ContentType("text/plain")).Fields("*").Do())
}

func folder(t *testing.T, s *drive.Service, name string, parents ...string) string {
	t.Helper()
	return ok[*drive.File](t)(s.Files.Create(&drive.File{Name: name, MimeType: folderType, Parents: parents}).SupportsAllDrives(true).Do()).Id
}

// body reads a download to its end.
func body(t *testing.T, resp *http.Response, err error) string {
	t.Helper()
	done(t, err)
	defer resp.Body.Close()
	return string(ok[[]byte](t)(io.ReadAll(resp.Body)))
}

func download(t *testing.T, s *drive.Service, id string) string {
	t.Helper()
	resp, err := s.Files.Get(id).SupportsAllDrives(true).Download()
	return body(t, resp, err)
}

// names is what a search finds, in order of the names.
func names(t *testing.T, s *drive.Service, q string) string {
	t.Helper()
	list := ok[*drive.FileList](t)(s.Files.List().Q(q).OrderBy("name").Do())
	var out []string
	for _, f := range list.Files {
		out = append(out, f.Name)
	}
	return strings.Join(out, ", ")
}

func driveFiles(t *testing.T, w *world) {
	s, one := driveService(t, w), ok[*drive.File](t)
	about := ok[*drive.About](t)(s.About.Get().Fields("user,storageQuota").Do())
	equal(t, "user", about.User.EmailAddress, "me@example.com")
	root := one(s.Files.Get("root").Do())
	equal(t, "default fields", root.Name+root.MimeType+root.CreatedTime, "My Drive"+folderType)
	a, b := folder(t, s, "A"), folder(t, s, "B")
	f := text(t, s, "note.txt", "hello", a)
	equal(t, "parents", strings.Join(f.Parents, " "), a)
	equal(t, "type and size", f.MimeType+fmt.Sprint(f.Size), "text/plain5")
	equal(t, "owner", f.OwnedByMe && f.Owners[0].Me && f.Capabilities.CanDelete, true)

	changed := one(s.Files.Update(f.Id, &drive.File{Name: "Notes.txt", Description: "d", Starred: true, AppProperties: map[string]string{"k": "v"}}).
		AddParents(b).RemoveParents(a).Fields("*").Do())
	equal(t, "changed", changed.Name+changed.Description+fmt.Sprintf("%v %s %s", changed.Starred, strings.Join(changed.Parents, " "), changed.AppProperties["k"]), "Notes.txtdtrue "+b+" v")
	plain := one(s.Files.Update(f.Id, &drive.File{NullFields: []string{"Description", "AppProperties.k"}, ForceSendFields: []string{"AppProperties"}}).Fields("*").Do())
	equal(t, "cleared", plain.Description+fmt.Sprint(len(plain.AppProperties)), "0")
	twin := one(s.Files.Copy(f.Id, &drive.File{Name: "Twin", Parents: []string{a}}).Fields("*").Do())
	equal(t, "copy", twin.Name+twin.Md5Checksum+fmt.Sprint(twin.Starred), "Twin"+f.Md5Checksum+"false")
	link := one(s.Files.Create(&drive.File{Name: "To notes", MimeType: shortcutType, ShortcutDetails: &drive.FileShortcutDetails{TargetId: f.Id}}).Fields("*").Do())
	equal(t, "shortcut", link.ShortcutDetails.TargetId+link.ShortcutDetails.TargetMimeType, f.Id+"text/plain")
	ids := ok[*drive.GeneratedIds](t)(s.Files.GenerateIds().Count(2).Do())
	equal(t, "a file of a made id", one(s.Files.Create(&drive.File{Id: ids.Ids[0], Name: "Chosen"}).Do()).Id, ids.Ids[0])

	trashed := one(s.Files.Update(b, &drive.File{Trashed: true}).Fields("*").Do())
	equal(t, "trashed", trashed.Trashed && trashed.ExplicitlyTrashed, true)
	inside := one(s.Files.Get(f.Id).Fields("trashed,explicitlyTrashed").Do())
	equal(t, "with what is inside", inside.Trashed && !inside.ExplicitlyTrashed, true)
	one(s.Files.Update(b, &drive.File{ForceSendFields: []string{"Trashed"}}).Do())
	equal(t, "back", one(s.Files.Get(f.Id).Fields("trashed").Do()).Trashed, false)
	done(t, s.Files.Delete(twin.Id).Do())
	_, err := s.Files.Get(twin.Id).Do()
	refused(t, "a deleted file", err, 404, "notFound")
	one(s.Files.Update(link.Id, &drive.File{Trashed: true}).Do())
	done(t, s.Files.EmptyTrash().Do())
	equal(t, "left", names(t, s, "trashed = false or trashed = true"), "A, B, Chosen, Notes.txt")
}

func driveContent(t *testing.T, w *world) {
	s, one := driveService(t, w), ok[*drive.File](t)
	f := text(t, s, "a.txt", "0123456789")
	equal(t, "content", download(t, s, f.Id), "0123456789")
	sum := md5.Sum([]byte("0123456789"))
	equal(t, "checksum", f.Md5Checksum, hex.EncodeToString(sum[:]))
	part := s.Files.Get(f.Id)
	part.Header().Set("Range", "bytes=3-5")
	resp, err := part.Download()
	equal(t, "a part", body(t, resp, err), "345")
	equal(t, "where it is", fmt.Sprint(resp.StatusCode, " ", resp.Header.Get("Content-Range")), "206 bytes 3-5/10")
	rest := s.Files.Get(f.Id)
	rest.Header().Set("Range", "bytes=8-")
	resp, err = rest.Download()
	equal(t, "the rest", body(t, resp, err), "89")
	beyond := s.Files.Get(f.Id)
	beyond.Header().Set("Range", "bytes=10-")
	_, err = beyond.Download()
	refused(t, "beyond the end", err, 416, "requestedRangeNotSatisfiable")

	g := one(s.Files.Update(f.Id, nil).Media(strings.NewReader("new"), googleapi.ContentType("text/csv")).Fields("*").Do())
	equal(t, "replaced", download(t, s, f.Id)+g.MimeType+g.Name, "newtext/csva.txt")
	small := one(s.Files.Create(&drive.File{Name: "in chunks.bin"}).Media(strings.NewReader(strings.Repeat("x", 600<<10)), googleapi.ChunkSize(256<<10)).Fields("size,name").Do())
	equal(t, "three chunks", small.Name+fmt.Sprint(small.Size), "in chunks.bin614400")
	empty := text(t, s, "empty", "")
	equal(t, "nothing", download(t, s, empty.Id), "")
	_, err = s.Files.Get(folder(t, s, "F")).Download()
	refused(t, "a folder", err, 403, "fileNotDownloadable")
}

// driveLargeContent goes up in two chunks of the client's own size.
func driveLargeContent(t *testing.T, w *world) {
	s := driveService(t, w)
	content := bytes.Repeat([]byte("0123456789abcdef"), 17<<16) // 17 MiB
	var steps []int64
	f := ok[*drive.File](t)(s.Files.Create(&drive.File{Name: "large.bin", MimeType: "application/octet-stream"}).Media(bytes.NewReader(content)).
		ProgressUpdater(func(now, _ int64) { steps = append(steps, now) }).Fields("*").Do())
	equal(t, "steps", fmt.Sprint(steps), "[16777216 17825792]")
	sum := md5.Sum(content)
	equal(t, "size and checksum", fmt.Sprint(f.Size, f.Md5Checksum), fmt.Sprint(len(content), hex.EncodeToString(sum[:])))
	if got := download(t, s, f.Id); got != string(content) {
		t.Errorf("got %d bytes back that are others", len(got))
	}
	again := ok[*drive.File](t)(s.Files.Update(f.Id, &drive.File{Name: "larger.bin"}).Media(io.MultiReader(bytes.NewReader(content), strings.NewReader("!"))).Fields("*").Do())
	equal(t, "updated", again.Name+fmt.Sprint(again.Size), fmt.Sprint("larger.bin", len(content)+1))
}

func driveNative(t *testing.T, w *world) {
	s, one := driveService(t, w), ok[*drive.File](t)
	doc := one(s.Files.Create(&drive.File{Name: "Minutes", MimeType: documentType}).Media(strings.NewReader("# Minutes\n\nAll *agreed*.\n"), googleapi.ContentType("text/markdown")).Fields("*").Do())
	equal(t, "type", doc.MimeType+fmt.Sprint(doc.Capabilities.CanDownload), documentType+"true")
	export := func(id, to string) string {
		resp, err := s.Files.Export(id, to).Download()
		return body(t, resp, err)
	}
	equal(t, "as text", strings.ReplaceAll(strings.TrimPrefix(export(doc.Id, "text/plain"), "\ufeff"), "\r\n", "\n"), "Minutes\nAll agreed.")
	if html := export(doc.Id, "text/html"); !strings.Contains(html, "<h1>Minutes</h1>") {
		t.Errorf("as HTML: %s", html)
	}
	sheet := one(s.Files.Create(&drive.File{Name: "Figures", MimeType: sheetType}).Media(strings.NewReader("a,b\n1,\"2,5\"\n"), googleapi.ContentType("text/csv")).Do())
	equal(t, "as CSV", export(sheet.Id, "text/csv"), "a,b\r\n1,\"2,5\"")
	equal(t, "as TSV", export(sheet.Id, "text/tab-separated-values"), "a\tb\r\n1\t2,5")
	_, err := s.Files.Export(sheet.Id, "image/png").Download()
	refused(t, "a format", err, 400, "badRequest")
	_, err = s.Files.Get(doc.Id).Download()
	refused(t, "a native file as it is", err, 403, "fileNotDownloadable")
	_, err = s.Files.Export(text(t, s, "a", "x").Id, "text/plain").Download()
	refused(t, "an export of no native file", err, 403, "fileNotExportable")
}

func driveSearch(t *testing.T, w *world) {
	s := driveService(t, w)
	a := folder(t, s, "Projects")
	text(t, s, "Budget 2026.txt", "bread and milk", a)
	text(t, s, "Ann's list", "milk", a)
	text(t, s, `x' or name contains '`, "nothing")
	starred := text(t, s, "budget draft.md", "nothing")
	ok[*drive.File](t)(s.Files.Update(starred.Id, &drive.File{Starred: true, Properties: map[string]string{"stage": "one"}}).Do())
	for _, x := range []struct{ q, want string }{
		{`name = 'Ann\'s list'`, "Ann's list"},
		{`name = 'x\' or name contains \''`, "x' or name contains '"},
		{`name contains 'budget'`, "Budget 2026.txt, budget draft.md"},
		{`name contains 'udget'`, ""},
		{`'` + a + `' in parents`, "Ann's list, Budget 2026.txt"},
		{`mimeType = '` + folderType + `'`, "Projects"},
		{`fullText contains 'milk'`, "Ann's list, Budget 2026.txt"},
		{`fullText contains '"bread and milk"'`, "Budget 2026.txt"},
		{`starred = true`, "budget draft.md"},
		{`not starred = true and trashed = false`, "Ann's list, Budget 2026.txt, Projects, x' or name contains '"},
		{`(starred = true or name = 'Projects')`, "budget draft.md, Projects"},
		{`'me@example.com' in owners and 'root' in parents and mimeType != '` + folderType + `'`, "budget draft.md, x' or name contains '"},
		{`modifiedTime > '2100-01-01T00:00:00'`, ""},
		{`properties has { key='stage' and value='one' }`, "budget draft.md"},
		{`sharedWithMe = true`, ""},
	} {
		equal(t, x.q, names(t, s, x.q), x.want)
	}
	id, err := w.Drive().SeedShared(t.Context(), driveapi.SharedFile{Owner: "ann@example.org", Name: "From Ann", Role: "reader", Content: strings.NewReader("x")})
	done(t, err)
	equal(t, "shared with me", names(t, s, "sharedWithMe = true and 'ann@example.org' in owners"), "From Ann")
	_, err = s.Files.Update(id, &drive.File{Name: "Mine"}).Do()
	refused(t, "a change by a reader", err, 403, "insufficientFilePermissions")
	_, err = s.Files.List().Q("name is 'x'").Do()
	refused(t, "a broken query", err, 400, "invalid")
}

func drivePages(t *testing.T, w *world) {
	s := driveService(t, w)
	var want []string
	for i := range 12 {
		name := fmt.Sprintf("f%02d", i)
		want = append(want, name)
		ok[*drive.File](t)(s.Files.Create(&drive.File{Name: name}).Do())
	}
	var got []string
	pages := 0
	done(t, s.Files.List().Q("trashed = false").OrderBy("name").PageSize(5).Pages(t.Context(), func(p *drive.FileList) error {
		pages++
		for _, f := range p.Files {
			got = append(got, f.Name)
		}
		return nil
	}))
	equal(t, "all pages", strings.Join(got, " "), strings.Join(want, " "))
	equal(t, "pages", pages, 3)
}

func driveErrors(t *testing.T, w *world) {
	s := driveService(t, w)
	_, err := s.Files.Get("none").Do()
	refused(t, "a missing file", err, 404, "notFound")
	_, err = s.Files.Get("none").Download()
	refused(t, "a missing content", err, 404, "notFound")
	_, err = s.Files.Create(&drive.File{Name: "x", Parents: []string{"none"}}).Do()
	refused(t, "below a missing folder", err, 404, "notFound")
	_, err = s.Files.Create(&drive.File{Name: "x", Parents: []string{"root", folder(t, s, "F")}}).Do()
	refused(t, "two folders", err, 400, "invalid")
	_, err = s.Files.Create(&drive.File{Name: "x"}).Media(strings.NewReader("x"), googleapi.ContentType("application")).Do()
	refused(t, "a type that is none", err, 400, "badContent")
	_, err = s.Files.List().PageToken("x").Do()
	refused(t, "a page token", err, 400, "invalidParameter")
	_, err = s.Comments.List(text(t, s, "a", "x").Id).Do()
	refused(t, "comments without fields", err, 400, "required")
	_, err = s.About.Get().Do()
	refused(t, "about without fields", err, 400, "required")
	refused(t, "the root", s.Files.Delete("root").Do(), 403, "cannotDeleteTopFolder")
	_, err = s.Drives.Get("none").Do()
	refused(t, "a missing shared drive", err, 404, "notFound")
	_, err = s.Changes.List("x").Do()
	refused(t, "a token of changes", err, 400, "invalidParameter")
	_, err = s.Files.Get(text(t, s, "b", "x").Id).Fields("nothing").Do()
	refused(t, "an unknown field", err, 400, "invalidParameter")
}
