package main

import (
	"github.com/wslite/wslite/plugins/internal/google"
	"github.com/wslite/wslite/sdk/abi"
	"github.com/wslite/wslite/sdk/schema"
)

func getPermissions() abi.Tool {
	return tool("fileGetPermissions", "read", "Show who may see a file",
		"Shows who has access to a file or folder: owner, editors, viewers (those who may comment count as viewers), "+
			"and what everyone with the link or in the domain may do. Look here before and after a change of sharing.",
		file, itemID(), google.Confirm())
}

func setSharing() abi.Tool {
	t := tool("fileSetSharing", "write", "Share with everyone or no one",
		"Sets what people who were not added by address may do with a file or folder: everyone, everyone with the link, the domain, or nobody (PRIVATE). "+
			"Needs confirmation. Public access may be forbidden. People added by address keep their access: "+
			"drive_add_viewer, drive_add_editor and the remove tools are for those.",
		file, itemID(),
		schema.Required("access", schema.Enum("ANYONE", "ANYONE_WITH_LINK", "DOMAIN", "DOMAIN_WITH_LINK", "PRIVATE").
			Describe("Who: ANYONE can find it by search; the LINK ones need the link; DOMAIN is the user's organisation; PRIVATE ends it.")),
		schema.Required("permission", schema.Enum("NONE", "VIEW", "EDIT", "COMMENT", "ORGANIZER", "FILE_ORGANIZER", "OWNER").
			Describe("VIEW, COMMENT or EDIT; give VIEW with PRIVATE. The others can't be given to everyone.")),
		google.IdempotencyKey(), google.Confirm())
	t.Examples = []string{"wslite drive set-sharing 1AbC_d-9 --access PRIVATE --permission VIEW --yes"}
	return t
}

func addEditor() abi.Tool {
	return tool("fileAddEditor", "write", "Let a person edit",
		"Lets one person edit a file or folder. Needs confirmation. Google may tell them by mail. To let them only read use drive_add_viewer; for everyone with the link drive_set_sharing.",
		fileEmail, itemID(), email("the person"), google.IdempotencyKey(), google.Confirm(), notify())
}

func addViewer() abi.Tool {
	return tool("fileAddViewer", "write", "Let a person view",
		"Lets one person read a file or folder. Needs confirmation. Google may tell them by mail. An editor stays an editor. For everyone with the link use drive_set_sharing.",
		fileEmail, itemID(), email("the person"), google.IdempotencyKey(), google.Confirm(), notify())
}

func removeEditor() abi.Tool {
	return tool("fileRemoveEditor", "manage", "End a person's editing",
		"Takes an editor's own access to a file or folder away. Needs confirmation. Access by link, by domain or through a folder above stays: "+
			"check with drive_get_permissions. The owner can't be removed.",
		fileEmail, itemID(), email("the editor"), google.Confirm())
}

func removeViewer() abi.Tool {
	return tool("fileRemoveViewer", "manage", "End a person's viewing",
		"Takes a viewer's or commenter's own access to a file or folder away. Needs confirmation. Editors are left alone: drive_remove_editor. "+
			"Access by link, by domain or through a folder above stays: check with drive_get_permissions.",
		fileEmail, itemID(), email("the viewer"), google.Confirm())
}
