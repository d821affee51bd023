package calendarapi

import (
	"github.com/wslite/wslite/host/backend/local/gapi"
)

// writeOptions are the parameters of the methods that write events.
type writeOptions struct {
	conference  bool // conferenceDataVersion=1
	labels      bool // eventLabelVersion=1
	attachments bool // supportsAttachments
	importing   bool
	who         audience
}

func readOptions(q gapi.Query) (writeOptions, error) {
	conference, err := q.Int("conferenceDataVersion", 0, 0, 1)
	if err != nil {
		return writeOptions{}, err
	}
	labels, err := q.Int("eventLabelVersion", 0, 0, 1)
	if err != nil {
		return writeOptions{}, err
	}
	who, err := readAudience(q)
	return writeOptions{conference: conference == 1, labels: labels == 1, attachments: q.Bool("supportsAttachments", false), who: who}, err
}

// writable are the fields of an event that any write may set.
var writable = []string{
	"summary", "description", "location", "colorId", "eventLabelId", "start", "end", "endTimeUnspecified", "recurrence", "attendees",
	"transparency", "visibility", "extendedProperties", "conferenceData", "gadget", "anyoneCanAddSelf", "guestsCanInviteOthers",
	"guestsCanModify", "guestsCanSeeOtherGuests", "reminders", "source", "attachments", "focusTimeProperties", "outOfOfficeProperties",
	"workingLocationProperties", "status",
}

// readBody gives the writable fields of an event's body. What a client does
// not claim to understand (conferences, labels, attachments) is ignored, as
// the parameters' descriptions say; so are the read-only fields, which a
// client may send back as it got them.
func (o writeOptions) readBody(body obj) obj {
	out := keep(body, writable...)
	if !o.conference {
		delete(out, "conferenceData")
	}
	if !o.attachments {
		delete(out, "attachments")
	}
	if o.labels {
		delete(out, "colorId")
	} else {
		delete(out, "eventLabelId")
	}
	if o.importing {
		if organizer, ok := body["organizer"].(obj); ok {
			out["organizer"] = keep(organizer, "email", "displayName")
		}
	}
	return out
}

// unwritten are the fields that a replacing write leaves alone: those that it
// can't set and those that the client does not claim to understand.
func (o writeOptions) unwritten(data obj) obj {
	out := keep(data, "organizer", "creator", "originalStartTime", "birthdayProperties", "privateCopy")
	if o.importing {
		delete(out, "organizer") // an import states it
	}
	if !o.conference {
		out = merge(out, keep(data, "conferenceData"))
	}
	if !o.attachments {
		out = merge(out, keep(data, "attachments"))
	}
	if o.labels {
		out = merge(out, keep(data, "colorId"))
	} else {
		out = merge(out, keep(data, "eventLabelId"))
	}
	return out
}
