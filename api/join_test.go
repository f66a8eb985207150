package api

import (
	"net/http"
	"strings"
	"testing"

	"github.com/janggid/janggid/api/limit"
	"github.com/janggid/janggid/api/rest"
)

func TestJoinGame(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	cho, han, third := s.guest("Cho"), s.guest("Han"), s.guest("Third")
	g := cho.create("")
	path := "/v1/games/" + g.ID
	third.post(path+"/join", `{"side":"cho"}`).is(http.StatusConflict).problem(rest.CodeSeatTaken)
	han.post(path+"/join", `{"side":"han"}`).is(http.StatusOK).has(`"status":"setup"`, `"to_act":"han"`, `"revision":1`)
	han.post(path+"/join", nil).is(http.StatusOK).has(`"revision":1`)
	han.post(path+"/join", `{"side":"han"}`).is(http.StatusOK)
	han.post(path+"/join", `{"side":"cho"}`).is(http.StatusConflict).problem(rest.CodeAlreadyJoined)
	third.post(path+"/join", nil).is(http.StatusConflict).problem(rest.CodeSeatTaken)
	s.post(path+"/join", "", nil).is(http.StatusUnauthorized).problem(rest.CodeUnauthenticated)
}

func TestAPrivateGameIsJoinedByItsCode(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	cho, han := s.guest("Cho"), s.guest("Han")
	g := cho.create(`{"visibility":"private"}`)
	path, code := "/v1/games/"+g.ID, *g.RoomCode
	han.get(path).problem(rest.CodeNotFound)
	han.post(path+"/join", nil).is(http.StatusForbidden).problem(rest.CodeWrongCode)
	han.get("/v1/rooms/"+strings.ToLower(code)).is(http.StatusOK).has(g.ID, `"room_code":null`)
	han.post(path+"/join", map[string]string{"code": strings.ToLower(code)}).is(http.StatusOK).has(`"room_code":"` + code + `"`)
	s.guest("Third").get("/v1/rooms/" + code).problem(rest.CodeNotFound)
}

func TestRooms(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	cho, han := s.guest("Cho"), s.guest("Han")
	g := cho.create("")
	room := "/v1/rooms/" + *g.RoomCode
	s.get(room, "").is(http.StatusOK).has(g.ID, `"room_code":"`+*g.RoomCode+`"`)
	han.post(room+"/join", nil).is(http.StatusOK).has(`"status":"setup"`)
	s.get(room, "").is(http.StatusOK).has(`"room_code":null`)
	s.get("/v1/rooms/ABC", "").problem(rest.CodeNotFound)
	s.get("/v1/rooms/AAAAAA", "").problem(rest.CodeNotFound)
}

func TestAGameThatIsNotThereComesBeforeAMethodThatIsWrong(t *testing.T) {
	s := newTestServer(t, serverOptions{})
	g := s.guest("Cho").create("")
	s.do(http.MethodPut, "/v1/games/"+g.ID+"/join", "", nil).problem(rest.CodeMethodNotAllowed)
	s.do(http.MethodPut, "/v1/games/"+unknownGame+"/join", "", nil).problem(rest.CodeNotFound)
}

const unknownGame = "01a2299b-481e-7d2b-ac4c-0748d9f91d91"

func TestCodesCannotBeTriedOut(t *testing.T) {
	s := newTestServer(t, serverOptions{limited: true})
	cho, han := s.guest("Cho"), s.guest("Han")
	path := "/v1/games/" + cho.create(`{"visibility":"private"}`).ID + "/join"
	for range limit.RoomLookups.Burst {
		han.post(path, `{"code":"AAAAAA"}`).problem(rest.CodeWrongCode)
	}
	han.post(path, `{"code":"AAAAAA"}`).problem(rest.CodeRateLimited)
	s.get("/v1/rooms/AAAAAA", "").problem(rest.CodeRateLimited)
	s.get("/v1/rooms/no-code", "").problem(rest.CodeNotFound)
}
