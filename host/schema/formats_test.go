package schema

import (
	"strings"
	"testing"
)

func TestFormats(t *testing.T) {
	cases := []struct{ format, yes, no string }{ // one value per line
		{FormatDateTime, `
2031-05-04
2032-02-29
2000-02-29
2031-12-31
2031-05-04T09:00
2031-05-04T09:00:00
2031-05-04T09:00:00Z
2031-05-04T09:00Z
2031-05-04t09:00:00z
2031-05-04 09:00
2031-05-04 09:00:00.5+02:00
2031-05-04T09:00:00.123456789-23:59
2031-05-04T23:59:59`, `
2031-02-29
1900-02-29
2031-02-30
2031-04-31
2031-00-10
2031-13-01
2031-05-00
2031-05-32
0000-01-01
2031-5-4
20310504
2031
1
tomorrow
May 4 2031
2031-05-04T
2031-05-04T9:00
2031-05-04T09
2031-05-04T09Z
2031-05-04T24:00
2031-05-04T09:60
2031-05-04T09:00:60
2031-05-04T09:00:00.
2031-05-04T09:00:00.Z
2031-05-04T09:00:00,5Z
2031-05-04T09:00+24:00
2031-05-04T09:00+02:60
2031-05-04T09:00+0200
2031-05-04T09:00+02
2031-05-04T09:00 Z
2031-05-04T09:00ZZ
2031-05-04  09:00
+002031-05-04
-2031-05-04
２031-05-04`},
		{FormatEmail, `
a@b.co
ana.b+c@example.com
a@b..co
a@b.c
ä@exämple.de
a@..b`, `
a
@b.co
a@
a@b
a@.b
a@b.
a@@b.co
a@b@c.de
a b@c.de
Ana <a@b.co>
<a@b.co>
"a"@b.co
a,b@c.de`},
		{FormatEmailList, `
a@b.co
a@b.co,c@d.eu
 a@b.co , c@d.eu ,
,
,,`, `
bad
a@b.co;c@d.eu
a@b.co c@d.eu
a@b.co,bad`},
		{FormatHTTPSURL, `
https://example.com/a.png
HTTPS://EXAMPLE.com
https:/example.com
https:example.com
https:\\example.com\x
https://user:pw@example.com/x
https://example.com/a b
https://[::1]/x
https://[2001:db8::1]:8443
https://example.com:443
https://example.com:
https://exämple.de/ü
https://127.0.0.1
https://0x7f.1
https://example.com.
https://ex%61mple.com
https://h?q#f`, `
https://
https:///
https://?x
https://#x
https://:443
https://user@
http://example.com
ftp://e.com
data:image/png;base64,AA
example.com
//example.com
https
https://exa mple.com
https://exa<mple.com
https://exa%20mple.com
https://exa%zzmple.com
https://example.com:99999
https://example.com:x
https://example.com:+1
https://[::1
https://[::1%25eth0]/
https://[1.2.3.4]
https://256.1.1.1
https://1.2.3.4.5
https://1.2.3.0x100
https://1.2.3.09
https://.
javascript:alert(1)//https://x.y`},
		{FormatFormula, `
=1
 =SUM(A1)
==
 =1`, `
1
SUM(A1)
'=1`},
		{FormatNoFormula, `
plain
x=y
1
'=1
ä`, `
=x
 +x
-x
@x
 =1`},
	}
	for _, c := range cases {
		f := formats[c.format]
		for _, s := range strings.Split(c.yes, "\n")[1:] {
			if !f.ok(s) {
				t.Errorf("%s refuses %q", c.format, s)
			}
		}
		for _, s := range strings.Split(c.no, "\n")[1:] {
			if f.ok(s) {
				t.Errorf("%s accepts %q", c.format, s)
			}
		}
	}
	if formats[FormatDateTime].ok("") || formats[FormatEmail].ok("") || formats[FormatHTTPSURL].ok("") || formats[FormatFormula].ok("") {
		t.Error("empty text is no date, address, link or formula")
	}
	if !formats[FormatEmailList].ok("") || !formats[FormatNoFormula].ok("") {
		t.Error("an empty list of addresses and empty text are fine")
	}
	if formats[FormatHTTPSURL].ok("https://exam\nple.com") || formats[FormatHTTPSURL].ok("https://example.com/\x00") {
		t.Error("a link may hold no control character")
	}
	long := strings.Repeat("x", 313) + "@bcd.ef"
	if !isEmail(long) || isEmail("x"+long) || isEmail(strings.Repeat("😀", 157)+"@bcd.ef") {
		t.Error("an address has at most 320 UTF-16 units")
	}
}
