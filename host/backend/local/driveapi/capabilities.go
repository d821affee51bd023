package driveapi

// canShare says whether a role may change permissions of a file.
func canShare(f *fileRow, mine role) bool {
	if f.space == 1 || f.top == topMyDrive {
		return false
	}
	if f.drive.Valid {
		if f.folder() {
			return mine >= organizer
		}
		return mine >= writer
	}
	return mine == owner || mine == writer && f.writersShare
}

// capabilities say what the user may do with a file.
func capabilities(f *fileRow, mine role) *FileCapabilities {
	shared, folder, plain := f.drive.Valid, f.folder(), f.top == notTop
	edit := mine >= writer
	owned := mine == owner
	trash := plain && (owned || shared && mine >= fileOrganizer)
	remove := plain && (owned || shared && mine >= organizer)
	copyable := !folder && plain && (!f.noCopy || edit)
	c := &FileCapabilities{
		CanAcceptOwnership: yes(false), CanAddChildren: yes(folder && edit), CanAddMyDriveParent: yes(false),
		CanChangeCopyRequiresWriterPermission: yes(edit && !folder && plain), CanChangeViewersCanCopyContent: yes(edit && !folder && plain),
		CanChangeSecurityUpdateEnabled: yes(false), CanChangeItemDownloadRestriction: yes(false),
		CanComment: yes(mine >= commenter && !folder && plain), CanCopy: yes(copyable), CanDelete: yes(remove),
		CanDisableInheritedPermissions: yes(false), CanEnableInheritedPermissions: yes(false),
		CanDownload: yes(!folder && (!f.noCopy || edit)), CanEdit: yes(edit), CanListChildren: yes(folder),
		CanModifyContent: yes(edit && !folder), CanModifyContentRestriction: yes(false), CanModifyEditorContentRestriction: yes(false),
		CanModifyOwnerContentRestriction: yes(false), CanRemoveContentRestriction: yes(false), CanModifyLabels: yes(false), CanReadLabels: yes(false),
		CanMoveChildrenWithinDrive: yes(folder && edit), CanMoveItemOutOfDrive: yes(plain && !folder && (owned || mine >= organizer)),
		CanMoveItemWithinDrive: yes(plain && edit), CanReadRevisions: yes(!folder && mine >= reader),
		CanRemoveChildren: yes(folder && edit), CanRemoveMyDriveParent: yes(owned && plain),
		CanRename: yes(plain && edit || f.top == topShared && mine >= organizer), CanShare: yes(canShare(f, mine)), CanStartApproval: yes(false),
		CanTrash: yes(trash), CanUntrash: yes(trash),
	}
	if shared {
		c.CanAddFolderFromAnotherDrive, c.CanReadDrive, c.CanReadTeamDrive = yes(false), yes(true), yes(true)
		c.CanDeleteChildren, c.CanTrashChildren = yes(folder && mine >= organizer), yes(folder && mine >= fileOrganizer)
		c.CanMoveChildrenOutOfDrive = yes(folder && mine >= organizer)
	}
	return c
}
