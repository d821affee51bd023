package recurrence

// Bounds, so that no rule can keep the workspace busy.
const (
	// Horizon is how many years after its start a series ends at the latest.
	Horizon = 100
	// maxLines is the number of lines of a recurrence.
	maxLines = 100
	// maxDates is the number of dates in the EXDATE and RDATE lines together.
	maxDates = 5000
	// maxLine is the length of a line in bytes.
	maxLine = 64 << 10
	// maxPerDay is the number of instances a day that BYHOUR, BYMINUTE and
	// BYSECOND may make.
	maxPerDay = 24
	// maxNumbers is the length of a list such as BYMONTHDAY.
	maxNumbers = 400
)
