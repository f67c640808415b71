// What cannot be known before the service stands in an account, and what answers it there. Data; answered by the checks
// that name a question, or by the command that stands beside it.

export const questions = {
  'header-forms': 'How do function URLs and CloudFront spell the headers of an answer?',
  'header-bytes': 'Do header bytes above 127 arrive as they were sent?',
  'cut-streams': 'Does a stream that the upstream breaks reach the client as broken?',
  'first-byte': 'How long does a request take to its first byte through the front?',
  pieces: 'Do streams arrive in pieces, or held back and in one lump?',
  silence: 'How long may an upstream be silent before the front gives up?',
  'empty-answers': 'Do answers without a body arrive at once?',
  'edge-413': 'Is a body that is too large refused at the edge, in the service’s own words?',
  'platform-413': 'What does the platform say to a body that only its escapes make too large?',
  'upgrade-426': 'Does an attempt at a WebSocket reach the service, and its 426 the client?',
  'front-door': 'Are the functions’ own addresses closed to callers?',
  'cached-errors': 'Is an error of one caller ever served to another one?',
  'encoded-bodies': 'Does a body that the client has encoded arrive as it was sent?',
  paths: 'Do paths and queries arrive byte for byte?',
} as const

export type Question = keyof typeof questions

/** Questions that no client can answer, and what does. */
export const answeredElsewhere: readonly { readonly question: string; readonly command: string }[] = [
  { question: 'Is a second deployment quiet?', command: 'npx cdk diff --all --fail' },
  {
    question: 'Was the image of the compressor built, and does its endpoint answer?',
    command: 'the checks of /v1/compress above; aws sagemaker list-endpoints',
  },
  {
    question: 'Does the log hold no text and no keys?',
    command:
      'aws logs filter-log-events --log-group-name … --filter-pattern \'"verify-canary"\' (checks of all kinds send it)',
  },
  {
    question: 'How long is a cold start?',
    command: 'aws logs filter-log-events --log-group-name … --filter-pattern \'"Init Duration"\'',
  },
  {
    question: 'Is the function billed to the end of an answer whose client has left?',
    command: 'the billed duration of the exchange of "anthropic sdk: leaves a stream" in the log',
  },
]
