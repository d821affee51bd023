package gmailapi

// Limits are the ceilings of an account.
type Limits struct {
	Labels  int // user labels
	Filters int // filters; Discovery states it
	Import  int // bytes of a mail that an import takes; Discovery states it
}

// DefaultLimits are those of a real account.
func DefaultLimits() Limits { return Limits{Labels: 10_000, Filters: 1000, Import: 150_000_000} }

const (
	// maxUpload is the largest mail that a request may bring, in bytes: the
	// maxSize of Discovery's mediaUpload.
	maxUpload = 36_700_160
	// maxBody is the largest JSON body in bytes: such a mail in base64, and room
	// for the rest.
	maxBody = maxUpload/3*4 + 1<<20

	pageSize    = 100 // default of all lists
	maxPageSize = 500
	// maxEstimate is where counting for resultSizeEstimate stops: counting more
	// would cost more than the page itself.
	maxEstimate = 500

	maxBatch      = 1000 // ids of batchModify and batchDelete
	maxLabels     = 100  // labels added or removed by one request
	maxLabelName  = 225  // characters
	maxCriterion  = 1500 // characters of each criterion of a filter
	snippetLength = 200  // characters before escaping
	// maxReferences is how many references of a mail count, the nearest ones.
	maxReferences = 50
	// maxInline is how much text a part gives with its message, in bytes; more
	// is fetched like an attachment.
	maxInline = 1 << 20
)
