/** Checks of settings that name things of the outside world: time zones, addresses, host names. */
import { isIP } from "node:net";

/** Parts of a comma-separated setting, without empty ones. */
export function listOf(value: string): string[] {
  return value
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** An IANA time zone that this system knows, or nothing for the system's own. */
export function checkTimeZone(value: string | number | boolean): string | null {
  if (value === "") return null;
  try {
    new Intl.DateTimeFormat("en", { timeZone: String(value) });
    // Offsets such as +08:00 are taken too, but know no summer time.
    return /^[+-]/.test(String(value)) ? ZONE_HINT : null;
  } catch {
    return ZONE_HINT;
  }
}
const ZONE_HINT = "a time zone such as Asia/Shanghai or Europe/Berlin, or nothing for the system's";

/** IP addresses and networks in CIDR notation, separated by commas. */
export function checkNetworks(value: string | number | boolean): string | null {
  const isNetwork = (text: string) => {
    const [address = "", bits, ...rest] = text.split("/");
    const family = isIP(address);
    if (family === 0 || rest.length > 0) return false;
    return (
      bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
    );
  };
  return listOf(String(value)).every(isNetwork)
    ? null
    : "addresses or networks such as 192.168.1.2 or 10.0.0.0/8, separated by commas";
}

/** Host names, separated by commas. */
export function checkHostNames(value: string | number | boolean): string | null {
  const isName = (text: string) => /^(?!-)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*$/i.test(text);
  return listOf(String(value)).every(isName)
    ? null
    : "host names such as hub.example.org, separated by commas";
}
