package vectors

// Deviations is the reviewed table: every recorded case in which wslite does
// not do what the peer did. Run consults it; a case that is not listed must
// agree, and a listed one must differ. Rows stand by file, then by quirk or id.
var Deviations = []Deviation{}
