import { readFileSync } from 'node:fs';

const sample = new URL('../../../../domain/record/testdata/sample.gib', import.meta.url);

/** A real game that ends with checkmate, from the sample of records: its setups, moves and positions. */
export async function recordedGame(server, token) {
  const response = await fetch(`${server.url}/v1/imports?visibility=unlisted`, {
    method: 'POST', headers: { 'Content-Type': 'text/x-gib', Authorization: `Bearer ${token}` }, body: readFileSync(sample),
  });
  const lines = (await response.text()).trim().split('\n').map((l) => JSON.parse(l));
  for (const line of lines.filter((l) => l.outcome?.reason === 'checkmate').sort((a, b) => a.turns - b.turns)) {
    const game = await server.call('GET', `/v1/games/${line.id}`);
    if (!game.setups.cho) continue;
    const judged = [];
    for (let ply = 0; ply <= game.ply; ply++) judged.push((await server.call('GET', `/v1/games/${line.id}?ply=${ply}`)).fen);
    return { id: line.id, setups: game.setups, moves: game.moves, fens: judged, winner: game.outcome.winner };
  }
  throw new Error('the sample has no such game');
}

export async function guest(server, name = 'Tester') {
  return server.call('POST', '/v1/guests', { name });
}
