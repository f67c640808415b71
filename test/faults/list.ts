// Every fault: its number, its name, what is expected, and the play that shows it.

import type { Fault } from './fault.ts'
import * as client from './plays/client.ts'
import * as compressor from './plays/compressor.ts'
import * as containers from './plays/containers.ts'
import * as machine from './plays/machine.ts'
import * as tables from './plays/tables.ts'
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
  {
    number: 18,
    name: 'tables refuse, are gone, throttle, break off, are slow, are silent',
    expected: 'known keys go on, others get 503, nobody 401; at once good again',
    play: tables.outages,
  },
  {
    number: 19,
    name: 'tables refuse the receipt',
    expected: 'the answer is whole; the log has the receipt',
    play: tables.refusesReceipts,
  },
  {
    number: 21,
    name: 'compressor lies',
    expected: 'the original goes out; 503 on the direct path',
    play: compressor.lies,
  },
  {
    number: 22,
    name: 'compressor is gone, hangs, is slow, breaks off',
    expected: 'the original goes out within 1.5 s',
    play: compressor.isGone,
  },
  {
    number: 30,
    name: 'tables are gone for longer than keys are good',
    expected: 'five minutes, then 503',
    play: tables.staleKeys,
  },
  {
    number: 31,
    name: 'ten minutes of load on throttled tables',
    expected: '200 or 429, no other',
    play: tables.throttledForMinutes,
  },
  {
    number: 32,
    name: 'ten minutes of load on slow tables',
    expected: '200 or 429, no other',
    play: tables.slowForMinutes,
  },
  {
    number: 33,
    name: 'compressor lies for hours',
    expected: 'originals go out; good again afterwards',
    play: compressor.liesForHours,
  },
  {
    number: 24,
    name: 'SIGTERM with running streams',
    expected: 'they end whole; not ready; exit code 0',
    play: containers.isAskedToEnd,
  },
  {
    number: 25,
    name: 'clocks 2 s apart, receipts written twice',
    expected: 'one limit for both; the first receipt stays',
    play: containers.clocksDiffer,
  },
  {
    number: 34,
    name: 'kill -9 of a container in mid-stream',
    expected: 'its streams break, the others’ do not',
    play: containers.isKilled,
  },
  {
    number: 35,
    name: 'containers are replaced one after the other',
    expected: 'every request is answered',
    play: containers.areReplaced,
  },
  {
    number: 36,
    name: 'clock steps by a day, to and fro',
    expected: 'limits as ever, nobody shut out for longer than a minute',
    play: containers.clockSteps,
  },
  {
    number: 37,
    name: 'name server is silent',
    expected: '504 for its names; others are not held up',
    play: containers.namesAreSilent,
  },
  {
    number: 38,
    name: 'kill -9 of npm start’s functions in mid-stream',
    expected: 'its stream breaks; the next start finds everything else',
    play: machine.killsFunctions,
  },
  {
    number: 39,
    name: 'kill -9 of npm start itself in mid-stream',
    expected: 'its stream breaks; the next start finds everything else',
    play: machine.killsService,
  },
  {
    number: 40,
    name: 'kill -9 of npm start’s compressor in mid-stream',
    expected: 'nothing breaks; it comes back',
    play: machine.killsCompressor,
  },
  {
    number: 41,
    name: 'kill -9 of a function’s environment in mid-stream',
    expected: 'its stream breaks; another environment goes on',
    play: machine.killsEnvironment,
  },
  {
    number: 42,
    name: 'disk is full',
    expected: 'answers go on; what was written before is there afterwards',
    play: machine.diskIsFull,
  },
]
