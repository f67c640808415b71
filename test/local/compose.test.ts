// compose.yaml starts what `npm start` starts: its words are options, its ports and folder agree with them.

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readStartOptions } from '../../local/options.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { composeService, root } from './compose-file.ts'

const compose = composeService()
const { dockerfile_inline: dockerfile } = compose.build

it('the command is the start with options that it has', () => {
  const [program, script = '', ...options] = compose.command
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
  expect(compose.ports).toEqual(['127.0.0.1:8787:8787', '127.0.0.1:8788:8788'])
  expect(compose.volumes).toEqual(['data:/data'])
})

it('the image has the project’s Node, and its data belong to who runs it', () => {
  expect(dockerfile).toMatch(new RegExp(`^FROM \\S+node:${packageJson.dependencies.node}-slim$`, 'm'))
  expect(dockerfile).toContain('mkdir /data && chown node /data')
  expect(dockerfile.trim().split('\n').at(-1)).toBe('USER node')
  // Every line is an instruction of a Dockerfile.
  expect(dockerfile.trim().split('\n')).toEqual(
    dockerfile
      .trim()
      .split('\n')
      .map(() => expect.stringMatching(/^(FROM|ENV|WORKDIR|COPY|RUN|USER) \S/)),
  )
})

it('the image leaves out what the service does not need, and copies what its installation reads', () => {
  const left = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
  expect(left).toEqual(expect.arrayContaining(['node_modules', '.git', '.local-service']))
  const copied = (/COPY (package.*) \.\/$/m.exec(dockerfile)?.[1] ?? '').split(' ')
  expect(copied.filter((file) => !existsSync(join(root, file)))).toEqual([])
  expect(copied).toContain('package-lock.json')
})

it('the image leaves out what git ignores, since keys and texts of this machine may be among it', () => {
  const linesOf = (file: string): string[] => readFileSync(join(root, file), 'utf8').split('\n')
  const ignored = linesOf('.gitignore').filter((line) => /^[^#!]/.test(line))
  expect(ignored).toContain('.local-service/')
  expect(linesOf('.dockerignore')).toEqual(expect.arrayContaining(ignored.map((line) => line.replace(/\/$/, ''))))
})
