// What an upgrade must find again. Under another logical id or with another type it is another resource to CloudFormation: the deployment
// fails, because the name is taken, or goes on beside what people have. docs/deploy.md#upgrade promises that no upgrade replaces a table.

import { describe, expect, it } from 'vitest'
import { synthesise } from './synthesise.ts'

const stage = synthesise({ region: 'eu-west-1', compute: 'fargate', ledgerExport: { everyMonth: true } })
const functionsAlone = synthesise({})

const typeIn = (stack: string, id: string): unknown => stage.template(stack).toJSON().Resources[id]?.Type
const idsOf = (types: RegExp): string[] =>
  [...stage.templates.values()]
    .flatMap((template) => Object.entries<{ Type: string }>(template.toJSON().Resources))
    .filter(([, { Type }]) => types.test(Type))
    .map(([id]) => id)

const table = 'AWS::DynamoDB::GlobalTable'
/** Entries are added, and none is ever changed. */
const same: readonly (readonly [stack: string, id: string, type: string])[] = [
  ['storage', 'keys7B331FE9', table],
  ['storage', 'entitlementsA4649578', table],
  ['storage', 'rateLimitsBAB9C9D6', table],
  ['storage', 'ledger28D1CA40', table],
  ['storage', 'savingsEC8205B9', table],
  ['storage', 'peopleEDDB81BD', table],
  ['storage', 'members89A6561D', table],
  ['storage', 'browserSessionsE9B1FE24', table],
  ['storage', 'deviceLoginsD4E3B798', table],
  ['storage', 'auditA48D740E', table],
  ['storage', 'chains7B1A3675', table],
  ['storage', 'LedgerExportBucketCA1F1334', 'AWS::S3::Bucket'],
  ['storage', 'DeploymentSecret5F91AEF7', 'AWS::SecretsManager::Secret'],
  // Another pool knows nobody, and another domain or client is another address to sign in at.
  ['dashboard', 'PeoplePoolC64A4D1E', 'AWS::Cognito::UserPool'],
  ['dashboard', 'PeoplePoolDomainF5067C98', 'AWS::Cognito::UserPoolDomain'],
  ['dashboard', 'PeoplePoolClientECD71F90', 'AWS::Cognito::UserPoolClient'],
  // Base URL and dashboard, where they have no names of their own.
  ['edge', 'FrontDoorDistribution20F29BA2', 'AWS::CloudFront::Distribution'],
  ['dashboard', 'FrontDistribution428BE642', 'AWS::CloudFront::Distribution'],
]

/** What other stacks import: CloudFormation takes away no output that is in use, and the stack that has it goes first. */
const urls = [
  'compressFunctionAliasliveFunctionUrl8B512118FunctionUrl6CE445C0',
  'messagesFunctionAliasliveFunctionUrlFCAF97ADFunctionUrl925E0F66',
  'chatcompletionsFunctionAliasliveFunctionUrlFA80BCCFFunctionUrlBF9E16B9',
  'responsesFunctionAliasliveFunctionUrlA26A60D4FunctionUrlB9171441',
  'passthroughFunctionAliasliveFunctionUrl6B85290AFunctionUrl39C1AF80',
]
const balancer = ['ExportsOutputRefBalancerDBE9C46101155504', 'ExportsOutputFnGetAttBalancerDBE9C461DNSName902918B6']

const exportsOf = (stacks: typeof stage, stack: string): string[] =>
  Object.values<{ Export?: { Name: string } }>(stacks.template(stack).toJSON().Outputs)
    .flatMap(({ Export }) => (Export === undefined ? [] : [Export.Name.slice(Export.Name.indexOf(':') + 1)]))
    .sort()

describe('through every upgrade', () => {
  it.each(same)('of %s, %s stays the %s that it is', (stack, id, type) => {
    expect(typeIn(stack, id)).toBe(type)
  })

  it('whatever keeps data is among them', () => {
    const found = idsOf(/::(GlobalTable|Table|UserPool|Bucket)$/)
    expect(found.sort().filter((id) => !same.some(([, known]) => known === id))).toEqual([])
  })

  it('what one stack imports of another is exported', () => {
    expect(exportsOf(functionsAlone, 'proxy')).toEqual(urls.map((url) => `ExportsOutputFnGetAtt${url}`).sort())
    expect(exportsOf(stage, 'container')).toEqual([...balancer].sort())
  })
})
