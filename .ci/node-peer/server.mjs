// A Janggi server as a Node engineer writes it in a day, for `janggid-bench --peer` to measure janggid against: fastify,
// ffish for the rules, better-sqlite3 with group commit, verified tokens cached, event-sourced games kept in memory.
//
//   npm ci && node server.mjs --data FOLDER [--addr 127.0.0.1:0]
//
// Its answers have janggid's shapes and sizes, as far as the load needs: guests, games with an unlimited time control under the
// ruleset "standard", joining, setups, moves. It has no hash chain, read models, streams, limits, clocks or retries.
// Its answers equalled janggid's, but for ids, times and evidence, in 7,054 exchanges of random games that ended by mate, repetition, two passes and the turn limit.
// It is one process and, but for what Node does by itself, one thread: ffish and SQLite are called from there.
// ffish is GPL-3.0: this is a peer to measure with, no part of janggid, and is shipped with nothing.
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import fastify from 'fastify'
import { createSigner, createVerifier } from 'fast-jwt'
import { EventStore } from './events.mjs'
import { Game, Refusal } from './game.mjs'

const { values: options } = parseArgs({ options: { addr: { type: 'string', default: '127.0.0.1:0' }, data: { type: 'string' } } })
if (!options.data) throw new Error('--data FOLDER is missing')
mkdirSync(options.data, { recursive: true })

const store = new EventStore(join(options.data, 'events.db'))
const key = randomBytes(32)
const month = 30 * 24 * 3600
const sign = createSigner({ key, algorithm: 'HS256', iss: 'janggid', aud: 'janggid', expiresIn: month * 1000 })
const verify = createVerifier({ key, algorithms: ['HS256'], allowedIss: 'janggid', allowedAud: 'janggid' })

// Verified tokens, and who they are for.
const known = new Map()
const mostKnown = 10_000

function playerOf(token) {
  let player = known.get(token)
  if (player === undefined || player.exp * 1000 <= Date.now()) {
    known.delete(token)
    player = verify(token)
    if (known.size >= mostKnown) known.delete(known.keys().next().value)
    known.set(token, player)
  }
  return player
}

// Games in memory, the one that was used longest ago first. What is not here is folded from its events again.
const games = new Map()
const mostGames = 2_000 // ffish has 1 GiB at most

function find(id) {
  const game = games.get(id) ?? load(id)
  games.delete(id)
  games.set(id, game)
  if (games.size > mostGames) {
    for (const [oldest, g] of games) {
      if (g.saving) continue
      forget(oldest, g)
      break
    }
  }
  return game
}

function load(id) {
  const events = store.read(`game-${id}`)
  if (events.length === 0) throw new Refusal(404, 'not_found', 'there is no such game')
  const game = new Game(id, events[0].data.room_code)
  for (const e of events) game.apply(e)
  return game
}

function forget(id, game) {
  games.delete(id)
  game.free()
}

// execute carries out one command after another on a game, and is done when its events are on disk.
async function execute(id, player, command) {
  let game = find(id)
  while (game.saving) {
    await game.saving.catch(() => {})
    game = find(id)
  }
  const time = Date.now()
  const revision = game.revision + 1
  const metadata = { schema: 1, player: player.sub, time }
  const events = command(game, time).map((e) => ({ ...e, metadata }))
  for (const e of events) game.apply(e)
  if (game.status === 'playing') {
    for (const e of game.end()) {
      events.push({ ...e, metadata })
      game.apply(events.at(-1))
    }
  }
  game.saving = store.append(`game-${id}`, revision, events).finally(() => { game.saving = null })
  try {
    await game.saving
  } catch (err) {
    forget(id, game) // it is ahead of its events
    throw err
  }
  return game
}

const app = fastify({
  forceCloseConnections: true,
  keepAliveTimeout: 600_000, // clients wait while another server is measured
})

app.setErrorHandler((err, request, reply) => {
  const status = err.statusCode ?? 500
  if (status >= 500) console.error(err)
  reply.code(status).type('application/problem+json')
    .send({ status, code: err.code ?? 'internal', detail: status >= 500 ? 'internal error' : err.message, instance: request.url })
})

app.decorateRequest('player', null)

function identify(request, reply, done) {
  const header = request.headers.authorization
  if (header?.startsWith('Bearer ')) {
    try {
      request.player = playerOf(header.slice(7))
    } catch {
      return done(new Refusal(401, 'unauthorized', 'the token is not good'))
    }
  }
  done()
}

function authenticate(request, reply, done) {
  identify(request, reply, (err) => done(err ?? (request.player ? undefined : new Refusal(401, 'unauthorized', 'a token is needed'))))
}

function show(game, request, reply) {
  reply.header('cache-control', 'no-cache').header('etag', `"${game.revision}"`)
  return game.view(request.player?.sub)
}

const object = (properties, required = Object.keys(properties)) =>
  ({ schema: { body: { type: 'object', properties, required, additionalProperties: false } } })

app.post('/v1/guests', object({ name: { type: 'string', minLength: 1, maxLength: 40 } }), async (request, reply) => {
  const player = { id: randomUUID(), name: request.body.name }
  reply.code(201)
  return { player, access_token: sign({ sub: player.id, name: player.name }), token_type: 'Bearer', expires_in: month }
})

const timeControl = object({ type: { const: 'unlimited' } }).schema.body
app.post('/v1/games', { onRequest: authenticate, ...object({ time_control: timeControl }) }, async (request, reply) => {
  const id = randomUUID()
  const code = randomBytes(4).toString('base64url')
  games.set(id, new Game(id, code))
  const game = await execute(id, request.player, () => [{ type: 'GameCreated', data: { creator: seat(request.player), room_code: code, ruleset: 'standard' } }])
  reply.code(201).header('location', `/v1/games/${id}`)
  return show(game, request, reply)
})

app.get('/v1/games/:id', { onRequest: identify }, async (request, reply) => {
  const game = find(request.params.id)
  await game.saving?.catch(() => {})
  return show(game, request, reply)
})

app.post('/v1/games/:id/join', { onRequest: authenticate }, async (request, reply) =>
  show(await execute(request.params.id, request.player, (game) => game.join(seat(request.player))), request, reply))

const setup = object({ setup: { enum: ['HEHE', 'EHEH', 'HEEH', 'EHHE'] } })
app.post('/v1/games/:id/setup', { onRequest: authenticate, ...setup }, async (request, reply) =>
  show(await execute(request.params.id, request.player, (game) => game.choose(request.player.sub, request.body.setup)), request, reply))

const move = object({ move: { type: 'string', maxLength: 6 }, ply: { type: 'integer', minimum: 0 } }, ['move'])
app.post('/v1/games/:id/moves', { onRequest: authenticate, ...move }, async (request, reply) => {
  const { move, ply } = request.body
  return show(await execute(request.params.id, request.player, (game, now) => game.play(request.player.sub, move, ply, now)), request, reply)
})

app.get('/metrics', async (request, reply) => {
  const { user, system } = process.cpuUsage()
  reply.type('text/plain; version=0.0.4')
  return `process_cpu_seconds_total ${(user + system) / 1e6}\nprocess_resident_memory_bytes ${process.memoryUsage.rss()}\n`
})

function seat(player) {
  return { id: player.sub, name: player.name, kind: 'human' }
}

process.once('SIGTERM', async () => {
  await app.close()
  store.close()
  process.exit(0)
})

const [, host, port] = /^(.*):(\d+)$/.exec(options.addr)
await app.listen({ host, port: Number(port) })
console.log(`API http://${host}:${app.server.address().port}/v1`)
