package main

import (
	"github.com/wslite/wslite/sdk/plugin"
	"github.com/wslite/wslite/sdk/value"
)

// planAbout asks for the root folder's id as well: scripts that walk through
// folders begin there.
func planAbout(s *plugin.Step) (*plugin.Next, error) {
	if s.Name == "" {
		return s.Ask("got",
			plugin.To(routeAbout).Keep("user(emailAddress,displayName),storageQuota(limit,usage,usageInDrive,usageInDriveTrash)"),
			item(root, "id")), nil
	}
	account, err := s.Responses[0].Object()
	if err != nil {
		return nil, err
	}
	top, err := s.Responses[1].Object()
	if err != nil {
		return nil, err
	}
	quota := account.Get("storageQuota")
	return plugin.Done(value.Object(
		value.M("storageUsed", sizeNumber(quota.Get("usage"))),
		value.M("storageLimit", value.OrNull(numberOf(quota.Get("limit")))), // an account without a limit
		value.M("rootFolderId", top.Get("id")),
		value.M("storageUsedInDrive", numberOf(quota.Get("usageInDrive"))),
		value.M("storageUsedInTrash", numberOf(quota.Get("usageInDriveTrash"))),
		value.M("email", account.Get("user").Get("emailAddress")),
	)), nil
}

// planFileGet shows a shortcut itself; the file that it stands for is named in
// the answer.
func planFileGet(s *plugin.Step) (*plugin.Next, error) {
	return one(s, item(s.Params.Get("fileId").Text(), keepFile), theFileJSON)
}

func planFolderGet(s *plugin.Step) (*plugin.Next, error) {
	id := s.Params.Get("folderId").Text()
	if s.Name == "" {
		return s.Ask("got", item(id, keepFolder)), nil
	}
	f, err := s.Responses[0].Object()
	if err != nil {
		return nil, err
	}
	if !isFolder(f) {
		return nil, noFolder("folderId")
	}
	return plugin.Done(theFolderJSON(f)), nil
}

// noFolder is the refusal of a file where a folder was to be read: there is no
// such folder.
func noFolder(field string) error {
	return &plugin.Error{Code: plugin.NotFound, Field: field,
		Message: field + " names a file and not a folder. drive_get_file shows it."}
}

// rowsOfFolder is the bound of drive_list_folders, subfolders and files
// together.
const rowsOfFolder = 200

// planFolderList lists what is directly in a folder. The folder itself comes
// first: its name stands in the answer, and the drive that it lies in decides
// where to look.
func planFolderList(s *plugin.Step) (*plugin.Next, error) {
	switch s.Name {
	case "":
		id := root
		if s.Action == "folderList" {
			if id = s.Params.Get("folderId").Text(); id == "" {
				return nil, plugin.Invalid("folderId", "The action folderList needs a folderId. For the root folder use the action folderListRoot.")
			}
		}
		return s.Ask("folder", item(id, "id,name,mimeType,driveId")), nil
	case "folder":
		f, err := s.Responses[0].Object()
		if err != nil {
			return nil, err
		}
		if !isFolder(f) {
			return nil, noFolder("folderId")
		}
		r := listOf(childrenOf(f.Get("id").Text())+" and trashed = false", f.Get("driveId")).
			Query("orderBy", value.String("folder,name_natural")).
			Query("pageSize", value.Int(rowsOfFolder)).
			Query("pageToken", notEmpty(s.Params.Get("pageToken"))).
			Keep("nextPageToken,incompleteSearch,files(id,name,mimeType,webViewLink)")
		return s.Ask("listed", r).Keep(f), nil
	case "listed":
		return folderContent(s)
	}
	return s.Stray()
}

// folderContent parts the page into folders and files. The page has folders
// first, so files fill what they leave.
func folderContent(s *plugin.Step) (*plugin.Next, error) {
	body, err := s.Responses[0].Object()
	if err != nil {
		return nil, err
	}
	var folders, files []value.Value
	for _, f := range body.Get("files").Items() {
		// A folder names its type too: read page by page, both are one list.
		entry := value.Object(
			value.M("id", f.Get("id")),
			value.M("name", f.Get("name")),
			value.M("mimeType", f.Get("mimeType")),
			value.M("url", value.OrNull(f.Get("webViewLink"))),
		)
		if isFolder(f) {
			folders = append(folders, entry)
			continue
		}
		files = append(files, entry)
	}
	token := body.Get("nextPageToken").Text()
	return plugin.Done(value.Object(
		value.M("folderId", s.State.Get("id")),
		value.M("folderName", s.State.Get("name")),
		value.M("folders", value.Array(folders...)),
		value.M("files", value.Array(files...)),
		value.M("hasMore", value.Bool(token != "")),
		value.M("limit", value.Int(rowsOfFolder)),
	)).Page(token).Warn(incomplete(body)), nil
}
