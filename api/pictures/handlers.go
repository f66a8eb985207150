package pictures

import (
	"github.com/janggid/janggid/api/access"
	"github.com/janggid/janggid/api/rest"
)

// Handlers draw boards and games.
type Handlers struct {
	Access *access.Access
	Limits rest.Limits
}
