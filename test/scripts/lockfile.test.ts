// What the lockfile pins: every package by a digest, from the registry, in one version; and which of them would like to run code.

import { expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import lockfile from '../../package-lock.json' with { type: 'json' }

interface Locked {
  readonly version: string
  readonly integrity?: string
  /** Present for what does not come from the registry that npm is set to. */
  readonly resolved?: string
  readonly link?: boolean
  /** Lies in the package of another one, under that one's digest. */
  readonly inBundle?: boolean
  readonly hasInstallScript?: boolean
}

const { '': _itself, ...locked }: Readonly<Record<string, Locked>> = lockfile.packages
const packages = Object.entries(locked)
const namesOf = (holds: (one: Locked) => boolean): string[] =>
  packages.filter(([, one]) => holds(one)).map(([path]) => path)

it('every package has a SHA-512 digest, or lies in one that has', () => {
  expect(packages.length).toBeGreaterThan(100)
  expect(
    namesOf(({ integrity, inBundle }) => inBundle !== true && !/^sha512-[\w+/]{86}==$/.test(integrity ?? '')),
  ).toEqual([])
})

it('no package comes from a repository, an address or a folder', () => {
  expect(namesOf(({ resolved, link }) => resolved !== undefined || link === true)).toEqual([])
})

it('what is asked for is one version each', () => {
  const asked = { ...packageJson.dependencies, ...packageJson.devDependencies }
  expect(Object.entries(asked).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
})

it('these alone have scripts for their installation, and of these one runs: the Node binary', () => {
  expect(namesOf(({ hasInstallScript }) => hasInstallScript === true)).toEqual(
    ['aws-lambda-ric', 'classic-level', 'esbuild', 'node'].map((name) => `node_modules/${name}`),
  )
})
