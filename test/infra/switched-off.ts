// A part that is switched off in the file: which stacks a stage has, and that the front door can go after the stacks that it leads to.

import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { stacksOf } from '../../lib/stacks-of.ts'
import { parseStage } from '../../lib/stage/stage-file.ts'
import { synthesise } from './synthesise.ts'

const domain = { names: ['llm.example.com'], hostedZone: { id: 'Z1', name: 'example.com' } }

describe('the stacks of a stage', () => {
  it.each([
    {},
    { frontDoor: false },
    { frontDoor: { firewall: 'managed', domain }, alarms: { canary: true }, compute: 'fargate' },
    { frontDoor: false, functionUrls: false, compressor: { kind: 'in-function' } },
    { frontDoor: false, functionUrls: false, compute: 'fargate', alarms: { canary: true } },
    { dashboard: false, compressor: { kind: 'serverless' } },
  ])('are those that the preflight looks for beside %j', (document) => {
    const configuration = { region: 'eu-west-1', ...document }
    const listed = [...stacksOf(parseStage(configuration, 'this test'))].flatMap(([name, has]) => (has ? [name] : []))

    expect(listed.sort()).toEqual([...synthesise(configuration).templates.keys()].sort())
  })
})

const outputs = z.record(z.string(), z.looseObject({ Export: z.unknown().optional() })).default({})

describe.each(['lambda', 'fargate'])(
  'a front door that is switched off before its stack is deleted, on %s',
  (compute) => {
    const [on, off] = [synthesise({ compute }), synthesise({ compute, frontDoor: false })]

    it.each(['proxy', ...(compute === 'fargate' ? ['container'] : [])])('still finds what it led to in %s', (stack) => {
      const exported = (stacks: typeof on): string[] =>
        Object.entries(outputs.parse(stacks.template(stack).toJSON().Outputs))
          .filter(([, { Export }]) => Export !== undefined)
          .map(([id]) => id)

      expect(exported(on).length).toBeGreaterThan(1)
      expect(exported(off)).toEqual(expect.arrayContaining(exported(on)))
    })
  },
)
