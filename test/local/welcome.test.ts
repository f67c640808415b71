import { expect, it } from 'vitest'
import { welcome } from '../../local/welcome.ts'

const facts = {
  baseUrl: 'http://127.0.0.1:8787',
  serviceKey: 'ak_x',
  account: 'local',
  dynamodbEndpoint: 'http://127.0.0.1:1',
  compressorEndpoint: 'http://127.0.0.1:2',
  pid: 1,
}

it('announces lines of requests only where they are printed', () => {
  const loud = welcome(facts, { data: '/data' })
  expect(loud).toContain('Every request is a line below')
  expect(loud).toContain('"nothing goes yet": what went')
  expect(loud.replace(/Every request .*? pays\.\n\n/s, '')).toBe(welcome(facts, { data: '/data', quiet: true }))
})
