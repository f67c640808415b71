// Reads several sorted sources as one, page by page, without holding more than a page of each.

interface Source<Item> {
  readonly pages: AsyncIterator<readonly Item[]>
  waiting: readonly Item[]
  ended: boolean
}

/** Reads on until something waits or nothing is left. */
const fill = async <Item>(source: Source<Item>): Promise<void> => {
  while (!source.ended && source.waiting.length === 0) {
    const { done, value } = await source.pages.next()
    if (done === true) source.ended = true
    else source.waiting = value
  }
}

const smaller = (one: string, other: string): string => (one < other ? one : other)

/**
 * Pages in the order of `idOf`, in which each source is sorted. What it yields is followed by nothing smaller: a source that
 * goes on has only larger ids than its last one waiting.
 */
export async function* mergePages<Item>(
  sources: readonly AsyncIterable<readonly Item[]>[],
  idOf: (item: Item) => string,
): AsyncGenerator<readonly Item[]> {
  const all = sources.map(
    (source): Source<Item> => ({ pages: source[Symbol.asyncIterator](), waiting: [], ended: false }),
  )
  for (;;) {
    await Promise.all(all.map(fill))
    const lasts = all.flatMap(({ waiting }) => waiting.slice(-1)).map(idOf)
    const [first, ...others] = lasts
    if (first === undefined) return
    const bound = others.reduce(smaller, first)
    const page = all.flatMap(({ waiting }) => waiting.filter((item) => idOf(item) <= bound))
    for (const source of all) source.waiting = source.waiting.filter((item) => idOf(item) > bound)
    yield page.sort((one, other) => (idOf(one) < idOf(other) ? -1 : 1))
  }
}
