/** Line icons of 24 by 24, drawn for this page. */
const shapes = {
  play: 'M7 4.5v15l12-7.5z',
  people: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-3.6 2.9-6 6.5-6s6.5 2.4 6.5 6M16 4.4a3.5 3.5 0 0 1 0 6.4M18 14.6c2.2.8 3.5 2.7 3.5 5.4',
  bolt: 'M13 2.5 5 13.5h6l-1 8 8-11h-6z',
  robot: 'M5 9.5h14v10H5zM12 9.5v-4M9.5 4.5h5M9 14h.01M15 14h.01M9.5 17h5M2.5 13v3M21.5 13v3',
  eye: 'M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  book: 'M12 6.5C10 5 7 4.5 3 4.5v14c4 0 7 .5 9 2 2-1.5 5-2 9-2v-14c-4 0-7 .5-9 2zM12 6.5v14',
  puzzle: 'M4 8h4.5a2 2 0 1 1 4 0H17v4.5a2 2 0 1 1 0 4V21H4z',
  gear: 'M12 15.2a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4zM19 12l2-1.2-1.8-3.2-2.2.7-1.6-1L15 5h-6l-.4 2.3-1.6 1-2.2-.7L3 10.8 5 12l-2 1.2 1.8 3.2 2.2-.7 1.6 1L9 19h6l.4-2.3 1.6-1 2.2.7 1.8-3.2z',
  first: 'M6 5v14M19 5l-9 7 9 7z',
  back: 'M16 5l-9 7 9 7z',
  forward: 'M8 5l9 7-9 7z',
  last: 'M18 5v14M5 5l9 7-9 7z',
  flip: 'M7 4v15M4 16l3 3 3-3M17 20V5M14 8l3-3 3 3',
  flag: 'M6 21V4M6 4.5c5-2.500 8 2 13 0v9c-5 2-8-2.500-13 0',
  undo: 'M8 5 4 9l4 4M4.500 9H14a5.500 5.500 0 0 1 0 11H9',
  hands: 'M3 12h5l3 3 4-4M21 12h-5M12 8l3-2 6 3M3 8l5-2 4 3',
  clock: 'M12 21a8.500 8.500 0 1 0 0-17 8.500 8.500 0 0 0 0 17zM12 8v5l3 2',
  pass: 'M8 5v14M16 5v14',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.700-5.700L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.700 5.700L12 17',
  download: 'M12 4v11M7 11l5 5 5-5M4 20h16',
  again: 'M20 12a8 8 0 1 1-2.500-5.800M20 3v4.500h-4.500',
  check: 'M5 13l4.500 4.500L19 7',
  close: 'M6 6l12 12M18 6 6 18',
  bulb: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.500 10.900c.7.600 1 1.300 1 2.100h5c0-.800.300-1.500 1-2.100A6 6 0 0 0 12 3z',
  menu: 'M4 7h16M4 12h16M4 17h16',
} as const;

export type IconName = keyof typeof shapes;

export function Icon({ name }: { name: IconName }) {
  return <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d={shapes[name]} /></svg>;
}
