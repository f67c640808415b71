// What of a form of settings is sent.

import { describe, expect, it } from 'vitest'
import { changedSettings } from '../../dashboard/page/data/settings-change.ts'
import type { Settings } from '../../dashboard/page/data/types.ts'

const loaded: Settings = {
  ...{ mode: 'repeated', compressor: 'adeline-1', prices: { claude: 3 } },
  ...{ limits: {}, entitlements: ['proxy'], kind: 'organization', apiAccess: true },
  defaults: { fileReads: 'aged', observations: 'results' },
}
const same = { mode: 'repeated', compressor: 'adeline-1', rate: null, prices: { claude: 3 } } as const

describe('the settings that a form changes', () => {
  it('are none where it shows what was loaded', () => {
    expect(changedSettings(loaded, same)).toEqual({})
    expect(changedSettings({ ...loaded, rate: 0.5 }, { ...same, rate: 0.5 })).toEqual({})
  })

  it('are those that differ, a rate that was taken away among them', () => {
    expect(changedSettings(loaded, { ...same, prices: { claude: 4 } })).toEqual({ prices: { claude: 4 } })
    expect(changedSettings({ ...loaded, rate: 0.5 }, { ...same, mode: 'off' })).toEqual({ mode: 'off', rate: null })
  })
})
