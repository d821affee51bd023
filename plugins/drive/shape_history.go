package main

import "github.com/wslite/wslite/sdk/value"

// Fields of revisions, shared drives and changes.
const (
	keepRevision = "id,mimeType,modifiedTime,keepForever,published,publishedOutsideDomain,publishAuto,size," +
		"originalFilename,md5Checksum,lastModifyingUser(" + keepUser + ")"
	keepDrive  = "id,name,colorRgb,backgroundImageLink,createdTime,hidden,capabilities,restrictions"
	keepChange = "changeType,time,removed,fileId,driveId,file(id,name,mimeType,trashed,modifiedTime,parents),drive(" + keepDrive + ")"
)

// revisionJSON leaves size the text that Google sends: that is its form in
// these answers.
func revisionJSON(r value.Value) value.Value {
	return value.Object(
		value.M("id", r.Get("id")),
		value.M("mimeType", value.OrNull(r.Get("mimeType"))),
		value.M("modifiedTime", value.OrNull(r.Get("modifiedTime"))),
		value.M("keepForever", value.Bool(r.Get("keepForever").IsTrue())),
		value.M("published", value.Bool(r.Get("published").IsTrue())),
		value.M("publishedOutsideDomain", value.Bool(r.Get("publishedOutsideDomain").IsTrue())),
		value.M("publishAuto", value.Bool(r.Get("publishAuto").IsTrue())),
		value.M("size", value.OrNull(r.Get("size"))),
		value.M("originalFilename", value.OrNull(r.Get("originalFilename"))),
		value.M("lastModifyingUser", userJSON(r.Get("lastModifyingUser"))),
		value.M("md5Checksum", r.Get("md5Checksum")),
		value.M("exportLinks", r.Get("exportLinks")),
	)
}

func driveJSON(d value.Value) value.Value {
	return value.Object(
		value.M("id", d.Get("id")),
		value.M("name", d.Get("name")),
		value.M("colorRgb", value.OrNull(d.Get("colorRgb"))),
		value.M("backgroundImageLink", value.OrNull(d.Get("backgroundImageLink"))),
		value.M("createdTime", value.OrNull(d.Get("createdTime"))),
		value.M("hidden", value.Bool(d.Get("hidden").IsTrue())),
		value.M("capabilities", d.Get("capabilities")),
		value.M("restrictions", d.Get("restrictions")),
	)
}

// changeJSON names the kind of a change by changeType; the API's own type is
// deprecated.
func changeJSON(c value.Value) value.Value {
	out := value.Object(
		value.M("type", value.OrNull(c.Get("changeType"))),
		value.M("time", value.OrNull(c.Get("time"))),
		value.M("removed", value.Bool(c.Get("removed").IsTrue())),
		value.M("fileId", value.OrNull(c.Get("fileId"))),
		value.M("driveId", value.OrNull(c.Get("driveId"))),
	)
	if f := c.Get("file"); f.Kind() == value.KindObject {
		out.Set("file", value.Object(
			value.M("id", f.Get("id")),
			value.M("name", f.Get("name")),
			value.M("mimeType", f.Get("mimeType")),
			value.M("trashed", value.Bool(f.Get("trashed").IsTrue())),
			value.M("modifiedTime", value.OrNull(f.Get("modifiedTime"))),
			value.M("parents", f.Get("parents")),
		))
	}
	if d := c.Get("drive"); d.Kind() == value.KindObject {
		out.Set("drive", driveJSON(d))
	}
	return out
}
