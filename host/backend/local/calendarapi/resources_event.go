package calendarapi

// Events is a page of events.
type Events struct {
	Kind             string          `json:"kind"`
	ETag             string          `json:"etag"`
	Summary          string          `json:"summary"`
	Description      string          `json:"description,omitempty"`
	Updated          string          `json:"updated"`
	TimeZone         string          `json:"timeZone"`
	AccessRole       string          `json:"accessRole"`
	DefaultReminders []EventReminder `json:"defaultReminders"`
	NextPageToken    string          `json:"nextPageToken,omitempty"`
	NextSyncToken    string          `json:"nextSyncToken,omitempty"`
	Items            []Event         `json:"items"`
}

// Event is an event. Flags that are true by default, and those that a client
// sends as false with a meaning, are pointers.
type Event struct {
	Kind                      string                          `json:"kind"`
	ETag                      string                          `json:"etag"`
	ID                        string                          `json:"id"`
	Status                    string                          `json:"status,omitempty"`
	HTMLLink                  string                          `json:"htmlLink,omitempty"`
	Created                   string                          `json:"created,omitempty"`
	Updated                   string                          `json:"updated,omitempty"`
	Summary                   string                          `json:"summary,omitempty"`
	Description               string                          `json:"description,omitempty"`
	Location                  string                          `json:"location,omitempty"`
	ColorID                   string                          `json:"colorId,omitempty"`
	EventLabelID              string                          `json:"eventLabelId,omitempty"`
	Creator                   *Person                         `json:"creator,omitempty"`
	Organizer                 *Person                         `json:"organizer,omitempty"`
	Start                     *EventDateTime                  `json:"start,omitempty"`
	End                       *EventDateTime                  `json:"end,omitempty"`
	EndTimeUnspecified        bool                            `json:"endTimeUnspecified,omitempty"`
	Recurrence                []string                        `json:"recurrence,omitempty"`
	RecurringEventID          string                          `json:"recurringEventId,omitempty"`
	OriginalStartTime         *EventDateTime                  `json:"originalStartTime,omitempty"`
	Transparency              string                          `json:"transparency,omitempty"`
	Visibility                string                          `json:"visibility,omitempty"`
	ICalUID                   string                          `json:"iCalUID,omitempty"`
	Sequence                  int                             `json:"sequence"`
	Attendees                 []EventAttendee                 `json:"attendees,omitempty"`
	AttendeesOmitted          bool                            `json:"attendeesOmitted,omitempty"`
	ExtendedProperties        *ExtendedProperties             `json:"extendedProperties,omitempty"`
	HangoutLink               string                          `json:"hangoutLink,omitempty"`
	ConferenceData            *ConferenceData                 `json:"conferenceData,omitempty"`
	Gadget                    *Gadget                         `json:"gadget,omitempty"`
	AnyoneCanAddSelf          bool                            `json:"anyoneCanAddSelf,omitempty"`
	GuestsCanInviteOthers     *bool                           `json:"guestsCanInviteOthers,omitempty"`
	GuestsCanModify           bool                            `json:"guestsCanModify,omitempty"`
	GuestsCanSeeOtherGuests   *bool                           `json:"guestsCanSeeOtherGuests,omitempty"`
	PrivateCopy               bool                            `json:"privateCopy,omitempty"`
	Locked                    bool                            `json:"locked,omitempty"`
	Reminders                 *Reminders                      `json:"reminders,omitempty"`
	Source                    *Source                         `json:"source,omitempty"`
	Attachments               []EventAttachment               `json:"attachments,omitempty"`
	EventType                 string                          `json:"eventType,omitempty"`
	BirthdayProperties        *EventBirthdayProperties        `json:"birthdayProperties,omitempty"`
	FocusTimeProperties       *EventFocusTimeProperties       `json:"focusTimeProperties,omitempty"`
	OutOfOfficeProperties     *EventOutOfOfficeProperties     `json:"outOfOfficeProperties,omitempty"`
	WorkingLocationProperties *EventWorkingLocationProperties `json:"workingLocationProperties,omitempty"`
}

// Person is the creator or organizer of an event.
type Person struct {
	ID          string `json:"id,omitempty"`
	Email       string `json:"email,omitempty"`
	DisplayName string `json:"displayName,omitempty"`
	Self        bool   `json:"self,omitempty"`
}

// EventDateTime is a date, or a time with its zone.
type EventDateTime struct {
	Date     string `json:"date,omitempty"`
	DateTime string `json:"dateTime,omitempty"`
	TimeZone string `json:"timeZone,omitempty"`
}

// EventAttendee is a guest.
type EventAttendee struct {
	ID               string `json:"id,omitempty"`
	Email            string `json:"email,omitempty"`
	DisplayName      string `json:"displayName,omitempty"`
	Organizer        bool   `json:"organizer,omitempty"`
	Self             bool   `json:"self,omitempty"`
	Resource         bool   `json:"resource,omitempty"`
	Optional         bool   `json:"optional,omitempty"`
	ResponseStatus   string `json:"responseStatus,omitempty"`
	Comment          string `json:"comment,omitempty"`
	AdditionalGuests int    `json:"additionalGuests,omitempty"`
	AsyncOperation   string `json:"asyncOperation,omitempty"`
}

// ExtendedProperties are a program's own data.
type ExtendedProperties struct {
	Private map[string]string `json:"private,omitempty"`
	Shared  map[string]string `json:"shared,omitempty"`
}

// Reminders are those of the owner.
type Reminders struct {
	UseDefault bool            `json:"useDefault"`
	Overrides  []EventReminder `json:"overrides,omitempty"`
}

// EventReminder is a reminder; 0 minutes is "when it starts".
type EventReminder struct {
	Method  string `json:"method"`
	Minutes int    `json:"minutes"`
}

// Source is where an event comes from.
type Source struct {
	URL   string `json:"url,omitempty"`
	Title string `json:"title,omitempty"`
}

// EventAttachment is a file that an event links to.
type EventAttachment struct {
	FileURL  string `json:"fileUrl"`
	Title    string `json:"title,omitempty"`
	MimeType string `json:"mimeType,omitempty"`
	IconLink string `json:"iconLink,omitempty"`
	FileID   string `json:"fileId,omitempty"`
}

// Gadget is deprecated and kept as given.
type Gadget struct {
	Type        string            `json:"type,omitempty"`
	Title       string            `json:"title,omitempty"`
	Link        string            `json:"link,omitempty"`
	IconLink    string            `json:"iconLink,omitempty"`
	Width       int               `json:"width,omitempty"`
	Height      int               `json:"height,omitempty"`
	Display     string            `json:"display,omitempty"`
	Preferences map[string]string `json:"preferences,omitempty"`
}

// ConferenceData is a video meeting.
type ConferenceData struct {
	ConferenceID       string                   `json:"conferenceId,omitempty"`
	ConferenceSolution *ConferenceSolution      `json:"conferenceSolution,omitempty"`
	CreateRequest      *CreateConferenceRequest `json:"createRequest,omitempty"`
	EntryPoints        []EntryPoint             `json:"entryPoints,omitempty"`
	Notes              string                   `json:"notes,omitempty"`
	Parameters         *ConferenceParameters    `json:"parameters,omitempty"`
	Signature          string                   `json:"signature,omitempty"`
}

// ConferenceParameters is data of a third party's conference.
type ConferenceParameters struct {
	AddOnParameters *ConferenceParametersAddOnParameters `json:"addOnParameters,omitempty"`
}

// ConferenceParametersAddOnParameters is data of a third party's conference.
type ConferenceParametersAddOnParameters struct {
	Parameters map[string]string `json:"parameters,omitempty"`
}

// ConferenceSolution is the kind of a conference.
type ConferenceSolution struct {
	Key     *ConferenceSolutionKey `json:"key,omitempty"`
	Name    string                 `json:"name,omitempty"`
	IconURI string                 `json:"iconUri,omitempty"`
}

// ConferenceSolutionKey names the kind of a conference.
type ConferenceSolutionKey struct {
	Type string `json:"type,omitempty"`
}

// CreateConferenceRequest asks for a new conference.
type CreateConferenceRequest struct {
	RequestID             string                   `json:"requestId,omitempty"`
	ConferenceSolutionKey *ConferenceSolutionKey   `json:"conferenceSolutionKey,omitempty"`
	Status                *ConferenceRequestStatus `json:"status,omitempty"`
}

// ConferenceRequestStatus says how far a request is.
type ConferenceRequestStatus struct {
	StatusCode string `json:"statusCode,omitempty"`
}

// EntryPoint is a way into a conference.
type EntryPoint struct {
	EntryPointType     string   `json:"entryPointType,omitempty"`
	URI                string   `json:"uri,omitempty"`
	Label              string   `json:"label,omitempty"`
	MeetingCode        string   `json:"meetingCode,omitempty"`
	AccessCode         string   `json:"accessCode,omitempty"`
	Passcode           string   `json:"passcode,omitempty"`
	Password           string   `json:"password,omitempty"`
	Pin                string   `json:"pin,omitempty"`
	RegionCode         string   `json:"regionCode,omitempty"`
	EntryPointFeatures []string `json:"entryPointFeatures,omitempty"`
}

// EventBirthdayProperties belong to the type birthday.
type EventBirthdayProperties struct {
	Contact        string `json:"contact,omitempty"`
	CustomTypeName string `json:"customTypeName,omitempty"`
	Type           string `json:"type,omitempty"`
}

// EventFocusTimeProperties belong to the type focusTime.
type EventFocusTimeProperties struct {
	AutoDeclineMode string `json:"autoDeclineMode,omitempty"`
	ChatStatus      string `json:"chatStatus,omitempty"`
	DeclineMessage  string `json:"declineMessage,omitempty"`
}

// EventOutOfOfficeProperties belong to the type outOfOffice.
type EventOutOfOfficeProperties struct {
	AutoDeclineMode string `json:"autoDeclineMode,omitempty"`
	DeclineMessage  string `json:"declineMessage,omitempty"`
}

// EventWorkingLocationProperties belong to the type workingLocation.
type EventWorkingLocationProperties struct {
	Type           string          `json:"type,omitempty"`
	HomeOffice     any             `json:"homeOffice,omitempty"`
	OfficeLocation *OfficeLocation `json:"officeLocation,omitempty"`
	CustomLocation *CustomLocation `json:"customLocation,omitempty"`
}

// OfficeLocation is a place in an office.
type OfficeLocation struct {
	BuildingID     string `json:"buildingId,omitempty"`
	FloorID        string `json:"floorId,omitempty"`
	FloorSectionID string `json:"floorSectionId,omitempty"`
	DeskID         string `json:"deskId,omitempty"`
	Label          string `json:"label,omitempty"`
}

// CustomLocation is any other place.
type CustomLocation struct {
	Label string `json:"label,omitempty"`
}
