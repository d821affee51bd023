package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
)

func moveFile() abi.Tool {
	t := tool("fileMove", "write", "Move a file",
		"Moves a file or folder into another folder, out of all others, and returns it. Who may see it can change with the place. "+
			"failedParentRemovals names folders that it could not be taken out of. To have it in two places use drive_add_parent.",
		[]string{"fileId", "destFolderId"}, itemID(),
		theFolder("destFolderId", "The folder to move it into."))
	t.CLI.Aliases = map[string]string{"to": "destFolderId"}
	t.Examples = []string{"wslite drive move-file 1AbC_d-9 --to 0AbCfolder"}
	return t
}

func addParent() abi.Tool {
	return tool("fileAddParent", "write", "Add a file to another folder",
		"Makes a file appear in one more folder, besides where it is, and returns it. To put it there instead, use drive_move_file. "+
			"Drive keeps one real place for each file: a shortcut is put into the other folder, and a proxy may be refused.",
		fileFolder, itemID(),
		theFolder("folderId", "The folder in which it is to appear as well."))
}

func removeParent() abi.Tool {
	return tool("fileRemoveParent", "manage", "Take a file out of a folder",
		"Takes a file out of a folder without deleting it, and returns it. Needs confirmation. It undoes drive_add_parent. "+
			"A file that is taken out of its only folder is hard to find again: prefer drive_move_file.",
		fileFolder, itemID(),
		theFolder("folderId", "The folder to take it out of. It must be one that the file is in."),
		google.Confirm())
}

func trashFile() abi.Tool {
	return tool("fileTrash", "manage", "Move a file to the trash",
		"Moves a file, or a folder with all that is in it, to the trash. Needs confirmation. "+
			"drive_untrash_file brings it back; Drive empties the trash after 30 days.",
		file, itemID(), google.IdempotencyKey(), google.Confirm())
}

func untrashFile() abi.Tool {
	return tool("fileUntrash", "write", "Restore a file from the trash",
		"Takes a file or folder out of the trash. One that is there only because its folder is comes back with the folder.",
		file, itemID(), google.IdempotencyKey(), google.Confirm())
}

func deleteFile() abi.Tool {
	return tool("fileDelete", "manage", "Delete a file",
		"Moves a file, or a folder with all that is in it, to the trash, as drive_trash_file does: nothing is removed for good. Needs confirmation. "+
			"The answer says so in its note. drive_untrash_file brings it back.",
		file, itemID(), google.Confirm())
}
