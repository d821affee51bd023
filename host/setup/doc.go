// Package setup looks at how workspace-lite's proxies are set up on this
// machine: which variables are set, how the proxies answer, what clasp knows
// of their deployments, what stands in the .env file of a checkout. It finds
// what is wrong, repairs what a person agrees to, and audits the rest.
//
// It never prints, never asks anybody by itself, and no token, setup key or
// proxy address is part of what it reports. It reaches the network only
// through a Proxy, and clasp only through a Clasp. Start reading at
// World.Inspect.
package setup
