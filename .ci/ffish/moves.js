'use strict'
// Answers each FEN line on standard input with a line of JSON: the moves that
// Fairy-Stockfish finds with bikjang off and answered, whether the side to move is in
// check, and whether the generals face. Moves are UCI; a pass is the general's point
// twice. In "janggi" a side in check that faces the other general may pass.
const readline = require('readline')

// Where fetch exists, this build of ffish tries to fetch its own file by a path that is no URL.
delete globalThis.fetch
const ffish = require('ffish')

const moves = (board) => board.legalMoves().split(' ').filter(Boolean)

ffish.onRuntimeInitialized = async () => {
  const off = new ffish.Board('janggicasual')
  const answer = new ffish.Board('janggi')
  for await (const fen of readline.createInterface({ input: process.stdin })) {
    off.setFen(fen)
    answer.setFen(fen)
    console.log(JSON.stringify({
      off: moves(off),
      answer: moves(answer),
      check: off.isCheck(),
      facing: answer.isBikjang(),
    }))
  }
}
