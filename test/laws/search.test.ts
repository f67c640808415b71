// No session costs more than one in a hundred above direct, and receipts claim what was true: searched, not shown by example.
// More with `npm run eval:bill -- --search 20000`.

import { describe, expect, it } from 'vitest'
import { causeOf, shapesFound } from '../../eval/cost/search/report.ts'
import { limit, type SessionFound, search } from '../../eval/cost/search/search.ts'
import type { Lifetime, ModelName } from '../../eval/cost/search/shapes/models.ts'
import { modelNames } from '../../eval/cost/search/shapes/models.ts'
import { usualShapeNames } from '../../eval/cost/search/shapes/named-shapes.ts'
import type { ShapeName } from '../../eval/cost/search/shapes/shapes.ts'

const sessions = Number(process.env.SESSIONS ?? 200)

/** The one session of this name. */
const found = async (seed: number, shape: ShapeName, model: ModelName, lifetime: Lifetime): Promise<SessionFound> => {
  for await (const one of search({ sessions: 1, seed, shapes: [shape], models: [model], lifetimes: [lifetime] }))
    return one
  throw new Error('There is no such session.')
}

const dearer = (found: readonly SessionFound[]): string[] => found.filter(({ ratio }) => ratio > limit).flatMap(causeOf)

describe('made-up sessions of every shape', { timeout: 300_000 }, () => {
  it('cost no more than the limit, save, and claim what they saved', async () => {
    const found: SessionFound[] = []
    for await (const one of search({ sessions, seed: 70_000, shapes: usualShapeNames, models: modelNames }))
      found.push(one)

    expect(dearer(found)).toEqual([])
    const sum = (of: (one: SessionFound) => number): number => found.reduce((total, one) => total + of(one), 0)
    expect(sum(({ ours }) => ours)).toBeLessThan(0.95 * sum(({ direct }) => direct))
    for (const { shape, savedCounted, claimed } of shapesFound(found))
      if (Number.isFinite(claimed)) expect(Math.abs(claimed - savedCounted), shape).toBeLessThan(0.04)
  })

  it.each([
    ['was counted on less text than came new, and fell below the least length', 4_900, 'few and long', 'haiku', '1h'],
    ['had begun without the service, behind a cache of requests', 40_000_195, 'begun directly', 'gpt-5.6', '30m'],
    ['had begun without the service, behind markers', 40_000_389, 'begun directly', 'bedrock', 'mixed'],
    ['had begun without the service, which shortens at once', 40_000_271, 'begun directly', 'sonnet', '5m'],
    ['had begun without the service, at a gateway', 40_000_137, 'begun directly', 'unknown cached', '1h'],
    ['went past the service, and came back', 43_000_162, 'to and fro', 'gateway', '1h'],
    ['was asked for by another name of its model', 50_000_109, 'other names', 'gpt-5.4', '10m'],
    [
      'was tried again long after its upstream had taken it in and failed',
      50_000_047,
      'failing late',
      'unknown cached',
      '1h',
    ],
    ['came to another model, and went back to where little had gone', 16_292, 'all at once', 'gpt-4.1', '10m'],
    ['came again with a marker where it had none', 14_204, 'all at once', 'bedrock', '1h'],
    ['had its record from before anything of it was cached', 12_490, 'clearing', 'haiku', '5m'],
    ['was marked within a turn', 2_691, 'markers', 'bedrock', '5m'],
    ['did not reach its last cached end', 11_779, 'markers', 'opus', '1h'],
    ['was rewritten down to less than the least length', 30_638, 'forks', 'gpt-4o', '10m'],
    ['came with another end of a turn', 31_845, 'all at once', 'gpt-5.5', '24h'],
    ['was forgotten sooner than is documented', 1_897, 'switching', 'unknown cached', '10m'],
    ['was tried again when it was forgotten, and went on', 11_204, 'retries', 'gpt-5.4', '10m'],
    ['was given a remark at the end of an old turn', 1_194, 'clearing', 'opus', '1h'],
    ['was given a remark twice, the second time in the turn just sent', 469, 'clearing', 'sonnet', '5m'],
    ['was given a remark where its only move had been for nothing', 1_874, 'clearing', 'haiku', 'mixed'],
    ['was cleared until little was left of what was counted', 1_681, 'clearing', 'opus-4.7', '5m'],
    ['had markers for the first time, in another frame', 30, 'all at once', 'gateway', '1h'],
    ['was cleared, and counted otherwise from then on', 200_936, 'clearing', 'unknown cached', '10m'],
    ['was changed in the middle of what was moved', 569, 'clearing', 'haiku', 'mixed'],
    ['had its older ends cached behind another frame', 3_928, 'all at once', 'gpt-5.6', '3h'],
    ['was sent again as it was before its text moved, too short to move as well', 4_746, 'forks', 'opus', 'mixed'],
    ['had an early branch after a rest in which it was forgotten', 4_154, 'forks', 'unknown cached', '1h'],
    ['went back to a short beginning of what had moved', 884, 'forks', 'opus-4.7', 'mixed'],
    ['found the record of a sibling near the least length', 3_636, 'forks', 'bedrock', '1h'],
    ['found the record of a sibling that does not say what was cached', 966, 'forks', 'gateway', '1h'],
    ['found the record of a sibling that cannot tell its texts', 1_580, 'forks', 'unknown cached', '1h'],
    ['was tried again days later, right after a branch of it', 3_153, 'forks', 'gpt-4.1', '1h'],
    ['went back to a beginning too short to move what had moved', 8_780, 'forks', 'opus', 'mixed'],
    ['moved in one branch what a shorter one had to keep', 8_843, 'forks', 'bedrock', 'mixed'],
    ['went on from one of several at once that travelled whole', 19_443, 'forks', 'sonnet', '1h'],
    ['came back to a model after thirty turns with others', 19_693, 'switching', 'gpt-5.6', '24h'],
    ['grew thrice by more blocks than a marker looks back for', 1_026, 'all at once', 'gateway', 'mixed'],
    ['was gone, although a branch had just used its beginning', 2_357, 'forks', 'gpt-5.5', '24h'],
    ['gained text of few tokens a character near the least length', 5_296, 'thin', 'haiku', 'mixed'],
    ['was shortened by text of which a character is many tokens', 189, 'thin', 'haiku', '1h'],
    ['went on from a turn that was sent again when it was forgotten', 1_603_797, 'forks', 'gpt-5.6', '3h'],
    ['was sent again a day later, and went on from there', 906_426, 'forks', 'gpt-5.6', '30m'],
    ['went on in five branches at once, each of which paid for the same move', 446, 'forks', 'gpt-5.6', '24h'],
    ['went on in five short branches at once', 3_300_410, 'forks', 'gpt-5.6', '24h'],
    ['lost a marker from its system text, which had once changed', 353, 'everything', 'sonnet', 'mixed'],
    ['was asked again behind its old system text', 7_391, 'all at once', 'unknown cached', '1h'],
    ['came to another model with a marker in an old turn', 840, 'everything', 'sonnet', '1h'],
    ['went back to a beginning that a longer branch had moved', 900_022, 'forks', 'haiku', '5m'],
    ['rested while another branch used its beginning', 500_583, 'forks', 'gpt-5.6', '24h'],
    ['went back to where others had gone on whole', 600_674, 'forks', 'gateway', 'mixed'],
    ['rested while another branch moved text for a price', 601_283, 'forks', 'gpt-5.4', '24h'],
    ['kept whole what another branch had moved for nothing', 602_126, 'forks', 'unknown cached', '1h'],
    ['moved for nothing what a branch had just sent whole', 700_322, 'forks', 'gateway', '5m'],
    ['had its older ends used by several branches at once', 700_388, 'forks', 'gpt-5.6', '24h'],
    ['counted a beginning exactly that a longer branch had held in doubt', 702_226, 'forks', 'haiku', '1h'],
    ['was tried again after a rest, and found as it was before', 500_855, 'forks', 'gpt-5.6', '30m'],
    ['was tried again right after it had gone on', 600_847, 'forks', 'bedrock', '5m'],
    ['rested longer than its cache, and less than any may keep', 700_153, 'forks', 'gpt-5.6', '30m'],
    ['had siblings, one of which was too short to move', 701_354, 'forks', 'bedrock', '5m'],
    ['was tried again after a rest, under the key of its siblings', 506_374, 'forks', 'gpt-5.6', '3h'],
    ['rested longer than its messages are kept, and less than its system text', 903_929, 'forks', 'bedrock', 'mixed'],
    ['rested since before another had paid for a move', 906_100, 'forks', 'gpt-5.5', '24h'],
    ['was tried again with other markers, right after its text had moved', 1_400_491, 'all at once', 'haiku', 'mixed'],
    ['brought text of fewer tokens than what was counted, near the least length', 77_894, 'forks', 'gpt-5.6', '30m'],
    ['had five branches at once that bring the same new text', 1_602_172, 'forks', 'gpt-5.5', '24h'],
    ['moved in one branch, for a price, what another had paid for hours before', 78_952, 'forks', 'gpt-5.5', '24h'],
    [
      'had three branches at once after a pause, two of which moved what might be gone',
      903_151,
      'forks',
      'gpt-5.4',
      '10m',
    ],
    ['came behind a shorter system text, near the least length', 725, 'new system', 'haiku', 'mixed'],
    [
      'was tried again with other markers, after text had moved that none had read',
      5_000_103,
      'everything',
      'opus-4.7',
      '5m',
    ],
    ['went on in six branches at once, none of which reads what another has sent', 903_186, 'forks', 'opus-5', '1h'],
    [
      'had branches at once whose markers reach more than those of others',
      5_001_196,
      'all at once',
      'opus-4.7',
      'mixed',
    ],
    ['was tried again when its older ends were about to be forgotten', 5_002_376, 'all at once', 'gpt-5.6', '30m'],
    [
      'rested, all branches at once, and had moved in one of them before what was held now',
      6_102_555,
      'forks',
      'haiku',
      '5m',
    ],
    ['named its members in another order, after its system text had changed', 8_002_134, 'everything', 'gpt-5.6', '3h'],
    ['went back to before a read had gone that nothing used', 1_400_179, 'forks', 'haiku', 'mixed'],
    [
      'went back to before a move that was paid for, as what it had sent then was forgotten',
      64_940,
      'all at once',
      'opus-4.7',
      'mixed',
    ],
    [
      'was put a reminder after another branch, which shares less with it, had been in use',
      70_504,
      'everything',
      'sonnet',
      '1h',
    ],
    ['lost one of its last answers after text had moved', 700_339, 'dropping', 'opus-5', '1h'],
    ['lost a text that held less than what had gone', 382, 'dropping', 'gpt-4o', '10m'],
    [
      'was given a remark in a text that held lines, others of which had gone for it',
      12_000_419,
      'everything',
      'bedrock',
      'mixed',
    ],
    ['was sent again after its upstream had been overloaded', 15_000_001, 'failing', 'sonnet', '1h'],
    ['was to be answered otherwise, and was read all the same', 1_094, 'settings', 'gpt-5.6', '3h'],
    ['went back to the choice of tools behind which it was cached', 1_316, 'settings', 'opus', 'mixed'],
    ['had a tool more, and one less within a minute', 6_113, 'other tools', 'haiku', '5m'],
    ['came back to the tools behind which it was cached', 6_452, 'other tools', 'gateway', '5m'],
    ['was cached, by answers that do not speak of a cache', 1_035, 'some usage', 'gpt-5.6', '30m'],
    ['was sent its newest instruction alone, behind its last words', 30_114, 'instructed', 'gpt-5.6', '24h'],
    ['ended in the beginning of an answer, which its next request did not have', 8_479, 'instructed', 'gpt-5.5', '24h'],
    ['moved text before thinking that its client took out', 1_449, 'thinking', 'sonnet', '1h'],
    ['moved text before thinking that its provider took out', 1_001, 'thinking', 'sonnet', 'mixed'],
    ['moved text before the thinking of its last answer', 1_133, 'thinking', 'gpt-5.6', '3h'],
    [
      'went on with words after it had thought, and lost the end before its only move',
      1_330_469,
      'thinking',
      'sonnet',
      '5m',
    ],
    ['was told of its cache by some answers alone', 1_152, 'some usage', 'gpt-5.6', '30m'],
    ['had more to rewrite than it has by its rate', 14_000_477, 'thin', 'bedrock', '1h'],
    ['had more to rewrite than it has by its rate, with its last request', 50_317, 'thin', 'opus-4.7', 'mixed'],
    ['was counted in fewer tokens than those in which its gain is known', 60_511, 'counted otherwise', 'opus', '5m'],
    [
      'came from another model, and went back to before a text that held lines',
      8_002_438,
      'everything',
      'bedrock',
      '1h',
    ],
    ['lost a text, of late, for whose sake lines had gone', 2_020_378, 'dropping', 'opus-5', '1h'],
    ['went on from behind an answer, near the least length', 7_001_102, 'forks', 'opus', '1h'],
    ['lost a little more than a step in several short branches at once', 15_000_800, 'failing', 'unknown cached', '1h'],
    ['kept in one branch what another had paid for, and paid for it later', 77_150, 'forks', 'gpt-4.1', '1h'],
    ['lost records that are denser than the prompt around them', 908, 'dense records', 'opus', 'mixed'],
    ['moved thin results before what is denser, and was not counted', 12_878, 'images', 'gpt-4o', '10m'],
    ['was too short to be cached without its instruction of the moment', 405, 'instructed the same', 'gpt-5.4', '1h'],
    ['ended in an instruction of the moment when text could move', 1_538, 'instructed the same', 'gpt-5.6', '3h'],
    ['was gone although one process thought that it was held', 223, 'several clocks', 'bedrock', '5m'],
    ['had saved only by where its reads ended within their steps', 6_877, 'instructed', 'gpt-4.1', '10m'],
    ['had its tools back behind which it had been sent, after two new sets', 15_192, 'other tools', 'opus', 'mixed'],
    ['had its tools back after many other changes', 16_061, 'other tools', 'opus-5', 'mixed'],
    [
      'was not read by a cache that had not met it, as if it were never cached',
      328,
      'several caches',
      'gpt-5.5',
      '24h',
    ],
    ['was not read by one of several caches after a minute', 1_048, 'several caches', 'gpt-5.4', '10m'],
    ['had its ends in other caches than the one that is asked', 1_161, 'several caches', 'gateway', '1h'],
    ['moved in one cache what another held as it was', 550, 'several caches', 'opus', '5m'],
    ['was forgotten three times in a row, and cached again', 863, 'forgetful caches', 'opus', 'mixed'],
    ['was forgotten, and read from where an older request had ended', 953, 'forgetful caches', 'gpt-5.6', '3h'],
    ['was forgotten before it had ever been read', 367, 'forgetful caches', 'gpt-5.5', '24h'],
    ['had a read that was too short, and more to move', 710_291, 'forgetful caches', 'gpt-4.1', '1h'],
    ['was to be cleared by its provider beyond a length', 383, 'cleared by the provider', 'opus', 'mixed'],
    ['was to be compacted by its provider beyond a length', 333, 'compacted by the provider', 'sonnet', '1h'],
    ['rested by the clocks of two processes longer than it did', 535, 'clocks near the end of life', 'bedrock', '5m'],
    [
      'stood twenty blocks and more before the marker that should read it',
      41_628,
      'no marked frame',
      'bedrock',
      'mixed',
    ],
    ['was put a reminder behind its last turn but one when text could move', 61_077, 'all at once', 'gpt-5.5', '24h'],
    ['paused as long as it was once forgotten after, and was kept', 60_271, 'several conversations', 'gpt-5.6', '24h'],
    ['rested long enough by one clock of several at once', 5_446, 'clocks near the end of life', 'opus-4.7', '5m'],
    ['was held, when others had not met the cache that was asked', 622, 'several conversations', 'gpt-5.6', '24h'],
    ['was held, when others had been forgotten before they were read', 515, 'several conversations', 'gpt-5.6', '3h'],
    ['was held beyond the pauses after which others were gone', 455, 'several conversations', 'gpt-5.6', '3h'],
    [
      'went back, after long, to before what another had moved at once',
      2_859,
      'clocks near the end of life',
      'gpt-4o',
      '1h',
    ],
    ['went back to what stood there before old results were cleared', 21_394, 'everything', 'gpt-5.4', '24h'],
    ['was kept by markers of five minutes when the table failed', 910_173, 'failing table', 'opus', 'mixed'],
    ['went on before an answer had ended that had moved text', 335, 'hasty', 'haiku', 'mixed'],
    ['went on before an answer had ended, and had little taken out', 51_553, 'hasty', 'gpt-5.4', '24h'],
    [
      'was sent again after a first attempt that was too short for all that was known',
      16_012,
      'hasty',
      'opus-4.7',
      '1h',
    ],
    ['moved text before what the record did not tell of yet', 463, 'hasty', 'gpt-5.4', '10m'],
    ['had lost its last record when text could move for a price', 740_110, 'failing table', 'gpt-4.1', '24h'],
    [
      'met others that had said the same last, before its record was written',
      158,
      'scripted agents',
      'sonnet',
      'mixed',
    ],
    ['met them after a rest', 294, 'scripted agents', 'sonnet', '1h'],
    ['was used again by its beginning alone, and met them', 471, 'scripted agents', 'haiku', '1h'],
    ['met a branch of its own that had said the same last', 1_295, 'scripted agents', 'haiku', '5m'],
    ['was sent again once the record of the turn before was there', 2_014, 'scripted agents', 'gpt-4.1', '24h'],
    ['was sent again once an answer had ended that it had gone on from', 45, 'scripted agents', 'sonnet', '1h'],
    ['paid with what another had saved', 3_782, 'scripted agents', 'sonnet', 'mixed'],
    ['was used after an hour, and again at once', 11_907, 'scripted agents', 'gpt-5.4', '24h'],
    ['was marked where its upstream does not look', 5, 'markers', 'automatic claude', '24h'],
    ['was counted but for what was cached', 14, 'some usage', 'automatic claude', '24h'],
    ['was asked something beside it, with which alone it was long enough', 500_269, 'asides', 'sonnet', 'mixed'],
    ['said the same turn after turn', 4_002_047, 'polling', 'gpt-4.1', '10m'],
    ['waited for something, and asked for it in the same words', 3_001_246, 'polling', 'bedrock', '5m'],
    ['had words that move on with its newest turn', 4_002_434, 'passing words', 'renamed claude', '24h'],
    [
      'was asked beside it behind another system text, first too short and then not',
      4_000_858,
      'side calls',
      'unknown cached',
      '10m',
    ],
    ['went on behind what was asked beside it', 4_002_787, 'side calls', 'haiku', '1h'],
    ['had old results cleared for one request, minutes ago', 4_002_527, 'cleared for once', 'automatic claude', '24h'],
    ['was counted once for each search of its provider', 4_003_193, "the provider's own tools", 'haiku', '5m'],
    [
      'moved text that is kept behind the instructions of several speakers',
      8_000_172,
      'several speakers',
      'opus-4.7',
      '5m',
    ],
    ['was held longer than others that were never read', 665, 'wavering lifetimes', 'gpt-5.6', '3h'],
    ['was held longer than before, together with its tools', 667, 'wavering lifetimes', 'gpt-5.5', '24h'],
    ['came with its history, and went on from a turn of it', 1_166, 'imported', 'haiku', 'mixed'],
    ['came whole with its history, and went on from a turn of it', 15_211, 'imported', 'opus-4.7', '1h'],
    ['began as others do, which had moved that', 9_470, 'shared beginning', 'gpt-4.1', '24h'],
    ['was asked beside it, where the history is kept behind that as well', 8_000_082, 'side calls', 'opus-4.7', '5m'],
    ['had begun as others do, on a machine that kept what these had moved', 2_633, 'shared beginning', 'gpt-4o', '24h'],
    [
      'rested, and had said something else in the turn that others had moved',
      8_754,
      'shared beginning',
      'gpt-4o',
      '1h',
    ],
    ['rested, and could pay for a move while others were in use', 750_186, 'shared beginning', 'gpt-4.1', '24h'],
    ['rested, and had decided otherwise than others of what they share', 700_617, 'shared beginning', 'opus-5', '1h'],
    ['had begun as another that was too short, on a busy machine', 222, 'busy', 'haiku', '1h'],
    ['had begun as another that was shortened at once, on a busy machine', 175, 'busy', 'opus', '5m'],
    ['went back to where a shorter branch had been used last', 19, 'busy', 'gpt-5.4', '10m'],
    ['went back to before a call that had superseded a read', 516, 'forks', 'haiku', '1h'],
    ['was asked beside it before much was counted, and later', 5_000_274, 'side calls', 'renamed claude', '24h'],
    ['had begun a second after another that was too short', 2_700_626, 'shared beginning', 'haiku', '1h'],
    ['was sent at once in branches, of which the engine answered some', 104_968, 'late branches', 'gpt-5.4', '1h'],
    ['went on in several branches after its first rest', 900_939, 'clocks near the end of life', 'opus', '5m'],
  ] satisfies [string, number, ShapeName, ModelName, Lifetime][])(
    'cost no more when one %s',
    async (_what, seed, shape, model, lifetime) => {
      expect(dearer([await found(seed, shape, model, lifetime)])).toEqual([])
    },
  )

  it.each([
    ['is shortened in reads that end at steps', 5_072, 'dense records', 'gpt-4.1', '1h'],
    ['brings another system text again and again', 800_091, 'new system', 'gpt-4.1', '10m'],
    ['goes on in branches at once, which read what the first has sent', 10_754, 'everything', 'gpt-4.1', '10m'],
    ['goes on before answers have ended, and is cached nowhere', 70_095, 'hasty', 'uncached gpt', 'none'],
    ['is cleared by its provider beyond a length', 383, 'cleared by the provider', 'opus', 'mixed'],
    ['moves with a new picture, behind which nothing is read', 2_069, 'images', 'sonnet', 'mixed'],
    ['reads nothing with a new picture, and moves nothing', 30_077, 'images', 'opus-5', 'mixed'],
    ['moves with a new picture, behind which all is read', 30_223, 'images', 'haiku', '5m'],
    ['goes back to other settings, behind which less is held', 90_134, 'settings', 'sonnet', 'mixed'],
    ['is forgotten, but not what it shares with others', 500_332, 'several conversations', 'gpt-5.4', '24h'],
    ['is sent again to keep it, and its first turn is long ago', 500_296, 'kept warm', 'gateway', 'mixed'],
    ['has a new system text each time, and tools that are read', 700_672, 'new system', 'haiku', '1h'],
    ['goes on from a retry that went as others had', 6_377, 'images', 'opus-5', 'mixed'],
    ['is asked about behind one system text again and again', 3_000_782, 'side calls', 'gpt-5.4', '24h'],
    ['is read up to what moved after a rest, which is little', 3_001_149, 'side calls', 'gpt-4o', '1h'],
    ['rests, and begins as others do', 3_000_609, 'shared beginning', 'gpt-4o', '1h'],
    ['rests, and is read up to what has gone for later text', 380, 'repeating', 'gpt-4.1', '24h'],
  ] satisfies [string, number, ShapeName, ModelName, Lifetime][])(
    'claim what was saved when one %s',
    async (_what, seed, shape, model, lifetime) => {
      const { ours, direct, claimed } = await found(seed, shape, model, lifetime)
      expect(Math.abs(direct - ours - claimed) / direct).toBeLessThan(0.03)
    },
  )

  it('call their claims estimates where a text cannot go as another branch has just sent it', async () => {
    expect((await found(70_176, 'several clocks', 'haiku', '1h')).estimated).toBe(true)
  })
})
