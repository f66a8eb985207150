// What an integrator writes against the generated types: it compiles only if
// unions stay unions, nulls are told, and problems have a code of a known list.
import type { components, paths } from "./api";

type Schemas = components["schemas"];
type Post<Path extends keyof paths> = paths[Path] extends { post: infer Operation } ? Operation : never;
type Refused<Operation> = Operation extends { responses: { default: { content: { "application/problem+json": infer Body } } } } ? Body : never;

export function timeOfATurn(game: Schemas["Game"]): number {
  const control = game.time_control;
  switch (control.type) {
    case "per_move": return control.per_move_ms;
    case "fischer": return control.initial_ms;
    case "byoyomi": return control.main_ms + control.periods * control.period_ms;
    case "unlimited": return Infinity;
  }
}

export function toAct(game: Schemas["Game"]): "cho" | "han" | null {
  return game.to_act;
}

export function text(event: Schemas["Event"]): string {
  switch (event.type) {
    case "MovePlayed": return event.data.move;
    case "SetupChosen": return event.data.setup;
    case "GameEnded": return event.data.reason;
    default: return event.type;
  }
}

export function isMine(problem: Refused<Post<"/v1/games/{id}/moves">>): boolean {
  return problem.code !== "not_your_turn" && problem.game?.outcome == null;
}

export const creations: Schemas["CreateGame"][] = [
  {},
  { ruleset: "online", opponent: { type: "self" } },
  { ruleset: { bikjang: "score", turn_limit: null }, time_control: { type: "fischer", initial_ms: 600000, increment_ms: 5000 } },
];
