// What a function loads before its first request is in its bundle. One import of the larger half of a package is enough to bring all
// of it.

import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { routes } from '../../lambdas/routes.ts'
import { buildBundles } from './bundles.ts'

const names = routes.map(({ name }) => name)
const folder = buildBundles(names)
afterAll(() => rmSync(folder, { recursive: true }))

/** The files that the bundle of a route is made of. */
const sourcesOf = (name: string): readonly string[] => {
  const map = readdirSync(join(folder, name)).find((file) => file.endsWith('.map')) ?? ''
  const { sources }: { sources: string[] } = JSON.parse(readFileSync(join(folder, name, map), 'utf8'))
  return sources
}

/** Each has a smaller half, or a way without it. */
const tooLarge = ['zod/v4/classic/', '@aws-sdk/client-', '@aws-sdk/lib-', 'undici/', 'aws-cdk-lib/']

describe.each(names)('the bundle of the route %s', (name) => {
  const sources = sourcesOf(name)

  it('has the small half of what it uses', () => {
    expect(sources.some((source) => source.includes('node_modules/zod/v4/mini/'))).toBe(true)
    expect(sources.filter((source) => tooLarge.some((part) => source.includes(`node_modules/${part}`)))).toEqual([])
  })
})
