/** Letter statistics of a language in single-byte encodings. */
export interface LetterProfile {
  readonly language: string;
  readonly encodings: readonly string[];
  /** Lower-case non-ASCII letters, most frequent first. */
  readonly letters: string;
  /** True for Latin script: these letters are mixed with ASCII letters. */
  readonly isLatin: boolean;
}

const CENTRAL_EUROPEAN = ['windows-1250', 'iso-8859-2'];
const CYRILLIC = ['windows-1251', 'koi8-u', 'iso-8859-5', 'ibm866'];

const latin = (language: string, letters: string, ...encodings: string[]): LetterProfile => ({
  language,
  encodings,
  letters,
  isLatin: true,
});

const script = (language: string, letters: string, ...encodings: string[]): LetterProfile => ({
  language,
  encodings,
  letters,
  isLatin: false,
});

/**
 * Letter frequencies of languages with legacy pages, as ranks, which hardly depend on the topic of a page. Earlier
 * entries win ties.
 */
export const LETTER_PROFILES: readonly LetterProfile[] = [
  latin('fr', 'éèàêçôîûùâœïëæ', 'windows-1252'),
  latin('de', 'üäöß', 'windows-1252'),
  latin('es', 'óíáñéúü¿¡', 'windows-1252'),
  latin('pt', 'ãçáéíóêõúâàô', 'windows-1252'),
  latin('it', 'èàùòìé', 'windows-1252'),
  latin('sv', 'äöåé', 'windows-1252'),
  latin('fi', 'äöå', 'windows-1252'),
  latin('da', 'åøæé', 'windows-1252'),
  latin('is', 'ðáíþéöúóýæ', 'windows-1252'),
  latin('ca', 'óàèéíòçúï·', 'windows-1252'),
  latin('cs', 'íáěéřýžčšůúóťňď', ...CENTRAL_EUROPEAN),
  latin('sk', 'áíéýčžúšľôťóňäďŕĺ', ...CENTRAL_EUROPEAN),
  latin('pl', 'ęłóąśżćńź', ...CENTRAL_EUROPEAN),
  latin('hu', 'éáöóíőüúű', ...CENTRAL_EUROPEAN),
  latin('ro', 'ăîţşâ', ...CENTRAL_EUROPEAN),
  latin('hr', 'čšžćđ', ...CENTRAL_EUROPEAN),
  latin('tr', 'ıüşğçöâî', 'windows-1254'),
  latin('lt', 'ėšųžįčąęū', 'windows-1257'),
  latin('lv', 'āīēšūžņļčģķ', 'windows-1257'),
  latin('et', 'äõüöšž', 'windows-1257'),
  script('ru', 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё', ...CYRILLIC),
  script('uk', 'оаинівтерслкудмпязьгбчїхцйюжєшщґф', ...CYRILLIC),
  script('bg', 'аоиетнрсвлпкдзмяъбугцчщжшхюйьф', ...CYRILLIC),
  script('sr', 'аоиенртјсвкудпмлгзбњчшжљцхђћџф', 'windows-1251', 'iso-8859-5'),
  script('el', 'αοιετνσηρπυκμλςάίόέήδγύωώθχφβξζψϊϋΐΰ', 'windows-1253', 'iso-8859-7'),
  script('he', 'יוהלאתרבמשנםכקדחפעטגצסזןךץף', 'windows-1255'),
  script('ar', 'اليمنورتبدهعسفكقحةجأشطصخىضغذإثزئظءآؤـ\u064b\u0651', 'windows-1256', 'iso-8859-6'),
  script('fa', 'اینردمهوتبسشکلزفخقگعپجحآغصطچضذثظژئء', 'windows-1256'),
  script('th', 'านรอกเงมยลตวดทสปพ่้ัี์ิคหจบชขใไแุูโื็ำผณธศถะภซษญฟฐฉฝึฮฏๆ', 'windows-874'),
];
