package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
)

func listRevisions() abi.Tool {
	return tool("revisionsList", "list", "List a file's revisions",
		"Lists the stored versions of a file: id, date, who changed it, size, and whether it is kept for ever. "+
			"Returns up to 100 a page, and a nextPageToken where there are more. Needs the right to edit the file. Long histories may have gaps.",
		file, append([]schema.Field{fileID()}, page("revisions")...)...)
}

func getRevision() abi.Tool {
	return tool("revisionsGet", "read", "Show a revision",
		"Shows what is stored about one version of a file: date, who changed it, size, type, and whether it is kept or published. It returns no content.",
		revision, fileID(), revisionID())
}

func updateRevision() abi.Tool {
	return tool("revisionsUpdate", "write", "Keep a revision",
		"Says whether a version of a file is kept for ever or may go after 30 days, and returns it. "+
			"Not for Google documents, which keep their own history. A file can keep up to 200 versions.",
		revision, fileID(), revisionID(),
		schema.Required("keepForever", schema.Boolean().Describe("True keeps the version, false lets Drive remove it in time.")))
}

func listSharedDrives() abi.Tool {
	return tool("sharedDrivesList", "list", "List shared drives",
		"Lists the shared drives that the user belongs to: name, id and date. Returns up to 100 a page, and a nextPageToken where there are more. "+
			"A shared drive's id is also the id of its top folder.",
		nil, append(page("shared drives"),
			schema.Optional("query", str(`Search terms, such as name contains 'team'. Write ' in a text as \'.`)))...)
}

func getSharedDrive() abi.Tool {
	return tool("sharedDrivesGet", "read", "Show a shared drive",
		"Shows one shared drive: name, date, whether it is hidden, its restrictions and what the user may do in it.",
		[]string{"driveId"},
		schema.Required("driveId", google.ID("The shared drive's id, from drive_list_shared_drives.")))
}

func getStartPageToken() abi.Tool {
	return tool("changesStartPageToken", "read", "Get a token for changes",
		"Gives a token for the present moment. Keep it: drive_list_changes with it tells later what has changed since.",
		nil, schema.Optional("driveId", google.ID("A shared drive to follow. Leave it out for the user's own changes.")))
}

func listChanges() abi.Tool {
	t := tool("changesList", "list", "List changes",
		"Lists which files and shared drives have changed since a token: name, id, type, time, and whether removed or trashed. "+
			"The first token comes from drive_get_start_page_token. While there is a nextPageToken, go on with it; "+
			"the last page has a newStartPageToken for the next time.",
		[]string{"pageToken"},
		schema.Required("pageToken", word("A token from drive_get_start_page_token, or the last answer's nextPageToken or newStartPageToken.")),
		google.PageSize("pageSize", "changes", schema.Integer(), maxPage, maxPage),
		schema.Optional("driveId", google.ID("The shared drive that the token was made for.")),
		google.Flag("includeItemsFromAllDrives", "False leaves files of shared drives out. They are in by default."),
		google.Flag("restrictToMyDrive", "True leaves out what is only shared with the user. Not together with driveId."),
		schema.Optional("spaces", str("Where to look: drive (the default), appDataFolder, or both with a comma.")))
	t.Examples = []string{"wslite drive list-changes 12345"}
	return t
}
