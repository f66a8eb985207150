package api

import (
	"io/fs"
	"net/http"

	"github.com/labstack/echo/v4"
	swaggerui "github.com/swaggo/files/v2"

	"github.com/janggid/janggid/api/rest"
	"github.com/janggid/janggid/docs"
)

var (
	description   = rest.NewStaticFile("application/yaml", docs.OpenAPI)
	description30 = rest.NewStaticFile("application/yaml", docs.OpenAPI30)
)

// keptForADay is for what changes with a new version of the server alone.
const keptForADay = "public, max-age=86400"

// openAPI answers with the API's description.
//
//	@ID getOpenAPI
//	@Summary This description
//	@Description This very file. It changes with the version of the server only.
//	@Tags reference
//	@Produce application/yaml
//	@Success 200 {object} object "OpenAPI 3.1"
//	@x-traits ["static file"]
//	@Router /openapi.yaml [get]
func (s *Server) openAPI(c echo.Context) error {
	return description.Write(c)
}

// openAPI30 answers with the API's description for older generators.
//
//	@ID getOpenAPI30
//	@Summary This description in OpenAPI 3.0
//	@Description For NSwag, Unity and other generators that know no 3.1.
//	@Tags reference
//	@Produce application/yaml
//	@Success 200 {object} object "OpenAPI 3.0.3"
//	@x-traits ["static file"]
//	@Router /openapi-3.0.yaml [get]
func (s *Server) openAPI30(c echo.Context) error {
	return description30.Write(c)
}

const docsPage = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>janggid API</title>
<link rel="icon" type="image/svg+xml" href="/favicon.ico">
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
</head>
<body>
<div id="ui"></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script>SwaggerUIBundle({url: "/openapi.yaml", dom_id: "#ui", deepLinking: true});</script>
</body>
</html>
`

// docs shows the API's description to people.
//
//	@ID getDocs
//	@Summary This description as a page
//	@Description Lists the operations, and sends requests from the browser.
//	@Tags reference
//	@Produce html
//	@Success 200 {string} string "A page to try the calls on"
//	@Router /docs [get]
func (s *Server) docs(c echo.Context) error {
	return rest.WriteBytes(c, http.StatusOK, "text/html; charset=utf-8", []byte(docsPage))
}

// docsAssets are the files that the page loads, by name.
var docsAssets = map[string]*rest.StaticFile{
	"swagger-ui.css":       swaggerFile("swagger-ui.css", "text/css; charset=utf-8"),
	"swagger-ui-bundle.js": swaggerFile("swagger-ui-bundle.js", "text/javascript; charset=utf-8"),
}

// swaggerFile is one of the files of Swagger UI, all of which are embedded.
func swaggerFile(name, contentType string) *rest.StaticFile {
	data, err := fs.ReadFile(swaggerui.FS, name)
	if err != nil {
		panic(err)
	}
	return rest.NewStaticFile(contentType, data)
}

// docsAsset answers with a file that the page loads.
//
//	@ID getDocsAsset
//	@Summary A file of that page
//	@Description Style sheet or script of that page.
//	@Tags reference
//	@Produce text/javascript
//	@Param file path string true "Name" example(swagger-ui.css)
//	@Success 200 {string} string "The file"
//	@Failure 404 {object} rest.Problem "not_found"
//	@x-traits ["style sheet","static file"]
//	@Router /docs/assets/{file} [get]
func (s *Server) docsAsset(c echo.Context) error {
	file, ok := docsAssets[c.Param("file")]
	if !ok {
		return rest.NewProblem(rest.CodeNotFound, "there is no such path")
	}
	c.Response().Header().Set(echo.HeaderCacheControl, keptForADay)
	return file.Write(c)
}
