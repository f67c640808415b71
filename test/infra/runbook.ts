// What the runbook's steps name is there. test/infra/observability.ts compares its sections with the alarms.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { defaultTablePrefix } from '../../adapters/dynamo/tables/tables.ts'
import { metricNames, openStreamsMetric } from '../../core/metrics/names.ts'
import { synthesise } from './synthesise.ts'

const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8')
const stacks = synthesise({ region: 'eu-west-1', compute: 'fargate' })

describe('the runbook', () => {
  it('calls functions as they are called', () => {
    const called = stacks.resources('AWS::Lambda::Function').map(([, { Properties }]) => Properties.FunctionName)
    const told = [...runbook.matchAll(/the function `([^`]*)`/g)].map(([, name = '']) =>
      name.replace('PREFIX', defaultTablePrefix),
    )

    expect(told.length).toBeGreaterThanOrEqual(2)
    expect(told.filter((name) => !called.includes(name))).toEqual([])
  })

  it('tells every metric', () => {
    const [, told = ''] = runbook.split('\n## Metrics\n')
    const missing = [...metricNames, openStreamsMetric].filter(
      (name) => !told.includes(`\`${name}\``) && !name.startsWith('FailedOpen'),
    )

    expect(missing).toEqual([])
  })

  it('restores tables by deploying every stack that is told their prefix', () => {
    const [, drill = ''] = runbook.split('### Restore the tables')
    const [steps = ''] = drill.split('\n### ')
    const told = [...stacks.templates]
      .filter(([, template]) => JSON.stringify(template.toJSON()).includes('TABLE_PREFIX'))
      .map(([stack]) => stack)

    expect(told).toEqual(expect.arrayContaining(['proxy', 'container', 'dashboard']))
    expect(
      told.filter((stack) => !steps.includes(`npx cdk deploy PREFIX${stack}`) && !steps.includes(` PREFIX${stack} `)),
    ).toEqual([])
  })
})
