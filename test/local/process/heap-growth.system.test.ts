import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Keeps 30 MB, and makes garbage that lives so long that it is taken for more of it. */
const busy = `
  const kept = Array.from({ length: 300_000 }, (_, index) => [index, index + 1, {}])
  const ring = Array.from({ length: 800_000 })
  for (let index = 0; index < 12_000_000; index += 1) ring[index % ring.length] = [index, kept]
`
/** Nothing else decides when the heap is collected. */
const alone = ['--single-threaded-gc', '--no-incremental-marking', '--trace-gc', '--input-type=module']

/** How often all of the heap is collected. */
const collections = (before: string): number =>
  execFileSync(process.execPath, [...alone, '-e', before + busy], { encoding: 'utf8' }).split('Mark-Compact').length - 1

test('A heap that grows is collected before it is several times as large', () => {
  const { href } = new URL('../../../local/process/heap-growth.ts', import.meta.url)
  const small = collections(`import { keepHeapSmall } from '${href}'\nkeepHeapSmall()\n`)
  expect(small).toBeGreaterThan(collections(''))
})
