// Shapes of sessions whose clients build their history anew: out of kits' objects or of texts, for one request, or within what is left of a
// budget. Each is told of an agent or a kit by those who use it (read 2026-11).

import { type Chance, pick } from '../../sessions/chance.ts'
import { noActs } from './acts.ts'
import { forking, type Shape } from './shape.ts'

export const rebuiltShapes = {
  // OpenClaw (issues 95219 and 111085) and LibreChat (agents, 497): old results are cut to what the window has left, anew with each request.
  'cut to a budget': (chance) => ({ ...forking(chance), habits: { budget: [1_000, 60_000] } }),
  // Agents that mark the first turn and three later ones, and have no marker left (g3, issue 77).
  'marked no further': (chance) => ({
    ...forking(chance),
    acts: { ...noActs, fork: 0.03, retry: 0.03 },
    markings: ['first four'],
  }),
  // Claude Code marks its reminder behind the newest turn, which the next request has no more, or behind its own turn (issue 96101).
  'marked instructions': (chance) => ({
    ...forking(chance),
    acts: { ...noActs, fork: 0.02, retry: 0.03 },
    instructions: pick(chance, [0.3, 1]),
    newestInstruction: pick(chance, [0, 1]),
    markings: ['usual', 'agent', 'two turns'],
    habits: { marksInstructions: true },
  }),
  // An answer that ends at `max_tokens`, and one that goes on from it (Claude Code, issue 85983; Hermes; Reasonix, 7101).
  'answers joined': (chance) => ({
    ...forking(chance),
    acts: { ...noActs, runOver: pick(chance, [0.05, 0.2]), fork: 0.02 },
  }),
  // Kits' objects while an agent works, texts alone once the user speaks again; Claude Code has strings in place of lists (issue 93490).
  'texts once stored': (chance) => ({
    ...forking(chance),
    silent: pick(chance, [0, 0.3]),
    thinks: pick(chance, [0, 0.3]),
    habits: { stored: 'texts' },
    surroundings: chance() < 0.7 ? { plainTexts: true } : {},
  }),
  // `system`, `developer` and `instructions`: a session that another release or another kit goes on with.
  'system by other names': (chance) => ({
    ...forking(chance),
    acts: { ...noActs, entitle: pick(chance, [0.03, 0.15]), fork: 0.02 },
    surroundings: chance() < 0.7 ? { oneSystem: true } : {},
  }),
  // Copilot's nudge reads all calls and spells them again, and cuts what tools have given, for one request (copilot-cli, issue 4500).
  'rebuilt for a request': (chance) => ({
    ...forking(chance),
    acts: { ...noActs, rebuildOnce: pick(chance, [0.05, 0.2]), fork: 0.02 },
  }),
  // OpenClaw leaves all reasoning out of the first request to another model, and has it again in the next (issue 115272).
  'thoughtless at a switch': (chance) => ({
    ...forking(chance),
    thinks: 0.7,
    acts: { ...noActs, switchModel: pick(chance, [0.05, 0.2]), fork: 0.02 },
    habits: { forgetsAtSwitch: true },
  }),
  // Carriage returns and blanks at the end go when a conversation is written down.
  'trimmed once stored': (chance) => ({ ...forking(chance), habits: { stored: 'trimmed' } }),
  // Tables that keep the texts of results, and not whether they are errors.
  'errors once stored': (chance) => ({ ...forking(chance), errors: 0.4, habits: { stored: 'unflagged' } }),
  // What Claude Code's hooks say stands beside a result in its own turn, and in a message of the system later (issue 81077).
  'hooks once stored': (chance) => ({ ...forking(chance), instructions: 0.5, habits: { stored: 'instructed' } }),
  // Pictures that a kit takes from their addresses for a model that fetches none, or sends to a store once and names from then on.
  'pictures uploaded': (chance) => ({
    ...forking(chance),
    images: pick(chance, [0.1, 0.4]),
    acts: { ...noActs, upload: pick(chance, [0.03, 0.15]), fork: 0.02 },
    habits: { uploads: true },
    surroundings: chance() < 0.7 ? { seesPictures: true } : {},
  }),
} as const satisfies Record<string, (chance: Chance) => Shape>
