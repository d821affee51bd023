package google

import (
	"fmt"
	"strings"
	"testing"

	"google.golang.org/api/drive/v3"
	"google.golang.org/api/googleapi"
)

// who is the permissions of a file.
func who(t *testing.T, s *drive.Service, id string) string {
	t.Helper()
	list := ok[*drive.PermissionList](t)(s.Permissions.List(id).SupportsAllDrives(true).Fields("*").Do())
	return join(list.Permissions, func(p *drive.Permission) string { return p.Type + ":" + p.EmailAddress + p.Domain + "=" + p.Role })
}

func driveSharing(t *testing.T, w *world) {
	s, one := driveService(t, w), ok[*drive.Permission](t)
	a := folder(t, s, "A")
	f := text(t, s, "a.txt", "x", a)
	ann := one(s.Permissions.Create(f.Id, &drive.Permission{Type: "user", Role: "reader", EmailAddress: "ann@example.org"}).SendNotificationEmail(true).EmailMessage("Look").Do())
	one(s.Permissions.Create(f.Id, &drive.Permission{Type: "anyone", Role: "reader"}).Do())
	one(s.Permissions.Create(a, &drive.Permission{Type: "group", Role: "commenter", EmailAddress: "team@example.org"}).SendNotificationEmail(false).Do())
	equal(t, "permissions", who(t, s, f.Id), "user:me@example.com=owner group:team@example.org=commenter user:ann@example.org=reader anyone:=reader")
	equal(t, "raised", one(s.Permissions.Update(f.Id, ann.Id, &drive.Permission{Role: "writer"}).Do()).Role, "writer")
	equal(t, "got", one(s.Permissions.Get(f.Id, ann.Id).Fields("emailAddress").Do()).EmailAddress, "ann@example.org")
	shared := ok[*drive.File](t)(s.Files.Get(f.Id).Fields("shared,permissionIds").Do())
	equal(t, "shared", shared.Shared && len(shared.PermissionIds) == 4, true)
	done(t, s.Permissions.Delete(f.Id, ann.Id).Do())
	done(t, s.Permissions.Delete(f.Id, "anyoneWithLink").Do())
	equal(t, "left", who(t, s, f.Id), "user:me@example.com=owner group:team@example.org=commenter")

	inherited := ok[*drive.PermissionList](t)(s.Permissions.List(f.Id).Fields("permissions(id,type)").Do()).Permissions[1]
	refused(t, "an inherited permission", s.Permissions.Delete(f.Id, inherited.Id).Do(), 403, "cannotDeletePermission")
	_, err := s.Permissions.Create(f.Id, &drive.Permission{Type: "user", Role: "owner", EmailAddress: "ann@example.org"}).Do()
	refused(t, "an owner without transfer", err, 403, "forbidden")
	_, err = s.Permissions.Create(f.Id, &drive.Permission{Type: "user", Role: "reader"}).Do()
	refused(t, "a user without address", err, 400, "invalidSharingRequest")
	one(s.Permissions.Create(f.Id, &drive.Permission{Type: "user", Role: "owner", EmailAddress: "ann@example.org"}).TransferOwnership(true).Do())
	equal(t, "given away", ok[*drive.File](t)(s.Files.Get(f.Id).Fields("ownedByMe").Do()).OwnedByMe, false)
}

func driveComments(t *testing.T, w *world) {
	s, one, reply := driveService(t, w), ok[*drive.Comment](t), ok[*drive.Reply](t)
	id := text(t, s, "a.txt", "The quick brown fox").Id
	c := one(s.Comments.Create(id, &drive.Comment{Content: "Which fox?", QuotedFileContent: &drive.CommentQuotedFileContent{MimeType: "text/plain", Value: "fox"}}).Fields("*").Do())
	equal(t, "comment", c.Content+c.QuotedFileContent.Value+fmt.Sprint(c.Author.Me, c.Resolved), "Which fox?foxtrue false")
	equal(t, "updated", one(s.Comments.Update(id, c.Id, &drive.Comment{Content: "Which one?"}).Fields("content").Do()).Content, "Which one?")
	r := reply(s.Replies.Create(id, c.Id, &drive.Reply{Content: "The red one"}).Fields("*").Do())
	equal(t, "reply updated", reply(s.Replies.Update(id, c.Id, r.Id, &drive.Reply{Content: "The old one"}).Fields("*").Do()).Content, "The old one")
	reply(s.Replies.Create(id, c.Id, &drive.Reply{Action: "resolve"}).Fields("*").Do())
	equal(t, "got", reply(s.Replies.Get(id, c.Id, r.Id).Fields("content").Do()).Content, "The old one")
	replies := ok[*drive.ReplyList](t)(s.Replies.List(id, c.Id).Fields("*").Do())
	equal(t, "replies", join(replies.Replies, func(r *drive.Reply) string { return r.Content + r.Action }), "The old one resolve")
	equal(t, "resolved", one(s.Comments.Get(id, c.Id).Fields("resolved").Do()).Resolved, true)
	list := ok[*drive.CommentList](t)(s.Comments.List(id).Fields("comments(content,replies(content))").Do())
	equal(t, "list", list.Comments[0].Content+list.Comments[0].Replies[0].Content, "Which one?The old one")
	done(t, s.Replies.Delete(id, c.Id, r.Id).Do())
	_, err := s.Replies.Get(id, c.Id, r.Id).Fields("*").Do()
	refused(t, "a deleted reply", err, 404, "notFound")
	done(t, s.Comments.Delete(id, c.Id).Do())
	equal(t, "comments left", len(ok[*drive.CommentList](t)(s.Comments.List(id).Fields("*").Do()).Comments), 0)
	equal(t, "with the deleted", len(ok[*drive.CommentList](t)(s.Comments.List(id).IncludeDeleted(true).Fields("*").Do()).Comments), 1)
	_, err = s.Comments.Create(id, &drive.Comment{}).Fields("*").Do()
	refused(t, "nothing said", err, 400, "invalid")
}

func driveRevisions(t *testing.T, w *world) {
	s, one := driveService(t, w), ok[*drive.Revision](t)
	id := text(t, s, "a.txt", "one").Id
	ok[*drive.File](t)(s.Files.Update(id, nil).Media(strings.NewReader("second"), googleapi.ContentType("text/plain")).Do())
	list := ok[*drive.RevisionList](t)(s.Revisions.List(id).Fields("revisions(id,size)").Do())
	equal(t, "sizes", join(list.Revisions, func(r *drive.Revision) string { return fmt.Sprint(r.Size) }), "3 6")
	first := list.Revisions[0].Id
	resp, err := s.Revisions.Get(id, first).Download()
	equal(t, "content of the first", body(t, resp, err), "one")
	equal(t, "kept", one(s.Revisions.Update(id, first, &drive.Revision{KeepForever: true}).Fields("keepForever").Do()).KeepForever, true)
	got := one(s.Revisions.Get(id, first).Fields("*").Do())
	equal(t, "got", got.OriginalFilename+fmt.Sprint(got.KeepForever, got.LastModifyingUser.Me), "a.txttrue true")
	done(t, s.Revisions.Delete(id, first).Do())
	refused(t, "the only revision", s.Revisions.Delete(id, list.Revisions[1].Id).Do(), 403, "cannotDeleteOnlyRevision")
	_, err = s.Revisions.Get(id, first).Do()
	refused(t, "a deleted revision", err, 404, "notFound")
}

func driveChanges(t *testing.T, w *world) {
	s := driveService(t, w)
	before := text(t, s, "before", "x").Id
	token := ok[*drive.StartPageToken](t)(s.Changes.GetStartPageToken().Do()).StartPageToken
	equal(t, "nothing yet", len(ok[*drive.ChangeList](t)(s.Changes.List(token).Do()).Changes), 0)
	after := text(t, s, "after", "y").Id
	done(t, s.Files.Delete(before).Do())
	ok[*drive.File](t)(s.Files.Update(after, &drive.File{Name: "renamed"}).Do())
	var seen []string
	next, pages := "", 0
	for page := token; page != ""; pages++ {
		p := ok[*drive.ChangeList](t)(s.Changes.List(page).PageSize(1).Fields("nextPageToken,newStartPageToken,changes(fileId,removed,file(name))").Do())
		for _, c := range p.Changes {
			seen = append(seen, strings.NewReplacer(before, "before", after, "after").Replace(c.FileId)+fmt.Sprint(c.Removed))
			if c.File != nil {
				seen = append(seen, c.File.Name)
			}
		}
		page, next = p.NextPageToken, p.NewStartPageToken
	}
	equal(t, "pages", pages, 2)
	equal(t, "changes", strings.Join(seen, " "), "beforetrue afterfalse renamed")
	equal(t, "since then", len(ok[*drive.ChangeList](t)(s.Changes.List(next).Do()).Changes), 0)
}

func sharedDrives(t *testing.T, w *world) {
	s, one := driveService(t, w), ok[*drive.Drive](t)
	d := one(s.Drives.Create("request-1", &drive.Drive{Name: "Team"}).Do())
	_, err := s.Drives.Create("request-1", &drive.Drive{Name: "Team"}).Do()
	refused(t, "the same request", err, 409, "conflict")
	equal(t, "got", one(s.Drives.Get(d.Id).Fields("name,capabilities").Do()).Capabilities.CanManageMembers, true)
	equal(t, "renamed", one(s.Drives.Update(d.Id, &drive.Drive{Name: "Crew"}).Do()).Name, "Crew")
	list := ok[*drive.DriveList](t)(s.Drives.List().Q("name contains 'crew'").Do())
	equal(t, "list", join(list.Drives, func(d *drive.Drive) string { return d.Id }), d.Id)
	equal(t, "hidden", one(s.Drives.Hide(d.Id).Fields("hidden").Do()).Hidden, true)
	one(s.Drives.Unhide(d.Id).Do())

	f := text(t, s, "plan.txt", "x", folder(t, s, "F", d.Id))
	equal(t, "of the drive", f.DriveId+fmt.Sprint(len(f.Owners)), d.Id+"0")
	equal(t, "its members", who(t, s, f.Id), "user:me@example.com=organizer")
	ok[*drive.Permission](t)(s.Permissions.Create(d.Id, &drive.Permission{Type: "user", Role: "fileOrganizer", EmailAddress: "ann@example.org"}).SupportsAllDrives(true).Do())
	equal(t, "with a new one", who(t, s, f.Id), "user:me@example.com=organizer user:ann@example.org=fileOrganizer")
	inside := ok[*drive.FileList](t)(s.Files.List().Corpora("drive").DriveId(d.Id).SupportsAllDrives(true).IncludeItemsFromAllDrives(true).OrderBy("name").Do())
	equal(t, "inside", join(inside.Files, func(f *drive.File) string { return f.Name }), "F plan.txt")
	equal(t, "not among one's own", len(ok[*drive.FileList](t)(s.Files.List().Do()).Files), 0)
	mine := text(t, s, "mine.txt", "y")
	moved := ok[*drive.File](t)(s.Files.Update(mine.Id, &drive.File{}).AddParents(d.Id).RemoveParents("root").SupportsAllDrives(true).Fields("driveId,parents").Do())
	equal(t, "moved in", moved.DriveId+strings.Join(moved.Parents, " "), d.Id+d.Id)
	copied := ok[*drive.File](t)(s.Files.Copy(f.Id, &drive.File{Parents: []string{"root"}}).SupportsAllDrives(true).Fields("*").Do())
	equal(t, "copied out", copied.Name+copied.DriveId+fmt.Sprint(copied.OwnedByMe), "Copy of plan.txttrue")
	equal(t, "content", download(t, s, f.Id), "x")
	done(t, s.Files.Delete(mine.Id).SupportsAllDrives(true).Do())
	done(t, s.Files.Delete(copied.Id).Do())
	_, err = s.Files.Get(f.Id).Do()
	refused(t, "for a client that knows no shared drives", err, 404, "notFound")
	refused(t, "a drive that is not empty", s.Drives.Delete(d.Id).Do(), 403, "teamDriveNotEmpty")
	done(t, s.Files.Delete(inside.Files[0].Id).SupportsAllDrives(true).Do())
	done(t, s.Drives.Delete(d.Id).Do())
	equal(t, "gone", len(ok[*drive.DriveList](t)(s.Drives.List().Do()).Drives), 0)
}
