// How words become commands.

import { describe, expect, it } from 'vitest'
import { readCommandLine, usageFor } from '../../cli/command-line.ts'
import { commands } from '../../cli/commands/all.ts'
import { runCommand } from '../../cli/run-command.ts'
import { NotUnderstood } from '../../cli/world/faults.ts'
import { manifest } from '../../cli/world/version.ts'
import { cliWorld } from '../../testkit/cli-world.ts'

describe('the command line', () => {
  it.each([
    [[], 'No command was given.'],
    [['fly'], 'There is no command "fly".'],
    [['token', 'x'], 'compaction token: "x" is one word too many.'],
    [['env', '--shell'], /--shell/],
    [['token', '--shell', 'sh'], /^compaction token: there is no option --shell\.$/],
    [['savings', '-v'], /^compaction savings: there is no option -v\.$/],
    [
      ['savings', '--by', '--json'],
      /^compaction savings: --by must have a value\. One that begins with a dash is given as --by=-…$/,
    ],
    [['savings', '--by'], /^compaction savings: --by must have a value\.$/],
    [['status', '--json=yes'], /^compaction status: --json takes no value\.$/],
    [['savings', '--since', '7d', '--since', '8d'], /^compaction savings: --since is given twice\.$/],
    [
      ['run', '--session', 'x', '--', 'ls'],
      'compaction run: there is no option --session. Words of a program stand behind its name.',
    ],
  ])('does not understand %j', (words, message) => {
    expect(() => readCommandLine(words)).toThrow(NotUnderstood)
    expect(() => readCommandLine(words)).toThrow(message)
  })

  it('gives a negative number to who reads the option', () => {
    expect(readCommandLine(['savings', '--since', '-7d']).given.options).toEqual({ since: '-7d' })
  })

  it('takes --json before and behind everything', () => {
    expect(readCommandLine(['token', '--json']).given.json).toBe(true)
    expect(readCommandLine(['env', '--json', '--shell', 'fish']).given).toMatchObject({
      json: true,
      options: { shell: 'fish' },
    })
  })

  it.each([
    [['fly'], 2, 'There is no command "fly".\nAll commands: compaction help\n'],
    [['keys', '--help'], 2, 'There is no command "keys".\nAll commands: compaction help\n'],
    [['token', 'x'], 2, `compaction token: "x" is one word too many.\n${usageFor('token')}\n`],
    [[], 2, `No command was given.\n${usageFor(undefined)}\n`],
  ])('helps whom it does not understand (%j) with what they need', async (words, exitCode, text) => {
    const world = cliWorld()
    expect([await runCommand(words, world), world.printed]).toEqual([exitCode, { out: '', err: text }])
    world.close()
  })

  it.each([
    [['--help'], usageFor(undefined)],
    [['-h', '--json'], usageFor(undefined)],
    [['savings', '-h'], usageFor('savings')],
    [['help', 'run'], usageFor('run')],
    [['savings', '--by', 'day', '--help'], usageFor('savings')],
    [['run', '--observe', '-h'], usageFor('run')],
    [['--json', 'savings', '-h'], usageFor('savings')],
    [['-v'], manifest().version],
  ])('prints what %j asks for', async (words, text) => {
    const world = cliWorld()
    expect([await runCommand(words, world), world.printed]).toEqual([0, { out: `${text}\n`, err: '' }])
    world.close()
  })

  it.each([[['run', 'nobody', '--help']], [['run', 'nobody', 'exec', '--json']]])(
    'leaves to another program what is asked of it (%j)',
    async (words) => {
      const world = cliWorld()
      expect(await runCommand(words, world)).toBe(2)
      expect(world.printed.out).toBe('')
      world.close()
    },
  )

  it('takes --json before its command too', async () => {
    const world = cliWorld()
    expect(await runCommand(['--json', 'token'], world)).toBe(1)
    expect(JSON.parse(world.printed.out)).toEqual({ error: { message: expect.stringMatching('not signed in') } })
    world.close()
  })

  it('shows every command in its help, once', () => {
    for (const { name } of commands) {
      expect(
        usageFor(undefined)
          .split('\n')
          .filter((line) => `${line} `.startsWith(`  ${name} `)),
      ).toHaveLength(1)
      expect(usageFor(name).split('\n').length).toBeGreaterThanOrEqual(2)
    }
  })

  it.each(['compaction', 'npx https://d1a2b3c4d5e6f7.cloudfront.net/cli/compaction.tgz'])(
    'shows its help in 80 columns where it was started as %s, and says so once',
    (program) => {
      const all = [undefined, ...commands.map(({ name }) => name)]
      const lines = all.flatMap((name) => usageFor(name, program).split('\n'))
      expect(lines.filter((line) => line.length > 80)).toEqual([])
      expect(usageFor(undefined, program).split(program)).toHaveLength(2)
      expect(usageFor('savings', program)).toContain(`  ${program} savings`)
    },
  )
})
