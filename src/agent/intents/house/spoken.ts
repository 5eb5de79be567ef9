/** The ways in which a name may be spoken: with digits or numerals, with or without its room. */
import { nameTokens } from "../language/tokens.ts";

const NUMERALS = "零一二三四五六七八九";

/** Token sequences that stand for a name; the first is the name itself. */
export function spokenForms(name: string): string[][] {
  const tokens = nameTokens(name);
  const forms = [tokens];
  const digits = tokens.map((token) =>
    NUMERALS.includes(token) && token.length === 1 ? String(NUMERALS.indexOf(token)) : token,
  );
  const characters = tokens.map((token) =>
    /^\d$/.test(token) ? (NUMERALS[Number(token)] ?? token) : token,
  );
  for (const form of [digits, characters]) {
    if (form.join(" ") !== tokens.join(" ")) forms.push(form);
  }
  return forms.filter((form) => form.length > 0);
}

/** What is left of a device's name when the name of its area stands in front of it. */
export function withoutArea(name: string, area: string): string[] | undefined {
  const tokens = nameTokens(name);
  const place = nameTokens(area);
  const starts = place.length > 0 && place.every((token, index) => tokens[index] === token);
  const rest = starts ? tokens.slice(place.length) : [];
  return rest.length > 0 ? rest : undefined;
}

const STOREYS = ["楼", "层", "层 楼", "楼 层"];
const ORDINALS = ["ground", "first", "second", "third", "fourth", "fifth", "sixth"];

/** The ways in which a storey may be spoken: 二, 二楼, 2楼, 第二层; "first floor", "1st floor". */
export function spokenFloors(name: string): string[][] {
  const forms = new Map<string, string[]>();
  const add = (form: readonly string[]) => forms.set(form.join(" "), [...form]);
  const [tokens = []] = spokenForms(name);
  const numeral = tokens.filter(
    (token) => token !== "楼" && token !== "层" && token !== "第" && token !== "f",
  );
  // A floor called 二 is only ever spoken with its counter; alone the character is a number.
  if (numeral.length !== tokens.length || !isNumeral(numeral)) add(tokens);
  if (isNumeral(numeral)) {
    for (const form of spokenForms(numeral.join(""))) {
      for (const storey of STOREYS) {
        add([...form, ...storey.split(" ")]);
        add(["第", ...form, ...storey.split(" ")]);
      }
    }
  }
  const ordinal = ORDINALS.indexOf(tokens[0] ?? "");
  if (ordinal > 0 && tokens[1] === "floor") {
    add([String(ordinal), ["st", "nd", "rd"][ordinal - 1] ?? "th", "floor"]);
    add(["floor", String(ordinal)]);
  }
  return [...forms.values()];
}

function isNumeral(tokens: readonly string[]): boolean {
  return tokens.length === 1 && /^[零一二三四五六七八九十\d]+$/.test(tokens[0] ?? "");
}
