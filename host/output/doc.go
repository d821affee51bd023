// Package output shapes a result for scripts: it picks fields, runs jq
// expressions and writes CSV and YAML.
//
// It works on decoded JSON (numbers as json.Number) and knows no tool. It never
// prints for people; tables are the command line's. Start reading at Fields,
// Query, CSV and YAML.
package output
