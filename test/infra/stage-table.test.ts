// docs/deploy.md describes every field of a stage's file, as in the schema that validates it.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseStage } from '../../lib/stage/stage-file.ts'
import { stageFields, stageTable } from '../../lib/stage/stage-table.ts'

const page = readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8')

/** The paths of all values in a stage with every field. */
const pathsIn = (value: unknown, path = ''): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && path !== 'tags'
    ? Object.entries(value).flatMap(([name, one]) => pathsIn(one, path === '' ? name : `${path}.${name}`))
    : [path]

describe('docs/deploy.md', () => {
  it('has the table of the schema', () => {
    expect(page).toContain(`\n${stageTable()}\n`)
  })

  it('leaves out no field of a stage with every field', () => {
    const imageTag = '0'.repeat(64)
    const frontDoor = {
      domain: { names: ['llm.example.com'], certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/0b7c' },
    }
    const alarms = { topicArn: 'arn:aws:sns:eu-west-1:123456789012:on-call' }
    const secret = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:issuer-a1B2c3'
    const identity = { kind: 'oidc', issuer: 'https://id.example.com', clientId: 'client', clientSecretArn: secret }
    const named = { ...frontDoor.domain, names: ['savings.example.com'] }
    const dashboard = { domain: named, identity, operatorContact: '#platform' }
    const stages = ['real-time', 'serverless'].map((kind) =>
      parseStage({ frontDoor, alarms, dashboard, compressor: { kind, imageTag } }, 'The stage of this test'),
    )
    const told = stageFields().map(({ path }) => path)

    for (const path of stages.flatMap((stage) => pathsIn(stage))) expect(told).toContain(path)
  })

  it('shows an example that is a valid stage', () => {
    const examples = [...page.matchAll(/```json\n([^`]*)```/g)].map(([, text = '']) =>
      text.replace('certificate/…', 'certificate/0b7c').replace('6c0f…', '0'.repeat(64)),
    )

    expect(examples.length).toBeGreaterThan(1)
    for (const example of examples) parseStage(JSON.parse(example), 'An example of docs/deploy.md')
  })
})
