package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/text"
	"github.com/wslite/wslite/sdk/value"
)

// maxAssignedPages is how many pages of a list are searched for assigned tasks
// before the plan says that it can't tell: 1000 tasks, well within the host's
// limit of plan steps.
const maxAssignedPages = 10

// assignedPage asks for one page of all tasks of the list, whatever hides
// them: deleting the list deletes the originals of the hidden ones too.
func assignedPage(p value.Value, token string) plugin.Request {
	r := inList(routeList, p).
		Query("maxResults", value.Int(maxPage)).
		Query("showAssigned", value.Bool(true)).
		Query("showHidden", value.Bool(true)).
		Keep("items(assignmentInfo(surfaceType)),nextPageToken")
	if token != "" {
		r = r.Query("pageToken", value.String(token))
	}
	return r
}

// afterAssigned goes on after a page without assigned tasks; pages is how many
// were seen before it.
func afterAssigned(s *plugin.Step, page plugin.Response, pages int) (*plugin.Next, error) {
	body, err := page.Object()
	if err != nil {
		return nil, err
	}
	found := 0
	for _, task := range body.Get("items").Items() {
		if task.Has("assignmentInfo") {
			found++
		}
	}
	token := body.Get("nextPageToken").Text()
	switch {
	case found > 0 && token != "":
		return nil, assignedStay("The list holds at least " + count(found) + ". ")
	case found > 0:
		return nil, assignedStay("The list holds " + count(found) + ". ")
	case token == "":
		return deleteList(s), nil
	case pages+1 == maxAssignedPages:
		return nil, assignedStay("The list is too long to be searched for tasks that are assigned from Google Docs or Chat. ")
	}
	return s.Ask("assigned", assignedPage(s.Params, token)).Keep(value.Int(int64(pages + 1))), nil
}

func count(n int) string {
	return text.Count(n, "task that is assigned from Google Docs or Chat", "tasks that are assigned from Google Docs or Chat")
}

func assignedStay(what string) *plugin.Error {
	return plugin.Invalid("includeAssigned", what+
		"Deleting would delete the originals there as well, so nothing was deleted. Set includeAssigned to true to delete them all.")
}

func defaultListStays() *plugin.Error {
	return plugin.Invalid("tasklistId", "The default task list can't be deleted. Nothing was deleted.")
}

func deleteList(s *plugin.Step) *plugin.Next {
	return s.Ask("deleted", inList(routeListsDelete, s.Params))
}
