/** Names of the months, January first, one language a line. A name is matched by its beginning of at least three letters. */
const NAMES = [
  'january february march april may june july august september october november december',
  'januar februar märz april mai juni juli august september oktober november dezember',
  'jänner feber maerz - - - - - sept okt nov dez',
  'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre',
  'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
  'januari februari maart april mei juni juli augustus september oktober november december',
  'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia',
  'styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień',
  'января февраля марта апреля мая июня июля августа сентября октября ноября декабря',
  'січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня',
  'ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık',
  'ledna února března dubna května června července srpna září října listopadu prosince',
  'januari februari mars april maj juni juli augusti september oktober november december',
  'januar februar marts april maj juni juli august september oktober november desember',
  'tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta',
  'január február március április május június július augusztus szeptember október november december',
  'ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie',
  'januari februari maret april mei juni juli agustus september oktober november desember',
  'ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου δεκεμβρίου',
  'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر',
  '- - - ابريل - يونيه يوليه اغسطس - اكتوبر - -',
];

const MIN_LETTERS = 3;

const MONTHS: ReadonlyMap<string, number> = monthsByBeginning();

function monthsByBeginning(): Map<string, number> {
  const months = new Map<string, number>();
  const ambiguous = new Set<string>();
  for (const line of NAMES) {
    line.split(' ').forEach((name, at) => {
      for (let length = Math.min(MIN_LETTERS, name.length); length <= name.length && name !== '-'; length++) {
        const beginning = name.slice(0, length);
        const known = months.get(beginning);
        if (known !== undefined && known !== at + 1) ambiguous.add(beginning);
        else months.set(beginning, at + 1);
      }
    });
  }
  for (const beginning of ambiguous) months.delete(beginning);
  return months;
}

/** The month of a name or its abbreviation, 1 to 12; null for other words, and beginnings of several months. */
export function monthOf(word: string): number | null {
  return MONTHS.get(word.toLowerCase().normalize('NFC')) ?? null;
}
