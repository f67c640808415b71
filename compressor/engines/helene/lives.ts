// How long the longest-lived part of each clause, sentence or line lives.

/** A place lives at least as long as a part that stands in it. `lives`: of every place, 0 where nothing stands. */
export const prolong = (lives: Int32Array, place: number, time: number): void => {
  if (time > (lives[place] ?? 0)) lives[place] = time
}
