// Writes what the rankers learn from: the features of every unit that they rank, as the engine itself reads them, and which
// values later turns copied out of it. Run: node training/adeline/export.ts DATA FOLDER

import { join } from 'node:path'
import { leafFeatureNames, visitLeaves } from '../../compressor/engines/adeline/learned/leaf-features.ts'
import { lineFeatureNames, visitRanked } from '../../compressor/engines/adeline/learned/line-features.ts'
import { byRules } from '../../compressor/engines/adeline/learned/ranker.ts'
import { forgetRepeatedNames } from '../../compressor/engines/adeline/reading/json/places.ts'
import { businessRuns, codingRuns, dialogueRuns } from '../../testkit/data/corpora.ts'
import { isDevelopment, isTuningServiceRun } from '../../testkit/data/splits.ts'
import { writeLesson } from './copied.ts'

const [data, folder] = process.argv.slice(2)
if (data === undefined || folder === undefined)
  throw new Error('Give the folder of the data and the folder to write to.')

writeLesson(folder, codingRuns(data), {
  reader: (tell) => ({
    ...byRules,
    lines: (context) => visitRanked(context, (unit, features) => tell(context.units, unit, features)),
  }),
  featureNames: lineFeatureNames,
  firstPlaceOnly: false,
  isKeptBack: isDevelopment,
})

writeLesson(
  join(folder, 'leaves'),
  [...businessRuns(data, isTuningServiceRun), dialogueRuns(data, () => true, 'train')],
  {
    reader: (tell) => ({
      ...byRules,
      leaves: (reading) => {
        forgetRepeatedNames(reading.tree, reading.places)
        visitLeaves(reading, (unit, features) => tell(reading.units, unit, features))
      },
    }),
    featureNames: leafFeatureNames,
    firstPlaceOnly: true,
    isKeptBack: () => false,
  },
)
