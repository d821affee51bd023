package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
)

func about() abi.Tool {
	t := tool("about", "read", "Show storage",
		"Shows how much storage the account uses, how much it has, and the id of the root folder, My Drive. Takes no arguments.",
		nil)
	t.Examples = []string{"wslite drive about"}
	return t
}

func getFile() abi.Tool {
	t := tool("fileGet", "read", "Show a file",
		"Shows one file or folder: name, type, size, owner, dates, link, and whether it is starred or in the trash. A shortcut is shown itself, with the id of its target. "+
			"It returns no content: drive_read_file does. Who may see it tells drive_get_permissions, where it lies drive_get_folder_path.",
		file, itemID(), google.Confirm())
	t.Examples = []string{"wslite drive get-file 1AbC_d-9"}
	return t
}

// fileColumns show what a person looks for; size and owner where there is room.
func fileColumns() []abi.Column {
	return []abi.Column{
		{Key: "name", Title: "Name"}, {Key: "id", Title: "Id"}, {Key: "mimeType", Title: "Type"},
		{Key: "updated", Title: "Updated", Kind: "time"},
		{Key: "size", Title: "Size", Kind: "size", Wide: true}, {Key: "owner", Title: "Owner", Wide: true}, {Key: "trashed", Title: "Trashed", Wide: true},
	}
}

func listFiles() abi.Tool {
	t := tool("fileList", "list", "List a folder's files",
		"Lists the files directly in one folder, without its subfolders: name, id, type, size, dates and owner. "+
			"Without folderId it lists the root folder, not all of Drive. Returns up to 100 files a page, and a nextPageToken where there are more. "+
			"To look by name, type, date or words use drive_search_files; for subfolders drive_list_folders.",
		[]string{"folderId"},
		schema.Optional("folderId", str("The folder's id. Leave it out for the root folder, My Drive.")),
		google.PageSize("pageSize", "files", schema.Number(), maxPage, filesPage),
		offset(),
		orderBy("By name if it is left out."),
		google.Flag("includeTrashed", "True lists files in the trash too."),
		sharedDrive("Without folderId its top folder is listed."))
	t.Output = &abi.Output{
		Kind: "list", ItemsKey: "items", Noun: "file", Plural: "files", Columns: fileColumns(),
		Hint: "Give a file's id as fileId to read, move, share or delete it.",
	}
	t.Examples = []string{"wslite drive list-files", "wslite drive list-files 0AbCfolder --page-size 100"}
	return t
}

func searchFiles() abi.Tool {
	t := tool("fileSearch", "list", "Search files",
		"Finds files anywhere in Drive by a query in Drive's search language: by name, words, type, date, folder or person. "+
			"Plain words are looked for in names and content. "+
			"Files in the trash count too, unless the query says trashed = false. Returns up to 100 files with ids, and a nextPageToken where there are more; "+
			"an Apps Script proxy has no next page and takes no plain words. For all files of one folder use drive_list_files.",
		[]string{"query"},
		schema.Required("query", str(`Terms joined by and, or, not: name contains 'plan' and mimeType = 'application/pdf'. Write ' in a text as \'.`)),
		google.PageSize("maxResults", "files", schema.Number(), maxPage, searchPage),
		schema.Optional("syntax", schema.Enum(syntaxQuery, syntaxWords).
			Describe("How query is meant: query sends it as it is, words looks for all of it as text. Left out, what has a search term is a query.")),
		orderBy("Best match or newest first if it is left out; not for words."),
		google.PageToken(schema.String()),
		google.Flag("includeTrashed", "False leaves out what is in the trash."),
		sharedDrive("Left out, files of shared drives are found where they were opened or shared with the user."),
		google.Flag("allDrives", "True looks through every shared drive of the user as well, which takes longer. Not together with driveId."))
	t.Output = &abi.Output{
		Kind: "list", ItemsKey: "items", Noun: "result", Plural: "results", Columns: fileColumns(),
		Hint: "Give a file's id as fileId to read, move, share or delete it.",
	}
	t.Examples = []string{
		`wslite drive search-files "fullText contains 'invoice' and trashed = false"`,
		`wslite drive search-files "'root' in parents and modifiedTime > '2031-05-04T00:00:00'" --max-results 100`,
	}
	return t
}

func getFolder() abi.Tool {
	return tool("folderGet", "read", "Show a folder",
		"Shows one folder: name, link, owner, dates and parents. What is in it tell drive_list_folders and drive_list_files.",
		[]string{"folderId"}, theFolder("folderId", "The folder's id."))
}

func listFolders() abi.Tool {
	t := tool("folderList", "list", "List a folder's content",
		"Lists what is directly in a folder: subfolders first, then files, with names and ids, 200 entries a page. "+
			"Without folderId it lists the root folder, My Drive. Choose it to walk through folders. "+
			"hasMore tells that entries are missing, and nextPageToken gives them; a proxy gives none: drive_list_files pages through all files, with sizes and dates.",
		[]string{"folderId"}, folder("folderId", "The folder's id. Leave it out for the root folder, My Drive."),
		google.PageToken(schema.String()))
	t.Examples = []string{"wslite drive list-folders", "wslite drive list-folders 0AbCfolder"}
	return t
}

func getFolderPath() abi.Tool {
	return tool("folderPath", "read", "Show where a file lies",
		"Shows the folders above a file or folder, from My Drive down to the one that holds it, each with its id, and the path as text.",
		file, itemID())
}

func createFolder() abi.Tool {
	t := tool("folderCreate", "write", "Create a folder",
		"Creates an empty folder and returns it with its id. Names need not be unique, so look with drive_list_folders first if it may exist.",
		[]string{"name"},
		schema.Required("name", str("The folder's name.")),
		folder("parentId", "The folder to create it in. Leave it out for the root folder, My Drive."),
		google.IdempotencyKey())
	t.Examples = []string{`wslite drive create-folder "Garden 2031" --parent-id 0AbCfolder`}
	return t
}
