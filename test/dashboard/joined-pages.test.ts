// The pages of a list as one: the first page is fetched anew and then no longer reaches the second.

import { expect, it } from 'vitest'
import { joinedPages } from '../../dashboard/page/data/joined-pages.ts'

const page = (...ids: readonly string[]) => ids.map((id) => ({ id, told: `${id} of ${ids.join('')}` }))

it('misses no entry between its pages, and has each as the newest page tells it', () => {
  const asked = page('d', 'c')
  const joined = joinedPages([page('e', 'd'), asked, page('b', 'a')], ({ id }) => id)
  expect(joined.map(({ told }) => told)).toEqual(['e of ed', 'd of ed', 'c of dc', 'b of ba', 'a of ba'])
})
