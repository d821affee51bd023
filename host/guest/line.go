package guest

// Line is what a guest logged or printed, without control characters.
type Line struct {
	Level, Text string
}

// The levels are those of Extism's log functions. What a guest prints is info.
const (
	LevelTrace = "trace"
	LevelDebug = "debug"
	LevelInfo  = "info"
	LevelWarn  = "warn"
	LevelError = "error"
)
