// What must hold of how functions take on a new version: a tenth first, watched, and back by itself.

import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { routes } from '../../lambdas/routes.ts'
import { permissions } from './policies.ts'
import { logicalId } from './route-functions.ts'
import { synthesise } from './synthesise.ts'

const gradual = synthesise()
const atOnce = synthesise({ functions: { rollout: 'at-once' } })

const aliasesOf = (stacks: typeof gradual) =>
  Object.entries(stacks.template('proxy').findResources('AWS::Lambda::Alias'))
const group = z.looseObject({
  DeploymentConfigName: z.string(),
  AlarmConfiguration: z.object({ Enabled: z.boolean(), Alarms: z.array(z.object({ Name: z.unknown() })) }),
  AutoRollbackConfiguration: z.object({ Events: z.array(z.string()) }),
})
const groups = gradual
  .resources('AWS::CodeDeploy::DeploymentGroup')
  .map(([, { Properties }]) => group.parse(Properties))

describe('a new version', () => {
  it('stands behind an alias of every route, and takes over by CodeDeploy', () => {
    const aliases = aliasesOf(gradual)

    expect(aliases).toHaveLength(routes.length)
    for (const [, alias] of aliases) {
      expect(alias.Properties.Name).toBe('live')
      expect(alias.UpdatePolicy.CodeDeployLambdaAliasUpdate).toBeDefined()
    }
  })

  it('gets a tenth of the requests for five minutes, and gives them back when an alarm rings', () => {
    expect(groups).toHaveLength(routes.length)
    for (const { DeploymentConfigName, AlarmConfiguration, AutoRollbackConfiguration } of groups) {
      expect(DeploymentConfigName).toBe('CodeDeployDefault.LambdaCanary10Percent5Minutes')
      expect(AlarmConfiguration.Enabled).toBe(true)
      expect(AutoRollbackConfiguration.Events).toContain('DEPLOYMENT_STOP_ON_ALARM')
    }
  })

  it('is watched minute by minute: the alarms for people would ring when it is too late', () => {
    const names = groups[0]?.AlarmConfiguration.Alarms.map(({ Name }) => logicalId(Name)) ?? []
    const alarms = gradual.resources('AWS::CloudWatch::Alarm').filter(([id]) => names.includes(id))

    expect(alarms.map(([id]) => id.replace(/^Rollout|[0-9A-F]{8}$/g, '')).sort()).toEqual([
      'NewVersionFails',
      'NewVersionIsAtFault',
      'NewVersionIsSlow',
    ])
    for (const [, { Properties }] of alarms) {
      expect(JSON.stringify(Properties)).toContain('"Period":60')
      expect(JSON.stringify(Properties)).not.toContain('"Period":300')
      expect(Number(Properties.EvaluationPeriods)).toBeLessThan(5)
      expect(Properties.AlarmActions).toBeUndefined()
    }
  })

  it('is moved by a role that may touch these functions alone', () => {
    const moving = permissions(gradual).filter(({ action }) => action === 'lambda:UpdateAlias')

    expect(moving).toHaveLength(routes.length)
    for (const { resource } of moving) expect(resource).toContain('Fn::GetAtt')
  })

  it('takes over at once where the stage says so', () => {
    expect(atOnce.resources('AWS::CodeDeploy::DeploymentGroup')).toEqual([])
    for (const [, { UpdatePolicy }] of aliasesOf(atOnce)) expect(UpdatePolicy).toBeUndefined()
    expect(aliasesOf(atOnce)).toHaveLength(routes.length)
  })
})
