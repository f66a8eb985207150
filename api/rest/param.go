package rest

import (
	"strconv"

	"github.com/labstack/echo/v4"
)

// IntParam reads a whole number from the query; absent means the fallback.
func IntParam(c echo.Context, name string, fallback, least, most int) (int, error) {
	text := c.QueryParam(name)
	if text == "" && !c.QueryParams().Has(name) {
		return fallback, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return 0, BadField(name, "must be a whole number from "+strconv.Itoa(least)+" to "+strconv.Itoa(most))
	}
	return n, nil
}

// FlagParam reads true or false from the query; absent means false.
func FlagParam(c echo.Context, name string) (bool, error) {
	if !c.QueryParams().Has(name) {
		return false, nil
	}
	set, err := strconv.ParseBool(c.QueryParam(name))
	if err != nil {
		return false, BadField(name, "must be true or false")
	}
	return set, nil
}

// RevisionParam reads a revision from the query; nil if it is absent.
func RevisionParam(c echo.Context, name string) (*uint64, error) {
	if !c.QueryParams().Has(name) {
		return nil, nil
	}
	n, err := strconv.ParseUint(c.QueryParam(name), 10, 63)
	if err != nil {
		return nil, BadField(name, "must be a revision")
	}
	return &n, nil
}
