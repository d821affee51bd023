package envelope

import "github.com/wslite/wslite/host/fault"

// Rule names a rule that an answer breaks. It is the cause of the error that
// Parse gives.
type Rule string

// The rules, in the order in which they are checked.
const (
	RuleJSON             Rule = "malformed_json"
	RuleObject           Rule = "not_object"
	RuleSuccess          Rule = "success_not_boolean"
	RuleSuccessError     Rule = "success_with_error"
	RuleData             Rule = "success_without_data"
	RuleWrapped          Rule = "success_wraps_failure"
	RuleNestedPartial    Rule = "nested_partial_failure"
	RulePartial          Rule = "partial_not_true"
	RuleResults          Rule = "results_not_array"
	RulePartialResults   Rule = "partial_without_results"
	RulePagination       Rule = "pagination_not_object"
	RulePageToken        Rule = "pagination_next_page_token_type"
	RuleHasMore          Rule = "pagination_has_more_type"
	RuleWarnings         Rule = "warnings_type"
	RuleErrorObject      Rule = "error_not_object"
	RuleErrorCode        Rule = "error_code_empty"
	RuleErrorMessage     Rule = "error_message_empty"
	RuleErrorCorrelation Rule = "correlation_id_type"
)

// what says in words what is wrong.
func (r Rule) what() string {
	switch r {
	case RuleJSON:
		return "it is not JSON"
	case RuleObject:
		return "it is not a JSON object"
	case RuleSuccess:
		return "success must be true or false"
	case RuleSuccessError:
		return "a success holds an error"
	case RuleData:
		return "a success holds no data"
	case RuleWrapped:
		return "a success holds a failure as its data"
	case RuleNestedPartial:
		return "a full success holds failed results in its data"
	case RulePartial:
		return "partial must be true where it is given"
	case RuleResults:
		return "results must be a list"
	case RulePartialResults:
		return "a success in part holds no results"
	case RulePagination:
		return "pagination must be an object"
	case RulePageToken:
		return "pagination.nextPageToken must be text"
	case RuleHasMore:
		return "pagination.hasMore must be true or false"
	case RuleWarnings:
		return "warnings must be a list of texts"
	case RuleErrorObject:
		return "a failure holds no error object"
	case RuleErrorCode:
		return "error.code must be a text that is not blank"
	case RuleErrorMessage:
		return "error.message must be a text that is not blank"
	case RuleErrorCorrelation:
		return "error.correlationId must be text"
	}
	return string(r)
}

// Error gives the rule's name.
func (r Rule) Error() string { return string(r) }

// broken makes the error for a rule. Nothing of the answer is repeated in it.
func broken(r Rule) error {
	return fault.Wrap(r, fault.MalformedResponse, "the service's answer can't be used: %s (%s)", r.what(), string(r)).
		WithHint("check that the address is that of the right service's deployment")
}
