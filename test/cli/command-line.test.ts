// How words become commands.

import { describe, expect, it } from 'vitest'
import { readCommandLine, usage, usageFor } from '../../cli/command-line.ts'
import { commands } from '../../cli/commands.ts'
import { NotUnderstood } from '../../cli/faults.ts'

describe('the command line', () => {
  it.each([
    [[], 'No command was given.'],
    [['fly'], 'There is no command "fly".'],
    [['token', 'x'], 'compaction token: "x" is one word too many.'],
    [['env', '--shell'], /--shell/],
    [['token', '--shell', 'sh'], /--shell/],
  ])('does not understand %j', (words, message) => {
    expect(() => readCommandLine(words)).toThrow(NotUnderstood)
    expect(() => readCommandLine(words)).toThrow(message)
  })

  it('takes --json before and behind everything', () => {
    expect(readCommandLine(['token', '--json']).given.json).toBe(true)
    expect(readCommandLine(['env', '--json', '--shell', 'fish']).given).toMatchObject({
      json: true,
      options: { shell: 'fish' },
    })
  })

  it('shows every command in its help, once', () => {
    for (const { name } of commands) {
      expect(usage.split('\n').filter((line) => `${line} `.startsWith(`  compaction ${name} `))).toHaveLength(1)
      expect(usageFor(name).split('\n').length).toBeGreaterThanOrEqual(2)
    }
  })

  it('shows its help in 80 columns', () => {
    expect(usage.split('\n').filter((line) => line.length > 80)).toEqual([])
  })
})
