package gmailapi

import (
	_ "embed"
	"regexp"
	"strconv"
	"sync"
	"testing"

	"github.com/wslite/wslite/host/backend/local/gapi/discoverytest"
)

//go:embed testdata/gmail-api.json
var discoveryJSON []byte

var document = sync.OnceValue(func() *discoverytest.Document { return discoverytest.Read(discoveryJSON) })

func TestMethodsAreThoseOfDiscovery(t *testing.T) {
	document().CompareMethods(t, (&API{}).Methods())
}

// resources is a value of each type.
var resources = []any{
	Profile{}, Message{}, ClassificationLabelValue{}, ClassificationLabelFieldValue{}, MessagePart{}, MessagePartHeader{}, MessagePartBody{},
	ListMessagesResponse{}, ModifyMessageRequest{}, BatchModifyMessagesRequest{}, BatchDeleteMessagesRequest{},
	Thread{}, ListThreadsResponse{}, ModifyThreadRequest{}, Label{}, LabelColor{}, ListLabelsResponse{},
	Draft{}, ListDraftsResponse{}, History{}, HistoryMessageAdded{}, HistoryMessageDeleted{}, HistoryLabelAdded{}, HistoryLabelRemoved{},
	ListHistoryResponse{}, VacationSettings{}, Filter{}, FilterCriteria{}, FilterAction{}, ListFiltersResponse{},
	SendAs{}, SmtpMsa{}, ListSendAsResponse{}, ForwardingAddress{}, ListForwardingAddressesResponse{},
}

func TestTypesHaveTheFieldsOfDiscovery(t *testing.T) {
	document().CompareTypes(t, resources)
}

// TestLimitsAreThoseOfDiscovery reads the numbers in the descriptions.
func TestLimitsAreThoseOfDiscovery(t *testing.T) {
	d, m, l := document(), document().Methods, DefaultLimits()
	for _, id := range []string{"messages.list", "threads.list", "drafts.list", "history.list"} {
		p := m["gmail.users."+id].Parameters["maxResults"]
		equal(t, id+" page", strconv.Itoa(pageSize), p.Default)
		equal(t, id+" page maximum", maxPageSize, discoverytest.Number(t, p.Description, `maximum allowed value for this field is (\d+)`))
	}
	equal(t, "filters", l.Filters, discoverytest.Number(t, m["gmail.users.settings.filters.create"].Description, `maximum of ([\d,]+) filters`))
	equal(t, "batch", maxBatch, discoverytest.Number(t, d.Schemas["BatchModifyMessagesRequest"].Properties["ids"].Description, `limit of (\d+) ids`))
	equal(t, "labels", maxLabels, discoverytest.Number(t, d.Schemas["ModifyMessageRequest"].Properties["addLabelIds"].Description, `up to (\d+) labels`))
	equal(t, "content", strconv.Itoa(maxUpload), m["gmail.users.messages.send"].MediaUpload.MaxSize)
	equal(t, "import", l.Import, 1_000_000*discoverytest.Number(t, m["gmail.users.messages.import"].Description, `is (\d+) MB`))
	for _, c := range regexp.MustCompile(`#[0-9a-f]{6}`).FindAllString(d.Schemas["LabelColor"].Properties["textColor"].Description, -1) {
		contains(t, "palette", palette, c)
	}
}
