// What other languages say: failures, records and their names, rows of tables, running text.

import { describe, expect, it } from 'vitest'
import { englishWordsOf } from '../../../../compressor/engines/adeline/reading/json/keys-elsewhere.ts'
import { formOf } from '../../../../compressor/engines/adeline/reading/lines/form.ts'
import { signsIn } from '../../../../compressor/engines/adeline/reading/lines/line-signs.ts'
import { columnsOfUnit } from '../../../../compressor/text/scripts.ts'
import { columnsOf } from '../../../../core/text/columns.ts'
import { compacted } from './compacted.ts'

/** Budgets at which results are sent. */
const depths = [0.5, 0.68, 0.72, 0.76] as const
/** Also where a ranker takes all that no rule keeps. */
const deeper = [...depths, 0.85, 0.95] as const
const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n')
const two = (at: number): string => `${at % 60}`.padStart(2, '0')
const people = ['田中太郎', '佐藤花子', '鈴木一郎', '高橋美咲', '伊藤健']
const person = (at: number): string => `${people[at % 5]}${at}`

describe('a failure', () => {
  it.each([
    ['Japanese', '注文を処理しました', 'データベースへの接続に失敗しました'],
    ['Chinese', '订单已处理', '数据库连接失败'],
    ['Thai', 'ประมวลผลคำสั่งซื้อแล้ว', 'เชื่อมต่อฐานข้อมูลล้มเหลว'],
  ])('stays in a log without blanks between words: %s', (_language, done, failed) => {
    const at = (line: number): string =>
      `2026-11-30 09:${two(line)}:07 ${line % 24 === 23 ? failed : done}${1000 + line}`
    for (const budget of depths) {
      const left = compacted(lines(90, at), budget)
      for (const line of [23, 47, 71]) expect(left, `${budget}`).toContain(at(line))
      expect(left.length).toBeLessThan(lines(90, at).length * 0.7)
    }
  })

  it.each([
    "Schwerwiegend: Pfadspezifikation 'lampe' stimmt mit keinen Dateien überein",
    'KONFLIKT (Inhalt): Merge-Konflikt in src/lampe.ts',
    '致命错误：不是一个 git 仓库（或者任何父目录）：.git',
    'fatal : pas un dépôt git (ni aucun des répertoires parents) : .git',
    'ошибка: не удалось отправить некоторые ссылки в «origin»',
    '치명적 오류: (현재 폴더 또는 상위 폴더 중 일부가) 깃 저장소가 아닙니다',
    'lampe.c:14:5: Fehler: »docht« nicht deklariert',
    'lamp.c:14:5: エラー: ‘wick’ が宣言されていません',
    'FEHLER:  Relation »lampen« existiert nicht',
    '指定されたファイルが見つかりません。',
    '系统找不到指定的文件。',
    'Das System kann die angegebene Datei nicht finden.',
    'Accès refusé.',
    'El sistema no puede encontrar el archivo especificado.',
    'Отказано в доступе.',
    'Η πληρωμή απέτυχε: η κάρτα έληξε',
    'İşlem başarısız oldu',
    'Thanh toán thất bại',
    'فشل الدفع: البطاقة منتهية الصلاحية',
    'התשלום נכשל: תוקף הכרטיס פג',
    'भुगतान विफल: कार्ड की अवधि समाप्त',
    'ls: nie ma dostępu do lampy: Nie ma takiego pliku ani katalogu',
  ])('is told by its words: %s', (line) => {
    expect(signsIn(line).saysFailure(line)).toBe(true)
  })

  it.each([
    'The lamp is lit',
    'fellow travellers',
    'a confluence of rivers',
    '注文を処理しました',
    'Bestellung verarbeitet',
    'خطاب جديد',
  ])('is not what says nothing of one: %s', (line) => {
    expect(signsIn(line).saysFailure(line)).toBe(false)
  })
})

describe('a moment', () => {
  it.each([
    '2026年11月30日 09:00:07 注文',
    '2026年 11월 30일 오전 9:00:07 주문',
    '30.11.2026 09:00:07 Bestellung',
    '30/11/2569 09:00:07 คำสั่งซื้อ',
    '２０２６／１１／３０ ０９：００ 処理',
    '١٤٤٨/٠٦/٢٠ ٠٩:٠٠:٠٧ طلب',
    '[情報] 注文',
  ])('opens an event: %s', (line) => {
    expect(signsIn(line).isStamped(line)).toBe(true)
  })
})

describe('JSON', () => {
  it('keeps long texts of scripts without blanks, which are no blobs', () => {
    const text = '本システムは毎日午前三時に予備を作成する。管理者は手動で削除しなければならない。'.repeat(14)
    const json = JSON.stringify(Array.from({ length: 5 }, (_, at) => ({ id: at, 本文: `${at}番目${text}終${at}` })))
    for (const budget of depths) expect(compacted(json, budget)).toContain('終3')
  })

  it('keeps signs that are all that a value says', () => {
    const rows = Array.from({ length: 9 }, (_, at) => ({ number: at, name: `lamp ${at}`, lit: at === 5 ? '❌' : '✅' }))
    for (const budget of depths) expect(compacted(JSON.stringify(rows), budget)).toContain('❌')
  })

  it('keeps what names records and their state, whatever their members are called', () => {
    const rows = Array.from({ length: 12 }, (_, at) => ({
      番号: `${4000 + at}`,
      名前: person(at),
      状態: ['受付', '準備中', '発送済'][at % 3],
      備考: at % 4 === 0 ? '灯りを消してから戸を閉め、鍵を棚の上に置いて帰ること。' : '',
      価格: `${at * 37}.50`,
    }))
    for (const budget of depths) {
      const left = JSON.parse(compacted(JSON.stringify({ ok: true, rows }), budget))
      expect(left.rows.map(({ 名前, 状態 }: { 名前: string; 状態: string }) => [名前, 状態])).toEqual(
        rows.map(({ 名前, 状態 }) => [名前, 状態]),
      )
    }
  })

  it('lets the middle of a run of events go, as of English ones', () => {
    const events = Array.from({ length: 60 }, (_, at) => ({
      時刻: `2026-11-30T09:${two(at)}:00Z`,
      内容: '注文を処理しました',
      値: at % 7,
    }))
    expect(compacted(JSON.stringify(events), 0.5).length).toBeLessThan(JSON.stringify(events).length / 2)
  })

  it.each([
    ['名前', ['name']],
    ['商品名', ['of', 'name']],
    ['订单状态', ['of', 'status']],
    ['Bestellnummer', ['of', 'number']],
    ['numéro_commande', ['of', 'number']],
    ['estadoPedido', ['of', 'status']],
    ['trạng thái', ['status']],
    ['Номер', ['number']],
    ['imported', undefined],
    ['standard', undefined],
    ['stored_at', undefined],
    ['message', undefined],
  ])('reads %s as English words', (key, words) => {
    expect(englishWordsOf(key)).toEqual(words)
  })
})

describe('a table', () => {
  const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - columnsOf(text)))

  it('keeps its rows where wide letters move what stands behind them', () => {
    const widths = [4, 11, 8, 20, 16, 5]
    const drawn = (cells: readonly string[]): string =>
      cells
        .map((cell, at) => pad(cell, widths[at] ?? 0))
        .join(' ')
        .trimEnd()
    const rows = Array.from({ length: 20 }, (_, at) => [
      `${4000 + at}`,
      `${people[at % 5]} ${at}`,
      at === 9 ? 'ロック中' : '有効',
      at % 5 === 0 ? 'まだ発送されていない' : '',
      `2026-11-30 09:${two(at)}`,
      `${at},50`,
    ])
    const rule = widths.map((width) => '-'.repeat(width)).join(' ')
    const table = [drawn(['番号', '名前', '状態', '備考', '日時', '価格']), rule, ...rows.map(drawn)]
    for (const budget of deeper) {
      const left = compacted(`\n${table.join('\n')}\n`, budget).split('\n')
      for (const line of table) expect(left, `${budget}`).toContain(line)
    }
  })

  it('keeps its header and its rows between semicolons, as where a comma stands before fractions', () => {
    const rows = [
      '\ufeffNummer;Bezeichnung;Zustand;Preis',
      ...Array.from(
        { length: 36 },
        (_, at) => `${4000 + at};Lampe ${'aeiou'[at % 5]}${at};${at === 21 ? 'gesperrt' : 'aktiv'};${at},50`,
      ),
    ]
    for (const budget of depths) {
      const left = compacted(rows.join('\r\n'), budget).split('\r\n')
      for (const row of rows) expect(left, `${budget}`).toContain(row)
    }
  })
})

describe('running text', () => {
  it('is left alone but for what it says twice', () => {
    const things = ['灯り', '薬缶', '庭', '棚', '窓', '箪笥', '絨毯', '鏡', '籠', '瓶']
    const said = Array.from(
      { length: 30 },
      (_, at) =>
        `${person(at)}は${things[at % 10]}と${things[(at * 3 + 1) % 10]}を片付けてから戸を閉め、鍵を${things[(at * 7 + 2) % 10]}の上に置いて帰った。`,
    )
    for (const budget of deeper) {
      const left = compacted(said.join('\n'), budget)
      for (const one of said) expect(left, `${budget}`).toContain(one)
      expect(compacted([...said, ...said.slice(3, 9)].join(''), budget)).toBe(said.join(''))
    }
  })

  it.each([
    [
      'a chat',
      lines(
        40,
        (at) => `${at % 2 ? '田中' : '佐藤'}：${at === 17 ? 'その薬は飲まないでください。' : `はい、${at}番ですね。`}`,
      ),
    ],
    ['records', lines(12, (at) => `名前：${person(at)}\n状態：在庫あり\n価格：${at * 100}円\n`)],
    ['documents', lines(12, (at) => `- 名前: ${person(at)}\n  状態: 在庫あり\n  価格: ${at * 100}`)],
  ])('keeps the lines of %s', (_name, text) => {
    for (const budget of depths) expect(compacted(text, budget)).toBe(text)
  })
})

describe('what a text is read by', () => {
  it('is as long as the text, and the text itself where that is ASCII', () => {
    const text = 'Größe：３ 名前 \u00a0№ 😀 e\u0301 ١٢'
    expect(formOf(text)).toHaveLength(text.length)
    expect(formOf(text)).toBe('Grxxe：3 XX  № 😀 ex 12')
    expect(formOf('a lamp, 3 wicks')).toBe('a lamp, 3 wicks')
  })

  it('takes a few bytes for each letter, and keeps halves of characters', () => {
    const text = '語'.repeat(4_000_000)
    const before = process.memoryUsage()
    const form = formOf(text)
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    expect(heapUsed + arrayBuffers - before.heapUsed - before.arrayBuffers).toBeLessThan(16 * form.length)
    expect(formOf('\ud800名\udc00')).toBe('\ud800X\udc00')
  })

  it('counts columns as terminals do', () => {
    for (const text of [
      'lamp',
      '名前',
      'ｱｲｳ',
      'ＡＢ',
      '한국어',
      '한글'.normalize('NFD'),
      'ユーザー',
      'e\u0301',
      'ชื่อ',
      'שלום',
      'नाम',
      '😀',
    ])
      expect(
        [...Array(text.length).keys()].reduce((sum, at) => sum + columnsOfUnit(text.charCodeAt(at)), 0),
        text,
      ).toBe(columnsOf(text))
  })
})
