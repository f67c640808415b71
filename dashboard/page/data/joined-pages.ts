// The pages of a list as one.

/** Every entry once, where it stands first: as the newest page tells it. */
export const joinedPages = <Entry>(
  pages: readonly (readonly Entry[])[],
  idOf: (entry: Entry) => string,
): readonly Entry[] => {
  const seen = new Set<string>()
  return pages.flat().filter((entry) => !seen.has(idOf(entry)) && seen.add(idOf(entry)))
}
