// What stands around a conversation, as its record knows it.

import { describe, expect, it } from 'vitest'
import { haveSameTexts, haveSameTools, lacksItsTools } from '../../../../core/chain/identity/frame.ts'
import { headsOf } from '../../../../core/chain/identity/identity.ts'
import { dialects } from '../../../../core/dialects/registry.ts'
import { read } from '../../dialects/reading.ts'

const secret = Buffer.alloc(32, 7).toString('base64')
const marker = { cache_control: { type: 'ephemeral' } }

const frameOf = (members: object): string => {
  const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: 'a' }], ...members })
  return headsOf(read(dialects.messages, body), secret, 'm')?.frame ?? ''
}

const frameBehind = (system: unknown, indent = 0): string | undefined => {
  const body = { model: 'm', system, messages: [{ role: 'user', content: 'a' }], max_tokens: 9 }
  return headsOf(read(dialects.messages, JSON.stringify(body, null, indent)), secret, 'm')?.frame
}

describe('the frame of a conversation', () => {
  it('is the same with markers and without', () => {
    const plain = { type: 'text', text: 'You help.' }
    expect(frameBehind([{ ...plain, ...marker }])).toBe(frameBehind([plain]))
    expect(frameBehind([{ ...plain, cache_control: { type: 'ephemeral', ttl: '1h' } }])).toBe(frameBehind([plain]))
    expect(frameBehind([{ ...plain, ...marker }], 2)).toBe(frameBehind([plain], 2))
    expect(frameBehind([{ ...plain, cache_control: null }])).toBe(frameBehind([plain]))
    expect(frameBehind([{ ...marker, ...plain }])).toBe(frameBehind([plain]))
    expect(frameBehind([{ ...marker, ...plain }, plain], 2)).toBe(frameBehind([plain, plain], 2))
    expect(frameOf({ ...marker, system: 'You help.' })).toBe(frameOf({ system: 'You help.' }))
  })

  it('is the same with the members of its instructions in another order', () => {
    const said = { role: 'user', content: 'a' }
    const behind = (system: object): string | undefined =>
      headsOf(read(dialects['chat-completions'], JSON.stringify({ messages: [system, said] })), secret, 'm')?.frame
    const frame = behind({ role: 'system', content: 'You help.' })
    expect(behind({ content: 'You help.', role: 'system' })).toBe(frame)
    expect(behind({ role: 'system', content: 'You do not.' })).not.toBe(frame)
  })

  it('is another one with other text, also where that speaks of markers', () => {
    const texts = ['You help.', 'You help, "cache_control": {} or not.', 'You help or not.']
    expect(new Set(texts.map((text) => frameBehind([{ type: 'text', text }]))).size).toBe(texts.length)
  })

  it('tells its texts from how a request is to be answered', () => {
    const behind = (members: object): string => frameOf({ system: 'You help.', ...members })
    const choice = behind({ tool_choice: { type: 'any' } })
    expect(choice).not.toBe(behind({}))
    expect(haveSameTexts(choice, behind({}))).toBe(true)
    expect(haveSameTexts(behind({}), behind({ system: 'You do not.' }))).toBe(false)
    expect(haveSameTexts(behind({}), behind({ tools: [{ name: 'bash' }] }))).toBe(false)
  })

  it('tells its tools from its other texts, where it is no older record’s', () => {
    const behind = (members: object): string => frameOf({ system: 'You help.', tools: [{ name: 'bash' }], ...members })
    expect(haveSameTools(behind({}), behind({ system: 'You do not.' }))).toBe(true)
    expect(haveSameTools(behind({}), behind({ tools: [{ name: 'sh' }] }))).toBe(false)
    expect(haveSameTools(behind({}), behind({ functions: [{ name: 'bash' }] }))).toBe(false)
    const older = behind({}).split('.').slice(0, 2).join('.')
    expect(haveSameTools(older, behind({}))).toBe(false)
    expect(haveSameTools(older, older)).toBe(false)
  })

  it('is the same whomever a request is for, however long its answer may be', () => {
    expect(frameOf({ max_tokens: 9, metadata: { user_id: 'one' } })).toBe(frameOf({ max_tokens: 10, stream: true }))
    expect(frameOf({ diagnostics: { previous_message_id: 'msg_1' } })).toBe(frameOf({ diagnostics: null }))
  })

  it('is another one where a tool takes something else under the name of what stands in no prompt', () => {
    const tool = (takes: object) => frameOf({ tools: [{ name: 'x', input_schema: { properties: takes } }] })
    expect(tool({ diagnostics: { type: 'string' } })).not.toBe(tool({}))
  })

  it('is another one, with the same texts, where instructions in the middle are', () => {
    const told = (...roles: readonly string[]): string =>
      frameOf({ messages: roles.map((role) => ({ role, content: `${role} says` })) })
    const before = told('user', 'system', 'assistant', 'user')
    expect(before).not.toBe(told('user', 'assistant', 'user'))
    expect(haveSameTexts(before, told('user', 'assistant', 'user'))).toBe(true)
    expect(haveSameTexts(before, told('system', 'user', 'assistant', 'user'))).toBe(false)
  })

  it('is another one, with the same texts, when a picture comes', () => {
    const picture = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: `iVBORw0KGgo${'A'.repeat(300)}` },
    }
    const shown = frameOf({ messages: [{ role: 'user', content: [picture] }] })
    expect(shown).not.toBe(frameOf({}))
    expect(haveSameTexts(shown, frameOf({}))).toBe(true)
  })

  it('takes time by its length, whatever it is made of', () => {
    const since = process.cpuUsage()
    for (const part of [' ', ', ', ',"cache_control"', ',"cache_control":{', ',\n'])
      expect(frameBehind(part.repeat(1_000_000 / part.length))).toBeDefined()
    expect(process.cpuUsage(since).user).toBeLessThan(2_000_000)
  })

  it('tells whether a request comes without the tools that the conversation had', () => {
    const [none, empty, some] = [frameOf({}), frameOf({ tools: [] }), frameOf({ tools: [{ name: 'sh' }] })]
    expect([none, empty].map((frame) => lacksItsTools(frame, some))).toEqual([true, true])
    expect([some, none].map((frame) => lacksItsTools(frame, none))).toEqual([false, false])
  })
})
