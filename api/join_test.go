package api

import (
	"net/http"
	"strings"
	"testing"
)

func TestJoinGame(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	cho, han, third := s.guest("Cho"), s.guest("Han"), s.guest("Third")
	g := cho.create("")
	path := "/v1/games/" + g.ID
	third.post(path+"/join", `{"side":"cho"}`).is(http.StatusConflict).problem(CodeSeatTaken)
	han.post(path+"/join", `{"side":"han"}`).is(http.StatusOK).has(`"status":"setup"`, `"to_act":"han"`, `"revision":1`)
	han.post(path+"/join", nil).is(http.StatusOK).has(`"revision":1`)
	han.post(path+"/join", `{"side":"han"}`).is(http.StatusOK)
	han.post(path+"/join", `{"side":"cho"}`).is(http.StatusConflict).problem(CodeAlreadyJoined)
	third.post(path+"/join", nil).is(http.StatusConflict).problem(CodeSeatTaken)
	s.post(path+"/join", "", nil).is(http.StatusUnauthorized).problem(CodeUnauthenticated)
}

func TestAPrivateGameIsJoinedByItsCode(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	cho, han := s.guest("Cho"), s.guest("Han")
	g := cho.create(`{"visibility":"private"}`)
	path, code := "/v1/games/"+g.ID, *g.RoomCode
	han.get(path).problem(CodeNotFound)
	han.post(path+"/join", nil).is(http.StatusForbidden).problem(CodeWrongCode)
	han.get("/v1/rooms/"+strings.ToLower(code)).is(http.StatusOK).has(g.ID, `"room_code":null`)
	han.post(path+"/join", map[string]string{"code": strings.ToLower(code)}).is(http.StatusOK).has(`"room_code":"` + code + `"`)
	s.guest("Third").get("/v1/rooms/" + code).problem(CodeNotFound)
}

func TestRooms(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	cho, han := s.guest("Cho"), s.guest("Han")
	g := cho.create("")
	room := "/v1/rooms/" + *g.RoomCode
	s.get(room, "").is(http.StatusOK).has(g.ID, `"room_code":"`+*g.RoomCode+`"`)
	han.post(room+"/join", nil).is(http.StatusOK).has(`"status":"setup"`)
	s.get(room, "").is(http.StatusOK).has(`"room_code":null`)
	s.get("/v1/rooms/ABC", "").problem(CodeNotFound)
	s.get("/v1/rooms/AAAAAA", "").problem(CodeNotFound)
}
