// What an operator gets from the stacks: a policy for the commands, names with certificates, a budget.

import { describe, expect, it } from 'vitest'
import { synthesise } from './synthesise.ts'

const hostedZone = { id: 'Z0123456789ABCDEF', name: 'example.com' }

describe('the policy of the operator', () => {
  const [[, policy] = expect.fail()] = synthesise().resources('AWS::IAM::ManagedPolicy')
  const text = JSON.stringify(policy.Properties)

  it('is given to nobody, names each table and index, and no others', () => {
    expect(policy.Properties).not.toHaveProperty('Roles')
    expect(text).toContain('table/context-compaction-keys/index/by-account')
    expect(text).toContain('parameter/context-compaction-dashboard')
    expect(text).not.toMatch(/rate-limits|chains|browser-sessions|"\*"|:\*"/)
  })

  it('fits into what IAM takes', () => {
    expect(text.length).toBeLessThan(6_144)
  })
})

describe('names in a zone of the operator', () => {
  const named = synthesise({
    region: 'eu-west-1',
    frontDoor: { domain: { names: ['llm.example.com', 'ai.example.com'], hostedZone } },
    dashboard: { domain: { names: ['savings.example.com'], hostedZone } },
  })

  it('get certificates in the region of the edge, proven by records', () => {
    expect(named.region('names')).toBe('us-east-1')
    expect(named.template('names').findResources('AWS::CertificateManager::Certificate')).toBeDefined()
    const certificates = named.resources('AWS::CertificateManager::Certificate').map(([, { Properties }]) => Properties)
    expect(certificates).toMatchObject([
      { DomainName: 'llm.example.com', SubjectAlternativeNames: ['ai.example.com'], ValidationMethod: 'DNS' },
      { DomainName: 'savings.example.com', ValidationMethod: 'DNS' },
    ])
  })

  it('get none for a dashboard that is switched off', () => {
    const { templates } = synthesise({
      region: 'eu-west-1',
      dashboard: { enabled: false, domain: { names: ['savings.example.com'], hostedZone } },
    })
    expect([...templates.keys()]).not.toContain('names')
  })

  it('lead to their distributions, by both kinds of address', () => {
    const records = named.resources('AWS::Route53::RecordSet').map(
      ([
        ,
        {
          Properties: { Name, Type },
        },
      ]) => `${Type} ${Name}`,
    )

    expect(records.sort()).toEqual(
      ['llm', 'ai', 'savings'].flatMap((name) => [`A ${name}.example.com.`, `AAAA ${name}.example.com.`]).sort(),
    )
    const edge = JSON.stringify(named.template('edge').toJSON())
    expect(edge).toContain('FrontDoorCertificateArn')
    expect(named.dependencies('edge').some((name) => name.endsWith('names'))).toBe(true)
  })

  it('keep their records when another name goes, or comes first', () => {
    const recordsOf = (names: readonly string[]) =>
      new Map(
        synthesise({ region: 'eu-west-1', dashboard: false, frontDoor: { domain: { names, hostedZone } } })
          .resources('AWS::Route53::RecordSet')
          .map(([id, { Properties }]) => [`${Properties.Type} ${Properties.Name}`, id]),
      )
    const both = recordsOf(['llm.example.com', 'ai.example.com'])

    expect(recordsOf(['ai.example.com', 'llm.example.com'])).toEqual(both)
    expect([...both]).toEqual(expect.arrayContaining([...recordsOf(['ai.example.com'])]))
  })

  it('need no stack with a certificate of the operator’s', () => {
    const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/1'
    const own = synthesise({ frontDoor: { domain: { names: ['llm.example.com'], certificateArn, hostedZone } } })

    expect(own.templates.has('names')).toBe(false)
    expect(own.resources('AWS::Route53::RecordSet')).toHaveLength(2)
  })
})

describe('a budget', () => {
  it('writes to the addresses at four fifths, and when more is foreseen', () => {
    const [[, budget] = expect.fail()] = synthesise({
      alarms: { monthlyBudgetDollars: 500, addresses: ['on-call@example.com'] },
    }).resources('AWS::Budgets::Budget')

    expect(budget.Properties).toMatchObject({
      Budget: { BudgetLimit: { Amount: 500, Unit: 'USD' }, TimeUnit: 'MONTHLY' },
      NotificationsWithSubscribers: [
        {
          Notification: { NotificationType: 'ACTUAL', Threshold: 80 },
          Subscribers: [{ Address: 'on-call@example.com' }],
        },
        { Notification: { NotificationType: 'FORECASTED', Threshold: 100 } },
      ],
    })
  })

  it('stands with the functions: an account that may have none loses no tables to a first deployment that fails', () => {
    const stacks = synthesise({ alarms: { monthlyBudgetDollars: 500, addresses: ['on-call@example.com'] } })

    expect(stacks.template('storage').findResources('AWS::Budgets::Budget')).toEqual({})
    expect(Object.keys(stacks.template('proxy').findResources('AWS::Budgets::Budget'))).toHaveLength(1)
  })

  it('has no name of its own: CloudFormation replaces it when an address changes, and cannot replace what has one', () => {
    const [[, budget] = expect.fail()] = synthesise({
      alarms: { monthlyBudgetDollars: 500, addresses: ['on-call@example.com'] },
    }).resources('AWS::Budgets::Budget')

    expect(budget.Properties.Budget).not.toHaveProperty('BudgetName')
  })

  it('is not there unless the stage names an amount', () => {
    expect(synthesise().resources('AWS::Budgets::Budget')).toEqual([])
  })
})
