package find

// phrases are several words that mean what others do, a line each: the phrase,
// then its meaning in the words of the catalogs. Up to four words may stand between
// its parts.
const phrases = `
add to my calendar: create event
alt text: alt text
anyone with the link: sharing link
auto reply: vacation responder
back up: copy
bring back: untrash
call off: delete event
carry on: list
clear out: clear
come back: untrash
cross off: tick completed update task
cut off: remove
drop down: validation
dropdown list: validation
drop out: remove
e mail: mail
every day: series repeating
every week: series repeating
every month: series repeating
every monday: series repeating
every tuesday: series repeating
every wednesday: series repeating
every thursday: series repeating
every friday: series repeating
fill in: write
find and replace: replace text
find out: get
for later: draft
free time: freebusy
get rid of: delete
give access: editor viewer
hand over: editor
have access: permissions
has access: permissions
join together: merge
let edit: editor
let see: viewer
let read: viewer
look for: search
look up: search
make bigger: resize
mind map: chart
look like: show
move appointment: update move event
move meeting: update move event
multiple choice: item add
old new: replace text
on leave: vacation
on vacation: vacation responder
on holiday: vacation responder
opt out: filter
out of office: vacation responder
out of inbox: archive
over quota: storage
pass on: forward
pass along: forward
pdf version: export
pick up: get
put away: archive
put off: update event
push back: update event
read receipt: read
remind me: create task
reply all: reply all
reply to all: reply all
reply to everyone: reply all
answer to everyone: reply all
answer everyone: reply all
answer all: reply all
rsvp no: respond invitation
rule off: rule
set aside: archive
set up: create
sort out: filter
sort into: filter label
sort automatically: filter
speaker notes: notes
sign off: respond
start over: clear
stop others: protect
stop people: protect
stop taking: accepting responses
stop accepting: accepting responses
take away: remove
take back: untrash
take down: remove
take off: remove
take out: remove
tell people: responder
thank you page: confirmation
throw away: trash
throw out: trash
tick off: tick completed update task
time off: vacation responder
to do: task
to do list: task list
todo list: task list
top row: freeze rows
turn down: respond invitation
turn into: export
turn off: remove
who can: permissions
who has: permissions
whole conversation: thread
whole thread: thread
write back: reply
write down: create
what happened: changes revisions
what is on: list events
what on: list
work together: editor
`
