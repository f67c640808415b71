// What the checks of every client share: how it is run, and what must hold of the requests that it sent.

import { setTimeout as wait } from 'node:timers/promises'
import { expect } from '../../verify/outcome.ts'
import { type Finished, type Program, runProgram } from './run-program.ts'
import type { ServiceForClients } from './service-for-clients.ts'

export const readersKey = 'sk-reader'
export const means = 'the snippet of the page works as it stands there'

/** Runs it to its end. Throws `Unexpected` unless it ends well. */
export const runClient = async (program: Omit<Program, 'patienceMilliseconds'>): Promise<Finished> => {
  const finished = await runProgram({ ...program, patienceMilliseconds: 90_000 })
  const { code, out, err } = finished
  expect(code === 0, `ended with ${code}: ${(err || out).trim().slice(-300)}`)
  return finished
}

/** Checks that the provider was asked at these paths, with the reader’s key and no key of the service. */
export const judgeSeen = ({ seen, facts: { serviceKey } }: ServiceForClients, paths: readonly string[]): void => {
  const asked = seen.map(({ path }) => path)
  for (const path of paths) expect(asked.includes(path), `the provider was asked at ${asked.join(', ') || 'nothing'}`)
  expect(!seen.some(({ headers }) => headers.includes(serviceKey)), 'the service key reached the provider')
  expect(
    seen.every(({ headers }) => headers.includes(readersKey)),
    'a request came without the reader’s key',
  )
}

/** What a page tells its reader to set. */
export const variables = ({ facts: { baseUrl, serviceKey } }: ServiceForClients, home: string) => ({
  HOME: home,
  BASE_URL: baseUrl,
  SERVICE_KEY: serviceKey,
  ANTHROPIC_API_KEY: readersKey,
  OPENAI_API_KEY: readersKey,
})

const receiptPatienceMilliseconds = 10_000

/** Waits for the receipts of the requests to a path: they are written behind the answers. Resolves with what they say. */
export const judgeReceipts = async (
  { seen, receipts }: ServiceForClients,
  { path, route }: { readonly path: string; readonly route: string },
): Promise<string> => {
  const asked = seen.filter((request) => request.path === path).length
  const ofRoute = () => receipts.filter((receipt) => receipt.route === route)
  const since = performance.now()
  while (ofRoute().length < asked && performance.now() - since < receiptPatienceMilliseconds) await wait(50)
  const found = ofRoute()
  expect(asked > 0 && found.length === asked, `${found.length} receipts of ${asked} requests`)
  const statuses = [...new Set(found.map(({ status }) => status))]
  expect(statuses.join() === '200', `the receipts say ${statuses.join(', ')}`)
  return `receipts of ${route}: ${found.map(({ outcome }) => outcome).join(', ')}`
}
