package find

// fillers say nothing of what a tool does.
const fillers = `a an and any anyone anything as at be been before being but by can could did do does doing done for from get gets give
	had has have he her here him his how i if in into is it its just last let like me might must my need next no not now of off ok on
	one only or other our people please really she should so some someone somebody something still such take tell than that the
	their them then there these they thing things this those to today tomorrow too tonight up us use very via want was we week went were
	what when where which while who whom whose why will with would yes yesterday you your am are got im d ll m re s t ve year month
	monday tuesday wednesday thursday friday saturday sunday morning afternoon evening noon about also again everyone
	everybody nobody mein meine meiner meinem meinen am im ein eine einen einem einer der die das den dem mit und oder fur von
	zu zum zur auf ist wie wer wo un une le la les des du de mon ma mes avec et ou pour dans sur est quel quelle que qui
	mi mis el los las una con y o para en por es`

// askers begin a question.
const askers = "what which who whose when where how is are do does did have has was wie wer welche quel quelle qui que cual quien"

// speaksOf are the words that tell which service is meant, by service.
const speaksOf = `
gmail: mail email mails emails inbox message messages gmail mailbox newsletter newsletters sender subject recipient spam conversation
calendar: calendar calendars appointment appointments meeting meetings meet event events invitation agenda standup schedule lunch dinner call guest guests busy
tasks: remind task tasks todo todos reminder chore subtask
docs: doc docs document documents paragraph paragraphs heading essay letter text header footer bookmark
sheets: sheet sheets spreadsheet spreadsheets cell cells row rows column columns formula table range tab chart numbers figures expenses pivot dropdown
slides: slide slides deck presentation presentations powerpoint speaker
forms: form forms survey surveys poll polls questionnaire quiz question questions respondents
drive: file files folder folders drive storage shared revision version versions upload download permission permissions directory access
`

// synonyms are the words of the catalogs for words that people use, a line
// each: the word, then what to look for besides.
const synonyms = `
access: permissions editor viewer sharing
add: create insert append
agenda: events list
alone: only
alter: update change edit
answer: reply respond response responses
answers: responses reply
append: add insert rows
appointment: event
arrange: sort move
attach: attachment
attached: attachment
attendee: guests
autoreply: vacation responder
availability: freebusy busy
available: freebusy busy
away: vacation responder
backup: copy
bin: trash
blank: clear create
bold: format
book: create event
border: format
calendar: event events
cancel: delete remove trash
change: update edit set
check: list show get read
choice: item validation
clean: clear
clone: copy duplicate
close: accepting responses
collaborator: editor
color: format background
colour: format background color
combine: merge
complete: completed tick update
completed: completed clear
content: read
convert: export
conversation: thread
copy: duplicate
correct: replace update
count: list
cross: tick update
deck: presentation
decline: respond answer invitation
delete: remove trash clear
diagram: chart
directory: folder
discard: trash delete
display: show get
doc: document
drop: delete remove
due: task
duplicate: copy
edit: update change editor replace
editor: editor
email: mail message
empty: clear
erase: delete clear
everything: list all
excel: spreadsheet sheets
export: export
fetch: get read
figures: values range read
fill: write insert
find: search
finish: tick completed update
finished: completed
fix: update replace
folder: folder
font: format
forget: delete
free: freebusy busy
fresh: create add
freeze: freeze
google: drive
graph: chart
grid: table
group: label
guest: guests event
hide: clear archive
hidden: clear
history: revisions
holiday: vacation responder
html: body
image: picture
inbox: messages search archive
install: create
invite: guests event create
italic: format
join: merge
journey: event
keep: save
label: label
labels: list labels
landscape: page setup
leave: vacation
letter: document
line: row rows paragraph
link: link sharing
list: list
lock: protect
look: search find show
mail: message
make: create add insert
mark: update tick mark set
meet: event events
meeting: event events
merge: merge
message: mail messages
modify: update change
money: values
name: rename metadata
new: create add
newsletter: filter messages
next: list
note: note comment
numbers: range values read
office: vacation
open: read show get
order: sort move reorder
organise: move label
organize: move label
out: vacation
owner: permissions
paper: page
paste: insert write
pdf: export
permission: sharing permissions
photo: image
picture: image
plan: create event
poll: form
portrait: page setup
postpone: update event
present: presentation
presentation: presentation
print: export
profile: profile
protect: protect
publish: update form
put: add write insert
quantity: list
question: item
questionnaire: form
quiz: form
read: get show
rearrange: move sort
recent: list
recipient: message
recover: untrash
recurring: series repeating
reject: respond invitation
remark: comment note
remind: task create
reminder: task create
remove: delete take unlink
rename: rename metadata update
reorder: move
repeat: series repeating
repeating: series repeating
replace: replace
reply: reply
reschedule: update event
resize: geometry width
respond: reply respond
response: answers responses
restore: untrash back
result: responses
revert: revisions untrash
revision: revisions
rewrite: update set
row: rows
rsvp: respond invitation
save: create write draft
scan: search
schedule: event create
screen: list
see: show list read get permissions
send: send mail
share: sharing editor viewer
sharing: sharing permissions
show: get list read
size: width geometry
someone: viewer editor
sort: sort filter
space: about storage
speaker: notes
split: unmerge
spreadsheet: spreadsheet
standup: event series
star: star
start: create
stop: remove protect accepting
storage: about storage
store: create
style: format
sum: formula
survey: form forms responses
swap: replace
switch: replace
tab: sheet
table: table range
template: copy
thread: conversation
throw: trash delete
tick: completed update
tidy: archive clear
title: rename metadata
todo: task tasks
total: formula
turn: set
undelete: untrash
underline: format
undo: untrash revision
unread: search
unsubscribe: filter
update: update change
upload: create content file
vacation: vacation responder
value: range values
version: revision revisions
view: show read viewer get
visible: sharing
visitor: guests
watch: changes
weekly: series repeating
wipe: clear delete
word: document text
write: create insert send
attend: respond invitation
come: respond invitation
push: move update
delay: update event
old: revision
older: revision revisions
dropdown: validation
red: color
green: color
previous: revision
earlier: revision
column: range columns
zip: export
`
