package driveapi

import (
	"strconv"

	"github.com/wslite/wslite/host/backend/local/gapi"
)

// palette are the colours of folders.
var palette = []string{
	"#ac725e", "#d06b64", "#f83a22", "#fa573c", "#ff7537", "#ffad46", "#fad165", "#fbe983", "#b3dc6c", "#7bd148", "#16a765", "#42d692",
	"#92e1c0", "#9fe1e7", "#9fc6e7", "#4986e7", "#9a9cff", "#b99aff", "#c2c2c2", "#8f8f8f", "#cabdbf", "#cca6ac", "#f691b2", "#cd74e6", "#a47ae2",
}

// nearestColor gives the colour of the palette that is closest; "" clears.
func nearestColor(text string) (*string, error) {
	if text == "" {
		return &text, nil
	}
	want, ok := rgb(text)
	if !ok {
		return nil, gapi.Invalid("Invalid value at 'file.folderColorRgb': %s is not a colour such as #4986e7.", gapi.Quote(text))
	}
	best, least := palette[0], -1
	for _, p := range palette {
		have, _ := rgb(p)
		d := 0
		for i := range have {
			d += (have[i] - want[i]) * (have[i] - want[i])
		}
		if least < 0 || d < least {
			best, least = p, d
		}
	}
	return &best, nil
}

func rgb(s string) (out [3]int, ok bool) {
	if len(s) != 7 || s[0] != '#' {
		return out, false
	}
	n, err := strconv.ParseUint(s[1:], 16, 32)
	return [3]int{int(n >> 16), int(n >> 8 & 255), int(n & 255)}, err == nil
}
