package gmailapi

// VacationSettings is the vacation responder. Times are Unix milliseconds.
type VacationSettings struct {
	EnableAutoReply       bool   `json:"enableAutoReply"`
	ResponseSubject       string `json:"responseSubject,omitempty"`
	ResponseBodyPlainText string `json:"responseBodyPlainText,omitempty"`
	ResponseBodyHTML      string `json:"responseBodyHtml,omitempty"`
	RestrictToContacts    bool   `json:"restrictToContacts"`
	RestrictToDomain      bool   `json:"restrictToDomain"`
	StartTime             int64  `json:"startTime,string,omitempty"`
	EndTime               int64  `json:"endTime,string,omitempty"`
}

// Filter does something to mail that arrives.
type Filter struct {
	ID       string          `json:"id,omitempty"`
	Criteria *FilterCriteria `json:"criteria,omitempty"`
	Action   *FilterAction   `json:"action,omitempty"`
}

// FilterCriteria says which mail; what is given must all match.
type FilterCriteria struct {
	From           string `json:"from,omitempty"`
	To             string `json:"to,omitempty"`
	Subject        string `json:"subject,omitempty"`
	Query          string `json:"query,omitempty"`
	NegatedQuery   string `json:"negatedQuery,omitempty"`
	HasAttachment  bool   `json:"hasAttachment,omitempty"`
	ExcludeChats   bool   `json:"excludeChats,omitempty"`
	Size           int64  `json:"size,omitempty"`
	SizeComparison string `json:"sizeComparison,omitempty"`
}

// FilterAction says what is done.
type FilterAction struct {
	AddLabelIDs    []string `json:"addLabelIds,omitempty"`
	RemoveLabelIDs []string `json:"removeLabelIds,omitempty"`
	Forward        string   `json:"forward,omitempty"`
}

// ListFiltersResponse is all filters.
type ListFiltersResponse struct {
	Filter []Filter `json:"filter,omitempty"`
}

// SendAs is an address to send from.
type SendAs struct {
	SendAsEmail        string   `json:"sendAsEmail"`
	DisplayName        string   `json:"displayName"`
	ReplyToAddress     string   `json:"replyToAddress"`
	Signature          string   `json:"signature"`
	IsPrimary          bool     `json:"isPrimary,omitempty"`
	IsDefault          bool     `json:"isDefault,omitempty"`
	TreatAsAlias       bool     `json:"treatAsAlias,omitempty"`
	SmtpMsa            *SmtpMsa `json:"smtpMsa,omitempty"`
	VerificationStatus string   `json:"verificationStatus,omitempty"`
}

// SmtpMsa is a relay for an alias; there is none here.
type SmtpMsa struct {
	Host         string `json:"host"`
	Port         int    `json:"port"`
	Username     string `json:"username"`
	Password     string `json:"password"`
	SecurityMode string `json:"securityMode"`
}

// ListSendAsResponse is all addresses.
type ListSendAsResponse struct {
	SendAs []SendAs `json:"sendAs"`
}

// ForwardingAddress is an address that filters may forward to.
type ForwardingAddress struct {
	ForwardingEmail    string `json:"forwardingEmail"`
	VerificationStatus string `json:"verificationStatus,omitempty"`
}

// ListForwardingAddressesResponse is all forwarding addresses.
type ListForwardingAddressesResponse struct {
	ForwardingAddresses []ForwardingAddress `json:"forwardingAddresses,omitempty"`
}
