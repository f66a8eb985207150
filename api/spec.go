package api

import (
	"io/fs"
	"net/http"

	"github.com/labstack/echo/v4"
	swaggerui "github.com/swaggo/files/v2"

	"github.com/janggid/janggid/docs"
)

// openAPI answers with the API's description.
func (s *Server) openAPI(c echo.Context) error {
	return writeBytes(c, http.StatusOK, "application/yaml", docs.OpenAPI)
}

const docsPage = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>janggid API</title>
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
func (s *Server) docs(c echo.Context) error {
	return writeBytes(c, http.StatusOK, "text/html; charset=utf-8", []byte(docsPage))
}

// docsAssets are the files that the page loads, by name.
var docsAssets = map[string]string{
	"swagger-ui.css":       "text/css; charset=utf-8",
	"swagger-ui-bundle.js": "text/javascript; charset=utf-8",
}

// docsAsset answers with a file that the page loads.
func (s *Server) docsAsset(c echo.Context) error {
	contentType, ok := docsAssets[c.Param("file")]
	if !ok {
		return problem(CodeNotFound, "there is no such path")
	}
	data, err := fs.ReadFile(swaggerui.FS, c.Param("file"))
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderCacheControl, "public, max-age=86400")
	return writeBytes(c, http.StatusOK, contentType, data)
}
