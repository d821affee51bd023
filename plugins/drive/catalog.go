package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
)

// batchPlace is where the batch stands: the tools are in the order of their
// names.
const batchPlace = 5

func catalog() abi.Catalog {
	tools := []abi.Tool{
		about(), addComment(), addEditor(), addParent(), addViewer(),
		copyFile(), createFile(), createFolder(), createReply(),
		deleteComment(), deleteFile(), deleteReply(), exportAs(),
		getComment(), getComments(), getFile(), getFolder(), getFolderPath(), getPermissions(),
		getReply(), getRevision(), getSharedDrive(), getStartPageToken(),
		listChanges(), listFiles(), listFolders(), listReplies(), listRevisions(), listSharedDrives(),
		moveFile(), readFile(), removeEditor(), removeParent(), removeViewer(),
		searchFiles(), setSharing(), trashFile(), untrashFile(),
		updateComment(), updateContent(), updateMetadata(), updateReply(), updateRevision(),
	}
	return abi.Catalog{
		ABI:      abi.Version,
		Service:  "drive",
		Title:    "Google Drive",
		Provider: "google",
		Version:  "1.0.0",
		Tools:    google.Insert(tools, batchPlace, batchTool(tools)),
	}
}

// tool is google.Tool with the arguments that plain words fill, in order.
func tool(action, group, title, description string, words []string, input ...schema.Field) abi.Tool {
	return google.Words(google.Tool(&table, action, group, title, description, input...), words...)
}

func batchTool(tools []abi.Tool) abi.Tool {
	return google.BatchTool(&table, tools, google.Batch{
		What:    "files, folders, sharing, comments and revisions",
		When:    "Choose it for several steps that belong together, such as moving many files; choose the single tool for one.",
		Confirm: "share, trash or delete",
		Omit:    []schema.Omit{{Key: "folderId", Action: "folderListRoot"}},
		Examples: []string{
			`wslite drive batch --params-json '{"operations":[{"action":"folderCreate","params":{"name":"2031"}},{"action":"about"}]}'`,
		},
	})
}
