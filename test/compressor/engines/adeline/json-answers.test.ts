// Values of JSON that are what the call was made for.

import { describe, expect, it } from 'vitest'
import { compacted } from './compacted.ts'
import { jsonLeaves } from './json-leaves.ts'

/** The engine's own rate, and the budgets at which results are sent. */
const shipped = [undefined, 0.5, 0.7, 0.73] as const

/** The leaves whose key matches, each with its path, at the budgets that are sent. */
const keeps = (value: unknown, key: RegExp): void => {
  const text = JSON.stringify(value, null, 2)
  const wanted = [...jsonLeaves(text).keys()].filter((leaf) => key.test(leaf))
  expect(wanted.length).toBeGreaterThan(0)
  for (const budget of shipped) {
    const left = jsonLeaves(compacted(text, budget))
    expect(wanted.filter((leaf) => !left.has(leaf))).toEqual([])
  }
}

const packages = [
  'numpy',
  'pandas',
  'django',
  'requests',
  'flask',
  'pytest',
  'black',
  'mypy',
  'ruff',
  'boto3',
  'jinja2',
]

describe('what a call was made for', () => {
  it('has the versions of packages in a list', () => {
    const listed = packages.map((name, at) => ({ name, version: `${at}.26.${at % 4}` }))
    keeps(listed, /version/)
  })

  it('has the versions of packages in a tree', () => {
    const tree = packages.map((name, at) => [
      name,
      { version: `4.${at}.2`, resolved: `https://r.example/${name}-${at}.tgz` },
    ])
    keeps({ name: 'shop', version: '1.0.0', dependencies: Object.fromEntries(tree) }, /version/)
  })

  it('has the cursor of the next page', () => {
    const orders = packages.map((_, at) => ({ order_id: `W${at}`, state: 'open', amount: 100 + 7 * at }))
    keeps({ orders, has_more: true, next_cursor: 'eyJvZmZzZXQiOjYsInNvcnQiOiJpZCJ9' }, /cursor/)
    keeps({ data: { nodes: orders, pageInfo: { hasNextPage: true, endCursor: 'Y3Vyc29yOnYyOpK5' } } }, /endCursor/)
  })

  it('has the tokens of a session, however long', () => {
    const note = 'Pass session.token as the Bearer of every further call, and nonce to /verify.'
    for (const token of ['tok_4f2e9bc0a71d', `eyJhbGciOiJSUzI1NiJ9.${'abcDEF0123456789'.repeat(45)}`]) {
      const session = { token, csrf_token: 'c5rf-991', expires_in: 3600 }
      const device = { nonce: 'n-0S6_WzA2Mj', state: 'af0ifjsldkj' }
      keeps({ user: { id: 7, name: 'ada' }, session, device, note }, /token|nonce/)
    }
  })

  it('has digests, checksums and revisions', () => {
    const images = packages.map((name, at) => ({
      repository: `acme/${name}`,
      tag: `2.14.${at}`,
      digest: `sha256:4f2e9bc0a71d4f2e9bc0a71d${at}`,
      checksum: `c${at}f2e9`,
      revision: at,
      locale: at % 2 === 0 ? 'de' : 'fr',
    }))
    keeps({ images }, /digest|checksum|revision|locale/)
  })

  it('has a version that alone has changed', () => {
    const changes = packages.map((name, at) => ({
      address: `aws_db_instance.${name}`,
      change: { before: { engine_version: `14.${at}` }, after: { engine_version: `16.${at}` } },
    }))
    keeps({ resource_changes: changes }, /engine_version/)
  })
})

describe('housekeeping', () => {
  it('goes: what an interface says of itself', () => {
    const people = packages.map((login, at) => ({
      login,
      gravatar: `${at}f2e9bc0a71d`,
      etag: `W/"${at}f2e9bc0a71d"`,
      avatar_url: `https://a.example/${at}.png`,
      followers_url: `https://api.example/users/${login}/followers`,
    }))
    const left = compacted(JSON.stringify(people))
    expect(left).not.toMatch(/gravatar|etag|followers_url/)
  })
})
