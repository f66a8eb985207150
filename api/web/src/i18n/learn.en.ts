const texts = {
  lessons: {
    palace: { title: 'General and guards', about: 'Inside the palace', steps: [
      'General and guards move one point along the drawn lines of their palace, also along its diagonals. Capture the marked soldier with the general.',
      'The soldier gives check! Guards stand by their general. Capture the soldier with the guard.',
    ] },
    chariot: { title: 'The chariot', about: 'Straight on, as far as the way is open', steps: [
      'A chariot goes any distance in a straight line. Capture both marked soldiers.',
      'In a palace a chariot may follow the diagonals too. Capture the marked guard.',
    ] },
    soldier: { title: 'The soldier', about: 'Forward or sideways, never back', steps: [
      'A soldier goes one point forward or sideways. Capture the marked soldier in two turns.',
      'In the enemy’s palace a soldier may also go forward along a diagonal. Capture the guard in the center.',
    ] },
    horse: { title: 'The horse', about: 'And the point that blocks it', steps: [
      'A horse goes one point straight and one diagonally outward. Capture the marked soldier.',
      'A piece on the first point blocks the horse. Your own soldier is in the way: move it aside, then capture.',
    ] },
    elephant: { title: 'The elephant', about: 'One straight, two diagonally', steps: [
      'An elephant goes one point straight and two diagonally outward. Capture the marked soldier.',
      'Both points on the way must be empty. Make way, then capture with the elephant.',
    ] },
    cannon: { title: 'The cannon', about: 'It must jump', steps: [
      'A cannon moves in a straight line over exactly one piece. Capture the marked soldier.',
      'Without a piece to jump over, the cannon cannot move. Bring your soldier in between, then capture.',
      'A cannon never jumps over or captures a cannon. In the palace it may jump along a diagonal, too. Capture the soldier that gives check.',
    ] },
    check: { title: 'Check and checkmate', about: 'Attacking the general', steps: [
      'A general that could be captured next is in check (janggun). Give check with the chariot.',
      'A check without an answer is checkmate, and wins. Find it.',
    ] },
    escape: { title: 'Answering a check', about: 'Move away, block or capture', steps: [
      'You are in check and must answer it. The general can leave the file. Find a turn that answers.',
      'You can also capture the piece that gives check. Do that.',
    ] },
    points: { title: 'Points and passing', about: 'When nobody is checkmated', steps: [
      'Pieces have values: chariot 13, cannon 7, horse 5, elephant 3, guard 3, soldier 2. Two pieces can be captured: take the one that is worth more.',
      'When every move would make things worse, you may pass, unless you are in check. Two passes in a row end most games, which are then decided on points. Pass now.',
    ] },
    facing: { title: 'Facing generals', about: 'Bikjang', steps: [
      'The generals face each other on an open file: bikjang. In some rules you must break it, or pass and accept the end of the game. Break it.',
    ] },
  },
  guide: {
    opening: { title: 'First moves', text: [
      'Open a file for a chariot first: move an outer soldier aside. Two soldiers side by side protect each other.',
      'Then bring out the horses, toward the middle. A horse beside the palace guards the way to the general and gives the cannons something to jump over.',
    ] },
    cannons: { title: 'Cannons, and how to stop them', text: [
      'At the start no cannon can move: bring a horse in front of it. The cannon before the general (e3) supports the center and looks at the enemy’s palace.',
      'A cannon is as strong as the piece it jumps over is steady. Stop it by moving that piece away, or by putting a second one or a cannon of your own in its way.',
    ] },
    blocking: { title: 'Blocking points', text: [
      'Horse and elephant can be blocked (myeok). Before you attack with them, see whether the points on the way can be filled.',
      'In defense, a soldier on the first point of the way often does more than a guard in the palace.',
    ] },
    chariots: { title: 'Chariots', text: [
      'Chariots belong on open files and on the enemy’s second rank, where they confine the general.',
      'In a palace they follow the diagonals. Look for checks from its corners and its center.',
    ] },
    palace: { title: 'Guarding the palace', text: [
      'Take the general back to its first rank and keep a guard on either side. In the center it can be attacked from eight directions.',
      'Do not trade guards for soldiers early: without guards a chariot and a cannon mate quickly.',
    ] },
    endgame: { title: 'Endgames and points', text: [
      'Without checkmate the points decide, and Han has 1.5 more. As Cho you need to win something; as Han you may wait.',
      'Soldiers become strong near the palace. Bring them forward side by side, and do not let them pass the general: they never go back.',
    ] },
  },
  glossary: [
    ['General', '궁 · 장 (將)', 'Stays in the palace. A side whose general is checkmated loses.'],
    ['Guard', '사 (士)', 'Stays in the palace. 3 points.'],
    ['Chariot', '차 (車)', 'Any distance in a straight line. 13 points.'],
    ['Cannon', '포 (包)', 'Jumps over exactly one piece, never over or onto a cannon. 7 points.'],
    ['Horse', '마 (馬)', 'One point straight, one diagonally outward. 5 points.'],
    ['Elephant', '상 (象)', 'One point straight, two diagonally outward. 3 points.'],
    ['Soldier', '졸 (卒) · 병 (兵)', 'One point forward or sideways. 2 points.'],
    ['Palace', '궁성', 'The nine points around a general, with diagonal lines.'],
    ['Setup', '상차림', 'How a side places its horses and elephants at the start.'],
    ['Blocking point', '멱', 'The point on which a piece blocks a horse or an elephant.'],
    ['Screen', '포다리', 'The piece that a cannon jumps over.'],
    ['Pass', '한수쉼', 'A turn without a move.'],
    ['Check', '장군', 'The general could be captured next.'],
    ['Answer to a check', '멍군', 'A turn that ends the check.'],
    ['Checkmate', '외통', 'A check without an answer.'],
    ['Facing generals', '빅장', 'The generals face each other on an open file.'],
    ['Points', '점수', 'The value of a side’s pieces.'],
    ['Deom', '덤', '1.5 points for Han, which moves second.'],
    ['Byo-yomi', '초읽기', 'Periods of time after the main time.'],
    ['Takeback', '무르기', 'Undoing a turn with the other side’s consent.'],
    ['Record', '기보', 'A game written down.'],
    ['Handicap game', '접장기', 'A game that one side begins with fewer pieces.'],
  ] as [string, string, string][],
};

export default texts;
