import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { synthesisedTemplates } from '../../scripts/synthesised-templates.ts'

it('counts the stacks of the last synthesis, and none that another stage left in the folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'synthesised-'))
  try {
    const artifacts = {
      Tree: { type: 'cdk:tree', properties: { file: 'tree.json' } },
      'development-proxy.assets': { type: 'cdk:asset-manifest', properties: { file: 'assets.json' } },
      'development-proxy': {
        type: 'aws:cloudformation:stack',
        properties: { templateFile: 'development-proxy.template.json' },
      },
      'a-metadata': { type: 'cdk:feature-flag-report' },
    }
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ version: '1', artifacts }))
    for (const name of ['development-proxy', 'proxy']) writeFileSync(join(folder, `${name}.template.json`), '{}')
    expect(synthesisedTemplates(folder)).toEqual(['development-proxy.template.json'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
