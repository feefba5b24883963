/** The order in which the end of a game shows the seats. */

/** Return the seats by their places, the winners first. */
export const seatsByPlace = (places: number[]): number[] =>
  places.map((_, seat) => seat).toSorted((a, b) => places[a]! - places[b]!);

/** Return the seats with the reader's own first, then by their places. */
export const ownSeatFirst = (places: number[], you: number | null): number[] =>
  seatsByPlace(places).toSorted((a, b) => Number(b === you) - Number(a === you));
