// Two stages of one prefix in two regions of an account: no name of the one is in the way of the other.

import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { type Synthesised, synthesise } from './synthesise.ts'

const everything = {
  frontDoor: {
    firewall: 'managed',
    domain: { names: ['llm.example.com'], hostedZone: { id: 'Z1', name: 'example.com' } },
  },
  alarms: { addresses: ['on-call@example.com'], monthlyBudgetDollars: 500, canary: true },
}

/** What AWS names once in an account, whatever the region. */
const ofAccount = /^AWS::(IAM|CloudFront|CloudWatch::Dashboard)/
/** They are named within another resource. */
const within = /^AWS::(IAM::Policy|Lambda::Alias|Route53::RecordSet)$/

const template = z.looseObject({
  Resources: z.record(z.string(), z.looseObject({ Type: z.string(), Properties: z.record(z.string(), z.unknown()) })),
})

/** The names that a resource gives itself. */
const namesIn = (type: string, properties: Readonly<Record<string, unknown>>): readonly unknown[] => {
  const kind = type.slice(type.lastIndexOf(':') + 1)
  const isName = (key: string) =>
    key === 'Name' || key === 'Domain' || (key.endsWith('Name') && kind.endsWith(key.slice(0, -'Name'.length)))
  return Object.entries(properties).flatMap(([key, value]) => (isName(key) ? [value] : []))
}

const namesOf = (stacks: Synthesised): readonly string[] =>
  [...stacks.templates].flatMap(([stack, made]) =>
    Object.values(template.parse(made.toJSON()).Resources)
      .filter(({ Type }) => !within.test(Type))
      .flatMap(({ Type, Properties }) => {
        const where = ofAccount.test(Type) ? 'the account' : stacks.region(stack)
        return namesIn(Type, Properties).map((name) => `${Type} ${JSON.stringify(name)} in ${where}`)
      }),
  )

describe.each(['lambda', 'fargate'])('stages of one prefix in two regions, on %s', (compute) => {
  const named = (region?: string) =>
    namesOf(synthesise({ ...everything, compute, ...(region === undefined ? {} : { region }) }))
  const [here, there] = [named('eu-west-1'), named('us-east-1')]

  it('share no name', () => {
    expect(here.length).toBeGreaterThan(45)
    expect(here.filter((name) => there.includes(name))).toEqual([])
  })

  it('have names in all that only one of them can have', () => {
    for (const type of ['CloudWatch::Alarm', 'CloudWatch::Dashboard', 'Logs::Delivery'])
      expect(here.join('\n')).toContain(`AWS::${type}`)
  })
})

it('a stage that names no region keeps the names that it always had', () => {
  const names = namesOf(synthesise(everything)).join('\n')

  expect(names).toContain('AWS::CloudWatch::Dashboard "context-compaction-overview"')
})
