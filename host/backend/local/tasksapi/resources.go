package tasksapi

// The resources as Discovery has them; the JSON names are checked against the
// document by a test. Fields of a fixed value are filled in by the row types.

// TaskLists is a page of task lists.
type TaskLists struct {
	Kind          string     `json:"kind"`
	ETag          string     `json:"etag"`
	NextPageToken string     `json:"nextPageToken,omitempty"`
	Items         []TaskList `json:"items"`
}

// TaskList is a task list.
type TaskList struct {
	Kind     string `json:"kind"`
	ID       string `json:"id"`
	ETag     string `json:"etag"`
	Title    string `json:"title"`
	Updated  string `json:"updated"`
	SelfLink string `json:"selfLink"`
}

// Tasks is a page of tasks.
type Tasks struct {
	Kind          string `json:"kind"`
	ETag          string `json:"etag"`
	NextPageToken string `json:"nextPageToken,omitempty"`
	Items         []Task `json:"items"`
}

// Task is a task.
type Task struct {
	Kind           string          `json:"kind"`
	ID             string          `json:"id"`
	ETag           string          `json:"etag"`
	Title          string          `json:"title"`
	Updated        string          `json:"updated"`
	SelfLink       string          `json:"selfLink"`
	Parent         string          `json:"parent,omitempty"`
	Position       string          `json:"position"`
	Notes          string          `json:"notes,omitempty"`
	Status         string          `json:"status"`
	Due            string          `json:"due,omitempty"`
	Completed      string          `json:"completed,omitempty"`
	Deleted        bool            `json:"deleted,omitempty"`
	Hidden         bool            `json:"hidden,omitempty"`
	Links          []Link          `json:"links"`
	WebViewLink    string          `json:"webViewLink"`
	AssignmentInfo *AssignmentInfo `json:"assignmentInfo,omitempty"`
}

// Link is a link of a task to where it came from.
type Link struct {
	Type        string `json:"type"`
	Description string `json:"description"`
	Link        string `json:"link"`
}

// AssignmentInfo says where an assigned task was assigned.
type AssignmentInfo struct {
	LinkToTask        string             `json:"linkToTask,omitempty"`
	SurfaceType       string             `json:"surfaceType"`
	DriveResourceInfo *DriveResourceInfo `json:"driveResourceInfo,omitempty"`
	SpaceInfo         *SpaceInfo         `json:"spaceInfo,omitempty"`
}

// DriveResourceInfo names the document of an assigned task.
type DriveResourceInfo struct {
	DriveFileID string `json:"driveFileId"`
	ResourceKey string `json:"resourceKey,omitempty"`
}

// SpaceInfo names the Chat space of an assigned task ("spaces/{space}").
type SpaceInfo struct {
	Space string `json:"space"`
}

// EntityTag makes the resources gapi.Tagged.
func (r *TaskLists) EntityTag() string { return r.ETag }

// EntityTag makes the resources gapi.Tagged.
func (r *TaskList) EntityTag() string { return r.ETag }

// EntityTag makes the resources gapi.Tagged.
func (r *Tasks) EntityTag() string { return r.ETag }

// EntityTag makes the resources gapi.Tagged.
func (r *Task) EntityTag() string { return r.ETag }
