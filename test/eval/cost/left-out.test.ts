// Which forests a recorded run is measured without.

import { describe, expect, it } from 'vitest'
import { leftOutCompressors, sourceOf } from '../../../eval/cost/left-out.ts'

const run = (id: string, system = '') => ({ id, messages: [{ role: 'system' as const, content: system }] })

describe('the source of a recorded run', () => {
  it.each([
    ['coding', run('mini-django__django-11'), 'django'],
    ['joined', run('mini-sphinx-doc__sphinx 2'), 'sphinx'],
    ['service', run('tau2-1-0-0', '# Airline Agent Policy'), 'airline'],
    ['service', run('tau2-1-0-0', '# Retail agent policy'), 'retail'],
    ['demos', run('sweagent-1'), undefined],
  ])('of the set %s is its repository or service', (set, recorded, source) => {
    expect(sourceOf(set, recorded)).toBe(source)
  })

  it('has a compressor of its own, the same for all its sessions; what nothing was made on has the one that ships', async () => {
    const compressorOf = leftOutCompressors('no such folder', undefined)
    expect(compressorOf({})).toBe(compressorOf({}))
    expect(
      (await compressorOf({}).compress({ engine: 'adeline-1', texts: ['a'] }, new AbortController().signal))
        .engine_version,
    ).toMatch(/^adeline-1\.\d/)
    expect(() => compressorOf({ source: 'django' })).toThrow('without-django.json')
  })
})
