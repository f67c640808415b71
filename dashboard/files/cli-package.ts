// The package of the command line, as `npx D/cli/compaction.tgz` takes it. It knows the dashboard that it came from, so that
// signing in there needs no address.

import type { Answer, Asked } from '../http.ts'
import { oldestNode } from '../oldest-node.ts'
import type { CommandLine, Ports } from '../ports.ts'
import { type TarFile, tarball } from './tarball.ts'

const packed = new WeakMap<Ports['page'], Buffer>()

/** The files of the package, for the dashboard at this URL. */
export const packageFiles = ({ version, script, estimate }: CommandLine, dashboardUrl: string): readonly TarFile[] => {
  const manifest = {
    name: 'context-compaction',
    version,
    description: 'The command line of a context-compaction service.',
    license: 'Apache-2.0',
    type: 'module',
    bin: { compaction: 'bin/compaction.mjs' },
    engines: { node: `>=${oldestNode}` },
    service: dashboardUrl,
  }
  return [
    { path: 'package/package.json', text: `${JSON.stringify(manifest, null, 2)}\n` },
    { path: 'package/bin/compaction.mjs', text: script, isExecutable: true },
    { path: 'package/bin/estimate.js', text: estimate() },
  ]
}

export const cliPackage = async (_asked: Asked, ports: Ports): Promise<Answer> => {
  const body = packed.get(ports.page) ?? tarball(packageFiles(ports.page.cli, ports.settings.dashboardUrl))
  packed.set(ports.page, body)
  return { status: 200, headers: { 'content-type': 'application/gzip' }, cookies: [], body }
}
