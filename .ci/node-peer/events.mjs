// The events of all games in SQLite, with group commit: what comes in one turn of the event loop is one transaction.
import Database from 'better-sqlite3'

export class EventStore {
  #db
  #waiting = []
  #read
  #write

  constructor(file) {
    this.#db = new Database(file)
    this.#db.pragma('journal_mode = WAL')
    this.#db.pragma('synchronous = FULL')
    this.#db.exec(`
      CREATE TABLE IF NOT EXISTS events (
        position INTEGER PRIMARY KEY,
        stream   TEXT NOT NULL,
        revision INTEGER NOT NULL,
        type     TEXT NOT NULL,
        data     TEXT NOT NULL,
        metadata TEXT NOT NULL,
        UNIQUE (stream, revision)
      ) STRICT`)
    this.#read = this.#db.prepare('SELECT type, data, metadata FROM events WHERE stream = ? ORDER BY revision')
    const insert = this.#db.prepare('INSERT INTO events (stream, revision, type, data, metadata) VALUES (?, ?, ?, ?, ?)')
    this.#write = this.#db.transaction((appends) => {
      for (const { stream, revision, events } of appends) {
        events.forEach((e, i) => {
          insert.run(stream, revision + i, e.type, JSON.stringify(e.data), JSON.stringify(e.metadata))
        })
      }
    })
  }

  read(stream) {
    return this.#read.all(stream).map((e) => ({ type: e.type, data: JSON.parse(e.data), metadata: JSON.parse(e.metadata) }))
  }

  // append resolves when the events are on disk. It rejects when another event has the first one's revision.
  append(stream, revision, events) {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) setImmediate(() => this.#flush())
      this.#waiting.push({ stream, revision, events, resolve, reject })
    })
  }

  close() {
    this.#flush()
    this.#db.close()
  }

  #flush() {
    const appends = this.#waiting
    this.#waiting = []
    try {
      this.#write(appends)
    } catch (err) {
      if (appends.length > 1) return appends.forEach((a) => this.#alone(a))
      return appends[0]?.reject(err)
    }
    for (const a of appends) a.resolve()
  }

  // One that fails must not take the others of its transaction with it.
  #alone(append) {
    try {
      this.#write([append])
      append.resolve()
    } catch (err) {
      append.reject(err)
    }
  }
}
