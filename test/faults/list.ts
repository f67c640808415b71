// Every fault: its number, its name, what is expected, and the play that shows it.

import type { Fault } from './fault.ts'
import * as client from './plays/client.ts'
import * as upstream from './plays/upstream.ts'

export const faults: readonly Fault[] = [
  {
    number: 1,
    name: 'upstream refuses, or has no name',
    expected: '502 in the provider’s form, no retry, no receipt',
    play: upstream.refuses,
  },
  {
    number: 2,
    name: 'upstream makes no connection',
    expected: '504 after 5 s',
    patient: true,
    play: upstream.makesNoConnection,
  },
  {
    number: 3,
    name: 'upstream sends no head',
    expected: '504 when the exchange’s time is over; upstream closed',
    patient: true,
    play: upstream.sendsNoHead,
  },
  {
    number: 4,
    name: 'first token after 120 s',
    expected: 'the same bytes',
    patient: true,
    play: upstream.startsLate,
  },
  {
    number: 5,
    name: 'silence of 310 s in mid-stream',
    expected: 'the same bytes',
    patient: true,
    play: upstream.pauses,
  },
  {
    number: 6,
    name: 'reset before the head',
    expected: '502, one request upstream',
    play: upstream.resetsBeforeHead,
  },
  {
    number: 7,
    name: 'reset within an event',
    expected: 'every byte before it, then a break',
    play: upstream.breaksInEvent,
  },
  {
    number: 8,
    name: 'end without the last event',
    expected: 'as it came: whole stays whole, broken breaks',
    play: upstream.endsWithoutLastEvent,
  },
  {
    number: 9,
    name: 'cut at every byte',
    expected: 'a beginning of the answer and a break, never a clean end',
    play: upstream.isCutEverywhere,
  },
  {
    number: 10,
    name: 'pieces of 1 to 7 bytes',
    expected: 'the same bytes, the same usage',
    play: upstream.stutters,
  },
  {
    number: 11,
    name: 'error event under a 200',
    expected: 'the same bytes',
    play: upstream.failsInStream,
  },
  {
    number: 12,
    name: 'error statuses in every encoding',
    expected: 'status, headers and decoded bytes',
    play: upstream.failsOddly,
  },
  {
    number: 13,
    name: 'redirects',
    expected: 'passed, not followed',
    play: upstream.sendsElsewhere,
  },
  {
    number: 14,
    name: 'client leaves, at four points',
    expected: 'upstream closed within 1 s, a receipt for each',
    play: client.leaves,
  },
  {
    number: 15,
    name: 'slow reader of 50 MB',
    expected: 'backpressure: under 10 MB held, every byte in the end',
    play: client.readsSlowly,
  },
  {
    number: 16,
    name: 'request that never ends',
    expected: '408',
    patient: true,
    play: client.writesSlowly,
  },
  {
    number: 17,
    name: 'bodies at the limit, lying lengths, both framings',
    expected: '200, 400 or 413; what is refused reaches nobody',
    play: client.breaksHttp,
  },
  {
    number: 20,
    name: '200 requests at once on a limit of 30',
    expected: 'at most 30, and what time adds',
    play: client.isMany,
  },
  {
    number: 23,
    name: '10,000 streams that clients leave',
    expected: 'a receipt for each; sockets and heap as before',
    play: client.manyLeave,
  },
  {
    number: 26,
    name: 'WebSocket upgrade',
    expected: '426',
    play: client.upgrades,
  },
  {
    number: 27,
    name: 'HEAD /, OPTIONS, odd paths',
    expected: 'one answer each; only what is served reaches the provider',
    play: client.asksAside,
  },
  {
    number: 28,
    name: 'half-closed connection of a client',
    expected: 'it has left: upstream closed, a receipt',
    play: client.closesHalf,
  },
  {
    number: 29,
    name: 'half-open connections: upstream or client is gone without a word',
    expected: 'cut when the exchange’s time is over, with receipts',
    patient: true,
    play: client.vanishes,
  },
]
