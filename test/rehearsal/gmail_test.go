package rehearsal

import "testing"

func TestGmail(t *testing.T) {
	t.Parallel()
	rehearse(t, "gmail", newWorld(t), []call{
		// What there is.
		{line: "gmail profile"},
		{line: "gmail search-messages zürich", keep: "answer=.[0].id first=.[1].id thread=.[0].threadId", want: `.data | length == 2`},
		{line: "gmail search-messages 'from:nobody@example.net'", want: `.data == []`},
		{line: "gmail search-messages in:anywhere --max-results 3", want: `.pagination.nextPageToken and (.data | length == 3)`},
		{line: "gmail search-messages filename:pdf", keep: "report=.[0].id reportThread=.[0].threadId"},
		{line: "gmail search-messages 'from:shop.example.org'", keep: "order=.[0].id"},
		{line: "gmail search-messages in:sent", keep: "lunch=.[0].id"},
		{line: "gmail get-message ${first}", want: `.data.message.subject == "Besprechung – Zürich" and (.data.message.body | test("Grüße"))`},
		{line: "gmail get-message ${order}", want: `.data.message.htmlBody | test("Seeds")`},
		{line: "gmail get-message ${report}", want: `.data.message.attachments | length == 2`},
		{line: "gmail get-message 00000000000000ff", exit: 1, want: `.error.code == "NOT_FOUND"`},
		{line: "gmail get-message ${lunch}"},
		{line: "gmail list-threads --query zürich", want: `.data[0].messageCount == 2`},
		{line: "gmail list-threads --from nobody@example.net", want: `.data == []`},
		{line: "gmail get-thread ${thread}", want: `.data.thread.messages | length == 2`},
		{line: "gmail list-labels", want: `.data[0].name == "Work/2026"`},
		{line: "gmail list-labels --include-system"},
		{line: "gmail list-drafts", want: `.data == []`},
		{line: "gmail list-filters", want: `.data == []`},
		{line: "gmail get-vacation-responder"},
		{line: "gmail get-attachment ${report} x --part-id 1", want: `.data.size == 191 and .data.mimeType == "application/pdf"`},

		// Labels.
		{line: "gmail mark-read ${first}"},
		{line: "gmail mark-unread ${first}"},
		{line: "gmail star ${first}"},
		{line: "gmail unstar ${first}"},
		{line: "gmail archive ${first}"},
		{line: "gmail archive ${report} --scope message"},
		{line: "gmail add-label ${first} Gärten"},
		{line: "gmail add-label ${first} Gärten"},
		{line: "gmail remove-label ${first} Gärten"},
		{line: "gmail remove-label ${first} Unknown"},
		{line: `gmail batch-modify --message-ids '["${first}","${report}"]' --add-labels '["STARRED","Plans"]' --remove-labels '["UNREAD"]'`},
		{line: `gmail batch-modify --message-ids '["${order}"]' --add-labels '["TRASH"]'`, exit: 4},

		// Drafts and what is sent.
		{line: "gmail create-draft --to ana@example.org --subject 'Grüße 🌱' --body 'Dear Ana,' --cc tom@example.net --bcc boss@example.com --html-body '<p>Dear <b>Ana</b>,</p>' --attachments '[\"${letter}\",\"${picture}\"]'", keep: "draft=.draft.id", want: `.data.draft.message.attachments | length == 2`},
		{line: "gmail list-drafts", want: `.data | length == 1`},
		{line: "gmail get-draft ${draft}"},
		{line: "gmail update-draft ${draft} --subject 'Grüße an alle' --cc ''", want: `.data.draft.message.cc == "" and (.data.draft.message.attachments | length == 2)`},
		{line: "gmail send-draft ${draft}"},
		{line: "gmail create-draft-reply ${first} --body 'Gern, bis Donnerstag.'", keep: "reply=.draft.id"},
		{line: "gmail create-draft-reply-all ${answer} --body 'Me too.' --quote", want: `.data.draft.message.to | test("jane@")`},
		{line: "gmail delete-draft ${reply}"},
		{line: "gmail get-draft ${reply}", exit: 1, want: `.error.code == "NOT_FOUND"`},
		{line: "gmail send --to ana@example.org --subject 'Minutes' --body 'Dear Ana,\nhere they are.' --attachments '[\"${letter}\"]'"},
		{line: "gmail reply ${answer} --body 'Fine.'"},
		{line: "gmail reply-all ${answer} --body 'Fine with all.' --html-body '<p>Fine with <i>all</i>.</p>'"},
		{line: "gmail forward ${report} --to ana@example.org --body 'See below.'"},

		// Settings.
		{line: `gmail create-filter --from news@example.com --add-labels '["News"]' --remove-labels '["INBOX"]'`, keep: "filter=.filter.id"},
		{line: `gmail create-filter --query 'list:orders' --forward ana@example.org`, asks: true, exit: 1},
		{line: "gmail list-filters", want: `.data[0].action.addLabels == ["News"]`},
		{line: "gmail get-filter ${filter}"},
		{line: "gmail delete-filter ${filter}"},
		{line: "gmail update-vacation-responder --enable-auto-reply true --response-subject Away --response-body-plain-text 'Back on Monday.' --start-time 2026-12-24T00:00:00+01:00 --end-time 2027-01-04T00:00:00+01:00 --restrict-to-contacts", asks: true},
		{line: "gmail get-vacation-responder", want: `.data.vacation.enableAutoReply`},
		{line: "gmail update-vacation-responder --enable-auto-reply false"},

		// The trash.
		{line: "gmail trash-message ${order}"},
		{line: "gmail get-message ${order}", want: `.data.message.isInTrash`},
		{line: "gmail untrash-message ${order}"},
		{line: "gmail trash-thread ${thread}"},
		{line: "gmail untrash-thread ${thread}"},
		{line: "gmail delete-message ${report}"},

		// The batch.
		{line: `gmail batch --params-json '{"operations":[{"action":"star","params":{"messageId":"${first}"}},{"action":"listLabels"},{"action":"searchMessages","params":{"query":"zürich"}},{"action":"getThread","params":{"threadId":"${thread}"}}]}'`},
		{line: `gmail batch --params-json '{"operations":[{"action":"trashMessage","params":{"messageId":"${first}"}},{"action":"send","params":{"to":"ana@example.org","subject":"s","body":"b"}}]}'`, asks: true},
		{line: `gmail batch --params-json '{"operations":[{"action":"profile"},{"action":"getMessage","params":{"messageId":"00000000000000ff"}}]}'`, exit: 3, want: `.data.failed == 1`},
	})
}
