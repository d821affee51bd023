package text

import "testing"

func TestB89Mask(t *testing.T) {
	for in, want := range map[string]string{
		"statusCode: 401":                       "statusCode: 401",
		`"code":"ECONNRESET"`:                   `"code":"ECONNRESET"`,
		"?code=4/abc&x":                         "?code=[masked]&x",
		"Authorization: Bearer a.b.c":           "Authorization: Bearer [masked]",
		"refresh_token=1//x":                    "refresh_token=[masked]",
		`{"access_token": "ya29.x", "n": 1}`:    `{"access_token": "[masked]", "n": 1}`,
		"the token my.tok was used; my.tok!":    "the token [masked] was used; [masked]!",
		"dial tcp 127.0.0.1:1: refused":         "dial tcp 127.0.0.1:1: refused",
		"invalid code 4/0AbCdEfGhIjKl":          "invalid code [masked]",
		"the secret GOCSPX-abc is wrong":        "the secret [masked] is wrong",
		"JWT eyJhbGci.eyJpc3Mi.sig":             "JWT [masked]",
		"device_code=AH-1Ng":                    "device_code=[masked]",
		"page 4/10 of 1/2":                      "page 4/10 of 1/2",
		"/upload/x?a=1&upload_id=ABg5-x&b=2":    "/upload/x?a=1&upload_id=[masked]&b=2",
		"https://h/x?a=1&key=AIza&fields=items": "https://h/x?a=1&key=[masked]&fields=items",
	} {
		if got := Mask(in, "my.tok"); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
		if twice := Mask(Mask(in, "my.tok"), "my.tok"); twice != want {
			t.Errorf("%s: twice gives %s", in, twice)
		}
	}
}
