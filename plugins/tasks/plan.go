package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

// Routes of the Tasks API v1, by their Discovery ids.
const (
	routeListsList   = "tasks.tasklists.list"
	routeListsGet    = "tasks.tasklists.get"
	routeListsInsert = "tasks.tasklists.insert"
	routeListsPatch  = "tasks.tasklists.patch"
	routeListsDelete = "tasks.tasklists.delete"
	routeList        = "tasks.tasks.list"
	routeGet         = "tasks.tasks.get"
	routeInsert      = "tasks.tasks.insert"
	routePatch       = "tasks.tasks.patch"
	routeMove        = "tasks.tasks.move"
	routeDelete      = "tasks.tasks.delete"
	routeClear       = "tasks.tasks.clear"
)

// Fields of the answers that the plans keep: all but "kind".
const (
	keepTasklist = "id,title,etag,updated,selfLink"
	keepTask     = "id,title,notes,status,due,completed,updated,parent,position,hidden,deleted," +
		"links(type,description,link),selfLink,etag,webViewLink," +
		"assignmentInfo(linkToTask,surfaceType,driveResourceInfo(driveFileId,resourceKey),spaceInfo(space))"
)

// defaultList is the API's name for the user's default list.
const defaultList = "@default"

// inList and onTask start a request about a list and about a task in it.
func inList(route string, p value.Value) plugin.Request {
	return plugin.To(route).Path("tasklist", p.Get("tasklistId").Text())
}

func onTask(route string, p value.Value) plugin.Request {
	return inList(route, p).Path("task", p.Get("taskId").Text())
}

// pageOf sets the paging parameters. Without maxResults the API would take 20.
func pageOf(r plugin.Request, p value.Value) plugin.Request {
	size := p.Get("maxResults")
	if !size.Exists() {
		size = value.Int(maxPage)
	}
	return r.Query("maxResults", size).Query("pageToken", p.Get("pageToken"))
}

// items shapes the items of a page. No items are [], never null.
func items(body value.Value, shape func(value.Value) value.Value) value.Value {
	return body.Get("items").Map(shape)
}
