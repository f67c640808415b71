// X-Ray: off unless the stage says so, and then for every function, with the two actions that it needs.

import { describe, expect, it } from 'vitest'
import { routes } from '../../lambdas/routes.ts'
import { permissions } from './policies.ts'
import { routeFunction } from './route-functions.ts'
import { synthesise } from './synthesise.ts'

const traced = (tracing: boolean) => {
  const stacks = synthesise({ tracing })
  const granted = permissions(stacks).filter(({ action }) => action.startsWith('xray:'))
  return { modes: routes.map((route) => routeFunction(stacks, route).TracingConfig), granted }
}

describe('tracing', () => {
  it('is off when nobody asks for it', () => {
    expect(traced(false)).toEqual({ modes: routes.map(() => undefined), granted: [] })
  })

  it('is on for every function, and each may put its traces and nothing more', () => {
    const { modes, granted } = traced(true)

    expect(modes).toEqual(routes.map(() => ({ Mode: 'Active' })))
    expect([...new Set(granted.map(({ action }) => action))].sort()).toEqual([
      'xray:PutTelemetryRecords',
      'xray:PutTraceSegments',
    ])
    expect(granted).toHaveLength(2 * routes.length)
  })
})
