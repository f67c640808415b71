// compose.yaml starts what `npm start` starts: its words are options, its ports and folder agree with them.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readStartOptions } from '../../local/options.ts'

const root = join(import.meta.dirname, '..', '..')
const compose = readFileSync(join(root, 'compose.yaml'), 'utf8')
const words = (/^ {4}command: \[(.*)\]$/m.exec(compose)?.[1] ?? '').split(', ')

it('the command is the start with options that it has', () => {
  const [program, script = '', ...options] = words
  expect(program).toBe('node')
  expect(existsSync(join(root, script))).toBe(true)
  expect(readStartOptions(options)).toMatchObject({
    host: '0.0.0.0',
    dashboardHost: '0.0.0.0',
    port: 8787,
    dashboardPort: 8788,
    data: '/data',
  })
})

it('the ports are published on this machine alone, and the data has a volume', () => {
  const published = [...compose.matchAll(/^ {6}- (\S+):(\d+):(\d+)$/gm)].map(([, address, outside, inside]) => [
    address,
    outside,
    inside,
  ])
  expect(published).toEqual([
    ['127.0.0.1', '8787', '8787'],
    ['127.0.0.1', '8788', '8788'],
  ])
  expect(compose).toContain('- data:/data')
})

it('the image leaves out what the service does not need, and copies what its installation reads', () => {
  const left = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
  expect(left).toEqual(expect.arrayContaining(['node_modules', '.git', '.local-service']))
  const copied = (/COPY (package.*) \.\/$/m.exec(compose)?.[1] ?? '').split(' ')
  expect(copied.filter((file) => !existsSync(join(root, file)))).toEqual([])
  expect(copied).toContain('package-lock.json')
})
