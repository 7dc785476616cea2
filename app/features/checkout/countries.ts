import { currentLocale } from "#app/messages/current-locale.ts";
import { LANGUAGES } from "#app/messages/locales.ts";

/** ISO 3166-1 alpha-2 codes. */
const CODES =
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ " +
  "CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO " +
  "FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE " +
  "JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO " +
  "MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW " +
  "PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM " +
  "TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW";

const FIRST = "US";

/** Returns every country with its two-letter code, the United States first, then by name. */
export function listCountries(): { code: string; name: string }[] {
  const { intl } = LANGUAGES[currentLocale()];
  const names = new Intl.DisplayNames(intl, { type: "region" });
  const all = CODES.split(" ").map((code) => ({ code, name: names.of(code) ?? code }));
  return all.sort((one, other) =>
    one.code === FIRST ? -1 : other.code === FIRST ? 1 : one.name.localeCompare(other.name, intl),
  );
}

const STATES =
  "AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware," +
  "DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas," +
  "KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri," +
  "MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina," +
  "ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,PR Puerto Rico,RI Rhode Island,SC South Carolina," +
  "SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin," +
  "WY Wyoming";

/** Returns the states of the United States with their USPS codes, by name. */
export function listStates(): { code: string; name: string }[] {
  return STATES.split(",").map((state) => ({ code: state.slice(0, 2), name: state.slice(3) }));
}

/** Returns the USPS code of a state's name; any other text is returned unchanged. */
export function stateCode(state: string): string {
  const typed = state.trim().toLowerCase();
  return listStates().find(({ name }) => name.toLowerCase() === typed)?.code ?? state;
}
