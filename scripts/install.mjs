// Installs this project's packages where they are missing: those that run the service, or all of them.
// Plain JavaScript without dependencies, for a machine's older Node. Everything it says goes to standard error.

import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { prune } from './prune.mjs'
import { exitCodeOf, run } from './run-program.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const modules = join(root, 'node_modules')
const lock = join(root, 'package-lock.json')
/** npm writes it once every package is there. */
const stamp = join(modules, '.package-lock.json')
const nodeIn = (folder) => join(folder, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
export const ownNode = nodeIn(modules)

/** What each kind of installation takes on disk, Node included. `npm run first-minute` measures it. */
const megabytes = { runtime: 180, everything: 920 }
const secondsBetweenLines = 5

export class CannotInstall extends Error {
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

const say = (line) => process.stderr.write(`${line}\n`)

/** A package for another system or another C library is not installed here. */
const isForThisSystem = ({ os, cpu, optional }) =>
  !optional && (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true)

const packagesIn = (file) => {
  try {
    return Object.entries(JSON.parse(readFileSync(file, 'utf8')).packages).filter(([path]) => path !== '')
  } catch {
    return []
  }
}

/** Path and version of each package that belongs here. */
const wanted = (everything) =>
  packagesIn(lock)
    .filter(([, entry]) => isForThisSystem(entry) && (everything || entry.dev !== true))
    .map(([path, { version }]) => ({ path, version }))

const isThere = ({ path }, folder = root) => existsSync(join(folder, path, 'package.json'))

/** Runs npm in a folder, without its own summary and notices. Calls `watch` now and then while it runs. */
const npm = async (folder, args, watch = () => {}) => {
  const watching = setInterval(watch, secondsBetweenLines * 1000)
  try {
    // An environment or an npmrc for production must not decide what a command of ours finds.
    const options = { cwd: folder, stdio: ['ignore', 'ignore', 2], shell: process.platform === 'win32' }
    const { code, asked } = await run('npm', args, options).catch((error) => {
      throw new CannotInstall(`npm could not be started: ${error.message}`)
    })
    if (asked !== undefined) throw new CannotInstall('The installation was stopped.', exitCodeOf(asked))
    if (code !== 0)
      throw new CannotInstall(`npm ${args.join(' ')} ended with ${code}. Run the command again once that is mended.`)
  } finally {
    clearInterval(watching)
  }
}

const installNode = async (folder) => {
  say('Installing the project’s own Node (120 MB) …')
  await npm(folder, ['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error'])
  const there = join(folder, 'node_modules')
  if (!existsSync(nodeIn(there)))
    throw new CannotInstall('npm did not install Node. Delete node_modules and run the command again.')
  // Headers for compilers, and a second name of the program.
  if (lstatSync(nodeIn(there)).isFile()) rmSync(join(there, 'node', 'node_modules'), { recursive: true, force: true })
}

const installIn = async (folder, everything, why) => {
  const paths = wanted(everything)
  const since = Date.now()
  const what = everything ? 'everything that tests and deployments need' : 'what the service needs'
  say(`${why}: ${paths.length} packages, ${megabytes[everything ? 'everything' : 'runtime']} MB on disk (${what}) …`)
  const sayProgress = () => {
    const seconds = Math.round((Date.now() - since) / 1000)
    say(`  ${paths.filter((one) => isThere(one, folder)).length} of ${paths.length} packages after ${seconds} s`)
  }
  await npm(folder, ['ci', everything ? '--include=dev' : '--omit=dev', '--loglevel=error'], sayProgress)
  if (!everything) prune(join(folder, 'node_modules'))
  sayProgress()
  await installNode(folder)
}

/** What an installation is made from, and where one is made that takes the place of another. */
const npmReads = ['package.json', 'package-lock.json', '.npmrc']
const beside = join(root, '.installation')

const replace = (folder, by) => {
  try {
    renameSync(folder, join(beside, 'former'))
  } catch ({ code }) {
    throw new CannotInstall(`The packages are in use (${code}). End what runs from here, and run the command again.`)
  }
  renameSync(by, folder)
}

/** A service may be running from the packages that are there: until the new ones are whole, it keeps its own. */
const install = async (everything, why) => {
  if (!existsSync(ownNode)) return await installIn(root, everything, why)
  rmSync(beside, { recursive: true, force: true })
  mkdirSync(beside)
  try {
    for (const file of npmReads) if (existsSync(join(root, file))) cpSync(join(root, file), join(beside, file))
    await installIn(beside, everything, why)
    replace(modules, join(beside, 'node_modules'))
  } finally {
    rmSync(beside, { recursive: true, force: true })
  }
}

/** Why an installation is needed; nothing if all is there. Versions are compared, since a checkout changes times alone. */
const lacking = (everything) => {
  const installed = new Map(packagesIn(stamp))
  if (installed.size === 0) return 'Installing once'
  const packages = wanted(everything)
  const missing = packages.filter((one) => !installed.has(one.path))
  if (missing.length === 0 && packages.some(({ path, version }) => installed.get(path).version !== version))
    return 'Installing again, because the lockfile has changed'
  if (missing.length > 0) return everything ? 'Installing everything once' : 'Installing what the lockfile has gained'
  const lost = packages.filter((one) => !isThere(one)).map(({ path }) => path.replace(/^.*node_modules\//, ''))
  return lost.length === 0 ? undefined : `Installing again, because packages are lost (${lost.slice(0, 3).join(', ')})`
}

/** Holds the number of the process that installs: two at once would take packages from under each other. */
const installing = join(root, '.installing')
const betweenLooks = 500

const holder = () => {
  try {
    return Number(readFileSync(installing, 'utf8'))
  } catch {
    return undefined
  }
}

const isAlive = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * Waits for whoever installs. A process that has died installs no more, and in a container the next one may have its number. Without a
 * number the note is being written, or the disk was full.
 */
const oneAtATime = async (work) => {
  for (let looks = 0; ; looks += 1) {
    try {
      writeFileSync(installing, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw new CannotInstall(`Nothing can be installed here: ${error.message}`)
    }
    const pid = holder()
    const isHeld = pid > 0 ? pid !== process.pid && isAlive(pid) : looks === 0
    if (isHeld) {
      if (looks === 0 && pid > 0) say(`Another command installs (process ${pid}); this one waits for it …`)
      await wait(betweenLooks)
    } else rmSync(installing, { force: true })
  }
  try {
    await work()
  } finally {
    rmSync(installing, { force: true })
  }
}

/**
 * Makes sure that the packages and the project's own Node are there. A checkout that has everything keeps everything, also
 * where the runtime alone is asked for. Throws `CannotInstall`.
 */
export const ensureInstalled = async (asksForEverything) => {
  const wantsEverything = () => asksForEverything || isThere({ path: 'node_modules/typescript' })
  if (!existsSync(installing) && lacking(wantsEverything()) === undefined && existsSync(ownNode)) return
  await oneAtATime(async () => {
    const everything = wantsEverything()
    const why = lacking(everything)
    if (why !== undefined) await install(everything, why)
    if (!existsSync(ownNode)) await installNode(root)
  })
}
