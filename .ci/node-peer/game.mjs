// A game: folded from its events, judged by ffish as the ruleset "standard" has it, shown in janggid's shape.
import { createRequire } from 'node:module'

// Where fetch exists, this build of ffish tries to fetch its own file by a path that is no URL.
const { fetch } = globalThis
delete globalThis.fetch
const ffish = createRequire(import.meta.url)('ffish')
await new Promise((resolve) => { ffish.onRuntimeInitialized = resolve })
globalThis.fetch = fetch

const standard = {
  preset: 'standard', bikjang: 'off', settle: 'points', repetition: 'ends', perpetual_check: 'ignored',
  low_material: null, turn_limit: 400, no_capture_limit: null, bikjang_over_check: false, deom: 1.5,
}
const worth = { r: 13, c: 7, n: 5, b: 3, a: 3, p: 2, k: 0 }
const names = { r: 'chariot', c: 'cannon', n: 'horse', b: 'elephant', a: 'guard', p: 'soldier', k: 'general' }

export class Refusal extends Error {
  constructor(status, code, detail) {
    super(detail)
    this.statusCode = status
    this.code = code
  }
}

export class Game {
  #board = null // ffish's; it is not collected, see free
  #pieces = null // by square, Cho's in upper case
  #generals = null // their squares
  #position = null
  #seen = new Map() // position: how often it stood
  #passes = 0
  #material = null

  constructor(id, roomCode) {
    this.id = id
    this.roomCode = roomCode
    this.revision = -1
    this.status = 'waiting'
    this.players = { cho: null, han: null }
    this.setups = { cho: null, han: null }
    this.turn = null
    this.fen = null
    this.moves = []
    this.inCheck = false
    this.legalMoves = []
    this.outcome = null
  }

  // Commands give the events that they cause. They change nothing.

  join(player) {
    if (this.status !== 'waiting') throw new Refusal(409, 'seat_taken', 'both seats are taken')
    const side = this.players.cho ? 'han' : 'cho'
    return [{ type: 'PlayerJoined', data: { side, player } }]
  }

  choose(playerId, setup) {
    const side = this.#sideOf(playerId)
    if (this.status !== 'setup') throw new Refusal(409, 'not_in_setup', 'no setup is chosen now')
    if (side !== this.toAct) throw new Refusal(409, 'not_your_turn', 'the other side chooses')
    const events = [{ type: 'SetupChosen', data: { by: 'player', side, setup } }]
    if (side === 'cho') events.push({ type: 'GameStarted', data: { fen: startPosition(setup, this.setups.han), turn: 'cho' } })
    return events
  }

  play(playerId, move, ply, now) {
    const side = this.#sideOf(playerId)
    if (this.status !== 'playing') throw new Refusal(409, 'game_over', 'the game is not in play')
    if (ply !== undefined && ply !== this.moves.length) throw new Refusal(409, 'wrong_ply', 'the game is at another ply')
    if (side !== this.turn) throw new Refusal(409, 'not_your_turn', 'the other side is to move')
    if (!this.legalMoves.includes(move)) throw new Refusal(422, 'illegal_move', `${move} is not legal here`)
    const turn = { move, ply: this.moves.length + 1, side, spent_ms: now - this.updatedAt }
    if (move === 'pass') return [{ type: 'TurnPassed', data: turn }]
    const [from, to] = squaresOf(move)
    turn.piece = this.#nameAt(from)
    turn.captured = this.#nameAt(to)
    return [{ type: 'MovePlayed', data: turn }]
  }

  // end gives the event that closes a game whose last turn ended it.
  end() {
    const reason = this.#reasonToEnd()
    if (!reason) return []
    const points = this.#points()
    const winner = reason === 'checkmate' ? other(this.turn) : points.cho > points.han ? 'cho' : 'han'
    return [{ type: 'GameEnded', data: { reason, result: winner, winner, points, evidence: [] } }]
  }

  apply({ type, data, metadata }) {
    this.revision++
    this.updatedAt = metadata.time
    switch (type) {
      case 'GameCreated':
        this.createdAt = metadata.time
        this.players.cho = data.creator
        break
      case 'PlayerJoined':
        this.players[data.side] = data.player
        this.status = 'setup'
        this.toAct = 'han'
        break
      case 'SetupChosen':
        this.setups[data.side] = data.setup
        this.toAct = other(data.side)
        break
      case 'GameStarted':
        this.status = 'playing'
        this.turn = this.toAct = data.turn
        this.#board = new ffish.Board('janggimodern', data.fen)
        this.#pieces = piecesOf(data.fen)
        this.#generals = { cho: 'e2', han: 'e9' }
        this.#material = { cho: 72, han: 72 }
        this.#look()
        break
      case 'MovePlayed':
      case 'TurnPassed':
        this.#board.push(data.move === 'pass' ? this.#passOf(data.side) : data.move)
        if (data.move !== 'pass') this.#put(data.move, data.side)
        this.moves.push(data.move)
        this.#passes = data.move === 'pass' ? this.#passes + 1 : 0
        this.turn = this.toAct = other(data.side)
        this.#look()
        break
      case 'GameEnded':
        this.status = 'ended'
        this.outcome = data
        this.turn = this.toAct = null
        this.legalMoves = []
        this.free()
    }
  }

  // free gives ffish's memory back.
  free() {
    this.#board?.delete()
    this.#board = null
  }

  view(viewer) {
    const seated = viewer === this.players.cho?.id || viewer === this.players.han?.id
    return {
      id: this.id,
      room_code: seated ? this.roomCode : null,
      revision: this.revision,
      status: this.status,
      ruleset: standard,
      time_control: { type: 'unlimited' },
      setup_ms: null,
      start_fen: null,
      visibility: 'public',
      labels: {},
      players: this.players,
      setups: this.setups,
      to_act: this.toAct ?? null,
      ply: this.moves.length,
      turn: this.turn,
      fen: this.fen,
      moves: this.moves,
      last_move: this.moves.at(-1) ?? null,
      in_check: this.inCheck,
      facing: this.fen ? this.#facing() : false,
      legal_moves: this.legalMoves,
      repetitions: this.#seen.get(this.#position) ?? 0,
      points: this.fen ? this.#points() : null,
      material: this.#material,
      clocks: { running: this.toAct ?? null, deadline: null, cho: { remaining_ms: null }, han: { remaining_ms: null } },
      offers: { takeback: null, draw: null, rematch: null },
      chat: true,
      rematch: null,
      outcome: this.outcome,
      created_at: new Date(this.createdAt).toISOString(),
      updated_at: new Date(this.updatedAt).toISOString(),
    }
  }

  #sideOf(playerId) {
    if (playerId === this.players.cho?.id) return 'cho'
    if (playerId === this.players.han?.id) return 'han'
    throw new Refusal(403, 'not_a_player', 'only players may')
  }

  // #look takes from the board what is asked for again and again.
  #look() {
    this.fen = this.#board.fen()
    this.inCheck = this.#board.isCheck()
    const moves = this.#board.legalMoves()
    this.legalMoves = moves === '' ? [] : moves.split(' ')
    const pass = this.legalMoves.indexOf(this.#passOf(this.turn))
    if (pass >= 0) this.legalMoves[pass] = 'pass'
    this.#position = this.fen.slice(0, this.fen.indexOf(' ') + 2)
    this.#seen.set(this.#position, (this.#seen.get(this.#position) ?? 0) + 1)
  }

  // ffish writes a pass as the general's square twice.
  #passOf(side) {
    return this.#generals[side] + this.#generals[side]
  }

  #put(move, side) {
    const [from, to] = squaresOf(move)
    const piece = this.#pieces.get(from)
    const captured = this.#pieces.get(to)
    if (captured) this.#material[other(side)] -= worth[captured.toLowerCase()]
    this.#pieces.delete(from)
    this.#pieces.set(to, piece)
    if (this.#generals[side] === from) this.#generals[side] = to
  }

  #reasonToEnd() {
    // After two passes ffish gives no moves either.
    if (this.#passes === 2) return 'double_pass'
    if (this.legalMoves.length === 0) return 'checkmate'
    if (this.#seen.get(this.#position) === 3) return 'repetition'
    return this.moves.length === standard.turn_limit ? 'turn_limit' : null
  }

  #points() {
    return { cho: this.#material.cho, han: this.#material.han + standard.deom }
  }

  #nameAt(square) {
    const piece = this.#pieces.get(square)
    return piece ? names[piece.toLowerCase()] : null
  }

  // #facing tells whether nothing stands between the generals.
  #facing() {
    const { cho, han } = this.#generals
    if (cho[0] !== han[0]) return false
    for (let rank = Number(cho.slice(1)) + 1; rank < Number(han.slice(1)); rank++) {
      if (this.#pieces.has(cho[0] + rank)) return false
    }
    return true
  }
}

const other = (side) => (side === 'cho' ? 'han' : 'cho')

function squaresOf(move) {
  const to = move[2] === '0' ? 3 : 2
  return [move.slice(0, to), move.slice(to)]
}

function piecesOf(fen) {
  const pieces = new Map()
  fen.split(' ')[0].split('/').forEach((row, i) => {
    const cells = row.replace(/\d/g, (n) => '.'.repeat(n))
    for (let file = 0; file < 9; file++) if (cells[file] !== '.') pieces.set('abcdefghi'[file] + (10 - i), cells[file])
  })
  return pieces
}

// Setups are read from each side's own left: Han's from file i.
function startPosition(cho, han) {
  const [b, c, g, h] = cho.replaceAll('H', 'N').replaceAll('E', 'B')
  const [i, j, k, l] = [...han.replaceAll('H', 'n').replaceAll('E', 'b')].reverse()
  return `r${i}${j}a1a${k}${l}r/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/R${b}${c}A1A${g}${h}R w - - 0 1`
}
