import { useEffect, useRef, useState } from 'preact/hooks';
import type { Side } from '../api/client';
import { coordinates } from '../prefs';
import { t, type Key } from '../i18n';
import { drawing } from './drawing';
import { Figure, glowOf, radiusOf } from './Figure';
import { height, place, pointNear, step, width } from './geometry';
import { ends, fileOf, files, pointAt, rankOf, ranks, type Piece } from './position';

export type BoardProps = {
  pieces: Piece[];
  flipped?: boolean;
  /** The side that may be moved now; none for a board to look at. */
  movable?: Side | null;
  legal?: string[];
  last?: string | null;
  check?: Side | null;
  facing?: boolean;
  /** Points to look at. */
  marks?: string[];
  /** A point that is in the way. */
  fault?: string | null;
  onMove?: (move: string) => void;
  label: string;
};

type Drag = { from: string; x: number; y: number; moving: boolean };

const farEnough = 8; // pixels that make a drag of a tap

/** The board. Every point is a cell of a grid that can be reached, heard and used by keyboard. */
export function Board(props: BoardProps) {
  const { pieces, flipped = false, movable = null, legal = [], last, check, facing, marks = [], fault, onMove, label } = props;
  const [selected, setSelected] = useState<string | null>(null);
  const [focus, setFocus] = useState('e2');
  const [drag, setDrag] = useState<Drag | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const wasSelected = useRef(false);

  const at = new Map(pieces.map((p) => [p.at, p]));
  const mine = (point: string) => movable !== null && at.get(point)?.side === movable;
  const targets = new Set(selected ? legal.map(ends).filter((m) => m?.from === selected).map((m) => m!.to) : []);

  useEffect(() => { if (selected && !mine(selected)) setSelected(null); });

  function act(point: string) {
    if (!onMove || movable === null) return;
    if (selected && selected !== point && !mine(point)) {
      setSelected(null);
      onMove(selected + point);
    } else if (mine(point)) {
      setSelected(selected === point ? null : point);
    }
  }

  function toDrawing(e: PointerEvent) {
    const r = box.current!.getBoundingClientRect();
    return { x: ((e.clientX - r.left) / r.width) * width, y: ((e.clientY - r.top) / r.height) * height };
  }

  function pointOf(e: PointerEvent) {
    const { x, y } = toDrawing(e);
    return pointNear(x, y, flipped);
  }

  function onPointerDown(e: PointerEvent) {
    if (e.button !== 0 || movable === null) return;
    const point = pointOf(e);
    if (!point) return;
    setFocus(point);
    if (!mine(point)) return;
    box.current!.setPointerCapture(e.pointerId);
    wasSelected.current = selected === point;
    setSelected(point);
    setDrag({ from: point, x: e.clientX, y: e.clientY, moving: false });
  }

  function onPointerMove(e: PointerEvent) {
    if (!drag) return;
    if (drag.moving || Math.hypot(e.clientX - drag.x, e.clientY - drag.y) > farEnough) {
      const { x, y } = toDrawing(e);
      setDrag({ ...drag, x, y, moving: true });
    }
  }

  function onPointerUp(e: PointerEvent) {
    const point = pointOf(e);
    if (!drag) {
      if (point && e.button === 0 && movable !== null) act(point);
      return;
    }
    setDrag(null);
    if (!drag.moving) {
      if (wasSelected.current) setSelected(null);
      return;
    }
    if (!point || point === drag.from) return;
    setSelected(null);
    if (!mine(point)) onMove?.(drag.from + point);
  }

  function onKeyDown(e: KeyboardEvent) {
    const steps: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const by = steps[e.key];
    if (by) {
      const turned = flipped ? -1 : 1;
      const file = fileOf(focus) + by[0] * turned;
      const rank = rankOf(focus) + by[1] * turned;
      if (file >= 0 && file < files.length && rank >= 0 && rank < ranks) look(pointAt(file, rank));
    } else if (e.key === 'Enter' || e.key === ' ') act(focus);
    else if (e.key === 'Escape') setSelected(null);
    else return;
    e.preventDefault();
    e.stopPropagation();
  }

  function look(point: string) {
    setFocus(point);
    box.current!.querySelector<HTMLElement>(`[data-at="${point}"]`)!.focus();
  }

  const move = last ? ends(last) : null;
  const general = (side: Side) => pieces.find((p) => p.kind === 'general' && p.side === side);
  const moved = move && at.get(move.to);
  const generals = facing ? [general('cho'), general('han')] : [];
  const order = [...pieces].sort((a, b) => a.id - b.id);

  return (
    <div
      class={`board${movable ? ' playable' : ''}`} ref={box}
      onPointerDown={onPointerDown} onPointerMove={onPointerMove} onPointerUp={onPointerUp} onPointerCancel={() => setDrag(null)}
    >
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
        <rect class="wood" width={width} height={height} rx="14" />
        <rect class="grain" width={width} height={height} rx="14" />
        <path class="lines" d={drawing.lines} />
        {coordinates.value === 'on' && <Coordinates flipped={flipped} />}
        {generals[0] && generals[1] && <Line from={generals[0].at} to={generals[1].at} flipped={flipped} />}
        {check && general(check) && <Spot at={general(check)!.at} flipped={flipped}><circle class="check" r={radiusOf('general') + 13} /></Spot>}
        {move && <Spot at={move.from} flipped={flipped}><circle class="came" r="17" /></Spot>}
        {moved && <Spot at={moved.at} flipped={flipped}><path class="went" d={glowOf(moved.kind)} /></Spot>}
        {selected && at.get(selected) && <Spot at={selected} flipped={flipped}><path class="chosen" d={glowOf(at.get(selected)!.kind)} /></Spot>}
        {order.map((p) => {
          const held = drag?.moving && drag.from === p.at;
          const { x, y } = held ? drag : place(p.at, flipped);
          return (
            <g key={p.id} class={held ? 'piece held' : 'piece'} style={{ transform: `translate(${x}px, ${y}px)` }}>
              <Figure piece={p} />
            </g>
          );
        })}
        {[...targets].map((point) => (
          <Spot key={point} at={point} flipped={flipped}>
            {at.has(point) ? <circle class="take" r={radiusOf(at.get(point)!.kind) + 3} /> : <circle class="target" r="15" />}
          </Spot>
        ))}
        {marks.map((point) => <Spot key={point} at={point} flipped={flipped}><circle class="mark" r="34" /></Spot>)}
        {fault && <Spot at={fault} flipped={flipped}><circle class="fault" r="46" /><path class="fault" d="M-22 -22L22 22M22 -22L-22 22" /></Spot>}
      </svg>
      <div role="grid" aria-label={label} class="cells" onKeyDown={onKeyDown}>
        {Array.from({ length: ranks }, (_, row) => (
          <div role="row" key={row}>
            {Array.from({ length: files.length }, (_, column) => {
              const point = flipped ? pointAt(files.length - 1 - column, row) : pointAt(column, ranks - 1 - row);
              const { x, y } = place(point, flipped);
              return (
                <div
                  role="gridcell" key={point} data-at={point} tabIndex={point === focus ? 0 : -1}
                  aria-label={heard(point, at.get(point), targets.has(point))} aria-selected={selected === point}
                  onFocus={() => setFocus(point)}
                  style={{ left: `${((x - step / 2) / width) * 100}%`, top: `${((y - step / 2) / height) * 100}%` }}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

/** A point as a screen reader says it. */
function heard(point: string, piece: Piece | undefined, target: boolean) {
  const what = piece ? t(`piece.${piece.side}.${piece.kind}` as Key) : t('board.empty');
  return target ? t('board.target', { point, what }) : `${point}, ${what}`;
}

function Spot({ at, flipped, children }: { at: string; flipped: boolean; children: preact.ComponentChildren }) {
  const { x, y } = place(at, flipped);
  return <g transform={`translate(${x} ${y})`}>{children}</g>;
}

function Line({ from, to, flipped }: { from: string; to: string; flipped: boolean }) {
  const a = place(from, flipped);
  const b = place(to, flipped);
  return <line class="facing" x1={a.x} y1={a.y} x2={b.x} y2={b.y} />;
}

function Coordinates({ flipped }: { flipped: boolean }) {
  return (
    <g class="coordinates">
      {[...files].map((f) => <text key={f} x={place(`${f}1`, flipped).x} y={height - 14}>{f}</text>)}
      {Array.from({ length: ranks }, (_, r) => <text key={r} x="20" y={place(`a${r + 1}`, flipped).y + 9}>{r + 1}</text>)}
    </g>
  );
}

/** A small board to look at. */
export function Thumbnail({ pieces, flipped = false, last, marks = [] }: { pieces: Piece[]; flipped?: boolean; last?: string | null; marks?: string[] }) {
  const move = last ? ends(last) : null;
  const moved = move && pieces.find((p) => p.at === move.to);
  return (
    <svg class="thumbnail" viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
      <rect class="wood" width={width} height={height} rx="14" />
      <path class="lines" d={drawing.lines} />
      {moved && <Spot at={moved.at} flipped={flipped}><path class="went" d={glowOf(moved.kind)} /></Spot>}
      {pieces.map((p) => <Spot key={p.id} at={p.at} flipped={flipped}><Figure piece={p} /></Spot>)}
      {marks.map((point) => <Spot key={point} at={point} flipped={flipped}><circle class="mark" r="34" /></Spot>)}
    </svg>
  );
}

/** The grain of the wood, which every board of the page refers to. */
export function Grain() {
  return (
    <svg class="definitions" width="0" height="0" aria-hidden="true" focusable="false">
      <linearGradient id="grain" x2="90" y2="4" gradientUnits="userSpaceOnUse" spreadMethod="reflect">
        <stop class="grain-dark" offset="0" /><stop class="grain-light" offset=".18" /><stop class="grain-dark" offset=".31" />
        <stop class="grain-light" offset=".62" /><stop class="grain-dark" offset=".7" /><stop class="grain-light" offset="1" />
      </linearGradient>
    </svg>
  );
}
