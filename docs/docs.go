// Package docs holds what people read about janggid, and carries the parts that
// the server itself hands out.
package docs

import _ "embed"

//go:generate go run ./generate -root ..

// OpenAPI is the API's description, the same text as openapi.yaml at the top
// of the project.
//
//go:embed openapi.yaml
var OpenAPI []byte

// OpenAPI30 is the same description in OpenAPI 3.0, for generators that know no
// 3.1.
//
//go:embed openapi-3.0.yaml
var OpenAPI30 []byte
