package rest

// serviceError is what a service says about a failure. It is read leniently:
// the status decides, and a body that can't be read only costs the message.
type serviceError struct {
	message string
	// reasons holds every machine-readable word found, the most telling first.
	reasons []string
}

func (e serviceError) reason() string {
	if len(e.reasons) == 0 {
		return ""
	}
	return e.reasons[0]
}

// readError knows the three forms that occur: Google's {"error": {code,
// message, errors: [{reason}], status, details: [{reason}]}}, Graph's {"error":
// {"code": "word", message}} and OAuth's {"error": "word",
// "error_description"}. A page of HTML gives nothing; its text is a gateway's.
func readError(body []byte) serviceError {
	v, err := decode(body)
	if err != nil {
		return serviceError{}
	}
	top := object(v)
	var e serviceError
	e.message, _ = top["message"].(string)
	switch x := top["error"].(type) {
	case string:
		e.add(x)
		if d, ok := top["error_description"].(string); ok {
			e.message = d
		}
	case map[string]any:
		if m, ok := x["message"].(string); ok {
			e.message = m
		}
		for _, list := range []any{x["errors"], x["details"]} {
			items, _ := list.([]any)
			for _, item := range items {
				e.add(object(item)["reason"])
			}
		}
		e.add(x["code"])
		e.add(x["status"])
	}
	return e
}

func (e *serviceError) add(v any) {
	if s, ok := v.(string); ok && s != "" && len(e.reasons) < 20 {
		e.reasons = append(e.reasons, s)
	}
}

func object(v any) map[string]any {
	m, _ := v.(map[string]any)
	return m
}
