package calendarapi

import (
	"context"
	"regexp"
	"strconv"
	"sync"

	"github.com/wslite/wslite/host/backend/local/gapi"
)

// The palettes of the service: backgrounds by color id, from 1 on. Writing on
// all of them is dark.
var (
	calendarColors = []string{"#ac725e", "#d06b64", "#f83a22", "#fa573c", "#ff7537", "#ffad46", "#42d692", "#16a765", "#7bd148", "#b3dc6c",
		"#fbe983", "#fad165", "#92e1c0", "#9fe1e7", "#9fc6e7", "#4986e7", "#9a9cff", "#b99aff", "#c2c2c2", "#cabdbf", "#cca6ac", "#f691b2",
		"#cd74e6", "#a47ae2"}
	eventColors = []string{"#a4bdfc", "#7ae7bf", "#dbadff", "#ff887c", "#fbd75b", "#ffb878", "#46d6db", "#e1e1e1", "#5484ed", "#51b749", "#dc2127"}
)

const foreground = "#1d1d1d"

var colorForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^#[0-9a-fA-F]{6}$`) })

func (a *API) getColors(context.Context, *gapi.Call) (any, error) {
	return &Colors{Kind: "calendar#colors", Updated: "2012-02-14T00:00:00.000Z",
		Calendar: palette(calendarColors), Event: palette(eventColors)}, nil
}

func palette(colors []string) map[string]ColorDefinition {
	out := map[string]ColorDefinition{}
	for i, c := range colors {
		out[strconv.Itoa(i+1)] = ColorDefinition{Background: c, Foreground: foreground}
	}
	return out
}

// background gives the color of an id.
func background(colors []string, id string) (string, bool) {
	n, err := strconv.Atoi(id)
	if err != nil || n < 1 || n > len(colors) || strconv.Itoa(n) != id {
		return "", false
	}
	return colors[n-1], true
}

// nearest gives the id of the color that differs least from an RGB value.
func nearest(colors []string, rgb string) string {
	best, least := 0, -1
	for i, c := range colors {
		sum := 0
		for at := 1; at < 7; at += 2 {
			x, _ := strconv.ParseInt(c[at:at+2], 16, 32)
			y, _ := strconv.ParseInt(rgb[at:at+2], 16, 32)
			sum += int((x - y) * (x - y))
		}
		if least < 0 || sum < least {
			best, least = i+1, sum
		}
	}
	return strconv.Itoa(best)
}
