package find

import "strings"

// fillers say nothing of what a tool does.
const fillers = "a an and any as at be by can do does for from get give how i in is it its let me my of on or " +
	"our please so some someone somebody something that the their them there this to up us want was what when " +
	"where which who will with you your"

// synonyms are the words of the catalogs for words that people use, a line
// each: the word, then what to look for besides.
const synonyms = `
access: permissions editor viewer sharing
accept: respond answer invitation
agenda: events list
answer: reply respond response
appointment: event
autoreply: vacation responder
availability: freebusy busy
available: freebusy busy
away: vacation responder
bin: trash
bold: format
book: create event
calendar: event
change: update
collaborator: editor
column: columns
complete: completed tick
convert: export
conversation: thread
deck: presentation
decline: respond answer invitation
directory: folder
doc: document
done: tick completed
download: export read attachment
edit: update change editor
email: mail message send gmail
empty: clear
erase: delete clear
excel: spreadsheet sheets
file: drive
find: search
finish: tick completed
fold: folders
free: freebusy busy
history: revisions
holiday: vacation
image: picture
inbox: messages search
invite: guests event create
look: search find
mail: message gmail send
make: create add insert
mark: update tick
meet: event events
meeting: event events
modify: update change
new: create add
office: vacation
open: read show
out: vacation
pdf: export
people: person
permission: sharing permissions
photo: image
picture: image
plan: create
poll: form
put: add write
questionnaire: form
question: item
remove: delete
remind: task
rename: metadata update
repeat: series
recurring: series repeating
response: answers
restore: untrash back
result: responses
row: rows
rsvp: respond
save: create write
schedule: event create
see: show list read permissions
send: mail
share: sharing editor viewer
show: get list
spreadsheet: sheets
survey: form forms
tab: sheet
tick: completed update
todo: task
undelete: untrash
unread: search messages
upload: create content
version: revision
weekly: series repeating
word: document text
write: create insert
`

// vocabulary is what a search knows of words.
type vocabulary struct {
	fillers  map[string]bool
	synonyms map[string][]string // by stem, as stems
}

func newVocabulary() vocabulary {
	v := vocabulary{fillers: map[string]bool{}, synonyms: map[string][]string{}}
	for _, w := range split(fillers) {
		v.fillers[w] = true
	}
	for line := range strings.Lines(synonyms) {
		word, others, _ := strings.Cut(line, ":")
		for _, other := range split(others) {
			v.synonyms[stem(strings.TrimSpace(word))] = append(v.synonyms[stem(strings.TrimSpace(word))], stem(other))
		}
	}
	return v
}
