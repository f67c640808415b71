// Functions with secrets refuse every request without one, on every route, before they judge anything else.

import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { originSecretHeader } from '../../core/access/front-door.ts'
import { type Route, routes } from '../../lambdas/routes.ts'
import { functionsEnvironment } from '../../local/functions/functions-environment.ts'
import { type Child, startChild } from '../../local/process/child.ts'

const nobody = 'http://127.0.0.1:9'
const everyRoute: readonly Route[] = routes

describe('functions behind a front door', () => {
  let functions: Child
  const ask = ({ paths: [path = ''] }: Route, headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${functions.port}${path.replace('*', 'anything')}`, { method: 'POST', headers, body: '{}' })

  beforeAll(async () => {
    functions = await startChild({
      name: 'functions',
      script: fileURLToPath(new URL('../../local/functions/functions.ts', import.meta.url)),
      environment: { ...functionsEnvironment({}, nobody, nobody), ORIGIN_SECRETS: 'newer,older' },
      log: { write: () => {}, close: () => {} },
    })
  })
  afterAll(() => functions.end())

  it.each(everyRoute)('$name goes on to judge the service key of a request with either secret', async (route) => {
    for (const secret of ['newer', 'older'])
      expect((await ask(route, { [originSecretHeader]: secret, 'x-service-auth-token': 'no key' })).status).toBe(401)
  })

  it.each(everyRoute)('$name refuses every other request', async (route) => {
    for (const headers of [{}, { [originSecretHeader]: 'oldest' }]) {
      const response = await ask(route, headers)

      expect(response.status).toBe(403)
      expect(await response.json()).toMatchObject({ error: { type: 'permission_error' } })
    }
  })
})
