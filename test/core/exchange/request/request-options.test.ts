import { describe, expect, it } from 'vitest'
import { readRequestOptions } from '../../../../core/exchange/request/request-options.ts'

const ours = '0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b'
const theirs = '7B3C9C1E-1D5F-4B0A-9E8D-2F6A1C4B7D90'

describe('readRequestOptions', () => {
  it.each([
    ['the header of the service', { 'x-service-session-id': ours.toUpperCase() }, ours, 'header'],
    ['what Claude Code sends', { 'x-claude-code-session-id': theirs }, theirs.toLowerCase(), 'claude-code'],
    ['what Codex sends', { 'session-id': theirs }, theirs.toLowerCase(), 'codex'],
    ['what Codex sent before', { session_id: theirs }, theirs.toLowerCase(), 'codex'],
    ['our own before theirs', { 'x-service-session-id': ours, session_id: theirs }, ours, 'header'],
  ])('takes the session from %s', (_name, headers, sessionId, client) => {
    expect(readRequestOptions(headers)).toEqual({ sessionId, client })
  })

  it.each([[{}], [{ session_id: 'thread-7' }], [{ 'x-claude-code-session-id': '' }]])(
    'has no session in %j',
    (headers) => {
      expect(readRequestOptions(headers)).toEqual({})
    },
  )

  it.each(['', 'thread-7', `${ours}x`])('refuses %j as a session of ours', (id) => {
    expect(() => readRequestOptions({ 'x-service-session-id': id })).toThrow('must be a UUID')
  })

  it.each(['off', 'observe', 'OFF'])('takes %s as compaction', (word) => {
    expect(readRequestOptions({ 'x-service-compaction': word })).toEqual({ compaction: word.toLowerCase() })
  })

  it.each(['', 'on', 'repeated'])('refuses %j as compaction', (word) => {
    expect(() => readRequestOptions({ 'x-service-compaction': word })).toThrow('must be off or observe')
  })
})
