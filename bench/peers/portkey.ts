// Portkey's open gateway. With what its ranges resolve to it answers 500 to every stream, hence the overrides.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installOnce, mustRun } from '../../testkit/install-once.ts'
import type { Peer } from './peer.ts'

const version = '1.15.2'
const manifest = JSON.stringify({
  private: true,
  dependencies: { '@portkey-ai/gateway': version },
  overrides: { '@hono/node-server': '1.13.5', hono: '4.9.7' },
})
/** It listens on every address and has no option for that. */
const onlyLoopback = `
import { Server } from 'node:net'
const { listen } = Server.prototype
Server.prototype.listen = function (...words) {
  const [first, ...others] = words
  if (typeof first === 'number') return listen.call(this, { port: first, host: '127.0.0.1' }, ...others.filter((word) => typeof word === 'function'))
  return listen.call(this, typeof first === 'object' ? { ...first, host: '127.0.0.1' } : first, ...others)
}
`

const installed = (): Promise<string> =>
  installOnce({
    name: 'peer-portkey',
    pins: manifest,
    async install(folder) {
      await writeFile(join(folder, 'package.json'), manifest)
      await mustRun(folder, 'npm', 'install', '--silent', '--no-fund', '--no-audit')
    },
  })

export const portkey: Peer = {
  name: `Portkey ${version}`,
  async prepare({ folder, port, upstreamPort }) {
    const preload = join(folder, 'only-loopback.mjs')
    await writeFile(preload, onlyLoopback)
    const server = join(await installed(), 'node_modules', '@portkey-ai', 'gateway', 'build', 'start-server.js')
    return {
      command: process.execPath,
      words: ['--import', preload, server, `--port=${port}`, '--headless'],
      environment: { TRUSTED_CUSTOM_HOSTS: '127.0.0.1' },
      headers: {
        'x-portkey-provider': 'anthropic',
        'x-portkey-custom-host': `http://127.0.0.1:${upstreamPort}/v1`,
      },
    }
  },
}
