package main

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

func TestThePageIsServedUnlessItIsOff(t *testing.T) {
	for _, off := range []bool{false, true} {
		o := serveOptions{addr: "127.0.0.1:0", data: t.TempDir(), limits: "off", logFormat: "text", logLevel: "error", noPage: off}
		o.tokens.issuer = "janggid"
		base, _ := start(t, o)
		request, err := http.NewRequest(http.MethodGet, base+"/", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Accept", "text/html")
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		if page := strings.Contains(string(body), `id="app"`); page == off {
			t.Errorf("off is %v, and / answers with\n%s", off, body)
		}
		getJSON(t, base+"/", "", http.StatusOK, &struct{}{})
	}
}
