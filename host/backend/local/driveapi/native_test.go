package driveapi

import (
	"encoding/json"
	"reflect"
	"slices"
	"sort"
	"strings"
	"testing"
)

func (b *bench) export(id, to string) string {
	b.t.Helper()
	return string(b.must(200, "GET", "files/"+id+"/export"+q("mimeType", to), "").raw)
}

func (b *bench) document(mimeType, content string) string {
	b.t.Helper()
	r := b.upload(`{"name":"Doc","mimeType":"`+mimeDocument+`"}`, mimeType, content)
	if r.status != 200 {
		b.t.Fatalf("import: %s", r.raw)
	}
	return r.get("id")
}

func TestB47NativeDocuments(t *testing.T) {
	b := newBench(t)
	id := b.document("text/plain", "Title\n\nA & b\n")
	f := b.file(id)
	for path, want := range map[string]string{"mimeType": mimeDocument, "md5Checksum": "", "headRevisionId": "", "fileExtension": "", "webContentLink": "",
		"webViewLink": "https://docs.google.com/document/d/" + id + "/edit?usp=drivesdk"} {
		equal(t, path, f.get(path), want)
	}
	equal(t, "as text", b.export(id, typePlain), "\uFEFFTitle\r\n\r\nA & b")
	contains(t, "as HTML", b.export(id, typeHTML), "<p>A &amp; b</p>")
	equal(t, "as Markdown", b.export(id, typeMarkdown), "Title\n\nA & b\n")
	r := b.must(200, "GET", "files/"+id+"/export"+q("mimeType", typePlain, "alt", "media"), "")
	equal(t, "headers", r.header.Get("Content-Type")+" "+r.header.Get("Content-Disposition"), "text/plain attachment; filename=Doc.txt")
	b.refused(403, "fileNotDownloadable", "GET", "files/"+id+"?alt=media", "")
	b.refused(400, "badRequest", "GET", "files/"+id+"/export"+q("mimeType", "application/pdf"), "")
	b.refused(400, "invalidParameter", "GET", "files/"+id+"/export", "")
	for _, other := range []string{b.text("x.txt", "root", "x"), b.folder("f", "root"), b.create(`{"mimeType":"` + nativePrefix + `form"}`), "root"} {
		b.refused(403, "fileNotExportable", "GET", "files/"+other+"/export"+q("mimeType", typePlain), "")
	}
	equal(t, "found by content", b.names("fullText contains 'title'"), "Doc")
}

// TestExportFormatsAreHonest: about lists exactly what export gives.
func TestExportFormatsAreHonest(t *testing.T) {
	b := newBench(t)
	r := b.must(200, "GET", "about?fields=*", "")
	formats := r.body["exportFormats"].(map[string]any)
	for native := range creatable {
		if native == mimeFolder || native == mimeShortcut {
			continue
		}
		id := b.create(`{"mimeType":"` + native + `"}`)
		var links []string
		data, _ := json.Marshal(formats[native])
		for to := range b.file(id).links() {
			links = append(links, to)
		}
		sort.Strings(links)
		want, _ := json.Marshal(links)
		equal(t, native, string(data), string(want))
		for _, to := range links {
			b.export(id, to)
		}
	}
	imports := r.body["importFormats"].(map[string]any)
	for from, to := range imports {
		for _, native := range to.([]any) {
			up := b.upload(`{"mimeType":"`+native.(string)+`"}`, from, "x")
			equal(t, from, up.status, 200)
		}
	}
	bad := b.upload(`{"mimeType":"`+mimeDocument+`"}`, "application/pdf", "x")
	equal(t, "another format", bad.reason(), "conversionUnsupportedConversionPath")
	equal(t, "content of refused imports", b.count(`SELECT count(*) FROM blobs WHERE refs = 0`), 0)
}

func (r answerTo) links() map[string]any { m, _ := r.body["exportLinks"].(map[string]any); return m }

func TestDocumentConversions(t *testing.T) {
	b := newBench(t)
	md := "# Plan\n\nSome *text* with a [link](https://example.com).\n\n- one\n- two\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n"
	id := b.document(typeMarkdown, md)
	contains(t, "Markdown to HTML", b.export(id, typeHTML), "<h1>Plan</h1>")
	contains(t, "and back", b.export(id, typeMarkdown), "Some *text* with a [link](https://example.com).")
	equal(t, "to text", b.export(id, typePlain), "\uFEFFPlan\r\nSome text with a link.\r\n* one\r\n* two\r\na\tb\r\n1\t2")
	page := `<html><head><title>T</title><style>p{}</style></head><body onload="x()"><p>a<br>b</p><script>alert(1)</script><!-- c --><p style="x"><a href="javascript:x()">l</a><img src="https://e.x/i.png" onerror="x"></p><pre>x
  y</pre></body></html>`
	id = b.document(typeHTML, page)
	out := b.export(id, typeHTML)
	for _, no := range []string{"script", "onload", "onerror", "javascript", "style", "<!--"} {
		if strings.Contains(out, no) {
			t.Errorf("%q stays in %s", no, out)
		}
	}
	contains(t, "the rest stays", out, `<img src="https://e.x/i.png"/>`)
	equal(t, "its text", b.export(id, typePlain), "\uFEFFa\r\nb\r\nl\r\nx\r\n  y")
	empty := b.create(`{"mimeType":"` + mimeDocument + `"}`)
	equal(t, "an empty document", b.export(empty, typePlain)+b.export(empty, typeMarkdown), "\uFEFF")
	b.uploadTo("PATCH", "files/"+empty, `{}`, "text/plain", "now")
	equal(t, "with content", b.export(empty, typePlain), "\uFEFFnow")
	rev := b.must(200, "GET", "files/"+empty+"/revisions"+all, "")
	equal(t, "revisions", rev.get("revisions.1.mimeType")+rev.get("revisions.1.published")+rev.get("revisions.1.size"), mimeDocument+"false")
	head := rev.get("revisions.1.id")
	b.refused(403, "revisionDeletionNotSupported", "DELETE", "files/"+empty+"/revisions/"+rev.get("revisions.0.id"), "")
	b.refused(403, "keepForeverNotSupported", "PATCH", "files/"+empty+"/revisions/"+head, `{"keepForever":true}`)
	b.refused(403, "fileNotDownloadable", "GET", "files/"+empty+"/revisions/"+head+"?alt=media", "")
	equal(t, "published", b.must(200, "PATCH", "files/"+empty+"/revisions/"+head+all, `{"published":true}`).get("published"), "true")
}

func TestSpreadsheets(t *testing.T) {
	b := newBench(t)
	r := b.upload(`{"name":"S","mimeType":"`+mimeSpreadsheet+`"}`, typeTSV, "a\tb\n\"x\"\"y\"\t1,5\n")
	id := r.get("id")
	equal(t, "as CSV", b.export(id, typeCSV), "a,b\r\n\"x\"\"y\",\"1,5\"")
	equal(t, "as TSV", b.export(id, typeTSV), "a\tb\r\n\"x\"\"y\"\t1,5")
	id = b.upload(`{"mimeType":"`+mimeSpreadsheet+`"}`, typeCSV, "a,\"b\tc\nd\",\n1").get("id")
	equal(t, "ragged", b.export(id, typeCSV), "a,\"b\tc\r\nd\",\r\n1")
	equal(t, "no tab in a cell", b.export(id, typeTSV), "a\tb c d\t\r\n1")
}

// TestB48LargeExports: more than Google exports is refused with its reason.
func TestB48LargeExports(t *testing.T) {
	b := newBench(t)
	line := strings.Repeat("<", 8000) + "\n" // four times as long in HTML
	id := b.document("text/plain", strings.Repeat(line, maxExport/4/len(line)+2))
	b.refused(403, "exportSizeLimitExceeded", "GET", "files/"+id+"/export"+q("mimeType", typeHTML), "")
	r := b.upload(`{"mimeType":"`+mimeDocument+`"}`, "text/plain", strings.Repeat("x", maxImportDoc+1))
	equal(t, "a large import", r.reason(), "uploadTooLarge")
}

func TestConvertedCopy(t *testing.T) {
	b := newBench(t)
	id := b.text("a.txt", "root", "hello")
	r := b.must(200, "POST", "files/"+id+"/copy"+every, `{"mimeType":"`+mimeDocument+`","name":"Doc"}`)
	equal(t, "type", r.get("mimeType"), mimeDocument)
	equal(t, "text", b.export(r.get("id"), typePlain), "\uFEFFhello")
	c := b.must(200, "POST", "files/"+r.get("id")+"/copy"+every, `{}`)
	equal(t, "a copy of the document", b.export(c.get("id"), typePlain), "\uFEFFhello")
	b.refused(400, "conversionUnsupportedConversionPath", "POST", "files/"+id+"/copy", `{"mimeType":"text/html"}`)
	b.refused(400, "conversionUnsupportedConversionPath", "POST", "files/"+id+"/copy", `{"mimeType":"`+mimePresentation+`"}`)
}

func TestAbout(t *testing.T) {
	b := newBench(t)
	b.text("a", "root", "12345")
	gone := b.text("b", "root", "123")
	b.must(200, "PATCH", "files/"+gone, `{"trashed":true}`)
	r := b.must(200, "GET", "about?fields=*", "")
	for path, want := range map[string]string{"user.emailAddress": "Me@example.com", "user.me": "true", "storageQuota.usage": "8", "storageQuota.usageInDriveTrash": "3",
		"canCreateDrives": "true", "maxUploadSize": "21474836480", "kind": "drive#about"} {
		equal(t, path, r.get(path), want)
	}
	if !slices.Contains(palette, r.get("folderColorPalette.0")) || r.get("driveThemes.0.id") == "" {
		t.Errorf("%s", r.raw)
	}
	if !reflect.DeepEqual(b.must(200, "GET", "about?fields=user/me", "").body, map[string]any{"user": map[string]any{"me": true}}) {
		t.Error("a part of about")
	}
}

// FuzzImports: whatever is imported can be exported, and the text of an
// exported text is the same again.
func FuzzImports(f *testing.F) {
	f.Add("# a\n\n*b* `c`\n\n- d\n  - e", "md")
	f.Add("<p>a<b>b</b></p><table><tr><td>x</td></tr></table>", "html")
	f.Add("a\n\n\nb\r\nc", "txt")
	f.Add("a,\"b\"\"\n1;2", "csv")
	f.Fuzz(func(t *testing.T, text, kind string) {
		from := map[string]string{"md": typeMarkdown, "html": typeHTML, "txt": typePlain, "csv": typeCSV, "tsv": typeTSV}[kind]
		native := mimeDocument
		if from == typeCSV || from == typeTSV {
			native = mimeSpreadsheet
		}
		how := imports[native][from]
		if how == nil {
			return
		}
		kept, err := how([]byte(text))
		if err != nil {
			return
		}
		for to, out := range exports[native] {
			data, err := out(kept)
			if err != nil {
				t.Fatalf("%s of %q: %v", to, kept, err)
			}
			if from == typePlain && to == typePlain {
				again, _ := plainToHTML(data)
				twice, _ := htmlToPlain(again)
				if string(twice) != string(data) {
					t.Fatalf("%q, then %q", data, twice)
				}
			}
			if to == typeCSV {
				again, err := csvToCSV(data)
				if err != nil || string(again) != string(data) {
					t.Fatalf("%q, then %q, %v", data, again, err)
				}
			}
		}
	})
}

// TestPlainTextComesBack: white space and empty lines count in a text.
func TestPlainTextComesBack(t *testing.T) {
	for _, text := range []string{"a", "a\n\nb", "\ta  b ", "  \n x\n\n\n\ty", "<b>&amp;", "\u00a0x\u00a0", "a\u3000b"} {
		kept, err := plainToHTML([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := htmlToPlain(kept); string(got) != byteOrderMark+strings.ReplaceAll(text, "\n", "\r\n") {
			t.Errorf("%q becomes %q", text, got)
		}
	}
}
