// What people tell keys apart by stands in every list.

import { expect, it } from 'vitest'
import { shownKey } from '../../../core/people/shown-key.ts'
import { stranger } from '../../../dashboard/page/data/format.ts'

it.each([
  [{ suffix: 'WxYz' }, 'ak_…WxYz'],
  [{ label: 'CI', suffix: 'WxYz' }, 'CI ak_…WxYz'],
  [{ issuedTo: { personId: 'p', device: 'laptop' }, suffix: 'WxYz' }, 'laptop pt_…WxYz'],
  [{ label: '😀'.repeat(80), suffix: 'WxYz' }, `${'😀'.repeat(80)} ak_…WxYz`],
  [{ label: 'x'.repeat(100), suffix: 'WxYz' }, `${'x'.repeat(79)}… ak_…WxYz`],
  [{ issuedTo: { personId: 'p', device: 'y'.repeat(100) }, suffix: 'WxYz' }, `${'y'.repeat(79)}… pt_…WxYz`],
])('%j', (key, text) => {
  expect(shownKey(key)).toBe(text)
  expect(stranger(text)).toMatch(/WxYz$/)
})
