// What the functions are told by some stages alone: of a compressor in a thread, with nothing of SageMaker or CodeBuild left, and of
// a collector.

import { describe, expect, it } from 'vitest'
import { routes } from '../../lambdas/routes.ts'
import { routeFunction } from './route-functions.ts'
import { synthesise } from './synthesise.ts'

describe('a collector of the operator', () => {
  it('is told by every function, with headers out of a secret', () => {
    const told = synthesise({
      telemetry: { otlpEndpoint: 'https://collector.example.com', headersSecret: 'otlp', traceShare: 0.5 },
    })
    for (const route of routes)
      expect(routeFunction(told, route).Environment.Variables).toMatchObject({
        OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com',
        OTEL_EXPORTER_OTLP_HEADERS: '{{resolve:secretsmanager:otlp:SecretString:::}}',
        OTEL_TRACES_SAMPLER_ARG: '0.5',
      })
  })
})

describe('a compressor in the functions', () => {
  const stacks = synthesise({ compressor: { kind: 'in-function' } })

  it('has no stack, endpoint, image or build of its own, and no alarm that waits for them', () => {
    expect(stacks.templates.has('compressor')).toBe(false)
    for (const template of stacks.templates.values())
      expect(JSON.stringify(template.toJSON())).not.toMatch(/sagemaker|codebuild|CompressorErrors/i)
    expect(JSON.stringify(stacks.template('proxy').toJSON())).toContain('CompressorUnanswered')
  })

  it.each(routes)('is loaded by the function of $name only if that compresses', (route) => {
    const { COMPRESSOR_MODULE, COMPRESSOR_ENDPOINTS } = routeFunction(stacks, route).Environment.Variables

    expect([COMPRESSOR_MODULE, COMPRESSOR_ENDPOINTS]).toEqual([
      route.uses.compressor ? './compressor.mjs' : undefined,
      '{}',
    ])
  })

  it('stands beside the functions in no other stage', () => {
    for (const kind of ['real-time', 'serverless'])
      for (const route of routes) {
        const { Variables } = routeFunction(synthesise({ compressor: { kind } }), route).Environment
        expect(Variables.COMPRESSOR_MODULE).toBeUndefined()
      }
  })
})
