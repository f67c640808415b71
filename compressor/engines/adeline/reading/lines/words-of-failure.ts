// Words with which programs say in languages other than English that something failed, is not as it should be, or may fail, and how they
// call a sum. Those of English stand in `signs.ts`. None of these is an English word.

/** In Latin letters, as regular expressions; each is a word by itself. */
const latinFailures: readonly string[] = [
  // German, Dutch.
  'fehler\\w*|fehlgeschlagen\\w*|fehlschlag|gescheitert|ausnahme|schwerwiegend\\w*|verweigert|abgelehnt|abgebrochen|zurückgewiesen|nicht (?:gefunden|finden|vorhanden|genug|gepflegt|möglich|erkannt)|kein zugriff|keine berechtigung|unerwartet\\w*|nicht bestanden|konnten? nicht|kann nicht|können nicht|ungültig\\w*|zeitüberschreitung|unzulässig\\w*|beschädigt\\w*|durchgefallen|konflikt\\w*|gesperrt',
  'fout|fouten|foutmelding|mislukt|geweigerd|niet gevonden|kan niet|ongeldige?|afgebroken',
  // French, Italian, Spanish, Portuguese, Romanian.
  "erreurs?|échecs?|échou\\w+|échoué\\w*|refusée?s?|introuvables?|impossible d[e’']|impossible à|expirée?|interrompue?|rejetée?s?|conflits?|insuffisant\\w*|non accordée?|n[’']a pas pu|délai dépassé",
  'errore|errori|fallit[oaie]|impossibile|negat[oa]|non trovat[oa]|rifiutat[oa]|non valid[oa]|eccezione|non riuscit[oa]|conflitto|tempo scaduto',
  'errores|falló|fallo|fallos|fallid[oa]s?|fallaron|denegad[oa]|no puede (?:encontrar|abrir|leer)|no se (?:pudo|pudieron|puede|pueden|encontró|encontraron|ha podido)|rechazad[oa]s?|inválid[oa]s?|no válid[oa]s?|excepción|agotado|interrumpid[oa]|conflictos?|suspens[oa]',
  'erros?|falhas?|falhou|falharam|não foi possível|não (?:encontrad[oa]|pode (?:encontrar|abrir|ler)|autorizad[oa])|não pôde|recusad[oa]s?|exceção|excepção|conflitos?|reprovad[oa]s?|negad[oa]s?',
  'eroare|erori|eșuat[aă]?|eşuat[aă]?|nu s-a putut|respins[aă]?',
  // Polish, Czech, Hungarian.
  'błąd|błędy|błędu|nie ma (?:dostępu|takiego|uprawnień)|nie powiodł\\w*|nie można|nie znaleziono|odmowa|odrzucon\\w+|nieprawidłow\\w+|wyjątek',
  'chyb[ay]|selhal\\w*|nelze|nenalezen\\w*|odepřen\\w*|neplatn\\w+',
  'hiba|hibás|sikertelen|nem található|elutasítva|érvénytelen',
  // Turkish, Vietnamese, Indonesian.
  'hata|hatası|hatalı|hatalar|başarısız\\w*|bulunamadı|engellendi|reddedildi|geçersiz|yapılamadı|açılamadı|okunamadı|yazılamadı|zaman aşımı|istisna|çakışma',
  'lỗi|nghiêm trọng|thất bại|không thể|không tìm thấy|từ chối|không hợp lệ|không đạt|hết thời gian|xung đột|ngoại lệ',
  'gagal|kesalahan|galat|ditolak|tidak ditemukan|tidak dapat|tidak valid',
  // Swedish, Danish, Norwegian, Finnish.
  'misslyckad\\w*|misslyckades|kunde inte|hittades inte|nekad\\w*|ogiltigt?|felaktig\\w*|fel:',
  'fejl\\w*|mislykked\\w*|mislyktes|feil\\w*|feilet|kunne ikke|ikke fundet|ikke funnet|nægtet|nektet|avvist|ugyldig\\w*',
  'virhe\\w*|epäonnistu\\w*|ei löyt\\w+|ei voi\\w*|hylätty',
]
/** In other scripts, where they stand: some write no blanks between words, and some decline their words. */
const otherFailures: readonly string[] = [
  // Japanese, Chinese as it is written in the mainland and elsewhere, Korean.
  'エラー|認識されてい|されていません|例外|見つかりません|見つからな|できません|できなかった|タイムアウト|強制終了|不可能|競合|破損|不正な|が不正',
  '失敗|致命的|異常|拒否|無効|中止|中断|不合格|错误|錯誤|失败|异常|致命|拒绝|拒絕|超时|逾時|无法|無法|无效|無效|找不到|不存在|未找到|未通过|未通過|终止|終止|崩溃|崩潰|损坏|損壞|冲突|衝突|不能|不足|不是内部|不是內部|权限不够|應輸入|应输入',
  '오류|에러|실패|치명적|예외|거부|시간 ?초과|수 없|잘못된|유효하지 않|중단|손상|충돌|불합격',
  // Thai, Hindi.
  'ผิดพลาด|ล้มเหลว|ไม่พบ|ไม่สามารถ|ปฏิเสธ|หมดเวลา|ไม่ถูกต้อง|ไม่ผ่าน|ขัดข้อง',
  'त्रुटि|विफल|असफल|अस्वीकृत|नहीं मिल|अमान्य|अनुत्तीर्ण|समय समाप्त',
  // Arabic, Persian, Hebrew.
  'خطأ|أخطاء|فشل|تعذر|تعذّر|رفض|مرفوض|غير موجود|لم يتم العثور|انتهت المهلة|غير صالح|استثناء|لا يمكن|راسب',
  'خطا(?!ب)|ناموفق|رد شد|یافت نشد|نامعتبر',
  'שגיא|נכשל|כשל|נדחה|נדחתה|לא נמצא|לא ניתן|חריגה|לא חוקי|אינו חוקי|לא עבר',
  // Russian, Ukrainian, Greek.
  'ошибк|ошибок|сбой|сбоя|не удал|неудач|отказ|не найден|невозможн|исключени|критическ|фатальн|недопустим|неверн|тайм-?аут|прерван|аварийн|конфликт|повреждён|поврежден|провал',
  'помилк|не вдалося|збій|відмов|не знайден|неможлив',
  'σφάλμα|σφάλματα|απέτυχ|αποτυχ|αποτύχ|αδύνατ|δεν βρέθηκ|δεν επιτρέπ|δεν ήταν δυνατ|άκυρ|εξαίρεσ',
]

const latinStates =
  'abgelaufen|angehalten|arrêtée?|hors ligne|detenido|caducad[oa]|vencid[oa]|fermato|scadut[oa]|süresi doldu|đã dừng|hết hạn'
const otherStates =
  'オフライン|期限切れ|停止中|离线|離線|已停止|已过期|已過期|오프라인|만료|중지됨|หยุดทำงาน|หมดอายุ|остановлен|недоступ|просрочен|истёк|истек|متوقف|منتهي|פג תוקף'

const latinWarnings =
  'warnung\\w*|waarschuwing|avertissements?|advertencias?|avisos?|avviso|avvisi|uyarı|cảnh báo|ostrzeżeni\\w+|varning\\w*|advarsel'
const otherWarnings = '警告|注意|경고|คำเตือน|चेतावनी|تحذير|هشدار|אזהרה|предупреждени|внимание|попередженн|προειδοποίησ'

const latinTotals =
  'summe|gesamt\\w*|zwischensumme|durchschnitt|totaal|somme|sous-total|moyenne|suma|totale|somma|soma|média|promedio|razem|toplam|tổng cộng|tổng'
const otherTotals =
  '合計|合计|总计|總計|小計|小计|平均|합계|총계|평균|รวม|कुल|المجموع|الإجمالي|סך הכ|סה"כ|итого|всего|среднее|разом|σύνολο'

/** Letters of Latin scripts: `\b` knows those of ASCII alone. */
const letter = '[a-z\\u00c0-\\u024f\\u1e00-\\u1eff]'
const wordsOf = (latin: string, other: string): RegExp =>
  new RegExp(`(?<!${letter})(?:${latin})(?!${letter})|${other}`, 'i')

export const failureElsewhere = wordsOf(latinFailures.join('|'), otherFailures.join('|'))
export const stateElsewhere = wordsOf(latinStates, otherStates)
export const warningElsewhere = wordsOf(latinWarnings, otherWarnings)
export const totalElsewhere = wordsOf(latinTotals, otherTotals)
