/** IP addresses as the login limiter and the proxy list see them. */
import { BlockList, isIP } from "node:net";

/** An address in one spelling: no zone, no port, IPv4 inside IPv6 as IPv4. Undefined if it is none. */
export function readAddress(text: string): string | undefined {
  const trimmed = text.trim();
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1];
  const bare = bracketed ?? trimmed.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, "$1");
  const address = bare.replace(/%.*$/, "");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  const plain = mapped ?? address;
  if (isIP(plain) === 0) return undefined;
  return isIP(plain) === 4 ? plain : canonicalIpv6(plain);
}

/** The spelling that a URL gives an IPv6 address, so that one address is one key. */
function canonicalIpv6(address: string): string {
  return new URL(`http://[${address}]/`).hostname.slice(1, -1);
}

/**
 * Who counts as one source: an IPv4 address, or the /64 network of an IPv6 address, because one
 * household or attacker owns a whole /64.
 */
export function sourceOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail = ""] = address.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === "" ? [] : tail.split(":");
  const zeros = address.includes("::") ? 8 - left.length - right.length : 0;
  const groups = [...left, ...Array<string>(Math.max(0, zeros)).fill("0"), ...right];
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/** Addresses and CIDR ranges that were declared in the settings. */
export interface AddressSet {
  has(address: string): boolean;
}

/** Reads addresses and CIDR ranges; `onInvalid` hears of each entry that is neither. */
export function createAddressSet(
  entries: readonly string[],
  onInvalid: (entry: string) => void,
): AddressSet {
  const list = new BlockList();
  let size = 0;
  for (const entry of entries) {
    if (addEntry(list, entry)) size += 1;
    else onInvalid(entry);
  }
  return {
    has: (address) => size > 0 && list.check(address, isIP(address) === 6 ? "ipv6" : "ipv4"),
  };
}

/** Adds one entry; false when it is neither an address nor a range. */
function addEntry(list: BlockList, entry: string): boolean {
  const [base = "", bits, ...rest] = entry.split("/");
  const address = readAddress(base);
  if (address === undefined || rest.length > 0) return false;
  const family = isIP(address) === 6 ? "ipv6" : "ipv4";
  if (bits === undefined) {
    list.addAddress(address, family);
    return true;
  }
  const prefix = /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
  // A range of everything would let anybody write his own address, which is no declaration.
  if (prefix < 1 || prefix > (family === "ipv6" ? 128 : 32)) return false;
  list.addSubnet(address, prefix, family);
  return true;
}
