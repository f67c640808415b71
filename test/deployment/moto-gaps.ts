// What moto's CloudFormation lacks, as data, and the smallest changes that make a synthesised assembly deployable there.
// The suite prints the name of every change, so that nothing is patched silently.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

const resource = z.looseObject({ Type: z.string(), Properties: z.looseObject({}).default({}) })
const template = z.looseObject({ Resources: z.record(z.string(), resource) })
export type Template = z.infer<typeof template>

/**
 * Types that moto's CloudFormation passes over with a warning and does not create. Only their schemas, against which every
 * synthesis is validated, say whether AWS accepts them.
 */
export const passedOver: readonly string[] = [
  'AWS::ApplicationAutoScaling::ScalableTarget',
  'AWS::ApplicationAutoScaling::ScalingPolicy',
  'AWS::CDK::Metadata',
  'AWS::CloudWatch::Alarm',
  'AWS::CodeBuild::Project',
  'AWS::CodeDeploy::Application',
  'AWS::CodeDeploy::DeploymentGroup',
  'AWS::Cognito::ManagedLoginBranding',
  'AWS::Cognito::UserPool',
  'AWS::Cognito::UserPoolClient',
  'AWS::Cognito::UserPoolDomain',
  'AWS::EC2::SecurityGroupEgress',
  'AWS::Lambda::Alias',
  'AWS::Lambda::Url',
  'AWS::S3::BucketPolicy',
  'AWS::SNS::Subscription',
  'AWS::SNS::TopicPolicy',
  'AWS::SQS::QueuePolicy',
  'AWS::SecretsManager::Secret',
]

type StandIns = Readonly<Record<string, (logicalId: string) => unknown>>

const withArn = (service: string, resource: string): StandIns => ({
  Ref: (logicalId) => logicalId,
  Arn: (logicalId) => ({
    'Fn::Sub': `arn:\${AWS::Partition}:${service}:\${AWS::Region}:\${AWS::AccountId}:${resource}${logicalId}`,
  }),
})

/** For types that others refer to: what the reference would say. */
const standIns: Readonly<Record<string, StandIns>> = {
  'AWS::CloudWatch::Alarm': withArn('cloudwatch', 'alarm:'),
  'AWS::CodeBuild::Project': withArn('codebuild', 'project/'),
  'AWS::Lambda::Url': {
    FunctionUrl: (logicalId) => ({
      'Fn::Sub': `https://${logicalId.toLowerCase()}.lambda-url.\${AWS::Region}.on.aws/`,
    }),
  },
  'AWS::Cognito::UserPool': {
    Ref: (logicalId) => ({ 'Fn::Sub': `\${AWS::Region}_${logicalId}` }),
    ProviderURL: (logicalId) => ({
      'Fn::Sub': `https://cognito-idp.\${AWS::Region}.amazonaws.com/\${AWS::Region}_${logicalId}`,
    }),
  },
  'AWS::Cognito::UserPoolClient': { Ref: (logicalId) => logicalId },
}

/** Of aliases, of which moto makes none: it would look for the function that they stand for. */
const leftOut = 'AWS::Lambda::Permission'

const attributeOf = (value: object): readonly [logicalId: string, attribute: string] | undefined => {
  const entries = Object.entries(value)
  const [name, target] = entries[0] ?? []
  if (entries.length !== 1) return undefined
  if (name === 'Ref' && typeof target === 'string') return [target, 'Ref']
  if (name === 'Fn::GetAtt' && Array.isArray(target)) return [String(target[0]), String(target[1])]
  return undefined
}

/** The same value with every reference that `answer` knows replaced. */
const replaced = (value: unknown, answer: (logicalId: string, attribute: string) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => replaced(item, answer))
  if (typeof value !== 'object' || value === null) return value
  const reference = attributeOf(value)
  const known = reference === undefined ? undefined : answer(...reference)
  return known ?? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaced(item, answer)]))
}

const globalTable = z.looseObject({ Replicas: z.tuple([z.looseObject({ Region: z.unknown() })]) })

/** A global table of one replica is a table with what is said of the replica. */
const asTable = (properties: unknown): Template['Resources'][string]['Properties'] => {
  const { Replicas, SSESpecification: _encryption, ...shared } = globalTable.parse(properties)
  const { Region: _region, GlobalSecondaryIndexes: _indexes, ...own } = Replicas[0]
  return { ...shared, ...own }
}

/** The template as moto accepts it, and what was changed. */
const fitTemplate = (
  original: Template,
  stack: string,
): { readonly fitted: Template; readonly changes: readonly string[] } => {
  const changes: string[] = []
  const all = Object.entries(original.Resources)
  const kept = all.filter(([, { Type }]) => Type !== leftOut)
  if (kept.length < all.length) changes.push(`${stack}: ${leftOut} is left out: moto looks for the alias that it is of`)
  const resources = kept.map(([id, { Type, Properties, ...rest }]) => {
    if (Type === 'AWS::DynamoDB::GlobalTable') {
      changes.push(`${stack}: ${Type} is made as AWS::DynamoDB::Table: moto knows none`)
      return [id, { Type: 'AWS::DynamoDB::Table', Properties: asTable(Properties), ...rest }] as const
    }
    if (Type !== 'AWS::ECR::Repository' || Properties.RepositoryName !== undefined)
      return [id, { Type, Properties, ...rest }] as const
    const RepositoryName = `${stack}-image`
    changes.push(
      `${stack}: ${Type} is given a name, ${RepositoryName}: the one that moto would make has capital letters`,
    )
    return [id, { Type, Properties: { ...Properties, RepositoryName }, ...rest }] as const
  })
  const standing = new Set<string>()
  const answer = (id: string, attribute: string): unknown => {
    const type = original.Resources[id]?.Type ?? ''
    const known = standIns[type]?.[attribute]?.(id)
    if (known !== undefined)
      standing.add(`${stack}: references to ${type} say what it would be called: moto makes none`)
    return known
  }
  const fitted = template.parse(replaced({ ...original, Resources: Object.fromEntries(resources) }, answer))
  return { fitted, changes: [...new Set([...changes, ...standing])] }
}

/** Every stack's template of an assembly, by the stack's name. */
export const templatesOf = (assembly: string): ReadonlyMap<string, Template> =>
  new Map(
    readdirSync(assembly)
      .filter((name) => name.endsWith('.template.json'))
      .map((name) => [
        name.replace('.template.json', ''),
        template.parse(JSON.parse(readFileSync(join(assembly, name), 'utf8'))),
      ]),
  )

/** Changes the templates of an assembly in place. Returns the changes in words. */
export const fitAssembly = (assembly: string): readonly string[] =>
  [...templatesOf(assembly)].flatMap(([stack, original]) => {
    const { fitted, changes } = fitTemplate(original, stack)
    writeFileSync(join(assembly, `${stack}.template.json`), JSON.stringify(fitted))
    return changes
  })
