// What an orchestrator asks a process: whether it lives, and whether it should get requests. Nothing is behind these paths but
// the answer.

export interface OwnAnswer {
  readonly status: number
  readonly text: string
}

/** Answers of the front itself, by path. */
export type OwnPaths = ReadonlyMap<string, () => OwnAnswer>

const alive: OwnAnswer = { status: 200, text: 'ok\n' }

/** `/healthz`: the process answers. `/readyz`: it has what it needs, and is not ending. */
export const healthPaths = (isReady: () => boolean): OwnPaths =>
  new Map([
    ['/healthz', () => alive],
    ['/readyz', () => (isReady() ? alive : { status: 503, text: 'not ready\n' })],
  ])
