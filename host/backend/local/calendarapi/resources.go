package calendarapi

// The resources as Discovery has them; the JSON names are checked against the
// document by a test. Events stand in resources_event.go.

// Calendar is a calendar's own data.
type Calendar struct {
	Kind                  string                `json:"kind"`
	ETag                  string                `json:"etag"`
	ID                    string                `json:"id"`
	Summary               string                `json:"summary"`
	Description           string                `json:"description,omitempty"`
	Location              string                `json:"location,omitempty"`
	TimeZone              string                `json:"timeZone"`
	DataOwner             string                `json:"dataOwner,omitempty"`
	ConferenceProperties  *ConferenceProperties `json:"conferenceProperties,omitempty"`
	LabelProperties       *LabelProperties      `json:"labelProperties,omitempty"`
	WorkingHours          *WorkingHours         `json:"workingHours,omitempty"`
	AutoAcceptInvitations bool                  `json:"autoAcceptInvitations,omitempty"`
}

// ConferenceProperties says which conferences a calendar allows.
type ConferenceProperties struct {
	AllowedConferenceSolutionTypes []string `json:"allowedConferenceSolutionTypes,omitempty"`
}

// LabelProperties are the event labels of a calendar.
type LabelProperties struct {
	EventLabels []EventLabel `json:"eventLabels,omitempty"`
}

// EventLabel is a label that events can have.
type EventLabel struct {
	ID              string `json:"id,omitempty"`
	Name            string `json:"name,omitempty"`
	BackgroundColor string `json:"backgroundColor,omitempty"`
}

// WorkingHours are those of the primary calendar.
type WorkingHours struct {
	WorkingHoursEnabled bool            `json:"workingHoursEnabled"`
	AvailableTimes      []AvailableTime `json:"availableTimes,omitempty"`
}

// AvailableTime is a block of working hours, in minutes of the day.
type AvailableTime struct {
	DayOfWeek   string `json:"dayOfWeek"`
	PeriodStart int    `json:"periodStart"`
	PeriodEnd   int    `json:"periodEnd"`
}

// CalendarList is a page of the calendar list.
type CalendarList struct {
	Kind          string              `json:"kind"`
	ETag          string              `json:"etag"`
	NextPageToken string              `json:"nextPageToken,omitempty"`
	NextSyncToken string              `json:"nextSyncToken,omitempty"`
	Items         []CalendarListEntry `json:"items"`
}

// CalendarListEntry is a calendar as the owner's list shows it.
type CalendarListEntry struct {
	Kind                  string                `json:"kind"`
	ETag                  string                `json:"etag"`
	ID                    string                `json:"id"`
	Summary               string                `json:"summary"`
	Description           string                `json:"description,omitempty"`
	Location              string                `json:"location,omitempty"`
	TimeZone              string                `json:"timeZone,omitempty"`
	DataOwner             string                `json:"dataOwner,omitempty"`
	SummaryOverride       string                `json:"summaryOverride,omitempty"`
	ColorID               string                `json:"colorId,omitempty"`
	BackgroundColor       string                `json:"backgroundColor,omitempty"`
	ForegroundColor       string                `json:"foregroundColor,omitempty"`
	Hidden                bool                  `json:"hidden,omitempty"`
	Selected              bool                  `json:"selected,omitempty"`
	AccessRole            string                `json:"accessRole"`
	DefaultReminders      []EventReminder       `json:"defaultReminders"`
	NotificationSettings  *NotificationSettings `json:"notificationSettings,omitempty"`
	Primary               bool                  `json:"primary,omitempty"`
	Deleted               bool                  `json:"deleted,omitempty"`
	ConferenceProperties  *ConferenceProperties `json:"conferenceProperties,omitempty"`
	AutoAcceptInvitations bool                  `json:"autoAcceptInvitations,omitempty"`
}

// NotificationSettings are the mails that the owner gets about a calendar.
type NotificationSettings struct {
	Notifications []CalendarNotification `json:"notifications,omitempty"`
}

// CalendarNotification is one kind of mail.
type CalendarNotification struct {
	Type   string `json:"type"`
	Method string `json:"method"`
}

// Acl is a page of sharing rules.
type Acl struct {
	Kind          string    `json:"kind"`
	ETag          string    `json:"etag"`
	NextPageToken string    `json:"nextPageToken,omitempty"`
	NextSyncToken string    `json:"nextSyncToken,omitempty"`
	Items         []AclRule `json:"items"`
}

// AclRule is a sharing rule.
type AclRule struct {
	Kind  string    `json:"kind"`
	ETag  string    `json:"etag"`
	ID    string    `json:"id"`
	Scope *AclScope `json:"scope"`
	Role  string    `json:"role"`
}

// AclScope says whom a rule is about.
type AclScope struct {
	Type  string `json:"type"`
	Value string `json:"value,omitempty"`
}

// Colors are the palettes.
type Colors struct {
	Kind     string                     `json:"kind"`
	Updated  string                     `json:"updated"`
	Calendar map[string]ColorDefinition `json:"calendar"`
	Event    map[string]ColorDefinition `json:"event"`
}

// ColorDefinition is one color.
type ColorDefinition struct {
	Background string `json:"background"`
	Foreground string `json:"foreground"`
}

// Settings is a page of the owner's settings.
type Settings struct {
	Kind          string    `json:"kind"`
	ETag          string    `json:"etag"`
	NextPageToken string    `json:"nextPageToken,omitempty"`
	NextSyncToken string    `json:"nextSyncToken,omitempty"`
	Items         []Setting `json:"items"`
}

// Setting is one setting.
type Setting struct {
	Kind  string `json:"kind"`
	ETag  string `json:"etag"`
	ID    string `json:"id"`
	Value string `json:"value"`
}

// FreeBusyRequest asks for busy times.
type FreeBusyRequest struct {
	TimeMin              string                `json:"timeMin"`
	TimeMax              string                `json:"timeMax"`
	TimeZone             string                `json:"timeZone"`
	GroupExpansionMax    int                   `json:"groupExpansionMax"`
	CalendarExpansionMax int                   `json:"calendarExpansionMax"`
	Items                []FreeBusyRequestItem `json:"items"`
}

// FreeBusyRequestItem names a calendar.
type FreeBusyRequestItem struct {
	ID string `json:"id"`
}

// FreeBusyResponse holds the busy times of each calendar.
type FreeBusyResponse struct {
	Kind      string                      `json:"kind"`
	TimeMin   string                      `json:"timeMin"`
	TimeMax   string                      `json:"timeMax"`
	Calendars map[string]FreeBusyCalendar `json:"calendars"`
	Groups    map[string]FreeBusyGroup    `json:"groups,omitempty"`
}

// FreeBusyCalendar is the answer for one calendar.
type FreeBusyCalendar struct {
	Errors []Error      `json:"errors,omitempty"`
	Busy   []TimePeriod `json:"busy"`
}

// FreeBusyGroup is the answer for a group; a workspace has none.
type FreeBusyGroup struct {
	Errors    []Error  `json:"errors,omitempty"`
	Calendars []string `json:"calendars,omitempty"`
}

// Error says why there is no answer for a calendar.
type Error struct {
	Domain string `json:"domain"`
	Reason string `json:"reason"`
}

// TimePeriod is a busy time; its end is exclusive.
type TimePeriod struct {
	Start string `json:"start"`
	End   string `json:"end"`
}

// EntityTag makes the resources gapi.Tagged.
func (r *Calendar) EntityTag() string { return r.ETag }

// EntityTag makes the resources gapi.Tagged.
func (r *CalendarList) EntityTag() string { return r.ETag }

// EntityTag makes the resources gapi.Tagged.
func (r *CalendarListEntry) EntityTag() string { return r.ETag }

// EntityTag makes the resources gapi.Tagged.
func (r *Acl) EntityTag() string { return r.ETag }

// EntityTag makes the resources gapi.Tagged.
func (r *AclRule) EntityTag() string { return r.ETag }

// EntityTag makes the resources gapi.Tagged.
func (r *Settings) EntityTag() string { return r.ETag }

// EntityTag makes the resources gapi.Tagged.
func (r *Setting) EntityTag() string { return r.ETag }

// EntityTag makes the resources gapi.Tagged.
func (r *Events) EntityTag() string { return r.ETag }

// EntityTag makes the resources gapi.Tagged.
func (r *Event) EntityTag() string { return r.ETag }
