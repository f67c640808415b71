// Names of members in languages other than English, as the English words that the rules know. They are few: what identifies a record, its
// name and its state, what failed, when, where and how much. None of them is an English word of another meaning.

/** English word: words of other languages. */
const words: readonly (readonly [english: string, elsewhere: string])[] = [
  [
    'number',
    `nummer nr numéro numero número nombor numer číslo numara номер αριθμός رقم الرقم شماره מספר क्रमांक संख्या 番号 编号 編號 号码 號碼
    单号 單號 번호 หมายเลข sıra số`,
  ],
  ['id', 'kennung identifiant identificador kimlik идентификатор معرف मान्यता ประจำตัว 标识 標識 識別子 식별자'],
  ['code', 'código codigo codice kód kod код κωδικός رمز كود קוד कोड コード 代码 代碼 코드 รหัส mã'],
  [
    'name',
    `bezeichnung nom nome nombre naam namn navn nazwa jméno adı isim имя название наименование όνομα اسم الاسم نام שם नाम 名前 氏名 名称
    名稱 姓名 名 이름 성명 명칭 ชื่อ tên nama`,
  ],
  [
    'title',
    'titel titre título titulo titolo tytuł başlık заголовок τίτλος عنوان כותרת शीर्षक タイトル 件名 标题 標題 제목 หัวข้อ',
  ],
  [
    'status',
    `zustand état etat statut estado situação situacao stato toestand stav durum durumu состояние статус κατάσταση الحالة حالة وضعیت
    מצב סטטוס स्थिति 状態 状况 狀況 状态 狀態 ステータス 상태 สถานะ trạng_thái tình_trạng`,
  ],
  [
    'error',
    'fehler erreur erro errore błąd hata ошибка σφάλμα خطأ خطا שגיאה त्रुटि エラー 错误 錯誤 오류 에러 ข้อผิดพลาด lỗi',
  ],
  [
    'message',
    'meldung nachricht mensaje mensagem messaggio komunikat mesaj сообщение μήνυμα رسالة הודעה संदेश メッセージ 消息 信息 訊息 메시지 ข้อความ thông_báo',
  ],
  [
    'description',
    `beschreibung bemerkung descripción descripcion descrição descrizione remarque observación observação opis açıklama описание
    примечание περιγραφή σημείωση وصف ملاحظة תיאור הערה विवरण टिप्पणी 説明 備考 说明 說明 描述 备注 備註 설명 비고 หมายเหตุ รายละเอียด
    ghi_chú mô_tả`,
  ],
  [
    'price',
    'preis prix precio preço preco prezzo prijs cena fiyat цена τιμή سعر السعر قیمت מחיר मूल्य 価格 单价 單價 价格 價格 가격 ราคา giá',
  ],
  [
    'amount',
    'betrag montant importe importo bedrag kwota tutar сумма ποσό مبلغ المبلغ סכום राशि 金額 金额 금액 จำนวนเงิน số_tiền',
  ],
  [
    'quantity',
    'menge quantité cantidad quantidade quantità ilość miktar количество ποσότητα كمية כמות मात्रा 数量 數量 수량 จำนวน số_lượng',
  ],
  ['date', 'datum fecha дата ημερομηνία تاريخ التاريخ תאריך दिनांक तारीख 日付 日期 날짜 วันที่ ngày tarih'],
  [
    'time',
    `zeit zeitpunkt uhrzeit heure horodatage ora czas saat zaman время χρόνος ώρα وقت الوقت זמן שעה समय 時刻 日時 時間 时间 시간 일시 เวลา
    thời_gian`,
  ],
  [
    'address',
    'adresse anschrift dirección direccion endereço indirizzo adres адрес διεύθυνση العنوان כתובת पता 住所 地址 주소 ที่อยู่ địa_chỉ',
  ],
]

const englishOf: ReadonlyMap<string, string> = new Map(
  words.flatMap(([english, elsewhere]) => elsewhere.split(/\s+/).map((word): [string, string] => [word, english])),
)
/** How many characters the words have, the longest first. Shorter ones of ASCII end many words by chance. */
const lengths = [...new Set([...englishOf.keys()].map(({ length }) => length))].sort((one, other) => other - one)
const shortestEnd = 5

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text)
/** Of words of ASCII alone, which is all that a name of ASCII ends with. */
const asciiLengths = lengths.filter(
  (length) => length >= shortestEnd && [...englishOf.keys()].some((word) => word.length === length && isAscii(word)),
)

const ofAsciiCompound = (word: string): string | undefined => {
  for (const length of asciiLengths) {
    const known = length < word.length ? englishOf.get(word.slice(-length)) : undefined
    if (known !== undefined) return known
  }
  return undefined
}

/** Compounds of German and its kin end with what they are; where no blanks are written, or what follows is an owner, they may begin with it. */
const ofCompound = (word: string): string | undefined => {
  if (isAscii(word)) return ofAsciiCompound(word)
  for (const length of lengths) {
    if (length >= word.length) continue
    const [end, start] = [word.slice(-length), word.slice(0, length)]
    const known = isAscii(end) && length < shortestEnd ? undefined : englishOf.get(end)
    if (known !== undefined) return known
    if (!isAscii(start) && englishOf.has(start)) return englishOf.get(start)
  }
  return undefined
}

/** Stands for what else a name says: the time of an order is none of an event. */
const more = 'of'

/**
 * English words for what a member is, by its name in another language: its last word says so, or its first one, as where an adjective or an
 * owner follows. `undefined` where nothing is known of it.
 */
export const englishWordsOf = (name: string): string[] | undefined => {
  const plain = name.replace(/([a-z0-9\u00df-\u00ff])([A-Z])/g, '$1 $2').toLowerCase()
  const parts = plain.split(/[\s_.:/-]+/).filter((part) => part !== '')
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  const whole = englishOf.get(parts.join('_'))
  if (whole !== undefined) return [whole]
  const known = englishOf.get(last) ?? englishOf.get(first) ?? ofCompound(last) ?? ofCompound(first)
  return known === undefined ? undefined : [more, known]
}
