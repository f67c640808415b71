// LiteLLM's proxy with one worker and no database.

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Peer } from './peer.ts'
import { pythonPrograms } from './python-peer.ts'

const version = '1.106.0'

/** It listens on loopback, and asks for no key of its own: one step less in its path. */
const withoutKey = { LITELLM_DANGEROUSLY_PERMIT_WEAK_OR_UNSET_MASTER_KEY: 'true' }

const settings = (upstreamPort: number): string => `
model_list:
  - model_name: claude-sonnet-4-5
    litellm_params:
      model: anthropic/claude-sonnet-4-5
      api_base: http://127.0.0.1:${upstreamPort}
      api_key: sk-upstream-of-the-bench
litellm_settings:
  telemetry: false
`

export const litellm: Peer = {
  name: `LiteLLM ${version}`,
  async prepare({ folder, port, upstreamPort }) {
    const programs = await pythonPrograms('litellm', `litellm[proxy]==${version}`)
    const file = join(folder, 'config.yaml')
    await writeFile(file, settings(upstreamPort))
    return {
      command: join(programs, 'litellm'),
      words: ['--config', file, '--host', '127.0.0.1', '--port', String(port), '--num_workers', '1'],
      environment: { LITELLM_LOCAL_MODEL_COST_MAP: 'True', LITELLM_MODE: 'PRODUCTION', ...withoutKey },
    }
  },
}
