/** What a step asks for. The server's rules judge every turn. */
export type Goal = 'capture' | 'check' | 'mate' | 'escape' | 'break' | 'pass';

export type Step = {
  fen: string;
  goal: Goal;
  /** Points whose pieces are to be captured. */
  marks?: string[];
  /** One way to do it, shown on demand. The other side passes between its turns. */
  solution: string[];
  ruleset?: string;
};

export type Lesson = { id: LessonId; steps: Step[] };

export const lessonIds = ['palace', 'chariot', 'soldier', 'horse', 'elephant', 'cannon', 'check', 'escape', 'points', 'facing'] as const;
export type LessonId = (typeof lessonIds)[number];

const of: Record<LessonId, Step[]> = {
  palace: [
    { fen: '4k4/9/9/9/9/9/9/9/4K4/3p5 w', goal: 'capture', marks: ['d1'], solution: ['e2d1'] },
    { fen: '3k5/9/9/9/9/9/9/3p5/3AK4/9 w', goal: 'capture', marks: ['d3'], solution: ['d2d3'] },
  ],
  chariot: [
    { fen: '3k5/9/9/p6p1/9/9/9/9/4K4/R8 w', goal: 'capture', marks: ['a7', 'h7'], solution: ['a1a7', 'a7h7'] },
    { fen: '4ka3/9/3R5/9/9/9/9/9/3K5/9 w', goal: 'capture', marks: ['f10'], solution: ['d8f10'] },
  ],
  soldier: [
    { fen: '3k5/9/9/9/9/3p5/2P6/9/4K4/9 w', goal: 'capture', marks: ['d5'], solution: ['c4c5', 'c5d5'] },
    { fen: '5k3/4a4/3P5/9/9/9/9/9/4K4/9 w', goal: 'capture', marks: ['e9'], solution: ['d8e9'] },
  ],
  horse: [
    { fen: '3k5/9/9/9/9/9/9/2p6/4K4/1N7 w', goal: 'capture', marks: ['c3'], solution: ['b1c3'] },
    { fen: '3k5/9/9/9/9/3p5/2P6/2N6/4K4/9 w', goal: 'capture', marks: ['d5'], solution: ['c4b4', 'c3d5'] },
  ],
  elephant: [
    { fen: '3k5/9/9/9/9/9/3p5/9/4K4/1B7 w', goal: 'capture', marks: ['d4'], solution: ['b1d4'] },
    { fen: '3k5/9/9/9/9/9/3p5/2N6/4K4/1B7 w', goal: 'capture', marks: ['d4'], solution: ['c3b5', 'b1d4'] },
  ],
  cannon: [
    { fen: '3k5/9/9/1p7/9/9/1P7/1C7/4K4/9 w', goal: 'capture', marks: ['b7'], solution: ['b3b7'] },
    { fen: '3k5/9/9/1p7/9/9/P8/1C7/4K4/9 w', goal: 'capture', marks: ['b7'], solution: ['a4b4', 'b3b7'] },
    { fen: '3k5/9/9/9/9/9/9/5p3/4K4/3C5 w', goal: 'capture', marks: ['f3'], solution: ['d1f3'] },
  ],
  check: [
    { fen: '4k4/9/9/9/9/R8/9/9/3K5/9 w', goal: 'check', solution: ['a5e5'] },
    { fen: '4k4/R8/9/9/9/9/9/9/4K4/1R7 w', goal: 'mate', solution: ['b1b10'] },
  ],
  escape: [
    { fen: '3k5/9/9/9/4r4/9/9/9/4K4/R8 w', goal: 'escape', solution: ['e2d2'] },
    { fen: '3k5/9/9/9/R3r4/9/9/9/4K4/9 w', goal: 'capture', marks: ['e6'], solution: ['a6e6'] },
  ],
  points: [
    { fen: '3k5/c8/9/9/9/R7p/9/9/4K4/9 w', goal: 'capture', marks: ['a9'], solution: ['a5a9'] },
    { fen: '3k5/9/9/9/9/4p4/9/9/3AKA3/9 w', goal: 'pass', solution: ['pass'] },
  ],
  facing: [
    { fen: '4k4/9/9/9/9/9/9/9/4K4/R8 w', goal: 'break', ruleset: 'online', solution: ['e2d2'] },
  ],
};

export const lessons: Lesson[] = lessonIds.map((id) => ({ id, steps: of[id] }));
