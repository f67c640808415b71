// Shapes of sessions that agents and kits in use make: what each does is named beside it.

import { type Chance, pick } from '../../sessions/chance.ts'
import { noActs } from './acts.ts'
import { plain, type Shape } from './shape.ts'
import { onePlace } from './surroundings.ts'

const paced = (chance: Chance): Shape => ({
  ...plain,
  calls: [1, 3],
  pauses: pick(chance, ['quick', 'usual', 'every scale']),
})

export const agentShapes = {
  // Group chats and modes: each speaker has its own instructions and tools, and all read the same conversation.
  'several speakers': (chance) => ({
    ...paced(chance),
    requests: [6, 60],
    tools: [50, 4_000],
    system: [50, 3_000],
    habits: { speakers: [2, 16] },
  }),
  // Tools of several servers, in the order in which these have answered.
  'shuffled tools': (chance) => ({ ...paced(chance), tools: [50, 2_000], habits: { shuffled: [2, 6] } }),
  // Examples before each question, many questions about one document, evaluations of one history by several graders.
  'shared beginning': (chance) => ({
    ...paced(chance),
    requests: [1, 12],
    conversations: [2, 10],
    sharesFrame: chance() < 0.7,
    documents: pick(chance, [0, 0.3]),
    habits: { beginning: [1, 20] },
    pauses: pick(chance, ['quick', 'usual', 'near the end of life', 'every scale']),
    upstream: pick(chance, [onePlace, { ...onePlace, forgets: 0.05 }]),
  }),
  // Conversations that are sent with all of their history at once: imported, resumed elsewhere, or handed over.
  imported: (chance) => ({
    ...paced(chance),
    requests: [1, 20],
    acts: { ...noActs, fork: 0.05, fanOut: 0.03, retry: 0.03 },
    habits: { beginning: [2, 40] },
  }),
  // Coding agents when the window is full: the model sums up, and the newest turns stay.
  summarising: (chance) => ({ ...paced(chance), acts: { ...noActs, summarise: 0.12, fork: 0.02 } }),
  // Retrieved passages, the state of a screen, a list of what is to be done: in the newest turn alone.
  'passing words': (chance) => ({
    ...paced(chance),
    habits: { floats: { tokens: [20, 12_000], every: [1, 1], changes: pick(chance, [0, 0.3, 1]) } },
  }),
  // Open files before the turns of the newest task, as aider sends them.
  'open files': (chance) => ({
    ...paced(chance),
    habits: { floats: { tokens: [200, 12_000], every: [2, 8], changes: pick(chance, [0, 0.3]) } },
  }),
  // The date, a file of instructions or what is open stands in the first turn, and is read anew.
  'another first turn': (chance) => ({
    ...paced(chance),
    acts: { ...noActs, beginOtherwise: pick(chance, [0.1, 0.5, 1]) },
  }),
  // Titles, topics and checks with another system text and no tools.
  'side calls': (chance) => ({ ...paced(chance), acts: { ...noActs, sideCall: 0.3, fork: 0.03 } }),
  // Old results are cleared for one request, by the length of that; results that were still under way come later.
  'cleared for once': (chance) => ({ ...paced(chance), acts: { ...noActs, clearOnce: 0.15, update: 0.05 } }),
  'late results': (chance) => ({ ...paced(chance), acts: { ...noActs, update: 0.25 } }),
  // Use of a computer: pictures of the screen in results, of which the newest are sent.
  'newest pictures': (chance) => ({
    ...paced(chance),
    images: 0.7,
    density: [0.15, 0.4],
    habits: { pictures: [1, 8] },
  }),
  // Files that are uploaded once and named from then on.
  'named files': (chance) => ({ ...paced(chance), habits: { files: { share: 0.2, tokens: [200, 40_000] } } }),
  // Searches of the web, code that the provider runs: one answer of several rounds.
  "the provider's own tools": (chance) => ({ ...paced(chance), habits: { rounds: [1, 4] } }),
  // Agents that wait for something, and ask for it again and again in the same words.
  polling: (chance) => ({ ...paced(chance), inText: 1, habits: { polls: pick(chance, [0.5, 0.9]) } }),
  // Agents that keep calls and results as words of the conversation (smolagents): several results stand in one text.
  'listed in text': (chance) => ({
    ...paced(chance),
    calls: pick(chance, [
      [1, 1],
      [1, 3],
    ]),
    inText: 1,
    repeats: pick(chance, [0, 0.4]),
    habits: { listsCalls: true },
  }),
  // Connections that break when the provider has taken the request in.
  'broken off': (chance) => ({ ...paced(chance), acts: { ...noActs, breakOff: 0.2, fork: 0.03 } }),
  // Kits that give ids anew when a conversation is loaded.
  'other ids': (chance) => ({ ...paced(chance), acts: { ...noActs, rename: 0.1 } }),
  // Kits that write a message as a string, and as a list where they mark it.
  'strings and lists': (chance) => ({
    ...paced(chance),
    habits: { strings: true },
    markings: ['usual', 'last', 'two turns', 'spread'],
  }),
} as const satisfies Record<string, (chance: Chance) => Shape>
