package driveapi

import (
	"context"
	"slices"
	"strings"

	"github.com/wslite/wslite/host/backend/local/gapi"
	"github.com/wslite/wslite/host/backend/local/store"
)

// theme is a look of shared drives.
type theme struct{ id, color string }

func (t theme) image() string {
	if t.id == "" {
		return ""
	}
	return "https://ssl.gstatic.com/team_drive_themes/" + t.id + "_background.jpg"
}

// themes are a few of Google's.
var themes = map[string]theme{
	"abacus": {"abacus", "#ea6100"}, "blueprints": {"blueprints", "#4285f4"}, "coffee": {"coffee", "#795548"}, "ocean": {"ocean", "#00796b"},
}

// driveEdit is what a body asks of a shared drive.
type driveEdit struct {
	name, color, theme *string
	restrictions       map[string]bool
}

// restrictable are the restrictions that can be switched.
var restrictable = []string{"adminManagedRestrictions", "copyRequiresWriterPermission", "domainUsersOnly", "driveMembersOnly", "sharingFoldersRequiresOrganizerPermission"}

func readDrive(b gapi.Body) (*driveEdit, error) {
	tree, err := b.Tree()
	if err != nil {
		return nil, err
	}
	for name, v := range tree {
		switch name {
		case "kind", "name", "colorRgb", "themeId", "restrictions", "hidden":
		case "backgroundImageFile":
			if v != nil {
				return nil, unsupported("background images")
			}
		default:
			if v != nil {
				return nil, notWritable("The resource body includes fields which are not directly writable.")
			}
		}
	}
	e := &driveEdit{name: text(tree, "name"), color: text(tree, "colorRgb"), theme: text(tree, "themeId"), restrictions: map[string]bool{}}
	if e.name != nil && (strings.TrimSpace(*e.name) == "" || len(*e.name) > maxDriveName) {
		return nil, gapi.Invalid("Invalid value at 'drive.name': it must have 1 to %d bytes.", maxDriveName)
	}
	if _, ok := rgb(value(e.color)); value(e.color) != "" && !ok {
		return nil, gapi.Invalid("Invalid value at 'drive.colorRgb': %s is not a colour such as #4986e7.", gapi.Quote(*e.color))
	}
	if _, ok := themes[value(e.theme)]; value(e.theme) != "" && !ok {
		return nil, gapi.Invalid("Invalid value at 'drive.themeId': %s is no theme of about.driveThemes.", gapi.Quote(*e.theme))
	}
	if value(e.theme) != "" && value(e.color) != "" {
		return nil, gapi.Invalid("The fields 'drive.themeId' and 'drive.colorRgb' cannot be set together.")
	}
	return e, e.readRestrictions(tree)
}

func (e *driveEdit) readRestrictions(tree map[string]any) error {
	given, _ := tree["restrictions"].(map[string]any)
	for name, v := range given {
		on, ok := v.(bool)
		if v == nil {
			continue
		}
		if !ok || !slices.Contains(restrictable, name) {
			return unsupported("restrictions of downloads")
		}
		e.restrictions[name] = on
	}
	return nil
}

func (a *API) updateDrive(ctx context.Context, c *gapi.Call) (any, error) {
	e, err := readDrive(c.Body)
	if err != nil {
		return nil, err
	}
	return a.changeDrive(ctx, c, organizer, func(tx *store.Tx, d *driveRow) error {
		if e.name != nil {
			d.name = *e.name
			if err := d.save(tx); err != nil {
				return err
			}
			if err := d.index(tx, nil); err != nil {
				return err
			}
		}
		if value(e.theme) != "" {
			d.theme, d.color = *e.theme, themes[*e.theme].color
		}
		if value(e.color) != "" {
			d.color = *e.color
		}
		on := strings.Fields(d.restrictions)
		for name, v := range e.restrictions {
			on = slices.DeleteFunc(on, func(s string) bool { return s == name })
			if v {
				on = append(on, name)
			}
		}
		slices.Sort(on)
		_, err := tx.Exec(`UPDATE drives SET color = ?, theme = ?, restrictions = ? WHERE seq = ?`, d.color, d.theme, run(on), d.seq)
		return err
	})
}
