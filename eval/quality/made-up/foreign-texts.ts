// A few paragraphs in German, Spanish, French, Chinese and Japanese, written for this project, with the words that a reader
// would look for. Long enough that an engine that did not know its limits would shorten them.

import type { ForeignText } from '../sets/languages.ts'

interface Language {
  readonly name: string
  readonly title: string
  readonly paragraphs: readonly { readonly text: string; readonly answers: readonly string[] }[]
}

const languages: readonly Language[] = [
  {
    name: 'german',
    title: 'German',
    paragraphs: [
      {
        text: 'Der Hafen wurde erst 1874 fertig, weil die Stadt nach dem großen Brand kein Geld mehr hatte und die Steine aus dem Süden nicht ankamen. Die Fischer durften dort zunächst nicht anlegen; erst ein Beschluss des Rates vom 3. Mai 1881 hob das Verbot auf. Wer heute am alten Speicher vorbeigeht, sieht noch die Marken, an denen man den Wasserstand abgelesen hat. Nie wieder stand das Wasser so hoch wie in jenem Winter, als es 4,2 Meter erreichte und beide Brücken mitriss. Der Lotse Anselm Brandt, der damals siebzehn Menschen rettete, bekam dafür keine Auszeichnung, denn er besaß kein Patent.',
        answers: ['1874', 'kein Geld mehr', '4,2 Meter', 'Anselm Brandt', 'kein Patent'],
      },
      {
        text: 'Die Werkstatt stellt keine Uhren mehr her, sie repariert nur noch solche, deren Gehäuse aus Messing ist. Ersatzteile bezieht sie seit 2009 von einem Betrieb in Kaltenau, der sie von Hand fräst und einzeln verschickt. Eine Reparatur dauert selten länger als sechs Wochen, es sei denn, das Zifferblatt muss neu gebrannt werden. Die Meisterin Friederike Oswald nimmt höchstens drei Aufträge im Monat an, weil sie ohne Gehilfen arbeitet. Rechnungen stellt sie erst, wenn die Uhr zehn Tage lang nicht mehr als zwei Sekunden abgewichen ist.',
        answers: ['aus Messing', 'Kaltenau', 'sechs Wochen', 'höchstens drei Aufträge', 'zwei Sekunden'],
      },
    ],
  },
  {
    name: 'spanish',
    title: 'Spanish',
    paragraphs: [
      {
        text: 'El molino dejó de funcionar en 1931, cuando el río cambió de cauce y ya no llegaba agua suficiente para mover las dos ruedas. Los vecinos no quisieron venderlo, porque la ley no permitía derribar un edificio con escudo. La viuda de Tomás Arrieta lo convirtió en escuela y enseñó allí durante veintidós años sin cobrar ningún sueldo. Hoy solo queda en pie la pared del norte, que mide 9 metros y tiene una grieta que nadie ha sabido explicar. Nunca se encontró el reloj que, según se decía, marcaba las horas de las mareas y no las del sol.',
        answers: ['1931', 'un edificio con escudo', 'Tomás Arrieta', '9 metros', 'las horas de las mareas'],
      },
      {
        text: 'La cooperativa no acepta uvas que hayan pasado más de cuatro horas en el remolque, salvo que la noche haya sido fría. Cada socio entrega la cosecha con un número propio, y el laboratorio mide el azúcar antes de que se mezcle nada. En 2017 se rechazaron 318 cargas, casi todas del valle de Oria, porque el granizo había roto la piel. Desde entonces los camiones llevan una lona doble y nadie ha vuelto a perder una carga entera. El vino joven no se vende nunca antes del primero de marzo, aunque los clientes lo pidan.',
        answers: ['cuatro horas', '318 cargas', 'valle de Oria', 'una lona doble', 'primero de marzo'],
      },
    ],
  },
  {
    name: 'french',
    title: 'French',
    paragraphs: [
      {
        text: 'La gare n’a jamais servi, parce que la ligne fut abandonnée en 1912, six mois avant la fin des travaux. Le maire, Étienne Vasseur, ne voulut pas la détruire et y installa le marché aux fleurs, qui s’y tient encore chaque jeudi. On y compte 24 colonnes de fonte, dont aucune ne porte le nom du fondeur. Quand il pleut, l’eau descend par des tuyaux cachés dans les murs et remplit un bassin que personne ne voit depuis la rue. Les habitants disent que l’horloge avance toujours de trois minutes et que c’est sans importance.',
        answers: ['1912', 'Étienne Vasseur', '24 colonnes', 'chaque jeudi', 'trois minutes'],
      },
    ],
  },
  {
    name: 'chinese',
    title: 'Chinese, written for this project',
    paragraphs: [
      {
        text: '这座桥建于1926年，由工程师林致远设计，全长312米。最初它只允许行人通过，因为桥面的木板承受不了马车的重量。1954年的洪水没有冲垮桥墩，却带走了南岸的整座码头。此后二十年里，渡船不再靠岸，居民只能绕道上游的石门镇。今天桥头仍保留着一块石碑，上面刻着捐款人的姓名，但没有写明日期。守桥人说，每年冬至前后，水位会下降约两米，那时可以看见旧码头的基石。',
        answers: ['1926年', '林致远', '312米', '石门镇', '约两米'],
      },
    ],
  },
  {
    name: 'japanese',
    title: 'Japanese, written for this project',
    paragraphs: [
      {
        text: 'この灯台は1908年に完成し、設計者の相沢清一郎が自ら初代の灯台守を務めた。建設には三年かかったが、冬の間は船が出せず、工事は毎年十一月に止まった。光は約18キロ先まで届き、霧の日には鐘が使われた。1971年に自動化されてからは誰も住んでおらず、宿舎は資料館になっている。館内には当時の日誌が残っているが、1923年の一冊だけは見つかっていない。月曜日は休館で、予約なしでは塔に登ることができない。',
        answers: ['1908年', '相沢清一郎', '約18キロ', '資料館', '月曜日'],
      },
    ],
  },
]

/** Each language with its texts. */
export const foreignTexts: readonly {
  readonly name: string
  readonly title: string
  readonly texts: readonly ForeignText[]
}[] = languages.map(({ name, title, paragraphs }) => ({
  name,
  title,
  texts: paragraphs.map(({ text, answers }, at) => ({
    id: `${name} ${at}`,
    text,
    answers: answers.map((answer) => [answer]),
  })),
}))
