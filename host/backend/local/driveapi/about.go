package driveapi

import (
	"context"
	"maps"
	"slices"
	"strconv"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

func (a *API) about(ctx context.Context, c *gapi.Call) (any, error) {
	if err := needFields(c); err != nil {
		return nil, err
	}
	out := &About{
		Kind: "drive#about", User: a.user(a.owner.Email), AppInstalled: yes(true), CanCreateDrives: yes(true), CanCreateTeamDrives: yes(true),
		ExportFormats: map[string][]string{}, ImportFormats: map[string][]string{}, FolderColorPalette: palette, MaxUploadSize: strconv.FormatInt(maxUpload, 10),
		MaxImportSizes: map[string]string{}, StorageQuota: &AboutStorageQuota{Limit: strconv.FormatInt(storageLimit, 10)},
	}
	for native := range exports {
		out.ExportFormats[native] = exportTypes(native)
	}
	for native, from := range imports {
		out.MaxImportSizes[native] = strconv.Itoa(maxImportDoc)
		for format := range from {
			out.ImportFormats[format] = append(out.ImportFormats[format], native)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(themes)) {
		t := themes[id]
		out.DriveThemes = append(out.DriveThemes, &AboutDriveThemes{ID: id, ColorRGB: t.color, BackgroundImageLink: t.image()})
	}
	out.TeamDriveThemes = out.DriveThemes
	err := a.store.Read(ctx, func(tx *store.Tx) error {
		var used, trash int64
		// What the user owns counts; shared drives have an account of their own.
		err := tx.QueryRow(`SELECT coalesce(sum(quota), 0), coalesce(sum(iif(trashed, quota, 0)), 0) FROM files WHERE owner = ? COLLATE NOCASE`, a.owner.Email).Scan(&used, &trash)
		q := out.StorageQuota
		q.Usage, q.UsageInDriveTrash = strconv.FormatInt(used, 10), strconv.FormatInt(trash, 10)
		q.UsageInDrive = q.Usage
		return err
	})
	return out, err
}
