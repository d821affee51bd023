package driveapi

import (
	"context"
	"fmt"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// library makes a few files of all kinds.
func library(b *bench) map[string]string {
	ids := map[string]string{}
	ids["docs"] = b.folder("Docs", "root")
	b.tick(time.Minute)
	ids["plan"] = b.text("Jack's plan 10.txt", ids["docs"], "The quick brown fox")
	b.tick(time.Minute)
	ids["report"] = b.text("report-2.md", ids["docs"], "Hello, world")
	b.tick(time.Minute)
	ids["old"] = b.create(`{"name":"Old photo","mimeType":"image/png","starred":true,"modifiedTime":"2001-01-01T00:00:00Z","properties":{"class":"x"},"appProperties":{"key":"it's"}}`)
	b.tick(time.Minute)
	ids["bin"] = b.create(`{"name":"rubbish"}`)
	b.must(200, "PATCH", "files/"+ids["bin"], `{"trashed":true}`)
	return ids
}

func TestSearch(t *testing.T) {
	b := newBench(t)
	ids := library(b)
	b.must(200, "POST", "files/"+ids["report"]+"/permissions", `{"type":"user","role":"writer","emailAddress":"Ann@example.org"}`)
	b.must(200, "POST", "files/"+ids["docs"]+"/permissions", `{"type":"user","role":"reader","emailAddress":"bob@example.org"}`)
	b.must(200, "POST", "files/"+ids["plan"]+"/permissions", `{"type":"anyone","role":"reader"}`)
	for query, want := range map[string]string{
		"trashed = true": "rubbish",
		"trashed = false and mimeType != '" + mimeFolder + "'": "Jack's plan 10.txt|Old photo|report-2.md",
		"name = 'Docs'":                                        "Docs",
		"name = 'docs'":                                        "",
		"name = 'Jack\\'s plan 10.txt'":                        "Jack's plan 10.txt",
		"name contains 'pla'":                                  "Jack's plan 10.txt",
		"name contains 'lan'":                                  "",
		"name contains 'plan jack'":                            "Jack's plan 10.txt",
		"name contains 'PHO' and not trashed = true":           "Old photo",
		"name contains ''":                                     "",
		"fullText contains 'quick'":                            "Jack's plan 10.txt",
		"fullText contains 'qui'":                              "",
		"fullText contains 'fox plan'":                         "Jack's plan 10.txt",
		"fullText contains '\"brown fox\"'":                    "Jack's plan 10.txt",
		"fullText contains '\"fox brown\"'":                    "",
		"fullText contains 'hello' or fullText contains 'fox'": "Jack's plan 10.txt|report-2.md",
		"mimeType contains 'image/'":                           "Old photo",
		"mimeType = 'image/png'":                               "Old photo",
		"starred = true":                                       "Old photo",
		"starred != true and trashed = true":                   "rubbish",
		"modifiedTime < '2002-01-01'":                          "Old photo",
		"modifiedTime = '2001-01-01T00:00:00Z'":                "Old photo",
		"modifiedTime > '2030-01-31T12:00:30' and modifiedTime <= '2030-01-31T13:01:00+01:00'": "Jack's plan 10.txt",
		"createdTime >= '2030-01-31T12:04:00'":                                                 "rubbish",
		"viewedByMeTime > '2000-01-01' and name = 'Docs'":                                      "Docs",
		"'" + ids["docs"] + "' in parents":                                                     "Jack's plan 10.txt|report-2.md",
		"'root' in parents and trashed = false":                                                "Docs|Old photo",
		"'me' in owners and name contains 'report'":                                            "report-2.md",
		"'me@EXAMPLE.com' in owners and starred = true":                                        "Old photo",
		"'ann@example.org' in owners":                                                          "",
		"'ann@example.org' in writers":                                                         "report-2.md",
		"'bob@example.org' in writers":                                                         "",
		"'bob@example.org' in readers":                                                         "Docs|Jack's plan 10.txt|report-2.md",
		"sharedWithMe = true":                                                                  "",
		"sharedWithMe = false and name = 'Docs'":                                               "Docs",
		"properties has {key='class' and value='x'}":                                           "Old photo",
		"properties has {key='key' and value='it\\'s'}":                                        "",
		"appProperties has {key='key' and value='it\\'s'}":                                     "Old photo",
		"visibility = 'anyoneWithLink'":                                                        "Jack's plan 10.txt",
		"visibility = 'limited' and 'root' in parents and trashed = false":                     "Docs|Old photo",
		"visibility != 'limited'":                                                              "Jack's plan 10.txt",
		"name = 'x\\' or name contains \\'' or trashed = true":                                 "rubbish",
	} {
		r := b.must(200, "GET", "files"+q("q", query, "fields", "files/name"), "")
		var got []string
		for _, f := range r.body["files"].([]any) {
			got = append(got, f.(map[string]any)["name"].(string))
		}
		sort.Strings(got)
		if s := strings.Join(got, "|"); s != want {
			t.Errorf("%s: %s, want %s", query, s, want)
		}
	}
	for query, reason := range map[string]string{"name = 'x": "invalid", "visibility = 'x'": "invalid", "title = 'x'": "invalid"} {
		r := b.refused(400, reason, "GET", "files"+q("q", query), "")
		equal(t, query+" location", r.get("error.errors.0.location"), "q")
	}
	b.refused(404, "notFound", "GET", "files"+q("q", "'none' in parents"), "")
}

func TestOrder(t *testing.T) {
	b := newBench(t)
	library(b)
	for key, want := range map[string]string{
		"":                         "rubbish report-2.md Jack's plan 10.txt Docs Old photo",
		"name":                     "Docs Jack's plan 10.txt Old photo report-2.md rubbish",
		"name desc":                "rubbish report-2.md Old photo Jack's plan 10.txt Docs",
		"folder,name_natural":      "Docs Jack's plan 10.txt Old photo report-2.md rubbish",
		"folder desc,name desc":    "rubbish report-2.md Old photo Jack's plan 10.txt Docs",
		"modifiedTime":             "Old photo Docs Jack's plan 10.txt report-2.md rubbish",
		"modifiedTime desc":        "rubbish report-2.md Jack's plan 10.txt Docs Old photo",
		"createdTime":              "Docs Jack's plan 10.txt report-2.md Old photo rubbish",
		"starred desc, name":       "Old photo Docs Jack's plan 10.txt report-2.md rubbish",
		"quotaBytesUsed desc,name": "Jack's plan 10.txt report-2.md Docs Old photo rubbish",
		"recency desc":             "rubbish Old photo report-2.md Jack's plan 10.txt Docs",
		"viewedByMeTime":           "Docs Jack's plan 10.txt report-2.md Old photo rubbish",
		"modifiedByMeTime,name":    "Old photo Docs Jack's plan 10.txt report-2.md rubbish",
		"sharedWithMeTime,name":    "Docs Jack's plan 10.txt Old photo report-2.md rubbish",
	} {
		equal(t, key, b.names("", "orderBy", key), want)
	}
	for _, bad := range []string{"size", "name up", "name desc asc", ",", "name,,folder"} {
		b.refused(400, "invalid", "GET", "files"+q("orderBy", bad), "")
	}
}

func TestNaturalOrder(t *testing.T) {
	for _, pair := range [][2]string{{"a2", "a10"}, {"A2", "b1"}, {"a", "a1"}, {"1", "2"}, {"9", "10"}, {"x9y", "x10"}, {"a002", "a3"}, {"a", "B"}} {
		if !(natural(pair[0]) < natural(pair[1])) {
			t.Errorf("%s does not come before %s: %q %q", pair[0], pair[1], natural(pair[0]), natural(pair[1]))
		}
	}
}

func TestPagesJoinToTheList(t *testing.T) {
	b := newBench(t)
	folder := b.folder("f", "root")
	for i := range 23 {
		b.create(fmt.Sprintf(`{"name":"n%d","parents":[%q],"starred":%v}`, i%7, folder, i%3 == 0))
		if i%4 == 0 {
			b.tick(time.Second)
		}
	}
	for _, order := range []string{"", "name", "folder,modifiedTime desc,name", "starred desc,name_natural", "recency", "quotaBytesUsed desc"} {
		query := []string{"q", "'" + folder + "' in parents", "orderBy", order, "fields", "nextPageToken,files/id"}
		whole := b.must(200, "GET", "files"+q(query...), "").all("files", "id")
		equal(t, order+" all", len(strings.Fields(whole)), 23)
		for _, size := range []string{"1", "5", "22", "23"} {
			var got []string
			token := ""
			for {
				r := b.must(200, "GET", "files"+q(append(query, "pageSize", size, "pageToken", token)...), "")
				got = append(got, r.all("files", "id"))
				if token = r.get("nextPageToken"); token == "" {
					break
				}
			}
			equal(t, order+" by "+size, strings.Join(got, " "), whole)
		}
	}
	token := b.must(200, "GET", "files?pageSize=2", "").get("nextPageToken")
	for _, other := range []string{q("pageToken", token, "q", "starred = true"), q("pageToken", token, "orderBy", "name"), q("pageToken", "x"), q("pageToken", token, "spaces", "appDataFolder")} {
		contains(t, other, b.must(400, "GET", "files"+other, "").message(), "Invalid page token")
	}
	b.refused(400, "invalidParameter", "GET", "files?pageSize=0", "")
	b.refused(400, "invalidParameter", "GET", "files?pageSize=1001", "")
}

// TestTokensOfLongNames: clients take tokens of some hundred characters.
func TestTokensOfLongNames(t *testing.T) {
	b := newBench(t)
	for i := range 4 {
		b.create(fmt.Sprintf(`{"name":"%s %d"}`, strings.Repeat("\U0001F600", 200), i))
	}
	for _, order := range []string{"name", "name_natural desc", "folder,name_natural"} {
		r := b.must(200, "GET", "files"+q("orderBy", order, "pageSize", "3", "fields", "*"), "")
		token := r.get("nextPageToken")
		if len(token) > 500 {
			t.Errorf("%s: a token of %d characters", order, len(token))
		}
		rest := b.must(200, "GET", "files"+q("orderBy", order, "pageSize", "3", "pageToken", token, "fields", "*"), "")
		equal(t, order, len(rest.body["files"].([]any)), 1)
	}
}

// TestListsUseIndexes: the usual lists are read along an index, without
// sorting, also from the middle.
func TestListsUseIndexes(t *testing.T) {
	b := newBench(t)
	folder := b.folder("f", "root")
	for name, c := range map[string]struct{ query, order, want string }{
		"newest":         {"", "", "files_in_drive"},
		"not trashed":    {"trashed = false", "", "files_in_drive"},
		"a folder":       {"'" + folder + "' in parents and trashed = false", "folder,name_natural", "files_children"},
		"a folder's new": {"'" + folder + "' in parents", "modifiedTime desc", "files_parent_modified"},
	} {
		o, err := readOrder(c.order)
		if err != nil {
			t.Fatal(err)
		}
		var plan []string
		err = b.store.Read(t.Context(), func(tx *store.Tx) error {
			w, err := b.api.corpus(tx, gapi.Query{})
			if err != nil {
				return err
			}
			if err := w.addQuery(b.api, tx, c.query, false); err != nil {
				return err
			}
			after, more := o.after(make([]any, len(o.by)))
			rows, err := tx.Query("EXPLAIN QUERY PLAN "+selectFiles(o, append(w.where, after)), append(append(w.args, more...), 10)...)
			if err != nil {
				return err
			}
			defer rows.Close()
			for rows.Next() {
				var a, b, c int
				var step string
				if err := rows.Scan(&a, &b, &c, &step); err != nil {
					return err
				}
				plan = append(plan, step)
			}
			return rows.Err()
		})
		if err != nil {
			t.Fatal(err)
		}
		if all := strings.Join(plan, "; "); !strings.Contains(all, "SEARCH f USING INDEX "+c.want) || strings.Contains(all, "TEMP B-TREE") || strings.Contains(all, "SCAN") {
			t.Errorf("%s: %s", name, all)
		}
	}
}

// fill puts many files into the root, without the API's checks.
func fill(t testing.TB, b *bench, n int) {
	t.Helper()
	err := b.store.Write(context.Background(), func(tx *store.Tx) error {
		root, err := rowByID(tx, rootAlias)
		if err != nil {
			return err
		}
		for i := range n {
			f := &fileRow{id: tx.NewID(), name: fmt.Sprintf("file %d", i), mime: "text/plain", created: tx.Now, modified: tx.Now + int64(i), modifiedBy: b.api.owner.Email}
			f.put(root, b.api.owner.Email)
			if err := f.insert(tx); err != nil {
				return err
			}
			if err := b.api.own(tx, f, f.owner); err != nil {
				return err
			}
			none := ""
			if err := f.index(tx, &none); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestCorpora(t *testing.T) {
	b := newBench(t)
	b.text("mine", "root", "x")
	drive := b.must(200, "POST", "drives?requestId=r1", `{"name":"D"}`).get("id")
	b.text("theirs", drive, "x")
	all := []string{"supportsAllDrives", "true", "includeItemsFromAllDrives", "true"}
	equal(t, "default", b.names(""), "mine")
	equal(t, "with all drives", b.names("", append(all, "orderBy", "name")...), "mine theirs")
	equal(t, "one drive", b.names("", append(all, "corpora", "drive", "driveId", drive)...), "theirs")
	equal(t, "its id is enough", b.names("", append(all, "driveId", drive)...), "theirs")
	equal(t, "all", b.names("", append(all, "corpora", "allDrives", "orderBy", "name desc")...), "theirs mine")
	equal(t, "domain", b.names("", "corpora", "domain"), "")
	// B45: a folder of a shared drive is reached by clients that support them.
	equal(t, "top of a drive", b.names("'"+drive+"' in parents", all...), "theirs")
	b.refused(404, "notFound", "GET", "files"+q("q", "'"+drive+"' in parents"), "")
	for _, bad := range [][]string{
		{"includeItemsFromAllDrives", "true"}, {"corpora", "drive"}, {"corpora", "user", "driveId", drive}, {"corpora", "x"}, {"corpora", "allDrives"},
		{"corpora", "drive", "driveId", drive, "supportsAllDrives", "true"},
	} {
		b.refused(400, "invalidParameter", "GET", "files"+q(bad...), "")
	}
	b.refused(404, "notFound", "GET", "files"+q(append(all, "driveId", "none")...), "")
}

// FuzzSearch: every query is answered or refused, and none is an error inside.
func FuzzSearch(f *testing.F) {
	b := openBench(f)
	library(b)
	f.Add("name contains 'a' and not ('root' in parents or starred = true)", "folder,name desc")
	f.Add("'me' in writers or properties has {key='a' and value='b'}", "recency")
	f.Fuzz(func(t *testing.T, query, order string) {
		b.t = t
		if r := b.send("GET", "files"+q("q", query, "orderBy", order), ""); r.status >= 500 {
			t.Fatalf("%q by %q: %s", query, order, r.raw)
		}
	})
}
