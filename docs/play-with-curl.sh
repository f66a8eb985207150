#!/usr/bin/env bash
# Plays a short game over the streams with curl alone: two guests, a move by each
# whenever the player's stream says so, and two passes, which end it.
#
#   docs/play-with-curl.sh [http://127.0.0.1:8080]
set -euo pipefail
base=${1:-http://127.0.0.1:8080}

# field NAME takes the first string of that name out of JSON.
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" | head -1; }
post() { curl -sfS -X POST -H "Authorization: Bearer $1" -H 'Content-Type: application/json' -d "$3" "$base$2"; }
guest() { curl -sfS -H 'Content-Type: application/json' -d "{\"name\":\"$1\"}" "$base/v1/guests" | field access_token; }

cho=$(guest Cho)
han=$(guest Han)
game=$(post "$cho" /v1/games '{}' | sed 's/^{"id":"\([^"]*\)".*/\1/')
echo "game $game"

# play TOKEN MOVE… makes a move each time the player's stream says that it is the
# player's turn, and ends with the game.
play() {
  local token=$1 frame turn told=
  shift
  while IFS= read -r frame; do
    turn=$(sed -n 's/.*"ply":\([0-9]*\),"status":"\([a-z]*\)".*/\2 \1/p' <<<"$frame")
    if [[ $frame == *'"frame":"your_turn"'* ]]; then
      [[ $turn == "$told" ]] && continue # told of twice
      told=$turn
    fi
    case $frame in
      *'"frame":"your_turn"'*'"game_id":"'"$game"'"'*'"status":"setup"'*)
        post "$token" "/v1/games/$game/setup" '{"setup":"HEEH"}' >/dev/null ;;
      *'"frame":"your_turn"'*'"game_id":"'"$game"'"'*)
        post "$token" "/v1/games/$game/moves" "{\"move\":\"$1\"}" >/dev/null && shift ;;
      *'"frame":"game_ended"'*'"game_id":"'"$game"'"'*)
        return ;;
    esac
  done < <(curl -sfSN -H "Authorization: Bearer $token" -H 'Accept: application/x-ndjson' "$base/v1/me/stream?from=0" 2>/dev/null)
}

# Somebody watches, from the first frame to the last.
curl -sfSN -H 'Accept: application/x-ndjson' "$base/v1/games/$game/stream?from=0" |
  while IFS= read -r frame; do
    case $frame in *'"frame":"event"'*) echo "event $(field type <<<"$frame")" ;; esac
  done &
watcher=$!
play "$cho" a4b4 pass &
cho_plays=$!
play "$han" a7b7 pass &
han_plays=$!
# Streams that are opened late begin with what they missed (from=0).
post "$han" "/v1/games/$game/join" '{}' >/dev/null
wait "$cho_plays" "$han_plays" "$watcher"
echo "ended by $(curl -sfS "$base/v1/games/$game" | field reason)"
