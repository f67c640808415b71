// Headroom's proxy, which compacts as we do; without the models that it would fetch.

import { join } from 'node:path'
import type { Peer } from './peer.ts'
import { pythonPrograms } from './python-peer.ts'

const version = '0.42.0'

const withMode = (mode: string, words: readonly string[]): Peer => ({
  name: `Headroom ${version}, ${mode}`,
  async prepare({ port, upstreamPort }) {
    const programs = await pythonPrograms('headroom', `headroom-ai[proxy]==${version}`)
    return {
      command: join(programs, 'headroom'),
      words: [
        ...['proxy', '--host', '127.0.0.1', '--port', String(port), '--no-rate-limit', '--no-http2'],
        ...['--anthropic-api-url', `http://127.0.0.1:${upstreamPort}`, ...words],
      ],
      environment: {
        HF_HUB_OFFLINE: '1',
        HEADROOM_DISABLE_KOMPRESS: '1',
        HEADROOM_BEACON: 'off',
        HEADROOM_UPDATE_CHECK: 'off',
        HEADROOM_BINARIES_OFFLINE: '1',
      },
    }
  },
})

export const headrooms: readonly Peer[] = [withMode('as it is', []), withMode('pass-through', ['--no-optimize'])]
