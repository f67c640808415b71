// Shapes of sessions in which a summary takes the place of history, whose answers have what their provider made or what their model thought, whose
// clients change what they ask for, and whose agents share all that was said. Each is told of a provider, an agent or a kit (read 2026-11).

import { type Chance, pick } from '../../sessions/chance.ts'
import { noActs } from './acts.ts'
import { paced, type Shape } from './shape.ts'

/** `reasoning_content` (DeepSeek, Kimi, Qwen), which templates of chat leave out of older turns. */
const reasoning = (chance: Chance): Shape => ({
  ...paced(chance),
  thinks: 0.8,
  acts: { ...noActs, fork: 0.02 },
  habits: { reasons: true },
  surroundings: chance() < 0.5 ? { forgetsReasoning: true } : {},
})

export const replacedShapes = {
  // Blocks of compaction that come with an answer, and all before them as well (platform.claude.com, compaction at a token threshold).
  'compaction blocks': (chance) => ({
    ...paced(chance),
    calls: [1, 6],
    acts: { ...noActs, block: pick(chance, [0.03, 0.1]), fork: 0.02 },
  }),
  // A summary that is asked for while the conversation goes on (platform.claude.com, compaction in the background).
  'summed up beside': (chance) => ({
    ...paced(chance),
    environments: pick(chance, [1, 3]),
    acts: { ...noActs, sumBeside: pick(chance, [0.05, 0.2]), fork: 0.02 },
  }),
  // Codex and OpenCode keep what the user has said, and a summary behind it (opencode-openai-compact 1.3.0).
  'only words kept': (chance) => ({
    ...paced(chance),
    acts: { ...noActs, keepWords: pick(chance, [0.03, 0.1]), fork: 0.02 },
  }),
  'reasoning in chat': reasoning,
  // Codewhale (pull request 1297) and Hermes (issue 27339) leave it out once the user speaks again.
  'reasoning once stored': (chance) => {
    const shape = reasoning(chance)
    return { ...shape, habits: { ...shape.habits, stored: 'unreasoned' } }
  },
  // What servers of tools gave that the provider asks itself, and kits that leave it out once it is stored.
  'run by the provider': (chance) => ({
    ...paced(chance),
    acts: { ...noActs, fork: 0.02 },
    habits: {
      runs: pick(chance, [0.2, 0.6]),
      ...(chance() < 0.5 ? { stored: 'unrun' } : {}),
      ...(chance() < 0.5 ? { rounds: [1, 3] } : {}),
    },
  }),
  // Forms of answers that change from step to step, which a provider may read before all else (both providers, structured outputs).
  'forms by turns': (chance) => ({
    ...paced(chance),
    acts: { ...noActs, schema: pick(chance, [0.1, 0.5, 1]), fork: 0.02 },
    surroundings: chance() < 0.7 ? { readsAsked: true } : {},
  }),
  // Skills of a container and variables of a stored prompt, which stand in no text of the request.
  'skills by turns': (chance) => ({
    ...paced(chance),
    acts: { ...noActs, skill: pick(chance, [0.03, 0.2]), fork: 0.02 },
    surroundings: chance() < 0.7 ? { readsAsked: true } : {},
  }),
  // A session that another release of its client goes on with: all that stands around it is another at once.
  'another release': (chance) => ({
    ...paced(chance),
    acts: { ...noActs, release: pick(chance, [0.03, 0.1]), fork: 0.02 },
  }),
  // Claude Code's forks, on by default since 2.1.232: agents with all that was said, side by side.
  'forked agents': (chance) => ({
    ...paced(chance),
    requests: [3, 30],
    environments: pick(chance, [1, 3]),
    acts: { ...noActs, delegate: pick(chance, [0.05, 0.2]), fork: 0.02 },
  }),
  // Gateways that ask a smaller model first (NVIDIA Switchyard; LiteLLM, fallbacks).
  escalated: (chance) => ({
    ...paced(chance),
    acts: { ...noActs, escalate: pick(chance, [0.1, 0.5]), fork: 0.02 },
  }),
} as const satisfies Record<string, (chance: Chance) => Shape>
