package setup

import (
	"encoding/json"

	"github.com/wslite/wslite/host/text"
)

// Health is how a proxy answers a plain GET.
type Health string

const (
	Healthy         Health = "healthy"
	ServiceMismatch Health = "service-mismatch" // it is another service's proxy
	InvalidResponse Health = "invalid-response" // no JSON, or it does not say healthy
	Unreachable     Health = "unreachable"      // HTTP error, network, time-out
	HealthSkipped   Health = "skipped"          // it was not asked
)

// serviceName is what a service's proxy calls itself.
func serviceName(service string) string { return "google-workspace-proxy-" + service }

// HealthOf reads a proxy's answer: {data: {status: "healthy", service: NAME}}.
// A proxy that gives no name is taken at its word. reported is the name of
// another service's proxy, cleaned; it is empty otherwise.
func HealthOf(body []byte, service string) (h Health, reported string) {
	var answer struct {
		Success *bool `json:"success"`
		Data    struct {
			Status  string  `json:"status"`
			Service *string `json:"service"`
		} `json:"data"`
	}
	if json.Unmarshal(body, &answer) != nil || answer.Data.Status != "healthy" {
		return InvalidResponse, ""
	}
	if answer.Success != nil && !*answer.Success {
		return InvalidResponse, ""
	}
	name := answer.Data.Service
	if name == nil || *name == "" || *name == serviceName(service) {
		return Healthy, ""
	}
	return ServiceMismatch, text.Cut(text.Line(*name), 80)
}
