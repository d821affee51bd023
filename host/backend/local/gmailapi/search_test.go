package gmailapi

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// shelf is a mailbox whose messages are found by their subjects.
func shelf(t *testing.T) *bench {
	b := newBench(t)
	b.label("Work Things")
	b.label("Work Things/Deep")
	work := b.must(200, "GET", "labels", "").str("labels", 14, "id")
	deep := b.must(200, "GET", "labels", "").str("labels", 15, "id")
	put := func(subject, text string, labels []string, lines ...string) {
		if len(labels) == 1 && labels[0] == "" {
			labels = nil
		}
		b.insert(compose(text, append(lines, "Subject: "+subject)...), labels...)
	}
	put("alpha", "the quick brown fox", []string{"INBOX", "UNREAD"}, `From: "Amy Pond" <amy@example.org>`, "To: me@example.com", "Cc: Rory <rory@example.org>", "Message-ID: <alpha@x>")
	put("beta", "jumps over the lazy dog https://docs.google.com/document/d/1", []string{"INBOX", "STARRED", work}, "From: bob@example.net", "To: list@lists.example.org", "List-ID: Dev <dev.lists.example.org>", "Delivered-To: me@example.com")
	put("gamma", "日本語のメールです", []string{deep}, "From: taro@example.jp", "To: me@example.com", "Bcc: hidden@example.org", "Content-Type: text/plain; charset=utf-8")
	put("delta", "cheap pills", []string{"SPAM", "UNREAD"}, "From: spammer@example.biz", "To: me@example.com")
	put("epsilon", "old news about pills", []string{"SPAM"}, "From: spammer@example.biz", "To: me@example.com")
	put("zeta", "thrown away", []string{"TRASH"}, "From: amy@example.org", "To: me@example.com")
	put("eta", "Grüße aus Köln", []string{"SENT"}, "From: me@example.com", "To: amy@example.org", "Content-Type: text/plain; charset=utf-8")
	put("theta", "--b\r\nContent-Type: text/plain\r\n\r\nsee the report\r\n--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename=\"Report 2030.pdf\"\r\n\r\n"+strings.Repeat("x", 5000)+"\r\n--b--\r\n",
		[]string{"INBOX", "CATEGORY_PROMOTIONS", "IMPORTANT"}, "From: cat@example.org", "To: me@example.com", "Content-Type: multipart/mixed; boundary=b")
	return b
}

func TestSearch(t *testing.T) {
	b := shelf(t)
	for q, want := range map[string]string{
		"":                           "theta eta gamma beta alpha",
		"fox":                        "alpha",
		"FOX":                        "alpha",
		"fo":                         "",
		"quick fox":                  "alpha",
		`"quick fox"`:                "",
		`"quick brown"`:              "alpha",
		"fox OR dog":                 "beta alpha",
		"{fox dog report}":           "theta beta alpha",
		"the -fox":                   "theta beta",
		"the -(fox OR dog)":          "theta",
		"the AND fox":                "alpha",
		"amy":                        "eta alpha",
		"from:amy":                   "alpha",
		`from:"amy pond"`:            "alpha",
		"from:amy@example.org":       "alpha",
		"from:example.org":           "theta alpha",
		"from:(amy OR bob)":          "beta alpha",
		"from:me":                    "eta",
		"to:me":                      "theta gamma alpha",
		"to:rory":                    "alpha",
		"cc:rory":                    "alpha",
		"bcc:hidden":                 "gamma",
		"subject:alpha":              "alpha",
		"subject:(alpha OR beta)":    "beta alpha",
		"subject:fox":                "",
		"list:dev.lists.example.org": "beta",
		"deliveredto:me":             "beta",
		"rfc822msgid:<alpha@x>":      "alpha",
		"rfc822msgid:other":          "",
		"日本":                         "gamma",
		"本語":                         "gamma",
		"日語":                         "",
		"grüße":                      "eta",
		"GRUSSE OR gruße":            "eta",
		"koln":                       "eta",
		"in:inbox":                   "theta beta alpha",
		"label:inbox is:unread":      "alpha",
		"is:read in:inbox":           "theta beta",
		"is:starred":                 "beta",
		"is:important":               "theta",
		"in:sent":                    "eta",
		"in:archive":                 "gamma",
		"in:drafts":                  "",
		"label:work-things":          "beta",
		`label:"work things"`:        "beta",
		"in:Work-Things":             "beta",
		"label:work-things-deep":     "gamma",
		`label:"Work Things/Deep"`:   "gamma",
		"label:nope":                 "",
		"has:userlabels":             "gamma beta",
		"has:nouserlabels in:inbox":  "theta alpha",
		"has:attachment":             "theta",
		"has:document":               "beta",
		"has:drive":                  "beta",
		"has:youtube":                "",
		"has:yellow-star":            "beta",
		"filename:pdf":               "theta",
		`filename:"report 2030.pdf"`: "theta",
		"filename:doc":               "",
		"category:promotions":        "theta",
		"category:primary in:inbox":  "beta alpha",
		"category:reservations":      "",
		"larger:4K":                  "theta",
		"size:4000 smaller:1M":       "theta",
		"smaller:4K in:inbox":        "beta alpha",
		"in:anywhere amy":            "eta zeta alpha",
		"in:trash":                   "zeta",
		"in:spam":                    "epsilon delta",
		"in:spam is:unread":          "delta",
		"pills":                      "",
		"-in:spam pills":             "",
		"is:spam old":                "epsilon",
		"in:trash OR fox":            "zeta alpha",
		"-":                          "theta eta gamma beta alpha",
		"is:muted":                   "",
		"in:snoozed":                 "",
	} {
		if got := b.find(q); got != want {
			t.Errorf("%s: got %q, want %q", q, got, want)
		}
	}
	equal(t, "includeSpamTrash", b.find("pills", "includeSpamTrash", "true"), "epsilon delta")
	equal(t, "labelIds", b.find("", "labelIds", "INBOX", "labelIds", "STARRED"), "beta")
	equal(t, "labelIds trash", b.find("", "labelIds", "TRASH"), "zeta")
	equal(t, "labelIds with a query", b.find("-fox", "labelIds", "INBOX"), "theta beta")
}

func TestB20SpamAndUnreadAreBothEnforced(t *testing.T) {
	b := newBench(t)
	b.insert(compose("x", "Subject: one"), "SPAM", "UNREAD")
	b.insert(compose("x", "Subject: two"), "SPAM")
	b.insert(compose("x", "Subject: three"), "SPAM")
	b.simple("inbox", "UNREAD")
	for _, q := range []string{"in:spam is:unread", "is:unread in:spam", "label:spam label:unread", "is:unread -in:inbox in:spam"} {
		equal(t, q, b.find(q), "one")
	}
}

func TestSearchByDate(t *testing.T) {
	b := newBench(t)
	at := func(subject, date string) {
		b.must(200, "POST", "messages?internalDateSource=dateHeader", raw(compose("x", "Subject: "+subject, "Date: "+date)))
	}
	at("jan1", "Tue, 1 Jan 2030 00:00:00 +0000")
	at("dec31", "Mon, 31 Dec 2029 03:59:59 +0000")
	at("jan29", "Tue, 29 Jan 2030 12:00:00 +0000")
	for q, want := range map[string]string{
		"after:2030/01/01": "jan29 jan1", "before:2030/01/01": "dec31", "newer:2030-1-1 older:1/2/2030": "jan1",
		"newer_than:3d": "jan29", "older_than:1m": "dec31", "after:1893456000": "jan29 jan1", "newer_than:1y": "jan29 jan1 dec31",
	} {
		equal(t, q, b.find(q), want)
	}
	far := b.api.InZone(time.FixedZone("", -60*60))
	s, err := far.readSearch(call("q", "after:2030/01/01"), "messages")
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "zone", fmt.Sprint(s.expr), "{false 1893459600000}")
}

func TestPagesJoinToTheWhole(t *testing.T) {
	b := newBench(t)
	for i := range 25 {
		b.simple(fmt.Sprint("s", i))
	}
	want := b.must(200, "GET", "messages?maxResults=500", "")
	equal(t, "estimate", want.at("resultSizeEstimate"), 25.0)
	for _, query := range []string{"maxResults=10", "maxResults=10&q=in:inbox", "maxResults=10&labelIds=INBOX&q=text"} {
		var got []string
		token := ""
		for pages := 0; ; pages++ {
			r := b.must(200, "GET", "messages?"+query+"&pageToken="+token, "")
			got = append(got, r.join("id", "messages"))
			if token = r.str("nextPageToken"); token == "" {
				equal(t, query+" pages", pages, 2)
				break
			}
		}
		equal(t, query, strings.Join(got, " "), want.join("id", "messages"))
	}
	// A message that comes between two pages shifts nothing.
	page := b.must(200, "GET", "messages?maxResults=20", "")
	b.simple("new")
	rest := b.must(200, "GET", "messages?maxResults=20&pageToken="+page.str("nextPageToken"), "")
	equal(t, "joined", page.join("id", "messages")+" "+rest.join("id", "messages"), want.join("id", "messages"))
	b.fails(400, "Invalid page token", "GET", "messages?q=x&pageToken="+page.str("nextPageToken"), "")
	b.fails(400, "Invalid page token", "GET", "threads?pageToken="+page.str("nextPageToken"), "")
}

func TestTheWordsOfLabelsThatUsersMayMake(t *testing.T) {
	b := newBench(t)
	id := b.label("Social")
	b.insert(compose("x", "Subject: mine"), id)
	b.insert(compose("x", "Subject: theirs"), "CATEGORY_SOCIAL")
	equal(t, "the user's label", b.find("label:social"), "mine")
	equal(t, "the category", b.find("category:social"), "theirs")
	b.label("a b")
	exact := b.label("a-b")
	b.insert(compose("x", "Subject: dash"), exact)
	equal(t, "the exact name wins", b.find("label:a-b"), "dash")
}
